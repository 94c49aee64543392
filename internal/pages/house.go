package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"

	"vitrine"
)

// houseStyle is the stylesheet with the colours of a marketplace.
type houseStyle struct {
	accent, accentDark string // of which it is
	path               string // with a hash of the text
	text               []byte
}

// The beginning and the end of the name of a stylesheet of colours.
const houseName, houseEnd = "house-", ".css"

// styleOf returns the stylesheet of a house; nil where the shipped colours stand. The last
// one is remembered.
func (s *Shell) styleOf(house vitrine.House) *houseStyle {
	known := s.house.Load()
	if known != nil && known.accent == house.Accent && known.accentDark == house.AccentDark {
		return known
	}
	light, dark, own := house.Accents()
	if !own {
		return nil
	}
	rule := func(a vitrine.Accent) string {
		return fmt.Sprintf(":root { --accent: %s; --accent-ink: %s; --tint: %s; }", a.Colour, a.Ink, a.Tint)
	}
	text := rule(light) + "\n@media screen and (prefers-color-scheme: dark) { " + rule(dark) + " }\n"
	sum := sha256.Sum256([]byte(text))
	made := &houseStyle{
		accent: house.Accent, accentDark: house.AccentDark, text: []byte(text),
		path: "/assets/" + houseName + hex.EncodeToString(sum[:6]) + houseEnd,
	}
	s.house.Store(made)
	return made
}

// stylePath is the path of the stylesheet of a house, "" for none.
func (s *Shell) stylePath(house vitrine.House) string {
	if style := s.styleOf(house); style != nil {
		return style.path
	}
	return ""
}

func isHouseStyle(name string) bool {
	return strings.HasPrefix(name, houseName) && strings.HasSuffix(name, houseEnd)
}

// serveHouse answers with the colours as they are now. Under another name than theirs, as
// pages have it that are older or were made by a process that knew sooner, nobody keeps them.
func (s *Shell) serveHouse(w http.ResponseWriter, r *http.Request, name string) error {
	guest, err := s.sessions.GuestOf(r.Context())
	if err != nil {
		return err
	}
	style := s.styleOf(guest.House)
	if style == nil {
		return NothingHere()
	}
	w.Header().Set("Cache-Control", "no-store")
	if style.path == "/assets/"+name {
		w.Header().Set("Cache-Control", assetCache)
	}
	serveAsset(w, r, name, style.text)
	return nil
}

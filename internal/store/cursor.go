package store

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"vitrine"
)

// cursor marks a place in a list: after the entry with this key and id, in
// the list of this order. To callers it is an opaque word.
type cursor struct {
	sort   string
	key    int64
	id     int64
	before int64 // how many entries the list had up to here when it was read
}

func (c cursor) set() bool { return c.id != 0 }

func (c cursor) String() string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%s:%d:%d:%d", c.sort, c.key, c.id, c.before))
}

// parseCursor reads a cursor of a list of the given order; "" is its start.
func parseCursor(text, sort string) (cursor, error) {
	if text == "" {
		return cursor{}, nil
	}
	wrong := &vitrine.Error{Code: vitrine.Malformed, Message: "the cursor is not one of this list: take it from the Link header as it stands",
		Fields: []vitrine.Field{{Parameter: "cursor", Code: "bad_format", Detail: "not a cursor of this list"}}}
	plain, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return cursor{}, wrong
	}
	parts := strings.Split(string(plain), ":")
	if len(parts) != 4 || parts[0] != sort {
		return cursor{}, wrong
	}
	key, keyErr := strconv.ParseInt(parts[1], 10, 64)
	id, idErr := strconv.ParseInt(parts[2], 10, 64)
	before, beforeErr := strconv.ParseInt(parts[3], 10, 64)
	if keyErr != nil || idErr != nil || beforeErr != nil || id < 1 || before < 0 {
		return cursor{}, wrong
	}
	return cursor{sort, key, id, before}, nil
}

// Preceding is how many entries a list had before a page when the cursor of that
// was given out; without a cursor, how many the page's number skips.
func Preceding(page vitrine.Page) int64 {
	sort := ""
	if plain, err := base64.RawURLEncoding.DecodeString(page.Cursor); err == nil {
		sort, _, _ = strings.Cut(string(plain), ":")
	}
	if after, err := parseCursor(page.Cursor, sort); err == nil && after.set() {
		return after.before
	}
	return int64(page.Offset())
}

// next is the cursor of the page after this one, which ends with an entry.
func next(page vitrine.Page, sort string, key, id int64) string {
	return cursor{sort, key, id, Preceding(page) + int64(page.Size)}.String()
}

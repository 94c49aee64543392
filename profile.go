package vitrine

import (
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Profile is what users say of themselves to everybody.
type Profile struct {
	Name        string    // for people, beside the username; "" for none
	About       string    // HTML that was cleaned by an allow-list
	Description string    // the same as plain text
	Links       []string  // https
	Avatar      string    // key of their stored picture; "" for none
	Cover       string    // key of the picture above their page; "" for none
	AwayUntil   time.Time // the last day of their holidays, in UTC; zero for none
	AwayNote    string    // what they say about it
	// NoAITraining says that new models begin with that mark.
	NoAITraining bool
}

// Away reports whether a seller is on holiday.
func (p *Profile) Away(now time.Time) bool {
	return !p.AwayUntil.IsZero() && now.Before(p.AwayUntil.AddDate(0, 0, 1))
}

// The limits of a profile, in characters but for links, which are counted in bytes.
const (
	MaxNameLength        = 60
	MaxDescriptionLength = 2000
	MaxAboutBytes        = 16 << 10
	MaxAwayNoteLength    = 300
	MaxLinks             = 10
	MaxLinkBytes         = 300
)

// MaxAvatarSide is how wide and how high an avatar is at most, in pixels.
const MaxAvatarSide = 512

// How wide and how high the picture above a seller's page is at most, in pixels.
const (
	MaxCoverWidth  = 1600
	MaxCoverHeight = 1000
)

// MaxAwayDays is how far ahead the end of holidays is at most.
const MaxAwayDays = 366

// Clean drops from the texts of a profile what nobody sees, or what has others shown in
// another order than they are written in.
func (p *Profile) Clean() {
	p.Name = strings.TrimSpace(strings.Map(func(r rune) rune { return seen(r, "") }, p.Name))
	for _, text := range []*string{&p.About, &p.Description, &p.AwayNote} {
		*text = strings.TrimSpace(strings.Map(func(r rune) rune { return seen(r, "\n\t") }, *text))
	}
}

// seen returns a character that may stand in a text, and -1 for others.
func seen(r rune, besides string) rune {
	switch {
	case strings.ContainsRune(besides, r) || strings.ContainsRune(joiners, r):
		return r
	case r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp):
		return -1
	}
	return r
}

// Check returns what is wrong with a profile.
func (p *Profile) Check() (faults []Field) {
	for pointer, text := range map[string]struct {
		text  string
		limit int
	}{
		"/name": {p.Name, MaxNameLength}, "/description": {p.Description, MaxDescriptionLength}, "/away_note": {p.AwayNote, MaxAwayNoteLength},
	} {
		if utf8.RuneCountInString(text.text) > text.limit {
			faults = append(faults, Field{Pointer: pointer, Code: "too_long", Detail: fmt.Sprintf("this has at most %d characters", text.limit)})
		}
	}
	if len(p.About) > MaxAboutBytes {
		faults = append(faults, Field{Pointer: "/about", Code: "too_long",
			Detail: fmt.Sprintf("this has at most %d bytes as HTML", MaxAboutBytes)})
	}
	if len(p.Links) > MaxLinks {
		faults = append(faults, Field{Pointer: "/links", Code: "too_many", Detail: fmt.Sprintf("a profile has at most %d links", MaxLinks)})
	}
	for i, link := range p.Links {
		if !isLink(link) {
			faults = append(faults, Field{Pointer: fmt.Sprintf("/links/%d", i), Code: "bad_format",
				Detail: fmt.Sprintf("a link is an address that begins with https://, of at most %d bytes", MaxLinkBytes)})
		}
	}
	return faults
}

func isLink(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && len(address) <= MaxLinkBytes && plainASCII(address) && parsed.Scheme == "https" && parsed.Hostname() != "" &&
		parsed.User == nil
}

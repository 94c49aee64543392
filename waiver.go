package vitrine

import (
	"cmp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Waiver is that a buyer asked for the files at once and knows that the right to withdraw
// ends with that (Directive 2011/83/EU, article 16 (m)).
type Waiver struct {
	Hash string    // SHA-256 of the words, hex; "" for none
	At   time.Time // zero: the buyer was not asked
}

// DefaultWaiver are the words of a marketplace that has none of its own.
const DefaultWaiver = "I want the files at once, before the time in which I may withdraw from the purchase has passed. " +
	"I know that I lose my right of withdrawal when the download is made available."

// MaxWaiver is how many characters the words have at most: they stand beside a box, and in a
// mail.
const MaxWaiver = 1000

// WaiverWords are the words that buyers are asked to agree to.
func (h *House) WaiverWords() string { return cmp.Or(h.WaiverText, DefaultWaiver) }

// checkWaiver returns what is wrong with words of the marketplace's own.
func checkWaiver(text string) []Field {
	unseen := func(r rune) bool { return r != '\n' && unicode.Is(unicode.Cc, r) }
	if utf8.ValidString(text) && utf8.RuneCountInString(text) <= MaxWaiver && strings.IndexFunc(text, unseen) < 0 {
		return nil
	}
	return []Field{{Pointer: "/waiver_text", Code: "bad_length", Detail: "write at most 1,000 characters"}}
}

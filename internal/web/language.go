package web

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"vitrine"
)

// longestTag is the longest language tag that RFC 5646, section 4.4.1, asks
// software to take.
const longestTag = 35

// ContentLanguage reads the language of a body, vitrine.DefaultLanguage when
// the header is absent, in its canonical BCP 47 form.
func ContentLanguage(header string) (string, error) {
	header = strings.TrimSpace(header)
	if header == "" || header == vitrine.DefaultLanguage {
		return vitrine.DefaultLanguage, nil
	}
	tag, err := language.Parse(header)
	if err != nil || len(header) > longestTag || strings.Contains(header, "_") {
		return "", malformedLanguage("Content-Language", "a language tag such as en-US")
	}
	return tag.String(), nil
}

// BestLanguage picks the stored language that Accept-Language likes best; the
// first one when it likes none, "" when none is stored. Languages that nobody
// knows are passed over; what is no list of languages is Malformed.
func BestLanguage(header string, stored []string) (string, error) {
	if len(stored) == 0 {
		stored = []string{""}
	}
	if header == "" || header == "*" || slices.Contains(stored[:1], header) {
		return stored[0], nil
	}
	wanted, ok := parseRanges(header)
	if !ok {
		return "", malformedLanguage("Accept-Language", "a list of languages such as de, en;q=0.8")
	}
	if len(stored) == 1 || len(wanted) == 0 {
		return stored[0], nil
	}
	tags := make([]language.Tag, len(stored))
	for i, text := range stored {
		tags[i] = language.Make(text)
	}
	_, index, confidence := language.NewMatcher(tags).Match(wanted...)
	if confidence == language.No {
		index = 0
	}
	return stored[index], nil
}

func malformedLanguage(name, wanted string) error {
	return &vitrine.Error{
		Code: vitrine.Malformed, Message: "the header " + name + " is not " + wanted,
		Fields: []vitrine.Field{{Pointer: name, Code: "bad_format", Detail: name + " must be " + wanted}},
	}
}

package web

import (
	"strings"

	"golang.org/x/text/language"

	"vitrine"
)

// ContentLanguage reads the language of a body, vitrine.DefaultLanguage when
// the header is absent, in its canonical BCP 47 form.
func ContentLanguage(header string) (string, error) {
	header = strings.TrimSpace(header)
	if header == "" {
		return vitrine.DefaultLanguage, nil
	}
	tag, err := language.Parse(header)
	if err != nil || len(header) > 35 {
		return "", malformedLanguage("Content-Language", header)
	}
	return tag.String(), nil
}

// BestLanguage picks the stored language that Accept-Language likes best; the
// first one when it likes none.
func BestLanguage(header string, stored []string) (string, error) {
	if header == "" || header == "*" {
		return stored[0], nil
	}
	wanted, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(header) > 1000 {
		return "", malformedLanguage("Accept-Language", header)
	}
	if len(stored) == 1 {
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

func malformedLanguage(name, header string) error {
	return &vitrine.Error{
		Code: vitrine.Malformed, Message: "the header " + name + " is not a language such as en-US",
		Fields: []vitrine.Field{{Pointer: name, Code: "bad_format", Detail: "not a language tag"}},
	}
}

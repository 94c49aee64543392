package web

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"vitrine"
)

// longestTag is the longest language tag that RFC 5646, section 4.4.1, asks
// software to take.
const longestTag = 35

// ContentLanguage reads the language of a body in its canonical BCP 47 form; ""
// when the header is absent: then it is the one that the texts are in already.
func ContentLanguage(header string) (string, error) {
	header = strings.TrimSpace(header)
	if header == "" || header == vitrine.DefaultLanguage {
		return header, nil
	}
	tag, err := language.Parse(header)
	if _, unknown := errors.AsType[language.ValueError](err); unknown && plainTag.MatchString(header) {
		return canonicalTag(header), nil
	}
	if err != nil || len(header) > longestTag || strings.Contains(header, "_") {
		return "", malformedLanguage("Content-Language", "a language tag such as en-US")
	}
	return tag.String(), nil
}

// plainTag is a language with its script and region (RFC 5646, section 2.1). One
// that no registry knows is well-formed all the same, and kept.
var plainTag = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$`)

// canonicalTag writes a tag's parts as RFC 5646, section 2.1.1, does: de-Latn-CH.
func canonicalTag(text string) string {
	parts := strings.Split(strings.ToLower(text), "-")
	for i, part := range parts[1:] {
		switch len(part) {
		case 2:
			parts[i+1] = strings.ToUpper(part)
		case 4:
			parts[i+1] = strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return strings.Join(parts, "-")
}

// BestLanguage picks the stored language that Accept-Language likes best: of each
// wish first that very language, then a variant of it. It is the first stored one
// when none is liked, "" when none is stored. What can't be read in the header is
// passed over.
func BestLanguage(header string, stored []string) string {
	if len(stored) == 0 {
		return ""
	}
	if len(stored) == 1 || header == "" || header == "*" || header == stored[0] {
		return stored[0]
	}
	tags := make([]language.Tag, len(stored))
	for i, text := range stored {
		tags[i] = language.Make(text)
	}
	wishes := parseRanges(header)
	for i, wish := range wishes {
		if exact := slices.Index(tags, wish); exact >= 0 {
			return stored[exact]
		}
		variant := variantOf(wish, tags)
		if variant < 0 {
			continue
		}
		// A later wish may name another variant of the language itself.
		for _, later := range wishes[i+1:] {
			if exact := slices.Index(tags, later); exact >= 0 && sameBase(later, wish) {
				return stored[exact]
			}
		}
		return stored[variant]
	}
	return stored[0]
}

// ReadersLanguage returns the language that an Accept-Language header likes most, as a
// tag of BCP 47; "" when it names none.
func ReadersLanguage(header string) string {
	if wishes := parseRanges(header); len(wishes) > 0 {
		return wishes[0].String()
	}
	return ""
}

// languagesKept is how many of a reader's languages are kept with what mails will be about.
const languagesKept = 5

// ReadersLanguages returns the languages that an Accept-Language header likes, best first,
// as tags of BCP 47 with commas between; "" when it names none.
func ReadersLanguages(header string) string {
	var tags []string
	for _, wish := range parseRanges(header) {
		if tag := wish.String(); len(tags) < languagesKept && len(tag) <= longestTag {
			tags = append(tags, tag)
		}
	}
	return strings.Join(tags, ",")
}

// variantOf finds the nearest variant of a language, -1 when there is none.
func variantOf(wish language.Tag, tags []language.Tag) int {
	_, i, confidence := language.NewMatcher(tags).Match(wish)
	if confidence == language.No || confidence < language.High && !sameBase(wish, tags[i]) {
		return -1
	}
	return i
}

func sameBase(a, b language.Tag) bool {
	one, _ := a.Base()
	other, _ := b.Base()
	return one == other
}

func malformedLanguage(name, wanted string) error {
	return &vitrine.Error{
		Code: vitrine.Malformed, Message: "the header " + name + " is not " + wanted,
		Fields: []vitrine.Field{{Header: name, Code: "bad_format", Detail: name + " must be " + wanted}},
	}
}

package web

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// parseRanges reads the list of an Accept-Language header, best first, without
// what has the weight 0 and what nobody knows. x/text would refuse the latter.
func parseRanges(header string) (tags []language.Tag, ok bool) {
	type weighted struct {
		tag language.Tag
		q   float64
	}
	const longest, most = 1024, 32
	if len(header) > longest {
		return nil, false
	}
	var list []weighted
	for item := range strings.SplitSeq(header, ",") {
		text, parameters, more := strings.Cut(item, ";")
		if text = strings.TrimSpace(text); text == "" && !more {
			continue
		}
		// A language has no parameter but its weight.
		name, _, _ := strings.Cut(parameters, "=")
		q, ok := parseQuality(parameters)
		if !ok || !wellFormed(text) || more && !strings.EqualFold(strings.TrimSpace(name), "q") {
			return nil, false
		}
		tag, err := language.Parse(text)
		if err == nil && q > 0 && len(list) < most {
			list = append(list, weighted{tag, q})
		}
	}
	slices.SortStableFunc(list, func(a, b weighted) int { return cmp.Compare(b.q, a.q) })
	for _, wanted := range list {
		tags = append(tags, wanted.tag)
	}
	return tags, true
}

// wellFormed says whether text has the shape of a language range (RFC 4647,
// section 2.1): subtags of 1 to 8 letters and digits, the first of letters
// only, or "*".
func wellFormed(text string) bool {
	if text == "*" {
		return true
	}
	first := true
	for subtag := range strings.SplitSeq(text, "-") {
		if len(subtag) == 0 || len(subtag) > 8 {
			return false
		}
		for i := range len(subtag) {
			c := subtag[i]
			letter := c|0x20 >= 'a' && c|0x20 <= 'z'
			if !letter && (first || c < '0' || c > '9') {
				return subtag == "*" && !first
			}
		}
		first = false
	}
	return true
}

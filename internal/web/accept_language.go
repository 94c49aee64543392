package web

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// parseRanges reads the list of an Accept-Language header, best first, without
// what has the weight 0, what nobody knows and what can't be read. x/text would
// refuse the whole list.
func parseRanges(header string) (tags []language.Tag) {
	type weighted struct {
		tag language.Tag
		q   float64
	}
	// Each item is parsed, and a head has room for thousands of them.
	const longest, most = 1024, 32
	header = header[:min(len(header), longest)]
	var list []weighted
	for item := range strings.SplitSeq(header, ",") {
		text, parameters, more := strings.Cut(item, ";")
		// A language has no parameter but its weight.
		name, _, _ := strings.Cut(parameters, "=")
		q, ok := parseQuality(parameters)
		if text = strings.TrimSpace(text); !ok || more && !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		tag, err := language.Parse(text) // en_US too
		if err == nil && q > 0 && len(list) < most {
			list = append(list, weighted{tag, q})
		}
	}
	slices.SortStableFunc(list, func(a, b weighted) int { return cmp.Compare(b.q, a.q) })
	for _, wanted := range list {
		tags = append(tags, wanted.tag)
	}
	return tags
}

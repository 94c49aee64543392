package locale

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// errorContext marks the sentences of errors in the files of translations.
const errorContext = "error"

// sentences are what errors say, which the interface says in English: they are known by
// their format, %s, %d and %q in it standing for anything.
type sentences struct {
	whole    map[string]string
	patterns []sentence // the longest first
}

type sentence struct {
	pattern *regexp.Regexp
	text    string
	length  int
}

var verb = regexp.MustCompile(`%[sdqvw]`)

func (s *sentences) add(format, text string) {
	if s.whole == nil {
		s.whole = map[string]string{}
	}
	if !verb.MatchString(format) {
		s.whole[format] = text
		return
	}
	parts := verb.Split(format, -1)
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(strings.ReplaceAll(part, "%%", "%"))
	}
	s.patterns = append(s.patterns, sentence{regexp.MustCompile(`^(?s)` + strings.Join(parts, `(.*)`) + `$`), text, len(format)})
	slices.SortFunc(s.patterns, func(a, b sentence) int { return cmp.Compare(b.length, a.length) })
}

// Says is Sentence as a sentence of its own: with a capital, and a full stop.
func (l *Language) Says(text string) string {
	said := []rune(strings.TrimRight(l.Sentence(text), ".。"))
	if len(said) == 0 {
		return ""
	}
	stop := "."
	if l.Tag == "zh-Hans" {
		stop = "。"
	}
	return string(unicode.ToUpper(said[0])) + string(said[1:]) + stop
}

// Sentence says what an error says, or the text of a field's fault. {a} is what stood for
// the first %s, %d or %q of its format, {b} for the second, and so on. What is not in the
// catalogue stays in English.
func (l *Language) Sentence(text string) string {
	s := &l.known.sentences
	if said, ok := s.whole[text]; ok {
		return said
	}
	for _, known := range s.patterns {
		found := known.pattern.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		var values []string
		for i, value := range found[1:] {
			values = append(values, "{"+string(rune('a'+i))+"}", l.Sentence(value))
		}
		return strings.NewReplacer(values...).Replace(known.text)
	}
	return text
}

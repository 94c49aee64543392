package locale

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// errorContext marks the sentences of errors in the files of translations.
const errorContext = "error"

// sentences are what errors say, which the interface says in English: they are known by
// their format, %s, %d, %q and %.1f in it standing for anything.
type sentences struct {
	whole    map[string]string
	formats  []sentence
	patterns func() []sentence // the longest first; most servers never need those of most languages
}

type sentence struct {
	format, text string
	pattern      *regexp.Regexp // nil among formats
}

var verb = regexp.MustCompile(`%(\.[0-9])?[sdqvwf]`)

func (s *sentences) add(format, text string) {
	if s.whole == nil {
		s.whole = map[string]string{}
	}
	if !verb.MatchString(format) {
		s.whole[format] = text
		return
	}
	s.formats = append(s.formats, sentence{format: format, text: text})
}

// read makes patterns of the formats when they are first asked for.
func (s *sentences) read() {
	s.patterns = sync.OnceValue(func() []sentence {
		list := slices.Clone(s.formats)
		for i := range list {
			list[i].pattern = patternOf(list[i].format)
		}
		slices.SortStableFunc(list, func(a, b sentence) int { return cmp.Compare(len(b.format), len(a.format)) })
		return list
	})
}

func patternOf(format string) *regexp.Regexp {
	parts := verb.Split(format, -1)
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(strings.ReplaceAll(part, "%%", "%"))
	}
	return regexp.MustCompile(`^(?s)` + strings.Join(parts, `(.*)`) + `$`)
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

// Sentences says several sentences one after the other.
func (l *Language) Sentences(list []string) string {
	if l.Tag == "zh-Hans" {
		return strings.Join(list, "")
	}
	return strings.Join(list, " ")
}

// Sentence says what an error says, or the text of a field's fault. {a} is what stood for
// the first %s, %d or %q of its format, {b} for the second, and so on. What is not in the
// catalogue stays in English.
func (l *Language) Sentence(text string) string {
	s := &l.known().sentences
	if said, ok := s.whole[text]; ok {
		return said
	}
	if s.patterns == nil {
		return text // English, in which errors are
	}
	for _, known := range s.patterns() {
		found := known.pattern.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		var values []string
		for i, value := range found[1:] {
			values = append(values, "{"+string(rune('a'+i))+"}", l.Embed(l.Sentence(value)))
		}
		return strings.NewReplacer(values...).Replace(known.text)
	}
	return text
}

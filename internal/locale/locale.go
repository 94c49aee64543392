// Package locale holds the languages in which pages are written: their words, and how
// each writes numbers, amounts and days.
//
// English is written where it is used, in templates and handlers, and is the key of its
// translations, which are in the files po/LANGUAGE.po. docs/languages.md says how to add
// either. The package knows nothing of pages, requests or accounts; what is not translated
// reads in English.
package locale

import (
	"context"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

// Language is one in which pages are written. There is one value of each: they can be
// compared.
type Language struct {
	Tag  string // of BCP 47, such as zh-Hans
	Name string // as its readers call it
	Code string // of Open Graph, such as de_DE
	RTL  bool   // it is written from right to left

	tag     language.Tag
	figures figures
	days    days
	known   func() *catalogue // its words, which are read when they are first asked for; English has none, as they are in the program
}

// Dir is the direction of the language, as the attribute of HTML has it.
func (l *Language) Dir() string {
	if l.RTL {
		return "rtl"
	}
	return "ltr"
}

// English reports whether it is the language that all others are translated from.
func (l *Language) English() bool { return l.Tag == "en" }

var all = sync.OnceValue(func() []*Language {
	list := languages()
	for _, l := range list {
		l.tag = language.MustParse(l.Tag)
		l.known = sync.OnceValue(func() *catalogue {
			if l.English() {
				return &catalogue{}
			}
			return readCatalogue(l)
		})
	}
	return list
})

var matcher = sync.OnceValue(func() language.Matcher {
	var tags []language.Tag
	for _, l := range all() {
		tags = append(tags, l.tag)
	}
	return language.NewMatcher(tags)
})

// All are the languages, English first. The list is not to be changed.
func All() []*Language { return all() }

// English is the language that all others are translated from.
func English() *Language { return all()[0] }

// Find returns the language of a tag, as All has it; nil for none.
func Find(tag string) *Language {
	for _, l := range all() {
		if l.Tag == tag {
			return l
		}
	}
	return nil
}

// Near returns the language of All that a tag is a variant of; nil for none.
func Near(tag string) *Language {
	if l := Find(tag); l != nil {
		return l
	}
	read, err := language.Parse(tag)
	if err != nil {
		return nil
	}
	_, i, sure := matcher().Match(read)
	if sure < language.Low {
		return nil
	}
	return all()[i]
}

// Best returns the language that an Accept-Language header, or another list of tags, likes
// best; English where it likes none of them.
func Best(header string) *Language {
	if l := wanted(header); l != nil {
		return l
	}
	return English()
}

// Wanted is the tag of Best, "" where the header likes none of them.
func Wanted(header string) string {
	if l := wanted(header); l != nil {
		return l.Tag
	}
	return ""
}

func wanted(header string) *Language {
	if l := first(header); l != nil {
		return l
	}
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return nil
	}
	for _, tag := range tags {
		if l := Near(tag.String()); l != nil {
			return l
		}
	}
	return nil
}

// first is the language of most headers, which browsers write best first: the first tag has
// no weight, and nobody has to read the others. nil where it is not as simple.
func first(header string) *Language {
	tag, _, _ := strings.Cut(header, ",")
	tag = strings.TrimSpace(tag)
	base, rest, _ := strings.Cut(tag, "-")
	if base == "zh" && slices.Contains([]string{"", "CN", "SG", "Hans", "Hans-CN"}, rest) {
		return Find("zh-Hans")
	}
	if base == "zh" || len(rest) > 2 || strings.Contains(tag, ";") {
		return nil // another script, or a weight: the matcher knows
	}
	return Find(base)
}

type contextKey struct{}

// With returns a context whose reader reads a language.
func With(ctx context.Context, l *Language) context.Context {
	return context.WithValue(ctx, contextKey{}, l)
}

// Of is the language that the reader of a page reads; English where nobody said.
func Of(ctx context.Context) *Language {
	if l, ok := ctx.Value(contextKey{}).(*Language); ok {
		return l
	}
	return English()
}

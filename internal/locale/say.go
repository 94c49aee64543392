package locale

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/feature/plural"
)

// constant is a string that only an untyped constant is converted to by itself: what is said
// is in the catalogue, and tests find it in the source.
type constant string

// Phrase is an English text that is said in other languages later. The zero value is nothing.
type Phrase struct{ english string }

// Text is a phrase.
func Text(english constant) Phrase { return Phrase{string(english)} }

// Say says a phrase. Its values are those of the names in it, in the order in which the
// English has them.
func (l *Language) Say(p Phrase, values ...any) string {
	e := l.find(p.english)
	return l.fill(e.forms[0], e.names, values)
}

// T says a text: {name} in it stands for a value. A note for translators, who need to know
// which of two meanings it has, comes before a bar: "price|Free".
func (l *Language) T(english constant, values ...any) string {
	return l.Say(Phrase{string(english)}, values...)
}

// N says how many of something there are: {n} stands for it.
func (l *Language) N(one, other constant, n int64, values ...any) string {
	e, form := l.counting(string(one), string(other), n)
	return l.fill(form, e.names, counted(e.names, n, values))
}

// counted are the values of a text that counts, with n where its name is.
func counted(names []string, n int64, values []any) []any {
	whole := make([]any, 0, len(names))
	for _, name := range names {
		switch {
		case name == "n":
			whole = append(whole, n)
		case len(values) > 0:
			whole, values = append(whole, values[0]), values[1:]
		}
	}
	return whole
}

// List says several things one after the other.
func (l *Language) List(things []string) string {
	list := make([]string, len(things))
	for i, thing := range things {
		list[i] = l.Embed(thing)
	}
	return strings.Join(list, l.T("list|, "))
}

// Known says what the catalogue has under a text that is data and has the note "data" there,
// such as the name of a category, or else the text.
func (l *Language) Known(text string) string {
	if e := l.known().entries["data|"+text]; e != nil {
		return e.forms[0].text
	}
	return text
}

// Agent says which browser it is that a session has under such a name.
func (l *Language) Agent(name string) string {
	browser, system, named := strings.Cut(name, " on ")
	if browser == "A browser" {
		browser = l.T("A browser")
	}
	if !named {
		return browser
	}
	return l.T("{browser} on {system}", browser, system)
}

// fill puts values into a text.
func (l *Language) fill(m *message, names []string, values []any) string {
	if len(m.parts) == 0 || len(m.parts) == 1 && m.parts[0].kind == fixed {
		return m.text
	}
	var b strings.Builder
	for _, p := range m.parts {
		switch p.kind {
		case fixed:
			b.WriteString(p.text)
		case value:
			b.WriteString(l.written(valueOf(p.name, names, values)))
		}
	}
	return b.String()
}

func valueOf(name string, names []string, values []any) any {
	for i, known := range names {
		if known == name && i < len(values) {
			return values[i]
		}
	}
	return ""
}

// written is a value as a text has it: numbers as the language writes them.
func (l *Language) written(v any) string {
	switch v := v.(type) {
	case string:
		return l.Embed(v)
	case int:
		return l.Number(int64(v))
	case int64:
		return l.Number(v)
	case Phrase:
		return l.Say(v)
	default:
		return fmt.Sprint(v)
	}
}

// Embed keeps a value with Latin letters from drawing what stands beside it to its own
// direction, in a text from right to left (UAX #9, section 6.3).
func (l *Language) Embed(text string) string {
	latin := func(r rune) bool { return r < 0x250 && unicode.IsLetter(r) }
	isolated := strings.HasPrefix(text, "\u2066") && strings.HasSuffix(text, "\u2069")
	if !l.RTL || isolated || !strings.ContainsFunc(text, latin) {
		return text
	}
	return "\u2068" + text + "\u2069"
}

// Counts are the forms of a text that counts, by the names that Intl.PluralRules has for them
// in browsers, as JSON: modules of pages say it.
func (l *Language) Counts(one, other constant) string {
	forms := map[string]string{}
	for n := range int64(201) {
		_, form := l.counting(string(one), string(other), n)
		name := [...]string{"other", "zero", "one", "two", "few", "many"}[plural.Cardinal.MatchPlural(l.tag, int(n), 0, 0, 0, 0)]
		if _, known := forms[name]; !known {
			forms[name] = form.text
		}
	}
	text, _ := json.Marshal(forms) // a map of strings
	return string(text)
}

// Mark is what surrounds a piece of a text: <name>piece</name>.
type Mark struct{ begin, end string }

// To leads to an address of this host, to a place on the page, or to another host.
func To(address string) Mark {
	for _, begin := range []string{"/", "#", "?", "https://", "http://", "mailto:"} {
		if strings.HasPrefix(address, begin) {
			return Mark{`<a href="` + template.HTMLEscapeString(address) + `">`, "</a>"}
		}
	}
	return Mark{}
}

// HTML says a text as a part of a page. Values are escaped, but for those of the type
// template.HTML; <name>…</name> stands for a Mark, and strong, em, b and code for themselves.
func (l *Language) HTML(english constant, values ...any) template.HTML {
	e := l.find(string(english))
	return l.mark(e.forms[0], e.names, values)
}

// NHTML is N as a part of a page.
func (l *Language) NHTML(one, other constant, n int64, values ...any) template.HTML {
	e, form := l.counting(string(one), string(other), n)
	return l.mark(form, e.names, counted(e.names, n, values))
}

func (l *Language) mark(m *message, names []string, values []any) template.HTML {
	var b strings.Builder
	for _, p := range m.parts {
		if p.kind == fixed {
			b.WriteString(template.HTMLEscapeString(p.text))
			continue
		}
		if plain(p.name) && p.kind != value {
			b.WriteString(map[kind]string{opens: "<", closes: "</"}[p.kind] + p.name + ">")
			continue
		}
		switch v := valueOf(p.name, names, values).(type) {
		case template.HTML:
			b.WriteString(string(v))
		case Mark:
			b.WriteString(map[kind]string{opens: v.begin, closes: v.end}[p.kind])
		default:
			if p.kind == value {
				b.WriteString(template.HTMLEscapeString(l.written(v)))
			}
		}
	}
	return template.HTML(b.String())
}

// number is a count as templates have it.
func number(n any) int64 {
	switch n := n.(type) {
	case int:
		return int64(n)
	case int64:
		return n
	default:
		i, _ := strconv.ParseInt(fmt.Sprint(n), 10, 64)
		return i
	}
}

// Functions are those with which templates say texts: t, n, h and nh as the methods T, N,
// HTML and NHTML, say, known, and to, which makes a Mark.
func (l *Language) Functions() template.FuncMap {
	return template.FuncMap{
		"t": func(english string, values ...any) string { return l.T(constant(english), values...) },
		"h": func(english string, values ...any) template.HTML { return l.HTML(constant(english), values...) },
		"n": func(one, other string, n any, values ...any) string {
			return l.N(constant(one), constant(other), number(n), values...)
		},
		"nh": func(one, other string, n any, values ...any) template.HTML {
			return l.NHTML(constant(one), constant(other), number(n), values...)
		},
		"say":   l.Say,
		"known": l.Known,
		"forms": func(one, other string) string { return l.Counts(constant(one), constant(other)) },
		"to":    To,
	}
}

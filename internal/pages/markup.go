package pages

import "html/template"

// Markup is HTML that is put together without a template, where a page has dozens of the
// same: a template takes ten times as long for it. What is written in the program stands as
// it is, and is a constant: no other text can be passed as one. All else is escaped.
type Markup struct{ text []byte }

// constant is a string that only an untyped constant is converted to by itself.
type constant string

// Fixed adds what is written in the program.
func (m *Markup) Fixed(html constant) *Markup {
	m.text = append(m.text, html...)
	return m
}

// Text adds a text as it is read: in an element, or in an attribute in double quotes that
// is no program, style or address from elsewhere.
func (m *Markup) Text(text string) *Markup {
	for i := range len(text) {
		switch c := text[i]; c {
		case '<':
			m.text = append(m.text, "&lt;"...)
		case '>':
			m.text = append(m.text, "&gt;"...)
		case '&':
			m.text = append(m.text, "&amp;"...)
		case '"':
			m.text = append(m.text, "&#34;"...)
		case '\'':
			m.text = append(m.text, "&#39;"...)
		case 0:
			m.text = append(m.text, "\ufffd"...)
		default:
			m.text = append(m.text, c)
		}
	}
	return m
}

// HTML is what was added.
func (m *Markup) HTML() template.HTML { return template.HTML(m.text) }

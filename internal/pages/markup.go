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
	from := 0
	for i := range len(text) {
		if escape := escapes[text[i]]; escape != "" {
			m.text = append(append(m.text, text[from:i]...), escape...)
			from = i + 1
		}
	}
	m.text = append(m.text, text[from:]...)
	return m
}

// escapes are what stands for some bytes.
var escapes = [256]string{'<': "&lt;", '>': "&gt;", '&': "&amp;", '"': "&#34;", '\'': "&#39;", 0: "\ufffd"}

// HTML is what was added.
func (m *Markup) HTML() template.HTML { return template.HTML(m.text) }

package pages

import (
	"html/template"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"vitrine"
)

// Description is a model's description as a part of a page. It was cleaned
// by an allow-list when it was stored, so it is safe as HTML; but its
// elements may be left open, and would swallow the rest of the page. They are
// parsed as a browser does and written again, each closed.
func Description(text vitrine.Text) template.HTML {
	nodes, err := html.ParseFragment(strings.NewReader(text.Description), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	var whole strings.Builder
	for _, node := range nodes {
		if err == nil {
			err = html.Render(&whole, node)
		}
	}
	if err != nil { // nested too deep
		return template.HTML("<p>" + template.HTMLEscapeString(text.RawDescription) + "</p>")
	}
	return template.HTML(whole.String())
}

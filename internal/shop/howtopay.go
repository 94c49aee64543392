package shop

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"vitrine/internal/payment"
)

// headingsUnder is the level of the heading that the text stands under.
const headingsUnder = 3

// HowToPay is the operator's text about payments by hand, as HTML that may hold
// what a description may; "" when there is none, or when payments are not made
// by hand.
func (s *Shop) HowToPay() string { return s.howToPay }

func howToPay(by payment.Provider, markdown string) string {
	if by == nil || by.Name() != (payment.Manual{}).Name() {
		return ""
	}
	clean, plain := sanitize(fromMarkdown(markdown))
	if plain == "" {
		return ""
	}
	return clean
}

// fromMarkdown returns HTML with the lines as they were written: the parts of a
// bank's address each have their own.
func fromMarkdown(markdown string) string {
	converter := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Linkify),
		goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(lowerHeadings{}, 0))),
		goldmark.WithRendererOptions(html.WithHardWraps()),
	)
	var out bytes.Buffer
	_ = converter.Convert([]byte(markdown), &out) // a buffer takes all
	return out.String()
}

// lowerHeadings puts a text's headings below that of its place.
type lowerHeadings struct{}

// Transform changes the levels.
func (lowerHeadings) Transform(document *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if heading, ok := n.(*ast.Heading); ok && entering {
			heading.Level = min(heading.Level+headingsUnder, 6)
		}
		return ast.WalkContinue, nil
	})
}

// Package markdown makes HTML of Markdown (CommonMark). HTML in the text is left out; what
// else may be shown is for the caller to say.
package markdown

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Notice is the form of a text that people write who are no authors of Markdown, to stand
// on a page of ours.
type Notice struct {
	Under int // level of the heading that it stands under: its own are below that
}

// HTML converts a text. Lines stay as they were written, and tables and bare addresses
// are what they look like.
func (n Notice) HTML(source string) string {
	return convert(goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Linkify),
		goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(lowerHeadings(n), 0))),
		goldmark.WithRendererOptions(html.WithHardWraps()),
	), source)
}

// HTML converts a text by CommonMark alone.
func HTML(source string) string { return convert(goldmark.New(), source) }

func convert(converter goldmark.Markdown, source string) string {
	var out bytes.Buffer
	_ = converter.Convert([]byte(source), &out) // a buffer takes all
	return out.String()
}

// lowerHeadings puts a text's headings below that of its place.
type lowerHeadings Notice

// Transform changes the levels.
func (l lowerHeadings) Transform(document *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if heading, ok := n.(*ast.Heading); ok && entering {
			heading.Level = min(heading.Level+l.Under, 6)
		}
		return ast.WalkContinue, nil
	})
}

package markdown

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Of writes HTML as Markdown from which Notice makes the same again. whole is false where
// Markdown has no words for something in it, which is left out but for its text. The
// headings of the HTML are those of a text Under one of level under.
func Of(source string, under int) (text string, whole bool) {
	nodes, err := html.ParseFragment(strings.NewReader(source), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		return "", false
	}
	w := &writer{under: under, whole: true}
	return strings.TrimSpace(w.blocks(nodes)), w.whole
}

type writer struct {
	under int
	whole bool
}

// children lists the children of a node.
func children(n *html.Node) (list []*html.Node) {
	for c := range n.ChildNodes() {
		list = append(list, c)
	}
	return list
}

// blocks writes paragraphs, lists and the like, with a blank line between them.
func (w *writer) blocks(nodes []*html.Node) string {
	var parts []string
	var loose []*html.Node // text that stands in no element of its own
	flush := func() {
		if text := strings.TrimSpace(w.inline(loose)); text != "" {
			parts = append(parts, lines(text))
		}
		loose = nil
	}
	for _, n := range nodes {
		if n.Type != html.ElementNode || !isBlock(n.DataAtom) {
			loose = append(loose, n)
			continue
		}
		flush()
		if text := w.block(n); text != "" {
			parts = append(parts, text)
		}
	}
	flush()
	return strings.Join(parts, "\n\n")
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Ul, atom.Ol, atom.Blockquote, atom.Pre, atom.Hr,
		atom.Table, atom.Dl:
		return true
	}
	return false
}

func (w *writer) block(n *html.Node) string {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		level := max(int(n.Data[1]-'0')-w.under, 1)
		return strings.Repeat("#", level) + " " + strings.ReplaceAll(strings.TrimSpace(w.inline(children(n))), "\n", " ")
	case atom.Ul, atom.Ol:
		return w.list(n)
	case atom.Blockquote:
		return indent(w.blocks(children(n)), "> ")
	case atom.Pre:
		return w.code(n)
	case atom.Hr:
		return "---"
	case atom.Table:
		return w.table(n)
	case atom.Dl:
		w.whole = false
	}
	return w.blocks(children(n))
}

func (w *writer) list(n *html.Node) string {
	var items []string
	for _, item := range children(n) {
		if item.DataAtom != atom.Li {
			continue
		}
		mark := "- "
		if n.DataAtom == atom.Ol {
			mark = fmt.Sprintf("%d. ", len(items)+1)
		}
		text := w.blocks(children(item))
		items = append(items, mark+strings.TrimPrefix(indent(text, strings.Repeat(" ", len(mark))), strings.Repeat(" ", len(mark))))
	}
	return strings.Join(items, "\n")
}

// indent begins each line of a text that has something in it.
func indent(text, with string) string {
	split := strings.Split(text, "\n")
	for i, line := range split {
		if line != "" || strings.TrimSpace(with) != "" {
			split[i] = with + line
		}
	}
	return strings.Join(split, "\n")
}

// code writes what stands as it was written, in a fence that is not in it.
func (w *writer) code(n *html.Node) string {
	text := strings.Trim(plain(n), "\n")
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + text + "\n" + fence
}

func plain(n *html.Node) string {
	var text strings.Builder
	for inner := range n.Descendants() {
		if inner.Type == html.TextNode {
			text.WriteString(inner.Data)
		}
	}
	return text.String()
}

func (w *writer) table(n *html.Node) string {
	var rows []string
	columns := 0
	for row := range n.Descendants() {
		if row.DataAtom != atom.Tr {
			continue
		}
		var cells []string
		for _, cell := range children(row) {
			if cell.DataAtom == atom.Td || cell.DataAtom == atom.Th {
				text := strings.Join(strings.Fields(w.inline(children(cell))), " ")
				cells = append(cells, strings.ReplaceAll(text, "|", `\|`))
			}
		}
		columns = max(columns, len(cells))
		rows = append(rows, "| "+strings.Join(cells, " | ")+" |")
		if len(rows) == 1 {
			rows = append(rows, "|"+strings.Repeat(" --- |", columns))
		}
	}
	return strings.Join(rows, "\n")
}

// inline writes text with what is emphasised or linked in it.
func (w *writer) inline(nodes []*html.Node) string {
	var text strings.Builder
	for _, n := range nodes {
		switch {
		case n.Type == html.TextNode:
			text.WriteString(escape(strings.Join(strings.FieldsFunc(" "+n.Data+" ", isBreak), " "), n))
		case n.Type == html.ElementNode:
			text.WriteString(w.element(n))
		}
	}
	return text.String()
}

func isBreak(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }

func (w *writer) element(n *html.Node) string {
	inner := w.inline(children(n))
	switch n.DataAtom {
	case atom.Br:
		return "\n"
	case atom.Strong, atom.B:
		return around(inner, "**")
	case atom.Em, atom.I:
		return around(inner, "*")
	case atom.Code:
		return "`" + strings.ReplaceAll(plain(n), "`", "'") + "`"
	case atom.A:
		return link(n, inner)
	case atom.Li, atom.Dt, atom.Dd, atom.Tr, atom.Td, atom.Th, atom.Tbody, atom.Thead:
		w.whole = false
		return inner + "\n"
	}
	w.whole = false
	return inner
}

// around puts marks around a text, inside of the spaces at its ends.
func around(text, mark string) string {
	core := strings.TrimSpace(text)
	if core == "" {
		return text
	}
	before, after, _ := strings.Cut(text, core)
	return before + mark + core + mark + after
}

func link(n *html.Node, inner string) string {
	address := ""
	for _, a := range n.Attr {
		if a.Key == "href" {
			address = a.Val
		}
	}
	if address == plain(n) && !strings.ContainsAny(address, " <>") && strings.Contains(address, "://") {
		return "<" + address + ">"
	}
	return "[" + strings.TrimSpace(inner) + "](<" + strings.NewReplacer("<", "%3C", ">", "%3E", "\n", "").Replace(address) + ">)"
}

// marks are the characters that mean something in Markdown wherever they stand, begins what
// means something at the beginning of a line.
var (
	marks  = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "&", `\&`)
	begins = regexp.MustCompile(`^(#|>|\+|-|=|~|\d+[.)]|\|)`)
)

// escape writes a text so that nothing in it is Markdown. The spaces that FieldsFunc was
// given at its ends go again.
func escape(text string, n *html.Node) string {
	text = strings.TrimSuffix(strings.TrimPrefix(text, " "), " ")
	if n.Data != "" && isBreak(rune(n.Data[0])) {
		text = " " + text
	}
	if n.Data != "" && isBreak(rune(n.Data[len(n.Data)-1])) {
		text += " "
	}
	return marks.Replace(text)
}

// lines escapes what means something at the beginning of a line.
func lines(text string) string {
	split := strings.Split(text, "\n")
	for i, line := range split {
		line = strings.TrimSpace(line)
		if at := begins.FindString(line); at != "" {
			line = at[:len(at)-1] + `\` + line[len(at)-1:]
		}
		split[i] = line
	}
	return strings.Join(split, "\n")
}

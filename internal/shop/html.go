package shop

import (
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// allowed is the list of what a description may hold: text, lists, tables and
// links. Pictures, styles and scripts are left out, so that a page asks
// nobody's server for anything.
var allowed = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "strong", "b", "em", "i", "u", "s", "sub", "sup",
		"small", "code", "pre", "blockquote", "ul", "ol", "li", "dl", "dt", "dd",
		"table", "thead", "tbody", "tr", "th", "td")
	p.AllowURLSchemes("http", "https", "mailto")
	p.RequireParseableURLs(true)
	p.AllowAttrs("href").OnElements("a")
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	return p
})

// sanitize keeps what a description may hold, and returns its plain text too.
func sanitize(text string) (clean, plain string) {
	clean = strings.TrimSpace(allowed().Sanitize(text))
	return clean, plainText(clean)
}

// plainText returns the text of sanitised HTML, with a new line for each block.
func plainText(clean string) string {
	var plain strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(clean))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return squeeze(plain.String())
		case html.TextToken:
			plain.Write(tokens.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			if name, _ := tokens.TagName(); isBlock(string(name)) {
				plain.WriteByte('\n')
			}
		}
	}
}

func isBlock(name string) bool {
	switch name {
	case "p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "ul", "ol", "li", "dl", "dt", "dd", "table", "tr":
		return true
	}
	return false
}

// squeeze leaves single spaces within lines and no empty line.
func squeeze(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n")
}

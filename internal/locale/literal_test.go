package locale_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"golang.org/x/net/html"
)

// sameInAll are words that are the same in all languages, or that nobody translates: names of
// formats, and what stands for itself.
var sameInAll = []string{"SHA", "ZIP", "UTC", "BCDF", "GHJK"}

// notSaid are texts that look like words and are none: names of a standard.
var notSaid = map[string][]string{
	"answer.go": {"Bearer"}, "request.go": {"Basic"}, "oauth.go": {"app:", "address:"}, "register.go": {"Unnamed program"},
	"house.go": {"\n@media screen and (prefers-color-scheme: dark) { "}, "ask.go": {"Etag", "Vary"}, "seller.go": {"Person", "<bdi lang=\""},
	"outbox.go":     {"Forwarded", "Via"},
	"policy.go":     {"img-src 'self' blob:", "worker-src blob:", "connect-src 'self' blob:"},
	"structured.go": {"Person", "Product", "Offer", "Review", "Rating"}, "home.go": {"required name=keywords"},
	"sales.go": {"/sales?", "/sales.csv?"},
}

// TestWordsAreInTheCatalogue finds words in templates, programs and modules of pages that are
// said in English whoever reads them. The reference of the interface is in English, as is the
// interface.
func TestWordsAreInTheCatalogue(t *testing.T) {
	t.Parallel()
	found := map[string][]string{}
	for _, room := range rooms(t) {
		found[room] = literalsOf(t, room)
	}
	for _, module := range modules(t) {
		found[strings.TrimPrefix(filepath.ToSlash(module), "../../")] = scriptWords(t, module)
	}
	for _, room := range slices.Sorted(maps.Keys(found)) {
		for _, words := range found[room] {
			t.Errorf("%s says %s: say it by t, h or n in a template, by T, N or Text in a program", room, words)
		}
	}
}

// rooms are the folders with pages, but for the reference.
func rooms(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("../../internal/*/templates/*.html")
	more, errMore := filepath.Glob("../../internal/pages/*/templates/*.html")
	if err != nil || errMore != nil {
		t.Fatal(err, errMore)
	}
	seen := map[string]bool{}
	for _, name := range append(names, more...) {
		room := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(filepath.Dir(name))), "../../")
		seen[room] = room != "internal/mail" && room != "internal/pages/reference"
	}
	maps.DeleteFunc(seen, func(_ string, pages bool) bool { return !pages })
	return slices.Sorted(maps.Keys(seen))
}

func literalsOf(t *testing.T, room string) (words []string) {
	t.Helper()
	templates, err := filepath.Glob("../../" + room + "/templates/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range templates {
		for _, tree := range readTemplate(t, name) {
			markup := markupOf(tree.Root)
			if attributes.MatchString(markup) {
				markup = "<i " + markup + ">" // those of an element in another template
			}
			words = append(words, markupWords(markup)...)
		}
	}
	programs, err := filepath.Glob("../../" + room + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range programs {
		if !strings.HasSuffix(name, "_test.go") {
			words = append(words, programWords(t, name)...)
		}
	}
	return words
}

// attributes are the whole of a template.
var attributes = regexp.MustCompile(`^(\s*[a-z-]+="[^"]*"|\s|…)+$`)

// markupOf is the HTML of a template, without what is put in.
func markupOf(root *parse.ListNode) string {
	var text strings.Builder
	walk(root, func(node parse.Node) {
		switch node := node.(type) {
		case *parse.TextNode:
			text.Write(node.Text)
		case *parse.ActionNode, *parse.TemplateNode:
			text.WriteString("\u2026")
		}
	})
	return text.String()
}

// word is one of people: two letters or more.
var word = regexp.MustCompile(`\p{L}{2,}`)

func isSaid(text string) bool {
	for _, w := range word.FindAllString(text, -1) {
		if !slices.Contains(sameInAll, w) {
			return true
		}
	}
	return false
}

// markupWords are the words in HTML that people read or hear.
func markupWords(text string) (words []string) {
	tokens := html.NewTokenizer(strings.NewReader(text))
	silent, raw := "", false // raw: its markup is one text
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return words
		case html.TextToken:
			if raw {
				words = append(words, markupWords(string(tokens.Text()))...)
			} else if said := strings.TrimSpace(string(tokens.Text())); silent == "" && isSaid(said) {
				words = append(words, "the text "+strings.Join(strings.Fields(said), " "))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			if slices.Contains([]string{"code", "pre", "script", "style"}, token.Data) {
				silent = token.Data
			}
			raw = token.Data == "noscript"
			words = append(words, attributeWords(token)...)
		case html.EndTagToken:
			raw = false
			if tokens.Token().Data == silent {
				silent = ""
			}
		}
	}
}

func attributeWords(token html.Token) (words []string) {
	kind := ""
	for _, a := range token.Attr {
		if a.Key == "type" {
			kind = a.Val
		}
	}
	said := []string{"title", "alt", "placeholder", "aria-label", "aria-description", "label"}
	if token.Data == "input" && (kind == "submit" || kind == "button" || kind == "reset") {
		said = append(said, "value")
	}
	for _, a := range token.Attr {
		if slices.Contains(said, a.Key) && isSaid(a.Val) {
			words = append(words, "the attribute "+a.Key+" "+a.Val)
		}
	}
	return words
}

// sentenceLike is what people read: words with a space between, or one with a capital.
var sentenceLike = regexp.MustCompile(`^[\p{Lu}(“][\p{Ll}’']+([ .:!?]|$)|\p{Ll}{2,} \p{Ll}+|\p{Ll}[.:!?]$`)

// quiet are calls whose texts nobody reads on a page, or reads in the catalogue.
var quiet = []string{
	"Errorf", "Refusal", "New", "Set", "Get", "Del", "Add", "Fixed", "Handle", "HandleFunc", "Format", "Replace", "Asset",
	"Write", "WriteString", "Fprintf", "Info", "Warn", "Error", "panic", "limited", "view", "EncodeToString", "Header", "Parse", "MustCompile",
}

// programWords are the texts in a program that look like what people read.
func programWords(t *testing.T, name string) (words []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.GenDecl:
			return node.Tok != token.IMPORT
		case *ast.Field: // tags
			return false
		case *ast.CompositeLit:
			return !slices.Contains(quiet, nameOf(node.Type))
		case *ast.CallExpr:
			return !slices.Contains(quiet, nameOf(node.Fun)) && sayingTexts(node) == 0
		case *ast.BasicLit:
			if text, ok := textOf(node); ok && sentenceLike.MatchString(text) && !strings.Contains(text, "</") &&
				!slices.Contains(notSaid[filepath.Base(name)], text) {
				words = append(words, filepath.Base(name)+": "+text)
			}
		}
		return true
	})
	return words
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

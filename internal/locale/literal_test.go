package locale_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"golang.org/x/net/html"
)

// english are the rooms that are in English alone for now, and modules of pages. Whoever puts
// the last words of one into the catalogue takes it off the list.
var english = []string{
	"internal/oauth", "internal/pages/account", "internal/pages/applications", "internal/pages/buyers", "internal/pages/mailroom",
	"internal/pages/moderation", "internal/pages/operator", "internal/pages/papers",
	"internal/pages/security", "internal/pages/seller", "internal/pages/setup",
	"internal/pages/assets/passkey.js", "internal/pages/assets/upload.js", "viewer/src/toolbar.js", "viewer/src/turn.js",
	"viewer/src/viewer.js",
}

// sameInAll are words that are the same in all languages, or that nobody translates: names of
// formats, and what stands for itself.
var sameInAll = []string{"SHA", "ZIP", "UTC"}

// notSaid are texts that look like words and are none: names of a standard.
var notSaid = map[string][]string{
	"house.go": {"\n@media screen and (prefers-color-scheme: dark) { "}, "ask.go": {"Etag", "Vary"}, "seller.go": {"Person"},
	"policy.go":     {"img-src 'self' blob:", "worker-src blob:", "connect-src 'self' blob:"},
	"structured.go": {"Person", "Product", "Offer", "Review", "Rating"}, "home.go": {"required name=keywords"},
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
		listed := slices.Contains(english, room)
		if len(found[room]) == 0 && listed {
			t.Errorf("%s has no words outside of the catalogue: take it off the list", room)
		}
		for _, words := range found[room] {
			if !listed {
				t.Errorf("%s says %s: say it by t, h or n in a template, by T, N or Text in a program", room, words)
			}
		}
	}
	for _, room := range english {
		if _, known := found[room]; !known {
			t.Errorf("there is no %s: take it off the list", room)
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

func modules(t *testing.T) []string {
	t.Helper()
	assets, err := filepath.Glob("../../internal/pages/assets/*.js")
	viewer, errViewer := filepath.Glob("../../viewer/src/*.js")
	if err != nil || errViewer != nil || len(assets) == 0 || len(viewer) == 0 {
		t.Fatal(err, errViewer)
	}
	return append(assets, viewer...)
}

func literalsOf(t *testing.T, room string) (words []string) {
	t.Helper()
	templates, err := filepath.Glob("../../" + room + "/templates/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range templates {
		for _, tree := range readTemplate(t, name) {
			words = append(words, markupWords(markupOf(tree.Root))...)
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
	silent := ""
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return words
		case html.TextToken:
			if said := strings.TrimSpace(string(tokens.Text())); silent == "" && isSaid(said) {
				words = append(words, "the text "+strings.Join(strings.Fields(said), " "))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			if slices.Contains([]string{"code", "pre", "script", "style"}, token.Data) {
				silent = token.Data
			}
			words = append(words, attributeWords(token)...)
		case html.EndTagToken:
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
	"Errorf", "New", "Set", "Get", "Del", "Add", "Fixed", "Handle", "HandleFunc", "Format", "Replace", "Asset",
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

// scriptText is a text of a module in quotes.
var scriptText = regexp.MustCompile("\"([^\"\\n]*)\"|'([^'\\n]*)'|`([^`]*)`")

// scriptSaid is one that begins as a sentence does, or as the name of something.
var scriptSaid = regexp.MustCompile(`^[A-Z][a-z]+( [a-z]|[.…]|$)`)

// scriptWords are the texts of a module that look like what people read.
func scriptWords(t *testing.T, name string) (words []string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		code, _, _ := strings.Cut(line, "// ")
		for _, m := range scriptText.FindAllStringSubmatch(code, -1) {
			said := m[1] + m[2] + m[3]
			if scriptSaid.MatchString(said) && !strings.Contains(code, "case \""+said) && !isKey(said) {
				words = append(words, said)
			}
		}
	}
	return words
}

// isKey reports whether a text is the name of a key, a header or an error in browsers.
func isKey(text string) bool {
	return slices.Contains([]string{"Enter", "Escape", "Home", "End", "Location", "Files", "Accept", "Range", "Space", "Tab"}, text)
}

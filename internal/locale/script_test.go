package locale_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// modules are the scripts that pages load.
func modules(t *testing.T) []string {
	t.Helper()
	assets, err := filepath.Glob("../../internal/pages/assets/*.js")
	viewer, errViewer := filepath.Glob("../../viewer/src/*.js")
	if err != nil || errViewer != nil || len(assets) == 0 || len(viewer) == 0 {
		t.Fatal(err, errViewer)
	}
	return append(assets, viewer...)
}

// scriptText is a text of a module in quotes.
var scriptText = regexp.MustCompile("\"([^\"\\n]*)\"|'([^'\\n]*)'|`([^`]*)`")

// scriptSaid is one that begins as a sentence does, or as the name of something, or has words with a space between.
var scriptSaid = regexp.MustCompile(`^[A-Z][a-z]+( [a-z]|[.…]|$)|[a-z]{2,} [a-z]`)

// unsaid are lines whose texts nobody reads on a page: for developers, names of classes, programs for the graphics card.
var unsaid = regexp.MustCompile(`Error\(|console\.|className|void main\(`)

// scriptWords are the texts of a module that look like what people read.
func scriptWords(t *testing.T, name string) (words []string) {
	t.Helper()
	for _, code := range codeOf(t, name) {
		for _, said := range textsIn(code) {
			if scriptSaid.MatchString(said) && !unsaid.MatchString(code) && !strings.Contains(code, "case \""+said) && !isKey(said) {
				words = append(words, said)
			}
		}
	}
	return words
}

// codeOf are the lines of a module without what follows on a line as a comment.
func codeOf(t *testing.T, name string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		code, _, _ := strings.Cut(line, "// ")
		if begin := strings.TrimSpace(code); !strings.HasPrefix(begin, "*") && !strings.HasPrefix(begin, "/*") {
			lines = append(lines, code)
		}
	}
	return lines
}

func textsIn(code string) (texts []string) {
	for _, m := range scriptText.FindAllStringSubmatch(code, -1) {
		texts = append(texts, m[1]+m[2]+m[3])
	}
	return texts
}

// isKey reports whether a text is the name of a key, a header or an error in browsers.
func isKey(text string) bool {
	return slices.Contains([]string{"Enter", "Escape", "Home", "End", "Location", "Files", "Accept", "Range", "Space", "Tab"}, text)
}

// TestViewerIsGivenItsWords compares what the viewer asks its page for with what pages hand over.
func TestViewerIsGivenItsWords(t *testing.T) {
	t.Parallel()
	var asked, given []string
	for _, module := range modules(t) {
		for _, code := range codeOf(t, module) {
			if _, call, says := strings.Cut(code, "say("); says && strings.Contains(module, "viewer/src") {
				asked = append(asked, textsIn(call)...)
			}
		}
	}
	template, err := os.ReadFile("../../internal/pages/storefront/templates/parts.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`data-say-([a-z]+)="{{t `).FindAllSubmatch(template, -1) {
		given = append(given, string(m[1]))
	}
	slices.Sort(asked)
	slices.Sort(given)
	if diff := cmp.Diff(given, slices.Compact(asked)); diff != "" || len(asked) == 0 {
		t.Errorf("words of the viewer (-given +asked for):\n%s", diff)
	}
}

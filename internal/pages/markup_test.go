package pages_test

import (
	"html/template"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"vitrine/internal/pages"
)

// TestMarkup holds what is put together against what a template makes of the same texts.
func TestMarkup(t *testing.T) {
	t.Parallel()
	whole := template.Must(template.New("").Parse(`<a title="{{.}}">{{.}}</a>`))
	for _, text := range []string{
		"", "Oak chair", `<script>alert("1")</script>`, `" onclick="x()`, `' a='`, "&amp; <b>", "a\x00b", "\xff\xfe", "日本の木製椅子", "--> <!--", "a+b`c=d",
	} {
		got := string(new(pages.Markup).Fixed(`<a title="`).Text(text).Fixed(`">`).Text(text).Fixed(`</a>`).HTML())
		var want strings.Builder
		if err := whole.Execute(&want, text); err != nil {
			t.Fatal(err)
		}
		if got, want := parsed(t, got), parsed(t, want.String()); got != want {
			t.Errorf("%q is read as\n%s\nwant\n%s", text, got, want)
		}
	}
}

// parsed is a piece of HTML as browsers read it.
func parsed(t *testing.T, text string) string {
	t.Helper()
	node, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := html.Render(&b, node); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

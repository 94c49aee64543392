package storefront_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"vitrine/internal/locale"
)

// page is what a browser got.
type page struct {
	status int
	header http.Header
	body   string
}

// check holds a page against what all of them keep to; other answers, such as
// redirects and pictures, against what all answers keep to.
func (p page) check(t testing.TB, what string) {
	t.Helper()
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"} {
		if got := p.header.Get(name); got != want {
			t.Errorf("%s: header %s is %q, want %q", what, name, got, want)
		}
	}
	kind := p.header.Get("Content-Type")
	if !strings.HasPrefix(kind, "text/html") {
		return
	}
	if p.status >= 300 && p.status < 400 {
		return // net/http's one line beside Location
	}
	if kind != "text/html; charset=utf-8" {
		t.Errorf("%s: Content-Type is %q", what, kind)
	}
	directives := strings.Split(p.header.Get("Content-Security-Policy"), "; ")
	for _, want := range []string{"default-src 'none'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"} {
		if !slices.Contains(directives, want) {
			t.Errorf("%s: Content-Security-Policy %q lacks %q", what, directives, want)
		}
	}
	p.checkBalance(t, what)
	p.checkElements(t, what)
	p.checkStructure(t, what)
	size := len(p.body)
	if strings.Contains(what, " /docs") {
		size = packed(t, p.body) // it is the whole contract, with samples in four languages
	}
	if size > 100_000 {
		t.Errorf("%s: has %d bytes", what, size)
	}
}

// packed is how many bytes a text has on the wire.
func packed(t testing.TB, text string) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// checkStructure asks for what every page has once, for labels of fields and
// sizes of pictures.
func (p page) checkStructure(t testing.TB, what string) {
	t.Helper()
	for _, name := range []string{"main", "h1", "title", "footer"} {
		if n := len(p.all(t, name)); n != 1 {
			t.Errorf("%s: has %d <%s>", what, n, name)
		}
	}
	if got := p.attributes(t, "html", "lang"); len(got) != 1 || locale.Find(got[0]) == nil {
		t.Errorf("%s: its language is %q", what, got)
	}
	labelled := p.attributes(t, "label", "for")
	for _, field := range append(p.all(t, "input"), p.all(t, "select")...) {
		inLabel := field.Parent != nil && field.Parent.Data == "label"
		if kind := attribute(field, "type"); kind != "hidden" && !inLabel && !slices.Contains(labelled, attribute(field, "id")) {
			t.Errorf("%s: the field %s has no label", what, attribute(field, "name"))
		}
	}
	for _, image := range p.all(t, "img") {
		for _, name := range []string{"alt", "width", "height"} {
			if !slices.ContainsFunc(image.Attr, func(a html.Attribute) bool { return a.Key == name }) {
				t.Errorf("%s: the picture %s has no %s", what, attribute(image, "src"), name)
			}
		}
	}
	for _, data := range p.all(t, "script") {
		if isData(data) && !json.Valid([]byte(data.FirstChild.Data)) {
			t.Errorf("%s: the data is not JSON: %s", what, data.FirstChild.Data)
		}
	}
}

// isData reports whether a script is no program but data for search engines.
func isData(e *html.Node) bool {
	return e.Data == "script" && attribute(e, "type") == "application/ld+json" && attribute(e, "src") == ""
}

// attribute returns an attribute of an element, "" when it has none.
func attribute(e *html.Node, name string) string {
	for _, a := range e.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// pictures are the addresses of the pictures that were uploaded.
func (p page) pictures(t testing.TB) []string {
	t.Helper()
	return slices.DeleteFunc(p.attributes(t, "img", "src"), func(src string) bool { return !strings.HasPrefix(src, "/media/") })
}

// checkBalance fails unless every element is closed in its turn: the parser
// would mend such faults in silence.
func (p page) checkBalance(t testing.TB, what string) {
	t.Helper()
	void := []atom.Atom{atom.Meta, atom.Link, atom.Img, atom.Br, atom.Hr, atom.Input}
	var opened []string
	tokens := html.NewTokenizer(strings.NewReader(p.body))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			if len(opened) > 0 {
				t.Errorf("%s: left open: %v", what, opened)
			}
			return
		case html.StartTagToken:
			if token := tokens.Token(); !slices.Contains(void, token.DataAtom) {
				opened = append(opened, token.Data)
			}
		case html.EndTagToken:
			name := tokens.Token().Data
			if len(opened) == 0 || opened[len(opened)-1] != name {
				t.Errorf("%s: </%s> within %v", what, name, opened)
				return
			}
			opened = opened[:len(opened)-1]
		}
	}
}

// isProgram reports whether an element is a script of ours, from our own host: the
// 3D viewer, or what copies an address, counts choices or completes searches.
func isProgram(e *html.Node) bool {
	src := attribute(e, "src")
	return e.Data == "script" && attribute(e, "type") == "module" && e.FirstChild == nil &&
		(strings.HasPrefix(src, "/viewer/assets/viewer-") || strings.HasPrefix(src, "/assets/copy.") ||
			strings.HasPrefix(src, "/assets/facets.") || strings.HasPrefix(src, "/assets/suggest."))
}

// checkElements refuses scripts, and what asks another host for anything.
func (p page) checkElements(t testing.TB, what string) {
	t.Helper()
	ids := map[string]bool{}
	for _, e := range p.all(t, "") {
		if slices.Contains([]string{"script", "iframe", "object", "embed", "base", "style"}, e.Data) && !isData(e) && !isProgram(e) {
			t.Errorf("%s: has <%s>", what, e.Data)
		}
		for _, a := range e.Attr {
			own := strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "//") || e.Data == "link" && strings.HasPrefix(a.Val, baseURL+"/")
			switch {
			case strings.HasPrefix(a.Key, "on") || a.Key == "style":
				t.Errorf("%s: <%s> has the attribute %s", what, e.Data, a.Key)
			case a.Key == "id" && ids[a.Val]:
				t.Errorf("%s: two elements have the id %q", what, a.Val)
			case a.Key == "id":
				ids[a.Val] = true
			case (a.Key == "src" || a.Key == "action" || e.Data == "link" && a.Key == "href") && !own:
				t.Errorf("%s: <%s> has %s=%q", what, e.Data, a.Key, a.Val)
			case a.Key == "href" && strings.HasPrefix(a.Val, "#") && !strings.Contains(p.body, `id="`+a.Val[1:]+`"`):
				t.Errorf("%s: nothing is at %s", what, a.Val)
			}
		}
	}
}

// all returns the elements of a name in their order, "" for all.
func (p page) all(t testing.TB, name string) []*html.Node {
	t.Helper()
	document, err := html.Parse(strings.NewReader(p.body))
	if err != nil {
		t.Fatal(err)
	}
	var found []*html.Node
	for node := range document.Descendants() {
		if node.Type == html.ElementNode && (name == "" || node.Data == name) {
			found = append(found, node)
		}
	}
	return found
}

// texts returns the texts of the elements of a name.
func (p page) texts(t testing.TB, name string) []string {
	t.Helper()
	list := []string{}
	for _, node := range p.all(t, name) {
		list = append(list, textOf(node))
	}
	return list
}

// text is what the whole page says.
func (p page) text(t testing.TB) string {
	t.Helper()
	return strings.Join(p.texts(t, "body"), "")
}

// attributes returns an attribute of the elements of a name that have it.
func (p page) attributes(t testing.TB, name, attribute string) []string {
	t.Helper()
	list := []string{}
	for _, node := range p.all(t, name) {
		for _, a := range node.Attr {
			if a.Key == attribute {
				list = append(list, a.Val)
			}
		}
	}
	return list
}

// outcomes are the choices that the page's form offers.
func (p page) outcomes(t testing.TB) []string {
	t.Helper()
	list := []string{}
	for _, button := range p.all(t, "button") {
		if attribute(button, "name") == "outcome" {
			list = append(list, attribute(button, "value"))
		}
	}
	return list
}

func (p page) wantStatus(t testing.TB, want int) {
	t.Helper()
	if p.status != want {
		t.Fatalf("status is %d, want %d:\n%s", p.status, want, p.body)
	}
}

// wantText fails unless the page says each of the parts.
func (p page) wantText(t testing.TB, parts ...string) {
	t.Helper()
	text := p.text(t)
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("the page does not say %q:\n%s", part, text)
		}
	}
}

// wantRedirect fails unless the answer leads to a place.
func (p page) wantRedirect(t testing.TB, want string) {
	t.Helper()
	if got := p.header.Get("Location"); p.status != http.StatusSeeOther || got != want {
		t.Fatalf("status %d to %q, want 303 to %q:\n%s", p.status, got, want, p.body)
	}
}

// textOf joins the words of an element, with single spaces.
func textOf(node *html.Node) string {
	var text strings.Builder
	for inner := range node.Descendants() {
		if inner.Type == html.TextNode {
			text.WriteString(inner.Data)
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}

package storefront_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"vitrine/internal/payment"
)

// choiceCounts are what a list's page finds beside its form.
type choiceCounts struct {
	More   bool
	Counts map[string]map[string]int64
}

func (s *site) counts(t *testing.T, path string) choiceCounts {
	t.Helper()
	got := s.get(t, path)
	got.wantStatus(t, http.StatusOK)
	wantForModules(t, path, got)
	var found choiceCounts
	if err := json.Unmarshal([]byte(got.body), &found); err != nil {
		t.Fatalf("%s: %v: %s", path, err, got.body)
	}
	return found
}

// wantForModules holds an answer to a module of a page against what all of them keep to.
func wantForModules(t *testing.T, path string, got page) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Type": "application/json", "Cache-Control": "public, max-age=30", "X-Robots-Tag": "noindex", "Set-Cookie": "",
		"Access-Control-Allow-Origin": "",
	} {
		if value := got.header.Get(name); value != want {
			t.Errorf("%s: the header %s is %q, want %q", path, name, value, want)
		}
	}
	if got.header.Get("ETag") == "" {
		t.Errorf("%s: it has no ETag", path)
	}
}

// choice is a value that a list's form offers.
type choice struct{ name, value string }

func (p page) offered(t *testing.T) []choice {
	t.Helper()
	var list []choice
	add := func(name string, e *html.Node) {
		if name != "sort" && attribute(e, "value") != "" {
			list = append(list, choice{name, attribute(e, "value")})
		}
	}
	for _, e := range p.all(t, "input") {
		if attribute(e, "type") == "checkbox" {
			add(attribute(e, "name"), e)
		}
	}
	for _, e := range p.all(t, "option") {
		add(attribute(e.Parent, "name"), e)
	}
	return list
}

// TestChoiceCounts holds each number against the list that the choice leads to.
func TestChoiceCounts(t *testing.T) {
	t.Parallel()
	s := shelvedSite(t)
	for _, path := range []string{
		"/3d-models", "/3d-print-models", "/3d-models/furniture", "/3d-models/furniture/chairs", "/search", "/search?keywords=oak",
		"/search?keywords=%22oak+chair%22", "/sellers/ada", "/sellers/ada?author=bob&max_price=12", "/3d-models?extensions=stl&pbr=true",
		"/3d-models?extensions=zip,fbx&pbr=false", "/3d-models?license=exclude_editorial&discounted=false&ai_generated=false",
		"/search?product_type=printable&max_price=3",
		"/search?polygons=lt_5k&min_price=6", "/search?adult_content=true&sort=oldest", "/3d-models/furniture?category_id=1",
		"/search?keywords=nothing",
	} {
		shown := s.get(t, path)
		found := s.counts(t, shown.attributes(t, "form", "data-counts")[0])
		for _, c := range shown.offered(t) {
			if c.name == "adult_content" {
				if found.Counts[c.name] != nil {
					t.Errorf("%s: adult content is counted", path)
				}
				continue
			}
			got, known := found.Counts[c.name][c.value], found.Counts[c.name] != nil
			if want := s.listedWith(t, path, c); !known || fmt.Sprint(got) != want {
				t.Errorf("%s: %d models with %v, the list has %s", path, got, c, want)
			}
		}
	}
}

// listedWith is how many models a list says that it has, with a choice in place of those of its field.
func (s *site) listedWith(t *testing.T, path string, c choice) string {
	t.Helper()
	base, query, _ := strings.Cut(path, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	values.Set(c.name, c.value)
	for _, title := range s.get(t, base+"?"+values.Encode()).texts(t, "h2") {
		if number, rest, _ := strings.Cut(title, " "); strings.HasPrefix(rest, "model") {
			return number
		}
	}
	t.Fatalf("%s counts nothing", path)
	return ""
}

// TestCountsPath has lists that are counted alike ask at one address, without what is no filter.
func TestCountsPath(t *testing.T) {
	t.Parallel()
	s := shelvedSite(t)
	for path, want := range map[string]string{
		"/3d-models": "/facets?product_type=cg", "/3d-models?sort=oldest&utm_source=x&keywords=": "/facets?product_type=cg",
		"/search": "/facets", "/search?max_price=12%2C50&keywords=oak": "/facets?keywords=oak&max_price=12.50",
		"/sellers/ada?author=bob": "/facets?author=ada",
	} {
		if got := s.get(t, path).attributes(t, "form", "data-counts"); !slices.Equal(got, []string{want}) {
			t.Errorf("%s asks %q, want %s", path, got, want)
		}
	}
	// What counts for nothing is not read, and so makes no other answer to be kept.
	s.get(t, "/facets?sort=upwards&cursor=x&utm_source=y").wantStatus(t, http.StatusOK)
	for _, path := range []string{
		"/facets?max_price=cheap", "/facets?polygons=many", "/facets?keywords=" + strings.Repeat("a", 501), "/suggest?q=%00",
	} {
		s.get(t, path).wantStatus(t, http.StatusBadRequest)
	}
}

// TestCountsAreOfNow changes what lists have whose counts were asked for.
func TestCountsAreOfNow(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	chair, _ := s.publishOf(t, map[string]any{"title": "Oak chair", "category": "furniture", "price": 12})
	const path = "/facets?category_id=&keywords=oak&extensions=fbx"
	want := func(why string, stl, discounted int64) {
		t.Helper()
		for range 2 {
			found := s.counts(t, path).Counts
			if found["extensions"]["stl"] != stl || found["discounted"]["true"] != discounted {
				t.Errorf("%s: %v", why, found)
			}
		}
	}
	want("a chair", 1, 0)
	s.publishOf(t, map[string]any{"title": "Oak table", "category": "furniture", "price": 90})
	want("another model", 2, 0)
	s.call(t, s.seller, "PUT", chair, map[string]any{"title": "Ash chair"}, http.StatusOK)
	want("another title", 1, 0)
	s.call(t, s.seller, "PUT", chair, map[string]any{"title": "Oak chair", "adult_content": true}, http.StatusOK)
	want("adult content", 1, 0)
	s.call(t, s.seller, "PUT", chair, map[string]any{"adult_content": false}, http.StatusOK)
	want("none", 2, 0)
	s.call(t, s.seller, "PUT", chair, map[string]any{"status": "draft"}, http.StatusOK)
	want("a draft", 1, 0)
}

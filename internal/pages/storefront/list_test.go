package storefront_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/survey/surveytest"
)

// shelvedSite has models of both kinds in several categories.
func shelvedSite(t *testing.T) *site {
	t.Helper()
	s := newSite(t, payment.Sandbox{})
	s.read = surveytest.Nothing // the polygons are those that authors say
	s.publishOf(t, map[string]any{"title": "Oak chair", "category": "furniture", "subcategory": "chairs", "price": 12,
		"original_price": 20, "pbr": true, "info": map[string]any{"polygons": 4000}})
	s.publishOf(t, map[string]any{"title": "Pine table", "category": "furniture", "subcategory": "tables", "price": 30,
		"animated": true, "rigged": true, "info": map[string]any{"polygons": 60000, "collection": true}})
	s.publishOf(t, map[string]any{"title": "Brand lamp", "category": "furniture", "price": 5, "license": "editorial",
		"ai_generated": true})
	s.publishOf(t, map[string]any{"title": "Vase", "category": "household-prints", "subcategory": "vases-bowls", "price": 0,
		"product_type": "printable"})
	s.publishOf(t, map[string]any{"title": "Nude", "category": "characters", "adult_content": true})
	s.draft(t, "Draft", 1)
	return s
}

func TestLists(t *testing.T) {
	t.Parallel()
	s := shelvedSite(t)
	for path, want := range map[string][]string{
		"/3d-models":                                              {"Brand lamp", "Pine table", "Oak chair"},
		"/3d-print-models":                                        {"Vase"},
		"/3d-models/furniture":                                    {"Brand lamp", "Pine table", "Oak chair"},
		"/3d-models/furniture/chairs":                             {"Oak chair"},
		"/3d-models?min_price=6&max_price=29.99":                  {"Oak chair"},
		"/3d-models?min_price=11,50&max_price=12,5":               {"Oak chair"}, // as decimals are written in many countries
		"/3d-models?sort=higher_price":                            {"Pine table", "Oak chair", "Brand lamp"},
		"/3d-models?sort=lower_price&min_price=&extensions=":      {"Brand lamp", "Oak chair", "Pine table"},
		"/3d-models?animated=true":                                {"Pine table"},
		"/3d-models?rigged=true&pbr=false":                        {"Pine table"},
		"/3d-models?pbr=true":                                     {"Oak chair"},
		"/3d-models?low_poly=true":                                {"Oak chair"},
		"/3d-models?polygons=range_50k_100k":                      {"Pine table"},
		"/3d-models?collection=true":                              {"Pine table"},
		"/3d-models?ai_generated=true":                            {"Brand lamp"},
		"/search?ai_generated=false":                              {"Vase", "Pine table", "Oak chair"},
		"/3d-models?discounted=true":                              {"Oak chair"},
		"/3d-models?license=exclude_editorial":                    {"Pine table", "Oak chair"},
		"/3d-models?extensions=stl&extensions=glb":                {"Brand lamp", "Pine table", "Oak chair"},
		"/3d-models?extensions=glb,FBX":                           {},
		"/3d-models?adult_content=true&keywords=nude":             {"Nude"},
		"/3d-print-models?animated=true&polygons=lt_5k":           {"Vase"}, // they ask about CG models
		"/search?keywords=chair":                                  {"Oak chair"},
		"/search?product_type=printable":                          {"Vase"},
		"/search?author=ada&keywords=table":                       {"Pine table"},
		"/search?author=nobody":                                   {},
		"/search?min_admin_rating=0.5":                            {},
		"/search?category_id=0&keywords=chair":                    {"Oak chair"},
		"/search?category_id=999999":                              {},
		"/search":                                                 {"Vase", "Brand lamp", "Pine table", "Oak chair"},
		"/sellers/ada":                                            {"Vase", "Brand lamp", "Pine table", "Oak chair"},
		"/sellers/ada?author=bob&max_price=1":                     {"Vase"},
		"/search?keywords=%3Cscript%3Ealert(1)%3C%2Fscript%3E":    {},
		"/search?keywords=%22%3E%3Cimg+src%3Dx+onerror%3Dx%3E%27": {},
	} {
		got := s.get(t, path)
		got.wantStatus(t, http.StatusOK)
		if diff := cmp.Diff(want, got.texts(t, "h3")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
		count := fmt.Sprintf("%d models", len(want))
		if len(want) == 1 {
			count = "1 model"
		}
		got.wantText(t, count)
		if len(want) == 0 {
			got.wantText(t, "No model fits.")
		}
		if hidden := slices.Contains(got.attributes(t, "meta", "content"),
			"noindex"); hidden != (strings.Contains(path, "?") && !strings.HasPrefix(path, "/3d-print") || path == "/search") {
			t.Errorf("%s is hidden from search engines: %v", path, hidden)
		}
	}
}

func TestEmptyLists(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	for _, path := range []string{"/3d-models", "/3d-print-models", "/3d-models/furniture/chairs", "/search?keywords=x"} {
		got := s.get(t, path)
		got.wantStatus(t, http.StatusOK)
		got.wantText(t, "0 models", "No model fits.", "look through 3D models")
	}
}

// TestFiltersKeepWhatWasSent looks at the form of a filtered list, and follows
// the links that take filters away.
func TestFiltersKeepWhatWasSent(t *testing.T) {
	t.Parallel()
	s := shelvedSite(t)
	path := "/3d-models/furniture?keywords=oak&min_price=1&max_price=99.5&extensions=stl&extensions=abc&pbr=true" +
		"&low_poly=true&polygons=lt_5k&license=exclude_editorial&discounted=true&sort=lower_price"
	got := s.get(t, path)
	got.wantText(t, "1 model", "Oak chair")
	sent := url.Values{}
	for _, field := range got.all(t, "input") {
		checked := slices.ContainsFunc(field.Attr, func(a htmlAttribute) bool { return a.Key == "checked" })
		if attribute(field, "id") != "keywords" && attribute(field, "name") != "next" && (attribute(field, "type") != "checkbox" || checked) {
			sent.Add(attribute(field, "name"), attribute(field, "value"))
		}
	}
	for _, option := range got.all(t, "option") {
		if slices.ContainsFunc(option.Attr, func(a htmlAttribute) bool { return a.Key == "selected" }) {
			sent.Add(attribute(option.Parent, "name"), attribute(option, "value"))
		}
	}
	_, query, _ := strings.Cut(path, "?")
	want, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, sent); diff != "" {
		t.Errorf("the form (-want +got):\n%s", diff)
	}
	links := got.attributes(t, "a", "href")
	for _, name := range []string{"min_price", "extensions", "polygons"} {
		removed := slices.ContainsFunc(links, func(link string) bool {
			address, err := url.Parse(link)
			return err == nil && len(address.Query()[name]) < len(want[name]) && len(address.Query()) >= len(want)-1
		})
		if !removed {
			t.Errorf("no link takes %s away: %q", name, links)
		}
	}
	if printable := s.get(t, "/3d-print-models"); slices.Contains(printable.attributes(t, "select", "name"), "polygons") ||
		slices.Contains(printable.attributes(t, "input", "name"), "rigged") {
		t.Error("printables are asked for polygons or rigs")
	}
}

func TestBadParameters(t *testing.T) {
	t.Parallel()
	s := shelvedSite(t)
	for _, c := range []struct{ query, name string }{
		{"min_price=cheap", "min_price"}, {"max_price=-1", "max_price"}, {"max_price=1.999", "max_price"}, {"max_price=1,999", "max_price"},
		{"max_price=1.9,9", "max_price"}, {"polygons=many", "polygons"},
		{"animated=maybe", "animated"}, {"sort=random", "sort"}, {"license=none", "license"}, {"cursor=nonsense", "cursor"},
		{"keywords=%FF", "keywords"}, {"keywords=a%00b", "keywords"}, {"keywords=" + strings.Repeat("x", 501), "keywords"},
		{"adult_content=%3Cscript%3E", "adult_content"},
	} {
		got := s.get(t, "/3d-models/furniture?discounted=true&"+c.query)
		got.wantStatus(t, http.StatusBadRequest)
		if diff := cmp.Diff([]string{c.name}, got.texts(t, "code")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.query, diff)
		}
		if links := got.attributes(t, "a", "href"); !slices.Contains(links, "/3d-models/furniture?discounted=true") {
			t.Errorf("%s: no way back among %q", c.query, links)
		}
	}
	s.get(t, "/search?product_type=paper").wantStatus(t, http.StatusBadRequest)
	s.get(t, "/search?unknown=parameter").wantStatus(t, http.StatusOK)
}

// TestPaging goes through a list by its links.
func TestPaging(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	for i := range 26 {
		s.publish(t, fmt.Sprintf("Model %02d", i), 1)
	}
	first := s.get(t, "/3d-models?max_price=2")
	first.wantText(t, "26 models", "Next page")
	if strings.Contains(first.text(t), "First page") {
		t.Error("the first page leads to the first page")
	}
	next := nextOf(t, first)
	second := s.get(t, next)
	if diff := cmp.Diff([]string{"Model 01", "Model 00"}, second.texts(t, "h3")); diff != "" {
		t.Errorf("the second page (-want +got):\n%s", diff)
	}
	second.wantText(t, "26 models", "First page", "up to 2 USD")
	if links := second.attributes(t, "a", "href"); !slices.Contains(links, "/3d-models?max_price=2") || nextOf(t, second) != "" {
		t.Errorf("the last page leads to %q", links)
	}
	if n := len(first.texts(t, "h3")); n != 24 {
		t.Errorf("%d models stand on a page", n)
	}
}

// nextOf is the address of the next page, "" on the last.
func nextOf(t *testing.T, p page) string {
	t.Helper()
	for _, e := range append(p.all(t, "a"), p.all(t, "link")...) {
		if attribute(e, "rel") == "next" {
			return attribute(e, "href")
		}
	}
	return ""
}

func TestCategoryTree(t *testing.T) {
	t.Parallel()
	s := shelvedSite(t)
	got := s.get(t, "/3d-models/furniture/chairs")
	got.wantText(t, "Furniture 3", "Chairs and Stools 1", "Home", "3D models")
	links := got.attributes(t, "a", "href")
	for _, want := range []string{"/3d-models/furniture", "/3d-models/furniture/tables", "/3d-models/furniture"} {
		if !slices.Contains(links, want) {
			t.Errorf("no link to %s", want)
		}
	}
	for _, unwanted := range []string{"/3d-models/household-prints", "/3d-models/aircraft", "/3d-models/furniture/beds"} {
		if slices.Contains(links, unwanted) {
			t.Errorf("the tree has %s, where nothing is", unwanted)
		}
	}
	s.get(t, "/3d-models/furniture/beds").wantText(t, "Beds 0") // it is open
	for path, want := range map[string]string{
		"/3d-models/":                "/3d-models",
		"/3d-models/furniture/":      "/3d-models/furniture",
		"/3d-models/chairs":          "/3d-models/furniture/chairs",
		"/3d-models/aircraft/chairs": "/3d-models/furniture/chairs",
		"/3d-models/chairs?pbr=true": "/3d-models/furniture/chairs?pbr=true",
	} {
		s.wantMoved(t, path, want)
	}
	for _, path := range []string{"/3d-models/nonsense", "/3d-models/furniture/nonsense", "/3d-models/a/b/c/d",
		"/3d-models/furniture/aircraft", "/3d-models/%FF"} {
		s.get(t, path).wantStatus(t, http.StatusNotFound)
	}
}

func (s *site) wantMoved(t *testing.T, path, want string) {
	t.Helper()
	got := s.get(t, path)
	if got.status != http.StatusMovedPermanently || got.header.Get("Location") != want {
		t.Errorf("%s: status %d to %q, want 301 to %q", path, got.status, got.header.Get("Location"), want)
	}
}

func TestSellerPages(t *testing.T) {
	t.Parallel()
	s := shelvedSite(t)
	s.get(t, "/sellers/ada").wantText(t, "ada", "Sells here since")
	for _, name := range []string{"bob", "nobody", "ADA", "%3Cb%3E"} { // bob is a buyer, which is nobody's business
		s.get(t, "/sellers/"+name).wantStatus(t, http.StatusNotFound)
	}
}

// TestSellerSays shows what a seller says of themselves, and that they are on holiday for as long as they are.
func TestSellerSays(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, model := s.publishOf(t, map[string]any{"title": "Oak chair", "price": 5})
	_, err := s.shop.ChangeProfile(t.Context(), s.seller.Caller, nil, func(p *vitrine.Profile) {
		p.Name, p.About, p.Links = "Ada <Lovelace>", "<p>Of <strong>oak</strong><script>x</script></p>", []string{"https://ada.example/"}
		p.AwayUntil, p.AwayNote = s.now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 2), "At sea"
	})
	if err != nil {
		t.Fatal(err)
	}
	own := s.get(t, "/sellers/ada")
	own.wantText(t, "Ada <Lovelace>", "ada. Sells here since", "Of oak", "Away until", "At sea", "ada.example")
	if !strings.Contains(own.body, "<p>Of <strong>oak</strong></p>") || strings.Contains(own.body, "<script>x") ||
		!strings.Contains(own.body, `<a href="https://ada.example/" rel="me nofollow ugc noreferrer"`) {
		t.Errorf("the page of the seller is wrong:\n%s", own.body)
	}
	s.get(t, model).wantText(t, "by ada (Ada <Lovelace>)", "Away until", "At sea", "Buy for")
	s.setClock(3 * 24 * time.Hour)
	for _, path := range []string{"/sellers/ada", model} {
		if back := s.get(t, path); strings.Contains(back.text(t), "Away until") {
			t.Errorf("%s: the holidays do not end", path)
		}
	}
}

func TestConditionalPages(t *testing.T) {
	t.Parallel()
	s := shelvedSite(t)
	first := s.get(t, "/3d-models")
	etag := first.header.Get("ETag")
	if etag == "" || first.header.Get("Cache-Control") != "public, max-age=30" || first.header.Get("Vary") != "Accept-Language, Cookie" ||
		first.header.Get("Set-Cookie") != "" {
		t.Fatalf("header %v", first.header)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/3d-models", nil)
	r.Header.Set("If-None-Match", `"x", W/`+etag)
	if got := s.browse(t, r); got.status != http.StatusNotModified || got.body != "" {
		t.Errorf("known already: status %d", got.status)
	}
	s.publish(t, "Another", 1)
	if got := s.browse(t, r); got.status != http.StatusOK {
		t.Errorf("after a change: status %d", got.status)
	}
}

// TestMissing asks for what is nowhere, as browsers and as programs do.
func TestMissing(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	for path, isPage := range map[string]bool{"/nowhere": true, "/a//b": true, "/<script>": true, "/v1/nowhere": false} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.URL.Path = path
		r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
		got := s.browse(t, r)
		if kind := got.header.Get("Content-Type"); got.status != http.StatusNotFound || strings.HasPrefix(kind, "text/html") != isPage {
			t.Errorf("%s for a browser: status %d, %s", path, got.status, kind)
		}
		r.Header.Set("Accept", "*/*")
		if kind := s.browse(t, r).header.Get("Content-Type"); kind != "application/problem+json" {
			t.Errorf("%s for a program: %s", path, kind)
		}
	}
}

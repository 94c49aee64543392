package storefront_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"vitrine"
	"vitrine/internal/inspect"
	"vitrine/internal/pages/storefront"
	"vitrine/internal/payment"
)

type htmlAttribute = html.Attribute

func TestModelPage(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, path := s.publishOf(t, map[string]any{
		"title": "Oak chair", "category": "furniture", "subcategory": "chairs", "price": 12, "original_price": 16, "rigged": true,
		"description": "<p>A <b>solid</b> chair</p>", "tags": []string{"oak", "chair & co", "seat", "wood", "living room"},
		"info": map[string]any{"polygons": 12345, "geometry_type": "polygonal_mesh", "textures": true, "other": []int{1}},
	})
	s.publish(t, "Other one", 3)
	if path != "/3d-models/furniture/chairs/oak-chair" {
		t.Fatalf("the page is at %s", path)
	}
	got := s.get(t, path)
	got.wantStatus(t, http.StatusOK)
	got.wantText(t, "Oak chair", "by ada", "12.00 USD", "before 16.00 USD", "−25%", "A solid chair", "cube.stl", "STL", "Rigged",
		"3 of 4 claims by the author differ", "Polygons1212,345 differs", "AnimatedNo–", "GeometryPolygonal meshPolygonal mesh agrees",
		"TexturesNoYes differs", "WatertightYes", "General license", "More by ada", "Other one", "Buy for 12.00 USD", "no money moves")
	if diff := cmp.Diff([]string{"Oak chair: 3D model by ada"}, got.texts(t, "title")); diff != "" {
		t.Error(diff)
	}
	links := got.attributes(t, "a", "href")
	for _, want := range []string{"/sellers/ada", "/search?keywords=chair+%26+co", "/3d-models/furniture/chairs", "#licence"} {
		if !slices.Contains(links, want) {
			t.Errorf("no link to %s among %q", want, links)
		}
	}
	properties := map[string]string{}
	for _, meta := range got.all(t, "meta") {
		properties[attribute(meta, "property")+attribute(meta, "name")] = attribute(meta, "content")
	}
	if properties["og:url"] != baseURL+path || properties["og:title"] == "" || properties["description"] != "A solid chair" ||
		!strings.HasPrefix(properties["og:image"], baseURL+"/media/") || properties["twitter:card"] != "summary_large_image" {
		t.Errorf("properties %v", properties)
	}
	if canonical := got.attributes(t, "link", "href"); !slices.Contains(canonical, baseURL+path) {
		t.Errorf("links %q", canonical)
	}
	for _, picture := range got.pictures(t) {
		s.get(t, picture).wantStatus(t, http.StatusOK)
	}
}

// TestIncompleteFiles tells visitors before they pay what a seller did not upload.
func TestIncompleteFiles(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	const notice = "Some of its files need others that are not among them."
	path := s.draftOf(t, map[string]any{"title": "Half a chair", "category": "furniture"})
	s.call(t, s.seller, "PUT", path, map[string]any{"status": "published"}, http.StatusOK)
	page := "/3d-models/furniture/half-a-chair"
	if whole := s.get(t, page); strings.Contains(whole.text(t), notice) {
		t.Error("nothing is missing, and the page says so")
	}
	names := []string{"a.bin", "b.png", "c.png", "d.png", "e.png", "f.png", "g.png"}
	for i, missing := range [][]string{names[:1], names[:2], names} {
		set := `{"asset":{"version":"2.0"},"buffers":[{"uri":"a.bin","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],
			"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
			"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0,"images":[`
		for j, name := range missing[1:] {
			set += strings.Repeat(",", min(j, 1)) + `{"uri":"` + name + `"}`
		}
		s.call(t, s.seller, "POST", fmt.Sprint(path, "/files?name=", i, ".gltf"), []byte(set+"]}"), http.StatusCreated)
	}
	got := s.get(t, page)
	got.wantText(t, notice, "0.gltf needs a.bin, which is not here", "1.gltf needs a.bin, b.png, which are not here",
		"2.gltf needs a.bin, b.png, c.png, d.png, e.png and 2 others, which are not here")
}

// TestFactsOfPrintables looks at what matters for printing: sizes come first, and
// what nobody prints is left out while it is not there.
func TestFactsOfPrintables(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, path := s.publishOf(t, map[string]any{
		"title": "Hook", "category": "household-prints", "product_type": "printable", "units": "mm", "price": 1234.5, "original_price": 2000,
	})
	got := s.get(t, path)
	var labels []string
	for _, cell := range got.all(t, "th") {
		if attribute(cell, "scope") == "row" {
			labels = append(labels, textOf(cell))
		}
	}
	want := []string{"Size", "Units", "Watertight", "Volume", "Surface", "Supports included", "Split into parts", "Polygons", "Triangles",
		"Vertices", "Geometry"}
	if diff := cmp.Diff(want, labels); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
	got.wantText(t, "Units–mm", "1,234.50 USD", "before 2,000.00 USD")
}

// TestViewerPlace has a model with a preview, and one without: only the first
// page loads the viewer, beside what completes searches.
func TestViewerPlace(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, plain := s.publishOf(t, map[string]any{"title": "Plain", "category": "furniture"})
	s.read = inspect.InProcess
	_, shown := s.publishOf(t, map[string]any{"title": "Shown", "category": "furniture", "price": 0})
	for path, want := range map[string]int{plain: 0, shown: 1} {
		got := s.get(t, path)
		got.wantStatus(t, http.StatusOK)
		scripts := 0
		for _, src := range got.attributes(t, "script", "src") {
			if strings.HasPrefix(src, "/viewer/") {
				scripts++
			}
			s.get(t, src).wantStatus(t, http.StatusOK)
		}
		previews := slices.DeleteFunc(got.attributes(t, "div", "data-preview"), func(v string) bool { return v == "" })
		allowed := strings.Contains(got.header.Get("Content-Security-Policy"), "connect-src 'self' blob:")
		if scripts != want || len(previews) != want || allowed != (want == 1) {
			t.Errorf("%s: %d scripts, previews %q, the viewer may load them: %v", path, scripts, previews, allowed)
		}
		for _, preview := range previews {
			if found := s.get(t, preview); found.header.Get("Content-Type") != "model/gltf-binary" || !strings.HasPrefix(found.body, "glTF") {
				t.Errorf("%s is %s", preview, found.header.Get("Content-Type"))
			}
		}
	}
}

func TestStructuredData(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, path := s.publishOf(t, map[string]any{"title": `</script><b>"`, "category": "furniture", "price": 12})
	var data struct {
		Graph []struct {
			Type   string `json:"@type"`
			Name   string
			Offers struct {
				Price         string
				PriceCurrency string
				Availability  string
				Seller        struct{ Name string }
			}
			SubjectOf struct {
				Type     string `json:"@type"`
				Encoding []struct{ EncodingFormat string }
			}
		} `json:"@graph"`
	}
	scripts := slices.DeleteFunc(s.get(t, path).all(t, "script"), func(e *html.Node) bool { return !isData(e) })
	if len(scripts) != 1 {
		t.Fatalf("%d scripts", len(scripts))
	}
	if err := json.Unmarshal([]byte(scripts[0].FirstChild.Data), &data); err != nil {
		t.Fatal(err)
	}
	product := data.Graph[0]
	if product.Type != "Product" || product.Name != `</script><b>"` || product.Offers.Price != "12.00" ||
		product.Offers.PriceCurrency != "USD" ||
		product.Offers.Availability != "https://schema.org/InStock" || product.Offers.Seller.Name != "ada" ||
		product.SubjectOf.Type != "3DModel" ||
		product.SubjectOf.Encoding[0].EncodingFormat != "model/stl" {
		t.Errorf("the product is %+v", product)
	}
}

// TestStructuredReviews tells search engines what buyers say of a model, and nothing where nobody says anything.
func TestStructuredReviews(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	model, path := s.publishOf(t, map[string]any{"title": "Oak chair", "category": "furniture", "price": 12})
	type rating struct {
		Type                                 string `json:"@type"`
		RatingValue                          any
		ReviewCount, BestRating, WorstRating int
	}
	type product struct {
		AggregateRating *rating
		Review          []struct {
			Author       struct{ Name string }
			ReviewRating rating
			ReviewBody   string
		}
	}
	read := func() product {
		t.Helper()
		scripts := slices.DeleteFunc(s.get(t, path).all(t, "script"), func(e *html.Node) bool { return !isData(e) })
		var data struct {
			Graph []product `json:"@graph"`
		}
		if len(scripts) != 1 || json.Unmarshal([]byte(scripts[0].FirstChild.Data), &data) != nil || len(data.Graph) == 0 {
			t.Fatalf("%d scripts with data, or none of a product", len(scripts))
		}
		return data.Graph[0]
	}
	if got := read(); got.AggregateRating != nil || got.Review != nil {
		t.Errorf("of a model that nobody has reviewed it says %+v", got)
	}
	id, _ := s.order(t, model, "")
	if _, err := s.shop.MarkPaid(t.Context(), id, ""); err != nil {
		t.Fatal(err)
	}
	words := vitrine.Words{Described: 4, Used: 5, Text: "</script> It stands."}
	if _, err := s.shop.SaveReview(t.Context(), s.buyer.Caller, 1, words, nil); err != nil {
		t.Fatal(err)
	}
	got := read()
	want := rating{Type: "AggregateRating", RatingValue: "4.0", ReviewCount: 1, BestRating: 5, WorstRating: 1}
	if got.AggregateRating == nil || *got.AggregateRating != want {
		t.Errorf("the rating is %+v, want %+v", got.AggregateRating, want)
	}
	if len(got.Review) != 1 || got.Review[0].Author.Name != "bob" || got.Review[0].ReviewBody != words.Text ||
		got.Review[0].ReviewRating.RatingValue != float64(4) {
		t.Errorf("the reviews are %+v", got.Review)
	}
}

func TestModelAddresses(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	model, path := s.publishOf(t, map[string]any{"title": "Oak chair", "category": "furniture", "subcategory": "chairs"})
	for _, wrong := range []string{"/3d-models/oak-chair", "/3d-models/furniture/oak-chair", "/3d-models/aircraft/drones/oak-chair",
		"/3d-print-models/furniture/chairs/oak-chair", path + "/"} {
		s.wantMoved(t, wrong, path)
	}
	s.get(t, path+"x").wantStatus(t, http.StatusNotFound)
	s.get(t, "/3d-models/furniture/chairs/x/oak-chair").wantStatus(t, http.StatusNotFound)

	// A slug is never a category's, so that every model has an address.
	_, chairs := s.publishOf(t, map[string]any{"title": "Chairs", "category": "furniture"})
	s.get(t, chairs).wantText(t, "Buy for")

	s.call(t, s.seller, "PUT", model, map[string]any{"status": "draft"}, http.StatusOK)
	s.get(t, path).wantStatus(t, http.StatusNotFound)
	s.call(t, s.seller, "DELETE", model, nil, http.StatusNoContent)
	gone := s.get(t, path)
	gone.wantStatus(t, http.StatusGone)
	gone.wantText(t, "no longer sold")

	draft := s.draftOf(t, map[string]any{"title": "Secret", "category": "furniture"})
	s.get(t, "/3d-models/furniture/secret").wantStatus(t, http.StatusNotFound)
	s.call(t, s.seller, "DELETE", draft, nil, http.StatusNoContent)
	s.get(t, "/3d-models/furniture/secret").wantStatus(t, http.StatusNotFound) // it never was for sale
}

// TestHostileModels shows what sellers may have written, on every page of the
// storefront: no page has scripts, handlers or elements left open, which is
// checked of every page.
func TestHostileModels(t *testing.T) {
	t.Parallel()
	for i, text := range append(hostileTitles(),
		`<b><i>open`, `</div></section></main><h1>x</h1>`, `<table><tr><td><ul><li>`, `<a href="https://evil.example">open`,
		strings.Repeat("<blockquote>", 2000)+"deep",
		`<p onclick=x style=x><img src=//evil.example/x><form action=//evil.example><style>*{}</style>`) {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			s := newSite(t, payment.Sandbox{})
			title := text[:min(len(text), 50)]
			_, path := s.publishOf(t, map[string]any{
				"title": title, "description": "<p>x</p>" + text, "category": "furniture", "tags": []string{title, "b", "c", "d", "e"},
				"license": "custom", "custom_license": text, "info": map[string]any{"geometry_type": "other", "x": title},
			})
			want := strings.Join(strings.Fields(title), " ")
			got := s.get(t, path)
			got.wantStatus(t, http.StatusOK)
			if diff := cmp.Diff([]string{want}, got.texts(t, "h1")); diff != "" {
				t.Errorf("%d: heading (-want +got):\n%s", i, diff)
			}
			for _, list := range []string{"/3d-models", "/3d-models/furniture", "/sellers/ada", "/search?keywords=" + url.QueryEscape(title)} {
				page := s.get(t, list)
				page.wantStatus(t, http.StatusOK)
				if list == "/3d-models" && !slices.Contains(page.texts(t, "h3"), want) {
					t.Errorf("titles %q", page.texts(t, "h3"))
				}
			}
		})
	}
}

// TestLanguages shows a model to people who read different languages.
func TestLanguages(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	model, path := s.publishOf(t, map[string]any{"title": "Oak chair", "category": "furniture"})
	body, err := json.Marshal(map[string]any{"title": "Eichenstuhl", "description": "<p>Ein Stuhl</p>"})
	if err != nil {
		t.Fatal(err)
	}
	put := httptest.NewRequestWithContext(t.Context(), http.MethodPut, model, strings.NewReader(string(body)))
	put.Header.Set("Authorization", "Bearer "+s.seller.Token)
	put.Header.Set("Content-Type", "application/json")
	put.Header.Set("Content-Language", "de")
	s.browse(t, put).wantStatus(t, http.StatusOK)
	for _, c := range []struct{ accept, title, language string }{
		{"de-AT,de;q=0.9,en;q=0.5", "Eichenstuhl", "de"}, {"pt", "Oak chair", "en"}, {"", "Oak chair", "en"}, {";;;", "Oak chair", "en"},
	} {
		for _, address := range []string{path, "/3d-models"} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
			r.Header.Set("Accept-Language", c.accept)
			got := s.browse(t, r)
			got.wantText(t, c.title)
			if spoken := got.attributes(t, "html", "lang"); !slices.Equal(spoken, []string{c.language}) {
				t.Errorf("%s for %q is in %q, want %q", address, c.accept, spoken, c.language)
			}
			written := append(got.attributes(t, "h1", "lang"), got.attributes(t, "a", "lang")...)
			if len(written) > 0 {
				t.Errorf("%s for %q: a title in the language of the page is marked as %q", address, c.accept, written)
			}
		}
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	long := storefront.Summary(strings.Repeat("word ", 100))
	if len(long) > 170 || !strings.HasSuffix(long, "word…") {
		t.Errorf("the summary is %q", long)
	}
	if got := storefront.Summary(strings.Repeat("é", 200)); !strings.HasSuffix(got, "é…") {
		t.Errorf("the summary is %q", got)
	}
}

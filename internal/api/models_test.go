package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/api"
	"vitrine/internal/shop"
)

// complete is a draft that lacks nothing but a file and an image.
const complete = `{"title":"Oak chair","description":"<p>A chair.</p>","tags":["oak","chair","seat","wood","room"],
	"category":"furniture","price":12.50,"license":"general"}`

func TestModelAccess(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	published, file := s.offer(t, "ada", complete, "a.stl")
	image := published + "/images/1"
	draft := s.draft(t, "ada", complete)
	var all []scenario
	for _, c := range []struct {
		name      string
		q         request // of the published model
		published int     // to a stranger
		draft     int
	}{
		{"read", get("bob", ""), 200, 404},
		{"update", put("bob", "", `{"price":1}`), 403, 404},
		{"delete", remove("bob", ""), 403, 404},
		{"publication", get("bob", "/publication"), 403, 404},
		{"license", get("bob", "/license"), 200, 404},
		{"files", get("bob", "/files"), 200, 404},
		{"add a file", bare("bob", "/files?name=b.stl", "x"), 403, 404},
		{"remove a file", remove("bob", strings.TrimPrefix(file, published)), 403, 404},
		{"download a file", get("bob", strings.TrimPrefix(file, published)), 403, 404},
		{"images", get("bob", "/images"), 200, 404},
		{"add an image", bare("bob", "/images", "x"), 403, 404},
		{"remove an image", remove("bob", strings.TrimPrefix(image, published)), 403, 404},
	} {
		foreign, hidden, nowhere := c.q, c.q, c.q
		foreign.path, hidden.path, nowhere.path = published+c.q.path, draft+c.q.path, "/v1/models/99999"+c.q.path
		all = append(all,
			scenario{name: c.name + " of somebody's model", request: foreign, wantStatus: c.published},
			scenario{name: c.name + " of somebody's draft", request: hidden, wantStatus: c.draft, want: map[string]any{"code": "not_found"}},
			scenario{name: c.name + " of no model", request: nowhere, wantStatus: 404, want: map[string]any{"code": "not_found"}})
	}
	s.run(t, all)
	s.user(t, operator, vitrine.ScopeAdmin)
	s.user(t, "admin-2")
	s.run(t, []scenario{
		{name: "the operator reads a draft", request: get(operator, draft), wantStatus: 200},
		{name: "the operator changes a draft", request: put(operator, draft, `{"price":3}`), wantStatus: 200, want: map[string]any{"author_name": "ada", "prices.download": "3.00"}},
		{name: "an admin's token without the scope is nobody's", request: get("admin-2", draft), wantStatus: 404},
	})
}

func TestModelWritten(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	got := s.do(t, create("ada", "/v1/models", `{"title":" Red dragon ","description":"<p>Hi <i onclick=x>there</i></p><img src=x>","tags":[" fire ","a  b","c","d","e"],
		"category":"characters","subcategory":"fantasy-characters","price":12.5,"license":"royalty_free","game_ready":true,"animated":true,"rigged":true,"pbr":true,
		"adult_content":true,"ai_generated":true,"info":{"polygons":12,"own":{"x":1.10}}}`))
	wantStatus(t, got, http.StatusCreated)
	for path, want := range map[string]any{
		"success": true, "status": "draft", "title": "Red dragon", "description": "<p>Hi <i>there</i></p>", "raw_description": "Hi there",
		"tags": []any{"fire", "a b", "c", "d", "e"}, "type": "cg", "license": "general", "custom_license": nil, "prices": map[string]any{"download": "12.50"},
		"currency": "USD", "slug": "red-dragon", "category_slug": "characters", "subcategory_slug": "fantasy-characters", "author_name": "ada",
		"url": baseURL + "/3d-models/characters/fantasy-characters/red-dragon", "game_ready": true, "animated": true, "rigged": true, "pbr": true,
		"adult_content": true, "ai_generated": true, "downloadable": false, "files": []any{}, "thumbnails": []any{}, "availableFileExtensions": []any{},
		"units": nil, "is_pre_supported": nil, "is_split_into_multiple_parts": nil, "multiple_parts_details": nil, "published_at": nil,
		"created_at": "2026-03-04T05:06:07Z",
	} {
		if diff := cmp.Diff(want, got.at(t, path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
	if !strings.Contains(string(got.Body), `"info":{"polygons":12,"own":{"x":1.10}}`) {
		t.Errorf("info is not kept as it was sent: %s", got.Body)
	}
	path := strings.TrimPrefix(got.Header.Get("Location"), baseURL)
	s.run(t, []scenario{
		{name: "nothing sent, nothing changed", request: put("ada", path, `{}`), wantStatus: 200,
			want: map[string]any{"title": "Red dragon", "prices.download": "12.50", "game_ready": true, "success": nil}},
		{name: "one member", request: put("ada", path, `{"game_ready":false}`), wantStatus: 200,
			want: map[string]any{"game_ready": false, "animated": true, "title": "Red dragon"}},
		{name: "another category takes the subcategory along", request: put("ada", path, `{"category":"furniture"}`), wantStatus: 200,
			want: map[string]any{"category_slug": "furniture", "subcategory_slug": nil, "subcategory_id": nil}},
		{name: "the misspelt subcategory", request: put("ada", path, `{"subcategoy":"chairs"}`), wantStatus: 200, want: map[string]any{"subcategory_slug": "chairs"}},
		{name: "null takes away", request: put("ada", path, `{"category":null,"price":null,"license":null,"info":null,"subcategory":null}`), wantStatus: 200,
			want: map[string]any{"category_id": nil, "subcategory_id": nil, "prices.download": nil, "license": nil, "info": map[string]any{}}},
		{name: "a custom license", request: put("ada", path, `{"license":"custom","custom_license":" Sundays only. "}`), wantStatus: 200,
			want: map[string]any{"license": "custom", "custom_license": "Sundays only."}},
		{name: "another license ends the text", request: put("ada", path, `{"license":"editorial"}`), wantStatus: 200,
			want: map[string]any{"license": "editorial", "custom_license": nil}},
	})
}

func TestModelTypeChange(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase","game_ready":true,"info":{"polygons":5}}`)
	s.run(t, []scenario{
		{name: "to printable", request: put("ada", path, `{"product_type":"printable","units":"mm","is_pre_supported":true}`), wantStatus: 200,
			want: map[string]any{"type": "printable", "game_ready": nil, "info": nil, "units": "mm", "is_pre_supported": true, "is_split_into_multiple_parts": false}},
		{name: "printable already", request: put("ada", path, `{"is_split_into_multiple_parts":true,"multiple_parts_details":"two"}`), wantStatus: 200,
			want: map[string]any{"is_split_into_multiple_parts": true, "multiple_parts_details": "two", "units": "mm"}},
		{name: "the same type clears nothing", request: put("ada", path, `{"product_type":"printable"}`), wantStatus: 200, want: map[string]any{"units": "mm"}},
		{name: "back to CG", request: put("ada", path, `{"product_type":"cg"}`), wantStatus: 200,
			want: map[string]any{"game_ready": false, "info": map[string]any{}, "units": nil, "is_pre_supported": nil, "multiple_parts_details": nil}},
		{name: "and nothing came back", request: put("ada", path, `{"product_type":"printable"}`), wantStatus: 200,
			want: map[string]any{"units": nil, "is_pre_supported": false, "multiple_parts_details": nil}},
	})
}

func TestModelDiscount(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase","price":10,"original_price":10}`)
	s.run(t, []scenario{
		{name: "an equal price is no discount", request: get("ada", path), wantStatus: 200, want: map[string]any{"prices": map[string]any{"download": "10.00"}}},
		{name: "discounted", request: put("ada", path, `{"original_price":15.5}`), wantStatus: 200,
			want: map[string]any{"prices": map[string]any{"download": "10.00", "original": "15.50"}}},
		{name: "below the price", request: put("ada", path, `{"original_price":9.99}`), wantStatus: 422, want: refused("/original_price", "too_small")},
		{name: "the price above it", request: put("ada", path, `{"price":16}`), wantStatus: 422, want: refused("/original_price", "too_small")},
		{name: "null ends it", request: put("ada", path, `{"original_price":null,"price":16}`), wantStatus: 200,
			want: map[string]any{"prices": map[string]any{"download": "16.00"}}},
	})
}

func TestModelLanguages(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Chair","description":"Wood","tags":["a","b","c","d","e"]}`)
	german := put("ada", path, `{"title":"Stuhl"}`).with("Content-Language", "de")
	read := get("ada", path)
	s.run(t, []scenario{
		{name: "a second language", request: german, wantStatus: 200, want: map[string]any{"title": "Stuhl", "description": "Wood"},
			wantHeader: map[string]string{"Content-Language": "de"}},
		{name: "without a wish", request: read, wantStatus: 200, want: map[string]any{"title": "Chair"}, wantHeader: map[string]string{"Content-Language": "en-US"}},
		{name: "German", request: read.with("Accept-Language", "fr;q=0.9, de-AT, en;q=0.1"), wantStatus: 200, want: map[string]any{"title": "Stuhl"},
			wantHeader: map[string]string{"Content-Language": "de"}},
		{name: "a language that is not stored", request: read.with("Accept-Language", "fi"), wantStatus: 200, want: map[string]any{"title": "Chair"}},
		{name: "a malformed wish", request: read.with("Accept-Language", "de;;q=x"), wantStatus: 400, want: refused("Accept-Language", "bad_format")},
		{name: "a malformed wish for a list", request: get("ada", "/v1/models").with("Accept-Language", "de;;q=x"), wantStatus: 400,
			want: refused("Accept-Language", "bad_format")},
		{name: "of a list", request: get("ada", "/v1/models?mine=true").with("Accept-Language", "de"), wantStatus: 200, want: map[string]any{"models.0.title": "Stuhl"},
			wantHeader: map[string]string{"Content-Language": "de"}},
		{name: "a malformed language", request: put("ada", path, `{"title":"x"}`).with("Content-Language", "not a tag"), wantStatus: 400,
			want: refused("Content-Language", "bad_format")},
		{name: "a malformed language of a creation", request: create("ada", "/v1/models", `{"title":"x"}`).with("Content-Language", "e"), wantStatus: 400},
		{name: "the first text is left alone", request: read, wantStatus: 200, want: map[string]any{"title": "Chair"}},
		{name: "begun in another language", request: create("ada", "/v1/models", `{"title":"Tuoli"}`).with("Content-Language", "fi"), wantStatus: 201,
			want: map[string]any{"title": "Tuoli"}, wantHeader: map[string]string{"Content-Language": "fi"}},
	})
}

func TestSlugs(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	first := s.draft(t, "ada", `{"title":"Été chair"}`)
	read := get("ada", first)
	s.run(t, []scenario{
		{name: "of the title", request: read, wantStatus: 200, want: map[string]any{"slug": "ete-chair"}},
		{name: "the same title in other letters keeps it", request: put("ada", first, `{"title":"Ete Chair"}`), wantStatus: 200, want: map[string]any{"slug": "ete-chair"}},
	})
	wantStatus(t, s.do(t, remove("ada", first)), http.StatusNoContent)
	again := s.do(t, create("ada", "/v1/models", `{"title":"Été chair"}`))
	if slug := text(again.at(t, "slug")); !strings.HasPrefix(slug, "ete-chair-") {
		t.Errorf("the slug of a deleted model is %q, want it not to be used again", slug)
	}
	published, _ := s.offer(t, "ada", complete, "a.stl")
	s.run(t, []scenario{{name: "a published one's address stays", request: put("ada", published, `{"title":"Beech chair"}`), wantStatus: 200,
		want: map[string]any{"slug": "oak-chair", "title": "Beech chair"}}})
}

func TestNumericPrices(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(_ *shop.Options, o *api.Options) { o.NumericPrices = true })
	path := s.draft(t, "ada", `{"title":"Vase","price":12.50,"original_price":20}`)
	for name, want := range map[string]string{path: `"prices":{"download":12.50,"original":20.00}`, "/v1/models?mine=true": `"download":12.50`} {
		if got := s.do(t, get("ada", name)); !strings.Contains(string(got.Body), want) {
			t.Errorf("GET %s is %s, want %s", name, got.Body, want)
		}
	}
	s.run(t, []scenario{{name: "a change answers with text", request: put("ada", path, `{}`), wantStatus: 200, want: map[string]any{"prices.download": "12.50"}}})
}

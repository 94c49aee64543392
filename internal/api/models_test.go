package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
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
		{"guesses", get("bob", "/guesses"), 403, 404},
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
		{name: "the operator changes a draft", request: put(operator, draft, `{"price":3}`), wantStatus: 200,
			want: map[string]any{"author_name": "ada", "prices.download": "3.00"}},
		{name: "an admin's token without the scope is nobody's", request: get("admin-2", draft), wantStatus: 404},
	})
}

func TestModelWritten(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	got := s.do(t,
		create("ada", "/v1/models",
			`{"title":" Red dragon ","description":"<p>Hi <i onclick=x>there</i></p><img src=x>","tags":[" fire ","a  b","c","d","e"],
		"category":"characters","subcategory":"fantasy-characters","price":12.5,"license":"royalty_free","game_ready":true,"animated":true,
			"rigged":true,"pbr":true,
		"adult_content":true,"ai_generated":true,"info":{"polygons":12,"own":{"x":1.10}}}`))
	wantStatus(t, got, http.StatusCreated)
	for path, want := range map[string]any{
		"success": true, "status": "draft", "title": "Red dragon", "description": "<p>Hi <i>there</i></p>", "raw_description": "Hi there",
		"tags": []any{"fire", "a b", "c", "d", "e"}, "type": "cg", "license": "general", "custom_license": nil,
		"prices":   map[string]any{"download": "12.50"},
		"currency": "USD", "slug": "red-dragon", "category_slug": "characters", "subcategory_slug": "fantasy-characters", "author_name": "ada",
		"url": baseURL + "/3d-models/characters/fantasy-characters/red-dragon", "game_ready": true, "animated": true, "rigged": true, "pbr": true,
		"adult_content": true, "ai_generated": true, "downloadable": false, "files": []any{}, "thumbnails": []any{},
		"availableFileExtensions": []any{},
		"units":                   nil, "is_pre_supported": nil, "is_split_into_multiple_parts": nil, "multiple_parts_details": nil,
		"published_at": nil,
		"created_at":   "2026-03-04T05:06:07Z",
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
		{name: "the misspelt subcategory", request: put("ada", path, `{"subcategoy":"chairs"}`), wantStatus: 200,
			want: map[string]any{"subcategory_slug": "chairs"}},
		{name: "null takes away", request: put("ada", path, `{"category":null,"price":null,"license":null,"info":null,"subcategory":null}`),
			wantStatus: 200,
			want:       map[string]any{"category_id": nil, "subcategory_id": nil, "prices.download": nil, "license": nil, "info": map[string]any{}}},
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
			want: map[string]any{"type": "printable", "game_ready": nil, "info": nil, "units": "mm", "is_pre_supported": true,
				"is_split_into_multiple_parts": false}},
		{name: "printable already", request: put("ada", path, `{"is_split_into_multiple_parts":true,"multiple_parts_details":"two"}`),
			wantStatus: 200,
			want:       map[string]any{"is_split_into_multiple_parts": true, "multiple_parts_details": "two", "units": "mm"}},
		{name: "the same type clears nothing", request: put("ada", path, `{"product_type":"printable"}`), wantStatus: 200,
			want: map[string]any{"units": "mm"}},
		{name: "back to CG", request: put("ada", path, `{"product_type":"cg"}`), wantStatus: 200,
			want: map[string]any{"game_ready": false, "info": map[string]any{}, "units": nil, "is_pre_supported": nil,
				"multiple_parts_details": nil}},
		{name: "and nothing came back", request: put("ada", path, `{"product_type":"printable"}`), wantStatus: 200,
			want: map[string]any{"units": nil, "is_pre_supported": false, "multiple_parts_details": nil}},
	})
}

func TestModelDiscount(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase","price":10,"original_price":10}`)
	s.run(t, []scenario{
		{name: "an equal price is no discount", request: get("ada", path), wantStatus: 200,
			want: map[string]any{"prices": map[string]any{"download": "10.00"}}},
		{name: "discounted", request: put("ada", path, `{"original_price":15.5}`), wantStatus: 200,
			want: map[string]any{"prices": map[string]any{"download": "10.00", "original": "15.50"}}},
		{name: "below the price", request: put("ada", path, `{"original_price":9.99}`), wantStatus: 422,
			want: refused("/original_price", "too_small")},
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
		{name: "without a wish", request: read, wantStatus: 200, want: map[string]any{"title": "Chair"},
			wantHeader: map[string]string{"Content-Language": "en-US"}},
		{name: "German", request: read.with("Accept-Language", "fr;q=0.9, de-AT, en;q=0.1"), wantStatus: 200,
			want:       map[string]any{"title": "Stuhl"},
			wantHeader: map[string]string{"Content-Language": "de"}},
		{name: "a language that is not stored", request: read.with("Accept-Language", "fi"), wantStatus: 200,
			want: map[string]any{"title": "Chair"}},
		{name: "what can't be read is passed over", request: read.with("Accept-Language", "!!, de;;q=x, de_DE"), wantStatus: 200,
			want: map[string]any{"title": "Stuhl"}},
		{name: "and for a list", request: get("ada", "/v1/models").with("Accept-Language", "de;;q=x"), wantStatus: 200},
		{name: "of a list", request: get("ada", "/v1/models?mine=true").with("Accept-Language", "de"), wantStatus: 200,
			want:       map[string]any{"models.0.title": "Stuhl"},
			wantHeader: map[string]string{"Content-Language": "de"}},
		{name: "a malformed language", request: put("ada", path, `{"title":"x"}`).with("Content-Language", "not a tag"), wantStatus: 400,
			want: refusedHeader("Content-Language", "bad_format")},
		{name: "a malformed language of a creation", request: create("ada", "/v1/models", `{"title":"x"}`).with("Content-Language", "e"),
			wantStatus: 400},
		{name: "the first text is left alone", request: read, wantStatus: 200, want: map[string]any{"title": "Chair"}},
		{name: "begun in another language", request: create("ada", "/v1/models", `{"title":"Tuoli"}`).with("Content-Language", "fi"),
			wantStatus: 201,
			want:       map[string]any{"title": "Tuoli"}, wantHeader: map[string]string{"Content-Language": "fi"}},
		{name: "a write without a language is in the model's own", request: put("ada", "/v1/models/2", `{"description":"Puuta"}`),
			wantStatus: 200,
			want:       map[string]any{"title": "Tuoli", "description": "Puuta"}, wantHeader: map[string]string{"Content-Language": "fi"}},
		{name: "and shows in it", request: get("ada", "/v1/models/2"), wantStatus: 200, want: map[string]any{"description": "Puuta"},
			wantHeader: map[string]string{"Content-Language": "fi"}},
		{name: "no other language was begun", request: get("ada", "/v1/models/2/translations"), wantStatus: 200,
			want: map[string]any{"total": 1, "translations.0.language": "fi"}},
	})
}

// TestAdminRating rates a model: its record shows that, and is another one.
func TestAdminRating(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Chair"}`)
	before := s.do(t, get("ada", path))
	if err := s.shop.RateModel(t.Context(), 1, 7.25); err != nil {
		t.Fatal(err)
	}
	s.run(t, []scenario{
		{name: "known from before", request: get("ada", path).with("If-None-Match", before.Header.Get("ETag")), wantStatus: 200,
			want: map[string]any{"admin_rating": json.Number("7.25")}},
		{name: "in a list", request: get("ada", "/v1/models?mine=true&min_admin_rating=7"), wantStatus: 200,
			want: map[string]any{"models.0.admin_rating": json.Number("7.25")}},
	})
	if before.at(t, "admin_rating") != nil {
		t.Errorf("without a rating: %s", before.Body)
	}
}

// TestTranslations lists the languages of a model and removes them, one by one.
func TestTranslations(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Chair","tags":["a","b","c","d","e"]}`)
	texts := path + "/translations"
	wantStatus(t, s.do(t, put("ada", path, `{"title":"Stuhl"}`).with("Content-Language", "de")), http.StatusOK)
	wantStatus(t, s.do(t, put("ada", path, `{"title":"Stuhl (CH)"}`).with("Content-Language", "de-CH")), http.StatusOK)
	etag := s.do(t, get("ada", path)).Header.Get("ETag")
	s.run(t, []scenario{
		{name: "all, the model's own first", request: get("ada", texts), wantStatus: 200,
			want: map[string]any{"total": 3, "translations.0.language": "en-US", "translations.0.own": true,
				"translations.1.language": "de", "translations.1.own": false, "translations.1.title": "Stuhl", "translations.1.tags.4": "e",
				"translations.2.language": "de-CH"}},
		{name: "of somebody's draft", request: get("bob", texts), wantStatus: 404},
		{name: "what each lacks to be published", request: get("ada", path+"/publication"), wantStatus: 200, want: map[string]any{
			"problems.0.code": "missing_description", "problems.0.language": "en-US", "problems.1.code": "missing_description",
			"problems.1.language": "de",
			"problems.1.detail":   "the model needs a description in the language de", "problems.2.language": "de-CH",
			"problems.3.code": "missing_category", "problems.3.language": nil}},
		{name: "somebody else's", request: remove("bob", texts+"/de"), wantStatus: 404},
		{name: "a language that it has not", request: remove("ada", texts+"/fr"), wantStatus: 404},
		{name: "no language", request: remove("ada", texts+"/no_language!"), wantStatus: 404},
		{name: "of another version", request: remove("ada", texts+"/de").with("If-Match", `"m1-1-en-US"`), wantStatus: 412},
		{name: "one", request: remove("ada", texts+"/DE").with("If-Match", etag), wantStatus: 204},
		{name: "is gone", request: get("ada", path).with("Accept-Language", "de"), wantStatus: 200, want: map[string]any{"title": "Stuhl (CH)"}},
		{name: "twice", request: remove("ada", texts+"/de"), wantStatus: 404},
		{name: "the first, whose place the next one takes", request: remove("ada", texts+"/en-US"), wantStatus: 204},
		{name: "then it is the model's own", request: get("ada", path), wantStatus: 200, want: map[string]any{"title": "Stuhl (CH)"},
			wantHeader: map[string]string{"Content-Language": "de-CH"}},
		{name: "and writes are in it", request: put("ada", path, `{"title":"Sessel"}`), wantStatus: 200,
			wantHeader: map[string]string{"Content-Language": "de-CH"}},
		{name: "never the last", request: remove("ada", texts+"/de-CH"), wantStatus: 409, want: map[string]any{"code": "conflict"}},
		{name: "it stands alone", request: get("ada", texts), wantStatus: 200,
			want: map[string]any{"total": 1, "translations.0.title": "Sessel", "translations.0.own": true, "translations.1": nil}},
		{name: "the language before is free again", request: put("ada", path, `{"title":"Chair"}`).with("Content-Language", "en-US"),
			wantStatus: 200, want: map[string]any{"title": "Chair"}},
	})
}

// TestSaveTranslations writes the texts of a model in all languages at once, or none of them.
func TestSaveTranslations(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "chair.stl")
	texts := path + "/translations"
	const english = `{"language":"en-US","title":"Oak chair","description":"<p>Four legs.</p>","tags":["oak","chair","seat","wood","home"]}`
	const german = `{"language":"de","title":"Stuhl","description":"<p onclick='x'>Vier Beine.</p>",
		"tags":["eiche","stuhl","sitz","holz","heim"]}`
	all := func(list ...string) string { return `{"translations":[` + strings.Join(list, ",") + `]}` }
	etag := s.do(t, get("ada", path)).Header.Get("ETag")
	saved := s.do(t, put("ada", texts, all(german, english)).with("If-Match", etag))
	wantStatus(t, saved, http.StatusOK)
	french := func(title string) string { return strings.NewReplacer(`"de"`, `"fr"`, "Stuhl", title).Replace(german) }
	s.run(t, []scenario{
		{name: "both", request: get("bob", texts), wantStatus: 200, want: map[string]any{"total": 2, "translations.0.language": "en-US",
			"translations.1.title": "Stuhl", "translations.1.description": "<p>Vier Beine.</p>", "translations.1.raw_description": "Vier Beine.",
			"translations.1.tags.4": "heim"}},
		{name: "of another version", request: put("ada", texts, all(english)).with("If-Match", etag), wantStatus: 412},
		{name: "somebody else's", request: put("bob", texts, all(english)), wantStatus: 403},
		{name: "one is wrong", request: put("ada", texts, all(english, french(" "))), wantStatus: 422,
			want: refused("/translations/1/title", "required")},
		{name: "no language", request: put("ada", texts, all(english, strings.Replace(german, "de", "no_language", 1))), wantStatus: 422,
			want: refused("/translations/1/language", "not_allowed")},
		{name: "a language without a name", request: put("ada", texts, all(english, strings.Replace(german, "de", "", 1))), wantStatus: 422,
			want: refused("/translations/1/language", "not_allowed")},
		{name: "a language twice", request: put("ada", texts, all(german, french("Siège"), strings.Replace(english, "en-US", "DE", 1))),
			wantStatus: 422, want: refused("/translations/2/language", "duplicate")},
		{name: "none", request: put("ada", texts, all()), wantStatus: 422},
		{name: "a text that buyers could not read", request: put("ada", texts, all(english, `{"language":"fr","title":"Chaise"}`)),
			wantStatus: 409, want: map[string]any{"errors.0.pointer": "/translations/1/description", "errors.0.language": "fr"}},
		{name: "nothing has changed", request: get("ada", texts), wantStatus: 200, want: map[string]any{"total": 2}},
		{name: "in the draft version", request: put("ada", texts+"?draft=true", all(english)), wantStatus: 200, want: map[string]any{"total": 1}},
		{name: "which is read", request: get("ada", texts+"?draft=true"), wantStatus: 200, want: map[string]any{"total": 1}},
		{name: "the model stays", request: get("bob", texts), wantStatus: 200, want: map[string]any{"total": 2}},
		{name: "without the first", request: put("ada", texts, all(french("Chaise"), german)).with("If-Match", saved.Header.Get("ETag")),
			wantStatus: 200, want: map[string]any{"total": 2, "translations.0.language": "de", "translations.0.own": true,
				"translations.1.language": "fr"}},
	})
	var many []string
	for first := range vitrine.MaxLanguages {
		many = append(many, strings.Replace(german, `"de"`, fmt.Sprintf(`"a%c"`, 'a'+first), 1))
	}
	got := s.do(t, put("ada", texts, all(many...)))
	wantStatus(t, got, http.StatusUnprocessableEntity) // 20 beside the first, which goes last
	if pointer := got.at(t, "errors.0.pointer"); pointer != "/translations" {
		t.Errorf("too many languages are said at %v", pointer)
	}
	wantStatus(t, s.do(t, put("ada", texts, all(append(many[1:], german)...))), http.StatusOK)
}

// TestSlugsOfOtherScripts writes titles of many scripts in Latin letters.
func TestSlugsOfOtherScripts(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for title, want := range map[string]string{
		"Straße": "strasse", "Łódź, ęgę": "lodz-ege", "Æbleskål": "aebleskal", "Красный дракон": "krasnyi-drakon",
		"Ελληνικό αγγείο": "elleniko-aggeio",
		"日本の椅子":           "ri-ben-noyi-zi", "의자": "yija", "كرسي": "krsy", "e\u0301te\u0301": "ete", "🪑": "model",
	} {
		data, err := json.Marshal(map[string]string{"title": title})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.do(t, create("ada", "/v1/models", string(data))); got.at(t, "slug") != want {
			t.Errorf("the slug of %q is %v, want %s", title, got.at(t, "slug"), want)
		}
	}
}

func TestSlugs(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	first := s.draft(t, "ada", `{"title":"Été chair"}`)
	read := get("ada", first)
	s.run(t, []scenario{
		{name: "of the title", request: read, wantStatus: 200, want: map[string]any{"slug": "ete-chair"}},
		{name: "the same title in other letters keeps it", request: put("ada", first, `{"title":"Ete Chair"}`), wantStatus: 200,
			want: map[string]any{"slug": "ete-chair"}},
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
	s := newServer(t, func(o *options) { o.api.NumericPrices = true })
	s.unchecked = true // the contract has prices as text
	path := s.draft(t, "ada", `{"title":"Vase","price":12.50,"original_price":20}`)
	for name, want := range map[string]string{path: `"prices":{"download":12.50,"original":20.00}`,
		"/v1/models?mine=true": `"download":12.50`} {
		if got := s.do(t, get("ada", name)); !strings.Contains(string(got.Body), want) {
			t.Errorf("GET %s is %s, want %s", name, got.Body, want)
		}
	}
	s.run(t, []scenario{{name: "a change answers with text", request: put("ada", path, `{}`), wantStatus: 200,
		want: map[string]any{"prices.download": "12.50"}}})
}

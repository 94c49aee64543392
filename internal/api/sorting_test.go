package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"vitrine"
)

// TestOperatorsWriteCategories makes a category, names it in another language, moves and merges it.
func TestOperatorsWriteCategories(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, "admin", vitrine.ScopeAdmin)
	s.user(t, "bob")
	send := func(method, path, body string) request {
		return request{method: method, path: path, as: "admin", body: body}
	}
	const made = "/v1/categories/247"
	s.run(t, []scenario{
		{name: "without the scope", request: request{method: "POST", path: "/v1/categories", as: "bob", body: `{"slug":"x","title":"X"}`},
			wantStatus: 403},
		{name: "make one", request: send("POST", "/v1/categories", `{"slug":"moon-lamps","title":"Moon lamps","parent_id":1}`),
			wantStatus: 201, want: map[string]any{"name": "Moon lamps", "parent_id": json.Number("1"), "merging_into": nil}},
		{name: "twice", request: send("POST", "/v1/categories", `{"slug":"moon-lamps","title":"Moon lamps"}`), wantStatus: 409},
		{name: "below a subcategory", request: send("POST", "/v1/categories", `{"slug":"suns","title":"Suns","parent_id":247}`),
			wantStatus: 422, want: map[string]any{"errors.0.pointer": "/parent_id", "errors.0.code": "not_allowed"}},
		{name: "in German", request: send("PUT", made, `{"translations":{"de":{"name":"Mondlampen"}}}`), wantStatus: 200,
			want: map[string]any{"translations.de.name": "Mondlampen", "title": "Moon lamps"}},
		{name: "in no language", request: send("PUT", made, `{"translations":{"nothing at all":{"name":"x"}}}`), wantStatus: 422},
		{name: "another name keeps what is not sent", request: send("PUT", made, `{"name":"Moons"}`), wantStatus: 200,
			want: map[string]any{"name": "Moons", "translations.de.name": "Mondlampen", "slug": "moon-lamps"}},
		{name: "everybody reads it", request: request{method: "GET", path: made, as: "bob"}, wantStatus: 200,
			want: map[string]any{"name": "Moons"}},
		{name: "no category becomes a top one", request: send("PUT", made, `{"parent_id":null}`), wantStatus: 409},
		{name: "into itself", request: send("POST", made+"/merge", `{"into":247}`), wantStatus: 409},
		{name: "into another", request: send("POST", made+"/merge", `{"into":101}`), wantStatus: 200,
			want: map[string]any{"id": json.Number("101")}},
		{name: "everybody reads that it goes away", request: request{method: "GET", path: made, as: "bob"}, wantStatus: 200,
			want: map[string]any{"merging_into": json.Number("101"), "translations.de.name": "Mondlampen"}},
		{name: "change what goes away", request: send("PUT", made, `{"name":"Suns"}`), wantStatus: 409},
		{name: "remove what is used", request: send("DELETE", "/v1/categories/1", ""), wantStatus: 409},
		{name: "make another", request: send("POST", "/v1/categories", `{"slug":"suns","title":"Suns"}`), wantStatus: 201},
		{name: "remove it", request: send("DELETE", "/v1/categories/248", ""), wantStatus: 204},
		{name: "it is gone", request: send("DELETE", "/v1/categories/248", ""), wantStatus: 404},
	})
}

// TestCategoriesAreChangedAsTheyWere keeps two operators from losing each other's words, while models
// that come and go are no change of a category but another answer.
func TestCategoriesAreChangedAsTheyWere(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}})
		const of = "/v1/categories/12" // furniture
		before := s.do(t, get("bob", of)).Header.Get("ETag")
		s.offer(t, "ada", complete, "a.stl")
		seen := s.do(t, get("bob", of)).Header.Get("ETag")
		if seen == before {
			t.Errorf("with another model it is still %s", seen)
		}
		change := func(name string) request { return put("", of, `{"name":"`+name+`"}`).by(boss) }
		s.run(t, []scenario{
			{name: "the first", request: change("Kilns").with("If-Match", before), wantStatus: 200, want: map[string]any{"name": "Kilns"}},
			{name: "the second", request: change("Ovens").with("If-Match", seen), wantStatus: 412, want: map[string]any{"code": "stale"}},
			{name: "removed as it was", request: request{method: "DELETE", path: of}.by(boss).with("If-Match", seen), wantStatus: 412},
			{name: "whatever it is", request: change("Ovens").with("If-Match", "*"), wantStatus: 200},
			{name: "too far away", request: put("", of, `{"position":9223372036854775807}`).by(boss), wantStatus: 422,
				want: refused("/position", "not_allowed")},
			{name: "a condition on what has none", request: request{method: "DELETE", path: "/v1/desk/pages/terms"}.by(boss).
				with("If-Match", `"h1"`), wantStatus: 400, want: map[string]any{"code": "malformed"}},
			{name: "without asking", request: change("Stoves"), wantStatus: 200},
		})
		last := s.do(t, change("Hearths")).Header.Get("ETag")
		s.run(t, []scenario{{name: "by the answer to a change", request: change("Fires").with("If-Match", last), wantStatus: 200}})
		last = s.do(t, put("", of, `{"translations":{}}`).by(boss)).Header.Get("ETag")
		made := s.do(t, request{method: "POST", path: "/v1/categories", body: `{"slug":"kilns","title":"Kilns"}`}.by(boss))
		path := strings.TrimPrefix(made.Header.Get("Location"), baseURL)
		s.run(t, []scenario{
			{name: "by the answer that it has no translations", request: change("Ash").with("If-Match", last), wantStatus: 200},
			{name: "in a language by another name of it", wantStatus: 200,
				request: put("", of, `{"translations":{"DE":{"name":"Öfen"},"ZH-hans":{"name":"窑"}}}`).by(boss), want: map[string]any{"translations.de.name": "Öfen", "translations.zh-Hans.name": "窑", "translations.DE": nil}},
			{name: "in one twice", request: put("", of, `{"translations":{"de":{"name":"Öfen"},"DE":{"name":"Herde"}}}`).by(boss),
				wantStatus: 422, want: refused("/translations/de", "duplicate")},
			{name: "in English", request: put("", of, `{"translations":{"EN":{"name":"Kilns"}}}`).by(boss), wantStatus: 422,
				want: refused("/translations/en", "bad_format")},
			{name: "by the answer to its making", wantStatus: 204,
				request: request{method: "DELETE", path: path}.by(boss).with("If-Match", made.Header.Get("ETag"))},
		})
	})
}

// TestOperatorsWriteLicenses makes a license, writes a second version, and retires it.
func TestOperatorsWriteLicenses(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, "admin", vitrine.ScopeAdmin)
	s.user(t, "ada")
	send := func(method, path, body string) request {
		return request{method: method, path: path, as: "admin", body: body}
	}
	const made = "/v1/licenses/studio"
	says := `"name":"Studio","text":"For one studio.","commercial_use":true,"redistribution":false`
	sell := request{method: "POST", path: "/v1/models", as: "ada", body: `{"title":"Chair","license":"studio"}`}
	s.run(t, []scenario{
		{name: "make one", request: send("POST", "/v1/licenses", `{"type":"studio",`+says+`,"terms":{"remix":false,"max_seats":5}}`),
			wantStatus: 201, want: map[string]any{"version": json.Number("1"), "terms.remix": false, "terms.max_seats": json.Number("5"),
				"terms.max_copies": nil}},
		{name: "the name of a built-in one", request: send("POST", "/v1/licenses", `{"type":"general",`+says+`}`), wantStatus: 422},
		{name: "a model takes it", request: sell, wantStatus: 201, want: map[string]any{"license": "studio"}},
		{name: "other words are a version", request: send("PUT", made, `{"version":1,`+says+`}`), wantStatus: 200,
			want: map[string]any{"version": json.Number("2"), "terms.max_seats": nil}},
		{name: "somebody was faster", request: send("PUT", made, `{"version":1,`+says+`}`), wantStatus: 409},
		{name: "remove what was used", request: send("DELETE", made, ""), wantStatus: 409},
		{name: "retire it", request: send("POST", made+"/retire", ""), wantStatus: 200},
		{name: "no other model takes it", request: sell, wantStatus: 422},
		{name: "offer it again", request: send("POST", made+"/offer", ""), wantStatus: 200, want: map[string]any{"retired_at": nil}},
		{name: "a model takes it again", request: sell, wantStatus: 201},
		{name: "the text of general", request: send("PUT", "/v1/licenses/general", `{"version":1,`+says+`}`), wantStatus: 200,
			want: map[string]any{"version": json.Number("2"), "text": "For one studio."}},
		{name: "retire general", request: send("POST", "/v1/licenses/general/retire", ""), wantStatus: 409},
		{name: "write the sellers' own", request: send("PUT", "/v1/licenses/custom", `{"version":1,`+says+`}`), wantStatus: 422},
	})
}

package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestDraftVersion changes all of a published model in its draft version, which nobody else
// sees before it is published.
func TestDraftVersion(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "chair.stl")
		s.do(t, create("ada", "/v1/models", `{"title": "Ash chair"}`))
		names := func(as, path string) (names string) {
			for _, f := range s.do(t, get(as, path)).at(t, "files").([]any) {
				names += text(f.(map[string]any)["name"]) + " "
			}
			return names
		}
		begun := s.do(t, put("ada", path+"/draft", `{"title": "Oak armchair", "note": "Arms."}`))
		wantStatus(t, begun, http.StatusOK)
		wantStatus(t, s.do(t, put("ada", path+"/draft", `{"title": "Sessel"}`).with("Content-Language", "de")), http.StatusOK)
		arms := s.do(t, bare("ada", path+"/files?draft=true&name=arms.obj", content("arms.obj")))
		front := s.do(t, bare("ada", path+"/images?draft=true&name=front.png", drawing(t, 600, 400, "png")))
		parts := partOf("ada", "POST", path+"/files/uploads?draft=true", "Oak", "Upload-Length", "9", "Upload-Metadata", "filename YS50eHQ=")
		upload := strings.TrimPrefix(s.do(t, parts).Header.Get("Location"), baseURL)
		s.run(t, []scenario{
			{name: "of no draft version", request: get("ada", "/v1/models/2/files?draft=true"), wantStatus: 404},
			{name: "of a model that is not published", request: remove("ada", "/v1/models/2/translations/de?draft=true"), wantStatus: 409},
			{name: "another's", request: get("bob", path+"/draft"), wantStatus: 403},
			{name: "which models have one", request: get("ada", "/v1/models?mine=true&drafted=true"), wantStatus: 200,
				want: map[string]any{"total": 1, "models.0.id": 1}},
			{name: "another's files", request: get("bob", path+"/files?draft=true"), wantStatus: 403},
			{name: "a file from another", request: bare("bob", path+"/files?draft=true&name=b.obj", "x"), wantStatus: 403},
			{name: "draft or not", request: get("ada", path+"/files?draft=maybe"), wantStatus: 400},
			{name: "a file of draft or not", request: bare("ada", path+"/files?draft=maybe&name=b.obj", "x"), wantStatus: 400,
				want: refusedParameter("draft", "bad_format")},
			{name: "the copy is no model", request: get("ada", "/v1/models/3"), wantStatus: 404},
			{name: "another version", request: put("ada", path+"/draft", `{"price": 7}`).with("If-Match", begun.Header.Get("ETag")), wantStatus: 412},
			{name: "the rest of an upload", request: partOf("ada", "PATCH", upload, " chair", "Upload-Offset", "3"), wantStatus: 204},
			{name: "a file that was there", request: remove("ada", path+"/files/1?draft=true"), wantStatus: 204},
			{name: "the text of another version", request: remove("ada", path+"/translations/de?draft=true").with("If-Match", `"d1-1-1"`),
				wantStatus: 412},
			{name: "a text", request: remove("ada", path+"/translations/de?draft=true"), wantStatus: 204},
		})
		if got, want := names("ada", path+"/files?draft=true"), "arms.obj a.txt "; got != want {
			t.Errorf("the draft version has the files %q, want %q", got, want)
		}
		if got := names("bob", path+"/files"); got != "chair.stl " {
			t.Errorf("the model has the files %q", got)
		}
		if got := front.at(t, "id"); got == nil || s.do(t, get("ada", path+"/images?draft=true")).at(t, "images.1.id") != got {
			t.Errorf("the draft version has another image than %v", got)
		}
		address := strings.TrimPrefix(arms.Header.Get("Location"), baseURL)
		wantStatus(t, s.do(t, get("bob", address)), http.StatusForbidden)
		wantStatus(t, s.do(t, get("ada", address)), http.StatusFound)

		published := s.do(t, create("ada", path+"/versions", `{"note": "With arms."}`))
		wantStatus(t, published, http.StatusCreated)
		s.run(t, []scenario{
			{name: "the model", request: get("bob", path), wantStatus: 200, want: map[string]any{"title": "Oak armchair"}},
			{name: "its versions", request: get("bob", path+"/versions"), wantStatus: 200,
				want: map[string]any{"total": 2, "versions.0.note": "With arms.", "versions.1.number": 1}},
			{name: "no draft version", request: get("ada", path+"/draft"), wantStatus: 404},
			{name: "none to publish", request: create("ada", path+"/versions", `{}`), wantStatus: 404},
		})
		if got := names("bob", path+"/files"); got != "arms.obj a.txt " {
			t.Errorf("the model has the files %q", got)
		}
	})
}

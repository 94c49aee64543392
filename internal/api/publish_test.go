package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPublicationGate publishes too early, and finds the same list as data.
func TestPublicationGate(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	lacking := func(name string, want ...string) {
		t.Helper()
		got, told := s.do(t, put("ada", path, `{"status":"published"}`)), s.do(t, get("ada", path+"/publication"))
		wantStatus(t, got, http.StatusConflict)
		wantStatus(t, told, http.StatusOK)
		if diff := cmp.Diff(want, faults(t, got, "errors")); diff != "" {
			t.Errorf("%s: publishing (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(want, faults(t, told, "problems")); diff != "" || told.at(t, "publishable") != false {
			t.Errorf("%s: publishable %v (-want +got):\n%s", name, told.at(t, "publishable"), diff)
		}
		if got.at(t, "errors.0.detail") != told.at(t, "problems.0.detail") {
			t.Errorf("%s: %q is told as %q", name, got.at(t, "errors.0.detail"), told.at(t, "problems.0.detail"))
		}
	}
	file, image := "/files missing_file", "/images missing_image"
	lacking("nothing but a title", "/description missing_description", "/tags missing_tags", "/category missing_category",
		"/license missing_license",
		"/price missing_price", file, image)
	wantStatus(t, s.do(t, put("ada", path, complete)), http.StatusOK)
	lacking("all that is written", file, image)
	wantStatus(t, s.do(t, put("ada", path, `{"description":"<p> </p><script>x</script>"}`)), http.StatusOK)
	lacking("a description without a word", "/description missing_description", file, image)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.glb", "<html>")), http.StatusCreated)
	lacking("a rejected file", "/description missing_description", file, image)
	wantStatus(t, s.upload(t, "ada", path+"/files", "../../docs/tour/cube.png", "wood.png"), http.StatusCreated)
	lacking("a texture alone", "/description missing_description", file, image)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.stl", content("a.stl"))), http.StatusCreated)
	lacking("a ready file", "/description missing_description", image)
	wantStatus(t, s.upload(t, "ada", path+"/images", "../../docs/tour/cube.png", "cube.png"), http.StatusCreated)
	s.run(t, []scenario{
		{name: "still a draft", request: get("ada", path), wantStatus: 200, want: map[string]any{"status": "draft", "published_at": nil}},
		{name: "the last member comes with the status", request: put("ada", path, `{"status":"published","description":"A vase."}`),
			wantStatus: 200,
			want:       map[string]any{"status": "published", "published_at": "2026-03-04T05:06:07Z"}},
		{name: "nothing is missing", request: get("ada", path+"/publication"), wantStatus: 200,
			want: map[string]any{"publishable": true, "problems": []any{}}},
		{name: "published again", request: put("ada", path, `{"status":"published"}`), wantStatus: 200},
	})
}

// TestPublishedStaysPublishable takes away, one by one, what a published model
// needs.
func TestPublishedStaysPublishable(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, file := s.offer(t, "ada", complete, "a.stl")
	image := path + "/images/1"
	before := s.do(t, get("bob", path))
	missing := func(pointer, code string) map[string]any {
		want := refused(pointer, code)
		if pointer == "/description" {
			want["errors.0.language"] = "en-US"
		}
		want["code"] = "conflict"
		return want
	}
	s.run(t, []scenario{
		{name: "no description", request: put("ada", path, `{"description":""}`), wantStatus: 409,
			want: missing("/description", "missing_description")},
		{name: "null for it", request: put("ada", path, `{"description":null}`), wantStatus: 409,
			want: missing("/description", "missing_description")},
		{name: "no category", request: put("ada", path, `{"category":null}`), wantStatus: 409, want: missing("/category", "missing_category")},
		{name: "no price", request: put("ada", path, `{"price":null}`), wantStatus: 409, want: missing("/price", "missing_price")},
		{name: "all at once", request: put("ada", path, `{"price":null,"category":null}`), wantStatus: 409,
			want: map[string]any{"errors.0.pointer": "/category", "errors.1.pointer": "/price", "errors.2": nil}},
		{name: "no file", request: remove("ada", file), wantStatus: 409, want: missing("/files", "missing_file")},
		{name: "no image", request: remove("ada", image), wantStatus: 409, want: missing("/images", "missing_image")},
		{name: "what bob may not remove is not told", request: remove("bob", image), wantStatus: 403, want: map[string]any{"errors": []any{}}},
	})
	if after := s.do(t, get("bob", path)); string(after.Body) != string(before.Body) {
		t.Errorf("refused changes left a trace: %s, was %s", after.Body, before.Body)
	}
	s.run(t, []scenario{
		{name: "a second file", request: bare("ada", path+"/files?name=b.obj", content("b.obj")), wantStatus: 201},
		{name: "then the first may go", request: remove("ada", file), wantStatus: 204},
		{name: "and is gone", request: get("ada", path), wantStatus: 200,
			want: map[string]any{"files.0.name": "b.obj", "files.1": nil, "downloadable": true}},
		{name: "a draft may lose all", request: put("ada", path, `{"status":"draft","price":null}`), wantStatus: 200},
		{name: "its image too", request: remove("ada", image), wantStatus: 204},
	})
}

func TestUnpublish(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, file := s.offer(t, "ada", complete, "a.stl")
	order := s.order(t, "bob", path, "")
	s.pay(t, order)
	s.clock.Advance(3600e9)
	s.run(t, []scenario{
		{name: "in the catalogue", request: get("bob", "/v1/models"), wantStatus: 200, want: map[string]any{"total": 1}},
		{name: "taken back", request: put("ada", path, `{"status":"draft"}`), wantStatus: 200, want: map[string]any{"status": "draft"}},
		{name: "out of the catalogue", request: get("bob", "/v1/models"), wantStatus: 200, want: map[string]any{"total": 0, "models": []any{}}},
		{name: "and of the search", request: get("bob", "/v1/models?keywords=oak"), wantStatus: 200, want: map[string]any{"total": 0}},
		{name: "not to be seen", request: get("bob", path), wantStatus: 404},
		{name: "still the author's", request: get("ada", path), wantStatus: 200, want: map[string]any{"downloadable": true}},
		{name: "bought files stay", request: get("bob", file), wantStatus: 302},
		{name: "others have nothing of it", request: get("eve", file), wantStatus: 404},
		{name: "published once more", request: put("ada", path, `{"status":"published"}`), wantStatus: 200,
			want: map[string]any{"published_at": "2026-03-04T05:06:07Z", "slug": "oak-chair"}},
		{name: "back in the catalogue", request: get("bob", "/v1/models"), wantStatus: 200, want: map[string]any{"total": 1}},
	})
}

// TestDeletedModelIsGone asks for everything of a deleted model.
func TestDeletedModelIsGone(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, file := s.offer(t, "ada", complete, "a.stl")
	wantStatus(t, s.do(t, remove("ada", path)), http.StatusNoContent)
	reads := []request{
		get("ada", path), put("ada", path, `{}`), remove("ada", path), get("ada", path+"/publication"), get("ada", path+"/license"),
		get("ada", path+"/files"),
		get("ada", path+"/images"), get("ada", file), remove("ada", file), bare("ada", path+"/files?name=b.stl", "x"),
		bare("ada", path+"/images", "x"),
		create("bob", "/v1/orders", `{"model_id":`+idOf(path)+`}`),
	}
	for _, q := range reads {
		if got := s.do(t, q); got.Status != http.StatusNotFound {
			t.Errorf("%s %s: status %d, want 404: %s", q.method, q.path, got.Status, got.Body)
		}
	}
	for _, list := range []string{"/v1/models", "/v1/models?mine=true", "/v1/models?keywords=oak", "/v1/models?author=ada"} {
		if got := s.do(t, get("ada", list)); got.Status != http.StatusOK || fmt.Sprint(got.at(t, "total")) != "0" ||
			strings.Contains(string(got.Body), "Oak") {
			t.Errorf("GET %s: status %d: %s", list, got.Status, got.Body)
		}
	}
	category := s.do(t, get("ada", "/v1/categories"))
	if strings.Contains(string(category.Body), `"models_count":1`) {
		t.Errorf("a category still counts the deleted model")
	}
}

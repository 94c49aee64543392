package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/web"
)

func TestIdempotencyKeys(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	model := create("ada", "/v1/models", `{"title":"Once"}`)
	order := create("bob", "/v1/orders", `{"model_id":`+idOf(path)+`}`)
	replayed := map[string]string{"Idempotent-Replayed": "true"}
	fresh := map[string]string{"Idempotent-Replayed": ""}
	long := strings.Repeat("k", 255)
	s.run(t, []scenario{
		{name: "a model", request: model.with("Idempotency-Key", "m"), wantStatus: 201, want: map[string]any{"id": 2}, wantHeader: fresh},
		{name: "again", request: model.with("Idempotency-Key", "m"), wantStatus: 201, want: map[string]any{"id": 2, "success": true},
			wantHeader: map[string]string{"Idempotent-Replayed": "true", "Location": baseURL + "/v1/models/2", "ETag": `"m2-1-en-US"`,
				"Content-Language": "en-US",
				"Content-Type":     "application/json"}},
		{name: "quoted", request: model.with("Idempotency-Key", `"m"`), wantStatus: 201, want: map[string]any{"id": 2}, wantHeader: replayed},
		{name: "at the other form of the path", request: create("ada", "/v1/models.json", `{"title":"Once"}`).with("Idempotency-Key", "m"),
			wantStatus: 201,
			want:       map[string]any{"id": 2}, wantHeader: replayed},
		{name: "with another body", request: create("ada", "/v1/models", `{"title":"Twice"}`).with("Idempotency-Key", "m"), wantStatus: 422,
			want: map[string]any{"code": "validation"}},
		{name: "of another operation", request: create("ada", "/v1/orders", `{"title":"Once"}`).with("Idempotency-Key", "m"), wantStatus: 422},
		{name: "somebody else's", request: create("bob", "/v1/models", `{"title":"Once"}`).with("Idempotency-Key", "m"), wantStatus: 201,
			want: map[string]any{"id": 3}, wantHeader: fresh},
		{name: "an order", request: order.with("Idempotency-Key", "o"), wantStatus: 201, want: map[string]any{"id": "1"}, wantHeader: fresh},
		{name: "the same order", request: order.with("Idempotency-Key", "o"), wantStatus: 201, want: map[string]any{"id": "1"},
			wantHeader: replayed},
		{name: "a refusal", request: create("ada", "/v1/models", `{"title":""}`).with("Idempotency-Key", "r"), wantStatus: 422,
			want: refused("/title", "required")},
		{name: "is not kept", request: create("ada", "/v1/models", `{"title":"Mended"}`).with("Idempotency-Key", "r"), wantStatus: 201,
			wantHeader: fresh},
		{name: "the longest key", request: model.with("Idempotency-Key", long), wantStatus: 201},
		{name: "a longer one", request: model.with("Idempotency-Key", long+"k"), wantStatus: 400, want: map[string]any{"code": "malformed"}},
		{name: "an empty one", request: model.with("Idempotency-Key", `""`), wantStatus: 400},
		{name: "half a quote", request: model.with("Idempotency-Key", `"m`), wantStatus: 400},
		{name: "not ASCII", request: model.with("Idempotency-Key", "clé"), wantStatus: 400},
		{name: "with a wrong type", request: model.with("Idempotency-Key", "t", "Content-Type", "text/plain"), wantStatus: 415},
		{name: "signed out", request: create("", "/v1/models", `{"title":"Once"}`).with("Idempotency-Key", "m"), wantStatus: 401},
	})
}

// TestIdempotencyKeysEnd waits until an answer is no longer kept.
func TestIdempotencyKeysEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t)
		model := create("ada", "/v1/models", `{"title":"Once"}`).with("Idempotency-Key", "m")
		for _, step := range []struct {
			after    time.Duration
			replayed string
		}{{0, ""}, {23 * time.Hour, "true"}, {time.Hour, ""}} {
			time.Sleep(step.after)
			answer := s.do(t, model)
			wantStatus(t, answer, http.StatusCreated)
			if got := answer.Header.Get("Idempotent-Replayed"); got != step.replayed {
				t.Errorf("after %v more: replayed is %q, want %q", step.after, got, step.replayed)
			}
		}
	})
}

func TestRequestIDs(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for sent, kept := range map[string]bool{
		"my-request_1.2": true, strings.Repeat("x", 64): true, strings.Repeat("x", 65): false, "a b": false, "<script>": false, "é": false,
		"": false,
	} {
		for _, path := range []string{"/v1/models", "/v1/nothing", "/elsewhere"} {
			got := s.do(t, get("ada", path).with("X-Request-Id", sent))
			id := got.Header.Get("X-Request-Id")
			if (id == sent) != kept || len(id) < 10 || len(id) > 64 {
				t.Errorf("GET %s with the id %q answers with %q", path, sent, id)
			}
			if got.Status >= 400 && got.at(t, "request_id") != id {
				t.Errorf("GET %s: the problem says %v, the header %q", path, got.at(t, "request_id"), id)
			}
		}
	}
	one, two := s.do(t, get("ada", "/v1/limits")), s.do(t, get("ada", "/v1/limits"))
	if one.Header.Get("X-Request-Id") == two.Header.Get("X-Request-Id") {
		t.Error("two requests have the same id")
	}
}

func TestConditionalModels(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	made := s.do(t, create("ada", "/v1/models", `{"title":"Vase"}`))
	path, etag := "/v1/models/1", made.Header.Get("ETag")
	list := s.do(t, get("ada", "/v1/models?mine=true")).Header.Get("ETag")
	read := get("ada", path)
	s.run(t, []scenario{
		{name: "read", request: read, wantStatus: 200, wantHeader: map[string]string{"ETag": etag, "Cache-Control": "private, no-cache"}},
		{name: "known", request: read.with("If-None-Match", etag), wantStatus: 304, wantHeader: map[string]string{"ETag": etag}},
		{name: "known as one of many", request: read.with("If-None-Match", `"x", W/`+etag), wantStatus: 304},
		{name: "whichever", request: read.with("If-None-Match", "*"), wantStatus: 304},
		{name: "another", request: read.with("If-None-Match", `"m1-0-en-US"`), wantStatus: 200},
		{name: "a list that is known", request: get("ada", "/v1/models?mine=true").with("If-None-Match", list), wantStatus: 304},
		{name: "files that are known to be none", request: get("ada", path+"/files").with("If-None-Match",
			s.do(t, get("ada", path+"/files")).Header.Get("ETag")), wantStatus: 304},
		{name: "a change of another version", request: put("ada", path, `{"title":"A"}`).with("If-Match", `"m1-9-en-US"`), wantStatus: 412,
			want: map[string]any{"code": "stale"}},
		{name: "of another model", request: put("ada", path, `{"title":"A"}`).with("If-Match", `"m2-1-en-US"`), wantStatus: 412},
		{name: "another version weakly", request: put("ada", path, `{"title":"A"}`).with("If-Match", `W/"m1-9-en-US"`), wantStatus: 412,
			want: map[string]any{"code": "stale"}},
		{name: "of nothing", request: put("ada", path, `{"title":"A"}`).with("If-Match", `"x",`), wantStatus: 412},
		{name: "what is no tag", request: put("ada", path, `{"title":"A"}`).with("If-Match", "x"), wantStatus: 400,
			want: map[string]any{"errors.0.header": "If-Match"}},
		{name: "nothing was changed", request: read, wantStatus: 200, want: map[string]any{"title": "Vase"}},
		{name: "of this version", request: put("ada", path, `{"title":"A"}`).with("If-Match", etag), wantStatus: 200,
			want: map[string]any{"title": "A"}},
		{name: "of this version again", request: put("ada", path, `{"title":"B"}`).with("If-Match", etag), wantStatus: 412},
		{name: "not known any more", request: read.with("If-None-Match", etag), wantStatus: 200},
		{name: "a list that has changed", request: get("ada", "/v1/models?mine=true").with("If-None-Match", list), wantStatus: 200},
		{name: "of any version", request: put("ada", path, `{"title":"B"}`).with("If-Match", "*"), wantStatus: 200},
		{name: "of one of many", request: put("ada", path, `{"title":"C"}`).with("If-Match", `"x", "m1-3-en-US"`), wantStatus: 200},
		{name: "a refusal has no tag", request: put("ada", path, `{"title":""}`).with("If-Match", "*"), wantStatus: 422,
			wantHeader: map[string]string{"ETag": ""}},
		{name: "HEAD", request: request{method: "HEAD", path: path, as: "ada"}, wantStatus: 200,
			wantHeader: map[string]string{"ETag": `"m1-4-en-US"`}},
		{name: "deleting another version", request: remove("ada", path).with("If-Match", etag), wantStatus: 412},
		{name: "deleting another version weakly", request: remove("ada", path).with("If-Match", "W/"+etag), wantStatus: 412},
		{name: "deleting this one", request: remove("ada", path).with("If-Match", `"m1-4-en-US"`), wantStatus: 204},
	})
}

func TestRateLimitHeaders(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *options) {
		o.api.Rates = map[web.Budget]web.Rate{web.Reads: {PerMinute: 60, Burst: 3}, web.Writes: {PerMinute: 6, Burst: 1},
			web.Uploads: {PerMinute: 60, Burst: 1}}
	})
	limits := func(name, left, reset string) map[string]string {
		policy := map[string]string{"read": `"read";q=3;w=3`, "write": `"write";q=1;w=10`, "upload": `"upload";q=1;w=1`}[name]
		burst, _, _ := strings.Cut(policy[strings.Index(policy, "q=")+2:], ";")
		return map[string]string{"RateLimit-Policy": policy, "RateLimit": `"` + name + `";r=` + left + ";t=" + reset,
			"X-RateLimit-Limit": burst, "X-RateLimit-Remaining": left}
	}
	over := limits("write", "0", "10")
	over["Retry-After"] = "10"
	s.run(t, []scenario{
		{name: "a write", request: create("ada", "/v1/models", `{"title":"A"}`), wantStatus: 201, wantHeader: limits("write", "0", "10")},
		{name: "one write too many", request: create("ada", "/v1/models", `{"title":"B"}`), wantStatus: 429,
			want: map[string]any{"code": "rate_limited"}, wantHeader: over},
		{name: "of another kind too", request: remove("ada", "/v1/models/1"), wantStatus: 429},
		{name: "reads are counted apart", request: get("ada", "/v1/models/1"), wantStatus: 200, wantHeader: limits("read", "2", "1")},
		{name: "and errors count", request: get("ada", "/v1/models/99"), wantStatus: 404, wantHeader: limits("read", "1", "2")},
		{name: "uploads too", request: bare("ada", "/v1/models/1/files?name=a", "x"), wantStatus: 201, wantHeader: limits("upload", "0", "1")},
		{name: "one upload too many", request: bare("ada", "/v1/models/1/images", "x"), wantStatus: 429,
			wantHeader: map[string]string{"Retry-After": "1"}},
		{name: "a budget without a rate is not limited", request: post("ada", `{}`), wantStatus: 403,
			wantHeader: map[string]string{"RateLimit": ""}},
	})
	s.clock.Advance(10 * time.Second)
	s.run(t, []scenario{{name: "after waiting", request: create("ada", "/v1/models", `{"title":"B"}`), wantStatus: 201}})
}

func TestMethods(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for path, allow := range map[string]string{
		"/v1/models": "GET, HEAD, POST", "/v1/models/1": "GET, HEAD, PUT, DELETE", "/v1/models/1/publication": "GET, HEAD",
		"/v1/models/1/license": "GET, HEAD",
		"/v1/models/1/files":   "GET, HEAD, POST", "/v1/models/1/files/1": "GET, HEAD, DELETE", "/v1/models/1/images": "GET, HEAD, POST",
		"/v1/models/1/images/1": "PUT, DELETE",
		"/v1/orders/":           "GET, HEAD, POST", "/v1/orders/1.json": "GET, HEAD, PUT, DELETE", "/v1/categories": "GET, HEAD, POST",
		"/v1/users":  "POST",
		"/v1/limits": "GET, HEAD",
	} {
		got := s.do(t, request{method: "PATCH", path: path, as: "ada"})
		if got.Status != http.StatusMethodNotAllowed || got.Header.Get("Allow") != allow || got.at(t, "code") != "method_not_allowed" {
			t.Errorf("PATCH %s: status %d, Allow %q, want 405 with %q", path, got.Status, got.Header.Get("Allow"), allow)
		}
	}
	for _, path := range []string{"/v1", "/v1/", "/v1/nothing", "/v1/models/1/2/3", "/v1//models", "/v1/models/../users/me", "/v1/models/1/",
		"/v1/models/9999999999999999999999", "/V1/models"} {
		if got := s.do(t, get("ada", path)); got.Status != http.StatusNotFound || got.at(t, "code") != "not_found" {
			t.Errorf("GET %s: status %d, want 404: %s", path, got.Status, got.Body)
		}
	}
}

// TestPathForms asks for every kind of path with a slash, with .json and with both.
func TestPathForms(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, file := s.offer(t, "ada", complete, "a.stl")
	s.order(t, "bob", path, "")
	for _, c := range []struct {
		as, path string
		status   int
	}{
		{"ada", "/v1/models", 200}, {"ada", path, 200}, {"ada", path + "/publication", 200}, {"ada", path + "/license", 200},
		{"ada", path + "/files", 200},
		{"ada", file, 302}, {"ada", path + "/images", 200}, {"bob", "/v1/orders", 200}, {"bob", "/v1/orders/1", 200},
		{"ada", "/v1/file_types", 200},
		{"ada", "/v1/file_types/1", 200}, {"ada", "/v1/categories/1", 200}, {"ada", "/v1/limits", 200},
	} {
		plain := s.do(t, get(c.as, c.path))
		for _, form := range []string{"/", ".json", ".json/"} {
			got := s.do(t, get(c.as, c.path+form))
			if plain.Status != c.status || got.Status != c.status || string(got.Body) != string(plain.Body) {
				t.Errorf("GET %s%s: status %d, without %d, want %d and the same", c.path, form, got.Status, plain.Status, c.status)
			}
		}
	}
	s.run(t, []scenario{
		{name: "a change", request: put("ada", path+".json", `{"price":3}`), wantStatus: 200},
		{name: "a creation", request: create("ada", "/v1/models/", `{"title":"A"}`), wantStatus: 201},
		{name: "an order", request: create("eve", "/v1/orders.json", `{"model_id":"1"}`), wantStatus: 201},
		{name: "an upload", request: bare("ada", path+"/files/?name=b.stl", content("b.stl")), wantStatus: 201},
		{name: "a removal", request: remove("ada", path+"/files/2.json"), wantStatus: 204},
		{name: "a cancellation", request: remove("bob", "/v1/orders/1/"), wantStatus: 204},
	})
}

func TestBodies(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	change := put("ada", path, `{"price":1}`)
	padded := func(n int) string { return `{"price":1` + strings.Repeat(" ", n-len(`{"price":1}`)) + "}" }
	unknown := httptest.NewRequestWithContext(t.Context(), "PUT", path, strings.NewReader(padded(1<<20+1)))
	unknown.ContentLength = -1
	unknown.Header.Set("Authorization", "Bearer "+s.user(t, "ada").Token)
	s.run(t, []scenario{
		{name: "JSON", request: change, wantStatus: 200},
		{name: "with a charset", request: change.with("Content-Type", "Application/JSON; charset=utf-8"), wantStatus: 200},
		{name: "of no type", request: change.with("Content-Type", ""), wantStatus: 200},
		{name: "of the type that the interface spells", request: change.with("Content-Type", "", "content_type", "application/json"),
			wantStatus: 200},
		{name: "of another type, spelt so", request: change.with("Content-Type", "", "content_type", "text/plain"), wantStatus: 415},
		{name: "the standard name comes first", request: change.with("content_type", "text/plain"), wantStatus: 200},
		{name: "of another type", request: change.with("Content-Type", "text/plain"), wantStatus: 415,
			want: map[string]any{"code": "unsupported_media_type"}},
		{name: "JSON as curl sends it", request: change.with("Content-Type", "application/x-www-form-urlencoded"), wantStatus: 200},
		{name: "with spaces before it, as curl sends it with the header that the interface spells",
			request: put("ada", path, ` {"price":1}`).with("Content-Type", "application/x-www-form-urlencoded", "content_type",
				"application/json"),
			wantStatus: 200},
		{name: "broken JSON as curl sends it", request: put("ada", path, `{"price":`).with("Content-Type",
			"application/x-www-form-urlencoded; charset=utf-8"), wantStatus: 400},
		{name: "a creation as curl sends it", request: create("ada", "/v1/models", `{"title":"Cup"}`).with("Content-Type",
			"application/x-www-form-urlencoded", "Idempotency-Key", "curl"), wantStatus: 201},
		{name: "a form", request: put("ada", path, `price=1`).with("Content-Type", "application/x-www-form-urlencoded"), wantStatus: 415},
		{name: "a language, spelt so", request: put("ada", path, `{"title":"Vaasi"}`).with("content_language", "fi"), wantStatus: 200,
			want: map[string]any{"title": "Vaasi"}, wantHeader: map[string]string{"Content-Language": "fi"}},
		{name: "the standard language comes first", request: put("ada", path, `{"title":"Vase, blue"}`).with("content_language", "fi",
			"Content-Language", "en-US"), wantStatus: 200,
			wantHeader: map[string]string{"Content-Language": "en-US"}},
		{name: "a megabyte", request: put("ada", path, padded(1<<20)), wantStatus: 200},
		{name: "a byte more", request: put("ada", path, padded(1<<20+1)), wantStatus: 413, want: map[string]any{"code": "too_large"}},
		{name: "with a key too", request: create("ada", "/v1/models", padded(1<<20+1)).with("Idempotency-Key", "k"), wantStatus: 413},
	})
	if got := s.send(t, unknown); got.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("a byte more, announced by nobody: status %d, want 413", got.Status)
	}
}

func TestAccept(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for accept, status := range map[string]int{
		"": 200, "*/*": 200, "application/json": 200, "APPLICATION/JSON": 200, "application/*;q=0.1": 200,
		"text/html, application/json;q=0.5": 200,
		"text/html":                         406, "application/xml, text/*": 406, "application/json;q=0": 406, "*/*, application/json;q=0": 406,
	} {
		got := s.do(t, get("ada", "/v1/models").with("Accept", accept))
		if got.Status != status || status == 406 && got.at(t, "code") != "not_acceptable" {
			t.Errorf("Accept: %s: status %d, want %d: %s", accept, got.Status, status, got.Body)
		}
	}
	s.run(t, []scenario{
		{name: "a refused creation", request: create("ada", "/v1/models", `{"title":"A"}`).with("Accept", "text/html"), wantStatus: 406},
		{name: "makes nothing", request: get("ada", "/v1/models?mine=true"), wantStatus: 200, want: map[string]any{"total": 0}},
	})
}

// TestTokenAsParameter sends the access token beside the header.
func TestTokenAsParameter(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	token := "access_token=" + s.user(t, "ada").Token
	urlencoded := []string{"Content-Type", "application/x-www-form-urlencoded"}
	s.run(t, []scenario{
		{name: "to read", request: get("", path+"/publication?"+token), wantStatus: 200},
		{name: "to change", request: put("", path+"?"+token, `{"price":2}`), wantStatus: 200, want: map[string]any{"prices.download": "2.00"}},
		{name: "to upload", request: bare("", path+"/files?name=b.stl&"+token, content("b.stl")), wantStatus: 201},
		{name: "to remove", request: remove("", path+"/files/2?"+token), wantStatus: 204},
		{name: "in a form, to remove", request: request{method: "DELETE", path: path + "/files/99", body: token}.with(urlencoded...),
			wantStatus: 404},
		{name: "in a form, to read", request: request{method: "GET", path: path + "/publication", body: token}.with(urlencoded...),
			wantStatus: 401},
		{name: "a bad one in a form", request: request{method: "DELETE", path: path, body: "access_token=x"}.with(urlencoded...),
			wantStatus: 401},
		{name: "a form that does not parse", request: request{method: "DELETE", path: path, body: "access_token=%zz"}.with(urlencoded...),
			wantStatus: 400},
		{name: "an endless form", request: request{method: "DELETE", path: path, body: strings.Repeat("x", 1<<20+1)}.with(urlencoded...),
			wantStatus: 413},
	})
	for _, address := range []string{"/v1/models?per_page=1&" + token, "/v1/nothing?" + token, "/v1/models?page=x&" + token} {
		got := s.do(t, get("", address))
		for name, values := range got.Header {
			if strings.Contains(strings.Join(values, " "), s.user(t, "ada").Token) {
				t.Errorf("GET %s shows the token in %s", pathOf(address), name)
			}
		}
		if strings.Contains(string(got.Body), s.user(t, "ada").Token) {
			t.Errorf("GET %s shows the token in its body", pathOf(address))
		}
	}
}

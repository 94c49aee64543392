package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/web"
)

// fieldsOf writes what a problem says of each part of a request: where, code.
func fieldsOf(p web.Problem) string {
	var list []string
	for _, f := range p.Errors {
		place := f.Parameter + f.Header
		if f.Pointer != nil {
			place += *f.Pointer
		}
		list = append(list, place+" "+f.Code)
	}
	return strings.Join(list, ", ")
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	server := testServer()
	for _, test := range []struct {
		name, target, body string
		headers            []string
		status             int
		code, fields       string
		detail             string // part of the answer
	}{
		{name: "good", body: `{"name":"abc"}`, status: 200},
		{name: "null for an optional member", body: `{"name":"abc","color":null}`, status: 200},
		{name: "a key twice", body: `{"name":"abc","name":"abd"}`, status: 200},
		{name: "JSON by another spelling", body: `{"name":"abc"}`, headers: []string{"Content-Type: Application/JSON ; charset=utf-8"},
			status: 200},

		{name: "no body", status: 400, code: "malformed", detail: "needs a JSON body"},
		{name: "blank body", body: "  ", status: 400, code: "malformed"},
		{name: "not JSON", body: `{"name":`, status: 400, code: "malformed", detail: "can't be read as JSON"},
		{name: "more behind it", body: `{"name":"abc"} {}`, status: 400, code: "malformed"},
		{name: "not UTF-8", body: "{\"name\":\"a\xff\"}", status: 400, code: "malformed", detail: "UTF-8"},
		{name: "raw NUL", body: "{\"name\":\"a\x00\"}", status: 400, code: "malformed"},
		{name: "escaped NUL", body: `{"name":"a\u0000"}`, status: 400, code: "malformed", detail: "U+0000"},
		{name: "no NUL after an escaped backslash", body: `{"name":"\\u0000"}`, status: 422, code: "validation", fields: "/name too_long"},
		{name: "too deep", body: `{"name":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `}`, status: 400, code: "malformed",
			detail: "64 levels"},
		{name: "many, but not deep", body: `{"name":[` + strings.TrimSuffix(strings.Repeat("[],", 70), ",") + `]}`, status: 422,
			code: "validation", fields: "/name wrong_type"},
		{name: "brackets in a string are not depth", body: `{"name":"` + strings.Repeat("[", 70) + `"}`, status: 422, code: "validation",
			fields: "/name too_long"},
		{name: "a parameter of the wrong type", target: "/v1/things/7?page=x", body: `{"name":"abc"}`, status: 400, code: "malformed",
			fields: "page wrong_type", detail: "page must be an integer"},
		{name: "a parameter against a rule", target: "/v1/things/7?page=0", body: `{"name":"abc"}`, status: 400, code: "malformed",
			fields: "page too_small"},
		{name: "two parameters", target: "/v1/things/7?page=0&deep=maybe", body: `{"name":"abc"}`, status: 400, code: "malformed",
			fields: "page too_small, deep wrong_type"},
		{name: "parameters come before the body", target: "/v1/things/7?page=x", body: `{"name":1}`, status: 400, code: "malformed",
			fields: "page wrong_type"},
		{name: "an unknown parameter", target: "/v1/things/7?foo=1", body: `{"name":"abc"}`, status: 200},
		{name: "an id that is none", target: "/v1/things/x", body: `{"name":"abc"}`, status: 404, code: "not_found"},

		{name: "another content type", body: `name=abc`, headers: []string{"Content-Type: text/plain"}, status: 415,
			code: "unsupported_media_type", detail: "application/json"},
		{name: "a kindred content type", body: `{"name":"abc"}`, headers: []string{"Content-Type: application/vnd.api+json"}, status: 415,
			code: "unsupported_media_type"},

		{name: "null", body: `null`, status: 422, code: "validation", fields: " wrong_type", detail: "the body must be an object"},
		{name: "an array", body: `[]`, status: 422, code: "validation", fields: " wrong_type"},
		{name: "missing", body: `{}`, status: 422, code: "validation", fields: "/name required", detail: "name is needed"},
		{name: "null for a needed member", body: `{"name":null}`, status: 422, code: "validation", fields: "/name wrong_type"},
		{name: "wrong type", body: `{"name":7}`, status: 422, code: "validation", fields: "/name wrong_type", detail: "name must be a string"},
		{name: "wrong types", body: `{"name":"abc","size":"x","live":1,"tags":{}}`, status: 422, code: "validation",
			fields: "/live wrong_type, /size wrong_type, /tags wrong_type"},
		{name: "wrong type in an array", body: `{"name":"abc","tags":["a",1]}`, status: 422, code: "validation", fields: "/tags/1 wrong_type"},
		{name: "too short", body: `{"name":"a"}`, status: 422, code: "validation", fields: "/name too_short",
			detail: "name needs at least 2 characters"},
		{name: "too few", body: `{"name":"abc","tags":["a"]}`, status: 422, code: "validation", fields: "/tags too_few",
			detail: "tags needs at least 2 items, 1 were given"},
		{name: "too many", body: `{"name":"abc","tags":["a","b","c","d"]}`, status: 422, code: "validation", fields: "/tags too_many"},
		{name: "twice", body: `{"name":"abc","tags":["a","a"]}`, status: 422, code: "validation", fields: "/tags duplicate"},
		{name: "too small", body: `{"name":"abc","size":0}`, status: 422, code: "validation", fields: "/size too_small"},
		{name: "too large", body: `{"name":"abc","size":10}`, status: 422, code: "validation", fields: "/size too_large"},
		{name: "too large to count", body: `{"name":"abc","part":{"height":1e30}}`, status: 422, code: "validation",
			fields: "/part/height bad_number"},
		{name: "too large for a number", body: `{"name":"abc","size":1e400}`, status: 422, code: "validation", fields: "/size bad_number"},
		{name: "too large for a number, nested", body: `{"name":"abc","tags":["a","b"],"parts":[{"height":1},{"height":[[]],"a/b":-1e999}]}`,
			status: 422, code: "validation", fields: "/parts/1/a~1b bad_number"},
		{name: "decimals", body: `{"name":"abc","size":1.5}`, status: 422, code: "validation", fields: "/size wrong_type"},
		{name: "not one of", body: `{"name":"abc","color":"blue"}`, status: 422, code: "validation", fields: "/color not_allowed",
			detail: "color must be one of red, green"},
		{name: "format", body: `{"name":"abc","mail":"x"}`, status: 422, code: "validation", fields: "/mail bad_format"},

		{name: "unknown", body: `{"name":"abc","frobnicate":1}`, status: 422, code: "validation", fields: "/frobnicate unknown_member",
			detail: `there is no member \"frobnicate\"`},
		{name: "misspelt", body: `{"name":"abc","colro":"red"}`, status: 422, code: "validation", fields: "/colro unknown_member",
			detail: `did you mean \"color\"?`},
		{name: "another case", body: `{"name":"abc","Color":"red"}`, status: 422, code: "validation", fields: "/Color unknown_member",
			detail: `did you mean \"color\"?`},
		{name: "in capitals", body: `{"name":"abc","COLOR":"red"}`, status: 422, code: "validation", fields: "/COLOR unknown_member",
			detail: `did you mean \"color\"?`},
		{name: "misspelt in an object", body: `{"name":"abc","part":{"heigth":1}}`, status: 422, code: "validation",
			fields: "/part/heigth unknown_member", detail: `did you mean \"height\"?`},
		{name: "misspelt in an array", body: `{"name":"abc","parts":[{},{"heigth":1}]}`, status: 422, code: "validation",
			fields: "/parts/1/heigth unknown_member", detail: `no member \"heigth\"; did you mean \"height\"?`},
		{name: "odd names", body: `{"name":"abc","a.b/c~d":1}`, status: 422, code: "validation", fields: "/a.b~1c~0d unknown_member"},
		{name: "unknown ones in order, behind the rest", body: `{"zz":1,"yy":1,"name":1}`, status: 422, code: "validation",
			fields: "/name wrong_type, /yy unknown_member, /zz unknown_member"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if test.target == "" {
				test.target = "/v1/things/7"
			}
			w := ask(server, http.MethodPut, test.target, test.body, test.headers...)
			if w.Code != test.status {
				t.Fatalf("status = %d, want %d: %s", w.Code, test.status, w.Body)
			}
			if test.status == http.StatusOK {
				return
			}
			text := w.Body.String()
			p := problemIn(t, w)
			got := []string{string(p.Code), fieldsOf(p)}
			if diff := cmp.Diff([]string{test.code, test.fields}, got); diff != "" {
				t.Errorf("problem (-want +got):\n%s%s", diff, text)
			}
			if !strings.Contains(text, test.detail) {
				t.Errorf("%q is not in %s", test.detail, text)
			}
			if strings.Contains(text, "web_test") || strings.Contains(text, "Go ") {
				t.Errorf("the answer shows Go types: %s", text)
			}
		})
	}
}

func TestEchoedValues(t *testing.T) {
	t.Parallel()
	w := ask(testServer(), http.MethodPut, "/v1/things/7", `{"name":"hunter2-is-my-password"}`)
	if strings.Contains(w.Body.String(), "hunter2") {
		t.Errorf("the refused value is echoed: %s", w.Body)
	}
}

func TestBodySize(t *testing.T) {
	t.Parallel()
	server := testServer()
	body := func(size int) string {
		const frame = `{"name":"abc"}`
		return frame + strings.Repeat(" ", size-len(frame))
	}
	if w := ask(server, http.MethodPut, "/v1/things/7", body(web.MaxBody)); w.Code != http.StatusOK {
		t.Errorf("a body of exactly the limit: %d %s", w.Code, w.Body)
	}
	w := ask(server, http.MethodPut, "/v1/things/7", body(web.MaxBody+1))
	if p := problemIn(t, w); p.Status != http.StatusRequestEntityTooLarge || !strings.Contains(p.Detail, "1048576") {
		t.Errorf("a body over the limit: %+v", p)
	}
	r := requestOfUnknownLength(body(web.MaxBody + 1))
	if w := record(server, r); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a body over the limit that doesn't say so: %d", w.Code)
	}
}

func TestManyFaults(t *testing.T) {
	t.Parallel()
	body := `{"name":"abc","parts":[` + strings.TrimSuffix(strings.Repeat("1,", 5000), ",") + `]}`
	p := problemIn(t, ask(testServer(), http.MethodPut, "/v1/things/7", body))
	if len(p.Errors) != 100 || p.Detail != "5000 fields are wrong; 100 of them are listed" {
		t.Errorf("%d listed, %q", len(p.Errors), p.Detail)
	}
}

func TestNoEscapes(t *testing.T) {
	t.Parallel()
	w := ask(testServer(), http.MethodPut, "/v1/things/7", `{"name":"<&>"}`)
	if !strings.Contains(w.Body.String(), `"<&>"`) {
		t.Errorf("HTML escapes in %s", w.Body)
	}
}

package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// version is the number of a model's version in its ETag.
func version(t testing.TB, got answer) (n int) {
	t.Helper()
	var id int
	if _, err := fmt.Sscanf(got.Header.Get("ETag"), `"m%d-%d-`, &id, &n); err != nil {
		t.Fatalf("the ETag %q: %v", got.Header.Get("ETag"), err)
	}
	return n
}

// members is a JSON object without when it was changed.
func members(t testing.TB, body []byte) map[string]any {
	t.Helper()
	record := map[string]any{}
	if err := json.Unmarshal(body, &record); err != nil {
		t.Fatal(err)
	}
	delete(record, "updated_at")
	return record
}

// TestPutOfARecordAsItWasRead sends models back as reads show them: that is
// accepted, and changes no more than a change of nothing.
func TestPutOfARecordAsItWasRead(t *testing.T) {
	t.Parallel()
	numeric := func(o *options) { o.api.NumericPrices = true }
	printable := strings.Replace(complete, `"title"`, `"product_type":"printable","units":"mm","is_pre_supported":true,"title"`, 1)
	for _, c := range []struct {
		name    string
		changes []change
		offered bool // with a file and a picture, in the catalogue
		body    string
		header  []string // of the read and the creation
		list    bool
	}{
		{name: "an empty draft", body: `{"title":"Vase"}`},
		{name: "a draft with a custom license",
			body: `{"title":"Vase","license":"custom","custom_license":"Ask me.","price":12.5,"original_price":20,"description":"<b>a</b> & <i>b</i>"}`},
		{name: "a published model", offered: true, body: complete},
		{name: "a printable one", offered: true, body: printable},
		{name: "a free one", offered: true, body: strings.Replace(complete, "12.50", "0", 1)},
		{name: "a printable draft", body: `{"title":"Vase","product_type":"printable"}`},
		{name: "in German alone", body: `{"title":"Stuhl","description":"Aus Holz"}`, header: []string{"Content-Language", "de"}},
		{name: "with prices as numbers", changes: []change{numeric}, offered: true, body: complete},
		{name: "an entry of a list", offered: true, list: true, body: complete},
		{name: "an entry of a list with prices as numbers", changes: []change{numeric}, list: true,
			body: `{"title":"Vase","price":12.50,"original_price":20}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, c.changes...)
			s.unchecked = len(c.changes) > 0 // the contract has prices as text
			path := "/v1/models/1"
			if c.offered {
				s.offer(t, "ada", c.body, "a.stl")
			} else {
				wantStatus(t, s.do(t, create("ada", "/v1/models", c.body).with(c.header...)), http.StatusCreated)
			}
			first := s.do(t, get("ada", path))
			nothing := s.do(t, put("ada", path, `{}`))
			wantStatus(t, nothing, http.StatusOK)
			step := version(t, nothing) - version(t, first)

			before := s.do(t, get("ada", path))
			copied := before.Body
			if c.list {
				var err error
				if copied, err = json.Marshal(s.do(t, get("ada", "/v1/models?mine=true")).at(t, "models.0")); err != nil {
					t.Fatal(err)
				}
			}
			put := s.do(t, put("ada", path, string(copied)).with("If-Match", before.Header.Get("ETag")))
			wantStatus(t, put, http.StatusOK)
			after := s.do(t, get("ada", path))
			if got := version(t, after) - version(t, before); got != step {
				t.Errorf("the version grew by %d, by a change of nothing it does by %d", got, step)
			}
			if diff := cmp.Diff(members(t, before.Body), members(t, after.Body)); diff != "" {
				t.Errorf("it changed (-before +after):\n%s", diff)
			}
			wantStatus(t, s.do(t, request{method: "PUT", path: path, as: "ada", body: string(put.Body)}), http.StatusOK)
		})
	}
}

// TestPutOfARecordThatIsNotStored names what was changed and can't be.
func TestPutOfARecordThatIsNotStored(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	wantStatus(t, s.do(t, put("ada", path, `{"title":"Stuhl","description":"Aus Holz"}`).with("Content-Language", "de")), http.StatusOK)
	read := s.do(t, get("ada", path))
	german := s.do(t, get("ada", path).with("Accept-Language", "de"))
	for member := range members(t, read.Body) {
		if member == "info" {
			continue // holds whatever its author wants
		}
		got := s.do(t, put("ada", path, fmt.Sprintf(`{%q:{"no":"such value"}}`, member)))
		if listed := faults(t, got, "errors"); len(listed) == 0 || !strings.HasPrefix(listed[0], "/"+member+" ") {
			t.Errorf("%s of another value: status %d, %v", member, got.Status, listed)
		}
	}
	edited := func(old, now string) string {
		if !strings.Contains(string(read.Body), old) {
			t.Fatalf("%s is not in %s", old, read.Body)
		}
		return strings.Replace(string(read.Body), old, now, 1)
	}
	one := func(pointer, detail string) map[string]any {
		want := refused(pointer, "read_only")
		want["errors.0.detail"] = pointer[1:] + " can't be written, and is not what is stored: " + detail + ", or read the model again"
		return want
	}
	s.clock.Advance(time.Minute)
	s.run(t, []scenario{
		{name: "the type", request: put("ada", path, edited(`"type":"cg"`, `"type":"printable"`)), wantStatus: 422,
			want: one("/type", "send product_type to change it")},
		{name: "the category", request: put("ada", path, edited(`"category_slug":"furniture"`, `"category_slug":"aircraft"`)), wantStatus: 422,
			want: one("/category_slug", "send category to change it")},
		{name: "the subcategory", request: put("ada", path, `{"subcategory_slug":"chairs"}`), wantStatus: 422,
			want: one("/subcategory_slug", "send subcategory to change it")},
		{name: "the price", request: put("ada", path, edited(`"download":"12.50"`, `"download":"13.50"`)), wantStatus: 422,
			want: one("/prices", "send price and original_price to change it")},
		{name: "the slug", request: put("ada", path, `{"slug":"x"}`), wantStatus: 422, want: one("/slug", "leave it out")},
		{name: "a text of another language", request: put("ada", path, string(german.Body)), wantStatus: 422,
			want: refused("/raw_description", "read_only")},
		{name: "in its language", request: put("ada", path, string(german.Body)).with("Content-Language", "de"), wantStatus: 200,
			want: map[string]any{"title": "Stuhl"}},
		{name: "several, in the record's order, beside other faults",
			request: put("ada", path, `{"published_at":null,"id":9,"tags":["a"],"type":"cg"}`), wantStatus: 422,
			want: map[string]any{"errors.0.pointer": "/id", "errors.1.pointer": "/published_at", "errors.2.pointer": "/tags", "errors.3": nil}},
		{name: "a copy from before a change", request: put("ada", path, string(read.Body)), wantStatus: 422,
			want: map[string]any{"errors.0.pointer": "/updated_at", "errors.0.code": "read_only", "errors.1": nil}},
		{name: "and with its ETag", request: put("ada", path, string(read.Body)).with("If-Match", read.Header.Get("ETag")), wantStatus: 412},
		{name: "somebody else's", request: put("bob", path, `{"slug":"x"}`), wantStatus: 403},
		{name: "what is no member at all", request: put("ada", path, `{"slog":"x"}`), wantStatus: 422, want: refused("/slog", "unknown_member")},
		{name: "near one that is only read", request: put("ada", path, `{"currencyy":"USD"}`), wantStatus: 422,
			want: map[string]any{"errors.0.code": "unknown_member", "errors.0.detail": `there is no member "currencyy"`}},
		{name: "of a creation", request: create("ada", "/v1/models", `{"title":"x","slug":"x"}`), wantStatus: 422,
			want: refused("/slug", "unknown_member")},
		{name: "what follows from the price stays so", request: put("ada", path, `{"price":0}`), wantStatus: 200,
			want: map[string]any{"preview": "full"}},
	})
}

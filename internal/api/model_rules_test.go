package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// list is a JSON array of n different strings that begin with text.
func list(n int, text string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = fmt.Sprintf("%q", fmt.Sprint(text, i))
	}
	return "[" + strings.Join(items, ",") + "]"
}

// TestModelRules sends what a rule of section 3 refuses, as a creation and as
// an update: both say the same.
func TestModelRules(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Before"}`)
	before := s.do(t, get("ada", path))
	long := func(n int) string { return strings.Repeat("é", n) }
	keys := make([]string, 51)
	for i := range keys {
		keys[i] = fmt.Sprintf(`"k%d":1`, i)
	}
	for _, c := range []struct {
		name, members string
		want          []string
	}{
		{"four tags", `"tags":["a","b","c","d"]`, []string{"/tags too_few"}},
		{"no tags", `"tags":[]`, []string{"/tags too_few"}},
		{"no tags", `"tags":[]`, []string{"/tags too_few"}},
		{"51 tags", `"tags":` + list(51, "tag"), []string{"/tags too_many"}},
		{"an empty tag", `"tags":["a","b"," ","d","e"]`, []string{"/tags/2 too_short"}},
		{"a tag twice", `"tags":["a","b","c","d"," A"]`, []string{"/tags/4 duplicate"}},
		{"a long tag", `"tags":["a","b","c","d","` + long(51) + `"]`, []string{"/tags/4 too_long"}},
		{"a tag that is a number", `"tags":["a","b","c","d",5]`, []string{"/tags/4 wrong_type"}},
		{"tags in one string", `"tags":"a,b,c,d,e"`, []string{"/tags wrong_type"}},
		{"an unknown category", `"category":"nowhere","subcategory":"chairs"`, []string{"/category unknown"}},
		{"a subcategory as category", `"category":"chairs"`, []string{"/category not_allowed"}},
		{"an unknown subcategory", `"category":"furniture","subcategory":"nowhere"`, []string{"/subcategory unknown"}},
		{"a subcategory of another", `"category":"aircraft","subcategory":"chairs"`, []string{"/subcategory not_allowed"}},
		{"a subcategory of none", `"subcategory":"chairs"`, []string{"/subcategory not_allowed"}},
		{"an unknown preview", `"preview":"all"`, []string{"/preview not_allowed"}},
		{"a negative price", `"price":-1`, []string{"/price too_small"}},
		{"a slightly negative price", `"price":-0.001`, []string{"/price too_small"}},
		{"three decimals", `"price":12.345`, []string{"/price bad_price"}},
		{"the sum of 0.1 and 0.2", `"price":0.30000000000000004`, []string{"/price bad_price"}},
		{"a price of a thousandth, written small", `"price":1e-3`, []string{"/price bad_price"}},
		{"a million", `"price":1000000`, []string{"/price too_large"}},
		{"a cent below a million and a bit", `"price":999999.991`, []string{"/price too_large"}},
		{"a price in words", `"price":"twelve"`, []string{"/price wrong_type"}},
		{"a price as text with an exponent", `"price":"1e2"`, []string{"/price wrong_type"}},
		{"no price as text", `"price":""`, []string{"/price wrong_type"}},
		{"a negative price as text", `"price":"-1"`, []string{"/price too_small"}},
		{"three decimals as text", `"price":"12.345"`, []string{"/price bad_price"}},
		{"a million as text", `"price":"1000000"`, []string{"/price too_large"}},
		{"a price that is true", `"price":true`, []string{"/price wrong_type"}},
		{"an original price without a price", `"original_price":5`, []string{"/original_price too_small"}},
		{"an original price below", `"price":5,"original_price":4.99`, []string{"/original_price too_small"}},
		{"a license of one's own making", `"license":"mine"`, []string{"/license not_allowed"}},
		{"custom without a text", `"license":"custom"`, []string{"/custom_license required"}},
		{"custom with an empty text", `"license":"custom","custom_license":" "`, []string{"/custom_license required"}},
		{"a text without custom", `"license":"general","custom_license":"x"`, []string{"/custom_license not_allowed"}},
		{"a text without a license", `"custom_license":"x"`, []string{"/custom_license not_allowed"}},
		{"a text for royalty_free", `"license":"royalty_free","custom_license":"x"`, []string{"/custom_license not_allowed"}},
		{"another product type", `"product_type":"game"`, []string{"/product_type not_allowed"}},
		{"CG members of a printable model", `"product_type":"printable","game_ready":true,"animated":false,"rigged":true,"pbr":true,"info":{}`,
			[]string{
				"/game_ready wrong_product_type", "/animated wrong_product_type", "/rigged wrong_product_type", "/pbr wrong_product_type",
				"/info wrong_product_type"}},
		{"printable members of a CG model",
			`"units":"mm","is_pre_supported":true,"is_split_into_multiple_parts":false,"multiple_parts_details":"x"`, []string{
				"/units wrong_product_type", "/is_pre_supported wrong_product_type", "/is_split_into_multiple_parts wrong_product_type",
				"/multiple_parts_details wrong_product_type"}},
		{"other units", `"product_type":"printable","units":"yd"`, []string{"/units not_allowed"}},
		{"null for a flag", `"adult_content":null`, []string{"/adult_content wrong_type"}},
		{"text for a flag", `"ai_generated":"yes"`, []string{"/ai_generated wrong_type"}},
		{"half a polygon", `"info":{"polygons":1.5}`, []string{"/info/polygons wrong_type"}},
		{"fewer than no vertices", `"info":{"vertices":-1}`, []string{"/info/vertices too_small"}},
		{"textures as a number", `"info":{"textures":1}`, []string{"/info/textures wrong_type"}},
		{"materials as text", `"info":{"materials":"true"}`, []string{"/info/materials wrong_type"}},
		{"plugins_used as text", `"info":{"plugins_used":"no"}`, []string{"/info/plugins_used wrong_type"}},
		{"uvw_mapping as a list", `"info":{"uvw_mapping":[]}`, []string{"/info/uvw_mapping wrong_type"}},
		{"collection as an object", `"info":{"collection":{}}`, []string{"/info/collection wrong_type"}},
		{"another geometry", `"info":{"geometry_type":"voxels"}`, []string{"/info/geometry_type not_allowed"}},
		{"other UVs", `"info":{"unwrapped_uvs":"some"}`, []string{"/info/unwrapped_uvs not_allowed"}},
		{"51 keys of info", `"info":{` + strings.Join(keys, ",") + `}`, []string{"/info too_many"}},
		{"more than 16 KiB of info", `"info":{"k":"` + strings.Repeat("x", 16<<10) + `"}`, []string{"/info too_long"}},
		{"five levels of info", `"info":{"a":{"b":{"c":{"d":{}}}}}`, []string{"/info too_deep"}},
		{"info as a list", `"info":[]`, []string{"/info wrong_type"}},
		{"an empty title", `"title":" "`, []string{"/title required"}},
		{"null for the title", `"title":null`, []string{"/title required"}},
		{"201 characters of title", `"title":"` + long(201) + `"`, []string{"/title too_long"}},
		{"a title of two lines", `"title":"a\nb"`, []string{"/title bad_format"}},
		{"more than 64 KiB of description", `"description":"` + strings.Repeat("x", 64<<10+1) + `"`, []string{"/description too_long"}},
		{"another status", `"status":"deleted"`, []string{"/status not_allowed"}},
		{"null for the status", `"status":null`, []string{"/status not_allowed"}},
		{"a member in another case", `"Tags":[]`, []string{"/Tags unknown_member"}},
		{"many faults at once", `"tags":["a"],"price":1.001,"category":"nowhere","units":"mm","license":"custom"`, []string{
			"/price bad_price", "/category unknown", "/tags too_few", "/custom_license required", "/units wrong_product_type"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			created := c.members
			if !strings.Contains(created, `"title"`) {
				created = `"title":"New",` + created
			}
			for _, q := range []request{put("ada", path, "{"+c.members+"}"), create("ada", "/v1/models", "{"+created+"}")} {
				got := s.do(t, q)
				wantStatus(t, got, http.StatusUnprocessableEntity)
				if diff := cmp.Diff(c.want, faults(t, got, "errors")); diff != "" {
					t.Errorf("%s (-want +got):\n%s\n%s", q.method, diff, got.Body)
				}
			}
		})
	}
	if after := s.do(t, get("ada", path)); string(after.Body) != string(before.Body) {
		t.Errorf("refused updates left a trace: %s, was %s", after.Body, before.Body)
	}
}

func TestModelRuleMessages(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	s.run(t, []scenario{
		{name: "a misspelling", request: put("ada", path, `{"descripton":"x"}`), wantStatus: 422,
			want: map[string]any{"errors.0.detail": `there is no member "descripton"; did you mean "description"?`}},
		{name: "nothing near", request: put("ada", path, `{"zzzzzzzz":"x"}`), wantStatus: 422,
			want: map[string]any{"errors.0.detail": `there is no member "zzzzzzzz"`}},
		{name: "the type that a member belongs to", request: put("ada", path, `{"units":"mm"}`), wantStatus: 422,
			want: map[string]any{"errors.0.detail": "units belongs to printable models only, this one is cg: send product_type printable in the " +
				"same request"}},
		{name: "how many tags", request: put("ada", path, `{"tags":["a","b"]}`), wantStatus: 422,
			want: map[string]any{"detail": "1 field is wrong: at least 5 tags are needed, 2 were given", "code": "validation"}},
		{name: "more than one", request: put("ada", path, `{"tags":["a","b"],"title":""}`), wantStatus: 422,
			want: map[string]any{"detail": "2 fields are wrong"}},
		{name: "a subcategory without its category", request: put("ada", path, `{"subcategory":"chairs"}`), wantStatus: 422,
			want: map[string]any{"errors.0.pointer": "/subcategory",
				"errors.0.detail": `the model has no category yet: send the one that "chairs" belongs to as category`}},
		{name: "a top category as subcategory", request: put("ada", path, `{"category":"furniture","subcategory":"aircraft"}`), wantStatus: 422,
			want: map[string]any{"errors.0.pointer": "/subcategory", "errors.0.detail": `"aircraft" is a top category: send it as category`}},
		{name: "at the name that was sent", request: put("ada", path, `{"category":"furniture","subcategoy":"nowhere"}`), wantStatus: 422,
			want: refused("/subcategoy", "unknown")},
		{name: "at the name that was sent, of another category", request: put("ada", path, `{"category":"aircraft","subcategoy":"chairs"}`),
			wantStatus: 422, want: refused("/subcategoy", "not_allowed")},
		{name: "a number that no field holds", request: put("ada", path, `{"title":"A","price":1e400}`), wantStatus: 422,
			want: refused("/price", "bad_number")},
		{name: "and within info", request: put("ada", path, `{"info":{"x":[1,{"y":-1e400}]}}`), wantStatus: 422,
			want: refused("/info/x/1/y", "bad_number")},
		{name: "neither form of an id", request: create("ada", "/v1/orders", `{"model_id":true}`), wantStatus: 422,
			want: map[string]any{"errors.0.pointer": "/model_id",
				"errors.0.detail": "model_id must be an integer or a string with the digits of one"}},
	})
}

// TestPrices writes numbers of many forms: what is read back is exact.
func TestPrices(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	for sent, want := range map[string]string{
		"0": "0.00", "-0": "0.00", "0.1": "0.10", "0.29": "0.29", "0.3": "0.30", "1.15": "1.15", "4.35": "4.35", "19.99": "19.99",
		"12.500": "12.50",
		"1e2":    "100.00", "1.2E+1": "12.00", "1250e-2": "12.50", "999999.99": "999999.99", "99999999e-2": "999999.99", "0.000": "0.00",
		"0e5": "0.00",
	} {
		got := s.do(t, put("ada", path, `{"price":`+sent+`}`))
		if got.Status != http.StatusOK || got.at(t, "prices.download") != want {
			t.Errorf("the price %s: status %d, %v, want %s", sent, got.Status, got.at(t, "prices.download"), want)
		}
	}
	for _, sent := range []string{"1e400", "1e-400", "01", "+1", ".5", "NaN", "0x10", "1e"} {
		got := s.do(t, put("ada", path, `{"price":`+sent+`}`))
		if got.Status != http.StatusBadRequest && got.Status != http.StatusUnprocessableEntity {
			t.Errorf("the price %s: status %d, want a refusal: %s", sent, got.Status, got.Body)
		}
	}
}

func TestModelBounds(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	keys := make([]string, 50)
	for i := range keys {
		keys[i] = fmt.Sprintf(`"k%d":1`, i)
	}
	title := strings.Repeat("é", 200)
	s.run(t, []scenario{
		{name: "the longest title", request: put("ada", path, `{"title":"`+title+`"}`), wantStatus: 200, want: map[string]any{"title": title}},
		{name: "the most tags", request: put("ada", path, `{"tags":`+list(50, strings.Repeat("é", 48))+`}`), wantStatus: 200,
			want: map[string]any{"tags.49": strings.Repeat("é", 48) + "49", "tags.50": nil}},
		{name: "the most keys of info", request: put("ada", path, `{"info":{`+strings.Join(keys, ",")+`}}`), wantStatus: 200,
			want: map[string]any{"info.k49": 1}},
		{name: "the deepest info", request: put("ada", path, `{"info":{"a":{"b":{"c":{}}}}}`), wantStatus: 200},
		{name: "all that is known of info", wantStatus: 200, want: map[string]any{"info.polygons": 0, "info.geometry_type": "nurbs"},
			request: put("ada", path,
				`{"info":{"polygons":0,"vertices":9007199254740993,"geometry_type":"nurbs","collection":true,"textures":true,"materials":false,
				"plugins_used":true,"uvw_mapping":false,"unwrapped_uvs":"mixed"}}`)},
		{name: "a large number is kept exactly", request: get("ada", path), wantStatus: 200,
			want: map[string]any{"info.vertices": 9007199254740993}},
		{name: "the longest description", request: put("ada", path, `{"description":"`+strings.Repeat("x", 64<<10)+`"}`), wantStatus: 200},
	})
}

func TestModelMalformed(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	for name, body := range map[string]string{
		"nothing": "", "half": `{"title":`, "two values": `{} {}`, "a trailing comma": `{"title":"x",}`, "not UTF-8": "{\"title\":\"\xff\"}",
		"NUL": `{"title":"a\u0000b"}`, "a number that is none": `{"price":1.}`,
		"too deep": `{"info":` + strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 71),
	} {
		for _, q := range []request{put("ada", path, body), create("ada", "/v1/models", body)} {
			if got := s.do(t, q); got.Status != http.StatusBadRequest || got.at(t, "code") != "malformed" {
				t.Errorf("%s, %s: status %d, want 400: %s", name, q.method, got.Status, got.Body)
			}
		}
	}
}

// TestNullTraits holds that null takes a trait away, and asks for nothing where it
// belongs to the other type.
func TestNullTraits(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase","pbr":true,"rigged":true}`)
	s.run(t, []scenario{
		{name: "null", request: put("ada", path, `{"pbr":null,"preview":null}`), wantStatus: 200,
			want: map[string]any{"pbr": false, "rigged": true}},
		{name: "of the other type", request: put("ada", path, `{"is_pre_supported":null,"is_split_into_multiple_parts":null}`), wantStatus: 200,
			want: map[string]any{"is_pre_supported": nil, "rigged": true}},
		{name: "as the other type", request: put("ada", path,
			`{"product_type":"printable","is_pre_supported":null,"rigged":null,"game_ready":null,"animated":null}`),
			wantStatus: 200, want: map[string]any{"is_pre_supported": false, "rigged": nil}},
		{name: "of both types", request: put("ada", path, `{"adult_content":null}`), wantStatus: 422,
			want: refused("/adult_content", "wrong_type")},
	})
}

// TestNullTags holds that null takes the tags away, which the catalogue does not
// allow: clients in Java send an empty list where null is not allowed and nothing was
// set.
func TestNullTags(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	draft := s.draft(t, "ada", complete)
	published, _ := s.offer(t, "ada", complete, "a.stl")
	s.run(t, []scenario{
		{name: "of a draft", request: put("ada", draft, `{"tags":null}`), wantStatus: 200, want: map[string]any{"tags": []any{}}},
		{name: "of a published model", request: put("ada", published, `{"tags":null}`), wantStatus: 409, want: refused("/tags", "missing_tags")},
	})
}

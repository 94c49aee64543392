package vitrine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
)

func TestParseInfo(t *testing.T) {
	t.Parallel()
	info, faults := vitrine.ParseInfo([]byte(`{ "polygons": 1200, "collection": false, "shader": {"name": "x"}, "vertices": null }`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	polygons, collection := int64(1200), false
	want := vitrine.Info{JSON: `{"polygons":1200,"collection":false,"shader":{"name":"x"},"vertices":null}`, Polygons: &polygons,
		Collection: &collection}
	if diff := cmp.Diff(want, info); diff != "" {
		t.Error(diff)
	}
}

func TestParseInfoRefuses(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 51 {
		many = append(many, fmt.Sprintf(`"k%d":1`, i))
	}
	for raw, want := range map[string][]string{
		`[]`:                                {"/info wrong_type"},
		`null`:                              {"/info wrong_type"},
		`{"polygons":-1}`:                   {"/info/polygons wrong_type"},
		`{"polygons":1.5}`:                  {"/info/polygons wrong_type"},
		`{"polygons":"12"}`:                 {"/info/polygons wrong_type"},
		`{"vertices":1e3}`:                  {"/info/vertices wrong_type"},
		`{"textures":1,"pbr":1}`:            {"/info/textures wrong_type"},
		`{"geometry_type":"blob"}`:          {"/info/geometry_type not_allowed"},
		`{"unwrapped_uvs":true}`:            {"/info/unwrapped_uvs not_allowed"},
		`{"a":{"b":{"c":{"d":1}}}}`:         {},
		`{"a":{"b":{"c":{"d":[]}}}}`:        {"/info too_deep"},
		`{` + strings.Join(many, ",") + `}`: {"/info too_many"},
		`{"a":"` + strings.Repeat("x", 16<<10) + `"}`: {"/info too_long"},
	} {
		_, faults := vitrine.ParseInfo([]byte(raw))
		if diff := cmp.Diff(want, codes(faults)); diff != "" {
			t.Errorf("%.60s: %s", raw, diff)
		}
	}
}

func TestSlug(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Red Dragon": "red-dragon", "  A--b  c!": "a-b-c", "../../etc/passwd": "etc-passwd", "日本語": "model", "": "model",
		"<script>": "script", strings.Repeat("ab", 200): strings.Repeat("ab", 40),
	} {
		if got := vitrine.Slug(title); got != want {
			t.Errorf("Slug(%q) = %q, want %q", title, got, want)
		}
	}
}

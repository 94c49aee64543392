package seed_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/seed"
)

func TestCategoriesAreATwoLevelTree(t *testing.T) {
	t.Parallel()
	slug := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	tops, slugs, ids := map[int64]seed.Category{}, map[string]bool{}, map[int64]bool{}
	subs := map[int64]int{}
	for _, c := range seed.Categories() {
		if !slug.MatchString(c.Slug) || slugs[c.Slug] || ids[c.ID] {
			t.Errorf("category %d %q: slug malformed or taken, or id taken", c.ID, c.Slug)
		}
		slugs[c.Slug], ids[c.ID] = true, true
		if c.Name == "" || c.Title == "" || len(c.Description) < 20 {
			t.Errorf("category %q: a text is missing or too short", c.Slug)
		}
		checkProductTypes(t, c.Slug, c.ProductTypes)
		if c.ParentID == 0 {
			tops[c.ID] = c
			checkID(t, c.ID, 1, 99)
			continue
		}
		checkID(t, c.ID, 101, 999)
		parent, known := tops[c.ParentID]
		if !known {
			t.Errorf("category %q: parent %d is not a top category above it", c.Slug, c.ParentID)
		}
		for _, p := range c.ProductTypes {
			if !slices.Contains(parent.ProductTypes, p) {
				t.Errorf("category %q: product type %q is not its parent's", c.Slug, p)
			}
		}
		subs[c.ParentID]++
	}
	if len(tops) < 18 || len(ids)-len(tops) < 110 {
		t.Errorf("got %d top categories and %d below, want at least 18 and 110", len(tops), len(ids)-len(tops))
	}
	for id, c := range tops {
		if subs[id] < 2 {
			t.Errorf("top category %q has %d subcategories, want at least 2", c.Slug, subs[id])
		}
	}
}

// A database that was seeded by an earlier release keeps these ids.
func TestCategoryIDsStay(t *testing.T) {
	t.Parallel()
	byID := map[int64]string{}
	for _, c := range seed.Categories() {
		byID[c.ID] = c.Slug
	}
	want := map[int64]string{1: "aircraft", 15: "plants", 24: "miniatures", 32: "various", 101: "commercial-aircraft", 246: "other-models"}
	got := map[int64]string{}
	for id := range want {
		got[id] = byID[id]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("slugs by id (-want +got):\n%s", diff)
	}
}

func TestFileTypesReferToKnownRenderers(t *testing.T) {
	t.Parallel()
	apps := map[int64]bool{}
	for _, a := range seed.RendererApps() {
		if apps[a.ID] || a.ID <= 0 || a.Name == "" || a.Vendor == "" || len(a.Versions) == 0 || slices.Contains(a.Versions, "") {
			t.Errorf("renderer app %d %q: id taken or a field empty", a.ID, a.Name)
		}
		apps[a.ID] = true
	}
	ids, extensions := map[int64]bool{}, map[string]string{}
	for _, f := range seed.FileTypes() {
		if ids[f.ID] || f.ID <= 0 || f.Name == "" || !slices.Contains(f.Extensions, f.Extension) {
			t.Errorf("file type %d %q: id taken, name empty or the usual extension not among all", f.ID, f.Name)
		}
		ids[f.ID] = true
		checkProductTypes(t, f.Name, f.ProductTypes)
		for _, e := range f.Extensions {
			if other, taken := extensions[e]; taken || e == "" || strings.Trim(e, ".") != strings.ToLower(e) {
				t.Errorf("extension %q of %q is malformed or belongs to %q too", e, f.Name, other)
			}
			extensions[e] = f.Name
		}
		for _, id := range f.RendererApps {
			if !apps[id] {
				t.Errorf("file type %q: no renderer app %d", f.Name, id)
			}
		}
	}
}

func TestEveryFormatOfTheTradeHasAType(t *testing.T) {
	t.Parallel()
	formats := "gltf glb obj mtl fbx stl 3mf ply dae usd usda usdc usdz 3ds step stp iges igs abc dxf dwg off splat spz " +
		"blend max ma mb c4d lxo lwo hip ztl zpr skp 3dm unitypackage uasset png jpg tga exr bin zip rar 7z"
	for _, e := range strings.Fields(formats) {
		if found, ok := seed.FileTypeOf(e); !ok || !slices.Contains(found.Extensions, e) {
			t.Errorf("extension %q: got file type %q, %v", e, found.Name, ok)
		}
	}
	if got, _ := seed.FileTypeOf("blend"); !got.Native || len(got.RendererApps) < 2 {
		t.Errorf("blend: got %+v, want a native type with several renderers", got)
	}
	if got, ok := seed.FileTypeOf("nothing"); ok || got.ID != 0 {
		t.Errorf("an unknown extension: got %+v, want none", got)
	}
}

func TestLicenses(t *testing.T) {
	t.Parallel()
	var types []string
	for _, l := range seed.Licenses() {
		types = append(types, l.Type)
		if l.Name == "" || l.Description == "" || l.Redistribution {
			t.Errorf("licence %q: a text is missing, or it allows redistribution", l.Type)
		}
		if l.CommercialUse != (l.Type == "general") {
			t.Errorf("licence %q: commercial use is %v", l.Type, l.CommercialUse)
		}
		words := len(strings.Fields(l.Text))
		if l.Type == "custom" && words > 0 || l.Type != "custom" && (words < 350 || words > 700) {
			t.Errorf("licence %q: its text has %d words", l.Type, words)
		}
	}
	if diff := cmp.Diff([]string{"general", "editorial", "custom"}, types); diff != "" {
		t.Errorf("licence types (-want +got):\n%s", diff)
	}
}

func checkProductTypes(t *testing.T, name string, types []string) {
	t.Helper()
	if len(types) == 0 {
		t.Errorf("%q has no product type", name)
	}
	for i, p := range types {
		if p != "cg" && p != "printable" || slices.Index(types, p) != i {
			t.Errorf("%q: product types %v", name, types)
		}
	}
}

func checkID(t *testing.T, id, low, high int64) {
	t.Helper()
	if id < low || id > high {
		t.Errorf("category id %d is not between %d and %d", id, low, high)
	}
}

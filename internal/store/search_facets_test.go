package store_test

import (
	"slices"
	"strconv"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// compareFacets compares the facets of a list with what going through all models finds
// of each list that one of their values leads to.
func (s *shelf) compareFacets(t *testing.T, db *store.DB, q vitrine.CatalogueQuery) bool {
	t.Helper()
	found, err := db.Facets(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	same := found.Total == int64(len(s.find(q))) && !found.More
	if !same {
		t.Errorf("the facets are of %d models (more: %v), want %d", found.Total, found.More, len(s.find(q)))
	}
	values := map[string][]string{}
	for _, facet := range found.Facets {
		for _, value := range facet.Values {
			values[facet.Name] = append(values[facet.Name], value.Value)
			want := int64(s.chosen(q, facet.Name, value))
			if value.Count != want {
				t.Errorf("%s %s has %d models, want %d", facet.Name, value.Value, value.Count, want)
				same = false
			}
		}
	}
	return s.allValues(t, q, values) && same
}

// chosen is how long a list is in which a value of a facet is chosen.
func (s *shelf) chosen(q vitrine.CatalogueQuery, facet string, value store.FacetValue) int {
	switch facet {
	case store.FacetCategory:
		q.CategoryID, _ = strconv.ParseInt(value.Value, 10, 64)
	case store.FacetType:
		q.ProductType = vitrine.ProductType(value.Value)
	case store.FacetFormat:
		q.Extensions = []string{value.Value}
	case store.FacetLicense:
		q.ExcludeEditorial = false
		return len(slices.DeleteFunc(s.find(q), func(id int64) bool { return string(s.models[id].License) != value.Value }))
	case store.FacetPolygons:
		ranges := vitrine.PolygonRanges()
		q.Polygons = &ranges[slices.IndexFunc(ranges, func(r vitrine.PolygonRange) bool { return r.Name == value.Value })]
	case store.FacetAI:
		q.AIGenerated = new(value.Value == "true")
	case store.FacetTrait:
		*map[string]**bool{"animated": &q.Animated, "rigged": &q.Rigged, "pbr": &q.PBR, "low_poly": &q.LowPoly, "collection": &q.Collection,
			"discounted": &q.Discounted}[value.Value] = new(true)
	case store.FacetPrice:
		q.MinPrice, q.MaxPrice = value.Min, value.Max
	}
	return len(s.find(q))
}

// allValues reports whether the facets of a list have all values that they should have.
func (s *shelf) allValues(t *testing.T, q vitrine.CatalogueQuery, got map[string][]string) bool {
	t.Helper()
	want := map[string][]string{
		store.FacetType: {"cg", "printable"}, store.FacetLicense: {"general", "editorial", "custom"},
		store.FacetPolygons: {"lt_5k", "range_5k_10k", "range_10k_50k", "range_50k_100k", "range_100k_250k", "gt_250k"},
		store.FacetTrait:    {"animated", "rigged", "pbr", "low_poly", "collection", "discounted"},
		store.FacetAI:       {"true", "false"},
		store.FacetPrice: {"0.00-0.00", "0.01-4.99", "5.00-9.99", "10.00-24.99", "25.00-49.99", "50.00-99.99", "100.00-249.99",
			"250.00-"},
	}
	open := slices.IndexFunc(s.sub, func(c vitrine.Category) bool { return c.ID == q.CategoryID || c.ParentID == q.CategoryID })
	for _, c := range slices.Concat(s.top, s.sub) {
		if c.ParentID == 0 || open >= 0 && c.ID == s.sub[open].ID {
			want[store.FacetCategory] = append(want[store.FacetCategory], strconv.FormatInt(c.ID, 10))
		}
	}
	all := q
	all.Extensions = nil
	formats := slices.Clone(q.Extensions)
	for _, id := range s.find(all) {
		formats = append(formats, s.formats[id]...)
	}
	slices.Sort(formats)
	if diff := gocmp.Diff(slices.Compact(formats), slices.Sorted(slices.Values(got[store.FacetFormat]))); diff != "" {
		t.Errorf("formats, want (-) and have (+):\n%s", diff)
		return false
	}
	delete(got, store.FacetFormat)
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("values, want (-) and have (+):\n%s", diff)
		return false
	}
	return true
}

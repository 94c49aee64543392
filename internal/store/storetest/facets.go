package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// facets returns what has models of a list, by facet and value.
func facets(t testing.TB, db *store.DB, q vitrine.CatalogueQuery) map[string]map[string]int64 {
	t.Helper()
	found, err := db.Facets(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]map[string]int64{"": {"total": found.Total}}
	for _, facet := range found.Facets {
		counts[facet.Name] = map[string]int64{}
		for _, value := range facet.Values {
			if value.Count > 0 {
				counts[facet.Name][value.Value] = value.Count
			}
		}
	}
	return counts
}

// testFacets sees that facets which were counted before are those of the catalogue as it
// is now, whatever changes. Package store compares them with a scan.
func testFacets(t *testing.T, db *store.DB) {
	ada := newUser(t, db, "ada")
	cars := newCategory(t, db, "cars", 0, 1)
	coupe := publish(t, db, ada, "coupe", func(m *vitrine.Model) {
		m.Category, m.Price, m.Animated, m.Title = cars, amount(1_000), true, "Red coupe"
	}, "obj", "glb")
	publish(t, db, ada, "van", func(m *vitrine.Model) { m.Category, m.Price, m.Title = cars, amount(0), "Red van" }, "obj")
	red := vitrine.CatalogueQuery{Keywords: "red"}
	want := func(why, facet string, counts map[string]int64) {
		t.Helper()
		if diff := cmp.Diff(counts, facets(t, db, red)[facet]); diff != "" {
			t.Errorf("%s, %s: want (-) and have (+)\n%s", why, facet, diff)
		}
	}
	if err := db.MergeSearch(t.Context()); err != nil {
		t.Fatal(err)
	}
	want("published", "", map[string]int64{"total": 2})
	want("published", store.FacetFormat, map[string]int64{"obj": 2, "glb": 1})
	want("published", store.FacetPrice, map[string]int64{"0.00-0.00": 1, "10.00-24.99": 1})

	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		coupe.Price = amount(99_00)
		if err := tx.UpdateModel(ctx, coupe); err != nil {
			return err
		}
		return tx.PutListing(ctx, coupe, []string{"glb"}, false)
	})
	want("changed", store.FacetPrice, map[string]int64{"0.00-0.00": 1, "50.00-99.99": 1})
	want("changed", store.FacetFormat, map[string]int64{"obj": 1, "glb": 1})

	before := len(listedCategories(t, db))
	newCategory(t, db, "boats", 0, 2)
	if after := len(listedCategories(t, db)); after != before+1 {
		t.Errorf("with another category there are %d, were %d", after, before)
	}

	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RemoveListing(ctx, coupe.ID) })
	want("unlisted", "", map[string]int64{"total": 1})
	want("unlisted", store.FacetTrait, map[string]int64{})

	var frequent []string
	for i := range 60 {
		frequent = append(frequent, fmt.Sprint("f", i))
	}
	publish(t, db, ada, "rare", nil, append(frequent, "splat")...)
	publish(t, db, ada, "frequent", nil, frequent...)
	if err := db.MergeSearch(t.Context()); err != nil {
		t.Fatal(err)
	}
	rare := func(formats ...string) int64 {
		t.Helper()
		found, err := db.Facets(t.Context(), vitrine.CatalogueQuery{}, formats...)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range found.Facets[2].Values {
			if v.Value == "splat" {
				return v.Count
			}
		}
		return 0
	}
	if without, with := rare(), rare("glb", "splat"); without != 0 || with != 1 {
		t.Errorf("of a rare format there are %d models, and %d where it is named", without, with)
	}

	none, err := db.Facets(t.Context(), vitrine.CatalogueQuery{Keywords: "?!"})
	if err != nil || none.Total != 0 || len(none.Facets) != 8 {
		t.Errorf("facets of no words: %+v, %v", none, err)
	}
}

func listedCategories(t testing.TB, db *store.DB) []store.FacetValue {
	t.Helper()
	found, err := db.Facets(t.Context(), vitrine.CatalogueQuery{})
	at := slices.IndexFunc(found.Facets, func(f store.Facet) bool { return f.Name == store.FacetCategory })
	if err != nil || at < 0 {
		t.Fatalf("%+v, %v", found, err)
	}
	return found.Facets[at].Values
}

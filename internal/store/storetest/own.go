package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// draft adds a model that is in its author's list alone.
func draft(t testing.TB, db *store.DB, author vitrine.User, slug string, edit func(*vitrine.Model), extensions ...string) *vitrine.Model {
	t.Helper()
	m := newModel(t, db, author, slug, edit)
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.PutOwnListing(ctx, m, extensions) })
	return m
}

// testOwn asks the list of an author, with models in every state, all that the
// catalogue can be asked.
func testOwn(t *testing.T, db *store.DB) {
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	cars := newCategory(t, db, "cars", 0, 1)
	racing := newCategory(t, db, "racing", cars.ID, 1)
	polygons := func(m *vitrine.Model, count int64) { m.Measured.Polygons = &count }
	publish(t, db, ada, "racer", func(m *vitrine.Model) {
		m.Category, m.Subcategory, m.Price, m.OriginalPrice = cars, racing, amount(500), amount(900)
		m.Animated, m.Tags = true, []string{"kit"}
		polygons(m, 4999)
	}, "obj", "fbx")
	publish(t, db, bob, "foreign-racer", func(m *vitrine.Model) { m.Category = cars }, "obj")
	draft(t, db, ada, "kit", func(m *vitrine.Model) {
		m.Category, m.Price, m.AIGenerated = cars, amount(1500), true
		m.Info, _ = vitrine.ParseInfo([]byte(`{"collection":true}`))
		polygons(m, 60_000)
	}, "obj", "a_c")
	draft(t, db, bob, "foreign-kit", nil, "obj")
	draft(t, db, ada, "nude", func(m *vitrine.Model) {
		m.AdultContent, m.Price, m.ProductType, m.RawDescription = true, amount(700), vitrine.Printable, "not a kit"
	}, "stl")
	draft(t, db, ada, "blank", func(m *vitrine.Model) { m.Price, m.License = nil, vitrine.Editorial })
	testOwnFilters(t, db, ada, cars.ID, racing.ID)
	testOwnChanges(t, db, ada)
}

func testOwnFilters(t *testing.T, db *store.DB, ada vitrine.User, cars, racing int64) {
	ranges := vitrine.PolygonRanges()
	for _, test := range []struct {
		name  string
		query vitrine.CatalogueQuery
		want  string
	}{
		{"newest", vitrine.CatalogueQuery{}, "blank nude kit racer"},
		{"oldest", vitrine.CatalogueQuery{Sort: vitrine.Oldest}, "racer kit nude blank"},
		{"lower price", vitrine.CatalogueQuery{Sort: vitrine.LowerPrice}, "blank racer nude kit"},
		{"higher price", vitrine.CatalogueQuery{Sort: vitrine.HigherPrice}, "kit nude racer blank"},
		{"sales", vitrine.CatalogueQuery{Sort: vitrine.BySales}, "blank nude kit racer"},
		{"best match of no words", vitrine.CatalogueQuery{Sort: vitrine.BestMatch}, "blank nude kit racer"},
		{"a word, best first", vitrine.CatalogueQuery{Keywords: "Kits", Sort: vitrine.BestMatch}, "kit racer nude"},
		{"a word by price", vitrine.CatalogueQuery{Keywords: "kit", Sort: vitrine.LowerPrice}, "racer nude kit"},
		{"a word, oldest", vitrine.CatalogueQuery{Keywords: "kit", Sort: vitrine.Oldest}, "racer kit nude"},
		{"a word and a filter", vitrine.CatalogueQuery{Keywords: "kit", Extensions: []string{"obj"}, Sort: vitrine.BestMatch}, "kit racer"},
		{"the author's name", vitrine.CatalogueQuery{Keywords: "ada", Sort: vitrine.BestMatch}, "blank nude kit racer"},
		{"a word that marks an author", vitrine.CatalogueQuery{Keywords: "0by2", Sort: vitrine.BestMatch}, ""},
		{"no words at all", vitrine.CatalogueQuery{Keywords: "?!", Sort: vitrine.BestMatch}, ""},
		{"extensions", vitrine.CatalogueQuery{Extensions: []string{"stl", "fbx"}}, "nude racer"},
		{"an extension with a sign", vitrine.CatalogueQuery{Extensions: []string{"a_c"}}, "kit"},
		{"a sign is none", vitrine.CatalogueQuery{Extensions: []string{"%", "o_j"}}, ""},
		{"collection", vitrine.CatalogueQuery{Collection: flag(true)}, "kit"},
		{"no collection", vitrine.CatalogueQuery{Collection: flag(false)}, "blank racer"},
		{"made with AI", vitrine.CatalogueQuery{AIGenerated: flag(true)}, "kit"},
		{"a word, not made with AI", vitrine.CatalogueQuery{AIGenerated: flag(false), Keywords: "kit", Sort: vitrine.BestMatch}, "racer nude"},
		{"polygons", vitrine.CatalogueQuery{Polygons: &ranges[3]}, "kit"},
		{"low poly", vitrine.CatalogueQuery{LowPoly: flag(true)}, "racer"},
		{"not low poly", vitrine.CatalogueQuery{LowPoly: flag(false)}, "blank kit"},
		{"top category", vitrine.CatalogueQuery{CategoryID: cars}, "kit racer"},
		{"subcategory", vitrine.CatalogueQuery{CategoryID: racing}, "racer"},
		{"unknown category", vitrine.CatalogueQuery{CategoryID: -1}, ""},
		{"at least", vitrine.CatalogueQuery{MinPrice: amount(0)}, "nude kit racer"},
		{"at most", vitrine.CatalogueQuery{MaxPrice: amount(700)}, "nude racer"},
		{"at most, by price", vitrine.CatalogueQuery{MaxPrice: amount(700), Sort: vitrine.HigherPrice}, "nude racer"},
		{"discounted", vitrine.CatalogueQuery{Discounted: flag(true)}, "racer"},
		{"not discounted", vitrine.CatalogueQuery{Discounted: flag(false)}, "blank nude kit"},
		{"printable", vitrine.CatalogueQuery{ProductType: vitrine.Printable}, "nude"},
		{"no editorial", vitrine.CatalogueQuery{ExcludeEditorial: true}, "nude kit racer"},
		{"by herself", vitrine.CatalogueQuery{Author: "ada"}, "blank nude kit racer"},
		{"by another", vitrine.CatalogueQuery{Author: "bob"}, ""},
	} {
		test.query.AdultContent = true
		got := strings.Join(ownSlugs(t, db, vitrine.OwnQuery{AuthorID: ada.ID, Filter: test.query}), " ")
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	for _, test := range []struct {
		own  vitrine.OwnQuery
		want string
	}{
		{vitrine.OwnQuery{}, "blank kit racer"},
		{vitrine.OwnQuery{Filter: vitrine.CatalogueQuery{Keywords: "kit", Sort: vitrine.BestMatch}}, "kit racer"},
		{vitrine.OwnQuery{Status: vitrine.Draft, Filter: vitrine.CatalogueQuery{Keywords: "kit", Sort: vitrine.BestMatch, AdultContent: true}},
			"kit nude"},
		{vitrine.OwnQuery{Status: vitrine.Published}, "racer"},
	} {
		test.own.AuthorID = ada.ID
		if got := strings.Join(ownSlugs(t, db, test.own), " "); got != test.want {
			t.Errorf("%+v: %q, want %q", test.own, got, test.want)
		}
	}
}

// testOwnChanges follows a draft that is changed, sold and deleted.
func testOwnChanges(t *testing.T, db *store.DB, ada vitrine.User) {
	find := func(q vitrine.CatalogueQuery) string {
		t.Helper()
		q.AdultContent = true
		return strings.Join(ownSlugs(t, db, vitrine.OwnQuery{AuthorID: ada.ID, Filter: q}), " ")
	}
	m := draft(t, db, ada, "lamp", nil, "glb")
	m.Title, m.Price, m.Animated = "Chandelier", amount(99), true
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.AddSale(ctx, m.ID, 3); err != nil {
			return err
		}
		return tx.PutOwnListing(ctx, m, []string{"stl"})
	})
	if err := db.CountSales(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		query vitrine.CatalogueQuery
		want  string
	}{
		{vitrine.CatalogueQuery{Keywords: "chandelier", Sort: vitrine.BestMatch}, "lamp"},
		{vitrine.CatalogueQuery{Extensions: []string{"glb"}}, ""},
		{vitrine.CatalogueQuery{Extensions: []string{"stl"}}, "lamp nude"},
		{vitrine.CatalogueQuery{Animated: flag(true), MaxPrice: amount(99)}, "lamp"},
		{vitrine.CatalogueQuery{Sort: vitrine.BySales, CategoryID: 0, Extensions: []string{"stl", "obj"}}, "lamp nude kit racer"},
	} {
		if got := find(test.query); got != test.want {
			t.Errorf("after a change, %+v: %q, want %q", test.query, got, test.want)
		}
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RemoveOwnListing(ctx, m.ID) })
	for _, q := range []vitrine.CatalogueQuery{{Keywords: "chandelier", Sort: vitrine.BestMatch},
		{Animated: flag(true), MaxPrice: amount(99)}} {
		if got := find(q); got != "" {
			t.Errorf("a deleted model is found by %+v: %q", q, got)
		}
	}
	_, err := db.OwnModels(t.Context(), vitrine.OwnQuery{AuthorID: ada.ID,
		Filter: vitrine.CatalogueQuery{Sort: vitrine.Newest, Page: vitrine.Page{Size: 2, Cursor: "nonsense"}}})
	wantCode(t, err, vitrine.Malformed)
}

// testOwnPages compares pages by number with those by cursor, where many models
// have the same key.
func testOwnPages(t *testing.T, db *store.DB) {
	ada := newUser(t, db, "ada")
	for i := range 23 {
		put := draft
		if i%4 == 1 {
			put = publish
		}
		put(t, db, ada, fmt.Sprintf("m%02d", i), func(m *vitrine.Model) { m.Price = amount(vitrine.Amount(i % 3)) })
	}
	for state, most := range map[vitrine.Status]int64{"": 23, vitrine.Draft: 17, vitrine.Published: 6} {
		for _, adult := range []bool{false, true} {
			testPagesOfState(t, db, vitrine.OwnQuery{AuthorID: ada.ID, Status: state, Filter: vitrine.CatalogueQuery{AdultContent: adult}}, most)
		}
	}
}

// testPagesOfState compares pages of some models of which there are so many.
func testPagesOfState(t *testing.T, db *store.DB, asked vitrine.OwnQuery, most int64) {
	for _, sort := range []vitrine.Sort{vitrine.Newest, vitrine.Oldest, vitrine.LowerPrice, vitrine.HigherPrice, vitrine.BySales,
		vitrine.BestMatch} {
		for _, keywords := range []string{"", "ada"} {
			asked.Filter.Sort, asked.Filter.Keywords, asked.Filter.Page = sort, keywords, vitrine.Page{}
			want := ownSlugs(t, db, asked)
			var got []string
			for number := 1; number <= 4; number++ {
				asked.Filter.Page = vitrine.Page{Number: number, Size: 7}
				page, err := db.OwnModels(t.Context(), asked)
				if err != nil || page.Total != (vitrine.Total{Count: most}) {
					t.Fatalf("%+v, page %d: %+v, %v", asked, number, page.Total, err)
				}
				for _, record := range page.Records {
					got = append(got, record.JSON[len(`{"slug":"`):len(record.JSON)-2])
				}
			}
			if diff := cmp.Diff(want, got); diff != "" || int64(len(got)) != most {
				t.Errorf("%+v, by cursors and by numbers (-want +got):\n%s", asked, diff)
			}
		}
	}
}

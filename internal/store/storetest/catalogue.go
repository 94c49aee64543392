package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// publish puts a new model into the catalogue.
func publish(t testing.TB, db *store.DB, author vitrine.User, slug string, edit func(*vitrine.Model), extensions ...string) *vitrine.Model {
	t.Helper()
	m := newModel(t, db, author, slug, func(m *vitrine.Model) {
		m.Status, m.PublishedAt = vitrine.Published, noon()
		if edit != nil {
			edit(m)
		}
	})
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.UpdateModel(ctx, m); err != nil {
			return err
		}
		if err := tx.PutOwnListing(ctx, m, extensions); err != nil {
			return err
		}
		return tx.PutListing(ctx, m, extensions, true)
	})
	return m
}

// slugs walks a list to its end by cursors, two at a time, and returns what it met.
func slugs(t testing.TB, db *store.DB, q vitrine.CatalogueQuery) []string {
	t.Helper()
	if q.Sort == "" {
		q.Sort = vitrine.Newest
	}
	return walk(t, q, db.Catalogue)
}

// ownSlugs is slugs of somebody's own list.
func ownSlugs(t testing.TB, db *store.DB, own vitrine.OwnQuery) []string {
	t.Helper()
	if own.Filter.Sort == "" {
		own.Filter.Sort = vitrine.Newest
	}
	return walk(t, own.Filter, func(ctx context.Context, q vitrine.CatalogueQuery) (store.RecordPage, error) {
		own.Filter = q
		return db.OwnModels(ctx, own)
	})
}

func walk(t testing.TB, q vitrine.CatalogueQuery, read func(context.Context, vitrine.CatalogueQuery) (store.RecordPage, error)) []string {
	t.Helper()
	list := []string{}
	q.Page = vitrine.Page{Number: 1, Size: 2}
	for range 100 {
		page, err := read(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, record := range page.Records {
			list = append(list, record.JSON[len(`{"slug":"`):len(record.JSON)-2])
		}
		if page.Next == "" {
			if int(page.Total.Count) != len(list) || page.Total.More {
				t.Errorf("the total is %+v, the list has %d", page.Total, len(list))
			}
			return list
		}
		q.Page.Cursor = page.Next
	}
	t.Fatal("the list has no end")
	return nil
}

func amount(n vitrine.Amount) *vitrine.Amount { return &n }

func flag(v bool) *bool { return &v }

func testCatalogue(t *testing.T, db *store.DB) {
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	cars := newCategory(t, db, "cars", 0, 1)
	racing := newCategory(t, db, "racing", cars.ID, 1)
	toys := newCategory(t, db, "toys", 0, 2)
	seconds := 0
	at := func(m *vitrine.Model) { seconds++; m.PublishedAt = noon().Add(time.Duration(seconds) * time.Second) }
	info := func(text string) vitrine.Info {
		parsed, faults := vitrine.ParseInfo([]byte(text))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		return parsed
	}
	publish(t, db, ada, "low-racer", func(m *vitrine.Model) {
		at(m)
		m.Category, m.Subcategory, m.Price = cars, racing, amount(500)
		m.Animated, m.PBR = true, true
		m.Info = info(`{"polygons":4999,"collection":true}`)
	}, "obj", "fbx")
	publish(t, db, bob, "big-racer", func(m *vitrine.Model) {
		at(m)
		m.Category, m.Subcategory, m.Price, m.OriginalPrice = cars, racing, amount(1500), amount(3000)
		m.Rigged = true
		m.Info = info(`{"polygons":250000}`)
		m.License = vitrine.Editorial
	}, "obj")
	publish(t, db, ada, "free-car", func(m *vitrine.Model) {
		at(m)
		m.Category, m.Price = cars, amount(0)
		m.Info = info(`{"polygons":10000}`)
	}, "glb")
	publish(t, db, bob, "yo-yo", func(m *vitrine.Model) {
		at(m)
		m.Category, m.ProductType, m.Price = toys, vitrine.Printable, amount(500)
	}, "stl")
	publish(t, db, bob, "adult-toy", func(m *vitrine.Model) {
		at(m)
		m.Category, m.ProductType, m.AdultContent = toys, vitrine.Printable, true
	}, "stl", "3mf")
	newModel(t, db, ada, "draft", nil)
	testFilters(t, db, cars.ID, racing.ID)
	testCounts(t, db, map[string]int64{"cars": 3, "racing": 2, "toys": 2})
	// At once, and not only when the models' records are made anew.
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.MoveCategory(ctx, racing.ID, toys.ID, noon()) })
	for id, want := range map[int64][]string{cars.ID: {"free-car"}, toys.ID: {"yo-yo", "big-racer", "low-racer"}} {
		if diff := cmp.Diff(want, slugs(t, db, vitrine.CatalogueQuery{CategoryID: id})); diff != "" {
			t.Errorf("models of a category after another one was moved (-want +got):\n%s", diff)
		}
	}
}

func testFilters(t *testing.T, db *store.DB, cars, racing int64) {
	rating := 8.0
	polygons := vitrine.PolygonRanges()
	for _, test := range []struct {
		name  string
		query vitrine.CatalogueQuery
		want  []string
	}{
		{"all, newest", vitrine.CatalogueQuery{}, []string{"yo-yo", "free-car", "big-racer", "low-racer"}},
		{"with adult content", vitrine.CatalogueQuery{AdultContent: true}, []string{"adult-toy", "yo-yo", "free-car", "big-racer", "low-racer"}},
		{"oldest", vitrine.CatalogueQuery{Sort: vitrine.Oldest}, []string{"low-racer", "big-racer", "free-car", "yo-yo"}},
		{"lower price", vitrine.CatalogueQuery{Sort: vitrine.LowerPrice}, []string{"free-car", "low-racer", "yo-yo", "big-racer"}},
		{"higher price", vitrine.CatalogueQuery{Sort: vitrine.HigherPrice}, []string{"big-racer", "yo-yo", "low-racer", "free-car"}},
		{"top category", vitrine.CatalogueQuery{CategoryID: cars}, []string{"free-car", "big-racer", "low-racer"}},
		{"subcategory", vitrine.CatalogueQuery{CategoryID: racing}, []string{"big-racer", "low-racer"}},
		{"unknown category", vitrine.CatalogueQuery{CategoryID: 999}, []string{}},
		{"price range", vitrine.CatalogueQuery{MinPrice: amount(1), MaxPrice: amount(500)}, []string{"yo-yo", "low-racer"}},
		{"price range by price", vitrine.CatalogueQuery{MinPrice: amount(1), Sort: vitrine.LowerPrice},
			[]string{"low-racer", "yo-yo", "big-racer"}},
		{"printable", vitrine.CatalogueQuery{ProductType: vitrine.Printable}, []string{"yo-yo"}},
		{"extensions", vitrine.CatalogueQuery{Extensions: []string{"glb", "fbx"}}, []string{"free-car", "low-racer"}},
		{"discounted", vitrine.CatalogueQuery{Discounted: flag(true)}, []string{"big-racer"}},
		{"not discounted", vitrine.CatalogueQuery{Discounted: flag(false)}, []string{"yo-yo", "free-car", "low-racer"}},
		{"low poly", vitrine.CatalogueQuery{LowPoly: flag(true)}, []string{"low-racer"}},
		{"not low poly", vitrine.CatalogueQuery{LowPoly: flag(false)}, []string{"free-car", "big-racer"}},
		{"animated", vitrine.CatalogueQuery{Animated: flag(true)}, []string{"low-racer"}},
		{"not animated", vitrine.CatalogueQuery{Animated: flag(false)}, []string{"free-car", "big-racer"}},
		{"pbr and rigged", vitrine.CatalogueQuery{PBR: flag(true), Rigged: flag(true)}, []string{}},
		{"rigged", vitrine.CatalogueQuery{Rigged: flag(true)}, []string{"big-racer"}},
		{"collection", vitrine.CatalogueQuery{Collection: flag(true)}, []string{"low-racer"}},
		{"animated printable", vitrine.CatalogueQuery{Animated: flag(false), ProductType: vitrine.Printable}, []string{}},
		{"under 5k", vitrine.CatalogueQuery{Polygons: &polygons[0]}, []string{"low-racer"}},
		{"10k to 50k", vitrine.CatalogueQuery{Polygons: &polygons[2]}, []string{"free-car"}},
		{"over 250k", vitrine.CatalogueQuery{Polygons: &polygons[5]}, []string{"big-racer"}},
		{"no editorial", vitrine.CatalogueQuery{ExcludeEditorial: true}, []string{"yo-yo", "free-car", "low-racer"}},
		{"author", vitrine.CatalogueQuery{Author: "bob"}, []string{"yo-yo", "big-racer"}},
		{"unknown author", vitrine.CatalogueQuery{Author: "eve' OR 1=1"}, []string{}},
		{"rating", vitrine.CatalogueQuery{MinAdminRating: &rating}, []string{}},
		{"words in the title", vitrine.CatalogueQuery{Keywords: "Racers", Sort: vitrine.BestMatch}, []string{"big-racer", "low-racer"}},
		{"words by price", vitrine.CatalogueQuery{Keywords: "racer", Sort: vitrine.LowerPrice}, []string{"low-racer", "big-racer"}},
		{"words and a filter", vitrine.CatalogueQuery{Keywords: "racer", Sort: vitrine.BestMatch, PBR: flag(true)}, []string{"low-racer"}},
		{"no words at all", vitrine.CatalogueQuery{Keywords: "?!", Sort: vitrine.BestMatch}, []string{}},
		{"hostile words", vitrine.CatalogueQuery{Keywords: `") OR title:* NEAR(' | & ! :A -- yo`, Sort: vitrine.BestMatch}, []string{}},
	} {
		if diff := cmp.Diff(test.want, slugs(t, db, test.query)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// testCounts compares how many models the categories have, before what changed is added up
// and after it.
func testCounts(t *testing.T, db *store.DB, want map[string]int64) {
	t.Helper()
	for _, when := range []string{"as noted", "added up"} {
		categories, err := db.Categories(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int64{}
		for _, c := range categories {
			one, err := db.Category(t.Context(), c.ID)
			if err != nil || one.ModelsCount != c.ModelsCount {
				t.Errorf("%s alone has %+v (%v), among all %d", c.Slug, one, err, c.ModelsCount)
			}
			got[c.Slug] = c.ModelsCount
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("models of categories, %s (-want +got):\n%s", when, diff)
		}
		if err := db.AddCounts(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if waits, err := db.CountsToAdd(t.Context()); err != nil || waits {
		t.Errorf("there is still something to add up: %v (%v)", waits, err)
	}
}

// testSearch asks for the order of the tiers, for numbered pages across them,
// and for what follows a change.
func testSearch(t *testing.T, db *store.DB) {
	ada := newUser(t, db, "ada")
	category := newCategory(t, db, "cars", 0, 1)
	named := func(slug, title, tag, text string) *vitrine.Model {
		return publish(t, db, ada, slug, func(m *vitrine.Model) {
			m.Category, m.Title, m.Tags, m.RawDescription = category, title, []string{tag}, text
		})
	}
	named("text-1", "One", "x", "a dragon")
	named("title-1", "Dragon", "x", "")
	named("tag-1", "Two", "dragon", "")
	named("title-2", "Red DRAGONS", "x", "dragon")
	named("text-2", "Three", "x", "the Dragon's lair")
	named("accent", "Élan café", "x", "")
	query := vitrine.CatalogueQuery{Keywords: "dragon", Sort: vitrine.BestMatch}
	want := []string{"title-2", "title-1", "tag-1", "text-2", "text-1"}
	if diff := cmp.Diff(want, slugs(t, db, query)); diff != "" {
		t.Errorf("best match (-want +got):\n%s", diff)
	}
	for number := 1; number <= 3; number++ {
		query.Page = vitrine.Page{Number: number, Size: 2}
		page, err := db.Catalogue(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(page.Records); got != min(2, len(want)-2*(number-1)) || page.Total.Count != 5 {
			t.Errorf("page %d has %d records of %+v", number, got, page.Total)
		}
	}
	for words, want := range map[string][]string{
		"cafe ELAN": {"accent"}, "red dragon": {"title-2"}, "ada dragon lair": {"text-2"}, "unicorn": {},
	} {
		got := slugs(t, db, vitrine.CatalogueQuery{Keywords: words, Sort: vitrine.BestMatch})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", words, diff)
		}
	}
	_, err := db.Catalogue(t.Context(), vitrine.CatalogueQuery{Sort: vitrine.Newest, Page: vitrine.Page{Size: 2, Cursor: "nonsense"}})
	wantCode(t, err, vitrine.Malformed)
	testUnlist(t, db)
}

func testUnlist(t *testing.T, db *store.DB) {
	page, err := db.Catalogue(t.Context(), vitrine.CatalogueQuery{Sort: vitrine.Oldest, Page: vitrine.Page{Number: 1, Size: 100}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		for _, record := range page.Records {
			if err := tx.RemoveListing(ctx, record.ID); err != nil {
				return err
			}
		}
		return nil
	})
	for _, words := range []string{"", "dragon"} {
		sort := vitrine.BestMatch
		if got := slugs(t, db, vitrine.CatalogueQuery{Keywords: words, Sort: sort}); len(got) > 0 {
			t.Errorf("%q still finds %v after all was taken back", words, got)
		}
	}
	testCounts(t, db, map[string]int64{"cars": 0})
}

// testCursorsStayTrue walks a list while it grows at its head.
func testCursorsStayTrue(t *testing.T, db *store.DB) {
	ada := newUser(t, db, "ada")
	category := newCategory(t, db, "cars", 0, 1)
	add := func(i int) {
		publish(t, db, ada, fmt.Sprintf("m%02d", i), func(m *vitrine.Model) {
			m.Category, m.PublishedAt = category, noon().Add(time.Duration(i/3)*time.Second)
		})
	}
	for i := range 20 {
		add(i)
	}
	met := []string{}
	q := vitrine.CatalogueQuery{Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: 3}}
	for next := 20; ; next++ {
		page, err := db.Catalogue(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, record := range page.Records {
			met = append(met, record.JSON)
		}
		if page.Next == "" {
			break
		}
		q.Page.Cursor = page.Next
		add(next)
	}
	if len(met) != 20 || len(slices.Compact(slices.Sorted(slices.Values(met)))) != 20 {
		t.Errorf("met %d models, some twice or not at all: %v", len(met), met)
	}
}

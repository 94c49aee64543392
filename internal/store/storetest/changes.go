package storetest

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// testChanges makes random changes of some models, and asks of each list whether it is
// said to be touched whenever the model came in or left, and only where it was or is.
func testChanges(t *testing.T, db *store.DB) {
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	cars := newCategory(t, db, "cars", 0, 1)
	racing := newCategory(t, db, "racing", cars.ID, 1)
	toys := newCategory(t, db, "toys", 0, 2)
	random := rand.New(rand.NewPCG(1, 2))
	models := []*vitrine.Model{newModel(t, db, ada, "one", nil), newModel(t, db, bob, "two", nil), newModel(t, db, ada, "three", nil)}
	queries := everyFilter(cars.ID, racing.ID)
	came := 0
	for range 40 {
		m := models[random.IntN(len(models))]
		before := inLists(t, db, m.ID, queries)
		moment := momentOf(t, db)
		extensions := alter(random, m, cars, racing, toys)
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			if err := tx.UpdateModel(ctx, m); err != nil {
				return err
			}
			if m.Status == vitrine.Draft {
				return tx.RemoveListing(ctx, m.ID)
			}
			return tx.PutListing(ctx, m, extensions, true)
		})
		list := since(t, db, moment)
		after := inLists(t, db, m.ID, queries)
		for i, q := range queries {
			touched := slices.ContainsFunc(list, func(c store.Change) bool { return c.TouchesList(&q, func(int64) bool { return false }) })
			if before[i] != after[i] && !touched || touched && !before[i] && !after[i] {
				t.Errorf("%+v is touched: %v, and had the model: %v, then %v, by\n%+v", q, touched, before[i], after[i], list)
			}
			if before[i] != after[i] {
				came++
			}
		}
	}
	if came < 100 {
		t.Errorf("models came or left only %d times", came)
	}
}

// everyFilter are lists of one filter each.
func everyFilter(top, sub int64) []vitrine.CatalogueQuery {
	rating := 5.0
	list := []vitrine.CatalogueQuery{
		{}, {AdultContent: true}, {ExcludeEditorial: true}, {Author: "ada"}, {Author: "bob"}, {CategoryID: top}, {CategoryID: sub},
		{MinPrice: amount(500)}, {MaxPrice: amount(500)}, {MinPrice: amount(300), MaxPrice: amount(900)}, {MinAdminRating: &rating},
		{ProductType: vitrine.CG}, {ProductType: vitrine.Printable}, {Extensions: []string{"glb", "obj"}}, {Extensions: []string{"stl"}},
		{Animated: flag(true), ProductType: vitrine.Printable}, {Sort: vitrine.LowerPrice, MaxPrice: amount(500)},
	}
	for _, want := range []*bool{flag(true), flag(false)} {
		list = append(list, []vitrine.CatalogueQuery{
			{Discounted: want}, {LowPoly: want}, {Animated: want}, {PBR: want}, {Rigged: want}, {Collection: want},
			{AIGenerated: want}, {AIGenerated: want, AdultContent: true, Sort: vitrine.LowerPrice},
		}...)
	}
	ranges := vitrine.PolygonRanges()
	for i := range ranges {
		list = append(list, vitrine.CatalogueQuery{Polygons: &ranges[i]})
	}
	for i := range list {
		list[i].Page = vitrine.Page{Number: 1, Size: 10}
		if list[i].Sort == "" {
			list[i].Sort = vitrine.Newest
		}
	}
	return list
}

// alter gives a model other traits, and returns the extensions of its files.
func alter(random *rand.Rand, m *vitrine.Model, categories ...vitrine.Category) (extensions []string) {
	coin := func() bool { return random.IntN(2) == 0 }
	m.Status = vitrine.Draft
	if random.IntN(4) > 0 {
		m.Status, m.PublishedAt = vitrine.Published, noon().Add(time.Duration(m.ID)*time.Second)
	}
	m.Category, m.Subcategory = categories[0], categories[1]
	if coin() {
		m.Category, m.Subcategory = categories[2], vitrine.Category{}
	}
	m.ProductType, m.License = vitrine.CG, vitrine.General
	if coin() {
		m.ProductType = vitrine.Printable
	}
	if coin() {
		m.License = vitrine.Editorial
	}
	m.Price, m.OriginalPrice, m.AdminRating, m.Measured.Polygons = amount(vitrine.Amount(random.IntN(1000))), nil, nil, nil
	if coin() {
		m.OriginalPrice = amount(2000)
	}
	m.AdultContent, m.AIGenerated = random.IntN(4) == 0, coin()
	m.CGTraits = vitrine.CGTraits{Animated: coin(), PBR: coin(), Rigged: coin()}
	if polygons := int64(1) << random.IntN(20); coin() {
		m.Measured.Polygons = &polygons
	}
	if rating := float64(random.IntN(10)); coin() {
		m.AdminRating = &rating
	}
	m.Info, _ = vitrine.ParseInfo([]byte(`{"collection":false}`))
	if coin() {
		m.Info, _ = vitrine.ParseInfo([]byte(`{"collection":true}`))
	}
	return [][]string{nil, {"stl"}, {"stl", "glb"}, {"obj"}}[random.IntN(4)]
}

// inLists reports which lists a model is in, past all that is remembered of them.
func inLists(t testing.TB, db *store.DB, model int64, queries []vitrine.CatalogueQuery) []bool {
	t.Helper()
	in := make([]bool, len(queries))
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		for i, q := range queries {
			page, err := tx.Catalogue(ctx, q)
			if err != nil {
				return err
			}
			in[i] = slices.ContainsFunc(page.Records, func(r store.Record) bool { return r.ID == model })
		}
		return nil
	})
	return in
}

func momentOf(t testing.TB, db *store.DB) store.Moment {
	t.Helper()
	moment, err := db.Moment(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return moment
}

// since lists what was changed after a moment.
func since(t testing.TB, db *store.DB, moment store.Moment) (list []store.Change) {
	t.Helper()
	db.Unchanged(moment, func(c *store.Change) bool {
		list = append(list, *c)
		return false
	})
	return list
}

// testWhatIsNoted makes each change that the log is kept for.
func testWhatIsNoted(t *testing.T, db *store.DB) {
	ada := newUser(t, db, "ada")
	cars := newCategory(t, db, "cars", 0, 1)
	toys := newCategory(t, db, "toys", 0, 2)
	m := publish(t, db, ada, "truck", func(m *vitrine.Model) { m.Category = cars }, "stl")
	draft := newModel(t, db, ada, "draft", nil)
	newFile := func(model int64) *vitrine.File {
		return &vitrine.File{ModelID: model, Name: "a.stl", Status: vitrine.FileReady, CreatedAt: noon(), UpdatedAt: noon()}
	}
	file, drafts := newFile(m.ID), newFile(draft.ID)
	image := vitrine.Image{ModelID: m.ID, BlobKey: "media/a", CreatedAt: noon(), UpdatedAt: noon()}
	type noted struct {
		Kind         store.ChangeKind
		Model        int64
		Stays, Words bool
	}
	shown, read, anything := noted{store.ModelChanged, m.ID, true, false}, noted{store.ModelRead, m.ID, true, false}, noted{}
	for _, step := range []struct {
		name string
		do   func(ctx context.Context, tx *store.Tx) error
		want []noted
	}{
		{"nothing", func(context.Context, *store.Tx) error { return nil }, nil},
		{"a file", func(ctx context.Context, tx *store.Tx) error { return tx.InsertFile(ctx, file) }, []noted{shown}},
		{"a draft's file", func(ctx context.Context, tx *store.Tx) error { return tx.InsertFile(ctx, drafts) }, nil},
		{"a reading", func(ctx context.Context, tx *store.Tx) error { return tx.NoteProgress(ctx, file) }, []noted{read}},
		{"a draft's reading", func(ctx context.Context, tx *store.Tx) error { return tx.NoteProgress(ctx, drafts) }, nil},
		{"what was read", func(ctx context.Context, tx *store.Tx) error { return tx.UpdateFile(ctx, file) }, []noted{shown}},
		{"a whole", func(ctx context.Context, tx *store.Tx) error {
			return tx.SetWhole(ctx, m.ID, vitrine.Preview{Kind: "glb"})
		}, []noted{shown}},
		{"no file", func(ctx context.Context, tx *store.Tx) error { return tx.DeleteFile(ctx, m.ID, file.ID, noon()) }, []noted{shown}},
		{"a picture", func(ctx context.Context, tx *store.Tx) error { return tx.InsertImage(ctx, &image) }, []noted{shown}},
		{"no picture", func(ctx context.Context, tx *store.Tx) error { return tx.DeleteImage(ctx, m.ID, image.ID, noon()) }, []noted{shown}},
		{"a record", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.PutRecord(ctx, m, m.Language, `{"slug":"other"}`)
			return err
		}, []noted{shown}},
		{"the same record", func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.PutRecord(ctx, m, m.Language, `{"slug":"other"}`)
			return err
		}, nil},
		{"a rating", func(ctx context.Context, tx *store.Tx) error { return tx.RateModel(ctx, m.ID, 7) }, []noted{shown}},
		{"words", func(ctx context.Context, tx *store.Tx) error {
			other := *m
			other.Title = "Lorry"
			return tx.PutListing(ctx, &other, []string{"stl"}, false)
		}, []noted{{store.ModelChanged, m.ID, true, true}}},
		{"a price", func(ctx context.Context, tx *store.Tx) error {
			other := *m
			other.Title, other.Price = "Lorry", amount(1)
			return tx.PutListing(ctx, &other, []string{"stl"}, false)
		}, []noted{{store.ModelChanged, m.ID, false, false}}},
		{"a price that was taken back", func(ctx context.Context, tx *store.Tx) error {
			for _, price := range []vitrine.Amount{5, 1} {
				other := *m
				other.Title, other.Price = "Lorry", amount(price)
				if err := tx.PutListing(ctx, &other, []string{"stl"}, false); err != nil {
					return err
				}
			}
			return nil
		}, []noted{shown}},
		{"a licence", func(ctx context.Context, tx *store.Tx) error {
			return tx.AddLicense(ctx, vitrine.LicenseText{Type: vitrine.General, CreatedAt: noon(), UpdatedAt: noon()})
		}, []noted{{Kind: store.LicenseChanged}}},
		{"a licence's text", func(ctx context.Context, tx *store.Tx) error {
			return tx.SetLicense(ctx, vitrine.LicenseText{Type: vitrine.General, Text: "new"}, noon())
		}, []noted{{Kind: store.LicenseChanged}}},
		{"a category", func(ctx context.Context, tx *store.Tx) error { return tx.UpdateCategory(ctx, &toys) }, []noted{anything}},
		{"a merge that begins", func(ctx context.Context, tx *store.Tx) error {
			return tx.BeginMerge(ctx, toys.ID, cars.ID, noon())
		}, []noted{anything}},
		{"a category's records", func(ctx context.Context, tx *store.Tx) error { return tx.ForgetRecordsOfCategory(ctx, cars.ID) },
			[]noted{anything}},
		{"no category", func(ctx context.Context, tx *store.Tx) error { return tx.DeleteCategory(ctx, toys.ID) }, []noted{anything}},
		{"a currency", func(ctx context.Context, tx *store.Tx) error { _, err := tx.KeepCurrency(ctx, "EUR"); return err }, []noted{anything}},
		{"another currency", func(ctx context.Context, tx *store.Tx) error { return tx.SetCurrency(ctx, "USD") }, []noted{anything}},
		{"a take-down", func(ctx context.Context, tx *store.Tx) error { return tx.RemoveListing(ctx, m.ID) },
			[]noted{{store.ModelChanged, m.ID, false, false}}},
		{"a second take-down", func(ctx context.Context, tx *store.Tx) error { return tx.RemoveListing(ctx, m.ID) }, nil},
	} {
		moment := momentOf(t, db)
		write(t, db, step.do)
		got := []noted(nil)
		// Whatever may touch anything is not shown to who asks.
		if list := since(t, db, moment); len(list) > 0 {
			for _, c := range list {
				got = append(got, noted{c.Kind, c.Model, c.Stays, c.Words})
			}
		} else if _, same := db.Unchanged(moment, func(*store.Change) bool { return false }); !same {
			got = []noted{anything}
		}
		if !slices.Equal(got, step.want) {
			t.Errorf("%s: %+v is noted, want %+v", step.name, got, step.want)
		}
	}
}

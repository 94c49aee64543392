package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vitrine"
	"vitrine/internal/store"
)

// newModel adds a model with all that a published one needs but files.
func newModel(t testing.TB, db *store.DB, author vitrine.User, slug string, edit func(*vitrine.Model)) *vitrine.Model {
	t.Helper()
	price := vitrine.Amount(1000)
	m := &vitrine.Model{
		AuthorID: author.ID, AuthorName: author.Username, Status: vitrine.Draft, Slug: slug, ProductType: vitrine.CG, License: vitrine.General,
		Price: &price,
		Text: vitrine.Text{Language: "en-US", Title: slug, Description: "<p>" + slug + "</p>", RawDescription: slug,
			Tags: []string{"a", "b"}},
		CreatedAt: noon(), UpdatedAt: noon(),
	}
	if edit != nil {
		edit(m)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.InsertModel(ctx, m); err != nil {
			return err
		}
		if _, err := tx.PutRecord(ctx, m, m.Language, `{"slug":"`+slug+`"}`); err != nil {
			return err
		}
		return tx.PutOwnListing(ctx, m, nil)
	})
	return m
}

func testModels(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada := newUser(t, db, "ada")
	top := newCategory(t, db, "vehicles", 0, 1)
	sub := newCategory(t, db, "trucks", top.ID, 1)
	original := vitrine.Amount(2000)
	m := newModel(t, db, ada, "truck", func(m *vitrine.Model) {
		m.Category, m.Subcategory, m.OriginalPrice = top, sub, &original
		m.CGTraits = vitrine.CGTraits{GameReady: true, Animated: true, Rigged: true, PBR: true}
		m.AdultContent, m.AIGenerated, m.NoAITraining = true, true, true
		m.Info, _ = vitrine.ParseInfo([]byte(`{"polygons":12,"x":"\u0000"}`))
		m.Translations = []vitrine.Text{{Language: "de", Title: "Laster", Tags: []string{"c"}}}
	})

	got, err := db.Model(ctx, m.ID)
	wantCode(t, err, "")
	want := *m
	want.Category = vitrine.Category{ID: top.ID, Slug: "vehicles", Title: top.Title}
	want.Subcategory = vitrine.Category{ID: sub.ID, ParentID: top.ID, Slug: "trucks", Title: sub.Title}
	want.Files, want.Images = []vitrine.File{}, []vitrine.Image{}
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Errorf("read back (-want +got):\n%s", diff)
	}
	_, err = db.Model(ctx, 9999)
	wantCode(t, err, vitrine.NotFound)
	testModelUpdates(t, db, got)
}

func testModelUpdates(t *testing.T, db *store.DB, m *vitrine.Model) {
	ctx := t.Context()
	stale := *m
	m.Title, m.Price, m.UpdatedAt = "Big truck", nil, noon().Add(time.Second)
	m.Translations[0].Title = "Großer Laster"
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.UpdateModel(ctx, m) })
	got, err := db.Model(ctx, m.ID)
	wantCode(t, err, "")
	if diff := cmp.Diff(m, got); diff != "" || got.Version != 2 {
		t.Errorf("version %d after an update (-want +got):\n%s", got.Version, diff)
	}
	err = db.Write(ctx, func(tx *store.Tx) error { return tx.UpdateModel(ctx, &stale) })
	wantCode(t, err, vitrine.Stale)

	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RateModel(ctx, m.ID, 7.5) })
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.TouchModel(ctx, m.ID, noon()) })
	got, err = db.Model(ctx, m.ID)
	if err != nil || got.AdminRating == nil || *got.AdminRating != 7.5 || got.Version != 4 {
		t.Errorf("after rating and touching: %+v, %v", got, err)
	}

	for _, language := range []string{"de", m.Language} {
		for i, want := range []bool{true, false} { // the second time it is the same
			write(t, db, func(ctx context.Context, tx *store.Tx) error {
				changed, err := tx.PutRecord(ctx, m, language, `{"`+language+`":1}`)
				if changed != want {
					t.Errorf("the record in %s, time %d: changed is %v", language, i, changed)
				}
				return err
			})
		}
	}
	stored, err := db.Translation(ctx, m.ID, "de")
	if stored != `{"de":1}` || err != nil {
		t.Errorf("translation %q, %v", stored, err)
	}
	record, err := db.Record(ctx, m.ID)
	if diff := cmp.Diff(store.Record{ID: m.ID, AuthorID: m.AuthorID, Status: vitrine.Draft, Version: 4,
		Languages: []string{"en-US", "de"}, Language: "en-US", JSON: `{"en-US":1}`}, record); diff != "" || err != nil {
		t.Errorf("record: %v (-want +got):\n%s", err, diff)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.ForgetRecordsOfCategory(ctx, m.Subcategory.ID)
	})
	record, err = db.Record(ctx, m.ID)
	if record.JSON != "" || record.Version != 5 || err != nil {
		t.Errorf("a forgotten record reads %+v, %v", record, err)
	}
	gone, leave := context.WithCancel(ctx)
	leave()
	if _, err := db.Record(gone, m.ID); !errors.Is(err, context.Canceled) {
		t.Errorf("a record for a caller that has gone gives %v, want %v", err, context.Canceled)
	}

	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, m.ID, noon()) })
	_, err = db.Record(ctx, m.ID)
	wantCode(t, err, vitrine.NotFound)
	err = db.Write(ctx, func(tx *store.Tx) error { return tx.DeleteModel(ctx, m.ID, noon()) })
	wantCode(t, err, vitrine.NotFound)
	if taken, err := db.SlugTaken(ctx, "truck"); !taken || err != nil {
		t.Errorf("the slug of a deleted model is free again: %v, %v", taken, err)
	}
}

// testSomeModels reads models together as each is read by itself.
func testSomeModels(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada := newUser(t, db, "ada")
	one := newModel(t, db, ada, "one", func(m *vitrine.Model) {
		m.Translations = []vitrine.Text{{Language: "de", Title: "Eins", Tags: []string{"c"}}, {Language: "fr", Title: "Un", Tags: []string{}}}
	})
	two, bare, gone := newModel(t, db, ada, "two", nil), newModel(t, db, ada, "bare", nil), newModel(t, db, ada, "gone", nil)
	for i, id := range []int64{one.ID, two.ID, one.ID, gone.ID} {
		addImages(t, db, id, 2)
		f := vitrine.File{ModelID: id, Name: fmt.Sprint(i, ".stl"), BlobKey: fmt.Sprint("files/", i), Status: vitrine.FileReady,
			CreatedAt: noon(), UpdatedAt: noon()}
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertFile(ctx, &f) })
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, gone.ID, noon()) })

	got, err := db.Models(ctx, []int64{two.ID, gone.ID, bare.ID, 999, one.ID})
	wantCode(t, err, "")
	var want []*vitrine.Model
	for _, id := range []int64{two.ID, bare.ID, one.ID} {
		m, err := db.Model(ctx, id)
		wantCode(t, err, "")
		want = append(want, m)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || len(got[2].Files) != 2 || len(got[2].Translations) != 2 {
		t.Errorf("together (-alone +together):\n%s", diff)
	}
	if none, err := db.Models(ctx, nil); len(none) > 0 || err != nil {
		t.Errorf("of no models: %v, %v", none, err)
	}
	listed, err := db.OwnIDs(ctx, vitrine.OwnQuery{AuthorID: ada.ID, Filter: vitrine.CatalogueQuery{Sort: vitrine.Oldest,
		Page: vitrine.Page{Number: 1, Size: 2}}})
	if diff := cmp.Diff([]int64{one.ID, two.ID}, listed.IDs); diff != "" || err != nil || listed.Next == "" || listed.Total.Count != 4 {
		t.Errorf("own ones are %+v, %v", listed, err)
	}
}

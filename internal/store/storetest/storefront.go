package storetest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

func testModelsBySlug(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada := newUser(t, db, "ada")
	m := newModel(t, db, ada, "truck", func(m *vitrine.Model) {
		m.Translations = []vitrine.Text{{Language: "de", Title: "Laster", Tags: []string{"c"}}}
	})
	addImages(t, db, m.ID, 1)

	got, err := db.ModelBySlug(ctx, "truck")
	wantCode(t, err, "")
	want, err := db.Model(ctx, m.ID)
	wantCode(t, err, "")
	if diff := cmp.Diff(want, got); diff != "" || len(got.Images) != 1 || len(got.Translations) != 1 {
		t.Errorf("by its slug (-want +got):\n%s", diff)
	}
	_, err = db.ModelBySlug(ctx, "Truck")
	wantCode(t, err, vitrine.NotFound)

	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, m.ID, noon()) })
	gone, err := db.ModelBySlug(ctx, "truck")
	if err != nil || !gone.DeletedAt.Equal(noon()) || gone.Title != "truck" || len(gone.Images) > 0 {
		t.Errorf("a deleted model is %+v, %v", gone, err)
	}
	newCategory(t, db, "vehicles", 0, 1)
	if taken, err := db.SlugTaken(ctx, "vehicles"); !taken || err != nil {
		t.Errorf("a category's slug is free for models: %v, %v", taken, err)
	}
}

// addImages adds images to a model; the one that is added last comes first.
func addImages(t *testing.T, db *store.DB, modelID int64, n int) (ids []int64) {
	t.Helper()
	for i := range n {
		image := vitrine.Image{ModelID: modelID, Width: 800 + i, Height: 600, BlobKey: "media/x", Position: n - i,
			Thumbnails: []vitrine.Thumbnail{{BlobKey: "media/y", Width: 320, Height: 240}}, CreatedAt: noon(), UpdatedAt: noon()}
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertImage(ctx, &image) })
		ids = append(ids, image.ID)
	}
	return ids
}

func testFirstImages(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada := newUser(t, db, "ada")
	one, two, none := newModel(t, db, ada, "one", nil), newModel(t, db, ada, "two", nil), newModel(t, db, ada, "none", nil)
	ones, twos := addImages(t, db, one.ID, 3), addImages(t, db, two.ID, 2)
	addImages(t, db, newModel(t, db, ada, "other", nil).ID, 1)
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteImage(ctx, two.ID, twos[1], noon()) })

	gone := newModel(t, db, ada, "gone", nil)
	addImages(t, db, gone.ID, 1)
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, gone.ID, noon()) })

	found, err := db.FirstImages(ctx, []int64{one.ID, two.ID, none.ID, gone.ID})
	wantCode(t, err, "")
	got := map[int64]int64{}
	for model, image := range found {
		got[model] = image.ID
	}
	if diff := cmp.Diff(map[int64]int64{one.ID: ones[2], two.ID: twos[0]}, got); diff != "" {
		t.Errorf("first images (-want +got):\n%s", diff)
	}
	if len(found[one.ID].Thumbnails) != 1 || found[one.ID].Width != 802 {
		t.Errorf("an image reads %+v", found[one.ID])
	}
	if found, err := db.FirstImages(ctx, nil); len(found) > 0 || err != nil {
		t.Errorf("of no models: %v, %v", found, err)
	}
}

func testListedAddresses(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada := newUser(t, db, "ada")
	top := newCategory(t, db, "vehicles", 0, 1)
	sub := newCategory(t, db, "trucks", top.ID, 1)
	if last, err := db.LastListed(ctx); last != 0 || err != nil {
		t.Errorf("of an empty catalogue: %d, %v", last, err)
	}
	list := func(slug string, edit func(*vitrine.Model)) *vitrine.Model {
		m := newModel(t, db, ada, slug, func(m *vitrine.Model) {
			m.Category, m.Status, m.PublishedAt = top, vitrine.Published, noon()
			edit(m)
		})
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.PutListing(ctx, m, nil, true) })
		return m
	}
	first := list("one", func(m *vitrine.Model) { m.Subcategory = sub })
	list("adult", func(m *vitrine.Model) { m.AdultContent = true })
	second := list("two", func(m *vitrine.Model) { m.ProductType = vitrine.Printable })
	newModel(t, db, ada, "draft", nil)
	third := list("three", func(*vitrine.Model) {})

	got, err := db.ListedAfter(ctx, 0, second.ID, 10)
	wantCode(t, err, "")
	want := []store.Listed{
		{ModelID: first.ID, ProductType: vitrine.CG, Slug: "one", Category: "vehicles", Subcategory: "trucks", UpdatedAt: noon()},
		{ModelID: second.ID, ProductType: vitrine.Printable, Slug: "two", Category: "vehicles", UpdatedAt: noon()},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("listed (-want +got):\n%s", diff)
	}
	got, err = db.ListedAfter(ctx, first.ID, third.ID, 1)
	if err != nil || len(got) != 1 || got[0].Slug != "two" {
		t.Errorf("the next one is %+v, %v", got, err)
	}
	if last, err := db.LastListed(ctx); last != third.ID || err != nil {
		t.Errorf("the last one is %d, %v, want %d", last, err, third.ID)
	}
}

func testStorefrontUser(t *testing.T, db *store.DB) {
	ctx := t.Context()
	_, err := db.StorefrontUser(ctx)
	wantCode(t, err, vitrine.NotFound)
	for _, id := range []int64{7, 8} {
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.SetStorefrontUser(ctx, id) })
	}
	if id, err := db.StorefrontUser(ctx); id != 7 || err != nil {
		t.Errorf("the storefront's user is %d, %v, want the first that was set", id, err)
	}
}

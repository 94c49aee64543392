package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

func testCategories(t *testing.T, db *store.DB) {
	ctx := t.Context()
	// Made in another order than they are shown in.
	cars := newCategory(t, db, "cars", 0, 2)
	sports := newCategory(t, db, "sports-cars", cars.ID, 2)
	animals := newCategory(t, db, "animals", 0, 1)
	trucks := newCategory(t, db, "trucks", cars.ID, 1)

	want := []vitrine.Category{animals, cars, trucks, sports}
	got, err := db.Categories(ctx)
	wantCode(t, err, "")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tree (-want +got):\n%s", diff)
	}
	for _, c := range want {
		byID, err := db.Category(ctx, c.ID)
		wantCode(t, err, "")
		bySlug, err := db.CategoryBySlug(ctx, c.Slug)
		wantCode(t, err, "")
		if diff := cmp.Diff([]*vitrine.Category{&c, &c}, []*vitrine.Category{byID, bySlug}); diff != "" {
			t.Errorf("by id, by slug (-want +got):\n%s", diff)
		}
	}
	_, err = db.Category(ctx, 999)
	wantCode(t, err, vitrine.NotFound)
	_, err = db.CategoryBySlug(ctx, "")
	wantCode(t, err, vitrine.NotFound)

	testCategoryIDs(t, db)
	testCategoryChange(t, db, trucks)
	testCategoryMove(t, db, trucks, cars, animals)
	testCategoryDelete(t, db, sports, cars)
}

// A category may come with an id of its own; the next one without follows it.
func testCategoryIDs(t *testing.T, db *store.DB) {
	own := vitrine.Category{ID: 500, Slug: "own-id", CreatedAt: noon(), UpdatedAt: noon()}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertCategory(ctx, &own) })
	next := newCategory(t, db, "next-id", 0, 9)
	if own.ID != 500 || next.ID != 501 {
		t.Errorf("ids are %d and %d, want 500 and 501", own.ID, next.ID)
	}
}

func testCategoryChange(t *testing.T, db *store.DB, c vitrine.Category) {
	c.Texts = map[string]vitrine.CategoryText{"de": {Name: "Laster", Description: "Groß."}}
	c.Slug, c.Title, c.ProductTypes = "lorries", "Lorries", []vitrine.ProductType{vitrine.CG}
	c.UpdatedAt = noon().Add(time.Hour)
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.UpdateCategory(ctx, &c) })

	got, err := db.Category(t.Context(), c.ID)
	wantCode(t, err, "")
	if diff := cmp.Diff(&c, got); diff != "" {
		t.Errorf("changed (-want +got):\n%s", diff)
	}

	taken := c
	taken.Slug = "cars"
	err = db.Write(t.Context(), func(tx *store.Tx) error { return tx.UpdateCategory(t.Context(), &taken) })
	wantCode(t, err, vitrine.Conflict)
	taken.ID = 0
	err = db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertCategory(t.Context(), &taken) })
	wantCode(t, err, vitrine.Conflict)
}

func testCategoryMove(t *testing.T, db *store.DB, c, from, to vitrine.Category) {
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.MoveCategory(ctx, c.ID, to.ID, noon().Add(2*time.Hour))
	})
	got, err := db.Category(t.Context(), c.ID)
	wantCode(t, err, "")
	if got.ParentID != to.ID || !got.UpdatedAt.Equal(noon().Add(2*time.Hour)) {
		t.Errorf("moved: parent %d at %s, want %d two hours later", got.ParentID, got.UpdatedAt, to.ID)
	}
	for id, want := range map[int64]int64{from.ID: 1, to.ID: 1, c.ID: 0} {
		subcategories, models, err := db.CategoryInUse(t.Context(), id)
		wantCode(t, err, "")
		if subcategories != want || models != 0 {
			t.Errorf("category %d has %d subcategories and %d models, want %d and none", id, subcategories, models, want)
		}
	}
}

func testCategoryDelete(t *testing.T, db *store.DB, c, parent vitrine.Category) {
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteCategory(ctx, c.ID) })
	_, err := db.Category(t.Context(), c.ID)
	wantCode(t, err, vitrine.NotFound)
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteCategory(ctx, parent.ID) })
	_, err = db.Category(t.Context(), parent.ID)
	wantCode(t, err, vitrine.NotFound)
}

package shop_test

import (
	"sync"
	"testing"

	"vitrine"
	"vitrine/internal/seed"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestSeed(t *testing.T) {
	t.Parallel()
	s, db := operatorShop(t)
	ctx := t.Context()
	wantCode(t, "seed", s.Seed(ctx), "")
	gone, kept := int64(1), int64(2)
	// The operator edits the tree: what is under the first top category goes.
	for _, c := range seed.Categories() {
		if c.ParentID == gone {
			wantCode(t, "delete below", s.DeleteCategory(ctx, c.ID), "")
		}
	}
	wantCode(t, "delete", s.DeleteCategory(ctx, gone), "")
	_, err := s.UpdateCategory(ctx, kept, shop.CategoryChange{Title: vitrine.Some("Edited")})
	wantCode(t, "edit", err, "")
	wantCode(t, "edit license", s.SetLicenseText(ctx, vitrine.General, "Edited."), "")

	wantCode(t, "seed again", s.Seed(ctx), "")

	_, err = db.Category(ctx, gone)
	wantCode(t, "the removed category", err, vitrine.NotFound)
	if c, err := db.Category(ctx, kept); err != nil || c.Title != "Edited" {
		t.Errorf("the edited category is %+v (%v)", c, err)
	}
	if l, err := db.License(ctx, vitrine.General); err != nil || l.Text != "Edited." {
		t.Errorf("the edited license is %+v (%v)", l, err)
	}
	for _, license := range []vitrine.License{vitrine.Editorial, vitrine.Custom} {
		_, err := db.License(ctx, license)
		wantCode(t, string(license), err, "")
	}
}

func TestSeedAtOnce(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	seedAtOnce(t, db)
}

func TestSeedAtOncePostgres(t *testing.T) {
	t.Parallel()
	seedAtOnce(t, storetest.NewPostgres(t).Open(t))
}

func seedAtOnce(t *testing.T, db *store.DB) {
	t.Helper()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if err := operatorShopOn(db).Seed(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	all, err := db.Categories(t.Context())
	if err != nil || len(all) != len(seed.Categories()) {
		t.Errorf("%d categories (%v), want %d", len(all), err, len(seed.Categories()))
	}
}

package shop_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestMergeCategory has an operator merge categories, with all that is in them: on another
// level, below another one, and once more.
func TestMergeCategory(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		court := newCourt(t, db)
		c := &merging{t, court.shop, db, court.operates(t)}
		cars, pets, boats := addCategory(t, c.shop, "old-cars", 0), addCategory(t, c.shop, "pets", 0), addCategory(t, c.shop, "boats", 0)
		vans, ponies := addCategory(t, c.shop, "old-vans", cars.ID), addCategory(t, c.shop, "ponies", pets.ID)
		m := publishedIn(t, c.shop, db, cars, vans)

		c.begin(cars, cars, vitrine.Conflict)
		c.begin(cars, vans, vitrine.Conflict)
		c.begin(cars, ponies, vitrine.Conflict) // it has a category below it
		c.begin(cars, &vitrine.Category{ID: 9_999}, vitrine.Invalid)
		c.begin(vans, ponies, "")
		c.begin(vans, boats, vitrine.Conflict)
		c.begin(ponies, boats, vitrine.Conflict) // before what moves there has come
		renamed := shop.CategoryChange{Slug: vitrine.Some("lorries")}
		_, err := c.shop.ChangeCategory(t.Context(), c.in, vans.ID, renamed)
		wantCode(t, "change it meanwhile", err, vitrine.Conflict)
		wantCode(t, "remove where it goes", c.shop.RemoveCategory(t.Context(), c.in, ponies.ID, nil), vitrine.Conflict)
		c.finish(vans)
		c.finish(vans) // a job may run twice
		c.wantPlace(m, "pets/ponies", map[int64]int64{cars.ID: 0, pets.ID: 1, ponies.ID: 1})

		c.begin(pets, boats, "")
		c.finish(pets)
		c.wantPlace(m, "boats/ponies", map[int64]int64{boats.ID: 1, ponies.ID: 1})
		c.wantNamed(m.AuthorID, "old-cars", "old-vans", "boats/ponies") // by a program that has the slugs of before
		c.begin(ponies, boats, "")
		c.wantNamed(m.AuthorID, "pets", "ponies", "boats") // before the models have moved
		c.finish(ponies)
		c.wantNamed(m.AuthorID, "pets", "old-vans", "boats")
		c.wantNamed(m.AuthorID, "ponies", "", "boats")
		for _, gone := range []*vitrine.Category{vans, pets, ponies} { // their numbers lead on, however often they were merged
			stands, err := db.CategoryOnceNumbered(t.Context(), gone.ID)
			if err != nil || stands.ID != boats.ID {
				t.Errorf("for %s stands %v, %v; want %s", gone.Slug, stands, err, boats.Slug)
			}
		}
		_, err = db.CategoryOnceNumbered(t.Context(), boats.ID)
		wantCode(t, "one that was not merged", err, vitrine.NotFound)
		if next := addCategory(t, c.shop, "old-trains", 0); next.ID <= ponies.ID {
			t.Errorf("a new category got the number %d, which was that of another one", next.ID)
		}
	})
}

// merging is a marketplace whose operator merges categories.
type merging struct {
	*testing.T
	shop *shop.Shop
	db   *store.DB
	in   shop.SignedIn
}

func (c *merging) begin(from, into *vitrine.Category, code vitrine.Code) {
	c.Helper()
	wantCode(c.T, fmt.Sprintf("merge %s into %s", from.Slug, into.Slug), c.shop.MergeCategory(c.Context(), c.in, from.ID, into.ID), code)
}

func (c *merging) finish(from *vitrine.Category) {
	c.Helper()
	wantCode(c.T, "move the models of "+from.Slug, c.shop.MergeModels(c.Context(), fmt.Sprint(from.ID)), "")
	_, err := c.db.Category(c.Context(), from.ID)
	wantCode(c.T, "read what was merged", err, vitrine.NotFound)
}

// wantPlace looks where a model is: in its record, in lists and in what categories count.
func (c *merging) wantPlace(m *vitrine.Model, place string, counts map[int64]int64) {
	c.Helper()
	is, err := c.db.Model(c.Context(), m.ID)
	wantCode(c.T, "model", err, "")
	if got := strings.TrimSuffix(is.Category.Slug+"/"+is.Subcategory.Slug, "/"); got != place {
		c.Errorf("the model is in %s, want %s", got, place)
	}
	record, err := c.db.Record(c.Context(), m.ID)
	wantCode(c.T, "record", err, "")
	if record.Version == m.Version || record.JSON != "" && !strings.Contains(record.JSON, "/"+place+"/") {
		c.Errorf("version %d of the record (before %d) is not in %s:\n%s", record.Version, m.Version, place, record.JSON)
	}
	for id, want := range counts {
		found, err := c.db.Catalogue(c.Context(), vitrine.CatalogueQuery{CategoryID: id, Page: vitrine.Page{Size: 5}})
		if err != nil || len(found.Records) != int(want) {
			c.Errorf("category %d lists %v, %v; want %d models", id, found, err, want)
		}
		if is, err := c.db.Category(c.Context(), id); err != nil || is.ModelsCount != want {
			c.Errorf("category %d is %+v, %v; want %d models", id, is, err, want)
		}
	}
}

// wantNamed has an author put a draft where slugs say.
func (c *merging) wantNamed(author int64, category, subcategory, place string) {
	c.Helper()
	request := shop.ModelRequest{
		ModelChange: vitrine.ModelChange{Title: vitrine.Some("Truck")}, CategorySlug: vitrine.Some(category),
		SubcategorySlug: vitrine.Optional[string]{Set: subcategory != "", Value: subcategory},
	}
	made, err := c.shop.CreateModel(c.Context(), vitrine.Caller{User: vitrine.User{ID: author}}, request)
	wantCode(c.T, "name them", err, "")
	if err != nil {
		return
	}
	if got := strings.TrimSuffix(made.Category.Slug+"/"+made.Subcategory.Slug, "/"); got != place {
		c.Errorf("%s/%s is %s, want %s", category, subcategory, got, place)
	}
}

// TestMergeGoesOn has a merge end after its first models, as when the process is killed, and
// begin again.
func TestMergeGoesOn(t *testing.T) {
	t.Parallel()
	court := newCourt(t, storetest.SQLite(t))
	c := &merging{t, court.shop, court.db, court.operates(t)}
	cars, pets := addCategory(t, c.shop, "old-cars", 0), addCategory(t, c.shop, "pets", 0)
	for range 45 {
		_, err := c.shop.CreateModel(t.Context(), court.seller, shop.ModelRequest{
			ModelChange: vitrine.ModelChange{Title: vitrine.Some("Truck")}, CategorySlug: vitrine.Some("old-cars")})
		wantCode(t, "create a model", err, "")
	}
	c.begin(cars, pets, "")
	write(t, c.db, func(ctx context.Context, tx *store.Tx) error { return c.shop.MergeSome(ctx, tx, cars.ID) })
	left, err := c.db.ModelsIn(t.Context(), cars.ID, 0, 100)
	if err != nil || len(left) != 25 {
		t.Fatalf("%d models are left, %v", len(left), err)
	}
	c.finish(cars)
	if moved, err := c.db.ModelsIn(t.Context(), pets.ID, 0, 100); err != nil || len(moved) != 45 {
		t.Errorf("%d models have moved, %v", len(moved), err)
	}
}

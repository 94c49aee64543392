package shop_test

import (
	"context"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func addCategory(t *testing.T, s *shop.Shop, slug string, parentID int64) *vitrine.Category {
	t.Helper()
	c, err := s.CreateCategory(t.Context(), vitrine.Category{Slug: slug, Title: slug, ParentID: parentID})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCreateCategory(t *testing.T) {
	t.Parallel()
	s, _ := operatorShop(t)
	cars := addCategory(t, s, "cars", 0)
	first, second := addCategory(t, s, "trucks", cars.ID), addCategory(t, s, "buses", cars.ID)
	if first.Position >= second.Position || first.Name != "trucks" || len(first.ProductTypes) != 2 {
		t.Errorf("first is %+v, second %+v", first, second)
	}
	for _, c := range []struct {
		name string
		vitrine.Category
		want vitrine.Code
	}{
		{"slug taken", vitrine.Category{Slug: "cars", Title: "x"}, vitrine.Conflict},
		{"bad slug", vitrine.Category{Slug: "Cars & more", Title: "x"}, vitrine.Invalid},
		{"no title", vitrine.Category{Slug: "x"}, vitrine.Invalid},
		{"a third level", vitrine.Category{Slug: "x", Title: "x", ParentID: first.ID}, vitrine.Invalid},
		{"below nothing", vitrine.Category{Slug: "x", Title: "x", ParentID: 999}, vitrine.Invalid},
		{"an unknown type", vitrine.Category{Slug: "x", Title: "x", ProductTypes: []vitrine.ProductType{"film"}}, vitrine.Invalid},
	} {
		_, err := s.CreateCategory(t.Context(), c.Category)
		wantCode(t, c.name, err, c.want)
	}
}

func TestCategoriesWithModels(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	categoriesWithModels(t, db)
}

func TestCategoriesWithModelsPostgres(t *testing.T) {
	t.Parallel()
	categoriesWithModels(t, storetest.NewPostgres(t).Open(t))
}

// A slug and a move show in the records and the counts of the models inside.
func categoriesWithModels(t *testing.T, db *store.DB) {
	t.Helper()
	ctx, s := t.Context(), operatorShopOn(db)
	cars, animals := addCategory(t, s, "cars", 0), addCategory(t, s, "animals", 0)
	trucks := addCategory(t, s, "trucks", cars.ID)
	m := publishedIn(t, s, db, cars, trucks)

	wantCode(t, "delete in use", s.DeleteCategory(ctx, trucks.ID), vitrine.Conflict)
	wantCode(t, "delete a parent", s.DeleteCategory(ctx, cars.ID), vitrine.Conflict)

	_, err := s.UpdateCategory(ctx, trucks.ID, shop.CategoryChange{Slug: vitrine.Some("lorries"), ParentID: vitrine.Some(animals.ID)})
	wantCode(t, "rename and move", err, "")
	_, err = s.UpdateCategory(ctx, trucks.ID, shop.CategoryChange{ParentID: vitrine.Some[int64](0)})
	wantCode(t, "move to the top", err, vitrine.Conflict)
	_, err = s.UpdateCategory(ctx, trucks.ID, shop.CategoryChange{ParentID: vitrine.Some(trucks.ID)})
	wantCode(t, "move below itself", err, vitrine.Invalid)

	for id, want := range map[int64]int64{cars.ID: 0, animals.ID: 1, trucks.ID: 1} {
		c, err := db.Category(ctx, id)
		wantCode(t, "read", err, "")
		if c.ModelsCount != want {
			t.Errorf("%s counts %d models, want %d", c.Slug, c.ModelsCount, want)
		}
	}
	record, err := db.Record(ctx, m.ID)
	wantCode(t, "record", err, "")
	if record.JSON != "" && !strings.Contains(record.JSON, "/animals/lorries/") {
		t.Errorf("the record still says\n%s", record.JSON)
	}
	if record.Version == m.Version {
		t.Errorf("the version is still %d: caches would keep the old address", m.Version)
	}
	moved, err := db.Model(ctx, m.ID)
	wantCode(t, "model", err, "")
	if moved.Category.Slug != "animals" || moved.Subcategory.Slug != "lorries" {
		t.Errorf("the model is in %s/%s, want animals/lorries", moved.Category.Slug, moved.Subcategory.Slug)
	}

	wantCode(t, "delete the model", s.DeleteModel(ctx, vitrine.Caller{User: vitrine.User{ID: m.AuthorID}}, m.ID, nil), "")
	wantCode(t, "delete the empty subcategory", s.DeleteCategory(ctx, trucks.ID), "")
	wantCode(t, "delete the empty category", s.DeleteCategory(ctx, animals.ID), "")
}

// publishedIn puts a model into the catalogue, by hand: it has no files.
func publishedIn(t *testing.T, s *shop.Shop, db *store.DB, category, subcategory *vitrine.Category) *vitrine.Model {
	t.Helper()
	ctx := t.Context()
	user, _, err := s.CreateUser(ctx, shop.NewUser{Email: "ada@example.com"})
	wantCode(t, "create user", err, "")
	m, err := s.CreateModel(ctx, vitrine.Caller{User: *user}, shop.ModelRequest{
		ModelChange:  vitrine.ModelChange{Title: vitrine.Some("Truck"), Price: vitrine.Some(vitrine.Amount(100))},
		CategorySlug: vitrine.Some(category.Slug), SubcategorySlug: vitrine.Some(subcategory.Slug),
	})
	wantCode(t, "create model", err, "")
	m.Status, m.PublishedAt = vitrine.Published, today()
	err = db.Write(ctx, func(tx *store.Tx) error { return list(ctx, tx, m) })
	wantCode(t, "publish", err, "")
	return m
}

func list(ctx context.Context, tx *store.Tx, m *vitrine.Model) error {
	if err := tx.UpdateModel(ctx, m); err != nil {
		return err
	}
	return tx.PutListing(ctx, m, nil, true)
}

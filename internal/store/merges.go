package store

import (
	"context"
	"fmt"
	"time"

	"vitrine"
)

// FormerCategories returns what stands in the place of the slugs that categories had.
func (r *reads) FormerCategories(ctx context.Context) (map[string]int64, error) {
	former := map[string]int64{}
	return former, each(ctx, r, func(row scanner) error {
		var slug string
		var id int64
		err := row.Scan(&slug, &id)
		former[slug] = id
		return err
	}, "SELECT slug, category_id FROM former_categories")
}

// CategoryOnceNamed reads what stands in the place of a slug that a category had; NotFound when
// none had it.
func (r *reads) CategoryOnceNamed(ctx context.Context, slug string) (*vitrine.Category, error) {
	return r.category(ctx, "there is no such category", "id = (SELECT category_id FROM former_categories WHERE slug = $1)", slug)
}

// MergedCategories returns what stands in the place of the numbers of categories that were merged away.
func (r *reads) MergedCategories(ctx context.Context) (map[int64]int64, error) {
	merged := map[int64]int64{}
	return merged, each(ctx, r, func(row scanner) error {
		var id, into int64
		err := row.Scan(&id, &into)
		merged[id] = into
		return err
	}, "SELECT id, category_id FROM merged_categories")
}

// CategoryOnceNumbered reads what stands in the place of a category that was merged away; NotFound
// where none of this number was.
func (r *reads) CategoryOnceNumbered(ctx context.Context, id int64) (*vitrine.Category, error) {
	return r.category(ctx, fmt.Sprintf("there is no category %d", id), "id = (SELECT category_id FROM merged_categories WHERE id = $1)", id)
}

// ModelsIn lists up to limit models of a category, drafts and draft versions too, by ascending
// identifiers greater than after.
func (r *reads) ModelsIn(ctx context.Context, categoryID, after int64, limit int) ([]int64, error) {
	b := (&builder{}).add(`SELECT id FROM models WHERE id > ? AND (category_id = ? OR subcategory_id = ?) AND deleted_at IS NULL
		ORDER BY id`, after, categoryID, categoryID).window(limit, 0)
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
}

// BeginMerge notes that the models of a category are to move to another one.
func (tx *Tx) BeginMerge(ctx context.Context, id, into int64, now time.Time) error {
	_, err := tx.exec(ctx, "merge the category",
		"UPDATE categories SET merged_into = $2, updated_at = $3 WHERE id = $1", id, into, micros(now))
	tx.noteAnything()
	return err
}

// PlaceModel puts a model into a category, and a subcategory of it where that is not 0.
func (tx *Tx) PlaceModel(ctx context.Context, id, categoryID, subcategoryID int64) error {
	// With a new version, since the record shows the category: its ETag must not stay good.
	_, err := tx.exec(ctx, "place the model", `UPDATE models SET category_id = $2, subcategory_id = $3, version = version + 1
		WHERE id = $1 AND deleted_at IS NULL`, id, categoryID, orNull(subcategoryID))
	return err
}

// EndMerge removes a category that has nothing left. Its slug and its number, and those that led
// to it, lead to the one that it was merged into.
func (tx *Tx) EndMerge(ctx context.Context, c *vitrine.Category) error {
	for _, step := range []string{
		"UPDATE former_categories SET category_id = $2 WHERE category_id = $1",
		"UPDATE merged_categories SET category_id = $2 WHERE category_id = $1",
	} {
		if _, err := tx.exec(ctx, "lead on what led to the category", step, c.ID, c.MergedInto); err != nil {
			return err
		}
	}
	if err := tx.DeleteCategory(ctx, c.ID); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "keep the former slug", "INSERT INTO former_categories (slug, category_id) VALUES ($1, $2)", c.Slug, c.MergedInto)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, "keep the former number", "INSERT INTO merged_categories (id, category_id) VALUES ($1, $2)", c.ID, c.MergedInto)
	return err
}

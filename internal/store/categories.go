package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"vitrine"
)

const categoryColumns = `id, parent_id, slug, title, name, description, product_types, position, merged_into, texts, created_at, updated_at`

// categories says what a category is read from: with what its row does not count yet, but in
// a transaction, where reading that would have every publication beside it begin again: there
// the number may be some seconds old.
func (r *reads) categories() string {
	if r.inside {
		return categoryColumns + ", models_count FROM categories"
	}
	return categoryColumns + ", models_count + coalesce(late.n, 0) FROM " + countedCategories
}

func scanCategory(row scanner) (vitrine.Category, error) {
	var c vitrine.Category
	var parent sql.NullInt64
	var types, texts string
	err := row.Scan(&c.ID, &parent, &c.Slug, &c.Title, &c.Name, &c.Description, &types,
		&c.Position, &c.MergedInto, &texts, (*stamp)(&c.CreatedAt), (*stamp)(&c.UpdatedAt), &c.ModelsCount)
	c.ParentID = parent.Int64
	for word := range strings.FieldsSeq(types) {
		c.ProductTypes = append(c.ProductTypes, vitrine.ProductType(word))
	}
	if err == nil && texts != "" {
		err = json.Unmarshal([]byte(texts), &c.Texts)
	}
	return c, err
}

// Categories lists the whole tree: each top category followed by its
// subcategories, all in their order.
func (r *reads) Categories(ctx context.Context) ([]vitrine.Category, error) {
	all, err := query(ctx, r, scanCategory, "SELECT "+r.categories()+" ORDER BY position, id")
	if err != nil {
		return nil, err
	}
	place := make(map[int64]int, len(all))
	for i, c := range all {
		place[c.ID] = i
	}
	top := func(c vitrine.Category) int64 { return cmp.Or(c.ParentID, c.ID) }
	slices.SortStableFunc(all, func(a, b vitrine.Category) int {
		return cmp.Or(
			cmp.Compare(place[top(a)], place[top(b)]),
			cmp.Compare(min(a.ParentID, 1), min(b.ParentID, 1)),
			cmp.Compare(place[a.ID], place[b.ID]))
	})
	return all, nil
}

// Category reads a category; NotFound when there is none.
func (r *reads) Category(ctx context.Context, id int64) (*vitrine.Category, error) {
	return r.category(ctx, fmt.Sprintf("there is no category %d", id), "id = $1", id)
}

// CategoryBySlug reads a category; NotFound when there is none.
func (r *reads) CategoryBySlug(ctx context.Context, slug string) (*vitrine.Category, error) {
	return r.category(ctx, fmt.Sprintf("there is no category %q", slug), "slug = $1", slug)
}

func (r *reads) category(ctx context.Context, missing, where string, arg any) (*vitrine.Category, error) {
	c, err := scanCategory(r.q.QueryRowContext(ctx, "SELECT "+r.categories()+" WHERE "+where, arg))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, vitrine.Errorf(vitrine.NotFound, "%s", missing)
	}
	if err != nil {
		return nil, r.fail("read category", err)
	}
	return &c, nil
}

// CategoryInUse counts what keeps a category from being removed: its
// subcategories and the models in it, drafts too.
func (r *reads) CategoryInUse(ctx context.Context, id int64) (subcategories, models int64, err error) {
	err = r.q.QueryRowContext(ctx, `
		SELECT (SELECT count(*) FROM categories WHERE parent_id = $1),
			(SELECT count(*) FROM models WHERE (category_id = $1 OR subcategory_id = $1) AND deleted_at IS NULL)`,
		id).Scan(&subcategories, &models)
	if err != nil {
		return 0, 0, r.fail("look what uses the category", err)
	}
	return subcategories, models, nil
}

// InsertCategory adds a category, with its own id when it has one and else with
// the next one, which is set; Conflict when the slug is taken.
func (tx *Tx) InsertCategory(ctx context.Context, c *vitrine.Category) error {
	texts, err := categoryTexts(c)
	if err != nil {
		return err
	}
	// The shipped categories have ids of their own, which a generator of ids
	// would not know of. The number of one that was merged away leads on, and is nobody's again.
	err = tx.q.QueryRowContext(ctx, `
		INSERT INTO categories (id, parent_id, slug, title, name, description, product_types, position, created_at, updated_at, texts)
		VALUES (coalesce($1, (SELECT coalesce(max(id), 0) + 1 FROM (SELECT id FROM categories UNION ALL SELECT id FROM merged_categories) n)),
			$2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT DO NOTHING RETURNING id`,
		orNull(c.ID), orNull(c.ParentID), c.Slug, c.Title, c.Name, c.Description, joinTypes(c.ProductTypes),
		c.Position, micros(c.CreatedAt), micros(c.UpdatedAt), texts).Scan(&c.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return slugTaken(c.Slug)
	}
	if err != nil {
		return tx.fail("insert category", err)
	}
	tx.noteAnything()
	return tx.takeSlug(ctx, c.Slug)
}

// takeSlug has a slug that a category had lead to the one that has it now.
func (tx *Tx) takeSlug(ctx context.Context, slug string) error {
	_, err := tx.exec(ctx, "take the slug", "DELETE FROM former_categories WHERE slug = $1", slug)
	return err
}

// UpdateCategory stores the texts, slug, types and position of a category, whose former
// slug leads to it from then on; Conflict when the slug is taken.
func (tx *Tx) UpdateCategory(ctx context.Context, c *vitrine.Category) error {
	texts, err := categoryTexts(c)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, "keep the former slug", `INSERT INTO former_categories (slug, category_id)
		SELECT slug, id FROM categories WHERE id = $1 AND slug <> $2
		ON CONFLICT (slug) DO UPDATE SET category_id = excluded.category_id`, c.ID, c.Slug)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, "update category", `
		UPDATE categories SET slug = $2, title = $3, name = $4, description = $5, product_types = $6, position = $7, updated_at = $8,
			texts = $9
		WHERE id = $1`,
		c.ID, c.Slug, c.Title, c.Name, c.Description, joinTypes(c.ProductTypes), c.Position, micros(c.UpdatedAt), texts)
	if errors.Is(err, errUnique) {
		return slugTaken(c.Slug)
	}
	if err != nil {
		return err
	}
	tx.noteAnything()
	return tx.takeSlug(ctx, c.Slug)
}

// MoveCategory puts a subcategory, with the models in it, below another top
// category.
func (tx *Tx) MoveCategory(ctx context.Context, id, parentID int64, now time.Time) error {
	// Rows of categories are added and subtracted: first they count all there is.
	for added := int64(countsAtOnce); added == countsAtOnce; {
		var err error
		if added, err = tx.addCounts(ctx); err != nil {
			return err
		}
	}
	// While parent_id still names the old parent: its count loses what the subcategory holds.
	_, err := tx.exec(ctx, "move category",
		`UPDATE categories SET models_count = models_count - (SELECT models_count FROM categories s WHERE s.id = $1)
		WHERE id = (SELECT parent_id FROM categories s WHERE s.id = $1)`, id)
	if err != nil {
		return err
	}
	for _, step := range []string{
		`UPDATE categories SET models_count = models_count + (SELECT models_count FROM categories s WHERE s.id = $1) WHERE id = $2`,
		`UPDATE models SET category_id = $2 WHERE subcategory_id = $1`,
		`UPDATE listings SET category_id = $2 WHERE subcategory_id = $1`,
	} {
		if _, err := tx.exec(ctx, "move category", step, id, parentID); err != nil {
			return err
		}
	}
	_, err = tx.exec(ctx, "move category", `UPDATE categories SET parent_id = $2, updated_at = $3 WHERE id = $1`,
		id, parentID, micros(now))
	tx.noteAnything()
	return err
}

// DeleteCategory removes a category that nothing uses.
func (tx *Tx) DeleteCategory(ctx context.Context, id int64) error {
	// Deleted models keep their rows for the orders, and have to let go of the category first.
	for _, step := range []string{
		`UPDATE models SET category_id = NULL WHERE category_id = $1 AND deleted_at IS NOT NULL`,
		`UPDATE models SET subcategory_id = NULL WHERE subcategory_id = $1 AND deleted_at IS NOT NULL`,
		`DELETE FROM former_categories WHERE category_id = $1`,
		`DELETE FROM merged_categories WHERE category_id = $1`,
		`DELETE FROM categories WHERE id = $1`,
	} {
		if _, err := tx.exec(ctx, "delete category", step, id); err != nil {
			return err
		}
	}
	tx.noteAnything()
	return nil
}

func categoryTexts(c *vitrine.Category) (string, error) {
	if len(c.Texts) == 0 {
		return "", nil
	}
	texts, err := json.Marshal(c.Texts)
	if err != nil {
		return "", fmt.Errorf("store the category: %w", err)
	}
	return string(texts), nil
}

func slugTaken(slug string) error {
	return &vitrine.Error{Code: vitrine.Conflict, Message: fmt.Sprintf("the slug %q is taken by another category", slug),
		Fields: []vitrine.Field{{Pointer: "/slug", Code: "taken", Detail: "this slug is taken"}}}
}

func joinTypes(types []vitrine.ProductType) string {
	words := make([]string, len(types))
	for i, t := range types {
		words[i] = string(t)
	}
	return strings.Join(words, " ")
}

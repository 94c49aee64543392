package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"vitrine"
)

// ModelBySlug returns the model that has a slug, with its files and images.
// Slugs are never given away again, so it may be a deleted one: DeletedAt says
// so, and it comes without files and images.
func (r *reads) ModelBySlug(ctx context.Context, slug string) (*vitrine.Model, error) {
	m, err := scanModel(r.q.QueryRowContext(ctx, "SELECT "+modelColumns+modelTables+" WHERE m.slug = $1", slug))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no model named %q", slug)
	}
	if err != nil {
		return nil, r.fail("read the model", err)
	}
	if !m.DeletedAt.IsZero() {
		return m, nil
	}
	if m.Translations, err = r.translations(ctx, m.ID); err != nil {
		return nil, err
	}
	if m.Files, err = r.Files(ctx, m.ID); err != nil {
		return nil, err
	}
	if m.Images, err = r.Images(ctx, m.ID); err == nil && m.Discounted() {
		m.LowestBefore, err = r.lowestBefore(ctx, m.ID)
	}
	return m, err
}

// FirstImages returns the first image of each of some models, by the model's
// identifier. Deleted models, whose images are not shown any more, and those without are
// left out.
func (r *reads) FirstImages(ctx context.Context, modelIDs []int64) (map[int64]vitrine.Image, error) {
	return r.firstImages(ctx, modelIDs, "")
}

// ShownFirstImages is FirstImages without models that were taken out of the catalogue, whose
// images their buyers don't see.
func (r *reads) ShownFirstImages(ctx context.Context, modelIDs []int64) (map[int64]vitrine.Image, error) {
	return r.firstImages(ctx, modelIDs, " AND NOT "+takenOut)
}

func (r *reads) firstImages(ctx context.Context, modelIDs []int64, and string) (map[int64]vitrine.Image, error) {
	first := make(map[int64]vitrine.Image, len(modelIDs))
	if len(modelIDs) == 0 {
		return first, nil
	}
	b := &builder{}
	addList(b, "SELECT "+imageColumns+" FROM images i WHERE i.deleted_at IS NULL AND i.model_id IN", modelIDs)
	b.add(` AND NOT EXISTS (SELECT 1 FROM images e WHERE e.model_id = i.model_id AND e.deleted_at IS NULL
		AND (e.position, e.id) < (i.position, i.id))
		AND EXISTS (SELECT 1 FROM models m WHERE m.id = i.model_id AND m.deleted_at IS NULL` + and + ")")
	found, err := query(ctx, r, scanImage, b.String(), b.args...)
	for _, image := range found {
		first[image.ModelID] = image
	}
	return first, err
}

// Listed is where a published model's page is, and when it last changed.
type Listed struct {
	ModelID     int64
	ProductType vitrine.ProductType
	Slug        string
	Category    string // slug
	Subcategory string // slug, "" when the model has none
	UpdatedAt   time.Time
}

// ListedAfter returns up to limit published models without adult content, by
// ascending identifiers greater than after and at most upTo.
func (r *reads) ListedAfter(ctx context.Context, after, upTo int64, limit int) ([]Listed, error) {
	b := &builder{}
	b.add(`SELECT l.model_id, m.product_type, m.slug, COALESCE(c.slug, ''), COALESCE(s.slug, ''), m.updated_at
		FROM listings l JOIN models m ON m.id = l.model_id
		LEFT JOIN categories c ON c.id = m.category_id LEFT JOIN categories s ON s.id = m.subcategory_id
		WHERE l.model_id > ? AND l.model_id <= ? AND NOT l.adult_content ORDER BY l.model_id`, after, upTo).window(limit, 0)
	return query(ctx, r, func(row scanner) (l Listed, err error) {
		return l, row.Scan(&l.ModelID, &l.ProductType, &l.Slug, &l.Category, &l.Subcategory, (*stamp)(&l.UpdatedAt))
	}, b.String(), b.args...)
}

// LastListed is the highest identifier of a published model, 0 when there is
// none.
func (r *reads) LastListed(ctx context.Context) (id int64, err error) {
	return id, r.row(ctx, "", "SELECT COALESCE(MAX(model_id), 0) FROM listings", nil, &id)
}

// storefrontUser names the setting that holds the storefront's user.
const storefrontUser = "storefront_user"

// StorefrontUser returns the user who makes the orders of visitors; NotFound
// until there is one.
func (r *reads) StorefrontUser(ctx context.Context) (int64, error) {
	value, err := r.setting(ctx, storefrontUser)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(value, 10, 64)
}

// SetStorefrontUser says who makes the orders of visitors. The first to say so
// decides.
func (tx *Tx) SetStorefrontUser(ctx context.Context, id int64) error {
	_, err := tx.SetSettingOnce(ctx, storefrontUser, strconv.FormatInt(id, 10))
	return err
}

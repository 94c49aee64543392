package store

import (
	"context"

	"vitrine"
)

// ReservedModels lists up to limit published models that nobody may train machines with, the
// newest first, by what names their pages.
func (r *reads) ReservedModels(ctx context.Context, limit int) ([]vitrine.Model, error) {
	scan := func(row scanner) (m vitrine.Model, err error) {
		return m, row.Scan(&m.ID, &m.Slug, &m.ProductType, &m.Category.Slug, &m.Subcategory.Slug)
	}
	b := (&builder{}).add("SELECT m.id, m.slug, m.product_type, COALESCE(c.slug, ''), COALESCE(s.slug, '')"+modelTables+
		" WHERE m.no_ai_training AND m.status = 'published' AND m.deleted_at IS NULL ORDER BY m.id DESC").window(limit, 0)
	return query(ctx, r, scan, b.String(), b.args...)
}

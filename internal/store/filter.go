package store

import (
	"context"

	"vitrine"
)

// filter builds the conditions of a catalogue query on rows l.
func (r *reads) filter(ctx context.Context, q vitrine.CatalogueQuery) (*builder, error) {
	b := &builder{}
	if q.AdultContent {
		b.add("TRUE")
	} else {
		b.add("NOT l.adult_content")
	}
	return b, r.narrow(ctx, b, catalogueList, q)
}

// ownFilter builds the conditions of somebody's own list.
func (r *reads) ownFilter(ctx context.Context, own vitrine.OwnQuery) (*builder, error) {
	b := (&builder{}).add("l.author_id = ?", own.AuthorID)
	if own.Status != "" {
		b.add(" AND l.status = ?", string(own.Status))
	}
	if own.Drafted {
		b.add(" AND l.model_id IN (SELECT d.model_id FROM draft_versions d WHERE d.author_id = ?)", own.AuthorID)
	}
	if stands := standings[own.Standing]; stands != "" {
		b.add(" AND l.model_id IN ("+stands+")", own.AuthorID)
	}
	if !own.Filter.AdultContent {
		b.add(" AND NOT l.adult_content")
	}
	// A model without a price stands at -1 in this list, and is in no range of prices.
	if own.Filter.MaxPrice != nil {
		b.add(" AND l.price > ?", unpriced)
	}
	return b, r.narrow(ctx, b, ownList, own.Filter)
}

// standings select the models of an author that something keeps back.
var standings = map[vitrine.Standing]string{
	vitrine.Waiting: "SELECT m.id FROM models m WHERE m.author_id = ? AND m.waiting_since IS NOT NULL AND m.hidden_from = ''",
	vitrine.SentBack: `SELECT m.id FROM models m WHERE m.author_id = ? AND m.sent_back <> '' AND m.waiting_since IS NULL
		AND m.status = 'draft' AND m.hidden_from = ''`,
	vitrine.TakenOut:      "SELECT m.id FROM models m WHERE m.author_id = ? AND m.hidden_from <> ''",
	vitrine.RejectedFiles: "SELECT f.model_id FROM files f WHERE f.rejected_of = ? AND f.deleted_at IS NULL",
}

// narrow adds what is asked of both lists alike. A + before a column keeps
// a range from choosing the index: the index is the one of the list's order,
// and it carries the filters.
func (r *reads) narrow(ctx context.Context, b *builder, l list, q vitrine.CatalogueQuery) error {
	if err := r.filterCategory(ctx, b, q.CategoryID); err != nil {
		return err
	}
	b.filterPrice(q)
	b.filterFlag(q.Discounted, "discounted")
	b.filterTraits(q)
	b.filterFlag(q.AIGenerated, "ai_generated")
	if q.ExcludeEditorial {
		b.add(" AND NOT l.editorial")
	}
	if len(q.Extensions) > 0 {
		addList(b, " AND EXISTS (SELECT 1 FROM "+l.extensions+" e WHERE e.model_id = l.model_id AND e.extension IN", q.Extensions)
		b.add(")")
	}
	return nil
}

// filterCategory asks for a category, 0 for any; a top one includes its
// subcategories.
func (r *reads) filterCategory(ctx context.Context, b *builder, id int64) error {
	if id == 0 {
		return nil
	}
	top, err := r.isTop(ctx, id)
	if err != nil {
		return err
	}
	column := "l.subcategory_id"
	if top {
		column = "l.category_id"
	}
	b.add(" AND "+column+" = ?", id)
	return nil
}

func (b *builder) filterPrice(q vitrine.CatalogueQuery) {
	column := " AND +l.price"
	// In a list by price the range is a part of its own index, and bounds what is read of it.
	if q.Sort == vitrine.LowerPrice || q.Sort == vitrine.HigherPrice {
		column = " AND l.price"
	}
	if q.MinPrice != nil {
		b.add(column+" >= ?", int64(*q.MinPrice))
	}
	if q.MaxPrice != nil {
		b.add(column+" <= ?", int64(*q.MaxPrice))
	}
}

func (b *builder) filterFlag(want *bool, column string) {
	switch {
	case want == nil:
	case *want:
		b.add(" AND l." + column)
	default:
		b.add(" AND NOT l." + column)
	}
}

// filterTraits asks about author, rating, product type, CG traits and polygons.
func (b *builder) filterTraits(q vitrine.CatalogueQuery) {
	if q.Author != "" {
		b.add(" AND l.author_id = (SELECT id FROM users WHERE username = ?)", q.Author)
	}
	if q.MinAdminRating != nil {
		b.add(" AND l.admin_rating >= ?", *q.MinAdminRating)
	}
	if q.ProductType != "" {
		b.add(" AND l.product_type = ?", string(q.ProductType))
	}
	aboutCG := q.LowPoly != nil
	for _, flag := range []struct {
		want   *bool
		column string
	}{{q.Animated, "animated"}, {q.PBR, "pbr"}, {q.Rigged, "rigged"}, {q.Collection, "collection"}} {
		b.filterFlag(flag.want, flag.column)
		aboutCG = aboutCG || flag.want != nil
	}
	if aboutCG && q.ProductType != vitrine.CG {
		b.add(" AND l.product_type = ?", string(vitrine.CG))
	}
	if q.Polygons != nil {
		b.add(" AND l.polygons >= ? AND l.polygons < ?", q.Polygons.AtLeast, q.Polygons.Below)
	}
	switch {
	case q.LowPoly == nil:
	case *q.LowPoly:
		b.add(" AND l.polygons < ?", vitrine.LowPoly)
	default:
		b.add(" AND (l.polygons IS NULL OR l.polygons >= ?)", vitrine.LowPoly)
	}
}

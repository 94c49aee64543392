package store

import (
	"context"

	"vitrine"
)

// listingFilter is the list that a query asks, and its conditions on rows l.
type listingFilter struct {
	*builder
	list
	query      vitrine.CatalogueQuery
	within     scope // of its words
	familyOnly bool  // adult content is left out, which the search can do by itself, and nothing else is asked
}

// filter builds the conditions of a catalogue query.
func (r *reads) filter(ctx context.Context, q vitrine.CatalogueQuery) (listingFilter, error) {
	f := listingFilter{builder: &builder{}, list: catalogueList, query: q}
	if q.AdultContent {
		f.add("TRUE")
	} else {
		f.add("NOT l.adult_content")
	}
	err := r.narrow(ctx, f, q)
	// narrow added nothing: the index of words answers alone, and no row has to be looked at.
	if !q.AdultContent && len(f.parts) == 1 {
		f.within.family, f.familyOnly = true, true
	}
	return f, err
}

// ownFilter builds the conditions of somebody's own list.
func (r *reads) ownFilter(ctx context.Context, own vitrine.OwnQuery) (listingFilter, error) {
	f := listingFilter{builder: &builder{}, list: ownList, within: scope{owner: own.AuthorID}}
	f.add("l.author_id = ?", own.AuthorID)
	if own.Status != "" {
		f.add(" AND l.status = ?", string(own.Status))
	}
	if !own.Filter.AdultContent {
		f.add(" AND NOT l.adult_content")
	}
	// A model without a price stands at -1 in this list, and is in no range of prices.
	if own.Filter.MaxPrice != nil {
		f.add(" AND l.price > ?", unpriced)
	}
	return f, r.narrow(ctx, f, own.Filter)
}

// narrow adds what is asked of both lists alike. A + before a column keeps
// a range from choosing the index: the index is the one of the list's order,
// and it carries the filters.
func (r *reads) narrow(ctx context.Context, f listingFilter, q vitrine.CatalogueQuery) error {
	if err := r.filterCategory(ctx, f.builder, q.CategoryID); err != nil {
		return err
	}
	f.filterPrice(q)
	f.filterFlag(q.Discounted, "discounted")
	f.filterTraits(q)
	if q.ExcludeEditorial {
		f.add(" AND NOT l.editorial")
	}
	if len(q.Extensions) > 0 {
		addList(f.builder, " AND EXISTS (SELECT 1 FROM "+f.extensions+" e WHERE e.model_id = l.model_id AND e.extension IN", q.Extensions)
		f.add(")")
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

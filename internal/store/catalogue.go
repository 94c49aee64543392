package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"vitrine"
)

// RecordPage is a part of a list of models.
type RecordPage struct {
	Records []Record
	Total   vitrine.Total
	Next    string // the cursor of the page behind it, "" at the end
}

// searchBound is how many matches of its words a search sorts by anything but
// the best match: the newest ones.
const searchBound = 10_000

// listing is one entry of the catalogue in a list's order.
type listing struct {
	id  int64
	key int64 // the value it is sorted by; of a best match, its tier
}

// Catalogue gives a page of the published models.
func (r *reads) Catalogue(ctx context.Context, q vitrine.CatalogueQuery) (RecordPage, error) {
	after, err := parseCursor(q.Page.Cursor, string(q.Sort))
	if err != nil {
		return RecordPage{}, err
	}
	filter, err := r.filter(ctx, q)
	if err != nil {
		return RecordPage{}, err
	}
	asked := words(q.Keywords)
	if strings.TrimSpace(q.Keywords) != "" && len(asked) == 0 {
		return RecordPage{Records: []Record{}}, nil
	}
	if len(asked) > maxWords {
		asked = asked[:maxWords]
	}
	var found []listing
	switch {
	case len(asked) > 0 && q.Sort == vitrine.BestMatch:
		found, err = r.bestMatches(ctx, asked, filter, q.Page, after)
	default:
		found, err = r.sorted(ctx, asked, filter, q, after)
	}
	if err != nil {
		return RecordPage{}, err
	}
	total, err := r.total(ctx, asked, filter)
	if err != nil {
		return RecordPage{}, err
	}
	return r.recordPage(ctx, found, total, q.Page.Size, string(q.Sort))
}

// recordPage reads the records of up to size entries; one more entry than that
// says that there is a next page.
func (r *reads) recordPage(ctx context.Context, found []listing, total vitrine.Total, size int, sort string) (RecordPage, error) {
	page := RecordPage{Total: total}
	if len(found) > size {
		found = found[:size]
		page.Next = cursor{sort, found[size-1].key, found[size-1].id}.String()
	}
	ids := make([]int64, len(found))
	for i := range found {
		ids[i] = found[i].id
	}
	var err error
	page.Records, err = r.records(ctx, ids)
	return page, err
}

// sortKeys are the columns of listings that the orders of the catalogue go by.
func sortKey(sort vitrine.Sort) (column, direction, compare string) {
	switch sort {
	case vitrine.BySales:
		return "sales", "DESC", "<"
	case vitrine.LowerPrice:
		return "price", "ASC", ">"
	case vitrine.HigherPrice:
		return "price", "DESC", "<"
	case vitrine.Oldest:
		return "published_at", "ASC", ">"
	default:
		return "published_at", "DESC", "<"
	}
}

// sorted reads a page by a column, of the whole catalogue or of the newest
// matches of some words.
func (r *reads) sorted(ctx context.Context, asked []string, filter *builder, q vitrine.CatalogueQuery, after cursor) ([]listing, error) {
	column, direction, compare := sortKey(q.Sort)
	b := &builder{}
	b.add("SELECT l.model_id, l." + column + " FROM ")
	if len(asked) > 0 {
		search := r.dialect.search
		b.add("(SELECT " + search.id() + " AS id FROM " + search.from() + " WHERE ")
		search.where(b, asked, anyTier)
		b.add(" ORDER BY "+search.id()+" DESC LIMIT ?) AS found CROSS JOIN ", searchBound)
	}
	b.add("listings l WHERE ")
	if len(asked) > 0 {
		b.add("l.model_id = found.id AND ")
	}
	b.splice(filter)
	if after.set() {
		b.add(" AND (l."+column+", l.model_id) "+compare+" (?, ?)", after.key, after.id)
	}
	b.add(" ORDER BY l."+column+" "+direction+", l.model_id "+direction+" LIMIT ?", q.Page.Size+1)
	if !after.set() {
		b.add(" OFFSET ?", q.Page.Offset())
	}
	return query(ctx, r, scanListing, b.String(), b.args...)
}

func scanListing(row scanner) (l listing, err error) {
	return l, row.Scan(&l.id, &l.key)
}

// bestMatches reads the tiers of a search in order until the page is full.
func (r *reads) bestMatches(ctx context.Context, asked []string, filter *builder, page vitrine.Page, after cursor) ([]listing, error) {
	skip := page.Offset()
	if after.set() {
		skip = 0
	}
	found := []listing{}
	for tier := int(after.key); tier < tiers && len(found) <= skip+page.Size; tier++ {
		b := r.searchBuilder("SELECT "+r.dialect.search.id(), asked, filter, tier)
		if after.set() && tier == int(after.key) {
			b.add(" AND "+r.dialect.search.id()+" < ?", after.id)
		}
		b.add(" ORDER BY "+r.dialect.search.id()+" DESC LIMIT ?", skip+page.Size+1-len(found))
		matches, err := query(ctx, r, func(row scanner) (listing, error) {
			l := listing{key: int64(tier)}
			return l, row.Scan(&l.id)
		}, b.String(), b.args...)
		if err != nil {
			return nil, err
		}
		found = append(found, matches...)
	}
	return found[min(skip, len(found)):], nil
}

// searchBuilder begins a statement over the matches of a tier that pass the filter.
func (r *reads) searchBuilder(head string, asked []string, filter *builder, tier int) *builder {
	b := &builder{}
	if head != "" {
		b.add(head + " FROM ")
	}
	search := r.dialect.search
	b.add(search.from() + " CROSS JOIN listings l WHERE l.model_id = " + search.id() + " AND ")
	search.where(b, asked, tier)
	b.add(" AND ")
	b.splice(filter)
	return b
}

func (r *reads) total(ctx context.Context, asked []string, filter *builder) (vitrine.Total, error) {
	if len(asked) > 0 {
		return r.catalogueTotal(ctx, r.searchBuilder("", asked, filter, anyTier))
	}
	b := &builder{}
	b.add("listings l WHERE ")
	b.splice(filter)
	return r.catalogueTotal(ctx, b)
}

// OwnModels gives a page of somebody's models, drafts too, newest first.
func (r *reads) OwnModels(ctx context.Context, q vitrine.OwnQuery) (RecordPage, error) {
	after, err := parseCursor(q.Page.Cursor, "own")
	if err != nil {
		return RecordPage{}, err
	}
	from := &builder{}
	from.add("models WHERE author_id = ? AND deleted_at IS NULL", q.AuthorID)
	if q.Status != "" {
		from.add(" AND status = ?", string(q.Status))
	}
	total, err := r.boundedCount(ctx, from)
	if err != nil {
		return RecordPage{}, err
	}
	b := &builder{}
	b.add("SELECT id, 0 FROM ").splice(from)
	if after.set() {
		b.add(" AND id < ?", after.id)
	}
	b.add(" ORDER BY id DESC LIMIT ?", q.Page.Size+1)
	if !after.set() {
		b.add(" OFFSET ?", q.Page.Offset())
	}
	found, err := query(ctx, r, scanListing, b.String(), b.args...)
	if err != nil {
		return RecordPage{}, err
	}
	return r.recordPage(ctx, found, total, q.Page.Size, "own")
}

// isTop says whether a category is a top one; an unknown one is not.
func (r *reads) isTop(ctx context.Context, categoryID int64) (bool, error) {
	var parent sql.NullInt64
	err := r.q.QueryRowContext(ctx, "SELECT parent_id FROM categories WHERE id = $1", categoryID).Scan(&parent)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, r.fail("read the category", err)
	}
	return !parent.Valid, nil
}

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

	"vitrine"
)

// RecordPage is a part of a list of models.
type RecordPage struct {
	Records []Record
	Total   vitrine.Total
	Next    string // the cursor of the next page, "" at the end
}

// searchBound is how many matches of its words and filters a search sorts by
// anything but the best match: the newest ones.
const searchBound = 10_000

// Catalogue returns a page of the published models. A page that was read before
// is given again until the catalogue changes; its records are not to be
// changed.
func (r *reads) Catalogue(ctx context.Context, q vitrine.CatalogueQuery) (RecordPage, error) {
	if r.inside {
		return r.catalogue(ctx, q)
	}
	if err := r.look(ctx); err != nil {
		return RecordPage{}, err
	}
	key, err := json.Marshal(q)
	if err != nil {
		return RecordPage{}, fmt.Errorf("name the page: %w", err)
	}
	// The moment is taken before the page is read: one that a change overtook is not kept.
	moment := r.cache.changes.now()
	page, ok := r.cache.page(string(key))
	if ok {
		return page, nil
	}
	if page, err = r.catalogue(ctx, q); err != nil {
		return page, err
	}
	// Sales affect only the order by sales, and change far more often than the rest.
	if q.Sort != vitrine.BySales {
		r.cache.keepPage(string(key), page, q, moment)
	}
	return page, nil
}

func (r *reads) catalogue(ctx context.Context, q vitrine.CatalogueQuery) (RecordPage, error) {
	filter, err := r.filter(ctx, q)
	if err != nil {
		return RecordPage{}, err
	}
	return r.listPage(ctx, filter, q, string(q.Sort))
}

// OwnModels returns a page of somebody's models, drafts too. By time they are in the
// order in which they were made; one without a price comes before the cheapest.
func (r *reads) OwnModels(ctx context.Context, q vitrine.OwnQuery) (RecordPage, error) {
	filter, err := r.ownFilter(ctx, q)
	if err != nil {
		return RecordPage{}, err
	}
	return r.listPage(ctx, filter, q.Filter, "own_"+string(q.Filter.Sort))
}

// listPage returns a page of a list; order names its order in cursors.
func (r *reads) listPage(ctx context.Context, filter listingFilter, q vitrine.CatalogueQuery, order string) (RecordPage, error) {
	after, err := parseCursor(q.Page.Cursor, order)
	if err != nil {
		return RecordPage{}, err
	}
	asked := words(q.Keywords)
	// Keywords without a word, such as "?!", find nothing rather than everything.
	if strings.TrimSpace(q.Keywords) != "" && len(asked) == 0 {
		return RecordPage{Records: []Record{}}, nil
	}
	if len(asked) > maxWords {
		asked = asked[:maxWords]
	}
	var found []entry
	switch {
	case len(asked) > 0 && q.Sort == vitrine.BestMatch:
		found, err = r.bestMatches(ctx, asked, filter, q.Page, after)
	default:
		found, err = r.sorted(ctx, asked, filter, q, after)
	}
	if err != nil {
		return RecordPage{}, err
	}
	total, err := r.total(ctx, asked, filter, q)
	if err != nil {
		return RecordPage{}, err
	}
	return recordPage(found, total, q.Page, order), nil
}

// recordPage makes the page that was asked for; one more entry than its size says
// that there is a next one.
func recordPage(found []entry, total vitrine.Total, asked vitrine.Page, sort string) RecordPage {
	page := RecordPage{Total: total, Records: make([]Record, 0, min(len(found), asked.Size))}
	if size := asked.Size; len(found) > size {
		found = found[:size]
		page.Next = next(asked, sort, found[size-1].key, found[size-1].ID)
	}
	for i := range found {
		page.Records = append(page.Records, found[i].Record)
	}
	return page
}

// sortKey is the column of a list that an order goes by, its direction, and how an
// entry after a cursor compares.
func (l list) sortKey(sort vitrine.Sort) (column, direction, compare string) {
	switch sort {
	case vitrine.BySales:
		return "sales", "DESC", "<"
	case vitrine.LowerPrice:
		return "price", "ASC", ">"
	case vitrine.HigherPrice:
		return "price", "DESC", "<"
	case vitrine.Oldest:
		return l.byTime, "ASC", ">"
	default:
		return l.byTime, "DESC", "<"
	}
}

// sorted reads a page by a column, of the whole list or of the newest
// matches of some words.
func (r *reads) sorted(ctx context.Context, asked []string, filter listingFilter, q vitrine.CatalogueQuery, after cursor) ([]entry, error) {
	column, direction, compare := filter.sortKey(q.Sort)
	b := &builder{}
	b.add("SELECT l.model_id AS id, l." + column + " AS sort_key FROM ")
	if len(asked) > 0 {
		search := r.dialect.search(filter.search)
		b.add("(SELECT " + search.id() + " AS id FROM ").splice(r.matches(asked, filter, anyTier))
		b.add(" ORDER BY "+search.id()+" DESC").window(searchBound, 0).add(") AS found CROSS JOIN ")
	}
	b.add(filter.table + " l WHERE ")
	if len(asked) > 0 {
		b.add("l.model_id = found.id")
	} else {
		b.splice(filter.builder)
	}
	if after.set() {
		b.add(" AND (l."+column+", l.model_id) "+compare+" (?, ?)", after.key, after.id)
	}
	b.add(" ORDER BY l."+column+" "+direction+", l.model_id "+direction).window(q.Page.Size+1, offset(q.Page, after))
	found, err := r.entries(ctx, b)
	// The page comes as one text whose parts are in any order.
	slices.SortFunc(found, func(a, b entry) int {
		order := cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.ID, b.ID))
		if direction == "DESC" {
			return -order
		}
		return order
	})
	return found, err
}

// offset is how many entries a page by number skips.
func offset(page vitrine.Page, after cursor) int {
	if after.set() {
		return 0
	}
	return page.Offset()
}

// bestMatches reads the tiers of a search in order until the page is full,
// the newest model of each first.
func (r *reads) bestMatches(ctx context.Context, asked []string, filter listingFilter, page vitrine.Page, after cursor) ([]entry, error) {
	search := r.dialect.search(filter.search)
	skip := offset(page, after)
	found := []entry{}
	for tier := int(after.key); tier < tiers && len(found) <= page.Size; tier++ {
		matches := r.matches(asked, filter, tier)
		// The cursor names a tier and the last model of it that was shown: that tier goes
		// on behind the model, the later ones are whole.
		if after.set() && tier == int(after.key) {
			matches.add(" AND "+search.id()+" < ?", after.id)
		}
		// A page by number doesn't know where tiers end. Each is counted until what is to be
		// skipped ends within it; counting stops at a limit, and a tier beyond it holds enough.
		if skip > 0 {
			total, err := r.count(ctx, filter, matches)
			if err != nil {
				return nil, err
			}
			if !total.More && int(total.Count) <= skip {
				skip -= int(total.Count)
				continue
			}
		}
		b := &builder{}
		b.add("SELECT "+search.id()+" AS id, CAST(? AS BIGINT) AS sort_key FROM ", tier).splice(matches)
		b.add(" ORDER BY "+search.id()+" DESC").window(page.Size+1-len(found), skip)
		more, err := r.entries(ctx, b)
		if err != nil {
			return nil, err
		}
		// Joined with their records they come in any order.
		slices.SortFunc(more, func(a, b entry) int { return cmp.Compare(b.ID, a.ID) })
		found, skip = append(found, more...), 0
	}
	return found, nil
}

// matches is what stands behind FROM in a statement over the matches of a tier
// that pass the filter.
func (r *reads) matches(asked []string, filter listingFilter, tier int) *builder {
	b := &builder{}
	search := r.dialect.search(filter.search)
	if filter.familyOnly {
		b.add(search.from() + " WHERE ")
		search.where(b, asked, tier, filter.within)
		return b
	}
	// SQLite never reorders a CROSS JOIN: it goes through the matches and looks each row up.
	b.add(search.from() + " CROSS JOIN " + filter.table + " l WHERE l.model_id = " + search.id() + " AND ")
	search.where(b, asked, tier, filter.within)
	b.add(" AND ")
	return b.splice(filter.builder)
}

// total counts a list. With a bound on the price and no words it counts the catalogue
// along its index by price, whatever the list's order: between the bounds alone.
func (r *reads) total(ctx context.Context, asked []string, filter listingFilter, q vitrine.CatalogueQuery) (vitrine.Total, error) {
	if len(asked) > 0 {
		return r.count(ctx, filter, r.matches(asked, filter, anyTier))
	}
	if filter.public && (q.MinPrice != nil || q.MaxPrice != nil) {
		q.Sort = vitrine.LowerPrice
		var err error
		if filter, err = r.filter(ctx, q); err != nil {
			return vitrine.Total{}, err
		}
	}
	b := &builder{}
	b.add(filter.table + " l WHERE ").splice(filter.builder)
	return r.count(ctx, filter, b)
}

// count counts the rows of a statement over a list, given from FROM on.
func (r *reads) count(ctx context.Context, filter listingFilter, from *builder) (vitrine.Total, error) {
	if filter.public && !r.inside {
		return r.catalogueTotal(ctx, filter.query, from)
	}
	return r.boundedCount(ctx, from)
}

// isTop reports whether a category is a top one; an unknown one is not.
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

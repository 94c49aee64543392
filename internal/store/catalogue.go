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
	"vitrine/internal/words"
)

// RecordPage is a part of a list of models.
type RecordPage struct {
	Records []Record
	Total   vitrine.Total
	Next    string // the cursor of the next page, "" at the end
}

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
	moment := r.moment()
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
	asked := parseKeywords(q)
	if blank(q.Keywords, asked) {
		return RecordPage{Records: []Record{}}, nil
	}
	order := string(q.Sort)
	after, err := parseCursor(q.Page.Cursor, order)
	if err != nil {
		return RecordPage{}, err
	}
	var found []entry
	var total vitrine.Total
	err = r.settled(ctx, func(state *searchState) error {
		s, err := r.newSearch(ctx, state, q, asked, after)
		if err != nil {
			return err
		}
		found, total, err = s.find(ctx, asked)
		return err
	})
	return recordPage(found, total, q.Page, order), err
}

// blank reports whether keywords have no word, such as "?!". They find nothing rather
// than everything.
func blank(keywords string, asked words.Query) bool {
	return strings.TrimSpace(keywords) != "" && len(asked.Groups) == 0
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

// sortedEntries appends the order of a list behind its conditions, and reads a page of it
// from an entry on.
func (r *reads) sortedEntries(ctx context.Context, l list, b *builder, q vitrine.CatalogueQuery, after cursor) ([]entry, error) {
	column, direction, compare := l.sortKey(q.Sort)
	if after.set() {
		b.add(" AND (l."+column+", l.model_id) "+compare+" (?, ?)", after.key, after.id)
	}
	b.add(" ORDER BY l."+column+" "+direction+", l.model_id "+direction).window(q.Page.Size+1, offset(q.Page, after))
	found, err := r.entries(ctx, b)
	// The page comes as one text whose parts are in any order.
	slices.SortFunc(found, l.before(q.Sort))
	return found, err
}

// before compares entries by an order of the list.
func (l list) before(by vitrine.Sort) func(a, b entry) int {
	_, direction, _ := l.sortKey(by)
	return func(a, b entry) int {
		order := cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.ID, b.ID))
		if direction == "DESC" {
			return -order
		}
		return order
	}
}

// offset is how many entries a page by number skips.
func offset(page vitrine.Page, after cursor) int {
	if after.set() {
		return 0
	}
	return page.Offset()
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

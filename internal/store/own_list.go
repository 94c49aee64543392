package store

import (
	"context"
	"reflect"
	"slices"

	"vitrine"
)

// ownList reads a page of an author's list, with how long the list is.
func (r *reads) ownList(ctx context.Context, q vitrine.OwnQuery, filter *builder, after cursor) ([]entry, vitrine.Total, error) {
	if byState(q) {
		return r.ownByState(ctx, q, after)
	}
	column, _, _ := ownList.sortKey(q.Filter.Sort)
	b := (&builder{}).add("SELECT l.model_id AS id, l." + column + " AS sort_key FROM own_listings l WHERE ").splice(filter)
	found, err := r.sortedEntries(ctx, ownList, b, q.Filter, after)
	if err != nil {
		return nil, vitrine.Total{}, err
	}
	total, err := r.boundedCount(ctx, (&builder{}).add("own_listings l WHERE ").splice(filter))
	return found, total, err
}

// byState reports whether nothing but a state and words are asked for.
func byState(q vitrine.OwnQuery) bool {
	f := q.Filter
	bare := vitrine.CatalogueQuery{Keywords: f.Keywords, Language: f.Language, AdultContent: true, Sort: f.Sort, Page: f.Page}
	return !q.Drafted && q.Standing == "" && reflect.DeepEqual(f, bare)
}

// statesOf are the states that are asked for.
func statesOf(q vitrine.OwnQuery) []vitrine.Status {
	if q.Status != "" {
		return []vitrine.Status{q.Status}
	}
	return []vitrine.Status{vitrine.Draft, vitrine.Published}
}

// ownByState reads a page of an author's models in some states. Each state has its own part of
// an index in every order, of which no more is read than the page needs, and is counted as
// models come and go: an author of many models waits no longer than one of few.
func (r *reads) ownByState(ctx context.Context, q vitrine.OwnQuery, after cursor) ([]entry, vitrine.Total, error) {
	column, direction, compare := ownList.sortKey(q.Filter.Sort)
	size, skipped := q.Filter.Page.Size+1, offset(q.Filter.Page, after)
	order := " ORDER BY sort_key " + direction + ", id " + direction
	b := (&builder{}).add("SELECT id, sort_key FROM (")
	for i, state := range statesOf(q) {
		b.add(separator(i, " UNION ALL ")+"SELECT id, sort_key FROM (SELECT l.model_id AS id, l."+column+
			" AS sort_key FROM own_listings l WHERE l.author_id = ? AND l.status = ?", q.AuthorID, string(state))
		if after.set() {
			b.add(" AND (l."+column+", l.model_id) "+compare+" (?, ?)", after.key, after.id)
		}
		b.add(" ORDER BY l."+column+" "+direction+", l.model_id "+direction).window(size+skipped, 0).add(") s")
	}
	found, err := r.entries(ctx, b.add(") u"+order).window(size, skipped))
	if err != nil {
		return nil, vitrine.Total{}, err
	}
	slices.SortFunc(found, ownList.before(q.Filter.Sort))
	total, err := r.ownTotal(ctx, q)
	return found, total, err
}

// ownTotal is how many models an author has in some states.
func (r *reads) ownTotal(ctx context.Context, q vitrine.OwnQuery) (vitrine.Total, error) {
	b := (&builder{}).add("SELECT ")
	for i, state := range statesOf(q) {
		b.add(separator(i, " + ") + standing(ownState+TallyKind(state), "u.id"))
	}
	var n int64
	err := r.row(ctx, "", b.add(" FROM users u WHERE u.id = ?", q.AuthorID).String(), b.args, &n)
	return total(int(min(n, vitrine.MaxCount)), n > vitrine.MaxCount), err
}

// tallyOwn notes that a model of an author came to a state from another one; "" is none.
func (tx *Tx) tallyOwn(ctx context.Context, authorID int64, from, to vitrine.Status) error {
	if from == to {
		return nil
	}
	if from != "" {
		if err := tx.tally(ctx, ownState+TallyKind(from), authorID, -1); err != nil {
			return err
		}
	}
	return tx.tally(ctx, ownState+TallyKind(to), authorID, 1)
}

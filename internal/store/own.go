package store

import (
	"cmp"
	"context"
	"slices"

	"vitrine"
	"vitrine/internal/posting"
	"vitrine/internal/words"
)

// OwnModels returns a page of somebody's models, drafts too. By time they are in the
// order in which they were made; one without a price comes before the cheapest.
func (r *reads) OwnModels(ctx context.Context, q vitrine.OwnQuery) (RecordPage, error) {
	asked := parseKeywords(q.Filter)
	if blank(q.Filter.Keywords, asked) {
		return RecordPage{Records: []Record{}}, nil
	}
	order := "own_" + string(q.Filter.Sort)
	after, err := parseCursor(q.Filter.Page.Cursor, order)
	if err != nil {
		return RecordPage{}, err
	}
	filter, err := r.ownFilter(ctx, q)
	if err != nil {
		return RecordPage{}, err
	}
	var found []entry
	var total vitrine.Total
	if len(asked.Groups) > 0 {
		err = r.settled(ctx, func(state *searchState) (err error) {
			found, total, err = r.ownMatches(ctx, state, filter, q.Filter, asked, after)
			return err
		})
	} else {
		found, total, err = r.ownList(ctx, filter, q.Filter, after)
	}
	return recordPage(found, total, q.Filter.Page, order), err
}

func (r *reads) ownList(ctx context.Context, filter *builder, q vitrine.CatalogueQuery, after cursor) ([]entry, vitrine.Total, error) {
	column, _, _ := ownList.sortKey(q.Sort)
	b := (&builder{}).add("SELECT l.model_id AS id, l." + column + " AS sort_key FROM own_listings l WHERE ").splice(filter)
	found, err := r.sortedEntries(ctx, ownList, b, q, after)
	if err != nil {
		return nil, vitrine.Total{}, err
	}
	total, err := r.boundedCount(ctx, (&builder{}).add("own_listings l WHERE ").splice(filter))
	return found, total, err
}

// ownMatches looks for words in the documents of an author: they are few beside those of
// a catalogue, and no index has drafts, whose words are nobody else's.
func (r *reads) ownMatches(ctx context.Context, state *searchState, filter *builder, q vitrine.CatalogueQuery, asked words.Query,
	after cursor) ([]entry, vitrine.Total, error) {
	if !state.built {
		return nil, vitrine.Total{}, errUnbuilt()
	}
	column, _, _ := ownList.sortKey(q.Sort)
	b := (&builder{}).add("SELECT l.model_id, l." + column + `, d.document FROM own_listings l
		JOIN search_documents d ON d.model_id = l.model_id WHERE `).splice(filter)
	var found []entry
	err := each(ctx, r, func(row scanner) error {
		var e entry
		var stored string
		if err := row.Scan(&e.ID, &e.key, &stored); err != nil {
			return err
		}
		tier, ok := bestTier(unmarked(stored), asked.Groups)
		if q.Sort == vitrine.BestMatch {
			e.key = int64(tier)
		}
		if ok {
			found = append(found, e)
		}
		return nil
	}, b.String(), b.args...)
	if err != nil {
		return nil, vitrine.Total{}, err
	}
	slices.SortFunc(found, ownBefore(q.Sort))
	more := false
	if len(asked.Phrases) > 0 {
		if found, more, err = r.entriesWithPhrases(ctx, found, asked.Phrases); err != nil {
			return nil, vitrine.Total{}, err
		}
	}
	all := total(min(len(found), vitrine.MaxCount), more || len(found) > vitrine.MaxCount)
	found, err = r.ownPage(ctx, found, q, after)
	return found, all, err
}

// bestTier returns the best tier in which a document has a word of each group.
func bestTier(document posting.Document, groups [][]string) (tier int, ok bool) {
	tier = posting.TierTitle
	for _, group := range groups {
		best := posting.TierAny + 1
		for _, word := range group {
			if t, ok := document.Tier(word); ok && t != posting.TierAttribute {
				best = min(best, t)
			}
		}
		tier = max(tier, best)
	}
	return tier, tier <= posting.TierAny
}

// entriesWithPhrases returns the entries that have each phrase in one of their texts, and
// whether those at the end were not looked at.
func (r *reads) entriesWithPhrases(ctx context.Context, list []entry, phrases [][]string) ([]entry, bool, error) {
	matches := make([]posting.Match, len(list))
	for i, e := range list {
		matches[i] = posting.Match{ID: e.ID}
	}
	with, more, err := r.withPhrases(ctx, matches, phrases)
	if err != nil {
		return nil, false, err
	}
	ids := make(map[int64]bool, len(with))
	for _, match := range with {
		ids[match.ID] = true
	}
	return slices.DeleteFunc(list, func(e entry) bool { return !ids[e.ID] }), more, nil
}

// ownBefore compares entries of an author's list by an order.
func ownBefore(by vitrine.Sort) func(a, b entry) int {
	if by != vitrine.BestMatch {
		return ownList.before(by)
	}
	return func(a, b entry) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.ID, a.ID)) }
}

// ownPage returns a page of matches, which are in their order, with their records.
func (r *reads) ownPage(ctx context.Context, found []entry, q vitrine.CatalogueQuery, after cursor) ([]entry, error) {
	if after.set() {
		last, before := entry{key: after.key, Record: Record{ID: after.id}}, ownBefore(q.Sort)
		found = slices.DeleteFunc(found, func(e entry) bool { return before(e, last) <= 0 })
	}
	found = found[min(offset(q.Page, after), len(found)):]
	return r.withRecords(ctx, ownList, found[:min(q.Page.Size+1, len(found))])
}

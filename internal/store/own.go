package store

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"vitrine"
	"vitrine/internal/posting"
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
			o := &ownSearch{r: r, authorID: q.AuthorID, asked: q.Filter, filter: filter, groups: asked.Groups}
			found, total, err = o.page(ctx, state, asked.Phrases, after)
			return err
		})
	} else {
		found, total, err = r.ownList(ctx, filter, q.Filter, after)
	}
	return recordPage(found, total, q.Filter.Page, order), err
}

// OwnIDs returns which models are on a page of somebody's own ones, in their order.
func (r *reads) OwnIDs(ctx context.Context, q vitrine.OwnQuery) (ListedPage, error) {
	bare := *r
	bare.bare = true
	found, err := bare.OwnModels(ctx, q)
	return listedPage(found), err
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

// ownSearch looks for words in the models of an author.
type ownSearch struct {
	r        *reads
	authorID int64
	asked    vitrine.CatalogueQuery
	filter   *builder
	groups   [][]string
}

// page reads a page of matches.
func (o *ownSearch) page(ctx context.Context, state *searchState, phrases [][]string, after cursor) ([]entry, vitrine.Total, error) {
	if !state.built {
		return nil, vitrine.Total{}, errUnbuilt()
	}
	found, err := o.matches(ctx, state)
	if err != nil {
		return nil, vitrine.Total{}, err
	}
	slices.SortFunc(found, ownBefore(o.asked.Sort))
	more := false
	if len(phrases) > 0 {
		if found, more, err = o.r.entriesWithPhrases(ctx, found, phrases); err != nil {
			return nil, vitrine.Total{}, err
		}
	}
	all := total(min(len(found), vitrine.MaxCount), more || len(found) > vitrine.MaxCount)
	found, err = o.r.ownPage(ctx, found, o.asked, after)
	return found, all, err
}

// fewOwn is how many published models of an author are looked through one by one.
const fewOwn = 200

// matches returns all matches, in any order. No index has drafts, whose words are nobody
// else's: they are looked through, and so is everything of an author who has published
// little.
func (o *ownSearch) matches(ctx context.Context, state *searchState) ([]entry, error) {
	name := authorAttribute(o.authorID)
	author, err := o.r.searchWords(ctx, []string{name})
	if err != nil {
		return nil, err
	}
	if author[name].Documents <= fewOwn {
		return o.lookThrough(ctx, "")
	}
	tiers, err := o.published(ctx, state, author[name])
	if err != nil {
		return nil, err
	}
	listed, err := o.rows(ctx, tiers)
	if err != nil {
		return nil, err
	}
	drafts, err := o.lookThrough(ctx, " AND l.status <> 'published'")
	return slices.Concat(listed, drafts), err
}

// lookThrough goes through documents.
func (o *ownSearch) lookThrough(ctx context.Context, also string) (found []entry, err error) {
	b := o.list(", d.document FROM own_listings l JOIN search_documents d ON d.model_id = l.model_id").add(also)
	return found, each(ctx, o.r, func(row scanner) error {
		var e entry
		var stored string
		if err := row.Scan(&e.ID, &e.key, &stored); err != nil {
			return err
		}
		if tier, ok := bestTier(unmarked(stored), o.groups); ok {
			found = append(found, o.ranked(e, tier))
		}
		return nil
	}, b.String(), b.args...)
}

// list begins a statement about the author's list.
func (o *ownSearch) list(from string) *builder {
	column, _, _ := ownList.sortKey(o.asked.Sort)
	return (&builder{}).add("SELECT l.model_id, l." + column + from + " WHERE ").splice(o.filter)
}

// ranked is an entry as it is sorted.
func (o *ownSearch) ranked(e entry, tier int) entry {
	if o.asked.Sort == vitrine.BestMatch {
		e.key = int64(tier)
	}
	return e
}

// published returns the tiers of the published models that have the words.
func (o *ownSearch) published(ctx context.Context, state *searchState, author posting.Word) (map[int64]int, error) {
	// Another process may have published a model that was a draft to this one.
	state, err := o.r.readSearchState(ctx, state)
	if err != nil {
		return nil, err
	}
	index, err := o.r.indexIn(ctx, state)
	if err != nil {
		return nil, err
	}
	query, err := o.r.known(ctx, &wanted{words: o.groups})
	if err != nil {
		return nil, err
	}
	query.All = [][]posting.Word{{author}}
	matches, err := index.Best(ctx, query, posting.Page{Size: math.MaxInt})
	tiers := make(map[int64]int, len(matches))
	for _, match := range matches {
		tiers[match.ID] = match.Tier
	}
	return tiers, err
}

// rows reads those of some models that the filter lets through: few by their keys, many
// along the author's index.
func (o *ownSearch) rows(ctx context.Context, tiers map[int64]int) (found []entry, err error) {
	b := o.list(" FROM own_listings l").add(" AND l.status = 'published'")
	if len(tiers) <= few {
		b.add(" AND l.model_id ").among(o.r.dialect, slices.Collect(maps.Keys(tiers)))
	}
	return found, each(ctx, o.r, func(row scanner) error {
		var e entry
		if err := row.Scan(&e.ID, &e.key); err != nil {
			return err
		}
		if tier, ok := tiers[e.ID]; ok {
			found = append(found, o.ranked(e, tier))
		}
		return nil
	}, b.String(), b.args...)
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

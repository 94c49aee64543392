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
			o := &ownSearch{r: r, asked: q, filter: filter, groups: asked.Groups}
			found, total, err = o.page(ctx, state, asked.Phrases, after)
			return err
		})
	} else {
		found, total, err = r.ownList(ctx, q, filter, after)
	}
	return recordPage(found, total, q.Filter.Page, order), err
}

// OwnIDs returns which models are on a page of somebody's own ones, in their order.
func (r *reads) OwnIDs(ctx context.Context, q vitrine.OwnQuery) (ListedPage, error) {
	found, err := r.barely().OwnModels(ctx, q)
	return listedPage(found), err
}

// barely reads lists without their records.
func (r *reads) barely() *reads {
	bare := *r
	bare.bare = true
	return &bare
}

// ownSearch looks for words in the models of an author.
type ownSearch struct {
	r      *reads
	asked  vitrine.OwnQuery
	filter *builder
	groups [][]string
}

// place is where a model stands in an order.
type place struct{ key, id int64 }

// page reads a page of matches.
func (o *ownSearch) page(ctx context.Context, state *searchState, phrases [][]string, after cursor) ([]entry, vitrine.Total, error) {
	if !state.built {
		return nil, vitrine.Total{}, errUnbuilt()
	}
	found, err := o.matches(ctx, state)
	if err != nil {
		return nil, vitrine.Total{}, err
	}
	slices.SortFunc(found, ownBefore(o.asked.Filter.Sort))
	more := false
	if len(phrases) > 0 {
		if found, more, err = o.r.placesWithPhrases(ctx, found, phrases); err != nil {
			return nil, vitrine.Total{}, err
		}
	}
	all := total(min(len(found), vitrine.MaxCount), more || len(found) > vitrine.MaxCount)
	list, err := o.r.ownPage(ctx, found, o.asked.Filter, after)
	return list, all, err
}

// fewOwn is how many published models of an author are looked through one by one.
const fewOwn = 200

// matches returns all matches, in any order. No index has drafts, whose words are nobody
// else's: they are looked through, and so is everything of an author who has published
// little.
func (o *ownSearch) matches(ctx context.Context, state *searchState) ([]place, error) {
	name := authorAttribute(o.asked.AuthorID)
	author, err := o.r.searchWords(ctx, []string{name})
	if err != nil {
		return nil, err
	}
	few := author[name].Documents <= fewOwn
	documents, err := o.r.ownDocuments(ctx, o.asked.AuthorID, state.epoch(), few)
	if err != nil {
		return nil, err
	}
	found := ownMatches{tiers: map[int64]int{}, asked: o.asked}
	documents.find(o.groups, found.add)
	if !few {
		if err := o.published(ctx, state, author[name], &found); err != nil {
			return nil, err
		}
	}
	return o.places(ctx, found.tiers)
}

// ownMatches are the tiers of models with the words, by their identifiers: of those in the
// state that is asked for.
type ownMatches struct {
	tiers map[int64]int
	asked vitrine.OwnQuery
}

func (m *ownMatches) add(id int64, published bool, tier int) {
	if s := m.asked.Status; s == "" || published == (s == vitrine.Published) {
		m.tiers[id] = tier
	}
}

// published adds the published models that have the words.
func (o *ownSearch) published(ctx context.Context, state *searchState, author posting.Word, found *ownMatches) error {
	if o.asked.Status == vitrine.Draft {
		return nil
	}
	// Another process may have published a model that was a draft to this one.
	state, err := o.r.readSearchState(ctx, state)
	if err != nil {
		return err
	}
	index, err := o.r.indexIn(ctx, state)
	if err != nil {
		return err
	}
	query, err := o.r.known(ctx, &wanted{words: o.groups})
	if err != nil {
		return err
	}
	query.All = [][]posting.Word{{author}}
	matches, err := index.Best(ctx, query, posting.Page{Size: math.MaxInt})
	for _, match := range matches {
		found.add(match.ID, true, match.Tier)
	}
	return err
}

// places returns where models with some tiers stand in the order, without those that a filter
// leaves out. What the tiers say already is not read.
func (o *ownSearch) places(ctx context.Context, tiers map[int64]int) ([]place, error) {
	column, _, _ := ownList.sortKey(o.asked.Filter.Sort)
	best := o.asked.Filter.Sort == vitrine.BestMatch
	found := make([]place, 0, len(tiers))
	if column == ownList.byTime && byState(o.asked) {
		for id, tier := range tiers {
			found = append(found, place{id, id})
			if best {
				found[len(found)-1].key = int64(tier)
			}
		}
		return found, nil
	}
	// Few by their keys, many along the author's index.
	b := (&builder{}).add("SELECT l.model_id AS id, l." + column + " AS sort_key FROM own_listings l WHERE ").splice(o.filter)
	if len(tiers) <= few {
		b.add(" AND l.model_id ").among(o.r.dialect, slices.Collect(maps.Keys(tiers)))
	}
	listed, err := o.r.barely().entries(ctx, b)
	for _, e := range listed {
		tier, ok := tiers[e.ID]
		if best {
			e.key = int64(tier)
		}
		if ok {
			found = append(found, place{e.key, e.ID})
		}
	}
	return found, err
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

// placesWithPhrases returns the places of models that have each phrase in one of their texts,
// and whether those at the end were not looked at.
func (r *reads) placesWithPhrases(ctx context.Context, list []place, phrases [][]string) ([]place, bool, error) {
	matches := make([]posting.Match, len(list))
	for i, p := range list {
		matches[i] = posting.Match{ID: p.id}
	}
	with, more, err := r.withPhrases(ctx, matches, phrases)
	if err != nil {
		return nil, false, err
	}
	ids := make(map[int64]bool, len(with))
	for _, match := range with {
		ids[match.ID] = true
	}
	return slices.DeleteFunc(list, func(p place) bool { return !ids[p.id] }), more, nil
}

// ownBefore compares places in an author's list by an order.
func ownBefore(by vitrine.Sort) func(a, b place) int {
	_, direction, _ := ownList.sortKey(by)
	switch {
	case by == vitrine.BestMatch: // the best tier is the lowest one
		return func(a, b place) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.id, a.id)) }
	case direction == "DESC":
		return func(a, b place) int { return cmp.Or(cmp.Compare(b.key, a.key), cmp.Compare(b.id, a.id)) }
	default:
		return func(a, b place) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id)) }
	}
}

// ownPage returns a page of matches, which are in their order, with their records.
func (r *reads) ownPage(ctx context.Context, found []place, q vitrine.CatalogueQuery, after cursor) ([]entry, error) {
	if after.set() {
		last, before := place{after.key, after.id}, ownBefore(q.Sort)
		found = slices.DeleteFunc(found, func(p place) bool { return before(p, last) <= 0 })
	}
	found = found[min(offset(q.Page, after), len(found)):]
	list := make([]entry, min(q.Page.Size+1, len(found)))
	for i := range list {
		list[i] = entry{found[i].key, Record{ID: found[i].id}}
	}
	return r.withRecords(ctx, ownList, list)
}

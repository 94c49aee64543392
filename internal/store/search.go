package store

import (
	"context"
	"math"
	"strconv"

	"vitrine"
	"vitrine/internal/posting"
	"vitrine/internal/words"
)

// search is one question to the catalogue.
type search struct {
	r     *reads
	asked vitrine.CatalogueQuery
	after cursor
	index *posting.Index
	query posting.Query

	built, present bool // of the index's state: it can answer, and is of this release
}

func (r *reads) newSearch(ctx context.Context, state *searchState, q vitrine.CatalogueQuery, asked words.Query, after cursor) (
	*search, error,
) {
	index, err := r.indexIn(ctx, state)
	if err != nil {
		return nil, err
	}
	query, err := r.searchQuery(ctx, q, asked)
	return &search{r: r, asked: q, after: after, index: index, query: query, built: state.answers(q), present: state.present}, err
}

// find reads a page of what is asked for.
func (s *search) find(ctx context.Context, asked words.Query) ([]entry, vitrine.Total, error) {
	switch {
	case len(asked.Groups) == 0:
		return s.list(ctx)
	case !s.built:
		return nil, vitrine.Total{}, errUnbuilt()
	case len(asked.Phrases) > 0:
		return s.phrases(ctx, asked.Phrases)
	case s.asked.Sort == vitrine.BestMatch:
		return s.best(ctx)
	default:
		return s.sorted(ctx)
	}
}

// total is a number of matches as answers have it.
func total(n int, more bool) vitrine.Total { return vitrine.Total{Count: int64(n), More: more} }

// setTotal is the number of all matches.
func setTotal(set *posting.Set) vitrine.Total {
	return total(min(set.Len(), vitrine.MaxCount), set.Len() > vitrine.MaxCount)
}

// best reads a page of the best matches.
func (s *search) best(ctx context.Context) ([]entry, vitrine.Total, error) {
	found, err := s.index.Search(ctx, s.query, posting.Page{
		After: posting.Match{Tier: int(s.after.key), ID: s.after.id}, Skip: offset(s.asked.Page, s.after), Size: s.asked.Page.Size + 1,
	}, vitrine.MaxCount)
	if err != nil {
		return nil, vitrine.Total{}, err
	}
	entries, err := s.r.entriesOf(ctx, found.Matches)
	return entries, total(found.Total, found.More), err
}

// sorted reads a page of matches in an order of the catalogue.
func (s *search) sorted(ctx context.Context) ([]entry, vitrine.Total, error) {
	set, err := s.index.Matches(ctx, s.query, math.MaxInt)
	if err != nil {
		return nil, vitrine.Total{}, err
	}
	entries, err := s.page(ctx, set)
	return entries, setTotal(set), err
}

// soon is within how many models of an order a list is read along its index.
const soon = 1_000

// list reads a page of the catalogue without words.
func (s *search) list(ctx context.Context) ([]entry, vitrine.Total, error) {
	if !s.built {
		entries, err := s.alongOrder(ctx)
		if err != nil {
			return nil, vitrine.Total{}, err
		}
		filter, err := s.r.filter(ctx, s.asked)
		if err != nil {
			return nil, vitrine.Total{}, err
		}
		all, err := s.r.boundedCount(ctx, (&builder{}).add("listings l WHERE ").splice(filter))
		return entries, all, err
	}
	// Along the index of the order, a page of them is met within so many models. Those by price and sales do not
	// have the author, and none has what was made with AI: those would each be read to be passed over.
	scattered := s.asked.Author != "" && s.sortColumn() != catalogueList.byTime || s.asked.AIGenerated != nil
	most := vitrine.MaxCount
	if scattered {
		most = math.MaxInt
	}
	set, err := s.index.Matches(ctx, s.query, most)
	if err != nil {
		return nil, vitrine.Total{}, err
	}
	read := s.page
	if set.Len() > most || !scattered && int64(s.asked.Page.Size)*s.index.All.Documents <= soon*int64(set.Len()) {
		read = func(ctx context.Context, _ *posting.Set) ([]entry, error) { return s.alongOrder(ctx) }
	}
	entries, err := read(ctx, set)
	return entries, setTotal(set), err
}

// alongOrder reads a page of a list along the index of its order.
func (s *search) alongOrder(ctx context.Context) ([]entry, error) {
	filter, err := s.r.filter(ctx, s.asked)
	if err != nil {
		return nil, err
	}
	b := (&builder{}).add("SELECT l.model_id AS id, l." + s.sortColumn() + " AS sort_key FROM listings l WHERE ").splice(filter)
	return s.r.sortedEntries(ctx, catalogueList, b, s.asked, s.after)
}

func (s *search) sortColumn() string {
	column, _, _ := catalogueList.sortKey(s.asked.Sort)
	return column
}

// entriesOf returns the records of matches, in their order. A model that has left the
// catalogue meanwhile is left out.
func (r *reads) entriesOf(ctx context.Context, matches []posting.Match) ([]entry, error) {
	list := make([]entry, len(matches))
	for i, match := range matches {
		list[i] = entry{key: int64(match.Tier), Record: Record{ID: match.ID}}
	}
	return r.withRecords(ctx, catalogueList, list)
}

// withRecords reads the records of entries of a list.
func (r *reads) withRecords(ctx context.Context, l list, list []entry) ([]entry, error) {
	if len(list) == 0 || r.bare {
		return list, nil
	}
	ids := make([]int64, len(list))
	for i, e := range list {
		ids[i] = e.ID
	}
	b := (&builder{}).add("SELECT l.model_id AS id, 0 AS sort_key FROM "+l.table+" l WHERE l.model_id ").among(r.dialect, ids)
	read, err := r.entries(ctx, b)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]Record, len(read))
	for _, e := range read {
		byID[e.ID] = e.Record
	}
	kept := list[:0]
	for _, e := range list {
		if record, ok := byID[e.ID]; ok {
			kept = append(kept, entry{e.key, record})
		}
	}
	return kept, nil
}

// userID returns the identifier behind a username, 0 when there is none.
func (r *reads) userID(ctx context.Context, username string) (int64, error) {
	ids, err := query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
		"SELECT id FROM users WHERE username = $1", username)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return ids[0], nil
}

func authorAttribute(id int64) string { return attrAuthor + strconv.FormatInt(id, 10) }

package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/posting"
	"vitrine/internal/words"
)

// Suggestion is a search that a reader may mean, and how many models it finds.
type Suggestion struct {
	Keywords string
	Total    vitrine.Total
}

const (
	// maxCompletions is how many searches readers are offered while they type.
	maxCompletions = 10
	// triedCompletions is how many are counted for them: what a reader may not see, or what other words rule out, finds nothing.
	triedCompletions = 16
	// FewModels is how many models a search may find for another one to be offered.
	FewModels = 5
	// muchMore is how many times as many the other one has to find.
	muchMore = 10
	// triedWords is how many words are looked at for a mistyped one.
	triedWords = 3
)

// Vocabulary is another number once Complete and Correct may know other words.
func (r *reads) Vocabulary(ctx context.Context) (int64, error) {
	known, err := r.knownState(ctx)
	if err != nil {
		return 0, err
	}
	return known.merge, nil
}

// Complete returns the searches that keywords may become by more letters of the word that
// they end with, those first that find most. The query's filters hold for each of them;
// none finds nothing.
func (r *reads) Complete(ctx context.Context, q vitrine.CatalogueQuery) (list []Suggestion, err error) {
	err = r.withIndex(ctx, func(index *posting.Index) error {
		list, err = r.completeIn(ctx, index, q)
		return err
	})
	return list, err
}

func (r *reads) completeIn(ctx context.Context, index *posting.Index, q vitrine.CatalogueQuery) ([]Suggestion, error) {
	asked := words.Parse(q.Language, q.Keywords)
	if asked.Last == "" || len(asked.Phrases) > 0 {
		return nil, nil
	}
	known, err := r.completions(ctx, asked.Last)
	if err != nil {
		return nil, err
	}
	var list []Suggestion
	for _, word := range known {
		shown, err := r.shown(ctx, index, word, q.AdultContent)
		if err != nil {
			return nil, err
		}
		if !shown {
			continue
		}
		q := q
		q.Keywords += strings.TrimPrefix(word, asked.Last)
		total, err := r.finds(ctx, index, q, vitrine.MaxCount)
		if err != nil {
			return nil, err
		}
		if total.Count > 0 {
			list = append(list, Suggestion{q.Keywords, total})
		}
	}
	slices.SortStableFunc(list, func(a, b Suggestion) int { return cmp.Compare(b.Total.Count, a.Total.Count) })
	return list[:min(len(list), maxCompletions)], nil
}

// Correct returns the search that a reader meant who finds few models, by words that are
// spelled nearly the same and find many more: one, or none. The query's filters hold for it.
func (r *reads) Correct(ctx context.Context, q vitrine.CatalogueQuery) (list []Suggestion, err error) {
	err = r.withIndex(ctx, func(index *posting.Index) error {
		list, err = r.correctIn(ctx, index, q)
		return err
	})
	return list, err
}

func (r *reads) correctIn(ctx context.Context, index *posting.Index, q vitrine.CatalogueQuery) ([]Suggestion, error) {
	asked := parseKeywords(q)
	if len(asked.Groups) == 0 || len(asked.Phrases) > 0 {
		return nil, nil
	}
	found, err := r.finds(ctx, index, q, FewModels)
	if err != nil || found.More {
		return nil, err
	}
	others, err := r.otherWords(ctx, index, q, asked)
	if err != nil || len(others) == 0 {
		return nil, err
	}
	q.Keywords = words.Replace(q.Keywords, others)
	better, err := r.finds(ctx, index, q, vitrine.MaxCount)
	if err != nil || better.Count <= found.Count*muchMore {
		return nil, err
	}
	return []Suggestion{{q.Keywords, better}}, nil
}

// withIndex looks into the index, if there is one.
func (r *reads) withIndex(ctx context.Context, look func(*posting.Index) error) error {
	return r.settled(ctx, func(state *searchState) error {
		if !state.built {
			return nil
		}
		index, err := r.indexIn(ctx, state)
		if err != nil {
			return err
		}
		return look(index)
	})
}

// finds counts what a query without phrases finds, up to a number.
func (r *reads) finds(ctx context.Context, index *posting.Index, q vitrine.CatalogueQuery, atMost int) (vitrine.Total, error) {
	query, err := r.searchQuery(ctx, q, parseKeywords(q))
	if err != nil {
		return vitrine.Total{}, err
	}
	n, more, err := index.Count(ctx, query, posting.TierAny, atMost)
	return total(n, more), err
}

// shown reports whether a word stands in a model that a reader may see. One that only
// others have finds what has its stem, and says what is in them.
func (r *reads) shown(ctx context.Context, index *posting.Index, word string, adult bool) (bool, error) {
	query, err := r.searchQuery(ctx, vitrine.CatalogueQuery{AdultContent: adult}, words.Query{Groups: [][]string{{word}}})
	if err != nil {
		return false, err
	}
	_, shown, err := index.Count(ctx, query, posting.TierAny, 0)
	return shown, err
}

// otherWords returns words for those of a query that hardly any model has which the reader
// may see.
func (r *reads) otherWords(ctx context.Context, index *posting.Index, q vitrine.CatalogueQuery, asked words.Query) (
	map[string]string, error,
) {
	others := map[string]string{}
	for _, group := range asked.Groups {
		alone := vitrine.CatalogueQuery{Keywords: group[0], Language: q.Language, AdultContent: q.AdultContent}
		found, err := r.finds(ctx, index, alone, FewModels)
		if err != nil {
			return nil, err
		}
		if found.More {
			continue
		}
		other, err := r.otherWord(ctx, index, alone)
		if err != nil {
			return nil, err
		}
		if other != "" {
			others[group[0]] = other
		}
	}
	return others, nil
}

// otherWord returns the word that was meant most likely by one that stands alone.
func (r *reads) otherWord(ctx context.Context, index *posting.Index, alone vitrine.CatalogueQuery) (string, error) {
	word := alone.Keywords
	for _, vocabulary := range []func(context.Context, string) ([]words.Known, error){r.wordsNear, r.wordsAround} {
		known, err := vocabulary(ctx, word)
		if err != nil {
			return "", err
		}
		meant := words.Meant(word, known)
		for _, other := range meant[:min(len(meant), triedWords)] {
			if shown, err := r.shown(ctx, index, other, alone.AdultContent); err != nil || shown {
				return other, err
			}
		}
	}
	return "", nil
}

// wordsNear returns what the vocabulary has at one mistake from a word.
func (r *reads) wordsNear(ctx context.Context, word string) ([]words.Known, error) {
	found, err := r.readWords(ctx, words.Near(word))
	var list []words.Known
	for name, known := range found {
		if known.spelled && known.models > 0 {
			list = append(list, words.Known{Word: name, Models: known.models})
		}
	}
	return list, err
}

// wordsAround returns what the vocabulary has that begins as a word does which may have
// two mistakes.
func (r *reads) wordsAround(ctx context.Context, word string) ([]words.Known, error) {
	if words.Mistakes(word) < 2 {
		return nil, nil
	}
	from, before := words.Around(word)
	length := utf8.RuneCountInString(word)
	return query(ctx, r, func(row scanner) (w words.Known, err error) { return w, row.Scan(&w.Word, &w.Models) },
		`SELECT word, models FROM search_words WHERE word >= $1 AND word < $2 AND spelled AND models > 0 AND length(word) BETWEEN $3 AND $4`,
		from, before, length-2, length+2)
}

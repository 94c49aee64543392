package store

import (
	"context"
	"slices"

	"vitrine"
	"vitrine/internal/posting"
	"vitrine/internal/words"
)

// The texts of the best matches alone are looked at for phrases. Those behind them are not
// found, and the total says that there may be more.
const (
	checkedForPhrases = 1_000
	// bytesForPhrases is how many bytes of texts are looked through, a quarter of a second's work; with several
	// phrases fewer.
	bytesForPhrases = 2 << 20
	// readForPhrases is how many models have their texts read first, readLatest how many at most at once.
	readForPhrases = 25
	readLatest     = 500
)

// bestWithPhrases returns the best matches in whose texts words follow each other, and
// whether there may be more.
func (r *reads) bestWithPhrases(ctx context.Context, index *posting.Index, q posting.Query, phrases [][]string) (
	[]posting.Match, bool, error,
) {
	matches, err := index.Best(ctx, q, posting.Page{Size: checkedForPhrases + 1})
	if err != nil {
		return nil, false, err
	}
	found, more, err := r.withPhrases(ctx, matches[:min(len(matches), checkedForPhrases)], phrases)
	return found, more || len(matches) > checkedForPhrases, err
}

// phrases reads a page of matches in whose texts words follow each other.
func (s *search) phrases(ctx context.Context, phrases [][]string) ([]entry, vitrine.Total, error) {
	matches, more, err := s.r.bestWithPhrases(ctx, s.index, s.query, phrases)
	if err != nil {
		return nil, vitrine.Total{}, err
	}
	if s.asked.Sort != vitrine.BestMatch {
		ids := make([]int64, len(matches))
		for i, match := range matches {
			ids[i] = match.ID
		}
		entries, err := s.among(ctx, ids)
		return entries, total(len(matches), more), err
	}
	all := len(matches)
	if s.after.set() {
		matches = slices.DeleteFunc(matches, func(m posting.Match) bool {
			return int64(m.Tier) < s.after.key || int64(m.Tier) == s.after.key && m.ID >= s.after.id
		})
	}
	matches = matches[min(offset(s.asked.Page, s.after), len(matches)):]
	entries, err := s.r.entriesOf(ctx, matches[:min(s.asked.Page.Size+1, len(matches))])
	return entries, total(all, more), err
}

// withPhrases returns the matches that have each phrase in one of their texts, and
// whether those at the end were not looked at.
func (r *reads) withPhrases(ctx context.Context, matches []posting.Match, phrases [][]string) (
	found []posting.Match, more bool, err error,
) {
	left, checked := bytesForPhrases/len(phrases), 0
	for size := readForPhrases; len(matches) > 0; {
		some := matches[:min(size, len(matches))]
		matches = matches[len(some):]
		texts, err := r.textsOf(ctx, some)
		if err != nil {
			return nil, false, err
		}
		for _, m := range some {
			if left <= 0 {
				return found, true, nil
			}
			for _, text := range texts[m.ID] {
				left -= len(text)
			}
			if haveAll(texts[m.ID], phrases) {
				found = append(found, m)
			}
		}
		// As many as there may be room for: what is read is held at once.
		checked += len(some)
		each := max(1, (bytesForPhrases/len(phrases)-left)/checked)
		size = min(max(1, left/each), readLatest)
	}
	return found, false, nil
}

// textsOf returns the texts of models in all their languages.
func (r *reads) textsOf(ctx context.Context, matches []posting.Match) (map[int64][]string, error) {
	texts := make(map[int64][]string, len(matches))
	ids := make([]int64, len(matches))
	for i, match := range matches {
		ids[i] = match.ID
	}
	for _, from := range []string{"id, title, raw_description, tags FROM models WHERE id ",
		"model_id, title, raw_description, tags FROM model_texts WHERE model_id "} {
		b := (&builder{}).add("SELECT "+from).among(r.dialect, ids)
		err := each(ctx, r, func(row scanner) error {
			var id int64
			var title, description, tags string
			err := row.Scan(&id, &title, &description, &tags)
			texts[id] = append(texts[id], title, description, tags)
			return err
		}, b.String(), b.args...)
		if err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// haveAll reports whether each phrase is in one of some texts.
func haveAll(texts []string, phrases [][]string) bool {
	return !slices.ContainsFunc(phrases, func(phrase []string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return words.HasPhrase(text, phrase) })
	})
}

package posting_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/posting"
)

// TestReadsWhatIsNeeded sees which groups of a term are read: those in which something is
// left after the rarest one, and no more than a page needs.
func TestReadsWhatIsNeeded(t *testing.T) {
	t.Parallel()
	const groups, group = 4, posting.GroupBlocks * posting.BlockSize
	documents := map[int64]posting.Document{}
	for id := int64(1); id < groups*group; id += 1000 {
		fields := posting.Fields{Body: []string{"everywhere"}, Attributes: []string{listed}}
		if id/group == 1 {
			fields.Body = append(fields.Body, "second")
			fields.Head = []string{"tag"}
		}
		documents[id] = posting.NewDocument(fields)
	}
	ask := func(ask func(*posting.Index, posting.Query) error, names ...string) map[string]int {
		m := newMemory(t)
		m.build(documents)
		index := &posting.Index{Source: m, Groups: groups, All: posting.Word{ID: m.ids[listed], Name: listed}}
		var q posting.Query
		for _, name := range names {
			q.Words = append(q.Words, []posting.Word{{ID: m.ids[name], Name: name, Documents: m.documents[name]}})
		}
		if err := ask(index, q); err != nil {
			t.Error(err)
		}
		read := map[string]int{}
		for word, id := range m.ids {
			for tier := range 4 {
				for range m.terms[posting.TermOf(id, tier)] {
					read[word]++
				}
			}
		}
		return read
	}
	count := func(x *posting.Index, q posting.Query) error {
		_, _, err := x.Count(t.Context(), q, posting.TierAny, 10_000)
		return err
	}
	few := func(x *posting.Index, q posting.Query) error {
		_, more, err := x.Count(t.Context(), q, posting.TierAny, 100)
		if !more {
			t.Error("there are no more")
		}
		return err
	}
	search := func(x *posting.Index, q posting.Query) error {
		found, err := x.Search(t.Context(), q, posting.Page{Size: 1000}, 10_000)
		if found.Total != len(found.Matches) {
			t.Errorf("%d of %d are found", len(found.Matches), found.Total)
		}
		return err
	}
	after := func(x *posting.Index, q posting.Query) error {
		matches, err := x.Best(t.Context(), q, posting.Page{After: posting.Match{Tier: posting.TierAny, ID: group}, Size: 1000})
		if len(matches) != 1+(group-1)/1000 {
			t.Errorf("there are %d in the first group", len(matches))
		}
		return err
	}
	best := func(x *posting.Index, q posting.Query) error {
		_, err := x.Best(t.Context(), q, posting.Page{Size: 10_000})
		return err
	}
	for name, test := range map[string]struct{ got, want map[string]int }{
		"nothing is left in three groups": {ask(count, "everywhere", "second"), map[string]int{"second": 4, "everywhere": 1}},
		"a count ends early":              {ask(few, "everywhere"), map[string]int{"everywhere": 1}},
		"no document has the last":        {ask(count, "everywhere", "nowhere"), map[string]int{}},
		"a page looks where matches are":  {ask(search, "everywhere", "tag"), map[string]int{"tag": 4 + 1 + 2, "everywhere": 1 + 2}},
		"a page after a match":            {ask(after, "everywhere"), map[string]int{"everywhere": 2}},
		"a page without words":            {ask(best), map[string]int{listed: 4}},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

package storetest

import (
	"context"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vitrine"
	"vitrine/internal/store"
)

// suggested are searches and how many models they find.
type suggested map[string]int64

func suggestions(t testing.TB, list []store.Suggestion, err error) suggested {
	t.Helper()
	found := suggested{}
	for i, s := range list {
		found[s.Keywords] = s.Total.Count
		if i > 0 && s.Total.Count > list[i-1].Total.Count {
			t.Errorf("the rarer come first: %+v", list)
		}
	}
	if err != nil || len(found) != len(list) {
		t.Fatalf("%+v, %v", list, err)
	}
	return found
}

// shelfOfChairs has models by their titles: more than few chairs, some for adults, a draft,
// and one that may be withdrawn.
func shelfOfChairs(t *testing.T, db *store.DB) (withdrawn *vitrine.Model) {
	t.Helper()
	ada, made := newUser(t, db, "ada"), 0
	titled := func(title string, edit func(m *vitrine.Model)) *vitrine.Model {
		made++
		return publish(t, db, ada, "m"+strconv.Itoa(made), func(m *vitrine.Model) {
			m.Title, m.Description, m.RawDescription = title, title, title
			if edit != nil {
				edit(m)
			}
		}, "obj")
	}
	for range 12 {
		titled("Oak chairs, wooden", func(m *vitrine.Model) { m.Price = amount(2_000) })
	}
	titled("Oak chandelier", nil)
	titled("Chalet, wooden", nil)
	titled("Chaise longue", func(m *vitrine.Model) { m.AdultContent = true })
	for range 12 {
		titled("Choir of nudes", func(m *vitrine.Model) { m.AdultContent = true })
	}
	titled("Bathe", nil)
	titled("Bathing", func(m *vitrine.Model) { m.AdultContent = true }) // with the same stem
	newModel(t, db, ada, "draft", func(m *vitrine.Model) { m.Title = "Chasuble" })
	withdrawn = titled("Chariot", nil)
	titled("qa qb qc qd qe qf qg qh qi qj qk ql qm qn qo qp qq qr qs qt", nil)
	titled("qi qj qk ql qm qn qo qp qq qr qs qt", nil)
	if err := db.MergeSearch(t.Context()); err != nil {
		t.Fatal(err)
	}
	return withdrawn
}

func testCompletions(t *testing.T, db *store.DB) {
	withdrawn := shelfOfChairs(t, db)
	want := func(q vitrine.CatalogueQuery, want suggested) {
		t.Helper()
		list, err := db.Complete(t.Context(), q)
		if diff := cmp.Diff(want, suggestions(t, list, err), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%+v: want (-) and have (+)\n%s", q, diff)
		}
	}
	keywords := func(k string) vitrine.CatalogueQuery { return vitrine.CatalogueQuery{Keywords: k, Language: "en"} }

	all := suggested{"chairs": 12, "chandelier": 1, "chalet": 1, "chariot": 1}
	want(keywords("cha"), all)
	want(vitrine.CatalogueQuery{Keywords: "cha", AdultContent: true},
		suggested{"chairs": 12, "chandelier": 1, "chalet": 1, "chariot": 1, "chaise": 1})
	want(vitrine.CatalogueQuery{Keywords: "cha", MinPrice: amount(1_500)}, suggested{"chairs": 12})
	want(keywords("wooden Châ"), suggested{"wooden Châirs": 12, "wooden Châlet": 1})
	want(keywords("bath"), suggested{"bathe": 1})
	want(vitrine.CatalogueQuery{Keywords: "bath", Language: "en", AdultContent: true}, suggested{"bathe": 2, "bathing": 2})
	want(keywords("chairs"), nil)
	for _, finished := range []string{"", "cha ", "cha,", `"oak chairs" cha`, "?", "chab", "price", "day"} {
		want(keywords(finished), nil)
	}

	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RemoveListing(ctx, withdrawn.ID) })
	delete(all, "chariot")
	want(keywords("cha"), all)
	want(keywords("char"), nil)

	// Single letters, before and after their completions are ready.
	first := suggested{"qi": 2, "qj": 2, "qk": 2, "ql": 2, "qm": 2, "qn": 2, "qo": 2, "qp": 2, "qq": 2, "qr": 2}
	for range 2 {
		want(keywords("o"), suggested{"oak": 13})
		want(keywords("q"), first)
		want(keywords("c"), suggested{"chairs": 12, "chandelier": 1, "chalet": 1})
		if err := db.ReadyCompletions(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func testCorrections(t *testing.T, db *store.DB) {
	shelfOfChairs(t, db)
	for _, test := range []struct {
		q    vitrine.CatalogueQuery
		want suggested
	}{
		// Swapped.
		{vitrine.CatalogueQuery{Keywords: "chiars"}, suggested{"chairs": 12}},
		// Short words may have one mistake.
		{vitrine.CatalogueQuery{Keywords: "Wodn, CHIARS"}, nil},
		// Both.
		{vitrine.CatalogueQuery{Keywords: "Woodne, CHIARS"}, suggested{"wooden, chairs": 12}},
		// At two mistakes.
		{vitrine.CatalogueQuery{Keywords: "oak woddenn"}, suggested{"oak wooden": 12}},
		// Found.
		{vitrine.CatalogueQuery{Keywords: "chairs"}, nil},
		// Choir is nearer, for adults.
		{vitrine.CatalogueQuery{Keywords: "choirs"}, suggested{"chairs": 12}},
		// Who asked for it.
		{vitrine.CatalogueQuery{Keywords: "choirr", AdultContent: true}, suggested{"choir": 12}},
		// Bathing is for adults, and its stem that of what is not.
		{vitrine.CatalogueQuery{Keywords: "bathingg"}, nil},
		{vitrine.CatalogueQuery{Keywords: "bathingg", AdultContent: true}, suggested{"bathing": 2}},
		// One is more than none.
		{vitrine.CatalogueQuery{Keywords: "chalett"}, suggested{"chalet": 1}},
		// There is one.
		{vitrine.CatalogueQuery{Keywords: "chalet"}, nil},
		// Chandeli is nearer, and a stem alone.
		{vitrine.CatalogueQuery{Keywords: "chandelib"}, suggested{"chandelier": 1}},
		// The stem of chandelier is near, which is no word.
		{vitrine.CatalogueQuery{Keywords: "chandexlix"}, nil},
		// In a draft alone.
		{vitrine.CatalogueQuery{Keywords: "chasubl"}, nil},
		// None at the price.
		{vitrine.CatalogueQuery{Keywords: "chiars", MaxPrice: amount(1_500)}, nil},
		// Both are known.
		{vitrine.CatalogueQuery{Keywords: "chairs chandelier"}, nil},
		// As it stands.
		{vitrine.CatalogueQuery{Keywords: `"oak chiars"`}, nil},
		// Nothing near.
		{vitrine.CatalogueQuery{Keywords: "unobtainium"}, nil}, {vitrine.CatalogueQuery{Keywords: "椅子"}, nil},
		{vitrine.CatalogueQuery{}, nil},
	} {
		list, err := db.Correct(t.Context(), test.q)
		if diff := cmp.Diff(test.want, suggestions(t, list, err), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q: want (-) and have (+)\n%s", test.q.Keywords, diff)
		}
	}
}

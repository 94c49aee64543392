package store_test

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/words"
)

// compare compares the first pages by cursors, and the second by its number.
func (s *shelf) compare(t *testing.T, db *store.DB, q vitrine.CatalogueQuery) bool {
	t.Helper()
	want := s.find(q)
	for number := range 3 {
		page, err := db.Catalogue(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if !s.samePage(t, page, want, number, q.Page.Size) {
			return false
		}
		if page.Next == "" {
			break
		}
		q.Page.Cursor = page.Next
	}
	q.Page.Cursor, q.Page.Number = "", 2
	page, err := db.Catalogue(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return s.samePage(t, page, want, 1, q.Page.Size)
}

func (s *shelf) samePage(t *testing.T, page store.RecordPage, all []int64, number, size int) bool {
	t.Helper()
	got := []int64{}
	for _, record := range page.Records {
		got = append(got, record.ID)
	}
	want := all[min(number*size, len(all)):min((number+1)*size, len(all))]
	if !slices.Equal(got, want) || page.Total.Count != int64(len(all)) || page.Total.More ||
		(page.Next != "") != ((number+1)*size < len(all)) {
		t.Errorf("page %d has %v of %+v and the cursor %q, want %v of %d; want (-) and have (+):\n%s", number+1, got, page.Total, page.Next, want,
			len(all), gocmp.Diff(want, got))
		return false
	}
	return true
}

// find goes through all models.
func (s *shelf) find(q vitrine.CatalogueQuery) []int64 {
	asked := words.Parse(q.Language, q.Keywords)
	tiers := map[int64]int{}
	found := []*vitrine.Model{}
	for _, m := range s.models {
		if m.Status != vitrine.Published || !s.passes(m, q) {
			continue
		}
		if tier, ok := s.tier(m, asked); ok {
			tiers[m.ID] = tier
			found = append(found, m)
		}
	}
	slices.SortFunc(found, func(a, b *vitrine.Model) int {
		switch q.Sort {
		case vitrine.BestMatch:
			return cmp.Or(cmp.Compare(tiers[a.ID], tiers[b.ID]), cmp.Compare(b.ID, a.ID))
		case vitrine.Oldest:
			return cmp.Or(a.PublishedAt.Compare(b.PublishedAt), cmp.Compare(a.ID, b.ID))
		case vitrine.BySales:
			return cmp.Or(cmp.Compare(b.Sales, a.Sales), cmp.Compare(b.ID, a.ID))
		case vitrine.LowerPrice:
			return cmp.Or(cmp.Compare(*a.Price, *b.Price), cmp.Compare(a.ID, b.ID))
		case vitrine.HigherPrice:
			return cmp.Or(cmp.Compare(*b.Price, *a.Price), cmp.Compare(b.ID, a.ID))
		default:
			return cmp.Or(b.PublishedAt.Compare(a.PublishedAt), cmp.Compare(b.ID, a.ID))
		}
	})
	ids := []int64{}
	for _, m := range found {
		ids = append(ids, m.ID)
	}
	return ids
}

// tier is the first of title, head and all texts that has all words.
func (s *shelf) tier(m *vitrine.Model, asked words.Query) (int, bool) {
	title := s.index(m.Language, m.Title)
	head := slices.Concat(title, s.index(m.Language, m.Tags[0]), words.Spelled(m.AuthorName))
	whole := slices.Concat(head, s.index(m.Language, m.RawDescription))
	for _, phrase := range asked.Phrases {
		if !words.HasPhrase(m.Title, phrase) && !words.HasPhrase(m.RawDescription, phrase) && !words.HasPhrase(m.Tags[0], phrase) {
			return 0, false
		}
	}
	for tier, list := range [][]string{title, head, whole} {
		if !slices.ContainsFunc(asked.Groups, func(group []string) bool {
			return !slices.ContainsFunc(group, func(word string) bool { return slices.Contains(list, word) })
		}) {
			return tier, true
		}
	}
	return 0, false
}

// index is words.Index, remembered.
func (s *shelf) index(language, text string) []string {
	list, ok := s.indexed[text]
	if !ok {
		list = words.Index(language, text)
		s.indexed[text] = list
	}
	return list
}

func (s *shelf) passes(m *vitrine.Model, q vitrine.CatalogueQuery) bool {
	is := func(want *bool, have bool) bool { return want == nil || *want == have }
	cg := q.Animated != nil || q.PBR != nil || q.Rigged != nil || q.LowPoly != nil || q.Collection != nil
	low := m.Measured.Polygons != nil && *m.Measured.Polygons < vitrine.LowPoly
	return (q.AdultContent || !m.AdultContent) &&
		is(q.Animated, m.Animated) && is(q.PBR, m.PBR) && is(q.Rigged, m.Rigged) && is(q.Discounted, m.OriginalPrice != nil) &&
		is(q.AIGenerated, m.AIGenerated) && is(q.Collection, m.Info.Collection != nil && *m.Info.Collection) &&
		is(q.LowPoly, low) &&
		(!cg || m.ProductType == vitrine.CG) && (q.ProductType == "" || m.ProductType == q.ProductType) &&
		(q.CategoryID == 0 || m.Category.ID == q.CategoryID || m.Subcategory.ID == q.CategoryID) &&
		(q.MinPrice == nil || *m.Price >= *q.MinPrice) && (q.MaxPrice == nil || *m.Price <= *q.MaxPrice) &&
		(len(q.Extensions) == 0 || slices.ContainsFunc(q.Extensions, func(e string) bool { return slices.Contains(s.formats[m.ID], e) })) &&
		(q.Author == "" || m.AuthorName == q.Author) && (q.MinAdminRating == nil || m.AdminRating != nil &&
		*m.AdminRating >= *q.MinAdminRating) &&
		(q.Polygons == nil || m.Measured.Polygons != nil && *m.Measured.Polygons >= q.Polygons.AtLeast &&
			*m.Measured.Polygons < q.Polygons.Below) &&
		(!q.ExcludeEditorial || m.License != vitrine.Editorial)
}

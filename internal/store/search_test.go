package store_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/words"
)

// TestSearchIsAScan asks both databases a thousand queries, with filters, orders, numbers
// of pages and cursors, and compares each page and total with what going through all
// models finds: while documents wait for their merge, when all are merged, after changes,
// while the index is built anew, and in a process that hears of it all from the database.
func TestSearchIsAScan(t *testing.T) {
	t.Parallel()
	postgres := storetest.NewPostgres(t)
	file := filepath.Join(t.TempDir(), "vitrine.db")
	for name, address := range map[string]string{"SQLite": file, "PostgreSQL": postgres.Address(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			scan(t, address)
		})
	}
}

// shelf is a catalogue of a test, kept outside of the database too.
type shelf struct {
	db, other *store.DB // of the same database; other is another process's
	now       *atomic.Int64
	random    *rand.Rand
	authors   []vitrine.User
	top, sub  []vitrine.Category
	models    map[int64]*vitrine.Model
	formats   map[int64][]string
	indexed   map[string][]string
	made      int
	sqlite    bool
}

func scan(t *testing.T, address string) {
	s := &shelf{now: &atomic.Int64{}, random: rand.New(rand.NewPCG(11, 21)), models: map[int64]*vitrine.Model{}, formats: map[int64][]string{},
		indexed: map[string][]string{}}
	s.now.Store(time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC).UnixNano())
	s.sqlite = !strings.HasPrefix(address, "postgres")
	s.db, s.other = s.open(t, address), s.open(t, address)
	s.furnish(t)
	s.publish(t, 1_500)
	s.ask(t, "all wait", 150)
	s.merge(t)
	s.ask(t, "all merged", 300)
	for range 120 {
		s.change(t)
	}
	s.ask(t, "changes wait", 200)
	s.merge(t)
	s.ask(t, "changes merged", 100)
	s.rebuild(t)
	s.ask(t, "built anew", 100)
	s.merge(t)
	for range 40 {
		s.change(t)
	}
	s.merge(t)
	s.ask(t, "merged into what was built", 150)
}

func (s *shelf) open(t *testing.T, address string) *store.DB {
	db, err := store.OpenWith(t.Context(), address, store.Options{Now: func() time.Time { return time.Unix(0, s.now.Load()) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

func (s *shelf) merge(t *testing.T) {
	t.Helper()
	if err := s.db.MergeSearch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if waits, err := s.db.SearchToMerge(t.Context()); err != nil || waits {
		t.Fatalf("after a merge documents wait: %v, %v", waits, err)
	}
}

// rebuild builds the index anew, cut off once, while models change.
func (s *shelf) rebuild(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	err := s.db.RebuildSearch(ctx, func(at store.Rebuilt) {
		s.change(t)
		s.ask(t, "being built", 1)
		// Nothing is merged now: the documents wait.
		if err := s.db.MergeSearch(t.Context()); err != nil {
			t.Fatal(err)
		}
		if at.Done == at.All/2 {
			cancel()
		}
	})
	if err == nil {
		t.Fatal("a build that was cut off ended well")
	}
	if left, err := s.db.SearchToRebuild(t.Context()); err != nil || !left {
		t.Fatalf("a build that was cut off is left: %v, %v", left, err)
	}
	first := int64(-1)
	err = s.other.RebuildSearch(t.Context(), func(at store.Rebuilt) {
		if first < 0 {
			first = at.Done
		}
		s.change(t)
	})
	if err != nil || first < 1 {
		t.Fatalf("the build went on at block %d: %v", first, err)
	}
	if left, err := s.db.SearchToRebuild(t.Context()); err != nil || left {
		t.Fatalf("a build that ended is left: %v, %v", left, err)
	}
}

func (s *shelf) furnish(t *testing.T) {
	inTx(t, s.db, func(tx *store.Tx) error {
		for _, name := range []string{"ada", "bob", "Żaneta Łyżwa"} {
			user := userOf(name)
			if err := tx.InsertUser(t.Context(), user); err != nil {
				return err
			}
			s.authors = append(s.authors, *user)
		}
		for i := range 6 {
			c := vitrine.Category{Name: fmt.Sprint("c", i), Slug: fmt.Sprint("c", i), Position: i, CreatedAt: time.UnixMicro(1),
				UpdatedAt: time.UnixMicro(1)}
			if i >= 3 {
				c.ParentID = s.top[i-3].ID
			}
			if err := tx.InsertCategory(t.Context(), &c); err != nil {
				return err
			}
			if i < 3 {
				s.top = append(s.top, c)
			} else {
				s.sub = append(s.sub, c)
			}
		}
		return nil
	})
}

// vocabulary is from the most frequent word to the rarest.
var vocabulary = strings.Fields("model dragon chair chairs red oak tables dragons painted Élan city cities wolf wolves " +
	"椅子 木製椅子 Stühle heliotrope")

func (s *shelf) word() string {
	return vocabulary[min(len(vocabulary)-1, int(s.random.ExpFloat64()*3.5))]
}

func (s *shelf) text(words int) string {
	list := make([]string, words)
	for i := range list {
		list[i] = s.word()
	}
	return strings.Join(list, " ")
}

func (s *shelf) flip(of int) bool { return s.random.IntN(of) == 0 }

// price is mostly a low one.
func (s *shelf) price() vitrine.Amount {
	return vitrine.Amount(s.random.IntN(40) * s.random.IntN(40) * 20)
}

// dress gives a model new texts and traits.
func (s *shelf) dress(m *vitrine.Model) {
	author := s.authors[s.made%len(s.authors)]
	if m.AuthorID == 0 {
		m.AuthorID, m.AuthorName = author.ID, author.Username
	}
	m.Text = vitrine.Text{Language: "en-US", Title: s.text(1 + s.random.IntN(3)), RawDescription: s.text(s.random.IntN(12)),
		Tags: []string{s.word()}}
	m.Translations = nil
	price := s.price()
	m.Price, m.OriginalPrice = &price, nil
	if s.flip(4) {
		original := price + 100
		m.OriginalPrice = &original
	}
	m.Category, m.Subcategory = s.top[s.random.IntN(3)], vitrine.Category{}
	if s.flip(2) {
		m.Subcategory = s.sub[slices.IndexFunc(s.top, func(c vitrine.Category) bool { return c.ID == m.Category.ID })]
	}
	m.ProductType, m.CGTraits, m.Info, m.Measured.Polygons = vitrine.Printable, vitrine.CGTraits{}, vitrine.Info{}, nil
	if !s.flip(3) {
		m.ProductType = vitrine.CG
		m.CGTraits = vitrine.CGTraits{Animated: s.flip(2), Rigged: s.flip(3), PBR: s.flip(2)}
		m.Info, _ = vitrine.ParseInfo(fmt.Appendf(nil, `{"collection":%t}`, s.flip(5)))
	}
	if !s.flip(4) {
		polygons := int64(s.random.IntN(12_000))
		m.Measured.Polygons = &polygons
	}
	m.AdultContent, m.License = s.flip(9), vitrine.General
	if s.flip(3) {
		m.License = []vitrine.License{vitrine.Editorial, vitrine.Custom}[s.random.IntN(2)]
	}
	if s.flip(3) {
		rating := float64(s.random.IntN(21)) / 2
		m.AdminRating = &rating
	}
	s.formats[m.ID] = []string{[]string{"obj", "glb", "stl"}[s.random.IntN(3)]}
	if s.flip(20) {
		s.formats[m.ID] = append(s.formats[m.ID], "blend")
	}
}

// publish adds models.
func (s *shelf) publish(t *testing.T, n int) {
	t.Helper()
	for n > 0 {
		some := min(n, 50)
		n -= some
		inTx(t, s.db, func(tx *store.Tx) error {
			for range some {
				if err := s.insert(t.Context(), tx); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// insert adds a model far from the last one, so that there are many blocks of few.
func (s *shelf) insert(ctx context.Context, tx *store.Tx) error {
	m := &vitrine.Model{Status: vitrine.Published, Slug: fmt.Sprint("m", s.made), CreatedAt: time.UnixMicro(1), UpdatedAt: time.UnixMicro(1)}
	s.made++
	m.ID = -int64(s.made)
	s.dress(m)
	// Not in the order of their numbers, some at once, and a tenth on one day.
	day := s.random.IntN(60)
	if s.flip(10) {
		day = 30
	}
	m.PublishedAt = time.UnixMicro(1).AddDate(0, 0, day).Add(time.Duration(s.random.IntN(40)) * time.Microsecond)
	skip := fmt.Sprintf("SELECT setval(pg_get_serial_sequence('models', 'id'), nextval(pg_get_serial_sequence('models', 'id')) + %d)",
		s.random.IntN(800))
	if s.sqlite {
		skip = fmt.Sprintf("UPDATE sqlite_sequence SET seq = seq + %d WHERE name = 'models'", s.random.IntN(800))
	}
	m.Sales = int64(s.random.IntN(100))
	formats := s.formats[m.ID]
	if err := tx.Run(ctx, skip); err != nil {
		return err
	}
	if err := tx.InsertModel(ctx, m); err != nil {
		return err
	}
	s.models[m.ID], s.formats[m.ID] = m, formats
	return s.put(ctx, tx, m, formats)
}

func (s *shelf) put(ctx context.Context, tx *store.Tx, m *vitrine.Model, formats []string) error {
	if err := tx.UpdateModel(ctx, m); err != nil {
		return err
	}
	if m.AdminRating != nil {
		if err := tx.Run(ctx, fmt.Sprintf("UPDATE models SET admin_rating = %f WHERE id = %d", *m.AdminRating, m.ID)); err != nil {
			return err
		}
	}
	if _, err := tx.PutRecord(ctx, m, m.Language, fmt.Sprintf(`{"id":%d}`, m.ID)); err != nil {
		return err
	}
	if err := tx.PutOwnListing(ctx, m, formats); err != nil {
		return err
	}
	if m.Status != vitrine.Published {
		return tx.RemoveListing(ctx, m.ID)
	}
	return tx.PutListing(ctx, m, formats, true)
}

// change does to one model what its author or the operator may.
func (s *shelf) change(t *testing.T) {
	t.Helper()
	ids := make([]int64, 0, len(s.models))
	for id := range s.models {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	m := s.models[ids[s.random.IntN(len(ids))]]
	switch s.random.IntN(6) {
	case 0:
		s.publish(t, 1)
		return
	case 1:
		m.Status = vitrine.Draft
	case 2:
		inTx(t, s.db, func(tx *store.Tx) error {
			if err := tx.RemoveListing(t.Context(), m.ID); err != nil {
				return err
			}
			if err := tx.RemoveOwnListing(t.Context(), m.ID); err != nil {
				return err
			}
			return tx.DeleteModel(t.Context(), m.ID, time.UnixMicro(5))
		})
		delete(s.models, m.ID)
		return
	default:
		m.Status = vitrine.Published
		s.dress(m)
	}
	inTx(t, s.db, func(tx *store.Tx) error { return s.put(t.Context(), tx, m, s.formats[m.ID]) })
}

// ask asks both processes queries.
func (s *shelf) ask(t *testing.T, when string, n int) {
	t.Helper()
	s.now.Add(int64(2 * time.Second)) // by now the other process looks again
	for i := range n {
		q := s.question()
		if s.manyForPhrases(q) {
			continue
		}
		for name, db := range map[string]*store.DB{"this": s.db, "the other": s.other} {
			if !s.compare(t, db, q) || i%8 == 0 && !s.compareFacets(t, db, q) {
				t.Fatalf("%s: %s process: %+v", when, name, q)
			}
		}
	}
}

// manyForPhrases reports whether a phrase is asked for in more models than are looked at.
func (s *shelf) manyForPhrases(q vitrine.CatalogueQuery) bool {
	all := vitrine.CatalogueQuery{Keywords: strings.ReplaceAll(q.Keywords, `"`, ""), Language: q.Language, AdultContent: true}
	return strings.Contains(q.Keywords, `"`) && len(s.find(all)) > 1_000
}

func (s *shelf) question() vitrine.CatalogueQuery {
	q := vitrine.CatalogueQuery{AdultContent: s.flip(3), Language: "en", Page: vitrine.Page{Number: 1, Size: 1 + s.random.IntN(30)}}
	q.Sort = []vitrine.Sort{vitrine.Newest, vitrine.Oldest, vitrine.LowerPrice, vitrine.HigherPrice, vitrine.BySales}[s.random.IntN(5)]
	if !s.flip(3) {
		q.Keywords = s.text(1 + s.random.IntN(3))
		if s.flip(8) {
			q.Keywords += ` "` + s.text(2) + `"`
		}
		if !s.flip(3) {
			q.Sort = vitrine.BestMatch
		}
	}
	flag := func() *bool {
		if !s.flip(6) {
			return nil
		}
		return new(s.flip(2))
	}
	q.Animated, q.PBR, q.Rigged, q.Discounted, q.LowPoly, q.Collection = flag(), flag(), flag(), flag(), flag(), flag()
	if s.flip(4) {
		q.CategoryID = slices.Concat(s.top, s.sub)[s.random.IntN(6)].ID
	}
	if s.flip(3) {
		price := s.price()
		q.MinPrice = &price
	}
	if s.flip(3) {
		price := s.price()
		q.MaxPrice = &price
	}
	if s.flip(6) {
		q.Extensions = []string{"blend", "stl"}[:1+s.random.IntN(2)]
	}
	if s.flip(8) {
		q.Author = append([]string{"nobody"}, s.authors[0].Username, s.authors[1].Username)[s.random.IntN(3)]
	}
	if s.flip(8) {
		rating := float64(s.random.IntN(11)) - []float64{0, 0, 0.002, 0.498}[q.Page.Size%4]
		q.MinAdminRating = &rating
	}
	if s.flip(8) {
		q.Polygons = &vitrine.PolygonRanges()[s.random.IntN(3)]
	}
	if s.flip(8) {
		q.ProductType = []vitrine.ProductType{vitrine.CG, vitrine.Printable}[s.random.IntN(2)]
	}
	q.ExcludeEditorial = s.flip(8)
	return q
}

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
		is(q.Collection, m.Info.Collection != nil && *m.Info.Collection) &&
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

package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

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
	m.AdultContent, m.AIGenerated, m.License = s.flip(9), s.flip(3), vitrine.General
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
	if err := tx.Run(ctx, fmt.Sprintf("UPDATE models SET sales = %d WHERE id = %d", m.Sales, m.ID)); err != nil {
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
	switch s.random.IntN(8) {
	case 0:
		s.publish(t, 1)
		return
	case 6, 7:
		s.sell(t, m)
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

// sell counts some sales of a model, the last of which is taken back.
func (s *shelf) sell(t *testing.T, m *vitrine.Model) {
	t.Helper()
	n := 1 + s.random.IntN(60)
	inTx(t, s.db, func(tx *store.Tx) error {
		for range n {
			if err := tx.AddSale(t.Context(), m.ID, 1); err != nil {
				return err
			}
		}
		return tx.AddSale(t.Context(), m.ID, -1)
	})
	if err := s.other.CountSales(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.Sales += int64(n - 1)
}

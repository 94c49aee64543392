package store_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/store/storetest"
)

// TestPagesFarBehind asks for pages by their numbers that many matches come before, in
// each order: no more is read of the list than of these, and it is as a scan finds it.
func TestPagesFarBehind(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]string{
		"SQLite": filepath.Join(t.TempDir(), "vitrine.db"), "PostgreSQL": storetest.NewPostgres(t).Address(t),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newShelf(t, address, 2_400)
			for range 30 { // which wait for a merge
				s.change(t)
			}
			q := vitrine.CatalogueQuery{Language: "en", AdultContent: true, Page: vitrine.Page{Size: 25}}
			all := 0
			for _, q.Keywords = range vocabulary {
				if all = len(s.find(q)); all < 1_000 {
					break
				}
			}
			if all < 560 || all >= 1_000 {
				t.Fatalf("%d models are found by %s", all, q.Keywords)
			}
			for _, q.Sort = range []vitrine.Sort{vitrine.Newest, vitrine.Oldest, vitrine.LowerPrice, vitrine.HigherPrice, vitrine.BySales} {
				for _, q.Page.Number = range []int{21, 22, all/25 + 1, all/25 + 2} {
					s.farBehind(t, q)
				}
			}
		})
	}
}

// farBehind asks for one page.
func (s *shelf) farBehind(t *testing.T, q vitrine.CatalogueQuery) {
	t.Helper()
	read := &rowsRead{}
	s.db.LogSlow(slog.New(read), 1)
	page, err := s.db.Catalogue(t.Context(), q)
	s.db.LogSlow(nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := s.find(q)
	// Beside those before it come those of one day.
	most := int64(min((q.Page.Number+1)*q.Page.Size, len(want)) + 250)
	if !s.samePage(t, page, want, q.Page.Number-1, q.Page.Size) || read.rows > most {
		t.Errorf("page %d by %s: %d rows are read, want %d at most", q.Page.Number, q.Sort, read.rows, most)
	}
}

// rowsRead is a log that counts the rows that are read of the list of all models.
type rowsRead struct{ rows int64 }

func (c *rowsRead) Handle(_ context.Context, r slog.Record) error {
	of, rows := false, int64(0)
	r.Attrs(func(a slog.Attr) bool {
		of = of || a.Key == "statement" && strings.Contains(a.Value.String(), "FROM listings l")
		if a.Key == "rows" {
			rows = a.Value.Int64()
		}
		return true
	})
	if of {
		c.rows += rows
	}
	return nil
}

func (c *rowsRead) Enabled(context.Context, slog.Level) bool { return true }
func (c *rowsRead) WithAttrs([]slog.Attr) slog.Handler       { return c }
func (c *rowsRead) WithGroup(string) slog.Handler            { return c }

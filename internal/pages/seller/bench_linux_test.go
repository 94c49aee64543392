package seller_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// BenchmarkOwnModels asks for the table of a seller of few models and of many, of which all are
// drafts or nine of ten are published, each with a file.
func BenchmarkOwnModels(b *testing.B) {
	for _, on := range []struct {
		name string
		open func(testing.TB) *store.DB
	}{
		{"SQLite", storetest.SQLite}, {"PostgreSQL", func(t testing.TB) *store.DB { return storetest.NewPostgres(t).Open(t) }},
	} {
		for _, published := range []string{"drafts", "published"} {
			for _, models := range []int{100, 10_000} {
				b.Run(fmt.Sprintf("%s/%s/%d", on.name, published, models), func(b *testing.B) {
					s := newSiteOn(b, on.open(b))
					ada := s.signedIn(b, "ada")
					s.offers(b, ada, models, published == "published")
					ada.benchmark(b)
				})
			}
		}
	}
}

func (b *browser) benchmark(bench *testing.B) {
	for _, page := range []struct{ name, path string }{
		{"newest", "/sell"}, {"by price", "/sell?sort=lower_price"}, {"best selling", "/sell?sort=sales"}, {"drafts", "/sell?status=draft"},
		{"two words", "/sell?keywords=chair+7"}, {"a word of all", "/sell?keywords=chair"},
		{"a word of all by price", "/sell?keywords=chair&sort=lower_price"},
		{"waiting", "/sell?status=waiting"}, {"sent back", "/sell?status=sent_back"}, {"taken out", "/sell?status=taken_out"},
		{"rejected files", "/sell?status=rejected_files"},
	} {
		bench.Run(page.name, func(bench *testing.B) {
			used := cpu(bench)
			for bench.Loop() {
				r := httptest.NewRequestWithContext(bench.Context(), http.MethodGet, page.path, nil)
				r.AddCookie(&http.Cookie{Name: "__Host-vitrine-session", Value: b.secret})
				w := httptest.NewRecorder()
				if b.site.handler.ServeHTTP(w, r); w.Code != http.StatusOK {
					bench.Fatalf("%s: status %d", page.path, w.Code)
				}
			}
			bench.ReportMetric(float64((cpu(bench)-used).Microseconds())/float64(bench.N), "µs-CPU/op")
		})
	}
}

// keptBack is how many models of a seller something keeps back, of few and of many.
const keptBack = 10

// keepBack has a draft wait for a review, be sent back after it, or be taken out of the catalogue;
// one of four has nothing but a rejected file.
func keepBack(ctx context.Context, tx *store.Tx, m *vitrine.Model, why int) error {
	switch why {
	case 1:
		m.WaitingSince = noon()
	case 2:
		m.SentBack = "Mend the legs."
	case 3:
		m.HiddenFrom = vitrine.Published
	default:
		return nil
	}
	return errors.Join(tx.ReviewModel(ctx, m), tx.HideModel(ctx, m.ID, m.HiddenFrom))
}

// cpu is the time that the process was at work: of the database only where that is a part of it.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// offers makes models of a seller, all of whose titles have a word in common, and adds up what a
// server would within seconds.
func (s *site) offers(b *testing.B, seller *browser, models int, published bool) {
	for i := range models {
		m, err := s.shop.CreateModel(b.Context(), vitrine.Caller{User: seller.user}, shop.ModelRequest{ModelChange: vitrine.ModelChange{
			Title: vitrine.Some(fmt.Sprintf("Chair %d of oak %d", i, i%97)),
			Price: vitrine.Some(vitrine.Amount(100 + i%500)), License: vitrine.Some(vitrine.General)}})
		if err != nil {
			b.Fatal(err)
		}
		err = s.db.Write(b.Context(), func(tx *store.Tx) error {
			file := vitrine.File{ModelID: m.ID, Name: "a.stl", Size: 1000, Status: vitrine.FileReady, BlobKey: "files/" + m.Slug,
				CreatedAt: noon(), UpdatedAt: noon()}
			kept := i%10 == 0 && i < 10*keptBack // by something, which there are four of
			if kept && i%40 == 0 {
				file.Status = vitrine.FileRejected
			}
			if err := tx.InsertFile(b.Context(), &file); err != nil || !published && !kept {
				return err
			}
			if i%10 == 0 {
				if kept {
					return keepBack(b.Context(), tx, m, i/10%4)
				}
				return nil
			}
			m.Status, m.PublishedAt = vitrine.Published, noon()
			return errors.Join(tx.UpdateModel(b.Context(), m), tx.PutOwnListing(b.Context(), m, []string{"stl"}),
				tx.PutListing(b.Context(), m, []string{"stl"}, true))
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := errors.Join(s.db.AddTallies(b.Context()), s.db.AddCounts(b.Context()), s.db.MergeSearch(b.Context())); err != nil {
		b.Fatal(err)
	}
}

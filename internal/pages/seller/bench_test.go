package seller_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
)

// BenchmarkOwnModels asks for the table of a seller of few models and of many.
func BenchmarkOwnModels(b *testing.B) {
	for _, models := range []int{100, 10_000} {
		s := newSite(b)
		ada := s.signedIn(b, "ada")
		for i := range models {
			request := shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some(fmt.Sprintf("Chair %d of oak %d", i, i%97)),
				Price: vitrine.Some(vitrine.Amount(100 + i%500)), License: vitrine.Some(vitrine.General)}}
			if _, err := s.shop.CreateModel(b.Context(), vitrine.Caller{User: ada.user}, request); err != nil {
				b.Fatal(err)
			}
		}
		if err := s.db.AddTallies(b.Context()); err != nil { // as a server does within seconds
			b.Fatal(err)
		}
		for _, page := range []struct{ name, path string }{
			{"newest", "/sell"}, {"by price", "/sell?sort=lower_price"}, {"drafts", "/sell?status=draft"}, {"words", "/sell?keywords=chair+7"},
		} {
			b.Run(fmt.Sprintf("%s of %d", page.name, models), func(b *testing.B) {
				for b.Loop() {
					r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, page.path, nil)
					r.AddCookie(&http.Cookie{Name: "__Host-vitrine-session", Value: ada.secret})
					w := httptest.NewRecorder()
					if s.handler.ServeHTTP(w, r); w.Code != http.StatusOK {
						b.Fatalf("%s: status %d", page.path, w.Code)
					}
				}
			})
		}
	}
}

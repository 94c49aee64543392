package seller_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/store"
)

// mostHTML is what a page weighs at most, before it is compressed.
const mostHTML = 100_000

// TestFullPagesAreLight fills the pages of a seller with as many rows as they show, in a language with
// long words.
func TestFullPagesAreLight(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	day := noon().Truncate(24 * time.Hour)
	s.share(t, 1250)
	for i := range 130 {
		m := s.listed(t, ada, strings.Repeat("Oak ", 20), 1250)
		if i%10 == 0 {
			s.sell(t, m)
		}
		err := s.db.Write(t.Context(), func(tx *store.Tx) error {
			for after := i; after < 365; after += 130 {
				if err := tx.AddSeen(t.Context(), store.Seen{ModelID: m.ID, Day: day.AddDate(0, 0, -after), Views: 123_456}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"/sell?lang=de", "/sell/sales?lang=de&from=2025-05-07&to=2026-05-06", "/sell/money?lang=de"} {
		page := ada.get(t, path)
		if page.status != http.StatusOK || len(page.body) > mostHTML {
			t.Errorf("%s: status %d, %d bytes of HTML, of at most %d", path, page.status, len(page.body), mostHTML)
		}
	}
}

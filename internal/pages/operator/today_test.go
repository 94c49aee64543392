package operator_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// TestTodaySaysWhatMoneyWaits leads from the first page to differences from the provider's report, and to transfers and
// accounts that need a person; and names none of them where there are none.
func TestTodaySaysWhatMoneyWaits(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief := s.operator(t, "chief")
	said := map[string]string{
		"/desk/money/report":    "difference from the provider’s report",
		"/desk/payouts":         "transfer to a seller that failed",
		"/desk/payouts#stopped": "seller whom Stripe does not pay",
	}
	look := func(when string, want bool) {
		t.Helper()
		page := s.ask(t, http.MethodGet, "/desk", chief, nil)
		if page.Code != http.StatusOK {
			t.Fatalf("%s the desk answers %d", when, page.Code)
		}
		for path, text := range said {
			got := slices.ContainsFunc(strings.Split(page.Body.String(), `href="`+path+`">`)[1:], func(link string) bool {
				link, _, _ = strings.Cut(link, "</a>")
				return strings.Contains(link, text)
			})
			if got != want {
				t.Errorf("%s the desk leads to %s with %q: %t, want %t", when, path, text, got, want)
			}
		}
	}
	look("where nothing waits", false)
	o, now := s.order(t, "0b34c1f0-5d8e-4f10-9d6a-3a52a8a7f001", "buyer@example.com"), s.clock.Now()
	write(t, s.db, func(tx *store.Tx) error {
		return errors.Join(
			tx.InsertDifference(t.Context(), &vitrine.Difference{Provider: "stripe", Live: true, About: "txn_1", Kind: "adjustment",
				Currency: "USD", Reported: 100, FoundAt: now}),
			tx.SetOrderTransfer(t.Context(), &vitrine.OrderTransfer{OrderID: o.ID, SellerID: o.UserID, Currency: "USD", Live: true, Wanted: 100,
				Fault: "refused", Tries: 1, DueAt: now.Add(time.Hour), CreatedAt: now, UpdatedAt: now}),
			tx.SetConnectedAccount(t.Context(), &vitrine.ConnectedAccount{UserID: o.UserID, Live: true, Provider: "stripe", Account: "acct_1",
				Status: vitrine.ConnectRestricted, CreatedAt: now, UpdatedAt: now}),
		)
	})
	look("where each waits once", true)
}

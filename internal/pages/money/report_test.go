package money_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/clocktest"
	"vitrine/internal/ledger"
	"vitrine/internal/markettest"
	"vitrine/internal/pages"
	"vitrine/internal/pages/money"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/web"
)

// desk opens the pages of money of a marketplace, and asks for them as its operator.
func desk(t *testing.T) (*store.DB, *shop.Shop, *clocktest.Clock, func(method, path string, form url.Values) *httptest.ResponseRecorder) {
	t.Helper()
	db, clock := storetest.SQLite(t), clocktest.At(time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC))
	parts := markettest.New(db, markettest.Folder(t, clock.Now), clock.Now)
	parts.Shop.VisitorKey = []byte("key")
	s, _ := parts.Open(t)
	shell, err := pages.New(pages.Options{BaseURL: markettest.BaseURL, Sessions: session.New(s, markettest.BaseURL), Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	room, err := money.New(money.Options{Shell: shell, Shop: s, DB: db, Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	room.Register(mux)
	handler := web.Wrap(mux, web.Options{Missing: shell.Missing})
	const password = "correct horse"
	if _, _, err = s.CreateUser(t.Context(), shop.NewUser{Username: "boss", Email: "boss@example.com", Password: password,
		Admin: true}); err != nil {
		t.Fatal(err)
	}
	started, err := s.SignIn(t.Context(), shop.Credentials{Name: "boss", Password: password}, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, path string, form url.Values) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(form.Encode()))
		r.Header.Set("Accept", "text/html")
		if form != nil {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		r.AddCookie(&http.Cookie{Name: "__Host-vitrine-session", Value: started.Secret})
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	return db, s, clock, ask
}

// TestMoneyNamesTaxes names the orders whose tax Stripe Tax did not find, with what to do.
func TestMoneyNamesTaxes(t *testing.T) {
	t.Parallel()
	db, s, clock, ask := desk(t)
	if page := ask(http.MethodGet, "/desk/money", nil).Body.String(); strings.Contains(page, "Taxes to look at") {
		t.Errorf("there is none, and the page says:\n%s", page)
	}
	user, _, err := s.CreateUser(t.Context(), shop.NewUser{Email: "buyer@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	made, err := s.CreateModel(t.Context(), vitrine.Caller{User: *user, Scopes: vitrine.DefaultScopes()},
		shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some("Oak chair")}})
	if err != nil {
		t.Fatal(err)
	}
	o := &vitrine.Order{UUID: "one", UserID: user.ID, BuyersEmail: "buyer@example.com", Status: vitrine.Paid, ModelID: made.ID, Price: 1250,
		Currency: "EUR", Live: true, Model: vitrine.PinnedModel{Title: "Oak chair", AuthorID: user.ID}, Handle: "one", PaymentID: "cs_7",
		License: vitrine.PinnedLicense{Type: vitrine.General, Hash: "h"}, Files: []vitrine.OrderFile{}, CreatedAt: clock.Now(),
		UpdatedAt: clock.Now(), ExpiresAt: clock.Now().Add(time.Hour)}
	err = db.Write(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.InsertOrder(t.Context(), o); err != nil {
			return err
		}
		if err := tx.PinTax(t.Context(), o, vitrine.OrderTax{Mode: vitrine.TaxTable, Treatment: vitrine.Taxed, Amount: 208, Rate: 2000,
			Country: "FR", Fallback: true}); err != nil {
			return err
		}
		return tx.CheckTaxLater(t.Context(), o.ID, clock.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
	const unproved = "Nothing agrees with the country"
	page := ask(http.MethodGet, "/desk/money", nil).Body.String()
	if strings.Contains(page, unproved) {
		t.Error("the page says so of no order")
	}
	for _, want := range []string{`<h2 id="taxes">`, `<a href="/desk/orders/1">Order 1</a>: <bdi>Oak chair</bdi>`, "2.08", "France",
		"say at the order that you did"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
	err = db.Write(t.Context(), func(tx *store.Tx) error {
		return tx.PinTax(t.Context(), o, vitrine.OrderTax{Mode: vitrine.TaxTable, Treatment: vitrine.Taxed, Amount: 208, Rate: 2000,
			Country: "FR"})
	})
	if err != nil {
		t.Fatal(err)
	}
	if page = ask(http.MethodGet, "/desk/money", nil).Body.String(); !strings.Contains(page, unproved) ||
		strings.Contains(page, "Stripe Tax failed") {
		t.Errorf("where nothing agrees with the country, the page says:\n%s", page)
	}
}

// TestReportPage lists what does not meet the provider's report, and closes it: not without a reason, and not what has changed.
func TestReportPage(t *testing.T) {
	t.Parallel()
	db, _, clock, ask := desk(t)
	says := func(when string, w *httptest.ResponseRecorder, status int, texts ...string) {
		t.Helper()
		if w.Code != status {
			t.Errorf("%s the status is %d, want %d", when, w.Code, status)
		}
		for _, text := range texts {
			if !strings.Contains(w.Body.String(), text) {
				t.Errorf("%s the page does not say %q: %s", when, text, w.Body)
			}
		}
	}
	says("at first", ask("GET", "/desk/money/report", nil), http.StatusOK, "Nothing was read yet", "Everything meets.")
	err := db.Write(t.Context(), func(tx *store.Tx) error {
		state := store.ReportState{HeldAt: clock.Now(), Held: []vitrine.Held{{Currency: "USD", Amount: 999}}}
		if err := tx.SetReportState(t.Context(), "sandbox", false, state); err != nil {
			return err
		}
		for _, d := range []vitrine.Difference{
			{Kind: vitrine.DifferenceForeign, About: "txn_1", Reported: 999}, {Kind: vitrine.DifferenceOrder,
				About: "order:7", OrderID: 7, Booked: 100},
		} {
			d.Provider, d.Currency, d.FoundAt = "sandbox", "USD", clock.Now()
			if err := tx.InsertDifference(t.Context(), &d); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	says("with two", ask("GET", "/desk/money/report", nil), http.StatusOK, "Money that is of no order", "txn_1", `<a href="/desk/orders/7">`,
		`name="off" value="999"`, `name="off" value="-100"`)
	says("on the page of money", ask("GET", "/desk/money", nil), http.StatusOK, "2 differences from the provider’s report")
	says("the second page", ask("GET", "/desk/money/report?after=1", nil), http.StatusOK, "Order 7", "First page")
	says("without a reason", ask("POST", "/desk/money/report/1", url.Values{"off": {"999"}, "account": {"share"}}),
		http.StatusUnprocessableEntity, "Say why the money is moved", `<option value="share" selected>`)
	says("changed", ask("POST", "/desk/money/report/1", url.Values{"off": {"998"}, "reason": {"A fair."}}), http.StatusConflict,
		"This has changed meanwhile")
	says("none", ask("POST", "/desk/money/report/x", url.Values{"off": {"998"}, "reason": {"A fair."}}), http.StatusNotFound)
	says("closed", ask("POST", "/desk/money/report/1", url.Values{"off": {"999"}, "account": {"share"}, "reason": {"Sold at a fair."}}),
		http.StatusSeeOther)
	says("afterwards", ask("GET", "/desk/money/report?done=explained", nil), http.StatusOK, "It is noted.", "Closed lately", "Sold at a fair.")
}

// TestCauses leads from entries to what caused them.
func TestCauses(t *testing.T) {
	t.Parallel()
	db, market, clock, ask := desk(t)
	payout := ledger.Payout{SellerID: 1, Currency: "USD", Amount: 100}
	sent, err := payout.Sent("payout:1:sent")
	if err != nil {
		t.Fatal(err)
	}
	clearing := vitrine.LedgerAccount{Kind: vitrine.AccountClearing, Provider: "stripe", Currency: "USD"}
	reported, err := ledger.Banked(clearing, "movement:stripe:txn_1", 100)
	if err != nil {
		t.Fatal(err)
	}
	// A payout that the provider reports has the cause of one that an operator books, so that it is booked once.
	named, err := ledger.Banked(clearing, "banked:stripe:po_1", 100)
	if err != nil {
		t.Fatal(err)
	}
	boss, err := db.UserByEmail(t.Context(), "boss@example.com")
	if err != nil {
		t.Fatal(err)
	}
	in := shop.SignedIn{User: *boss, Session: vitrine.Session{ProvedAt: clock.Now(), CreatedAt: clock.Now(), Strong: true}}
	byHand, err := market.Bank(t.Context(), in, clearing, 100, "August")
	if err != nil {
		t.Fatal(err)
	}
	entries := []vitrine.LedgerEntry{sent, reported, named}
	err = db.Write(t.Context(), func(tx *store.Tx) error {
		batch := vitrine.PayoutBatch{Currency: "USD", Status: vitrine.BatchOpen, MadeBy: 1, CreatedAt: clock.Now()}
		if err := tx.InsertBatch(t.Context(), &batch); err != nil {
			return err
		}
		made := vitrine.Payout{SellerID: 1, BatchID: batch.ID, Run: "run", Currency: "USD", Amount: 100, Status: vitrine.PayoutInBatch,
			CreatedAt: clock.Now(), UpdatedAt: clock.Now()}
		if _, err := tx.InsertPayout(t.Context(), &made); err != nil {
			return err
		}
		for i := range entries {
			entries[i].CreatedAt = clock.Now()
			if _, err := tx.Book(t.Context(), &entries[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	entries = append(entries, byHand)
	for i, want := range []string{
		`<a href="/desk/payouts/1">Payout 1</a>`, `<a href="/desk/money/report">The provider’s report</a>`,
		`<a href="/desk/money/report">The provider’s report</a>`,
		fmt.Sprintf(`<a href="/desk/audit?id=%d&amp;kind=ledger">The operator who booked it</a>`, byHand.ID),
	} {
		page := ask(http.MethodGet, fmt.Sprintf("/desk/money/entries/%d", entries[i].ID), nil)
		if page.Code != http.StatusOK || !strings.Contains(page.Body.String(), want) {
			t.Errorf("the page of an entry because of %s answers %d, without %s: %s", entries[i].Cause, page.Code, want, page.Body)
		}
	}
}

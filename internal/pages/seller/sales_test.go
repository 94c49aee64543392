package seller_test

import (
	"encoding/csv"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// sell has somebody without an account buy and pay a model.
func (s *site) sell(t *testing.T, m *vitrine.Model) {
	t.Helper()
	o, err := s.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: m.ID, Email: "bob@example.com"})
	if err == nil {
		_, err = s.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	}
	if err != nil {
		t.Fatal(err)
	}
}

// listed puts a model with a price into the catalogue.
func (s *site) listed(t *testing.T, b *browser, title string, price vitrine.Amount) *vitrine.Model {
	t.Helper()
	m, err := s.shop.CreateModel(t.Context(), vitrine.Caller{User: b.user}, shop.ModelRequest{ModelChange: vitrine.ModelChange{
		Title: vitrine.Some(title), Price: vitrine.Some(price), License: vitrine.Some(vitrine.General)}})
	if err != nil {
		t.Fatal(err)
	}
	file := vitrine.File{ModelID: m.ID, Name: "a.stl", Status: vitrine.FileReady, BlobKey: "files/" + m.Slug,
		CreatedAt: noon(), UpdatedAt: noon()}
	err = s.db.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.InsertFile(t.Context(), &file); err != nil {
			return err
		}
		m.Status, m.PublishedAt = vitrine.Published, noon()
		if err := tx.UpdateModel(t.Context(), m); err != nil {
			return err
		}
		return tx.PutListing(t.Context(), m, nil, true)
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// download has whoever bought a model last get its file, twice.
func (s *site) download(t *testing.T, m *vitrine.Model) {
	t.Helper()
	found, err := s.db.Orders(t.Context(), vitrine.OrderQuery{Scope: vitrine.OrdersAll, Email: "bob@example.com",
		Page: vitrine.Page{Number: 1, Size: 1}}, s.clock.Now())
	if err != nil || len(found.Orders) != 1 || found.Orders[0].ModelID != m.ID {
		t.Fatalf("the last order is not of the model: %v", err)
	}
	ctx := shop.Visiting(t.Context(), shop.Visit{Network: "a", Agent: "x"})
	for range 2 {
		// The file has no bytes here, so that no address comes of it.
		_, _ = s.shop.OrderFileURL(ctx, found.Orders[0], found.Orders[0].Files[0].FileID)
	}
}

// TestSales shows what was sold, on the page and as CSV.
func TestSales(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, eve := s.signedIn(t, "ada"), s.signedIn(t, "eve")
	ada.get(t, "/sell/sales").want(t, "nothing yet", http.StatusOK, "Nothing was sold or looked at on these days.")
	chair, formula := s.listed(t, ada, "Oak chair", 1250), s.listed(t, ada, `=HYPERLINK("http://evil.example")`, 300)
	s.sell(t, chair)
	if page := ada.get(t, "/sell/sales").text(); strings.Contains(page, "earn") {
		t.Errorf("where the marketplace keeps nothing, the page speaks of what is earned: %s", page)
	}
	s.share(t, 1250)
	s.clock.Advance(24 * time.Hour)
	s.sell(t, chair)
	s.sell(t, formula)
	// Once for the visitor, who looks twice, and once for the file; neither for its author.
	for _, who := range []shop.Visit{{Network: "a", Agent: "x"}, {Network: "a", Agent: "x"}, {Network: "b", UserID: ada.user.ID}} {
		s.shop.CountView(shop.Visiting(t.Context(), who), formula.ID, ada.user.ID)
	}
	s.download(t, formula)
	if err := s.shop.WriteVisits(t.Context()); err != nil {
		t.Fatal(err)
	}
	ada.get(t, "/sell/sales").want(t, "what is earned", http.StatusOK, "You earn 26.06 USD of it",
		"25.00 USD 23.44 USD", "12.50 USD 12.50 USD", "15.50 USD 13.56 USD")
	s.share(t, 0) // what was sold stays what it was
	ada.get(t, "/sell/sales").want(t, "with another share", http.StatusOK, "You earn 26.06 USD of it")
	ada.get(t, "/sell/sales").want(t, "all", http.StatusOK, "28.00 USD from 3 orders", "Oak chair 0 0 2 – 25.00 USD",
		"6 May 2026 0 0 1 12.50 USD", "7 May 2026 1 1 2 15.50 USD")
	ada.get(t, "/sell/sales?from=2026-05-07&to=2026-05-07").want(t, "of a day", http.StatusOK, "15.50 USD from 2 orders")
	ada.get(t, "/sell/sales?from=2026-05-05&to=2026-05-05").want(t, "of a day before", http.StatusOK,
		"Nothing was sold or looked at on these days.")
	eve.get(t, "/sell/sales").want(t, "of somebody else", http.StatusOK, "Nothing was sold or looked at on these days.")
	for query, says := range map[string]string{
		"from=2026-05-07&to=2026-05-06": "The last day is before the first.", "from=x&to=y": "Give both days",
		"from=2026-05-07":               "Give both days",
		"from=2020-01-01&to=2026-01-01": "At most 366 days", "from=0001-01-01&to=0001-01-02": "There are no sales of that time",
	} {
		ada.get(t, "/sell/sales?"+query).want(t, query, http.StatusUnprocessableEntity, says, "28.00 USD from 3 orders")
		ada.get(t, "/sell/sales.csv?"+query).want(t, query, http.StatusBadRequest)
	}

	sent := ada.get(t, "/sell/sales.csv?from=2026-05-01&to=2026-05-31")
	rows, err := csv.NewReader(strings.NewReader(sent.body)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"day", "model", "title", "orders", "refunded", "amount", "currency", "views", "downloads", "earned"},
		{"2026-05-06", "1", "Oak chair", "1", "0", "12.50", "USD", "0", "0", "12.50"},
		{"2026-05-07", "1", "Oak chair", "1", "0", "12.50", "USD", "0", "0", "10.94"},
		{"2026-05-07", "2", `'=HYPERLINK("http://evil.example")`, "1", "0", "3.00", "USD", "1", "1", "2.62"},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("the CSV (-want +got):\n%s", diff)
	}
}

// TestSalesByCountry shows where buyers said they live, and says so where nobody asked them.
func TestSalesByCountry(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, eve := s.signedIn(t, "ada"), s.signedIn(t, "eve")
	chair := s.listed(t, ada, "Oak chair", 1000)
	s.sell(t, chair)
	if page := ada.get(t, "/sell/sales").text(); strings.Contains(page, "By country") {
		t.Errorf("where nothing is known of where buyers live, the page speaks of countries: %s", page)
	}
	s.tax(t)
	for _, country := range []string{"FR", "FR", "JP"} {
		s.sellTo(t, chair, country)
	}
	s.share(t, 1250)
	s.sellTo(t, chair, "JP")
	s.sellTo(t, chair, "JP")

	ada.get(t, "/sell/sales").want(t, "by country", http.StatusOK, "By country Country Orders Amount Part of the amount You earn "+
		"Japan 3 30.00 USD 50.0% 27.50 USD France 2 20.00 USD 33.3% 20.00 USD Not known 1 10.00 USD 16.7% 10.00 USD")
	if page := eve.get(t, "/sell/sales").text(); strings.Contains(page, "Japan") {
		t.Errorf("what others sold to Japan is shown: %s", page)
	}
	ada.get(t, "/sell/sales?from=2026-05-05&to=2026-05-05").want(t, "of a day before", http.StatusOK, "Nothing was sold")
	rows, err := csv.NewReader(strings.NewReader(ada.get(t, "/sell/sales.csv?by=country&from=2026-05-01&to=2026-05-31").body)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"country", "orders", "refunded", "amount", "currency", "earned"}, {"JP", "3", "0", "30.00", "USD", "27.50"},
		{"FR", "2", "0", "20.00", "USD", "20.00"}, {"unknown", "1", "0", "10.00", "USD", "10.00"},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("the CSV (-want +got):\n%s", diff)
	}
}

// tax has the marketplace ask buyers where they live.
func (s *site) tax(t *testing.T) {
	t.Helper()
	chief, _, err := s.shop.CreateUser(t.Context(), shop.NewUser{Username: "chief", Email: "chief@example.com", Admin: true})
	if err != nil {
		t.Fatal(err)
	}
	now := s.clock.Now()
	operator := shop.SignedIn{User: *chief, Session: vitrine.Session{ProvedAt: now, CreatedAt: now, Strong: true}}
	err = s.shop.SetTaxRules(t.Context(), operator, vitrine.TaxRules{Mode: vitrine.TaxTable, Seller: vitrine.ShopSells, Series: "RE-",
		Zone: "UTC", House: vitrine.Party{Name: "Vitrine GmbH", Address: "Marktplatz 1", Country: "DE", VATID: "DE136695976"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
}

// sellTo is sell to somebody who says where they live.
func (s *site) sellTo(t *testing.T, m *vitrine.Model, country string) {
	t.Helper()
	o, err := s.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: m.ID, Email: "bob@example.com"})
	if err == nil {
		_, err = s.shop.Bill(t.Context(), o.CheckoutKey, vitrine.Billing{Country: country}, "")
	}
	if err == nil {
		_, err = s.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestMoney shows what a seller has, and what moved it.
func TestMoney(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, eve := s.signedIn(t, "ada"), s.signedIn(t, "eve")
	ada.get(t, "/sell/money").want(t, "nothing", http.StatusOK, "Nothing was sold yet.", "on hold for 14 days")
	s.share(t, 1250)
	chair := s.listed(t, ada, "Oak chair", 1250)
	for range 50 {
		s.sell(t, chair)
	}
	_, err := s.shop.ChangeHouse(t.Context(), shop.HouseChange{Say: func(h *vitrine.House) { h.HoldDays = 1 }})
	if err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(24 * time.Hour)
	s.sell(t, chair)
	if err := s.shop.ReleaseEarnings(t.Context()); err != nil {
		t.Fatal(err)
	}
	page := ada.get(t, "/sell/money")
	page.want(t, "a page", http.StatusOK, "On hold 10.94 USD", "Available 547.00 USD", "Not real money", "Available from now on trial 50",
		"−10.94 USD 10.94 USD")
	_, rest, ok := strings.Cut(page.body, `rel="next" href="`)
	next, _, _ := strings.Cut(rest, `"`)
	if !ok {
		t.Fatalf("there is no next page: %s", page.body)
	}
	ada.get(t, next).want(t, "the page after", http.StatusOK, "Sold trial 51 10.94 USD", "First page")
	ada.get(t, "/sell/money?cursor=x").want(t, "no page", http.StatusBadRequest)
	eve.get(t, "/sell/money").want(t, "of somebody else", http.StatusOK, "Nothing was sold yet.")
}

// firstBytes calls a function when the first bytes of an answer are sent.
type firstBytes struct {
	*httptest.ResponseRecorder
	then func()
}

func (w *firstBytes) Write(b []byte) (int, error) {
	w.then()
	w.then = func() {}
	return w.ResponseRecorder.Write(b)
}

// TestSalesAreSentAsRead changes what the last row says once the first rows are sent: they
// are sent before the last is read.
func TestSalesAreSentAsRead(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	long := s.listed(t, ada, strings.Repeat("Oak ", 40), 1250)
	day := noon().Truncate(24 * time.Hour)
	look := func(after, views int) {
		seen := store.Seen{ModelID: long.ID, Day: day.AddDate(0, 0, after), Views: int64(views)}
		if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.AddSeen(t.Context(), seen) }); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 100 {
		look(i, 1)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/sell/sales.csv?from=2026-05-06&to=2026-08-13", nil)
	r.AddCookie(&http.Cookie{Name: "__Host-vitrine-session", Value: ada.secret})
	w := &firstBytes{httptest.NewRecorder(), func() { look(99, 41) }}
	s.handler.ServeHTTP(w, r)
	rows, err := csv.NewReader(w.Body).ReadAll()
	if err != nil || len(rows) != 101 || rows[1][7] != "1" || rows[100][7] != "42" {
		t.Errorf("%d rows, of which the last is %v, %v", len(rows), rows[len(rows)-1], err)
	}
}

// share has the marketplace keep a share of each sale.
func (s *site) share(t *testing.T, share vitrine.Share) {
	t.Helper()
	house, err := s.shop.House(t.Context())
	if err == nil {
		house.Share = share
		err = s.shop.SetHouse(t.Context(), house)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestEarning says at the price what is left of it.
func TestEarning(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	s.draft(t, ada, "Oak chair")
	if page := ada.get(t, "/sell/models/1"); strings.Contains(page.body, "earning") && strings.Contains(page.text(), "You earn") {
		t.Error("a marketplace that keeps nothing says what is left")
	}
	s.share(t, 1500)
	page := ada.get(t, "/sell/models/1")
	page.want(t, "without a price", http.StatusOK, "The marketplace keeps 15% of each sale.")
	form := with(formOn(t, page), map[string]string{"price": "12,50", "act": "preview"})
	ada.post(t, "/sell/models/1", form).want(t, "with a price", http.StatusOK, "You earn 10.62 USD of 12.50 USD; the marketplace keeps 15%.")
}

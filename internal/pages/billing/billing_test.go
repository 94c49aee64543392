package billing_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/markettest"
	"vitrine/internal/pages"
	"vitrine/internal/pages/billing"
	"vitrine/internal/payment"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/web"
)

// site is a marketplace in Germany with these pages, an operator, and an order of a buyer in France that is paid.
type site struct {
	handler http.Handler
	shop    *shop.Shop
	order   *vitrine.Order
}

func noon() time.Time { return time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC) }

func newSite(t *testing.T) *site {
	t.Helper()
	ctx, db := t.Context(), storetest.SQLite(t)
	parts := markettest.New(db, markettest.Folder(t, noon), noon)
	parts.Shop.VisitorKey, parts.Shop.BaseURL, parts.Shop.Payments = []byte("key"), markettest.BaseURL, payment.Sandbox{}
	s := &site{}
	s.shop, _ = parts.Open(t)
	shell, err := pages.New(pages.Options{BaseURL: markettest.BaseURL, Sessions: session.New(s.shop, markettest.BaseURL), Now: noon})
	must(t, err)
	room, err := billing.New(shell, s.shop, noon)
	must(t, err)
	mux := http.NewServeMux()
	shell.Register(mux)
	room.Register(mux)
	s.handler = web.Wrap(mux, web.Options{Missing: shell.Missing})

	seller, _, err := s.shop.CreateUser(ctx, shop.NewUser{Username: "seller", Email: "seller@example.com"})
	must(t, err)
	m, err := s.shop.CreateModel(ctx, vitrine.Caller{User: *seller, Scopes: vitrine.DefaultScopes()}, shop.ModelRequest{
		ModelChange: vitrine.ModelChange{Title: vitrine.Some("=Oak chair"), Price: vitrine.Some(vitrine.Amount(1250)),
			License: vitrine.Some(vitrine.General)}})
	must(t, err)
	must(t, db.Write(ctx, func(tx *store.Tx) error {
		m.Status, m.PublishedAt = vitrine.Published, noon()
		if err := tx.UpdateModel(ctx, m); err != nil {
			return err
		}
		if err := tx.PutListing(ctx, m, nil, true); err != nil {
			return err
		}
		return tx.SetTaxRules(ctx, vitrine.TaxRules{Mode: vitrine.TaxTable, Seller: vitrine.ShopSells,
			House: vitrine.Party{Name: "Vitrine GmbH", Address: "Marktplatz 1\n10115 Berlin", Country: "DE", VATID: "DE136695976"}})
	}))
	s.order, err = s.shop.OrderAsVisitor(ctx, shop.VisitorOrder{ModelID: m.ID, Email: "ada@example.com", Language: "de"})
	must(t, err)
	_, err = s.shop.Bill(ctx, s.order.CheckoutKey, vitrine.Billing{Country: "FR", Name: "Ada <Lovelace>", Address: "Rue 1\nParis"}, "")
	must(t, err)
	_, err = s.shop.Choose(ctx, s.order.CheckoutKey, "pay")
	must(t, err)
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// get asks for a page and wants some texts in it.
func (s *site) get(t *testing.T, path string, status int, texts ...string) string {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, markettest.BaseURL+path, nil)
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if w.Code != status {
		t.Errorf("%s: status %d, want %d", path, w.Code, status)
	}
	for _, text := range texts {
		if !strings.Contains(w.Body.String(), text) {
			t.Errorf("%s does not say %q:\n%s", path, text, w.Body)
		}
	}
	return w.Body.String()
}

// TestDocument shows an invoice in its buyer's language, whoever's browser it is, and as XML.
func TestDocument(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := "/receipt/" + url.PathEscape(s.order.CheckoutKey) + "/invoices/"
	s.get(t, at+"TEST-INV-000001", http.StatusOK, "Rechnung TEST-INV-000001", "Vitrine GmbH", "Marktplatz 1<br>10115 Berlin", "Deutschland",
		"Ada &lt;Lovelace&gt;", "Frankreich", "10,42", "2,08", "12,50", "TEST-INV-000001/xml")
	s.get(t, at+"TEST-INV-000001/xml", http.StatusOK, `<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>`, "Ada &lt;Lovelace&gt;")
	s.get(t, at+"TEST-INV-000001/pdf", http.StatusOK, "%PDF-")
	s.get(t, at+"TEST-INV-000002", http.StatusNotFound)
	s.get(t, "/receipt/nobody/invoices/TEST-INV-000001", http.StatusNotFound)
}

// TestSalesTax names what each authority has of a tax that is no VAT, and has no XML of it.
func TestSalesTax(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	o, err := s.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: s.order.ModelID, Email: "jo@example.com", Language: "en"})
	must(t, err)
	must(t, s.shop.RecordPayment(t.Context(), payment.Event{Provider: "stripe", ID: "paid:cs_1", OrderID: o.ID, Kind: payment.Paid,
		Payment: "cs_1", Buyer: &payment.Buyer{Name: "Jo <Hudson>", Address: "New York\nNY", Country: "US"},
		Tax: &payment.Tax{Amount: 97, Rate: 850, Treatment: vitrine.Taxed, Country: "US", Parts: []vitrine.TaxPart{
			{Type: "sales_tax", Place: "New York", Percent: "4", Amount: 46, Base: 1153, Reason: "standard_rated"},
			{Type: "sales_tax", Place: "New <York> City", Percent: "4.5", Amount: 51, Base: 1153, Reason: "standard_rated"}}}}))
	at := "/receipt/" + url.PathEscape(o.CheckoutKey) + "/invoices/TEST-INV-000002"
	page := s.get(t, at, http.StatusOK, "Jo &lt;Hudson&gt;", "United States", "Without tax", "With tax", "11.53", "0.97", "8.5%", "New York",
		"0.46", "(4%)", "New &lt;York&gt; City", "0.51", "(4.5%)")
	if strings.Contains(page, ">VAT<") || strings.Contains(page, "With VAT") || strings.Contains(page, "/xml") {
		t.Errorf("a sales tax is called VAT:\n%s", page)
	}
	s.get(t, at+"/pdf", http.StatusOK, "%PDF-")
	s.get(t, at+"/xml", http.StatusConflict)
	var table strings.Builder
	must(t, billing.WriteDocuments(&table, func(before int64) ([]*vitrine.Invoice, bool, error) {
		return s.shop.InvoicesAtDesk(t.Context(), shop.SignedIn{User: vitrine.User{ID: 99, IsAdmin: true}},
			vitrine.InvoiceQuery{Size: 1, Before: before})
	}))
	if want := "billing_address=US,New York 4 %=0.46; New <York> City 4.5 %=0.51"; !strings.Contains(table.String(), want) {
		t.Errorf("the table does not say %q:\n%s", want, table.String())
	}
}

// TestExports writes tables that no spreadsheet takes for formulas, and nothing of trial payments into reports.
func TestExports(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var table strings.Builder
	in := shop.SignedIn{User: vitrine.User{ID: 99, IsAdmin: true}}
	must(t, billing.WriteDocuments(&table, func(before int64) ([]*vitrine.Invoice, bool, error) {
		return s.shop.InvoicesAtDesk(t.Context(), in, vitrine.InvoiceQuery{Size: 1, Before: before})
	}))
	for _, text := range []string{"number,kind,day", "TEST-INV-000001,invoice,2026-07-01", "'=Oak chair",
		"FR,20,taxed,10.42,2.08,12.50,USD,false,billing_address=FR"} {
		if !strings.Contains(table.String(), text) {
			t.Errorf("the table does not say %q:\n%s", text, table.String())
		}
	}
	sums, err := s.shop.TaxReport(t.Context(), in, vitrine.Quarter{Year: 2026, Number: 3})
	if len(sums) != 0 || err != nil {
		t.Errorf("trial payments are reported: %+v (%v)", sums, err)
	}
}

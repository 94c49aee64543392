package api_test

import (
	"net/http"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// taxes has a marketplace in Germany tax what it sells.
func (s *server) taxes(t *testing.T) {
	t.Helper()
	rules := vitrine.TaxRules{Mode: vitrine.TaxTable, Seller: vitrine.ShopSells,
		House: vitrine.Party{Name: "Vitrine GmbH", Address: "Marktplatz 1\n10115 Berlin", Country: "DE", VATID: "DE136695976"}}
	if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.SetTaxRules(t.Context(), rules) }); err != nil {
		t.Fatal(err)
	}
}

// bill has the buyer of an order say who they are.
func (s *server) bill(t *testing.T, order int64, b vitrine.Billing) {
	t.Helper()
	o, err := s.db.Order(t.Context(), order)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.shop.Bill(t.Context(), o.CheckoutKey, b, ""); err != nil {
		t.Fatal(err)
	}
}

// TestInvoices tells the documents of an order to who may read it, and each by its number.
func TestInvoices(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl")
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin, vitrine.ScopeOrdersRead}})
		s.user(t, "eve")
		s.taxes(t)
		order := s.order(t, "bob", path, "")
		s.bill(t, 1, vitrine.Billing{Country: "FR"})
		const all, one = "/v1/orders/1/invoices", "/v1/invoices/TEST-INV-000001"
		s.run(t, []scenario{{name: "before", request: get("bob", all), wantStatus: 200, want: map[string]any{"invoices.0": nil}}})
		s.pay(t, order)
		says := map[string]any{"number": "TEST-INV-000001", "kind": "invoice", "gross": "12.50", "tax": "2.08", "net": "10.42",
			"rate": "20", "country": "FR",
			"seller.name": "Vitrine GmbH", "buyer.country": "FR", "buyer.name": nil, "of": nil, "order_id": "1",
			"livemode": false, "treatment": "taxed", "tax_parts.0": nil}
		listed := map[string]any{"invoices.1": nil}
		for name, value := range says {
			listed["invoices.0."+name] = value
		}
		s.run(t, []scenario{
			{name: "the buyer", request: get("bob", one), wantStatus: 200, want: says},
			{name: "the buyer's order", request: get("bob", all), wantStatus: 200, want: listed},
			{name: "taxed", request: get("bob", "/v1/orders/1"), wantStatus: 200,
				want: map[string]any{"tax.amount": "2.08", "tax.country": "FR", "tax.included": true}},
			{name: "an operator", request: get("", one).by(boss), wantStatus: 200, want: says},
			{name: "signed out", request: get("", one), wantStatus: http.StatusUnauthorized},
			{name: "signed out of the list", request: get("", all), wantStatus: http.StatusUnauthorized},
			{name: "the author, who did not sell", request: get("ada", one), wantStatus: http.StatusNotFound},
			{name: "somebody else", request: get("eve", one), wantStatus: http.StatusNotFound},
			{name: "somebody else's order", request: get("eve", all), wantStatus: http.StatusNotFound},
			{name: "none", request: get("bob", "/v1/invoices/TEST-INV-000009"), wantStatus: http.StatusNotFound},
			{name: "no number", request: get("bob", "/v1/orders/x/invoices"), wantStatus: http.StatusNotFound},
			{name: "given back", request: put("", "/v1/orders/1", `{"status":"refunded"}`).by(boss), wantStatus: 200},
			{name: "a credit note", request: get("bob", "/v1/invoices/TEST-INV-000002"), wantStatus: 200,
				want: map[string]any{"kind": "credit_note", "of": "TEST-INV-000001", "gross": "12.50", "tax": "2.08"}},
		})
	})
}

// TestTaxParts tells what each authority has of a tax that Stripe Tax found.
func TestTaxParts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl")
		s.order(t, "bob", path, "")
		err := s.shop.RecordPayment(t.Context(), payment.Event{Provider: "stripe", ID: "paid:cs_1", OrderID: 1, Kind: payment.Paid,
			Payment: "cs_1", Tax: &payment.Tax{Amount: 102, Rate: 888, Treatment: vitrine.Taxed, Country: "US", Parts: []vitrine.TaxPart{
				{Type: "sales_tax", Place: "New York", Percent: "8.875", Amount: 102, Base: 1148, Reason: "standard_rated"}}}})
		if err != nil {
			t.Fatal(err)
		}
		s.run(t, []scenario{
			{name: "of the invoice", request: get("bob", "/v1/invoices/TEST-INV-000001"), wantStatus: 200, want: map[string]any{
				"tax": "1.02", "rate": "8.88", "country": "US", "tax_parts.0.type": "sales_tax", "tax_parts.0.jurisdiction": "New York",
				"tax_parts.0.rate": "8.875", "tax_parts.0.amount": "1.02", "tax_parts.0.base": "11.48", "tax_parts.0.reason": "standard_rated",
				"tax_parts.1": nil}},
			{name: "of the order", request: get("bob", "/v1/orders/1"), wantStatus: 200,
				want: map[string]any{"tax.amount": "1.02", "tax.rate": "8.88", "tax.treatment": "taxed", "tax.sold_by": "shop"}},
		})
	})
}

package shop_test

import (
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// buyTaxed has the buyer pay for the model, who lives in a country.
func (m *market) buyTaxed(t *testing.T, country string) *vitrine.Order {
	t.Helper()
	o := m.order(t, m.model.ID)
	m.bill(t, o, vitrine.Billing{Country: country}, "", "")
	_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	wantCode(t, "pay", err, "")
	return m.read(t, o)
}

// documents are those of an order.
func (m *market) documents(t *testing.T, o *vitrine.Order) []*vitrine.Invoice {
	t.Helper()
	list, err := m.shop.InvoicesOf(t.Context(), o)
	wantCode(t, "list the documents", err, "")
	return list
}

// TestInvoices writes an invoice with a payment and a credit note with a refund, which stay as they were.
func TestInvoices(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		chief := m.taxes(t, germanRules())
		o := m.buyTaxed(t, "FI")
		list := m.documents(t, o)
		if len(list) != 1 {
			t.Fatalf("there are %d documents after the payment", len(list))
		}
		want := &vitrine.Invoice{
			Series: "TEST-RE-", Sequence: 1, Number: "TEST-RE-000001", Kind: vitrine.Billed, IssuedAt: m.clock.Now(), Day: germanDay(m),
			OrderID: o.ID, OrderUUID: o.UUID, PaidDay: germanDay(m), Seller: germanRules().House,
			Buyer: vitrine.InvoiceTo{Country: "FI", Email: "buyer@example.com"}, What: "Oak chair", Author: "seller", License: o.License.Name,
			Currency: "USD", Net: 996, Tax: 254, Gross: 1250, Rate: 2550, Country: "FI", TaxKind: "cg", Treatment: vitrine.Taxed,
			Evidence: o.Tax.Evidence, BuyerID: m.buyer.User.ID, ID: list[0].ID, Cause: fmt.Sprintf("order:%d:paid", o.ID),
		}
		if diff := cmp.Diff(want, list[0]); diff != "" {
			t.Errorf("the invoice (-want +got):\n%s", diff)
		}

		other := germanRules()
		other.House.Name, other.Series = "Another GmbH", "X-"
		wantCode(t, "rename the house", m.shop.SetTaxRules(t.Context(), chief, other, nil), "")
		_, err := m.shop.Refund(t.Context(), o.ID, false)
		wantCode(t, "refund", err, "")
		list = m.documents(t, o)
		if len(list) != 2 || list[0].Number != want.Number || list[0].Seller.Name != "Vitrine GmbH" {
			t.Fatalf("after the refund there are %+v", list)
		}
		note := list[1]
		if note.Kind != vitrine.Credited || note.Number != "TEST-X-000001" || note.Of != want.Number || note.OfDay != want.Day ||
			note.Net != 996 || note.Tax != 254 || note.Gross != 1250 || note.Seller.Name != "Vitrine GmbH" {
			t.Errorf("the credit note is %+v", note)
		}
	})
}

func germanDay(m *market) string {
	rules := germanRules()
	return rules.Day(m.clock.Now())
}

// TestInvoicesAreShown shows documents to whom they concern.
func TestInvoicesAreShown(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	m.taxes(t, germanRules())
	o := m.buyTaxed(t, "DE")
	i := m.documents(t, o)[0]
	got, err := m.shop.InvoiceOfCheckout(t.Context(), o.CheckoutKey, i.Number)
	if diff := cmp.Diff(i, got); diff != "" || err != nil {
		t.Errorf("by the checkout (%v, -want +got):\n%s", err, diff)
	}
	second := m.buyTaxed(t, "DE")
	_, err = m.shop.InvoiceOfCheckout(t.Context(), second.CheckoutKey, i.Number)
	wantCode(t, "another order's", err, vitrine.NotFound)
	for who, c := range map[string]struct {
		caller vitrine.Caller
		want   vitrine.Code
	}{
		"buyer": {m.buyer, ""}, "seller": {m.seller, vitrine.NotFound}, "stranger": {m.user(t, "stranger"), vitrine.NotFound},
		"operator": {vitrine.Caller{User: vitrine.User{ID: 99, IsAdmin: true}, Scopes: vitrine.AllScopes()}, ""},
	} {
		_, err := m.shop.Invoice(t.Context(), c.caller, i.Number)
		wantCode(t, who, err, c.want)
	}
	_, err = m.shop.Invoice(t.Context(), m.buyer, "NONE-1")
	wantCode(t, "none", err, vitrine.NotFound)
}

// TestSellersInvoices writes those of sellers in their names, each in a series of their own.
func TestSellersInvoices(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	rules := germanRules()
	rules.Seller = vitrine.AuthorSells
	m.taxes(t, rules)
	p := vitrine.TaxProfile{Party: vitrine.Party{Name: "Oak & Co", Address: "Rue 1\nParis", Country: "FR"}}
	seller := shop.SignedIn{User: m.seller.User}
	wantCode(t, "say who they are", m.shop.SetTaxProfile(t.Context(), seller, p), "")
	o := m.buyTaxed(t, "FR")
	i := m.documents(t, o)[0]
	if want := fmt.Sprintf("TEST-RE-S%d-000001", m.seller.User.ID); i.Number != want || i.Seller.Name != "Oak & Co" || i.Tax != 208 {
		t.Errorf("the invoice is %+v", i)
	}
	_, err := m.shop.Invoice(t.Context(), m.seller, i.Number)
	wantCode(t, "read by the seller", err, "")
	list, more, err := m.shop.SoldInvoices(t.Context(), seller, vitrine.InvoiceQuery{Size: 5})
	if len(list) != 1 || more || err != nil {
		t.Errorf("the seller has %d invoices (%t, %v)", len(list), more, err)
	}
	_, err = m.shop.Refund(t.Context(), o.ID, false)
	wantCode(t, "refund", err, "")
	if note := m.documents(t, o)[1]; note.Tax != 208 || note.Gross != 1250 {
		t.Errorf("the credit note is %+v", note)
	}
}

// TestNumbersInParallel has many pay at once: each gets the next number, and none is left out.
func TestNumbersInParallel(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		chief := m.taxes(t, germanRules())
		const buyers = 12
		var orders []*vitrine.Order
		for range buyers {
			o := m.order(t, m.model.ID)
			m.bill(t, o, vitrine.Billing{Country: "DE"}, "", "")
			orders = append(orders, o)
		}
		var all sync.WaitGroup
		for _, o := range orders {
			all.Go(func() {
				if _, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay"); err != nil {
					t.Errorf("pay: %v", err)
				}
			})
		}
		all.Wait()
		m.withoutGaps(t, chief, buyers)
	})
}

// withoutGaps wants a number of documents with the numbers from 1 on.
func (m *market) withoutGaps(t *testing.T, chief shop.SignedIn, want int64) {
	t.Helper()
	list, _, err := m.shop.InvoicesAtDesk(t.Context(), chief, vitrine.InvoiceQuery{Size: 500})
	wantCode(t, "list", err, "")
	if int64(len(list)) != want {
		t.Errorf("there are %d documents, want %d", len(list), want)
	}
	for i, invoice := range list {
		if invoice.Sequence != int64(len(list)-i) {
			t.Errorf("%s is the document at place %d", invoice.Number, len(list)-i)
		}
	}
}

// TestTaxReport adds up the quarters around a year's end, and corrects the older one by the credit note of the next.
func TestTaxReport(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{})
		chief := m.taxes(t, germanRules())
		// A second before the year ends in Berlin.
		m.clock.Advance(time.Date(2026, 12, 31, 22, 59, 59, 0, time.UTC).Sub(m.clock.Now()))
		old := m.paidByBank(t, "FI")
		m.clock.Advance(time.Second)
		m.paidByBank(t, "FI")
		m.paidByBank(t, "US")
		m.sent(t, old, payment.Refunded, "back", old.PaymentID)
		for quarter, want := range map[vitrine.Quarter][]vitrine.TaxSum{
			{Year: 2026, Number: 4}: {{Country: "FI", Rate: 2550, Treatment: vitrine.Taxed, Currency: "USD", Net: 996, Tax: 254, Documents: 1}},
			{Year: 2027, Number: 1}: {
				{Country: "FI", Rate: 2550, Treatment: vitrine.Taxed, Currency: "USD", Net: 996, Tax: 254, Documents: 1},
				{Country: "US", Treatment: vitrine.OutOfReach, Currency: "USD", Net: 1250, Documents: 1},
				{Country: "FI", Rate: 2550, Treatment: vitrine.Taxed, Currency: "USD", Net: -996, Tax: -254, Documents: 1, Correction: true},
			},
			{Year: 2027, Number: 2}: {},
		} {
			got, err := m.shop.TaxReport(t.Context(), chief, quarter)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s (%v, -want +got):\n%s", quarter, err, diff)
			}
		}
		_, err := m.shop.TaxReport(t.Context(), shop.SignedIn{User: m.buyer.User}, vitrine.Quarter{Year: 2026, Number: 4})
		wantCode(t, "by a buyer", err, vitrine.NotFound)
	})
}

// TestTaxReportOfLateNews reports a payment in the quarter in which its money came, however late that is known, unless the
// report was due before.
func TestTaxReportOfLateNews(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{})
		chief := m.taxes(t, germanRules())
		// An hour before the year ends in Berlin.
		end := time.Date(2026, 12, 31, 23, 0, 0, 0, time.UTC)
		m.clock.Advance(end.Add(-time.Hour).Sub(m.clock.Now()))
		known, late := m.chosenAtBank(t, "FI"), m.chosenAtBank(t, "EE")
		paid := end.Add(-time.Minute)
		m.clock.Advance(26 * time.Hour)
		m.paidAtBank(t, known, paid)
		if got := m.read(t, known); !got.PaidAt.Equal(paid) {
			t.Errorf("paid at %v, want %v", got.PaidAt, paid)
		}
		m.sent(t, known, payment.Refunded, "back", m.read(t, known).PaymentID)
		m.clock.Advance(31 * 24 * time.Hour) // the report is due on the last day of January
		m.paidAtBank(t, late, paid)
		for quarter, want := range map[vitrine.Quarter][]vitrine.TaxSum{
			{Year: 2026, Number: 4}: {{Country: "FI", Rate: 2550, Treatment: vitrine.Taxed, Currency: "USD", Net: 996, Tax: 254, Documents: 1}},
			{Year: 2027, Number: 1}: {
				{Country: "EE", Rate: 2400, Treatment: vitrine.Taxed, Currency: "USD", Net: 1008, Tax: 242, Documents: 1, Correction: true},
				{Country: "FI", Rate: 2550, Treatment: vitrine.Taxed, Currency: "USD", Net: -996, Tax: -254, Documents: 1, Correction: true},
			},
			{Year: 2027, Number: 2}: {},
		} {
			got, err := m.shop.TaxReport(t.Context(), chief, quarter)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s (%v, -want +got):\n%s", quarter, err, diff)
			}
		}
	})
}

// TestPaidAtByOtherClock holds the time of a payment between the order and now, whatever the provider's clock says.
func TestPaidAtByOtherClock(t *testing.T) {
	t.Parallel()
	m := newMarket(t, &bank{})
	early, ahead := m.chosenAtBank(t, "FI"), m.chosenAtBank(t, "FI")
	m.clock.Advance(time.Minute)
	m.paidAtBank(t, early, early.CreatedAt.Add(-time.Hour))
	m.paidAtBank(t, ahead, m.clock.Now().Add(time.Hour))
	if got := m.read(t, early); !got.PaidAt.Equal(got.CreatedAt) {
		t.Errorf("an order made at %v was paid at %v", got.CreatedAt, got.PaidAt)
	}
	if got := m.read(t, ahead); !got.PaidAt.Equal(m.clock.Now()) {
		t.Errorf("at %v an order was paid at %v", m.clock.Now(), got.PaidAt)
	}
}

// paidByBank has an order paid with real money, by a buyer of a country.
func (m *market) paidByBank(t *testing.T, country string) *vitrine.Order {
	t.Helper()
	o := m.chosenAtBank(t, country)
	m.paidAtBank(t, o, time.Time{})
	return m.read(t, o)
}

// chosenAtBank begins a payment by the bank, for a buyer of a country.
func (m *market) chosenAtBank(t *testing.T, country string) *vitrine.Order {
	t.Helper()
	o := m.order(t, m.model.ID)
	m.bill(t, o, vitrine.Billing{Country: country}, "", "")
	bank := &bank{begin: func(o *vitrine.Order) (payment.Progress, error) { return payment.Pending{Payment: sessionOf(o)}, nil }}
	_, err := m.shopWith(bank).Choose(t.Context(), o.CheckoutKey, "card")
	wantCode(t, "begin", err, "")
	return m.read(t, o)
}

// paidAtBank has the bank say that an order was paid, at a time unless that is zero.
func (m *market) paidAtBank(t *testing.T, o *vitrine.Order, at time.Time) {
	t.Helper()
	m.sentAs(t, payment.Event{ID: "paid-" + sessionOf(o), OrderID: o.ID, Kind: payment.Paid, Payment: sessionOf(o), At: at})
}

func sessionOf(o *vitrine.Order) string { return fmt.Sprintf("session-%d", o.ID) }

// stopper makes statements fail.
type stopper func(t *testing.T, statement string, do func() error) error

// onBothPast is onBoth with a connection past the server, which is to PostgreSQL or not.
func onBothPast(t *testing.T, test func(t *testing.T, db *store.DB, past *sql.DB, postgres bool)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		f := newFaultyFile(t)
		test(t, f.db, f.file, false)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		address := storetest.NewPostgres(t).Address(t)
		db, err := store.Open(t.Context(), address)
		wantCode(t, "open", err, "")
		t.Cleanup(func() { _ = db.Close() })
		db.UseSecrets(storetest.Keys(t))
		wantCode(t, "migrate", db.Migrate(t.Context()), "")
		past, err := sql.Open("pgx", address)
		wantCode(t, "open it past the server", err, "")
		t.Cleanup(func() { _ = past.Close() })
		test(t, db, past, true)
	})
}

// onBothFaulty is onBoth with databases on whose tables statements can be made to fail.
func onBothFaulty(t *testing.T, test func(t *testing.T, db *store.DB, stop stopper)) {
	t.Helper()
	onBothPast(t, func(t *testing.T, db *store.DB, past *sql.DB, postgres bool) {
		if !postgres {
			test(t, db, (&faultyFile{db, past}).stopping)
			return
		}
		run := func(text string) {
			_, err := past.ExecContext(t.Context(), text)
			wantCode(t, text, err, "")
		}
		run("CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$")
		test(t, db, func(_ *testing.T, statement string, do func() error) error {
			_, table, _ := strings.Cut(statement, " ON ")
			run("CREATE TRIGGER stop BEFORE " + statement + " FOR EACH ROW EXECUTE FUNCTION stop()")
			defer run("DROP TRIGGER stop ON " + table)
			return do()
		})
	})
}

// TestInvoiceFaults fails each statement that writes something of a payment: no document is there then, and the next
// one has the number that follows.
func TestInvoiceFaults(t *testing.T) {
	t.Parallel()
	onBothFaulty(t, func(t *testing.T, db *store.DB, stop stopper) {
		m := newMarketOn(t, db, payment.Sandbox{})
		chief := m.taxes(t, germanRules())
		m.buyTaxed(t, "DE")
		paid := int64(1)
		for _, statement := range []string{
			"INSERT ON payment_events", "UPDATE ON orders", "INSERT ON ledger_entries", "INSERT ON ledger_lines", "INSERT ON new_tallies",
			"UPDATE ON invoice_series", "INSERT ON invoices", "INSERT ON audit", "INSERT ON new_sales",
		} {
			o := m.order(t, m.model.ID)
			m.bill(t, o, vitrine.Billing{Country: "DE"}, "", "")
			pay := func() error { _, err := m.shop.MarkPaid(t.Context(), o.ID, ""); return err }
			if err := stop(t, statement, pay); err == nil {
				t.Errorf("%s fails, and the order is paid", statement)
			}
			if left := m.documents(t, o); len(left) > 0 || m.read(t, o).Status != vitrine.Unpaid {
				t.Errorf("%s failed, and left %+v", statement, left)
			}
			wantCode(t, statement+" failed: then", pay(), "")
			paid++
			m.withoutGaps(t, chief, paid)
		}
	})
}

// TestInvoicesStay has statements past the server fail that would change what was written.
func TestInvoicesStay(t *testing.T) {
	t.Parallel()
	f := newFaultyFile(t)
	m := newMarketOn(t, f.db, payment.Sandbox{})
	m.taxes(t, germanRules())
	m.buyTaxed(t, "DE")
	for _, text := range []string{"UPDATE invoices SET net = 0, tax = 1250", "DELETE FROM invoices",
		"INSERT OR REPLACE INTO invoices SELECT * FROM invoices"} {
		if _, err := f.file.ExecContext(t.Context(), text); err == nil {
			t.Errorf("%q is carried out", text)
		}
	}
}

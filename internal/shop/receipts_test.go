package shop_test

import (
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/payment"
	"vitrine/internal/receipt"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// receipts is a marketplace that signs receipts, with an order that is paid.
func receipts(t *testing.T, db *store.DB) (*market, *vitrine.Order, shop.SignedReceipt) {
	t.Helper()
	db.UseSecrets(storetest.Keys(t))
	m := newMarketOn(t, db, payment.Sandbox{})
	m.shop = shop.New(shop.Options{DB: db, Payments: payment.Sandbox{}, Settings: shop.DefaultSettings(), Now: m.clock.Now,
		BaseURL: "https://shop.example"})
	o := m.order(t, m.model.ID)
	if _, err := m.shop.Receipt(t.Context(), o); vitrine.CodeOf(err) != vitrine.Conflict {
		t.Errorf("the receipt of an unpaid order: %v", err)
	}
	o, err := m.shop.MarkPaid(t.Context(), o.ID, "")
	wantCode(t, "pay", err, "")
	for i := range o.Files { // nothing was stored that they could be of
		o.Files[i].SHA256 = strings.Repeat("0a", 32)
	}
	return m, o, m.receipt(t, o)
}

func (m *market) receipt(t *testing.T, o *vitrine.Order) shop.SignedReceipt {
	t.Helper()
	signed, err := m.shop.Receipt(t.Context(), o)
	wantCode(t, "sign a receipt", err, "")
	return signed
}

func (m *market) wantReceipt(t *testing.T, text string, want shop.ReceiptState) {
	t.Helper()
	got, err := m.shop.CheckReceipt(t.Context(), text)
	if err != nil || got.State != want || (got.Claims == nil) == (want == shop.ReceiptValid || want == shop.ReceiptRevoked) {
		t.Errorf("the receipt is %q with %v, %v; want %q", got.State, got.Claims, err, want)
	}
}

func TestReceiptsProveWhatWasBought(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		m, o, signed := receipts(t, db)
		c := signed.Claims
		if c.Issuer != "https://shop.example" || c.Order.UUID != o.UUID || c.License.TextHash != o.License.Hash || c.Live ||
			len(c.Files) != len(o.Files) || c.Files[0].SHA256 != o.Files[0].SHA256 || c.Buyer != o.BuyersEmail {
			t.Errorf("it says %+v of %+v", c, o)
		}
		m.wantReceipt(t, signed.Text, shop.ReceiptValid)
		m.wantReceipt(t, "\n "+signed.Text+"\r\n", shop.ReceiptValid)
		m.wantReceipt(t, signed.Text[:len(signed.Text)-8]+"AAAAAAAA", shop.ReceiptForged)
		m.wantReceipt(t, "what is this", shop.ReceiptNone)
		m.wantReceipt(t, strings.Repeat("a", receipt.MaxSize+1), shop.ReceiptNone)

		name, keys, err := m.shop.RotateReceiptKey(t.Context())
		if err != nil || keys != 2 || name == "" {
			t.Fatalf("another key: %q, %d, %v", name, keys, err)
		}
		m.wantReceipt(t, signed.Text, shop.ReceiptValid) // by the key of before
		newer := m.receipt(t, o)
		m.wantReceipt(t, newer.Text, shop.ReceiptValid)
		set, err := m.shop.ReceiptKeys(t.Context())
		wantCode(t, "list the keys", err, "")
		if len(set) != 2 || set[0].ID != name {
			t.Errorf("the keys are %v, want %s first", set, name)
		}
		if _, err := receipt.Verify(newer.Text, set[1:]); err == nil {
			t.Error("the key of before signed once more")
		}
	})
}

func TestReceiptsAreRevoked(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		m, o, signed := receipts(t, db)
		event := func(kind payment.Kind) {
			t.Helper()
			err := m.shop.RecordPayment(t.Context(), payment.Event{Provider: "sandbox", ID: string(kind), OrderID: o.ID, Kind: kind})
			wantCode(t, string(kind), err, "")
		}
		event(payment.Disputed)
		m.wantReceipt(t, signed.Text, shop.ReceiptValid) // until it is lost
		event(payment.Refunded)
		m.wantReceipt(t, signed.Text, shop.ReceiptRevoked)
		o, err := m.shop.FindOrder(t.Context(), o.ID)
		wantCode(t, "read the order", err, "")
		_, err = m.shop.Receipt(t.Context(), o)
		wantCode(t, "the receipt of a refunded order", err, vitrine.Conflict)
	})
}

func TestForeignReceipts(t *testing.T) {
	m, o, signed := receipts(t, storetest.SQLite(t))
	key, err := receipt.NewKey()
	wantCode(t, "make a key", err, "")
	by := func(change func(*receipt.Claims)) string {
		c := *signed.Claims
		change(&c)
		text, err := receipt.Sign(&c, key)
		wantCode(t, "sign", err, "")
		return text
	}
	m.wantReceipt(t, by(func(*receipt.Claims) {}), shop.ReceiptForged) // in our name
	elsewhere := by(func(c *receipt.Claims) { c.Issuer = "https://other.example" })
	m.wantReceipt(t, elsewhere, shop.ReceiptForeign)
	if got, err := m.shop.CheckReceipt(t.Context(), elsewhere); err != nil || got.Issuer != "https://other.example" {
		t.Errorf("a foreign receipt comes from %q, %v", got.Issuer, err)
	}

	// An order with the same number and another uuid: the database is that of an earlier day.
	other := *o
	other.UUID = "another"
	got, err := m.shop.CheckReceipt(t.Context(), m.receipt(t, &other).Text)
	if err != nil || got.State != shop.ReceiptUnknown {
		t.Errorf("a receipt of an order that is not there is %q, %v", got.State, err)
	}
	other.ID = 4711
	got, err = m.shop.CheckReceipt(t.Context(), m.receipt(t, &other).Text)
	if err != nil || got.State != shop.ReceiptUnknown {
		t.Errorf("a receipt of a number that is not there is %q, %v", got.State, err)
	}
}

// TestReceiptKeysThatNothingOpens are replaced: somebody forgot the keys that they were sealed with.
func TestReceiptKeysThatNothingOpens(t *testing.T) {
	m, o, signed := receipts(t, storetest.SQLite(t))
	others, err := auth.ParseKeys(auth.NewKey())
	wantCode(t, "make other keys", err, "")
	m.db.UseSecrets(others)
	m.clock.Advance(time.Second)
	m.wantReceipt(t, m.receipt(t, o).Text, shop.ReceiptValid)
	m.wantReceipt(t, signed.Text, shop.ReceiptValid)
	if set, err := m.shop.ReceiptKeys(t.Context()); err != nil || len(set) != 2 {
		t.Errorf("the keys are %v, %v; want two", set, err)
	}
}

package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// testSold adds up what somebody sold on days and of models.
func testSold(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	chair, table, foreign := newPublished(t, db, ada, "chair"), newPublished(t, db, ada, "table"), newPublished(t, db, bob, "foreign")
	day := noon().Truncate(24 * time.Hour)
	for i, s := range []struct {
		model    *vitrine.Model
		paid     time.Time
		price    vitrine.Amount
		currency string
		status   vitrine.OrderStatus
		lives    string
	}{
		{chair, day, 1000, "USD", vitrine.Paid, "DE"}, {chair, day.Add(24*time.Hour - 1), 500, "USD", vitrine.Disputed, "DE"},
		{table, day.Add(time.Hour), 3000, "USD", vitrine.Paid, "FR"}, {chair, day.Add(48 * time.Hour), 0, "USD", vitrine.Paid, ""},
		{chair, day.Add(49 * time.Hour), 700, "USD", vitrine.Refunded, "DE"}, {chair, day.Add(50 * time.Hour), 9000, "EUR", vitrine.Paid, ""},
		{chair, day.Add(-1), 11, "USD", vitrine.Paid, "IT"}, {chair, day.Add(72 * time.Hour), 13, "USD", vitrine.Paid, "IT"},
		{foreign, day, 17, "USD", vitrine.Paid, "DE"}, {chair, day, 19, "USD", vitrine.Unpaid, "DE"},
	} {
		o := draftOrder(bob, s.model, fmt.Sprint(i))
		o.Price, o.Currency, o.Share = s.price, s.currency, 1250
		insertOrder(t, db, o)
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			if err := tx.PinTax(ctx, o, taxOf(s.lives)); err != nil {
				return err
			}
			if s.status == vitrine.Unpaid {
				return nil
			}
			if err := tx.SetOrderStatus(ctx, o, vitrine.Paid, s.paid); err != nil || s.status == vitrine.Paid {
				return err
			}
			return tx.SetOrderStatus(ctx, o, s.status, s.paid)
		})
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, table.ID, noon()) })

	q := store.SoldQuery{SellerID: ada.ID, From: day, To: day.Add(72 * time.Hour), Currency: "USD"}
	days, err := db.SoldByDay(ctx, q)
	wantCode(t, err, "")
	want := []store.Sold{{Day: day, Orders: 3, Amount: 4500, Earned: 3937}, {Day: day.Add(48 * time.Hour), Orders: 1, Back: 1}}
	if diff := cmp.Diff(want, days); diff != "" {
		t.Errorf("by day (-want +got):\n%s", diff)
	}
	models, err := db.SoldByModel(ctx, q, 10)
	wantCode(t, err, "")
	if diff := cmp.Diff([]store.Sold{{ModelID: table.ID, Title: "table", Gone: true, Orders: 1, Amount: 3000, Earned: 2625},
		{ModelID: chair.ID, Title: "chair", Orders: 3, Amount: 1500, Earned: 1312, Back: 1}}, models); diff != "" {
		t.Errorf("by model (-want +got):\n%s", diff)
	}
	both, err := db.SoldByDayAndModel(ctx, q)
	wantCode(t, err, "")
	if diff := cmp.Diff([]store.Sold{{Day: day, ModelID: chair.ID, Title: "chair", Orders: 2, Amount: 1500, Earned: 1312},
		{Day: day, ModelID: table.ID, Title: "table", Gone: true, Orders: 1, Amount: 3000, Earned: 2625},
		{Day: day.Add(48 * time.Hour), ModelID: chair.ID, Title: "chair", Orders: 1, Back: 1}}, both); diff != "" {
		t.Errorf("by day and model (-want +got):\n%s", diff)
	}
	countries, err := db.SoldByCountry(ctx, q)
	wantCode(t, err, "")
	if diff := cmp.Diff([]store.Sold{{Country: "FR", Orders: 1, Amount: 3000, Earned: 2625}, {Country: "DE", Orders: 2, Amount: 1500,
		Earned: 1312, Back: 1}, {Orders: 1}}, countries); diff != "" {
		t.Errorf("by country (-want +got):\n%s", diff)
	}
	q.Currency = "EUR"
	if days, err := db.SoldByDay(ctx, q); len(days) != 1 || err != nil || days[0].Amount != 9000 {
		t.Errorf("in another currency: %+v, %v", days, err)
	}
}

// taxOf is the tax of an order whose buyer says that they live in a country, and whose network says another.
func taxOf(lives string) vitrine.OrderTax {
	t := vitrine.OrderTax{Mode: vitrine.TaxTable, Treatment: vitrine.TaxedAtHome, Country: "AT", Rate: 2000}
	if lives != "" {
		t.Treatment = vitrine.Taxed
		t.Evidence = []vitrine.Evidence{{Kind: vitrine.SaysBilling, Country: lives}, {Kind: vitrine.SaysNetwork, Country: "AT"}}
	}
	return t
}

package storetest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// testLedger books entries, and books nothing by a cause that was booked, or that is not even.
func testLedger(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada := newUser(t, db, "ada")
	o := draftOrder(ada, newPublished(t, db, ada, "chair"), "first")
	o.Share = 1250
	insertOrder(t, db, o)
	if got, err := db.Order(ctx, o.ID); err != nil || got.Share != 1250 {
		t.Errorf("the order keeps the share %v, %v", got, err)
	}
	clearing := vitrine.LedgerAccount{Kind: vitrine.AccountClearing, Provider: "bank", Currency: "USD", Live: true}
	hold := vitrine.LedgerAccount{Kind: vitrine.AccountHold, SellerID: ada.ID, Currency: "USD", Live: true}
	sold := vitrine.LedgerEntry{Kind: vitrine.EntrySold, Cause: "order:1:paid", OrderID: o.ID, Note: "by hand", CreatedAt: noon(),
		Lines: []vitrine.LedgerLine{{Account: clearing, Amount: 1000}, {Account: hold, Amount: -1000}}}
	book := func(e vitrine.LedgerEntry) (booked bool, err error) {
		e.Lines = append([]vitrine.LedgerLine(nil), e.Lines...)
		err = db.Write(ctx, func(tx *store.Tx) (err error) { booked, err = tx.Book(ctx, &e); return err })
		return booked, err
	}
	for i, want := range []bool{true, false} {
		if booked, err := book(sold); booked != want || err != nil {
			t.Errorf("booked for the %dth time: %t, %v", i+1, booked, err)
		}
	}
	uneven := sold
	uneven.Cause, uneven.Lines = "uneven", []vitrine.LedgerLine{{Account: clearing, Amount: 1000}, {Account: hold, Amount: -999}}
	_, err := book(uneven)
	wantCode(t, err, vitrine.Invalid)

	back := sold
	back.Kind, back.Cause = vitrine.EntryRefunded, "order:1:refunded"
	back.Lines = []vitrine.LedgerLine{{Account: clearing, Amount: -1000}, {Account: hold, Amount: 1000}}
	if booked, err := book(back); !booked || err != nil {
		t.Errorf("the refund is booked: %t, %v", booked, err)
	}
	entries, err := db.EntriesOfOrder(ctx, o.ID)
	wantCode(t, err, "")
	for i := range entries {
		entries[i].ID = 0
		for j := range entries[i].Lines {
			if entries[i].Lines[j].Account.ID == 0 {
				t.Error("an account has no id")
			}
			entries[i].Lines[j].Account.ID = 0
		}
	}
	if diff := cmp.Diff([]vitrine.LedgerEntry{sold, back}, entries); diff != "" {
		t.Errorf("the books (-want +got):\n%s", diff)
	}
	testLedgerFaults(t, db, o)
}

// testLedgerFaults pays an order of which the ledger says that its money went back.
func testLedgerFaults(t *testing.T, db *store.DB, o *vitrine.Order) {
	t.Helper()
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.SetOrderStatus(ctx, o, vitrine.Paid, noon()) })
	faults, err := db.UnbookedOrders(t.Context(), 10)
	wantCode(t, err, "")
	if diff := cmp.Diff([]store.LedgerFault{{OrderID: o.ID, Status: vitrine.Paid, Price: o.Price}}, faults); diff != "" {
		t.Errorf("paid (-want +got):\n%s", diff)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.SetOrderStatus(ctx, o, vitrine.Refunded, noon()); err != nil {
			return err
		}
		return tx.SetRefunded(ctx, o, o.Price, noon())
	})
	if faults, err := db.UnbookedOrders(t.Context(), 10); len(faults) > 0 || err != nil {
		t.Errorf("given back, an order is unbooked: %+v, %v", faults, err)
	}
	if faults, err := db.UnevenEntries(t.Context(), 10); len(faults) > 0 || err != nil {
		t.Errorf("entries are uneven: %+v, %v", faults, err)
	}
}

package shop

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// bookPaid writes down in the ledger that an order was paid, in the transaction that makes it so.
func (s *Shop) bookPaid(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if o.Status == vitrine.Refunded {
		return s.bookNeedless(ctx, tx, o, e)
	}
	entry, err := ledger.Sold(saleOf(o, e.Provider))
	if err := s.enter(ctx, tx, entry, err); err != nil {
		return err
	}
	if err := tx.HoldEarnings(ctx, o.ID, s.now()); err != nil {
		return err
	}
	return s.bookFee(ctx, tx, o, e)
}

// enter adds an entry to the ledger, unless it could not be made.
func (s *Shop) enter(ctx context.Context, tx *store.Tx, entry vitrine.LedgerEntry, err error) error {
	if err != nil {
		return err
	}
	entry.CreatedAt = s.now()
	if _, err = tx.Book(ctx, &entry); err != nil {
		return err
	}
	if err := s.transfersAfter(ctx, tx, &entry); err != nil {
		return err
	}
	return s.document(ctx, tx, entry)
}

func saleOf(o *vitrine.Order, provider string) ledger.Sale {
	return ledger.Sale{OrderID: o.ID, SellerID: o.Model.AuthorID, Provider: provider, Currency: o.Currency, Live: o.Live,
		Price: o.Price, Tax: o.Tax.Owed(), Share: o.Share}
}

// bookBefore returns what the sale of an order stands at. What was paid before there was a
// ledger is booked now: its money can't go back from where it never came to.
func (s *Shop) bookBefore(ctx context.Context, tx *store.Tx, o *vitrine.Order, booked []vitrine.LedgerEntry,
	e payment.Event) (ledger.Standing, error) {
	if st, ok := ledger.Stand(saleOf(o, e.Provider), booked); ok {
		return st, nil
	}
	provider, err := tx.PaidWith(ctx, o.ID)
	if err != nil {
		return ledger.Standing{}, err
	}
	sale := saleOf(o, cmp.Or(provider, e.Provider))
	entry, err := ledger.Sold(sale)
	if err := s.enter(ctx, tx, entry, err); err != nil {
		return ledger.Standing{}, err
	}
	st, _ := ledger.Stand(sale, []vitrine.LedgerEntry{entry})
	var then vitrine.LedgerEntry
	switch o.Status {
	case vitrine.Disputed:
		then, err = st.Draw(ledger.Cause(o.ID, "disputed"), st.Price)
	case vitrine.Refunded:
		then, err = st.Refunded(ledger.Cause(o.ID, "refunded"), st.Price)
	default:
		return st, nil
	}
	if err := s.enter(ctx, tx, then, err); err != nil {
		return ledger.Standing{}, err
	}
	st, _ = ledger.Stand(sale, []vitrine.LedgerEntry{entry, then})
	return st, nil
}

func ofKind(kind vitrine.EntryKind) func(vitrine.LedgerEntry) bool {
	return func(e vitrine.LedgerEntry) bool { return e.Kind == kind }
}

// bookFee books what the provider kept of a payment, where it says so.
func (s *Shop) bookFee(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if e.Sum == nil || e.Sum.Fee.Amount <= 0 {
		return nil
	}
	sale := saleOf(o, e.Provider)
	sale.Currency = e.Sum.Fee.Currency
	if !vitrine.IsCurrency(sale.Currency) {
		s.log.Warn("the fee of a payment is not booked: its currency is not known", "payment", e.Payment, "currency", sale.Currency)
		return nil // what was paid for must not wait for it
	}
	entry, err := ledger.Fee(sale, ledger.Cause(o.ID, "fee:"+paymentOf(o, e)), e.Sum.Fee.Amount)
	return s.enter(ctx, tx, entry, err)
}

// bookLateFee books what the provider kept of a payment when it says so only after the payment was
// booked: some count it an hour later.
func (s *Shop) bookLateFee(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if e.Fee.Amount != 0 {
		return s.bookDisputeFee(ctx, tx, o, e)
	}
	if e.Kind != payment.Paid || e.Sum == nil || e.Sum.Fee.Amount <= 0 {
		return nil
	}
	booked, err := tx.EntriesOfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	needless := ledger.Cause(o.ID, "needless:"+paymentOf(o, e))
	ofPayment := func(b vitrine.LedgerEntry) bool {
		return b.Cause == needless || b.Kind == vitrine.EntrySold && paymentOf(o, e) == o.PaymentID
	}
	if !slices.ContainsFunc(booked, ofPayment) {
		return nil // it came before there was a ledger
	}
	return s.bookFee(ctx, tx, o, e)
}

// bookDisputeFee books what the provider keeps for a dispute, or gives back of that.
func (s *Shop) bookDisputeFee(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if e.Fee.Amount == 0 || !vitrine.IsCurrency(e.Fee.Currency) {
		return nil
	}
	sale := saleOf(o, e.Provider)
	sale.Currency = e.Fee.Currency
	entry, err := ledger.Fee(sale, ledger.Cause(o.ID, "fee:"+e.ID), e.Fee.Amount)
	return s.enter(ctx, tx, entry, err)
}

// paymentOf names the payment that an event is of.
func paymentOf(o *vitrine.Order, e payment.Event) string { return cmp.Or(e.Payment, o.PaymentID) }

// bookNeedless books money that came and goes back: it stands aside until it went.
func (s *Shop) bookNeedless(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	sale, amount := saleOf(o, e.Provider), o.Price
	if e.Sum != nil {
		sale.Currency, amount = e.Sum.Currency, e.Sum.Amount
	}
	if amount == 0 {
		return nil
	}
	entry, err := ledger.Needless(sale, ledger.Cause(o.ID, "needless:"+paymentOf(o, e)), amount)
	if err := s.enter(ctx, tx, entry, err); err != nil {
		return err
	}
	return s.bookFee(ctx, tx, o, e)
}

// checkLedger returns entries that are not even, and orders that the ledger says otherwise of.
func (s *Shop) checkLedger(ctx context.Context) (wrong []Mismatch, err error) {
	uneven, err := s.db.UnevenEntries(ctx, maxMismatches)
	if err != nil {
		return nil, err
	}
	for _, f := range uneven {
		wrong = append(wrong, Mismatch{"ledger/entries/" + idText(f.EntryID),
			fmt.Sprintf("the lines of the entry, which is of order %d, are off by %s, too few, or on accounts that don't go together",
				f.OrderID, f.Amount)})
	}
	miscounted, err := s.db.MiscountedAccounts(ctx, maxMismatches)
	if err != nil {
		return nil, err
	}
	for _, f := range miscounted {
		wrong = append(wrong, Mismatch{"ledger/accounts/" + idText(f.AccountID),
			fmt.Sprintf("%s stands on the account, and its lines come to %s", f.Amount, f.Price)})
	}
	unbooked, err := s.db.UnbookedOrders(ctx, maxMismatches)
	for _, f := range unbooked {
		wrong = append(wrong, Mismatch{"orders/" + idText(f.OrderID),
			fmt.Sprintf("the order is %s and costs %s, and the ledger has %s of it", f.Status, f.Price, f.Amount)})
	}
	if err != nil {
		return nil, err
	}
	unsent, err := s.db.UnsentOrders(ctx, maxMismatches)
	for _, f := range unsent {
		wrong = append(wrong, Mismatch{"orders/" + idText(f.OrderID),
			fmt.Sprintf("the ledger owes %s to the buyer of the order, and refunds are to send %s", f.Amount, f.Price)})
	}
	return wrong, err
}

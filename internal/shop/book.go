package shop

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// book writes down in the ledger what an event has done to the money of an order, which was in
// another state before, in the transaction that moves the order. What is free is no matter of
// money.
func (s *Shop) book(ctx context.Context, tx *store.Tx, o *vitrine.Order, was vitrine.OrderStatus, e payment.Event) error {
	switch {
	case o.Price == 0:
		return nil
	case e.Kind == payment.Paid && o.Status == vitrine.Refunded:
		return s.bookNeedless(ctx, tx, o, e)
	case e.Kind == payment.Paid:
		entry, err := ledger.Sold(saleOf(o, e.Provider))
		if err := s.enter(ctx, tx, entry, err); err != nil {
			return err
		}
		if err := tx.HoldEarnings(ctx, o.ID, s.now()); err != nil {
			return err
		}
		return s.bookFee(ctx, tx, o, e)
	}
	sale, err := s.bookBefore(ctx, tx, o, was, e)
	if err != nil {
		return err
	}
	entry, err := moved(sale, o, was, e)
	if err := s.enter(ctx, tx, entry, err); err != nil {
		return err
	}
	var since time.Time // what is disputed, or given back, is not released
	if o.Status == vitrine.Paid {
		since = s.now()
	}
	return tx.HoldEarnings(ctx, o.ID, since)
}

// moved is the entry of an event of an order that is sold.
func moved(sale ledger.Sale, o *vitrine.Order, was vitrine.OrderStatus, e payment.Event) (vitrine.LedgerEntry, error) {
	switch {
	case e.Kind == payment.Disputed:
		return ledger.Disputed(sale, sale.Parts(), ledger.Cause(o.ID, "disputed:"+e.ID))
	case e.Kind == payment.DisputeOver:
		return ledger.DisputeWon(sale, sale.Parts(), ledger.Cause(o.ID, "dispute_won:"+e.ID))
	case was == vitrine.Disputed:
		return ledger.DisputeLost(sale, sale.Parts(), ledger.Cause(o.ID, "dispute_lost"))
	default:
		entry, _, err := ledger.Refunded(sale, sale.Parts(), ledger.Cause(o.ID, "refunded"), o.Price)
		return entry, err
	}
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

// bookBefore returns the sale of an order as it is booked. What was paid before there was a
// ledger is booked now: its money can't go back from where it never came to.
func (s *Shop) bookBefore(ctx context.Context, tx *store.Tx, o *vitrine.Order, was vitrine.OrderStatus,
	e payment.Event) (ledger.Sale, error) {
	booked, err := tx.EntriesOfOrder(ctx, o.ID)
	if err != nil {
		return ledger.Sale{}, err
	}
	if sale, ok := bookedSale(o, booked); ok {
		return sale, nil
	}
	provider, err := tx.PaidWith(ctx, o.ID)
	if err != nil {
		return ledger.Sale{}, err
	}
	sale := saleOf(o, cmp.Or(provider, e.Provider))
	entry, err := ledger.Sold(sale)
	if err := s.enter(ctx, tx, entry, err); err != nil || was != vitrine.Disputed {
		return sale, err
	}
	entry, err = ledger.Disputed(sale, sale.Parts(), ledger.Cause(o.ID, "disputed"))
	return sale, s.enter(ctx, tx, entry, err)
}

// bookedSale returns the sale of an order as its entries have it; false where it is not booked.
func bookedSale(o *vitrine.Order, booked []vitrine.LedgerEntry) (ledger.Sale, bool) {
	i := slices.IndexFunc(booked, ofKind(vitrine.EntrySold))
	if i < 0 {
		return ledger.Sale{}, false
	}
	sale := saleOf(o, providerOf(booked[i]))
	for _, e := range booked {
		switch e.Kind {
		case vitrine.EntryReleased:
			sale.Released = true
		case vitrine.EntryDisputed:
			sale.Released = false // its earnings went back on hold
		}
	}
	return sale, true
}

func ofKind(kind vitrine.EntryKind) func(vitrine.LedgerEntry) bool {
	return func(e vitrine.LedgerEntry) bool { return e.Kind == kind }
}

// providerOf is the provider that has the money of an entry.
func providerOf(e vitrine.LedgerEntry) string {
	for _, line := range e.Lines {
		if line.Account.Kind == vitrine.AccountClearing {
			return line.Account.Provider
		}
	}
	return ""
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

// takeKnown takes an event whose effect the order has already: what was to go back may have
// gone only now.
func (s *Shop) takeKnown(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if e.Kind != payment.Refunded {
		return nil
	}
	return s.bookReturned(ctx, tx, o, e)
}

// bookReturned books that the money of a needless payment went back; nothing for any other.
func (s *Shop) bookReturned(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	booked, err := tx.EntriesOfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	cause := ledger.Cause(o.ID, "needless:"+paymentOf(o, e))
	i := slices.IndexFunc(booked, func(b vitrine.LedgerEntry) bool { return b.Cause == cause })
	if i < 0 {
		return nil
	}
	clearing := booked[i].Lines[slices.IndexFunc(booked[i].Lines, func(l vitrine.LedgerLine) bool {
		return l.Account.Kind == vitrine.AccountClearing
	})]
	sale := saleOf(o, clearing.Account.Provider)
	sale.Currency = clearing.Account.Currency
	entry, err := ledger.Returned(sale, ledger.Cause(o.ID, "returned:"+paymentOf(o, e)), clearing.Amount)
	return s.enter(ctx, tx, entry, err)
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
	return wrong, err
}

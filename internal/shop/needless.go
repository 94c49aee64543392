package shop

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// takeSecond takes an event of a further payment of an order whose money has come: a
// customer can finish one that was given up here. It goes back, and nothing that becomes
// of it moves the order.
func (s *Shop) takeSecond(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	switch e.Kind {
	case payment.Paid:
		if e.Provider != s.payments.Name() {
			return nil
		}
		if err := s.bookNeedless(ctx, tx, o, e); err != nil {
			return err
		}
		return s.returnNeedless(ctx, tx, o, e)
	case payment.RefundBegun:
		_, err := s.refundOf(ctx, tx, o, e)
		return err
	case payment.RefundFailed:
		return s.takeFailedRefund(ctx, tx, o, e)
	}
	booked, err := tx.EntriesOfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	return s.takeOfNeedless(ctx, tx, o, e, booked)
}

// returnNeedless has money go back that nothing is sold for: by the provider, or by the hand of an operator who took it.
func (s *Shop) returnNeedless(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	row := vitrine.Refund{OrderID: o.ID, Needless: true, Provider: e.Provider, Payment: paymentOf(o, e), Amount: o.Price, Currency: o.Currency,
		State: vitrine.RefundAsked, Reason: vitrine.ReasonDuplicate, By: vitrine.ByServer, CreatedAt: s.now()}
	if e.Sum != nil {
		row.Amount, row.Currency = e.Sum.Amount, e.Sum.Currency
	}
	if row.Amount == 0 {
		return nil
	}
	if e.Provider != s.payments.Name() {
		row.State = vitrine.RefundOwed
	}
	if err := tx.InsertRefund(ctx, &row); err != nil || row.State == vitrine.RefundOwed {
		return err
	}
	return s.enqueueRefund(ctx, tx, row, 0)
}

// needless is what the ledger has of a payment that nothing is sold for.
type needless struct {
	sale  ledger.Sale    // with the provider and the currency of the money
	owed  vitrine.Amount // that has not gone back
	known bool
}

// needlessOf reads what became of a needless payment by its entries.
func needlessOf(o *vitrine.Order, e payment.Event, booked []vitrine.LedgerEntry) (n needless) {
	n.sale = saleOf(o, e.Provider)
	came, went := ledger.Cause(o.ID, "needless:"+paymentOf(o, e)), ledger.Cause(o.ID, "returned:"+paymentOf(o, e))
	for _, b := range booked {
		if b.Cause == came || strings.HasPrefix(b.Cause, came+"#") || b.Cause == went || strings.HasPrefix(b.Cause, went+"#") {
			for _, line := range b.Lines {
				if line.Account.Kind == vitrine.AccountReturns {
					n.owed -= line.Amount
					n.sale.Currency = line.Account.Currency
					n.sale.Provider = cmp.Or(line.Account.Provider, n.sale.Provider)
					n.known = true
				}
			}
		}
	}
	return n
}

// takeOfNeedless takes what happened to money that nothing is sold for.
func (s *Shop) takeOfNeedless(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, booked []vitrine.LedgerEntry) error {
	n := needlessOf(o, e, booked)
	if !n.known {
		return nil
	}
	switch e.Kind {
	case payment.Refunded:
		return s.bookReturned(ctx, tx, o, e, n)
	case payment.Disputed:
		if err := s.bookDisputeFee(ctx, tx, o, e); err != nil {
			return err
		}
		return s.drawNeedless(ctx, tx, o, e, n)
	case payment.DisputeOver:
		return s.undrawNeedless(ctx, tx, o, e, n, booked)
	default:
		return nil
	}
}

// bookReturned books that the money of a needless payment went back.
func (s *Shop) bookReturned(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, n needless) error {
	row, err := s.refundOf(ctx, tx, o, e)
	if err != nil {
		return err
	}
	went := cmp.Or(e.Amount, row.Amount, n.owed)
	amount := max(min(went, n.owed), 0)
	if amount > 0 {
		entry, err := ledger.Returned(n.sale, returnedCause(o, e, refundName(e)), amount)
		if err := s.enter(ctx, tx, entry, err); err != nil {
			return err
		}
	}
	if more := e.Amount - amount; more > 0 { // somebody else was faster, at the provider's own desk
		entry, err := ledger.Lost(n.sale, ledger.Cause(o.ID, "lost:"+refundName(e)), more)
		if err := s.enter(ctx, tx, entry, err); err != nil {
			return err
		}
	}
	if went <= 0 || row.ID == 0 || row.State == vitrine.RefundDone {
		return nil
	}
	row.Amount = went
	return s.settleRefund(ctx, tx, &row, vitrine.RefundDone, "")
}

// stillNeedless lowers a refund that is to be sent of a needless payment to what is still owed of it: some may have gone
// back from the provider's own desk.
func (s *Shop) stillNeedless(ctx context.Context, row vitrine.Refund) (vitrine.Refund, error) {
	_, err := s.withOrder(ctx, row.OrderID, func(tx *store.Tx, o *vitrine.Order) (err error) {
		if row, err = tx.Refund(ctx, row.ID); err != nil || row.State != vitrine.RefundAsked {
			return err
		}
		booked, err := tx.EntriesOfOrder(ctx, o.ID)
		if err != nil {
			return err
		}
		n := needlessOf(o, payment.Event{Provider: row.Provider, Payment: row.Payment}, booked)
		switch {
		case !n.known || n.owed >= row.Amount:
			return nil
		case n.owed <= 0:
			return s.settleRefund(ctx, tx, &row, vitrine.RefundFailed, "the money went back in another way")
		}
		row.Amount = n.owed
		return tx.UpdateRefund(ctx, &row, s.now())
	})
	return row, err
}

func returnedCause(o *vitrine.Order, e payment.Event, what string) string {
	return ledger.Cause(o.ID, "returned:"+paymentOf(o, e)+"#"+what)
}

// drawNeedless books that a bank has drawn a needless payment: what is owed of it went back by that, and more is lost.
func (s *Shop) drawNeedless(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, n needless) error {
	amount := e.Amount // a bank that does not say how much it has drawn waits for the money that goes back anyway
	if back := min(amount, n.owed); back > 0 {
		entry, err := ledger.Returned(n.sale, returnedCause(o, e, e.ID), back)
		if err := s.enter(ctx, tx, entry, err); err != nil {
			return err
		}
		if err := s.endOpenRefunds(ctx, tx, o, paymentOf(o, e)); err != nil {
			return err
		}
		amount -= back
	}
	if amount == 0 {
		return nil
	}
	entry, err := ledger.Lost(n.sale, ledger.Cause(o.ID, "lost:"+e.ID), amount)
	return s.enter(ctx, tx, entry, err)
}

// undrawNeedless books that a bank gave again what it had drawn: what was owed is owed once more.
func (s *Shop) undrawNeedless(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, n needless,
	booked []vitrine.LedgerEntry) error {
	drawn := vitrine.Amount(0)
	for _, b := range booked {
		if b.Kind == vitrine.EntryLost {
			for _, line := range b.Lines {
				if line.Account.Kind == vitrine.AccountLosses {
					drawn += line.Amount
				}
			}
		}
	}
	amount := e.Amount
	if lost := min(amount, drawn); lost > 0 {
		entry, err := ledger.Lost(n.sale, ledger.Cause(o.ID, "lost:"+e.ID), -lost)
		if err := s.enter(ctx, tx, entry, err); err != nil {
			return err
		}
		amount -= lost
	}
	if amount <= 0 {
		return nil
	}
	entry, err := ledger.Needless(n.sale, ledger.Cause(o.ID, "needless:"+paymentOf(o, e)+"#"+e.ID), amount)
	if err := s.enter(ctx, tx, entry, err); err != nil {
		return err
	}
	e.Sum = &payment.Sum{Amount: amount, Currency: n.sale.Currency}
	return s.returnNeedless(ctx, tx, o, e)
}

// endOpenRefunds ends what was to send money of a payment back that went another way.
func (s *Shop) endOpenRefunds(ctx context.Context, tx *store.Tx, o *vitrine.Order, name string) error {
	rows, err := tx.RefundsOfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	for _, row := range slices.DeleteFunc(rows, func(r vitrine.Refund) bool { return r.Settled() || r.Payment != name }) {
		if err := s.settleRefund(ctx, tx, &row, vitrine.RefundFailed, "the buyer's bank has drawn the money"); err != nil {
			return err
		}
	}
	return nil
}

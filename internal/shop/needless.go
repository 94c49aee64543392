package shop

import (
	"cmp"
	"context"

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
	return s.takeOfNeedless(ctx, tx, o, e)
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

// takeOfNeedless takes what happened to money that nothing is sold for.
func (s *Shop) takeOfNeedless(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	n, err := readAside(ctx, tx, o, e)
	if err != nil || !n.known {
		return err
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
		return s.undrawNeedless(ctx, tx, o, e, n)
	default:
		return nil
	}
}

// bookReturned books that money which stood aside went back.
func (s *Shop) bookReturned(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, n aside) error {
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
		entry, err := ledger.Lost(n.sale, lostCause(o, e, refundName(e)), more)
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
	_, err := s.withOrder(ctx, row.OrderID, func(tx *store.Tx, o *vitrine.Order) error {
		n, err := readAside(ctx, tx, o, payment.Event{Provider: row.Provider, Payment: row.Payment})
		if err == nil && n.known {
			err = s.lowerRefunds(ctx, tx, n.owed, n.refunds, wentBack)
		}
		if err == nil {
			row, err = tx.Refund(ctx, row.ID)
		}
		return err
	})
	return row, err
}

func returnedCause(o *vitrine.Order, e payment.Event, what string) string {
	return ledger.Cause(o.ID, "returned:"+paymentOf(o, e)+"#"+what)
}

func lostCause(o *vitrine.Order, e payment.Event, what string) string {
	return ledger.Cause(o.ID, "lost:"+paymentOf(o, e)+"#"+what)
}

// drawNeedless books that a bank has drawn a needless payment: what is owed of it went back by that, and more is lost.
func (s *Shop) drawNeedless(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, n aside) error {
	amount := e.Amount // a bank that does not say how much it has drawn waits for the money that goes back anyway
	if back := min(amount, n.owed); back > 0 {
		entry, err := ledger.Returned(n.sale, returnedCause(o, e, e.ID), back)
		if err := s.enter(ctx, tx, entry, err); err != nil {
			return err
		}
		amount -= back
	}
	if amount == 0 {
		return nil
	}
	entry, err := ledger.Lost(n.sale, lostCause(o, e, e.ID), amount)
	return s.enter(ctx, tx, entry, err)
}

// undrawNeedless books that a bank gave again what it had drawn: what was owed is owed once more.
func (s *Shop) undrawNeedless(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, n aside) error {
	amount := e.Amount
	if lost := min(amount, n.lost); lost > 0 {
		entry, err := ledger.Lost(n.sale, lostCause(o, e, e.ID), -lost)
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

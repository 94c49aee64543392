package shop

import (
	"cmp"
	"context"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// takeMoved takes what happened to the money of an order that was paid.
func (s *Shop) takeMoved(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	switch e.Kind {
	case payment.RefundBegun:
		_, err := s.refundOf(ctx, tx, o, e)
		return err
	case payment.RefundFailed:
		return s.takeFailedRefund(ctx, tx, o, e)
	}
	if o.Price == 0 {
		return s.takeBackFree(ctx, tx, o, e)
	}
	booked, err := tx.EntriesOfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	if soldNothing(o, booked) {
		return s.takeOfNeedless(ctx, tx, o, e)
	}
	st, err := s.bookBefore(ctx, tx, o, booked, e)
	if err != nil {
		return err
	}
	switch e.Kind {
	case payment.Refunded:
		return s.takeRefund(ctx, tx, o, e, st)
	case payment.Disputed:
		return s.takeDispute(ctx, tx, o, e, st)
	case payment.DisputeOver, payment.DisputeLost:
		return s.takeDisputeEnd(ctx, tx, o, e, st)
	default:
		return vitrine.Errorf(vitrine.Malformed, "nothing is known of a payment that is %q", e.Kind)
	}
}

// takeBackFree takes a word of the operator about an order that cost nothing.
func (s *Shop) takeBackFree(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if e.Kind != payment.Refunded || o.Status == vitrine.Refunded {
		return nil
	}
	row, err := s.refundOf(ctx, tx, o, e)
	if err != nil {
		return err
	}
	o.DownloadsKept = o.DownloadsKept || row.KeepDownloads
	return s.refund(ctx, tx, o)
}

// takeRefund takes money of an order that went back: a part of it, or all.
func (s *Shop) takeRefund(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, st ledger.Standing) error {
	known, err := tx.RefundsOfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	if o.Status == vitrine.Refunded && (e.Object == "" || len(known) == 0) {
		return nil // it is no news, also where it went back before refunds had names
	}
	row, err := s.refundOf(ctx, tx, o, e)
	if err != nil {
		return err
	}
	amount := cmp.Or(e.Amount, row.Amount, st.Left.Sum())
	if amount == 0 || row.State == vitrine.RefundDone && row.Object != "" && row.Object != e.Object {
		return nil
	}
	before := orderFacts(o)
	if err := s.bookRefund(ctx, tx, o, e, st, amount); err != nil {
		return err
	}
	if row.ID != 0 {
		if row.Amount, err = amount, nil; row.State != vitrine.RefundDone {
			err = s.settleRefund(ctx, tx, &row, vitrine.RefundDone, "")
		}
		if err != nil {
			return err
		}
	}
	if err := s.lessen(ctx, tx, o, min(amount, st.Left.Sum()), row.KeepDownloads); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: actOf(e), ID: idText(o.ID), Before: before, After: orderFacts(o)})
}

// bookRefund books money that went back. Who names no refund says of what is
// disputed that it is lost.
func (s *Shop) bookRefund(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, st ledger.Standing,
	amount vitrine.Amount) error {
	what := refundName(e)
	if disputed := min(st.Disputed, amount); disputed > 0 && e.Object == "" {
		entry, err := st.DisputeLost(ledger.Cause(o.ID, "dispute_lost:"+what), disputed)
		if err := s.enter(ctx, tx, entry, err); err != nil || amount == disputed {
			return err
		}
		return s.bookRest(ctx, tx, o, e, amount-disputed)
	}
	entry, err := st.Refunded(ledger.Cause(o.ID, "refunded:"+what), amount)
	return s.enter(ctx, tx, entry, err)
}

// bookRest books a refund of what was not disputed.
func (s *Shop) bookRest(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, amount vitrine.Amount) error {
	booked, err := tx.EntriesOfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	st, _ := ledger.Stand(saleOf(o, e.Provider), booked)
	entry, err := st.Refunded(ledger.Cause(o.ID, "refunded:"+refundName(e)), amount)
	return s.enter(ctx, tx, entry, err)
}

// refundName names a refund in causes of the ledger.
func refundName(e payment.Event) string { return e.Provider + ":" + cmp.Or(e.Object, e.ID) }

// lessen takes an amount off an order: when nothing is left it is refunded.
func (s *Shop) lessen(ctx context.Context, tx *store.Tx, o *vitrine.Order, amount vitrine.Amount, keepDownloads bool) error {
	if amount == 0 {
		return nil
	}
	gone := o.Refunded + amount
	if gone < o.Price {
		if err := tx.SetRefunded(ctx, o, gone, s.now()); err != nil {
			return err
		}
		return s.endOwed(ctx, tx, o)
	}
	if o.Status != vitrine.Refunded {
		o.DownloadsKept = keepDownloads
		if err := s.refund(ctx, tx, o); err != nil {
			return err
		}
	}
	if err := tx.SetRefunded(ctx, o, gone, s.now()); err != nil {
		return err
	}
	if err := s.endOwed(ctx, tx, o); err != nil {
		return err
	}
	return tx.HoldEarnings(ctx, o.ID, time.Time{})
}

// takeDispute takes money that the buyer's bank has drawn, also of an order of which nothing is left.
func (s *Shop) takeDispute(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, st ledger.Standing) error {
	amount := cmp.Or(e.Amount, st.Left.Sum()-st.Disputed)
	if amount <= 0 {
		return nil // a bank that says no more than that has all of it
	}
	before := orderFacts(o)
	entry, err := st.Draw(ledger.Cause(o.ID, "disputed:"+e.ID), amount)
	if err := s.enter(ctx, tx, entry, err); err != nil {
		return err
	}
	if err := s.bookDisputeFee(ctx, tx, o, e); err != nil {
		return err
	}
	if err := tx.HoldEarnings(ctx, o.ID, time.Time{}); err != nil { // what is disputed is not released
		return err
	}
	if o.Status == vitrine.Paid {
		if err := tx.SetOrderStatus(ctx, o, vitrine.Disputed, s.now()); err != nil {
			return err
		}
	}
	return s.Note(ctx, tx, Noted{Act: actOf(e), ID: idText(o.ID), Before: before, After: orderFacts(o)})
}

// takeDisputeEnd takes money that the buyer's bank has given again, or keeps.
func (s *Shop) takeDisputeEnd(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event, st ledger.Standing) error {
	amount := min(cmp.Or(e.Amount, st.Disputed), st.Disputed)
	if amount == 0 {
		return nil
	}
	before := orderFacts(o)
	end, what := st.DisputeWon, "dispute_won:"
	if e.Kind == payment.DisputeLost {
		end, what = st.DisputeLost, "dispute_lost:"
	}
	entry, err := end(ledger.Cause(o.ID, what+e.ID), amount)
	if err := s.enter(ctx, tx, entry, err); err != nil {
		return err
	}
	if err := s.bookDisputeFee(ctx, tx, o, e); err != nil {
		return err
	}
	if e.Kind == payment.DisputeLost {
		if err := s.lessen(ctx, tx, o, min(amount, st.Left.Sum()), o.DownloadsKept); err != nil {
			return err
		}
	}
	if o.Status == vitrine.Disputed && amount == st.Disputed {
		if err := s.paidAgain(ctx, tx, o); err != nil {
			return err
		}
	}
	return s.Note(ctx, tx, Noted{Act: actOf(e), ID: idText(o.ID), Before: before, After: orderFacts(o)})
}

// paidAgain makes an order paid whose disputes are over: what is earned by what is left of it is on hold from now on.
func (s *Shop) paidAgain(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	if err := tx.SetOrderStatus(ctx, o, vitrine.Paid, s.now()); err != nil {
		return err
	}
	return tx.HoldEarnings(ctx, o.ID, s.now())
}

// soldNothing reports whether an order was refunded as it was paid: its money came too late.
func soldNothing(o *vitrine.Order, booked []vitrine.LedgerEntry) bool {
	return o.Status == vitrine.Refunded && !slices.ContainsFunc(booked, ofKind(vitrine.EntrySold)) &&
		slices.ContainsFunc(booked, ofKind(vitrine.EntryNeedless))
}

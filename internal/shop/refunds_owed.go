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

// RefundsWaiting lists money that is still to go back, to operators.
func (s *Shop) RefundsWaiting(ctx context.Context, in SignedIn, limit int) ([]vitrine.Refund, error) {
	if err := in.MustOperate(); err != nil {
		return nil, err
	}
	return s.db.RefundsWaiting(ctx, limit)
}

// RefundsAtDesk lists what went back of an order, or is to, the oldest first, to operators.
func (s *Shop) RefundsAtDesk(ctx context.Context, in SignedIn, orderID int64) ([]vitrine.Refund, error) {
	if err := in.MustOperate(); err != nil {
		return nil, err
	}
	if _, err := s.db.Order(ctx, orderID); err != nil {
		return nil, err
	}
	return s.db.RefundsOfOrder(ctx, orderID)
}

// SharedPayment reports whether the money of a refund came by a provider with that of other orders, which the provider's own desk does
// not tell apart.
func (s *Shop) SharedPayment(ctx context.Context, row vitrine.Refund) (bool, error) {
	if !payment.MovesMoney(row.Provider) {
		return false, nil
	}
	c, err := s.db.LastCheckoutOf(ctx, row.OrderID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for _, o := range c.Orders {
		if o.ID == row.OrderID || o.Price == 0 {
			continue
		}
		if shared, err := s.hasOf(ctx, o, row.Payment); shared || err != nil {
			return shared, err
		}
	}
	return false, nil
}

// hasOf reports whether an order was paid by a payment, or money of it goes back that was paid for it a second time.
func (s *Shop) hasOf(ctx context.Context, o *vitrine.Order, name string) (bool, error) {
	if o.PaymentID == name {
		return true, nil
	}
	rows, err := s.db.RefundsOfOrder(ctx, o.ID)
	return slices.ContainsFunc(rows, func(r vitrine.Refund) bool { return r.Payment == name }), err
}

// SentByHand is what an operator says of money that they sent back.
type SentByHand struct {
	Note   string         // how
	Amount vitrine.Amount // 0: what is owed
}

// SettleRefund is an operator's word that money which is owed to a buyer was sent: from the marketplace's own bank, or by
// the way that it came where a person took it. What is owed can have become less since they looked: Conflict where they sent another
// amount, and Stale where the refund is another version than the one that they saw.
func (s *Shop) SettleRefund(ctx context.Context, in SignedIn, id int64, sent SentByHand, pre Precondition) (row vitrine.Refund, err error) {
	note := strings.TrimSpace(sent.Note)
	err = s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		if note == "" || len([]rune(note)) > maxNote {
			return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/note", Code: "bad_length",
				Detail: "say in 1 to 2000 characters how it was sent"}})
		}
		if row, err = tx.Refund(ctx, id); err != nil {
			return err
		}
		if row.State != vitrine.RefundOwed {
			return vitrine.Errorf(vitrine.Conflict, "refund %d is %s: nobody has to send it by hand", id, row.State)
		}
		if err := pre.check(row.Version); err != nil {
			return err
		}
		if sent.Amount != 0 && sent.Amount != row.Amount {
			return vitrine.Errorf(vitrine.Conflict, "refund %d is of %s %s, and not of %s: what is owed has changed, or was never that much",
				id, row.Amount, row.Currency, sent.Amount)
		}
		o, err := tx.Order(ctx, row.OrderID)
		if err != nil {
			return err
		}
		if !row.Needless { // a bank's draw of a needless payment has lowered the row already
			if err := s.refuseDrawn(ctx, tx, o, row.Provider); err != nil {
				return err
			}
		}
		row.Note = note
		if err := s.bookSettled(ctx, tx, o, &row); err != nil {
			return err
		}
		if row.State == vitrine.RefundOwed {
			if err := s.settleRefund(ctx, tx, &row, vitrine.RefundDone, row.Failure); err != nil {
				return err
			}
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderSettle, ID: idText(o.ID), After: facts{"refund": id, "amount": row.Amount.String()},
			Text: note})
	})
	return row, err
}

// refuseDrawn is refuseContested, also by the ledger: a dispute of an order of which nothing is left does not show in its state, and
// one that is lost is over before that is booked.
func (s *Shop) refuseDrawn(ctx context.Context, tx *store.Tx, o *vitrine.Order, provider string) error {
	if err := s.refuseContested(ctx, tx, o, provider); err != nil {
		return err
	}
	booked, err := tx.EntriesOfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	if st, _ := ledger.Stand(saleOf(o, provider), booked); st.Disputed > 0 {
		return vitrine.Errorf(vitrine.Conflict, "the buyer's bank has %s %s of order %d: nothing can go back while the dispute lasts",
			st.Disputed, o.Currency, o.ID)
	}
	return nil
}

// owedOf returns those refunds of an order that are owed and were never booked: a provider refused them, and what is left
// of the order has their money still.
func owedOf(ctx context.Context, db refundsReader, orderID int64, rows []vitrine.Refund) (owed []vitrine.Refund, err error) {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r vitrine.Refund) bool { return r.Needless || r.State != vitrine.RefundOwed })
	if len(rows) == 0 {
		return nil, nil
	}
	booked, err := db.EntriesOfOrder(ctx, orderID)
	return slices.DeleteFunc(rows, func(r vitrine.Refund) bool { return cameBack(booked, r) }), err
}

// cameBack reports whether a refund was booked, and its money came back from the buyer's bank.
func cameBack(booked []vitrine.LedgerEntry, r vitrine.Refund) bool {
	cause := failedCause(r.OrderID, r.Provider, r.Object)
	return slices.ContainsFunc(booked, func(e vitrine.LedgerEntry) bool { return e.Cause == cause })
}

// failedCause names that the money of a refund came back, by what the provider calls the refund.
func failedCause(orderID int64, provider, object string) string {
	return ledger.Cause(orderID, "refund_failed:"+provider+":"+object)
}

// settledName is what a refund is called in the ledger that a provider refused, and that was sent by hand.
func settledName(r vitrine.Refund) string { return "#" + idText(r.ID) }

// owedBy returns the refund that is owed and that a provider sends, or has sent, all the same, as it was asked to at its own
// desk; one with ID 0 where there is none.
func (s *Shop) owedBy(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event,
	rows []vitrine.Refund) (row vitrine.Refund, err error) {
	owed, err := owedOf(ctx, tx, o.ID, rows)
	i := slices.IndexFunc(owed, func(r vitrine.Refund) bool {
		return r.Payment == paymentOf(o, e) && r.Amount == cmp.Or(e.Amount, o.Left())
	})
	if err != nil || i < 0 {
		return row, err
	}
	row = owed[i]
	row.Object, row.State = e.Object, vitrine.RefundPending
	return row, tx.UpdateRefund(ctx, &row, s.now())
}

// endOwed ends what is owed of an order beyond what is left of it, since that went back, or was lost, in another way.
func (s *Shop) endOwed(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	rows, err := tx.RefundsOfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	owed, err := owedOf(ctx, tx, o.ID, rows)
	if err != nil {
		return err
	}
	return s.lowerRefunds(ctx, tx, o.Left(), owed, "the money of the order went in another way")
}

// bookSettled books money that somebody has sent by hand. A refund that was never booked is one now.
func (s *Shop) bookSettled(ctx context.Context, tx *store.Tx, o *vitrine.Order, row *vitrine.Refund) error {
	booked, err := tx.EntriesOfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	sale, byProvider := saleOf(o, row.Provider), payment.MovesMoney(row.Provider)
	sale.Currency = row.Currency
	if !row.Needless && !cameBack(booked, *row) {
		if err := s.takeSettled(ctx, tx, o, row); err != nil || !byProvider {
			return err
		}
		// The provider has its money still: it stands aside as that does which came back from a bank.
		entry, err := ledger.RefundFailed(sale, failedCause(o.ID, row.Provider, settledName(*row)), row.Amount)
		if err := s.enter(ctx, tx, entry, err); err != nil {
			return err
		}
	}
	how := ledger.ReturnedByBank
	if !byProvider {
		how = ledger.Returned
	}
	entry, err := how(sale, ledger.Cause(o.ID, "returned:"+row.Payment+"#settled:"+idText(row.ID)), row.Amount)
	return s.enter(ctx, tx, entry, err)
}

// takeSettled takes a refund by the operator's word.
func (s *Shop) takeSettled(ctx context.Context, tx *store.Tx, o *vitrine.Order, row *vitrine.Refund) error {
	if left := o.Left(); row.Amount > left {
		return vitrine.Errorf(vitrine.Conflict, "refund %d is of %s %s, and of order %d no more than %s is left", row.ID, row.Amount,
			row.Currency, o.ID, left)
	}
	e := payment.RefundByOperator(o, payment.Repayment{ID: row.ID, Payment: row.Payment, Amount: row.Amount})
	if err := tx.UpdateRefund(ctx, row, s.now()); err != nil {
		return err
	}
	if err := s.take(ctx, tx, o, e); err != nil {
		return err
	}
	settled, err := tx.Refund(ctx, row.ID)
	if err == nil && settled.State != vitrine.RefundDone {
		return vitrine.Errorf(vitrine.Conflict, "refund %d could not be booked: order %d is %s", row.ID, o.ID, o.Status)
	}
	*row = settled
	return err
}

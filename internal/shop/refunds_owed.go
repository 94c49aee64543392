package shop

import (
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

// SettleRefund is an operator's word that money which is owed to a buyer was sent: from the marketplace's own bank, or by
// the way that it came where a person took it. The note says how.
func (s *Shop) SettleRefund(ctx context.Context, in SignedIn, id int64, note string) (row vitrine.Refund, err error) {
	note = strings.TrimSpace(note)
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
		o, err := tx.Order(ctx, row.OrderID)
		if err != nil {
			return err
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

// bookSettled books money that somebody has sent by hand. A refund that was never booked is one now.
func (s *Shop) bookSettled(ctx context.Context, tx *store.Tx, o *vitrine.Order, row *vitrine.Refund) error {
	booked, err := tx.EntriesOfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	returned := ledger.Cause(o.ID, "refund_failed:"+row.Provider+":"+row.Object)
	if !row.Needless && !slices.ContainsFunc(booked, func(e vitrine.LedgerEntry) bool { return e.Cause == returned }) {
		e := payment.RefundByOperator(o, payment.Repayment{ID: row.ID, Payment: row.Payment, Amount: row.Amount})
		if err := tx.UpdateRefund(ctx, row, s.now()); err != nil {
			return err
		}
		if err := s.take(ctx, tx, o, e); err != nil {
			return err
		}
		*row, err = tx.Refund(ctx, row.ID)
		return err
	}
	sale := saleOf(o, row.Provider)
	sale.Currency = row.Currency
	how := ledger.ReturnedByBank
	if !payment.MovesMoney(row.Provider) {
		how = ledger.Returned
	}
	entry, err := how(sale, ledger.Cause(o.ID, "returned:"+row.Payment+"#settled:"+idText(row.ID)), row.Amount)
	return s.enter(ctx, tx, entry, err)
}

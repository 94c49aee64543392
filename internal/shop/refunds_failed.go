package shop

import (
	"cmp"
	"context"
	"time"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// takeFailedRefund takes a refund that did not arrive. What was booked of it came back: it is the buyer's all the same,
// and is owed to them until somebody sends it by hand. One that nothing was booked of has changed nothing, and changes nothing
// once it is told that it went back, by somebody who read so before.
func (s *Shop) takeFailedRefund(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if e.Voids != "" {
		if _, err := tx.RecordPaymentEvent(ctx, e.Provider, e.Voids, string(e.Kind), o.ID, s.now()); err != nil {
			return err
		}
	}
	row, err := s.refundOf(ctx, tx, o, e)
	if err != nil || row.ID == 0 || row.State == vitrine.RefundFailed || row.State == vitrine.RefundOwed {
		return err
	}
	why := cmp.Or(e.Reason, "the provider does not say why")
	if row.State == vitrine.RefundDone {
		sale := saleOf(o, row.Provider)
		sale.Currency = row.Currency
		entry, err := ledger.RefundFailed(sale, failedCause(o.ID, e.Provider, cmp.Or(e.Object, e.ID)), row.Amount)
		if err := s.enter(ctx, tx, entry, err); err != nil {
			return err
		}
	}
	if row.State == vitrine.RefundDone || row.Needless || row.RequestID != 0 {
		row.State, row.Failure, row.SettledAt = vitrine.RefundOwed, clipped(why), time.Time{}
		err = tx.UpdateRefund(ctx, &row, s.now())
	} else {
		err = s.settleRefund(ctx, tx, &row, vitrine.RefundFailed, why)
	}
	if err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderRefundFailed, ID: idText(o.ID),
		After: facts{"refund": row.ID, "state": string(row.State)}})
}

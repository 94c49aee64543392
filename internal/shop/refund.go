package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// Refund is the operator's word that the money went back. The downloads stop
// unless they are kept.
func (s *Shop) Refund(ctx context.Context, id int64, keepDownloads bool) (*vitrine.Order, error) {
	return s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error {
		if !o.Status.CanBecome(vitrine.Refunded) {
			return vitrine.Errorf(vitrine.Conflict, "the order is %s: only a paid order can be refunded", s.statusNow(o))
		}
		o.DownloadsKept = keepDownloads
		return s.take(ctx, tx, o, byOperator(o, payment.Refunded))
	})
}

// refund takes the sale back.
func (s *Shop) refund(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	if err := tx.SetOrderStatus(ctx, o, vitrine.Refunded, s.now()); err != nil {
		return err
	}
	return tx.AddSale(ctx, o.ModelID, -1)
}

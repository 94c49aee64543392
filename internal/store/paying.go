package store

import (
	"context"
	"time"

	"vitrine"
)

// SetPaying notes that a payment of an unpaid order has begun, and until when
// its outcome is waited for; the zero time says that none is on its way. It keeps the
// provider's name of the payment, o.PaymentID, and whether its bank is to confirm it, o.Confirming.
// Conflict when the order has changed since it was read.
func (tx *Tx) SetPaying(ctx context.Context, o *vitrine.Order, until, now time.Time) error {
	changed := *o
	changed.PayingUntil, changed.UpdatedAt = until, now
	n, err := tx.exec(ctx, "change the order", `UPDATE orders SET paying_until = $1, payment_id = $2, confirming = $3, updated_at = $4,
			version = version + 1
		WHERE id = $5 AND status = 'unpaid' AND version = $6`, micros(until), o.PaymentID, o.Confirming, micros(now), o.ID, o.Version)
	if err != nil {
		return err
	}
	return replaced(o, changed, n)
}

// ForgetPayment notes that no money can come any more by the payment that an order names which was not paid.
// Conflict when the order has changed since it was read.
func (tx *Tx) ForgetPayment(ctx context.Context, o *vitrine.Order, now time.Time) error {
	changed := *o
	changed.PaymentID, changed.UpdatedAt = "", now
	n, err := tx.exec(ctx, "change the order", `UPDATE orders SET payment_id = '', updated_at = $1, version = version + 1
		WHERE id = $2 AND status IN ('unpaid', 'canceled', 'expired') AND version = $3`, micros(now), o.ID, o.Version)
	if err != nil {
		return err
	}
	return replaced(o, changed, n)
}

// replaced makes an order what it became, when its row was changed.
func replaced(o *vitrine.Order, changed vitrine.Order, rows int64) error {
	if rows == 0 {
		return vitrine.Errorf(vitrine.Conflict, "order %d has changed meanwhile: read it again", o.ID)
	}
	changed.Version++
	*o = changed
	return nil
}

// OrderBefore returns another order of the same buyer that has bought the same
// model, or is being paid; NotFound when there is none.
func (r *reads) OrderBefore(ctx context.Context, o *vitrine.Order, now time.Time) (*vitrine.Order, error) {
	// An order that is bought settles the question, one that is being paid may still fail: it comes last.
	return r.order(ctx, "nobody bought this before", `o.buyer_id = $1 AND o.model_id = $2 AND o.id <> $3
		AND (o.status IN ('paid', 'disputed') OR o.status = 'unpaid' AND o.paying_until > $4)
		ORDER BY CASE o.status WHEN 'unpaid' THEN 1 ELSE 0 END, o.id DESC LIMIT 1`, o.BuyerID, o.ModelID, o.ID, micros(now))
}

// CancelOrdersOf cancels the unpaid orders of a model that has left the
// catalogue, but for those whose payment has begun.
func (tx *Tx) CancelOrdersOf(ctx context.Context, modelID int64, now time.Time) error {
	// Those whose time is over expire instead, and a payment that is on its way decides for its order.
	_, err := tx.changeMany(ctx, `UPDATE orders SET status = 'canceled', canceled_because = $1, paying_until = NULL,
			updated_at = $2, version = version + 1
		WHERE model_id = $3 AND status = 'unpaid' AND expires_at > $2 AND COALESCE(paying_until, 0) <= $2
			AND NOT EXISTS (SELECT 1 FROM models WHERE id = $3 AND status = 'published' AND deleted_at IS NULL)`,
		string(vitrine.ModelGone), micros(now), modelID)
	return err
}

// LapsedPayments returns up to limit orders with a payment that never came to an
// outcome.
func (r *reads) LapsedPayments(ctx context.Context, now time.Time, limit int) ([]int64, error) {
	b := (&builder{}).add("SELECT id FROM orders WHERE paying_until <= ? ORDER BY paying_until", micros(now)).window(limit, 0)
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
}

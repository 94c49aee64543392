package store

import (
	"context"
	"time"
)

// UnpaidOrdersOfVisitor counts the orders that wait to be paid by a visitor. Saying that
// there is one lets SQLite use the index, which leaves out the orders without.
func (tx *Tx) UnpaidOrdersOfVisitor(ctx context.Context, visitor string, now time.Time) (n int64, err error) {
	err = tx.q.QueryRowContext(ctx,
		`SELECT count(*) FROM orders WHERE visitor = $1 AND visitor <> '' AND status = 'unpaid' AND expires_at > $2`,
		visitor, micros(now)).Scan(&n)
	if err != nil {
		return 0, tx.fail("count a visitor's orders", err)
	}
	return n, nil
}

// SetVisitor says which visitor made an order.
func (tx *Tx) SetVisitor(ctx context.Context, orderID int64, visitor string) error {
	_, err := tx.exec(ctx, "keep an order's visitor", `UPDATE orders SET visitor = $2 WHERE id = $1`, orderID, visitor)
	return err
}

// ForgetVisitors removes who made an order that is not unpaid any more.
func (tx *Tx) ForgetVisitors(ctx context.Context) error {
	_, err := tx.exec(ctx, "forget visitors", `UPDATE orders SET visitor = '' WHERE visitor <> '' AND status <> 'unpaid'`)
	return err
}

// unpaidOrders selects orders of the user $1 that ended before the time $2 and of which no
// money came, $3 at most.
const unpaidOrders = `SELECT o.id FROM orders o WHERE o.user_id = $1 AND o.status IN ('expired', 'canceled') AND o.updated_at < $2
		AND NOT EXISTS (SELECT 1 FROM payment_events e WHERE e.order_id = o.id AND e.kind <> 'failed')
	ORDER BY o.updated_at, o.id LIMIT $3`

// RemoveUnpaidOrders removes orders of a user that ended without a payment before a time, at
// most so many, with what is known of payments that failed. It returns how many orders.
func (tx *Tx) RemoveUnpaidOrders(ctx context.Context, userID int64, before time.Time, most int) (int64, error) {
	// Events refer to orders and go first. Failed payments do not count in the selection, so it finds the same
	// orders again once they are gone.
	if _, err := tx.exec(ctx, "remove failed payments", "DELETE FROM payment_events WHERE order_id IN ("+unpaidOrders+")",
		userID, micros(before), most); err != nil {
		return 0, err
	}
	if err := tx.removeFromCheckouts(ctx, unpaidOrders, userID, micros(before), most); err != nil {
		return 0, err
	}
	return tx.exec(ctx, "remove unpaid orders", "DELETE FROM orders WHERE id IN ("+unpaidOrders+")", userID, micros(before), most)
}

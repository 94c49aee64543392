package store

import (
	"context"
	"time"
)

// RecordPaymentEvent keeps an event of a payment provider; false when it was
// recorded before.
func (tx *Tx) RecordPaymentEvent(ctx context.Context, provider, eventID, kind string, orderID int64, now time.Time) (bool, error) {
	n, err := tx.exec(ctx, "record the payment", `INSERT INTO payment_events (provider, event_id, kind, order_id, created_at)
		VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, event_id) DO NOTHING`, provider, eventID, kind, orderID, micros(now))
	return n > 0, err
}

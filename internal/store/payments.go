package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"vitrine"
)

// InsertOrder stores a new order and sets its identifier. It gives false, and
// stores nothing, when its maker has an order of the same UUID, or when the
// model is not on sale any more as the version that the order was made from.
func (tx *Tx) InsertOrder(ctx context.Context, o *vitrine.Order, modelVersion int64) (bool, error) {
	model, modelErr := json.Marshal(o.Model)
	files, filesErr := json.Marshal(o.Files)
	if err := errors.Join(modelErr, filesErr); err != nil {
		return false, fmt.Errorf("insert the order: %w", err)
	}
	if err := tx.pinLicense(ctx, o.License); err != nil {
		return false, err
	}
	var err error
	o.Version = 1
	o.ID, err = tx.insert(ctx, "insert the order", `
		INSERT INTO orders (uuid, user_id, buyer_id, buyers_email, status, model_id, model, files, price, currency, license_type, license_hash,
			return_url, checkout_key, download_token, live, version, created_at, updated_at, expires_at)
		SELECT $1, $2, $3, $4, $5, m.id, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
		FROM models m WHERE m.id = $20 AND m.version = $21 AND m.status = 'published' AND m.deleted_at IS NULL
		ON CONFLICT (user_id, uuid) DO NOTHING RETURNING id`,
		o.UUID, o.UserID, orNull(o.BuyerID), o.BuyersEmail, string(o.Status), string(model), string(files), int64(o.Price), o.Currency,
		string(o.License.Type), o.License.Hash, o.ReturnURL, o.CheckoutKey, o.DownloadToken, o.Live, o.Version,
		micros(o.CreatedAt), micros(o.UpdatedAt), micros(o.ExpiresAt), o.ModelID, modelVersion)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return false, nil
	}
	return err == nil, err
}

// pinLicense stores a licence's text unless it is known to be stored.
func (tx *Tx) pinLicense(ctx context.Context, license vitrine.PinnedLicense) error {
	if tx.memory.isPinned(license.Hash) {
		return nil
	}
	tx.AfterCommit(func() { tx.memory.pin(license.Hash) })
	_, err := tx.exec(ctx, "pin the license", "INSERT INTO pinned_licenses (hash, body) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING",
		license.Hash, license.Text)
	return err
}

// SetOrderStatus moves an order from the state that it was read in to another;
// Conflict when somebody else was faster.
func (tx *Tx) SetOrderStatus(ctx context.Context, o *vitrine.Order, next vitrine.OrderStatus, now time.Time) error {
	changed := *o
	changed.Status, changed.UpdatedAt = next, now
	switch {
	case next == vitrine.Paid && o.PaidAt.IsZero():
		changed.PaidAt = now
	case next == vitrine.Refunded:
		changed.RefundedAt = now
	}
	n, err := tx.exec(ctx, "change the order", `UPDATE orders SET status = $1, downloads_kept = $2, payment_id = $3, paid_at = $4, refunded_at = $5,
			updated_at = $6, version = version + 1
		WHERE id = $7 AND status = $8 AND version = $9`,
		string(next), o.DownloadsKept, o.PaymentID, micros(changed.PaidAt), micros(changed.RefundedAt), micros(now), o.ID, string(o.Status), o.Version)
	if err != nil {
		return err
	}
	if n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "order %d has changed meanwhile: read it again", o.ID)
	}
	changed.Version++
	*o = changed
	return nil
}

// ExpireOrders ends up to limit unpaid orders whose time is over, and says how
// many there were.
func (tx *Tx) ExpireOrders(ctx context.Context, now time.Time, limit int) (int64, error) {
	return tx.exec(ctx, "expire orders", `UPDATE orders SET status = 'expired', updated_at = $1, version = version + 1
		WHERE status = 'unpaid' AND id IN (SELECT id FROM orders WHERE status = 'unpaid' AND expires_at <= $1 ORDER BY expires_at LIMIT $2)`,
		micros(now), limit)
}

// RecordPaymentEvent keeps an event of a payment provider; false when it was
// recorded before.
func (tx *Tx) RecordPaymentEvent(ctx context.Context, provider, eventID, kind string, orderID int64, now time.Time) (bool, error) {
	n, err := tx.exec(ctx, "record the payment", `INSERT INTO payment_events (provider, event_id, kind, order_id, created_at)
		VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, event_id) DO NOTHING`, provider, eventID, kind, orderID, micros(now))
	return n > 0, err
}

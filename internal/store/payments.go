package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"vitrine"
)

// RecordPaymentEvent keeps an event of a payment provider; false when it was
// recorded before.
func (tx *Tx) RecordPaymentEvent(ctx context.Context, provider, eventID, kind string, orderID int64, now time.Time) (bool, error) {
	n, err := tx.exec(ctx, "record the payment", `INSERT INTO payment_events (provider, event_id, kind, order_id, created_at)
		VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, event_id) DO NOTHING`, provider, eventID, kind, orderID, micros(now))
	return n > 0, err
}

// PaidWith returns the provider whose event made an order paid, as first recorded; ""
// when none did.
func (r *reads) PaidWith(ctx context.Context, orderID int64) (string, error) {
	var provider string
	err := r.q.QueryRowContext(ctx, `SELECT provider FROM payment_events WHERE order_id = $1 AND kind = 'paid'
		ORDER BY created_at, event_id LIMIT 1`, orderID).Scan(&provider)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", r.fail("read who was paid", err)
	}
	return provider, nil
}

// DecideOrder makes another version of an order that somebody decides of: who decides of
// the one before is told.
func (tx *Tx) DecideOrder(ctx context.Context, o *vitrine.Order, now time.Time) error {
	changed := *o
	changed.UpdatedAt = now
	n, err := tx.exec(ctx, "decide of the order", "UPDATE orders SET updated_at = $1, version = version + 1 WHERE id = $2 AND version = $3",
		micros(now), o.ID, o.Version)
	if err != nil {
		return err
	}
	return replaced(o, changed, n)
}

// KeepDownloads notes whether the downloads of an order stay when its money goes
// back. Conflict when the order has changed since it was read.
func (tx *Tx) KeepDownloads(ctx context.Context, o *vitrine.Order, keep bool, now time.Time) error {
	if o.DownloadsKept == keep {
		return nil
	}
	changed := *o
	changed.DownloadsKept, changed.UpdatedAt = keep, now
	n, err := tx.exec(ctx, "change the order", `UPDATE orders SET downloads_kept = $1, updated_at = $2, version = version + 1
		WHERE id = $3 AND version = $4`, keep, micros(now), o.ID, o.Version)
	if err != nil {
		return err
	}
	return replaced(o, changed, n)
}

// RecordNotice records that a provider gave notice of something, and reports whether that was
// the first time.
func (tx *Tx) RecordNotice(ctx context.Context, provider, id string, now time.Time) (first bool, err error) {
	n, err := tx.exec(ctx, "record the notice", `INSERT INTO payment_notices (provider, notice_id, created_at) VALUES ($1, $2, $3)
		ON CONFLICT (provider, notice_id) DO NOTHING`, provider, id, micros(now))
	return n > 0, err
}

// noticesAsked names the setting that says until when all notices of a provider are known.
func noticesAsked(provider string) string { return "notices_asked." + provider }

// NoticesAsked returns until when all that a provider gave notice of is known; zero for never.
func (r *reads) NoticesAsked(ctx context.Context, provider string) (at time.Time, err error) {
	value, err := r.setting(ctx, noticesAsked(provider))
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return at, nil
	}
	if err != nil {
		return at, err
	}
	return time.Parse(time.RFC3339Nano, value)
}

// SetNoticesAsked says until when all that a provider gave notice of is known.
func (tx *Tx) SetNoticesAsked(ctx context.Context, provider string, at time.Time) error {
	return tx.setSetting(ctx, noticesAsked(provider), at.UTC().Format(time.RFC3339Nano))
}

// ForgetNotices removes notices from before a time.
func (tx *Tx) ForgetNotices(ctx context.Context, before time.Time) error {
	_, err := tx.exec(ctx, "forget notices", "DELETE FROM payment_notices WHERE created_at < $1", micros(before))
	return err
}

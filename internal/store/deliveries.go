package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"vitrine"
)

// EndpointState is how an endpoint does, for those who send to it.
type EndpointState struct {
	Failures     int // in a row
	PausedUntil  time.Time
	CountedSince time.Time
	Sent, Failed int64 // since then
}

// EndpointState reads how an endpoint does.
func (r *reads) EndpointState(ctx context.Context, id int64) (s EndpointState, err error) {
	return s, r.row(ctx, fmt.Sprintf("there is no webhook endpoint %d", id), `
		SELECT s.failures, s.paused_until, s.counted_since, s.sent, s.failed FROM webhook_states s WHERE s.endpoint_id = $1`, []any{id},
		&s.Failures, (*stamp)(&s.PausedUntil), (*stamp)(&s.CountedSince), &s.Sent, &s.Failed)
}

// EndpointsDue returns up to limit endpoints that something is to be sent to now and that
// nobody sends to, those first that were left alone longest.
func (r *reads) EndpointsDue(ctx context.Context, now time.Time, limit int) ([]int64, error) {
	b := (&builder{}).add(`SELECT e.id FROM webhook_endpoints e JOIN webhook_states s ON s.endpoint_id = e.id
		WHERE e.disabled_at IS NULL AND e.url <> '' AND s.paused_until <= ? AND s.lease_until <= `, micros(now)).moment(r.dialect, 0)
	b.add(` AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = 'pending' AND d.due_at <= ?)
		ORDER BY s.lease_until, e.id`, micros(now)).window(limit, 0)
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
}

// HoldEndpoint has nobody else send to an endpoint for a time. It reports false when somebody
// does, or it is left alone.
func (tx *Tx) HoldEndpoint(ctx context.Context, id int64, lease Lease, now time.Time) (bool, error) {
	b := (&builder{}).add("UPDATE webhook_states SET lease = ?, lease_until = ", lease.Name).moment(tx.dialect, lease.For)
	b.add(" WHERE endpoint_id = ? AND paused_until <= ? AND (lease = ? OR lease_until <= ", id, micros(now), lease.Name)
	b.moment(tx.dialect, 0).add(")")
	n, err := tx.exec(ctx, "hold an endpoint", b.String(), b.args...)
	return n == 1, err
}

// LeaveEndpoint ends the hold of an endpoint.
func (tx *Tx) LeaveEndpoint(ctx context.Context, id int64, lease string) error {
	b := (&builder{}).add("UPDATE webhook_states SET lease = '', lease_until = ").moment(tx.dialect, 0)
	b.add(" WHERE endpoint_id = ? AND lease = ?", id, lease)
	_, err := tx.exec(ctx, "leave an endpoint", b.String(), b.args...)
	return err
}

const deliveryColumns = `d.id, d.endpoint_id, d.private, d.status, d.attempts, d.due_at, d.created_at, d.settled_at, d.tried_at,
	d.http_status, d.took, d.fault, d.answer, v.id, v.key, v.type, v.object_id, v.sequence, v.seller_id, v.data, v.created_at,
	COALESCE(u.username, ''), CASE WHEN d.private THEN COALESCE(o.buyers_email, '') ELSE '' END`

const deliveryTables = ` FROM webhook_deliveries d JOIN webhook_events v ON v.id = d.event_id LEFT JOIN users u ON u.id = v.seller_id
	LEFT JOIN orders o ON o.id = v.object_id AND v.type LIKE 'order.%'`

func scanDelivery(row scanner) (d vitrine.Delivery, err error) {
	var took int64
	var seller sql.NullInt64
	err = row.Scan(&d.ID, &d.EndpointID, &d.Private, &d.Status, &d.Attempts, (*stamp)(&d.DueAt), (*stamp)(&d.CreatedAt),
		(*stamp)(&d.SettledAt), (*stamp)(&d.Last.At), &d.Last.Status, &took, &d.Last.Fault, &d.Last.Answer,
		&d.Event.ID, &d.Event.Key, &d.Event.Type, &d.Event.ObjectID, &d.Event.Sequence, &seller, &d.Event.Data, (*stamp)(&d.Event.CreatedAt),
		&d.Seller, &d.BuyersEmail)
	d.Last.Took, d.Event.SellerID = time.Duration(took)*time.Microsecond, seller.Int64
	return d, err
}

// DeliveriesDue returns up to limit deliveries to an endpoint that are to be made now, the
// oldest first.
func (r *reads) DeliveriesDue(ctx context.Context, endpointID int64, now time.Time, limit int) ([]vitrine.Delivery, error) {
	b := (&builder{}).add("SELECT "+deliveryColumns+deliveryTables+` WHERE d.endpoint_id = ? AND d.status = 'pending' AND d.due_at <= ?
		ORDER BY d.due_at, d.id`, endpointID, micros(now)).window(limit, 0)
	return query(ctx, r, scanDelivery, b.String(), b.args...)
}

// DeliveriesWaiting returns up to limit deliveries to an endpoint that is polled, the oldest
// first.
func (r *reads) DeliveriesWaiting(ctx context.Context, endpointID int64, limit int) ([]vitrine.Delivery, error) {
	b := (&builder{}).add("SELECT "+deliveryColumns+deliveryTables+" WHERE d.endpoint_id = ? AND d.status = 'pending' ORDER BY d.id",
		endpointID).window(limit, 0)
	return query(ctx, r, scanDelivery, b.String(), b.args...)
}

// Delivery returns a delivery to an endpoint; NotFound when it is none of its own.
func (r *reads) Delivery(ctx context.Context, endpointID, id int64) (d vitrine.Delivery, err error) {
	found, err := query(ctx, r, scanDelivery, "SELECT "+deliveryColumns+deliveryTables+" WHERE d.id = $1 AND d.endpoint_id = $2", id,
		endpointID)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "there is no delivery %d to this endpoint", id)
	}
	if err != nil {
		return d, err
	}
	return found[0], nil
}

// DeliveryPage is a part of what an endpoint was sent.
type DeliveryPage struct {
	Deliveries []vitrine.Delivery
	Next       string // the cursor of the next page, "" at the end
}

// Deliveries lists what an endpoint was sent, and will be, in a state, "" for any; the newest first.
func (r *reads) Deliveries(ctx context.Context, endpointID int64, status string, page vitrine.Page) (found DeliveryPage, err error) {
	after, err := parseCursor(page.Cursor, "deliveries")
	if err != nil {
		return found, err
	}
	b := (&builder{}).add("SELECT "+deliveryColumns+deliveryTables+" WHERE d.endpoint_id = ?", endpointID)
	if status != "" {
		b.add(" AND d.status = ?", status)
	}
	if after.set() {
		b.add(" AND d.id < ?", after.id)
	}
	b.add(" ORDER BY d.id DESC").window(page.Size+1, offset(page, after))
	found.Deliveries, err = query(ctx, r, scanDelivery, b.String(), b.args...)
	if len(found.Deliveries) > page.Size {
		found.Deliveries = found.Deliveries[:page.Size]
		found.Next = next(page, "deliveries", 0, found.Deliveries[page.Size-1].ID)
	}
	return found, err
}

// SettleDelivery notes how an attempt went, in the state and until the time of the next one
// that the delivery has. One that is not pending any more stays as it is.
func (tx *Tx) SettleDelivery(ctx context.Context, d *vitrine.Delivery) error {
	_, err := tx.exec(ctx, "note an attempt", `UPDATE webhook_deliveries SET status = $2, attempts = $3, due_at = $4, settled_at = $5,
			tried_at = $6, http_status = $7, took = $8, fault = $9, answer = $10 WHERE id = $1 AND status = 'pending'`,
		d.ID, d.Status, d.Attempts, micros(d.DueAt), micros(d.SettledAt), micros(d.Last.At), d.Last.Status, d.Last.Took.Microseconds(),
		d.Last.Fault, d.Last.Answer)
	return err
}

// CountAttempts notes how attempts at an endpoint went, and until when it is left alone.
func (tx *Tx) CountAttempts(ctx context.Context, id int64, s EndpointState) error {
	_, err := tx.exec(ctx, "count attempts", `UPDATE webhook_states SET failures = $2, paused_until = $3, counted_since = $4, sent = $5,
		failed = $6 WHERE endpoint_id = $1`, id, s.Failures, s.PausedUntil.UnixMicro(), micros(s.CountedSince), s.Sent, s.Failed)
	return err
}

// NotePoll notes that an endpoint was polled.
func (tx *Tx) NotePoll(ctx context.Context, id int64, now time.Time) error {
	_, err := tx.exec(ctx, "note a poll", "UPDATE webhook_states SET polled_at = $2 WHERE endpoint_id = $1", id, micros(now))
	return err
}

package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"vitrine"
)

// Audience is whom an event concerns; 0 for nobody.
type Audience struct {
	Type          vitrine.EventType
	SellerID      int64 // of the model, file or sale
	MakerID       int64 // of the order
	ApplicationID int64 // that made the order
}

// Want is an endpoint that is to be told of an event.
type Want struct {
	EndpointID int64
	Private    bool // it may know who bought
}

// Wants returns the endpoints that are to be told of an event: those of the application that
// made an order, of who made it, of the seller, and of operators. An endpoint whose owner is
// suspended, or lets the application do nothing any more, is told nothing.
func (r *reads) Wants(ctx context.Context, a Audience) ([]Want, error) {
	return query(ctx, r, func(row scanner) (w Want, err error) { return w, row.Scan(&w.EndpointID, &w.Private) }, `
		SELECT e.id, CASE WHEN e.whole OR e.application_id = $1 OR e.user_id = $2 THEN TRUE ELSE FALSE END
		FROM webhook_endpoints e JOIN users u ON u.id = e.user_id
			LEFT JOIN applications a ON a.id = e.application_id LEFT JOIN grants g ON g.id = e.grant_id
		WHERE e.id IN (SELECT id FROM webhook_endpoints WHERE whole
				UNION ALL SELECT id FROM webhook_endpoints WHERE application_id = $1 AND grant_id IS NULL
				UNION ALL SELECT id FROM webhook_endpoints WHERE user_id IN ($2, $3) AND (application_id IS NULL OR grant_id IS NOT NULL))
			AND e.disabled_at IS NULL AND u.suspended_at IS NULL AND (u.is_admin OR NOT e.whole)
			AND a.removed_at IS NULL AND g.revoked_at IS NULL AND (e.events = '' OR e.events LIKE $4)
		ORDER BY e.id`, a.ApplicationID, a.MakerID, a.SellerID, "% "+string(a.Type)+" %")
}

// InsertEvent writes an event down for those who want it, and sets its id and its number among
// the events of its object.
func (tx *Tx) InsertEvent(ctx context.Context, e *vitrine.Event, wants []Want) error {
	err := tx.statements.QueryRowContext(ctx, `INSERT INTO webhook_counts (object, object_id, last) VALUES ($1, $2, 1)
		ON CONFLICT (object, object_id) DO UPDATE SET last = webhook_counts.last + 1 RETURNING last`, e.Type.Object(),
		e.ObjectID).Scan(&e.Sequence)
	if err != nil {
		return tx.fail("count the event", err)
	}
	e.ID, err = tx.insert(ctx, "insert the event", `INSERT INTO webhook_events (key, type, object_id, sequence, seller_id, data, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
		e.Key, string(e.Type), e.ObjectID, e.Sequence, orNull(e.SellerID), e.Data, micros(e.CreatedAt))
	if err != nil {
		return err
	}
	b := (&builder{}).add("INSERT INTO webhook_deliveries (endpoint_id, event_id, private, status, attempts, due_at, created_at, " +
		"http_status, " +
		"took, fault, answer) VALUES ")
	for i, w := range wants {
		b.add(separator(i, ", ")+"(?, ?, ?, 'pending', 0, ?, ?, 0, 0, '', '')", w.EndpointID, e.ID, w.Private, micros(e.CreatedAt),
			micros(e.CreatedAt))
	}
	_, err = tx.exec(ctx, "insert deliveries", b.String(), b.args...)
	return err
}

// RedeliverOne has an endpoint told of an event once more; NotFound when the delivery is none
// of its own. It returns the number of the new delivery.
func (tx *Tx) RedeliverOne(ctx context.Context, endpointID, id int64, now time.Time) (int64, error) {
	return tx.insert(ctx, "redeliver", redeliver+" AND d.id = $3 RETURNING id", endpointID, micros(now), id)
}

const redeliver = `INSERT INTO webhook_deliveries (endpoint_id, event_id, private, status, attempts, due_at, created_at, http_status,
		took, fault, answer)
	SELECT d.endpoint_id, d.event_id, d.private, 'pending', 0, CAST($2 AS BIGINT), CAST($2 AS BIGINT), 0, 0, '',
		'' FROM webhook_deliveries d WHERE d.endpoint_id = $1`

// Range is a part of what an endpoint was told of.
type Range struct {
	From, Until time.Time // when the events happened; Until is not in it
	FailedAlone bool
}

// RedeliverRange has an endpoint told once more of up to limit events, the oldest first, each
// once and not those that are on their way, and says how many there were.
func (tx *Tx) RedeliverRange(ctx context.Context, endpointID int64, what Range, now time.Time, limit int) (int64, error) {
	b := (&builder{}).add(`INSERT INTO webhook_deliveries (endpoint_id, event_id, private, status, attempts, due_at, created_at, http_status,
			took, fault, answer)
		SELECT d.endpoint_id, d.event_id, d.private, 'pending', 0, CAST(? AS BIGINT), CAST(? AS BIGINT), 0, 0, '', ''
		FROM webhook_deliveries d JOIN webhook_events v ON v.id = d.event_id WHERE d.id IN (
			SELECT max(o.id) FROM webhook_deliveries o WHERE o.endpoint_id = ? GROUP BY o.event_id)
		AND d.status <> 'pending'`, micros(now), micros(now), endpointID)
	if what.FailedAlone {
		b.add(" AND d.status = 'failed'")
	}
	b.add(" AND v.created_at >= ? AND v.created_at < ? ORDER BY d.id", micros(what.From), micros(what.Until)).window(limit, 0)
	return tx.exec(ctx, "redeliver a range", b.String(), b.args...)
}

// GiveUpDeliveries ends deliveries that wait since before a time, and were never tried in time.
func (tx *Tx) GiveUpDeliveries(ctx context.Context, before, now time.Time, fault string, limit int) (int64, error) {
	b := (&builder{}).add(`UPDATE webhook_deliveries SET status = 'failed', settled_at = ?, fault = ?
		WHERE status = 'pending' AND id IN (SELECT id FROM webhook_deliveries WHERE status = 'pending' AND created_at < ?`,
		micros(now), fault, micros(before)).window(limit, 0).add(")")
	return tx.exec(ctx, "give up deliveries", b.String(), b.args...)
}

// ForgetEvents removes up to limit events of before a time with their deliveries, and says how
// many there were.
func (tx *Tx) ForgetEvents(ctx context.Context, before time.Time, limit int) (int64, error) {
	b := (&builder{}).add("SELECT id FROM webhook_events WHERE created_at < ? ORDER BY created_at", micros(before)).window(limit, 0)
	ids, err := query(ctx, &tx.reads, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	for _, statement := range []string{"DELETE FROM webhook_deliveries WHERE event_id ", "DELETE FROM webhook_events WHERE id "} {
		b := (&builder{}).add(statement).among(tx.dialect, ids)
		if _, err := tx.exec(ctx, "forget events", b.String(), b.args...); err != nil {
			return 0, err
		}
	}
	return int64(len(ids)), nil
}

// ForgetEventData leaves nothing but numbers of the events of a seller.
func (tx *Tx) ForgetEventData(ctx context.Context, sellerID int64) error {
	_, err := tx.exec(ctx, "forget what events say", "UPDATE webhook_events SET data = '' WHERE seller_id = $1", sellerID)
	return err
}

// ToldModel is what programs are told of a model.
type ToldModel struct {
	ID       int64
	AuthorID int64
	DraftOf  int64 // the published model whose draft version it is; 0 for none
	Title    string
	Slug     string
	Status   vitrine.Status
	Price    *vitrine.Amount
	Deleted  bool
}

// ToldModel reads what programs are told of a model, also of one that was deleted.
func (r *reads) ToldModel(ctx context.Context, id int64) (m ToldModel, err error) {
	var draftOf, price sql.NullInt64
	err = r.row(ctx, fmt.Sprintf("there is no model %d", id), `SELECT id, author_id, draft_of, title, slug, status, price,
			CASE WHEN deleted_at IS NULL THEN FALSE ELSE TRUE END FROM models WHERE id = $1`, []any{id},
		&m.ID, &m.AuthorID, &draftOf, &m.Title, &m.Slug, &m.Status, &price, &m.Deleted)
	m.DraftOf = draftOf.Int64
	if price.Valid {
		amount := vitrine.Amount(price.Int64)
		m.Price = &amount
	}
	return m, err
}

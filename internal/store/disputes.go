package store

import (
	"context"
	"encoding/json"
	"time"

	"vitrine"
)

const disputeColumns = `d.id, d.order_id, d.provider, d.object, d.payment, d.amount, d.currency, d.reason, d.status, d.due_at, d.evidence, d.sent_at,
	d.sent_by, d.tell_due, d.version, d.created_at, d.updated_at, d.closed_at`

func scanDispute(row scanner) (d vitrine.Dispute, err error) {
	var evidence string
	err = row.Scan(&d.ID, &d.OrderID, &d.Provider, &d.Object, &d.Payment, &d.Amount, &d.Currency, &d.Reason, &d.Status, (*stamp)(&d.DueAt),
		&evidence,
		(*stamp)(&d.SentAt), &d.SentBy, &d.TellDue, &d.Version, (*stamp)(&d.CreatedAt), (*stamp)(&d.UpdatedAt), (*stamp)(&d.ClosedAt))
	if err == nil && evidence != "" {
		err = json.Unmarshal([]byte(evidence), &d.Evidence)
	}
	return d, err
}

// InsertDispute adds a dispute and sets its id. It returns false, and adds nothing, when it is there.
func (tx *Tx) InsertDispute(ctx context.Context, d *vitrine.Dispute) (bool, error) {
	d.Version, d.UpdatedAt = 1, d.CreatedAt
	ids, err := query(ctx, &tx.reads, scanID, `INSERT INTO disputes (order_id, provider, object, payment, amount, currency, reason, status, due_at,
			evidence, sent_by, tell_due, version, created_at, updated_at, closed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', '', $10, 1, $11, $11, $12) ON CONFLICT (provider, object, order_id) DO NOTHING RETURNING id`,
		d.OrderID, d.Provider, d.Object, d.Payment, int64(d.Amount), d.Currency, d.Reason, string(d.Status), micros(d.DueAt), d.TellDue,
		micros(d.CreatedAt), micros(d.ClosedAt))
	if err != nil || len(ids) == 0 {
		return false, err
	}
	d.ID = ids[0]
	return true, nil
}

// UpdateDispute stores what became of a dispute; Conflict when somebody was faster.
func (tx *Tx) UpdateDispute(ctx context.Context, d *vitrine.Dispute, now time.Time) error {
	evidence := ""
	if !d.Evidence.Empty() {
		text, err := json.Marshal(d.Evidence)
		if err != nil {
			return err
		}
		evidence = string(text)
	}
	n, err := tx.exec(ctx, "change the dispute", `UPDATE disputes SET amount = $1, reason = $2, status = $3, due_at = $4, evidence = $5, sent_at = $6,
			sent_by = $7, tell_due = $8, updated_at = $9, closed_at = $10, version = version + 1 WHERE id = $11 AND version = $12`,
		int64(d.Amount), d.Reason, string(d.Status), micros(d.DueAt), evidence, micros(d.SentAt), d.SentBy, d.TellDue, micros(now),
		micros(d.ClosedAt), d.ID, d.Version)
	if err == nil && n == 0 {
		err = vitrine.Errorf(vitrine.Conflict, "dispute %d has changed meanwhile: read it again", d.ID)
	}
	if err == nil {
		d.Version, d.UpdatedAt = d.Version+1, now
	}
	return err
}

// Dispute reads a dispute; NotFound when there is none.
func (r *reads) Dispute(ctx context.Context, id int64) (vitrine.Dispute, error) {
	return first(query(ctx, r, scanDispute, "SELECT "+disputeColumns+" FROM disputes d WHERE d.id = $1", id))("there is no dispute %d", id)
}

// DisputesByObject lists what a provider's dispute is of: one for each order.
func (r *reads) DisputesByObject(ctx context.Context, provider, object string) ([]vitrine.Dispute, error) {
	return query(ctx, r, scanDispute, "SELECT "+disputeColumns+" FROM disputes d WHERE d.provider = $1 AND d.object = $2 ORDER BY d.id",
		provider, object)
}

// DisputesOfOrder lists the disputes of an order, the oldest first.
func (r *reads) DisputesOfOrder(ctx context.Context, orderID int64) ([]vitrine.Dispute, error) {
	return query(ctx, r, scanDispute, "SELECT "+disputeColumns+" FROM disputes d WHERE d.order_id = $1 ORDER BY d.id", orderID)
}

// OpenDisputeOf returns the number of a dispute that is not over, and by which a bank has money of a payment; 0 where there is none.
func (r *reads) OpenDisputeOf(ctx context.Context, provider, payment string) (id int64, err error) {
	return id, r.row(ctx, "", `SELECT COALESCE(min(d.id), 0) FROM disputes d
		WHERE d.closed_at IS NULL AND d.provider = $1 AND d.payment = $2 AND d.status IN ('needs_response', 'under_review')`,
		[]any{provider, payment}, &id)
}

// DisputeQuery asks for disputes.
type DisputeQuery struct {
	Over   bool // those that are over, the newest first; else the open ones, whose time runs out first
	Before int64
	Limit  int
}

// Disputes lists disputes.
func (r *reads) Disputes(ctx context.Context, q DisputeQuery) ([]vitrine.Dispute, error) {
	b := (&builder{}).add("SELECT " + disputeColumns + " FROM disputes d WHERE ")
	if q.Over {
		b.add("d.closed_at IS NOT NULL")
		if q.Before > 0 {
			b.add(" AND d.id < ?", q.Before)
		}
		b.add(" ORDER BY d.id DESC")
	} else {
		b.add("d.closed_at IS NULL ORDER BY CASE WHEN d.due_at IS NULL THEN 1 ELSE 0 END, d.due_at, d.id")
	}
	return query(ctx, r, scanDispute, b.window(q.Limit, 0).String(), b.args...)
}

// DisputesToTell lists up to limit open disputes whose time is over at a moment, and of which nobody was told.
func (r *reads) DisputesToTell(ctx context.Context, by time.Time, limit int) ([]vitrine.Dispute, error) {
	b := (&builder{}).add("SELECT "+disputeColumns+" FROM disputes d WHERE d.tell_due AND d.due_at <= ? ORDER BY d.due_at", micros(by))
	return query(ctx, r, scanDispute, b.window(limit, 0).String(), b.args...)
}

// OpenDisputes is how many disputes are not over, and the first of their deadlines.
func (r *reads) OpenDisputes(ctx context.Context) (n int64, due time.Time, err error) {
	err = r.row(ctx, "", "SELECT count(*), min(due_at) FROM disputes WHERE closed_at IS NULL", nil, &n, (*stamp)(&due))
	return n, due, err
}

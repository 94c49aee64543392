package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

const refundColumns = `r.id, r.order_id, r.request_id, r.needless, r.provider, r.payment, r.object, r.amount, r.currency, r.state, r.reason, r.note,
	r.failure, r.keep_downloads, r.by_id, r.by_name, r.version, r.created_at, r.updated_at, r.settled_at`

func scanRefund(row scanner) (f vitrine.Refund, err error) {
	var request, by sql.NullInt64
	err = row.Scan(&f.ID, &f.OrderID, &request, &f.Needless, &f.Provider, &f.Payment, &f.Object, &f.Amount, &f.Currency, &f.State, &f.Reason,
		&f.Note, &f.Failure, &f.KeepDownloads, &by, &f.By, &f.Version, (*stamp)(&f.CreatedAt), (*stamp)(&f.UpdatedAt), (*stamp)(&f.SettledAt))
	f.RequestID, f.ByID = request.Int64, by.Int64
	return f, err
}

// InsertRefund adds a refund and sets its id.
func (tx *Tx) InsertRefund(ctx context.Context, f *vitrine.Refund) error {
	f.Version, f.UpdatedAt = 1, f.CreatedAt
	return tx.row(ctx, "", `INSERT INTO refunds (order_id, request_id, needless, provider, payment, object, amount, currency, state, reason, note,
			failure, keep_downloads, by_id, by_name, version, created_at, updated_at, settled_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18) RETURNING id`,
		[]any{f.OrderID, orNull(f.RequestID), f.Needless, f.Provider, f.Payment, f.Object, int64(f.Amount), f.Currency, string(f.State),
			string(f.Reason), f.Note, f.Failure, f.KeepDownloads, orNull(f.ByID), f.By, f.Version, micros(f.CreatedAt), micros(f.SettledAt)}, &f.ID)
}

// UpdateRefund stores what became of a refund; Conflict when somebody was faster.
func (tx *Tx) UpdateRefund(ctx context.Context, f *vitrine.Refund, now time.Time) error {
	n, err := tx.exec(ctx, "change the refund", `UPDATE refunds SET object = $1, amount = $2, state = $3, failure = $4, provider = $5, note = $6,
			updated_at = $7, settled_at = $8, version = version + 1
		WHERE id = $9 AND version = $10`, f.Object, int64(f.Amount), string(f.State), f.Failure, f.Provider, f.Note, micros(now),
		micros(f.SettledAt), f.ID, f.Version)
	if err == nil && n == 0 {
		err = vitrine.Errorf(vitrine.Conflict, "refund %d has changed meanwhile: read it again", f.ID)
	}
	if err == nil {
		f.Version, f.UpdatedAt = f.Version+1, now
	}
	return err
}

// Refund reads a refund; NotFound when there is none.
func (r *reads) Refund(ctx context.Context, id int64) (vitrine.Refund, error) {
	return first(query(ctx, r, scanRefund, "SELECT "+refundColumns+" FROM refunds r WHERE r.id = $1", id))("there is no refund %d", id)
}

// RefundsOfOrder lists the refunds of an order, the oldest first.
func (r *reads) RefundsOfOrder(ctx context.Context, orderID int64) ([]vitrine.Refund, error) {
	return query(ctx, r, scanRefund, "SELECT "+refundColumns+" FROM refunds r WHERE r.order_id = $1 ORDER BY r.id", orderID)
}

// RefundsWaiting lists up to limit refunds that money is still to move for, those first that somebody has to send by hand.
func (r *reads) RefundsWaiting(ctx context.Context, limit int) ([]vitrine.Refund, error) {
	b := (&builder{}).add("SELECT " + refundColumns + ` FROM refunds r WHERE r.state IN ('asked', 'pending', 'owed')
		ORDER BY CASE r.state WHEN 'owed' THEN 0 ELSE 1 END, r.id`)
	return query(ctx, r, scanRefund, b.window(limit, 0).String(), b.args...)
}

// SetRefunded notes how much of an order has gone back, or was lost. Conflict when it has changed since it was read.
func (tx *Tx) SetRefunded(ctx context.Context, o *vitrine.Order, gone vitrine.Amount, now time.Time) error {
	changed := *o
	changed.Refunded, changed.UpdatedAt = gone, now
	ids, told, err := tx.changeOrders(ctx, "UPDATE orders SET refunded = $1, updated_at = $2, version = version + 1 WHERE id = $3 "+
		"AND version = $4",
		int64(gone), micros(now), o.ID, o.Version)
	if err != nil {
		return err
	}
	if err := replaced(o, changed, int64(len(ids))); err != nil {
		return err
	}
	if told && o.Status != vitrine.Refunded { // else it was told of that
		copied := *o
		tx.Happens(Happened{Type: vitrine.OrderEvent(vitrine.Refunded), Order: &copied})
	}
	return nil
}

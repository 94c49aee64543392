package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

const requestColumns = `q.id, q.order_id, q.buyer_id, q.seller_id, q.title, q.amount, q.granted, q.currency, q.reason, q.body, q.state, q.due_at, q.seller_answer,
	q.desk_answer, q.answered_by_id, q.answered_by, q.version, q.created_at, q.updated_at, q.answered_at, q.ended_at`

func scanRequest(row scanner) (q vitrine.RefundRequest, err error) {
	var buyer, by sql.NullInt64
	err = row.Scan(&q.ID, &q.OrderID, &buyer, &q.SellerID, &q.Title, &q.Amount, &q.Granted, &q.Currency, &q.Reason, &q.Text, &q.State,
		(*stamp)(&q.DueAt), &q.SellerAnswer, &q.DeskAnswer, &by, &q.AnsweredBy, &q.Version, (*stamp)(&q.CreatedAt), (*stamp)(&q.UpdatedAt),
		(*stamp)(&q.AnsweredAt), (*stamp)(&q.EndedAt))
	q.BuyerID, q.AnsweredByID = buyer.Int64, by.Int64
	return q, err
}

// InsertRefundRequest adds a request and sets its id; Conflict when another of the order is not over.
func (tx *Tx) InsertRefundRequest(ctx context.Context, q *vitrine.RefundRequest) error {
	q.Version, q.UpdatedAt = 1, q.CreatedAt
	ids, err := query(ctx, &tx.reads, scanID, `INSERT INTO refund_requests (order_id, buyer_id, seller_id, title, amount, granted, currency, reason, body, state,
			due_at, seller_answer, desk_answer, answered_by, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9, $10, '', '', '', 1, $11, $11) ON CONFLICT (order_id) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
		q.OrderID, orNull(q.BuyerID), q.SellerID, q.Title, int64(q.Amount), q.Currency, string(q.Reason), q.Text, string(q.State),
		micros(q.DueAt), micros(q.CreatedAt))
	if err == nil && len(ids) == 0 {
		err = vitrine.Errorf(vitrine.Conflict, "the money of order %d was asked for already: see what is answered", q.OrderID)
	}
	if err == nil {
		q.ID = ids[0]
	}
	return err
}

// UpdateRefundRequest stores what became of a request; Conflict when somebody was faster.
func (tx *Tx) UpdateRefundRequest(ctx context.Context, q *vitrine.RefundRequest, now time.Time) error {
	n, err := tx.exec(ctx, "change the request", `UPDATE refund_requests SET state = $1, due_at = $2, seller_answer = $3, desk_answer = $4,
			answered_by_id = $5, answered_by = $6, updated_at = $7, answered_at = $8, ended_at = $9, granted = $10, version = version + 1
		WHERE id = $11 AND version = $12`, string(q.State), micros(q.DueAt), q.SellerAnswer, q.DeskAnswer, orNull(q.AnsweredByID), q.AnsweredBy,
		micros(now), micros(q.AnsweredAt), micros(q.EndedAt), int64(q.Granted), q.ID, q.Version)
	if err == nil && n == 0 {
		err = vitrine.Errorf(vitrine.Conflict, "request %d has changed meanwhile: read it again", q.ID)
	}
	if err == nil {
		q.Version, q.UpdatedAt = q.Version+1, now
	}
	return err
}

// RefundRequest reads a request; NotFound when there is none.
func (r *reads) RefundRequest(ctx context.Context, id int64) (vitrine.RefundRequest, error) {
	found, err := query(ctx, r, scanRequest, "SELECT "+requestColumns+" FROM refund_requests q WHERE q.id = $1", id)
	return first(found, err)("there is no refund request %d", id)
}

// RequestsOfOrder lists the requests of an order, the oldest first.
func (r *reads) RequestsOfOrder(ctx context.Context, orderID int64) ([]vitrine.RefundRequest, error) {
	return query(ctx, r, scanRequest, "SELECT "+requestColumns+" FROM refund_requests q WHERE q.order_id = $1 ORDER BY q.id", orderID)
}

// RequestsDue lists up to limit requests whose time is over, the oldest first.
func (r *reads) RequestsDue(ctx context.Context, now time.Time, limit int) ([]vitrine.RefundRequest, error) {
	b := (&builder{}).add("SELECT "+requestColumns+" FROM refund_requests q WHERE q.due_at <= ? ORDER BY q.due_at, q.id", micros(now))
	return query(ctx, r, scanRequest, b.window(limit, 0).String(), b.args...)
}

// RefundRequestQuery says which requests are listed.
type RefundRequestQuery struct {
	BuyerID  int64 // 0: anybody's
	SellerID int64 // 0: of what anybody sold
	OrderID  int64 // 0: of any order

	ApplicationID int64                      // that made the order; 0: anybody
	State         vitrine.RefundRequestState // "": any
	Page          vitrine.Page
}

// RefundRequestPage is a part of a list of requests.
type RefundRequestPage struct {
	Requests []vitrine.RefundRequest
	Next     string // the cursor of the next page, "" at the end
}

// RefundRequests lists requests, the newest first.
func (r *reads) RefundRequests(ctx context.Context, q RefundRequestQuery) (page RefundRequestPage, err error) {
	after, err := parseCursor(q.Page.Cursor, "refund_requests")
	if err != nil {
		return page, err
	}
	b := (&builder{}).add("SELECT " + requestColumns + " FROM refund_requests q WHERE q.id > 0")
	if q.BuyerID != 0 {
		b.add(" AND q.buyer_id = ?", q.BuyerID)
	}
	if q.SellerID != 0 {
		b.add(" AND q.seller_id = ?", q.SellerID)
	}
	if q.OrderID != 0 {
		b.add(" AND q.order_id = ?", q.OrderID)
	}
	if q.ApplicationID != 0 {
		b.add(" AND EXISTS (SELECT 1 FROM orders o WHERE o.id = q.order_id AND o.application_id = ?)", q.ApplicationID)
	}
	if q.State != "" {
		b.add(" AND q.state = ?", string(q.State))
	}
	if after.set() {
		b.add(" AND q.id < ?", after.id)
	}
	b.add(" ORDER BY q.id DESC").window(q.Page.Size+1, 0)
	page.Requests, err = query(ctx, r, scanRequest, b.String(), b.args...)
	if err == nil && len(page.Requests) > q.Page.Size {
		page.Requests = page.Requests[:q.Page.Size]
		page.Next = next(q.Page, "refund_requests", 0, page.Requests[q.Page.Size-1].ID)
	}
	return page, err
}

// CountRequests counts requests in a state.
func (r *reads) CountRequests(ctx context.Context, state vitrine.RefundRequestState) (n int64, err error) {
	return n, r.row(ctx, "", "SELECT count(*) FROM refund_requests q WHERE q.state = $1", []any{string(state)}, &n)
}

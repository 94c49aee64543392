package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"vitrine"
)

const orderColumns = `o.id, o.uuid, o.user_id, o.buyer_id, o.buyers_email, o.status, o.model_id, o.model, o.files, o.price, o.currency,
	o.license_type, o.license_hash, l.body, o.return_url, o.checkout_key, o.download_token, o.downloads_kept, o.live,
	o.payment_id, o.version, o.created_at, o.updated_at, o.expires_at, o.paid_at, o.refunded_at`

const orderTables = ` FROM orders o JOIN pinned_licenses l ON l.hash = o.license_hash`

func scanOrder(row scanner) (*vitrine.Order, error) {
	o := &vitrine.Order{}
	var buyer sql.NullInt64
	var model, files string
	err := row.Scan(&o.ID, &o.UUID, &o.UserID, &buyer, &o.BuyersEmail, &o.Status, &o.ModelID, &model, &files, &o.Price, &o.Currency,
		&o.License.Type, &o.License.Hash, &o.License.Text, &o.ReturnURL, &o.CheckoutKey, &o.DownloadToken, &o.DownloadsKept, &o.Live,
		&o.PaymentID, &o.Version, (*stamp)(&o.CreatedAt), (*stamp)(&o.UpdatedAt), (*stamp)(&o.ExpiresAt), (*stamp)(&o.PaidAt), (*stamp)(&o.RefundedAt))
	if err != nil {
		return nil, err
	}
	o.BuyerID = buyer.Int64
	return o, errors.Join(json.Unmarshal([]byte(model), &o.Model), json.Unmarshal([]byte(files), &o.Files))
}

func (r *reads) order(ctx context.Context, missing, where string, args ...any) (*vitrine.Order, error) {
	o, err := scanOrder(r.q.QueryRowContext(ctx, "SELECT "+orderColumns+orderTables+" WHERE "+where, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, vitrine.Errorf(vitrine.NotFound, "%s", missing)
	}
	if err != nil {
		return nil, r.fail("read the order", err)
	}
	return o, nil
}

// Order gives an order, whoever's it is.
func (r *reads) Order(ctx context.Context, id int64) (*vitrine.Order, error) {
	return r.order(ctx, fmt.Sprintf("there is no order %d", id), "o.id = $1", id)
}

// OwnOrder gives an order that the user made.
func (r *reads) OwnOrder(ctx context.Context, userID, id int64) (*vitrine.Order, error) {
	return r.order(ctx, fmt.Sprintf("there is no order %d", id), "o.id = $1 AND o.user_id = $2", id, userID)
}

// OrderByUUID gives an order by the identifier that its maker gave it.
func (r *reads) OrderByUUID(ctx context.Context, userID int64, uuid string) (*vitrine.Order, error) {
	return r.order(ctx, "there is no such order", "o.user_id = $1 AND o.uuid = $2", userID, uuid)
}

// OrderByCheckoutKey gives the order of a checkout page.
func (r *reads) OrderByCheckoutKey(ctx context.Context, key string) (*vitrine.Order, error) {
	return r.order(ctx, "there is no such order", "o.checkout_key = $1", key)
}

// OrderByDownloadToken gives the order that a download token belongs to.
func (r *reads) OrderByDownloadToken(ctx context.Context, token string) (*vitrine.Order, error) {
	return r.order(ctx, "there is no such order", "o.download_token = $1", token)
}

// OrdersOfBuyer gives what opens a model's files to a user, or soon may: of the
// orders that opened the same files the newest, and the newest unpaid order.
func (r *reads) OrdersOfBuyer(ctx context.Context, buyerID, modelID int64) ([]*vitrine.Order, error) {
	return query(ctx, r, scanOrder, "SELECT "+orderColumns+orderTables+` WHERE o.id IN (
			SELECT max(id) FROM orders WHERE buyer_id = $1 AND model_id = $2 AND status IN ('paid', 'disputed', 'refunded')
				AND (status <> 'refunded' OR downloads_kept) GROUP BY files
			UNION ALL
			SELECT max(id) FROM orders WHERE buyer_id = $1 AND model_id = $2 AND status = 'unpaid')
		ORDER BY o.id DESC`, buyerID, modelID)
}

// HasBought says whether a user has a paid order of a model.
func (r *reads) HasBought(ctx context.Context, buyerID, modelID int64) (bool, error) {
	var bought bool
	err := r.q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM orders
		WHERE buyer_id = $1 AND model_id = $2 AND status IN ('paid', 'disputed'))`, buyerID, modelID).Scan(&bought)
	if err != nil {
		return false, r.fail("look for an order", err)
	}
	return bought, nil
}

// OrderPage is a part of a list of orders.
type OrderPage struct {
	Orders []*vitrine.Order
	Total  vitrine.Total
	Next   string
}

// Orders lists the orders that a user made, newest first. An unpaid order whose
// time is over now counts as expired.
func (r *reads) Orders(ctx context.Context, q vitrine.OrderQuery, now time.Time) (OrderPage, error) {
	after, err := parseCursor(q.Page.Cursor, "orders")
	if err != nil {
		return OrderPage{}, err
	}
	where := ordersWhere(q, now)
	total, err := r.boundedCount(ctx, (&builder{}).add("orders o").splice(where))
	if err != nil {
		return OrderPage{}, err
	}
	b := &builder{}
	b.add("SELECT " + orderColumns + orderTables).splice(where)
	if after.set() {
		b.add(" AND o.id < ?", after.id)
	}
	b.add(" ORDER BY o.id DESC").window(q.Page.Size+1, offset(q.Page, after))
	found, err := query(ctx, r, scanOrder, b.String(), b.args...)
	if err != nil {
		return OrderPage{}, err
	}
	page := OrderPage{Orders: found, Total: total}
	if len(found) > q.Page.Size {
		page.Orders = found[:q.Page.Size]
		page.Next = cursor{"orders", 0, page.Orders[q.Page.Size-1].ID}.String()
	}
	return page, nil
}

func ordersWhere(q vitrine.OrderQuery, now time.Time) *builder {
	where := (&builder{}).add(" WHERE o.user_id = ?", q.UserID)
	switch q.Status {
	case "":
	case vitrine.Unpaid:
		where.add(" AND o.status = 'unpaid' AND o.expires_at > ?", micros(now))
	case vitrine.Expired:
		where.add(" AND (o.status = 'expired' OR o.status = 'unpaid' AND o.expires_at <= ?)", micros(now))
	default:
		where.add(" AND o.status = ?", string(q.Status))
	}
	return where
}

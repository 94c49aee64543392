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
	if tx.cache.isPinned(license.Hash) {
		return nil
	}
	tx.AfterCommit(func() { tx.cache.pin(license.Hash) })
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

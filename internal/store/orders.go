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

// orderColumns are those of an order; of an entry in a list the licence's text is
// left out.
const (
	orderColumns = orderHead + ", l.body, " + orderTail
	entryColumns = orderHead + ", '', " + orderTail
)

const orderHead = `o.id, o.uuid, o.user_id, o.application_id, o.buyer_id, o.buyers_email, o.status, o.model_id, o.model, o.files, o.price,
	o.currency, o.share,
	o.license_type, o.license_name, o.license_version, o.license_hash`

const orderTail = `o.return_url, o.checkout_key, o.download_token, o.downloads_kept, o.live,
	o.payment_id, o.again, o.paying_until, o.confirming, o.canceled_because, o.version, o.created_at, o.updated_at,
	o.expires_at, o.paid_at, o.refunded_at,
	o.language, o.waiver_hash, o.waived_at, o.coupon_id, o.coupon_code, o.list_price, o.purchase, o.billing, o.tax, o.refunded,
	o.bundle_id, o.bundle_price, o.bundle_orders`

const orderTables = ` FROM orders o JOIN pinned_licenses l ON l.hash = o.license_hash`

func (r *reads) scanOrder(row scanner) (*vitrine.Order, error) {
	o := &vitrine.Order{}
	var application, buyer, coupon, list, bundle, part, among sql.NullInt64
	var model, files, token, billing, tax string
	err := row.Scan(&o.ID, &o.UUID, &o.UserID, &application, &buyer, &o.BuyersEmail, &o.Status, &o.ModelID, &model, &files, &o.Price,
		&o.Currency, &o.Share,
		&o.License.Type, &o.License.Name, &o.License.Version, &o.License.Hash, &o.License.Text, &o.ReturnURL, &o.Handle,
		&token, &o.DownloadsKept, &o.Live,
		&o.PaymentID, &o.Again, (*stamp)(&o.PayingUntil), &o.Confirming, &o.CanceledBecause, &o.Version,
		(*stamp)(&o.CreatedAt), (*stamp)(&o.UpdatedAt), (*stamp)(&o.ExpiresAt), (*stamp)(&o.PaidAt), (*stamp)(&o.RefundedAt),
		&o.Language, &o.Waiver.Hash, (*stamp)(&o.Waiver.At), &coupon, &o.Discount.Code, &list, &o.Discount.Purchase,
		&billing, &tax, &o.Refunded, &bundle, &part, &among)
	if err != nil {
		return nil, err
	}
	o.ApplicationID, o.BuyerID = application.Int64, buyer.Int64
	o.Discount.CouponID, o.Discount.List = coupon.Int64, vitrine.Amount(list.Int64)
	o.Discount.Bundle = vitrine.BundlePart{ID: bundle.Int64, Price: vitrine.Amount(part.Int64), Orders: int(among.Int64)}
	r.deriveSecrets(o, token)
	return o, errors.Join(json.Unmarshal([]byte(model), &o.Model), json.Unmarshal([]byte(files), &o.Files), readTax(o, billing, tax))
}

func (r *reads) order(ctx context.Context, missing, where string, args ...any) (*vitrine.Order, error) {
	o, err := r.scanOrder(r.q.QueryRowContext(ctx, "SELECT "+orderColumns+orderTables+" WHERE "+where, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, vitrine.Errorf(vitrine.NotFound, "%s", missing)
	}
	if err != nil {
		return nil, r.fail("read the order", err)
	}
	return o, nil
}

// Order returns an order, whoever's it is.
func (r *reads) Order(ctx context.Context, id int64) (*vitrine.Order, error) {
	return r.order(ctx, fmt.Sprintf("there is no order %d", id), "o.id = $1", id)
}

// OwnOrder returns an order that the user made.
func (r *reads) OwnOrder(ctx context.Context, userID, id int64) (*vitrine.Order, error) {
	return r.order(ctx, fmt.Sprintf("there is no order %d", id), "o.id = $1 AND o.user_id = $2", id, userID)
}

// OrderByUUID returns an order by the identifier that its maker gave it.
func (r *reads) OrderByUUID(ctx context.Context, userID int64, uuid string) (*vitrine.Order, error) {
	return r.order(ctx, "there is no such order", "o.user_id = $1 AND o.uuid = $2", userID, uuid)
}

// known marks the error of an order that was asked for by a secret.
func known(o *vitrine.Order, err error) (*vitrine.Order, error) {
	if e, ok := errors.AsType[*vitrine.Error](err); ok && e.Code == vitrine.NotFound {
		e.Err = vitrine.ErrUnknownSecret
	}
	return o, err
}

// OrdersOfBuyer returns what opens a model's files to a user, or soon may: of the
// orders that opened the same files the newest, and the newest unpaid order.
func (r *reads) OrdersOfBuyer(ctx context.Context, buyerID, modelID int64) ([]*vitrine.Order, error) {
	return query(ctx, r, r.scanOrder, "SELECT "+orderColumns+orderTables+` WHERE o.id IN (
			SELECT max(id) FROM orders WHERE buyer_id = $1 AND model_id = $2 AND status IN ('paid', 'disputed', 'refunded')
				AND (status <> 'refunded' OR downloads_kept) GROUP BY files
			UNION ALL
			SELECT max(id) FROM orders WHERE buyer_id = $1 AND model_id = $2 AND status = 'unpaid')
		ORDER BY o.id DESC`, buyerID, modelID)
}

// LastOrderOfBuyer returns the newest order of a model that a user has made or got, whatever
// became of it; 0 for none.
func (r *reads) LastOrderOfBuyer(ctx context.Context, buyerID, modelID int64) (id int64, err error) {
	err = r.q.QueryRowContext(ctx, "SELECT COALESCE(max(id), 0) FROM orders WHERE buyer_id = $1 AND model_id = $2",
		buyerID, modelID).Scan(&id)
	if err != nil {
		return 0, r.fail("look for an order", err)
	}
	return id, nil
}

// HasBought reports whether a user has a paid order of a model.
func (r *reads) HasBought(ctx context.Context, buyerID, modelID int64) (bool, error) {
	var bought bool
	err := r.q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM orders
		WHERE buyer_id = $1 AND model_id = $2 AND status IN ('paid', 'disputed'))`, buyerID, modelID).Scan(&bought)
	if err != nil {
		return false, r.fail("look for an order", err)
	}
	return bought, nil
}

// Bought is what a user has paid for a model.
type Bought struct {
	Orders int64          // paid and not refunded
	Most   vitrine.Amount // that one of them cost
}

// Bought adds up the paid orders of a model that a user has.
func (r *reads) Bought(ctx context.Context, buyerID, modelID int64) (b Bought, err error) {
	err = r.row(ctx, "", `SELECT count(*), COALESCE(max(price), 0) FROM orders
		WHERE buyer_id = $1 AND model_id = $2 AND status IN ('paid', 'disputed')`, []any{buyerID, modelID}, &b.Orders, &b.Most)
	return b, err
}

// InsertOrder stores a new order and sets its identifier. It returns false, and
// stores nothing, when its maker has an order of the same UUID.
func (tx *Tx) InsertOrder(ctx context.Context, o *vitrine.Order) (bool, error) {
	model, modelErr := json.Marshal(o.Model)
	files, filesErr := json.Marshal(o.Files)
	if err := errors.Join(modelErr, filesErr); err != nil {
		return false, fmt.Errorf("insert the order: %w", err)
	}
	if err := tx.pinLicense(ctx, o.License); err != nil {
		return false, err
	}
	tx.deriveSecrets(o, o.Handle)
	o.Version = 1
	// The two columns of secrets hold the handle that both are derived from.
	made, told, err := tx.changeOrders(ctx, `
		INSERT INTO orders (uuid, user_id, buyer_id, buyers_email, status, model_id, model, files, price, currency, license_type, license_hash,
			return_url, checkout_key, download_token, live, again, version, created_at, updated_at, expires_at, application_id,
			seller_id, email_folded, language, license_name, license_version, share)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)
		ON CONFLICT (user_id, uuid) DO NOTHING`,
		o.UUID, o.UserID, orNull(o.BuyerID), o.BuyersEmail, string(o.Status), o.ModelID, string(model), string(files), int64(o.Price), o.Currency,
		string(o.License.Type), o.License.Hash, o.ReturnURL, o.Handle, o.Live, o.Again, o.Version,
		micros(o.CreatedAt), micros(o.UpdatedAt), micros(o.ExpiresAt), orNull(o.ApplicationID), o.Model.AuthorID, FoldEmail(o.BuyersEmail),
		o.Language, o.License.Name, o.License.Version, int64(o.Share))
	if err != nil || len(made) == 0 {
		return false, err
	}
	o.ID = made[0]
	tx.ordered(o, told)
	return true, nil
}

// pinLicense stores a licence's text unless it is known to be stored.
func (tx *Tx) pinLicense(ctx context.Context, license vitrine.PinnedLicense) error {
	// Known before the transaction began: PostgreSQL refuses to refer to a row that was committed later.
	if tx.cache.isPinned(license.Hash, tx.pins) {
		return nil
	}
	// Not before the commit: a text that was rolled back would be missing for later orders.
	tx.AfterCommit(func() { tx.cache.pin(license.Hash) })
	_, err := tx.exec(ctx, "pin the license", "INSERT INTO pinned_licenses (hash, body) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING",
		license.Hash, license.Text)
	return err
}

// SetOrderStatus moves an order from the state that it was read in to another,
// which ends a payment that had begun; Conflict when somebody else was faster. An order that becomes paid was paid at o.PaidAt,
// or now where that is not known.
func (tx *Tx) SetOrderStatus(ctx context.Context, o *vitrine.Order, next vitrine.OrderStatus, now time.Time) error {
	changed := *o
	changed.Status, changed.UpdatedAt, changed.PayingUntil = next, now, time.Time{}
	if next != vitrine.Canceled {
		changed.CanceledBecause = ""
	}
	switch {
	case next == vitrine.Paid && o.PaidAt.IsZero():
		changed.PaidAt = now
	case next == vitrine.Refunded:
		changed.RefundedAt = now
	}
	ids, told, err := tx.changeOrders(ctx, `UPDATE orders SET status = $1, downloads_kept = $2, payment_id = $3, paid_at = $4,
		refunded_at = $5,
			updated_at = $6, canceled_because = $7, paying_until = NULL, version = version + 1
		WHERE id = $8 AND status = $9 AND version = $10`,
		string(next), o.DownloadsKept, o.PaymentID, micros(changed.PaidAt), micros(changed.RefundedAt), micros(now),
		string(changed.CanceledBecause),
		o.ID, string(o.Status), o.Version)
	if err != nil {
		return err
	}
	if err := replaced(o, changed, int64(len(ids))); err != nil {
		return err
	}
	tx.ordered(o, told)
	return nil
}

// ExpireOrders ends up to limit unpaid orders whose time is over, and says how
// many there were.
func (tx *Tx) ExpireOrders(ctx context.Context, now time.Time, limit int) (int64, error) {
	return tx.changeMany(ctx, `UPDATE orders SET status = 'expired', paying_until = NULL, updated_at = $1, version = version + 1
		WHERE status = 'unpaid' AND id IN (SELECT id FROM orders WHERE status = 'unpaid' AND expires_at <= $1
			AND COALESCE(paying_until, 0) <= $1 ORDER BY expires_at LIMIT $2)`,
		micros(now), limit)
}

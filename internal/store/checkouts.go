package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"vitrine"
)

const checkoutColumns = `c.id, c.uuid, c.user_id, c.application_id, c.currency, c.live, c.return_url, c.handle, c.payment_id, c.version,
	c.created_at, c.updated_at, c.paid_at, c.canceled_at`

func (r *reads) scanCheckout(row scanner) (*vitrine.Checkout, error) {
	c := &vitrine.Checkout{}
	var application sql.NullInt64
	err := row.Scan(&c.ID, &c.UUID, &c.UserID, &application, &c.Currency, &c.Live, &c.ReturnURL, &c.Handle, &c.PaymentID, &c.Version,
		(*stamp)(&c.CreatedAt), (*stamp)(&c.UpdatedAt), (*stamp)(&c.PaidAt), (*stamp)(&c.CanceledAt))
	c.ApplicationID = application.Int64
	if s := r.cache.derives(); s != nil {
		c.Key = s.Derive(vitrine.CheckoutSecret, c.Handle)
	}
	return c, err
}

// checkout reads one with its orders.
func (r *reads) checkout(ctx context.Context, missing, where string, args ...any) (*vitrine.Checkout, error) {
	c, err := first(query(ctx, r, r.scanCheckout, "SELECT "+checkoutColumns+" FROM checkouts c WHERE "+where, args...))("%s", missing)
	if err != nil {
		return nil, err
	}
	return c, r.addOrders(ctx, []*vitrine.Checkout{c})
}

// addOrders reads the orders of checkouts, in their places.
func (r *reads) addOrders(ctx context.Context, checkouts []*vitrine.Checkout) error {
	for _, c := range checkouts {
		found, err := query(ctx, r, r.scanOrder, "SELECT "+orderColumns+orderTables+
			" JOIN checkout_orders k ON k.order_id = o.id WHERE k.checkout_id = $1 ORDER BY k.place", c.ID)
		if err != nil {
			return err
		}
		c.Orders = found
	}
	return nil
}

// Checkout reads a checkout with its orders, whoever's it is.
func (r *reads) Checkout(ctx context.Context, id int64) (*vitrine.Checkout, error) {
	return r.checkout(ctx, fmt.Sprintf("there is no checkout %d", id), "c.id = $1", id)
}

// OwnCheckout reads a checkout that the user made.
func (r *reads) OwnCheckout(ctx context.Context, userID, id int64) (*vitrine.Checkout, error) {
	return r.checkout(ctx, fmt.Sprintf("there is no checkout %d", id), "c.id = $1 AND c.user_id = $2", id, userID)
}

// CheckoutByUUID reads a checkout by the identifier that its maker gave it.
func (r *reads) CheckoutByUUID(ctx context.Context, userID int64, uuid string) (*vitrine.Checkout, error) {
	return r.checkout(ctx, "there is no such checkout", "c.user_id = $1 AND c.uuid = $2", userID, uuid)
}

// CheckoutByKey reads the checkout of a page, by the secret in its address.
func (r *reads) CheckoutByKey(ctx context.Context, key string) (*vitrine.Checkout, error) {
	const missing = "there is no such checkout"
	unknown := func() error {
		return &vitrine.Error{Code: vitrine.NotFound, Message: missing, Err: vitrine.ErrUnknownSecret}
	}
	if r.cache.derives() == nil || key == "" {
		return nil, unknown()
	}
	// A guess ends here, without a query.
	handle := r.cache.handle(ctx, vitrine.CheckoutSecret, key)
	if handle == "" {
		return nil, unknown()
	}
	c, err := r.checkout(ctx, missing, "c.handle = $1", handle)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, unknown()
	}
	return c, err
}

// CheckoutOf reads the checkout that an order belongs to: the newest that it stands in, unless that was
// called off. NotFound for an order by itself.
func (r *reads) CheckoutOf(ctx context.Context, orderID int64) (*vitrine.Checkout, error) {
	return r.checkout(ctx, "the order is in no checkout", `c.canceled_at IS NULL
		AND c.id = (SELECT max(k.checkout_id) FROM checkout_orders k WHERE k.order_id = $1)`, orderID)
}

// LastCheckoutOf is CheckoutOf also where that was called off.
func (r *reads) LastCheckoutOf(ctx context.Context, orderID int64) (*vitrine.Checkout, error) {
	return r.checkout(ctx, "the order is in no checkout",
		`c.id = (SELECT max(k.checkout_id) FROM checkout_orders k WHERE k.order_id = $1)`, orderID)
}

// OpenCheckoutsOf lists the newest checkouts of a user of which no money came, and that were not called off.
func (r *reads) OpenCheckoutsOf(ctx context.Context, userID int64, limit int) ([]*vitrine.Checkout, error) {
	b := (&builder{}).add("SELECT "+checkoutColumns+" FROM checkouts c WHERE c.user_id = ? AND c.paid_at IS NULL AND c.canceled_at IS NULL"+
		" ORDER BY c.id DESC", userID).window(limit, 0)
	found, err := query(ctx, r, r.scanCheckout, b.String(), b.args...)
	if err != nil {
		return nil, err
	}
	return found, r.addOrders(ctx, found)
}

// CheckoutPage is a part of a list of checkouts.
type CheckoutPage struct {
	Checkouts []*vitrine.Checkout
	Total     vitrine.Total
	Next      string // the cursor of the next page, "" at the end
}

// Checkouts lists checkouts, newest first.
func (r *reads) Checkouts(ctx context.Context, q vitrine.CheckoutQuery) (found CheckoutPage, err error) {
	after, err := parseCursor(q.Page.Cursor, "checkouts")
	if err != nil {
		return found, err
	}
	where := (&builder{}).add(" WHERE c.user_id = ?", q.UserID)
	if q.ApplicationID != 0 {
		where.add(" AND c.application_id = ?", q.ApplicationID)
	}
	if q.UUID != "" {
		where.add(" AND c.uuid = ?", q.UUID)
	}
	if found.Total, err = r.boundedCount(ctx, (&builder{}).add("checkouts c").splice(where)); err != nil {
		return found, err
	}
	b := (&builder{}).add("SELECT " + checkoutColumns + " FROM checkouts c").splice(where)
	if after.set() {
		b.add(" AND c.id < ?", after.id)
	}
	b.add(" ORDER BY c.id DESC").window(q.Page.Size+1, offset(q.Page, after))
	found.Checkouts, err = query(ctx, r, r.scanCheckout, b.String(), b.args...)
	if len(found.Checkouts) > q.Page.Size {
		found.Checkouts = found.Checkouts[:q.Page.Size]
		found.Next = next(q.Page, "checkouts", 0, found.Checkouts[q.Page.Size-1].ID)
	}
	if err != nil {
		return found, err
	}
	return found, r.addOrders(ctx, found.Checkouts)
}

// InsertCheckout stores a new checkout of orders that are there, and sets its identifier. It returns false,
// and stores nothing, when its maker has a checkout of the same UUID.
func (tx *Tx) InsertCheckout(ctx context.Context, c *vitrine.Checkout) (bool, error) {
	c.Version = 1
	made, err := query(ctx, &tx.reads, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, `
		INSERT INTO checkouts (uuid, user_id, application_id, currency, live, return_url, handle, payment_id, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, '', $8, $9, $9) ON CONFLICT (user_id, uuid) DO NOTHING RETURNING id`,
		c.UUID, c.UserID, orNull(c.ApplicationID), c.Currency, c.Live, c.ReturnURL, c.Handle, c.Version, micros(c.CreatedAt))
	if err != nil || len(made) == 0 {
		return false, err
	}
	c.ID, c.UpdatedAt = made[0], c.CreatedAt
	if s := tx.cache.derives(); s != nil {
		c.Key = s.Derive(vitrine.CheckoutSecret, c.Handle)
	}
	for place, o := range c.Orders {
		if _, err := tx.exec(ctx, "put an order into a checkout",
			"INSERT INTO checkout_orders (checkout_id, order_id, place) VALUES ($1, $2, $3)", c.ID, o.ID, place); err != nil {
			return false, err
		}
	}
	return true, nil
}

// UpdateCheckout stores what has become of a checkout: its payment, when that came, and when it was called
// off. Conflict when it has changed since it was read.
func (tx *Tx) UpdateCheckout(ctx context.Context, c *vitrine.Checkout, now time.Time) error {
	n, err := tx.exec(ctx, "change the checkout", `UPDATE checkouts SET payment_id = $1, paid_at = $2, canceled_at = $3, updated_at = $4,
			version = version + 1
		WHERE id = $5 AND version = $6`, c.PaymentID, micros(c.PaidAt), micros(c.CanceledAt), micros(now), c.ID, c.Version)
	if err != nil {
		return err
	}
	if n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "checkout %d has changed meanwhile: read it again", c.ID)
	}
	c.Version, c.UpdatedAt = c.Version+1, now
	return nil
}

// LeaveCheckout takes an order out of a checkout.
func (tx *Tx) LeaveCheckout(ctx context.Context, checkoutID, orderID int64) error {
	_, err := tx.exec(ctx, "take an order out of a checkout", "DELETE FROM checkout_orders WHERE checkout_id = $1 AND order_id = $2",
		checkoutID, orderID)
	return err
}

// removeFromCheckouts takes orders that are removed out of their checkouts, and removes those of them that have none left.
func (tx *Tx) removeFromCheckouts(ctx context.Context, orders string, args ...any) error {
	left, err := query(ctx, &tx.reads, scanID, "SELECT DISTINCT checkout_id FROM checkout_orders WHERE order_id IN ("+orders+")", args...)
	if err != nil || len(left) == 0 {
		return err
	}
	_, err = tx.exec(ctx, "take orders out of checkouts", "DELETE FROM checkout_orders WHERE order_id IN ("+orders+")", args...)
	if err != nil {
		return err
	}
	b := (&builder{}).add("DELETE FROM checkouts WHERE id ").among(tx.dialect, left).
		add(" AND NOT EXISTS (SELECT 1 FROM checkout_orders k WHERE k.checkout_id = checkouts.id)")
	_, err = tx.exec(ctx, "remove empty checkouts", b.String(), b.args...)
	return err
}

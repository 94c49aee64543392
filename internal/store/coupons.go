package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"vitrine"
)

const couponColumns = `c.id, c.seller_id, c.code, c.name, c.percent, c.amount, c.all_models, c.uses, c.uses_each, c.begins_at, c.ends_at,
	c.zone, c.ended_at, c.version, c.created_at, c.updated_at`

func scanCoupon(row scanner) (*vitrine.Coupon, error) {
	c := &vitrine.Coupon{}
	var seller, amount sql.NullInt64
	var all bool
	err := row.Scan(&c.ID, &seller, &c.Code, &c.Name, &c.Less.Percent, &amount, &all, &c.Uses, &c.UsesEach, (*stamp)(&c.BeginsAt),
		(*stamp)(&c.EndsAt), &c.Zone, (*stamp)(&c.EndedAt), &c.Version, (*stamp)(&c.CreatedAt), (*stamp)(&c.UpdatedAt))
	c.SellerID, c.Less.Amount = seller.Int64, amountOf(amount)
	if !all {
		c.ModelIDs = []int64{}
	}
	return c, err
}

// Coupons lists the coupons of a seller, or of the whole shop where that is 0, the newest first.
func (r *reads) Coupons(ctx context.Context, sellerID int64, limit int) ([]*vitrine.Coupon, error) {
	b := (&builder{}).add("SELECT "+couponColumns+" FROM coupons c WHERE").addOwner("c.seller_id", sellerID)
	b.add(" ORDER BY c.id DESC").window(limit, 0)
	return r.coupons(ctx, b.String(), b.args...)
}

// CouponsOfCode lists the coupons of a code that nobody ended: one of each owner.
func (r *reads) CouponsOfCode(ctx context.Context, code string) ([]*vitrine.Coupon, error) {
	return r.coupons(ctx, "SELECT "+couponColumns+" FROM coupons c WHERE c.code = $1 AND c.ended_at IS NULL ORDER BY c.id", code)
}

func (r *reads) coupons(ctx context.Context, statement string, args ...any) ([]*vitrine.Coupon, error) {
	list, err := query(ctx, r, scanCoupon, statement, args...)
	for _, c := range list {
		if err := r.addCouponModels(ctx, c); err != nil {
			return nil, err
		}
	}
	return list, err
}

// Coupon returns a coupon, whoever's it is.
func (r *reads) Coupon(ctx context.Context, id int64) (*vitrine.Coupon, error) {
	c, err := scanCoupon(r.q.QueryRowContext(ctx, "SELECT "+couponColumns+" FROM coupons c WHERE c.id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no coupon %d", id)
	}
	if err != nil {
		return nil, r.fail("read the coupon", err)
	}
	return c, r.addCouponModels(ctx, c)
}

func (r *reads) addCouponModels(ctx context.Context, c *vitrine.Coupon) (err error) {
	if c.ModelIDs == nil {
		return nil
	}
	c.ModelIDs, err = query(ctx, r, scanID, "SELECT model_id FROM coupon_models WHERE coupon_id = $1 ORDER BY model_id", c.ID)
	return err
}

// CouponsOpen counts the coupons of a seller, or of the whole shop where that is 0, that nobody ended.
func (r *reads) CouponsOpen(ctx context.Context, sellerID int64) (n int64, err error) {
	b := (&builder{}).add("SELECT count(*) FROM coupons c WHERE c.ended_at IS NULL AND").addOwner("c.seller_id", sellerID)
	return n, r.row(ctx, "", b.String(), b.args, &n)
}

// AnyCoupon reports whether there is a coupon that nobody ended.
func (r *reads) AnyCoupon(ctx context.Context) (any bool, err error) {
	return any, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM coupons c WHERE c.ended_at IS NULL)", nil, &any)
}

// Counting says which orders that name a coupon use it.
type Counting struct {
	Now     time.Time
	Entered bool // those too that can be paid still: where buyers pay by hand, nothing says that a payment has begun
}

// addUsed adds the condition of an order that uses its coupon: it was paid, or may be by a payment that was begun.
func (b *builder) addUsed(c Counting) *builder {
	now := micros(c.Now)
	b.add(" AND (o.paid_at IS NOT NULL OR o.payment_id <> '' OR o.status = 'unpaid' AND (o.paying_until > ?", now)
	if c.Entered {
		b.add(" OR o.expires_at > ?", now)
	}
	return b.add("))")
}

// CouponUses counts the purchases that a coupon was used for, but for one of them.
func (r *reads) CouponUses(ctx context.Context, couponID int64, except string, counting Counting) (int64, error) {
	return r.couponUses(ctx, usesOf(couponID, except, counting))
}

// CouponUsesBy counts those of one buyer, who is known by an account or by an address.
func (r *reads) CouponUsesBy(ctx context.Context, couponID int64, except string, counting Counting, buyer *vitrine.Order) (int64, error) {
	return r.couponUses(ctx, usesOf(couponID, except, counting).
		add(" AND (o.buyer_id = ? OR o.email_folded = ? AND o.email_folded <> '')", orNull(buyer.BuyerID), FoldEmail(buyer.BuyersEmail)))
}

func usesOf(couponID int64, except string, counting Counting) *builder {
	return (&builder{}).add("SELECT count(DISTINCT o.purchase) FROM orders o WHERE o.coupon_id = ? AND o.purchase <> ?", couponID, except).
		addUsed(counting)
}

func (r *reads) couponUses(ctx context.Context, b *builder) (n int64, err error) {
	return n, r.row(ctx, "", b.String(), b.args, &n)
}

// UsesOfCoupons counts the purchases that each coupon of a seller, or of the whole shop where that is 0, was used for.
func (r *reads) UsesOfCoupons(ctx context.Context, sellerID int64, counting Counting) (map[int64]int64, error) {
	b := (&builder{}).add("SELECT o.coupon_id, count(DISTINCT o.purchase) FROM coupons c JOIN orders o ON o.coupon_id = c.id WHERE").
		addOwner("c.seller_id", sellerID).addUsed(counting).add(" GROUP BY o.coupon_id")
	uses := map[int64]int64{}
	err := each(ctx, r, func(row scanner) error {
		var id, n int64
		err := row.Scan(&id, &n)
		uses[id] = n
		return err
	}, b.String(), b.args...)
	return uses, err
}

// InsertCoupon adds a coupon with the models that it names, and sets its id.
func (tx *Tx) InsertCoupon(ctx context.Context, c *vitrine.Coupon) (err error) {
	c.Version = 1
	c.ID, err = tx.insert(ctx, "insert the coupon", `
		INSERT INTO coupons (seller_id, code, name, percent, amount, all_models, uses, uses_each, begins_at, ends_at, zone, ended_at, version,
			created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING id`,
		orNull(c.SellerID), c.Code, c.Name, c.Less.Percent, priceOrNull(c.Less.Amount), c.ModelIDs == nil, c.Uses, c.UsesEach,
		micros(c.BeginsAt), micros(c.EndsAt), c.Zone, micros(c.EndedAt), c.Version, micros(c.CreatedAt), micros(c.UpdatedAt))
	if err != nil {
		return err
	}
	return tx.nameCouponModels(ctx, c)
}

func (tx *Tx) nameCouponModels(ctx context.Context, c *vitrine.Coupon) error {
	for _, id := range c.ModelIDs {
		_, err := tx.exec(ctx, "name a model", "INSERT INTO coupon_models (coupon_id, model_id) VALUES ($1, $2)", c.ID, id)
		if err != nil {
			return err
		}
	}
	return nil
}

// UpdateCoupon stores a coupon that was read in this transaction and raises its version.
func (tx *Tx) UpdateCoupon(ctx context.Context, c *vitrine.Coupon) error {
	n, err := tx.exec(ctx, "update the coupon", `
		UPDATE coupons SET code = $1, name = $2, percent = $3, amount = $4, all_models = $5, uses = $6, uses_each = $7, begins_at = $8,
			ends_at = $9, zone = $10, ended_at = $11, version = version + 1, updated_at = $12
		WHERE id = $13 AND version = $14`,
		c.Code, c.Name, c.Less.Percent, priceOrNull(c.Less.Amount), c.ModelIDs == nil, c.Uses, c.UsesEach, micros(c.BeginsAt),
		micros(c.EndsAt), c.Zone, micros(c.EndedAt), micros(c.UpdatedAt), c.ID, c.Version)
	if err != nil {
		return err
	}
	if n == 0 {
		return vitrine.Errorf(vitrine.Stale, "the coupon has changed since it was read: read it again")
	}
	c.Version++
	if _, err := tx.exec(ctx, "name other models", "DELETE FROM coupon_models WHERE coupon_id = $1", c.ID); err != nil {
		return err
	}
	return tx.nameCouponModels(ctx, c)
}

// EndCouponsOf ends the coupons of a seller, who is erased.
func (tx *Tx) EndCouponsOf(ctx context.Context, sellerID int64, now time.Time) error {
	_, err := tx.exec(ctx, "end coupons", `UPDATE coupons SET name = '', ended_at = COALESCE(ended_at, $1), version = version + 1,
		updated_at = $1 WHERE seller_id = $2`, micros(now), sellerID)
	return err
}

// SetDiscount gives an unpaid order the price that a bundle or a coupon lowers it to, or with the zero value that of before. Conflict when
// the order has changed since it was read.
func (tx *Tx) SetDiscount(ctx context.Context, o *vitrine.Order, d vitrine.Discount, price vitrine.Amount, now time.Time) error {
	changed := *o
	changed.Discount, changed.Price, changed.UpdatedAt = d, price, now
	list, part := &d.List, &d.Bundle.Price
	if !d.Lowers() {
		list = nil
	}
	if d.Bundle.ID == 0 {
		part = nil
	}
	n, err := tx.exec(ctx, "lower the order", `UPDATE orders SET price = $1, coupon_id = $2, coupon_code = $3, list_price = $4, purchase = $5,
			bundle_id = $6, bundle_price = $7, bundle_orders = $8, updated_at = $9, version = version + 1
		WHERE id = $10 AND status = 'unpaid' AND version = $11`,
		int64(price), orNull(d.CouponID), d.Code, priceOrNull(list), d.Purchase, orNull(d.Bundle.ID), priceOrNull(part),
		orNull(int64(d.Bundle.Orders)), micros(now), o.ID, o.Version)
	if err != nil {
		return err
	}
	return replaced(o, changed, n)
}

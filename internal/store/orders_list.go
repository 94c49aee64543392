package store

import (
	"context"
	"time"

	"vitrine"
)

// OrderPage is a part of a list of orders.
type OrderPage struct {
	Orders []*vitrine.Order // without the texts of their licences
	Total  vitrine.Total
	Next   string
}

// Orders lists orders, newest first. An unpaid order whose time is over now
// counts as expired.
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
	b.add("SELECT " + entryColumns + " FROM orders o").splice(where)
	if after.set() {
		b.add(" AND (o.created_at, o.id) < (?, ?)", after.key, after.id)
	}
	b.add(" ORDER BY o.created_at DESC, o.id DESC").window(q.Page.Size+1, offset(q.Page, after))
	found, err := query(ctx, r, r.scanOrder, b.String(), b.args...)
	if err != nil {
		return OrderPage{}, err
	}
	page := OrderPage{Orders: found, Total: total}
	if len(found) > q.Page.Size {
		page.Orders = found[:q.Page.Size]
		last := page.Orders[q.Page.Size-1]
		page.Next = next(q.Page, "orders", last.CreatedAt.UnixMicro(), last.ID)
	}
	return page, nil
}

func ordersWhere(q vitrine.OrderQuery, now time.Time) *builder {
	where := &builder{}
	switch q.Scope {
	case vitrine.OrdersMade:
		where.add(" WHERE o.user_id = ?", q.UserID)
		if q.ApplicationID != 0 {
			where.add(" AND o.application_id = ?", q.ApplicationID)
		}
	case vitrine.OrdersSold:
		where.add(" WHERE o.seller_id = ? AND o.paid_at IS NOT NULL", q.UserID)
	case vitrine.OrdersAll:
		where.add(" WHERE TRUE")
		if q.Status != "" && q.Status != vitrine.Expired && q.Email == "" && q.UUID == "" && q.ModelID == 0 && q.Price == 0 {
			where.add(" AND o.id > 0") // the index by states is for who says so
		}
	}
	if q.UUID != "" {
		where.add(" AND o.uuid = ?", q.UUID)
	}
	if q.ModelID != 0 {
		where.add(" AND o.model_id = ?", q.ModelID)
	}
	if q.Email != "" {
		// Saying that there is an address lets SQLite use the index, which leaves out the orders without.
		where.add(" AND o.email_folded <> '' AND o.email_folded = ?", FoldEmail(q.Email))
	}
	if q.Price != 0 {
		where.add(" AND o.price > 0 AND o.price = ?", int64(q.Price)) // said for SQLite here too
	}
	if !q.CreatedAfter.IsZero() {
		where.add(" AND o.created_at > ?", micros(q.CreatedAfter))
	}
	if !q.CreatedBefore.IsZero() {
		where.add(" AND o.created_at < ?", micros(q.CreatedBefore))
	}
	addStatus(where, q.Status, now)
	return where
}

func addStatus(where *builder, status vitrine.OrderStatus, now time.Time) {
	switch status {
	case "":
	case vitrine.Unpaid:
		where.add(" AND o.status = 'unpaid' AND (o.expires_at > ? OR o.paying_until > ?)", micros(now), micros(now))
	case vitrine.Expired:
		where.add(" AND (o.status = 'expired' OR o.status = 'unpaid' AND o.expires_at <= ? AND COALESCE(o.paying_until, 0) <= ?)", micros(now),
			micros(now))
	default:
		where.add(" AND o.status = ?", string(status))
	}
}

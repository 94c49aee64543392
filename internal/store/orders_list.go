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
	counted := (&builder{}).add("orders o").splice(where)
	if q.Scope == vitrine.OrdersAll && q.Status == vitrine.Expired && !narrowed(q) {
		counted = (&builder{}).add("(").splice(everExpired(q, now, nil)).add(") o")
		where = (&builder{}).add(" WHERE o.id IN (").splice(everExpired(q, now, func(b *builder) {
			pastCursor(b, after)
			b.add(newestOrders).window(q.Page.Size+1+offset(q.Page, after), 0)
		})).add(")")
	}
	total, err := r.boundedCount(ctx, counted)
	if err != nil {
		return OrderPage{}, err
	}
	b := (&builder{}).add("SELECT " + entryColumns + " FROM orders o").splice(where)
	pastCursor(b, after)
	b.add(newestOrders).window(q.Page.Size+1, offset(q.Page, after))
	found, err := query(ctx, r, r.scanOrder, b.String(), b.args...)
	if err != nil {
		return OrderPage{}, err
	}
	list := OrderPage{Orders: found, Total: total}
	if len(found) > q.Page.Size {
		list.Orders = found[:q.Page.Size]
		last := list.Orders[q.Page.Size-1]
		list.Next = next(q.Page, "orders", last.CreatedAt.UnixMicro(), last.ID)
	}
	return list, nil
}

// newestOrders is the order of lists of orders.
const newestOrders = " ORDER BY o.created_at DESC, o.id DESC"

func pastCursor(b *builder, after cursor) {
	if after.set() {
		b.add(" AND (o.created_at, o.id) < (?, ?)", after.key, after.id)
	}
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
		if q.Status != "" && !narrowed(q) {
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
	addDays(where, q)
	addStatus(where, q.Status, now)
	return where
}

func addDays(where *builder, q vitrine.OrderQuery) {
	if !q.CreatedAfter.IsZero() {
		where.add(" AND o.created_at > ?", micros(q.CreatedAfter))
	}
	if !q.CreatedBefore.IsZero() {
		where.add(" AND o.created_at < ?", micros(q.CreatedBefore))
	}
}

// narrowed reports whether a query asks for orders by what few of them have.
func narrowed(q vitrine.OrderQuery) bool {
	return q.Email != "" || q.UUID != "" || q.ModelID != 0 || q.Price != 0
}

// overdue are the conditions of unpaid orders whose time is over, and which nobody has ended yet.
const overdue = "status = 'unpaid' AND expires_at <= ? AND COALESCE(paying_until, 0) <= ?"

// everExpired are the ids of all orders whose time is over, as two lists that are read along the index by
// states: one condition with OR would look at each order there is. end, where there is one,
// ends each of them.
func everExpired(q vitrine.OrderQuery, now time.Time, end func(b *builder)) *builder {
	part := func(b *builder, condition string, args ...any) {
		b.add("SELECT p.id FROM (SELECT o.id FROM orders o WHERE o.id > 0 AND "+condition, args...)
		addDays(b, q)
		if end != nil {
			end(b)
		}
		b.add(") p")
	}
	b := &builder{}
	part(b, "status = 'expired'")
	b.add(" UNION ALL ")
	part(b, overdue, micros(now), micros(now))
	return b
}

func addStatus(where *builder, status vitrine.OrderStatus, now time.Time) {
	switch status {
	case "":
	case vitrine.Unpaid:
		where.add(" AND o.status = 'unpaid' AND (o.expires_at > ? OR o.paying_until > ?)", micros(now), micros(now))
	case vitrine.Expired:
		where.add(" AND (status = 'expired' OR "+overdue+")", micros(now), micros(now))
	default:
		where.add(" AND o.status = ?", string(status))
	}
}

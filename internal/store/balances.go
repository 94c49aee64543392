package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"vitrine"
)

// HoldEarnings notes since when what is earned by an order is on hold; the zero time: it is not
// any more.
func (tx *Tx) HoldEarnings(ctx context.Context, orderID int64, since time.Time) error {
	_, err := tx.exec(ctx, "hold what is earned", "UPDATE orders SET held_since = $2 WHERE id = $1", orderID, micros(since))
	return err
}

// notAsked leaves out orders o whose buyer has asked for money back and has no last answer yet: their earnings stay on hold.
const notAsked = " AND NOT EXISTS (SELECT 1 FROM refund_requests q WHERE q.order_id = o.id AND q.ended_at IS NULL)"

// HeldOrders lists up to limit orders whose earnings are on hold since some time or longer, and are waited for by no request
// of their buyer.
func (r *reads) HeldOrders(ctx context.Context, since time.Time, limit int) ([]int64, error) {
	return query(ctx, r, scanID, "SELECT o.id FROM orders o WHERE o.held_since <= $1"+notAsked+" ORDER BY o.held_since, o.id LIMIT $2",
		micros(since), limit)
}

// HeldSince is since when the first of what is on hold of a seller, and waited for by no request of its buyer, is; zero where
// nothing is.
func (r *reads) HeldSince(ctx context.Context, sellerID int64) (time.Time, error) {
	since, err := query(ctx, r, func(row scanner) (since stamp, err error) { return since, row.Scan(&since) },
		"SELECT o.held_since FROM orders o WHERE o.seller_id = $1 AND o.held_since IS NOT NULL"+notAsked+" ORDER BY o.held_since LIMIT 1",
		sellerID)
	if err != nil || len(since) == 0 {
		return time.Time{}, err
	}
	return since[0].time(), nil
}

// standsOn is what stands on an account a, to this moment.
var standsOn = standing(money, "a.id")

// ofSeller are the accounts a that are a seller's.
const ofSeller = "a.kind IN ('hold', 'available', 'transit') AND a.provider = '' AND a.seller_id = $1"

// Balances returns what a seller has, by currency, and real money before such that is not.
func (r *reads) Balances(ctx context.Context, sellerID int64) (list []vitrine.Balance, err error) {
	err = each(ctx, r, func(row scanner) error {
		var kind vitrine.AccountKind
		var b vitrine.Balance
		var owed vitrine.Amount
		if err := row.Scan(&kind, &b.Currency, &b.Live, &owed); err != nil {
			return err
		}
		at := slices.IndexFunc(list, func(other vitrine.Balance) bool { return other.Currency == b.Currency && other.Live == b.Live })
		if at < 0 {
			at, list = len(list), append(list, b)
		}
		list[at].Add(kind, -owed)
		return nil
	}, "SELECT a.kind, a.currency, a.live, "+standsOn+" FROM ledger_accounts a WHERE "+ofSeller+" ORDER BY a.live DESC, a.currency", sellerID)
	return list, err
}

// Statement is a part of what has moved the money of a seller.
type Statement struct {
	Movements []vitrine.Movement
	Next      string // the cursor of the next page, "" at the end
}

// Statement lists what has moved the money of a seller, the newest first.
func (r *reads) Statement(ctx context.Context, sellerID int64, page vitrine.Page) (s Statement, err error) {
	after, err := parseCursor(page.Cursor, "statement")
	if err != nil {
		return s, err
	}
	accounts, err := query(ctx, r, scanID, "SELECT a.id FROM ledger_accounts a WHERE "+ofSeller+" ORDER BY a.id", sellerID)
	if err != nil || len(accounts) == 0 {
		return s, err
	}
	if s.Movements, err = r.movements(ctx, accounts, after.id, page.Size+1); err != nil {
		return s, err
	}
	if len(s.Movements) > page.Size {
		s.Movements = s.Movements[:page.Size]
		s.Next = next(page, "statement", 0, s.Movements[page.Size-1].EntryID)
	}
	return s, nil
}

// movements lists what entries before one, 0 for the newest, have moved on accounts.
func (r *reads) movements(ctx context.Context, accounts []int64, before int64, limit int) (list []vitrine.Movement, err error) {
	b := &builder{}
	b.add("SELECT e.id, e.kind, e.order_id, e.note, e.created_at, a.kind, a.currency, a.live, l.amount FROM (")
	for i, id := range accounts {
		if i > 0 {
			b.add(" UNION ALL ")
		}
		// Of each account as many as there may be: together they have those of the page.
		b.add("SELECT account_id, entry_id, amount FROM (SELECT account_id, entry_id, amount FROM ledger_lines WHERE account_id = ?", id)
		if before > 0 {
			b.add(" AND entry_id < ?", before)
		}
		b.add(" ORDER BY entry_id DESC").window(limit, 0).add(") s")
	}
	b.add(") l JOIN ledger_entries e ON e.id = l.entry_id JOIN ledger_accounts a ON a.id = l.account_id ORDER BY e.id DESC, a.id")
	err = each(ctx, r, func(row scanner) error {
		var m vitrine.Movement
		var kind vitrine.AccountKind
		var owed vitrine.Amount
		err := row.Scan(&m.EntryID, &m.Kind, &m.OrderID, &m.Note, (*stamp)(&m.At), &kind, &m.Currency, &m.Live, &owed)
		if n := len(list); n == 0 || list[n-1].EntryID != m.EntryID {
			list = append(list, m)
		}
		list[len(list)-1].Add(kind, -owed)
		return err
	}, b.String(), b.args...)
	return list[:min(limit, len(list))], err
}

// MiscountedAccounts returns accounts on which another sum stands than that of their lines.
func (r *reads) MiscountedAccounts(ctx context.Context, limit int) ([]LedgerFault, error) {
	text := `SELECT id, has, lines FROM (SELECT a.id, ` + standsOn + ` AS has,
			CAST(COALESCE((SELECT SUM(l.amount) FROM ledger_lines l WHERE l.account_id = a.id), 0) AS BIGINT) AS lines FROM ledger_accounts a
		) c WHERE has <> lines ORDER BY id LIMIT $1`
	return query(ctx, r, func(row scanner) (f LedgerFault, err error) {
		return f, row.Scan(&f.AccountID, &f.Amount, &f.Price)
	}, strings.TrimSpace(text), limit)
}

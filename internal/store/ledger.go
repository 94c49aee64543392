package store

import (
	"context"

	"vitrine"
)

// Book adds an entry to the ledger and sets its id. It returns false, and adds nothing, when
// something was booked by the entry's cause. There is no way to change or remove one.
func (tx *Tx) Book(ctx context.Context, e *vitrine.LedgerEntry) (bool, error) {
	if err := e.Check(); err != nil {
		return false, err
	}
	ids, err := query(ctx, &tx.reads, scanID, `INSERT INTO ledger_entries (kind, cause, order_id, note, created_at, amount)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (cause) DO NOTHING RETURNING id`,
		string(e.Kind), e.Cause, e.OrderID, e.Note, micros(e.CreatedAt), int64(e.Moves()))
	if err != nil || len(ids) == 0 {
		return false, err
	}
	e.ID = ids[0]
	lines := (&builder{}).add("INSERT INTO ledger_lines (account_id, entry_id, amount) VALUES ")
	sums := (&builder{}).add("INSERT INTO new_tallies (kind, about, n) VALUES ")
	for i := range e.Lines {
		line := &e.Lines[i]
		if line.Account.ID, err = tx.account(ctx, line.Account); err != nil {
			return false, err
		}
		if i > 0 {
			lines.add(", ")
			sums.add(", ")
		}
		lines.add("(?, ?, ?)", line.Account.ID, e.ID, int64(line.Amount))
		sums.add("(?, ?, ?)", string(money), line.Account.ID, int64(line.Amount))
		if line.Account.SellerID == 0 {
			kind, amount := dayTally(line.Amount)
			sums.add(", (?, ?, ?)", string(kind), aboutDay(line.Account.ID, e.CreatedAt), int64(amount))
		}
	}
	if _, err = tx.exec(ctx, "book the lines", lines.String(), lines.args...); err != nil {
		return false, err
	}
	_, err = tx.exec(ctx, "add the lines up", sums.String(), sums.args...)
	return err == nil, err
}

func scanID(row scanner) (id int64, err error) { return id, row.Scan(&id) }

// account returns the id of an account, and opens it when it is new.
func (tx *Tx) account(ctx context.Context, a vitrine.LedgerAccount) (int64, error) {
	a.ID = 0
	if id := tx.cache.account(a); id != 0 {
		return id, nil
	}
	values := []any{string(a.Kind), a.Provider, a.SellerID, a.Currency, a.Live}
	const which = "kind = $1 AND provider = $2 AND seller_id = $3 AND currency = $4 AND live = $5"
	ids, err := query(ctx, &tx.reads, scanID, "SELECT id FROM ledger_accounts WHERE "+which, values...)
	if err == nil && len(ids) == 0 {
		ids, err = query(ctx, &tx.reads, scanID, `INSERT INTO ledger_accounts (kind, provider, seller_id, currency, live)
			VALUES ($1, $2, $3, $4, $5) ON CONFLICT (kind, provider, seller_id, currency, live) DO NOTHING RETURNING id`, values...)
	}
	if err == nil && len(ids) == 0 { // another process was faster
		ids, err = query(ctx, &tx.reads, scanID, "SELECT id FROM ledger_accounts WHERE "+which, values...)
	}
	if err != nil || len(ids) == 0 {
		return 0, tx.fail("open the account", err)
	}
	// Not before the commit: an account that was rolled back would be missing for later entries.
	tx.AfterCommit(func() { tx.cache.keepAccount(a, ids[0]) })
	return ids[0], nil
}

// EntriesOfOrder returns what was booked of an order, oldest first.
func (r *reads) EntriesOfOrder(ctx context.Context, orderID int64) ([]vitrine.LedgerEntry, error) {
	return r.entriesWhere(ctx, "e.order_id = $1 AND e.order_id > 0 ORDER BY e.id, a.id", orderID)
}

// entriesWhere returns entries e with their lines. Those of one are behind each other.
func (r *reads) entriesWhere(ctx context.Context, where string, args ...any) (entries []vitrine.LedgerEntry, err error) {
	err = each(ctx, r, func(row scanner) error {
		var e vitrine.LedgerEntry
		var line vitrine.LedgerLine
		a := &line.Account
		err := row.Scan(&e.ID, &e.Kind, &e.Cause, &e.OrderID, &e.Note, (*stamp)(&e.CreatedAt),
			&a.ID, &a.Kind, &a.Provider, &a.SellerID, &a.Currency, &a.Live, &line.Amount)
		if n := len(entries); n == 0 || entries[n-1].ID != e.ID {
			entries = append(entries, e)
		}
		last := &entries[len(entries)-1]
		last.Lines = append(last.Lines, line)
		return err
	}, `SELECT e.id, e.kind, e.cause, e.order_id, e.note, e.created_at, a.id, a.kind, a.provider, a.seller_id, a.currency, a.live, l.amount
		FROM ledger_entries e JOIN ledger_lines l ON l.entry_id = e.id JOIN ledger_accounts a ON a.id = l.account_id WHERE `+where, args...)
	return entries, err
}

// LedgerFault is where the ledger disagrees with itself, or with an order.
type LedgerFault struct {
	EntryID   int64 // 0: it is of the order
	OrderID   int64
	AccountID int64 // 0: it is of no account
	Status    vitrine.OrderStatus
	Amount    vitrine.Amount // that an entry is off by, that the ledger has of an order, or that stands on an account
	Price     vitrine.Amount // of the order, or the sum of the account's lines
}

// UnevenEntries returns entries whose lines don't sum to zero, are fewer than two, or are of
// accounts that don't go together.
func (r *reads) UnevenEntries(ctx context.Context, limit int) ([]LedgerFault, error) {
	return query(ctx, r, func(row scanner) (f LedgerFault, err error) { return f, row.Scan(&f.EntryID, &f.OrderID, &f.Amount) },
		`SELECT e.id, e.order_id, CAST(COALESCE(SUM(l.amount), 0) AS BIGINT)
		FROM ledger_entries e LEFT JOIN ledger_lines l ON l.entry_id = e.id LEFT JOIN ledger_accounts a ON a.id = l.account_id
		GROUP BY e.id, e.order_id
		HAVING count(a.id) < 2 OR count(a.id) <> count(l.entry_id) OR SUM(l.amount) <> 0
			OR count(DISTINCT a.currency) <> 1 OR count(DISTINCT a.live) <> 1
		ORDER BY e.id LIMIT $1`, limit)
}

// UnsentOrders returns orders of whose money the ledger owes more to the buyer, or less, than refunds are to send: the Amount is owed,
// and the Price is what refunds send. One that is on its way may send more than is still owed.
func (r *reads) UnsentOrders(ctx context.Context, limit int) ([]LedgerFault, error) {
	return query(ctx, r, func(row scanner) (f LedgerFault, err error) { return f, row.Scan(&f.OrderID, &f.Amount, &f.Price) },
		`SELECT b.order_id, b.owed, b.sends FROM (
			SELECT o.order_id, o.owed, CAST(COALESCE(SUM(f.amount), 0) AS BIGINT) AS sends,
				CAST(COALESCE(SUM(CASE WHEN f.state = 'pending' THEN f.amount ELSE 0 END), 0) AS BIGINT) AS going
			FROM (SELECT e.order_id, CAST(-SUM(l.amount) AS BIGINT) AS owed
				FROM ledger_accounts a JOIN ledger_lines l ON l.account_id = a.id JOIN ledger_entries e ON e.id = l.entry_id
				WHERE a.kind = 'returns' AND e.kind <> 'adjusted' GROUP BY e.order_id) o
			LEFT JOIN refunds f ON f.order_id = o.order_id AND f.state IN ('asked', 'pending', 'owed') AND (f.needless OR EXISTS (
				SELECT 1 FROM ledger_entries c WHERE c.cause = 'order:' || f.order_id || ':refund_failed:' || f.provider || ':' || f.object))
			GROUP BY o.order_id, o.owed
		) b WHERE b.owed < 0 OR b.owed > b.sends OR b.owed < b.sends - b.going ORDER BY b.order_id LIMIT $1`, limit)
}

// UnbookedOrders returns orders of whose price the ledger has too much or too little: it has what was
// neither given back nor lost, and of one that is refunded that is nothing. What an operator booked of an order is no part of its
// price. Orders that were paid before the first entry
// are not asked for.
func (r *reads) UnbookedOrders(ctx context.Context, limit int) ([]LedgerFault, error) {
	return query(ctx, r, func(row scanner) (f LedgerFault, err error) {
		return f, row.Scan(&f.OrderID, &f.Status, &f.Price, &f.Amount)
	}, `SELECT id, status, price - refunded, has FROM (
			SELECT o.id, o.status, o.price, o.refunded, EXISTS (SELECT 1 FROM ledger_entries e WHERE e.order_id = o.id AND e.order_id > 0) AS booked,
				CAST(COALESCE((SELECT SUM(l.amount) FROM ledger_entries e JOIN ledger_lines l ON l.entry_id = e.id
					JOIN ledger_accounts a ON a.id = l.account_id
					WHERE e.order_id = o.id AND e.order_id > 0 AND a.kind IN ('clearing', 'disputes', 'losses')
						AND e.kind NOT IN ('fee', 'needless', 'returned', 'refund_failed', 'lost', 'covered', 'transferred', 'transfer_back',
							'adjusted')), 0) AS BIGINT) AS has
			FROM orders o WHERE o.price > 0 AND o.status IN ('paid', 'disputed', 'refunded') AND o.paid_at IS NOT NULL
				AND (o.paid_at >= (SELECT min(created_at) FROM ledger_entries)
					OR EXISTS (SELECT 1 FROM ledger_entries e WHERE e.order_id = o.id AND e.order_id > 0))
		) b WHERE NOT booked OR has <> price - refunded OR (status = 'refunded') <> (refunded = price) ORDER BY id LIMIT $1`, limit)
}

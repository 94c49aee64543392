package store

import (
	"context"
	"slices"
	"time"

	"vitrine"
)

// skew is by how much the time of an entry may differ from its place among the others: transactions that began
// earlier may be committed later, and clocks of machines differ.
const skew = time.Hour

// entriesFrom is the number of an entry that no entry of from or later is before, as far as skew goes.
func (r *reads) entriesFrom(ctx context.Context, from time.Time) (int64, error) {
	ids, err := query(ctx, r, scanID, "SELECT id FROM ledger_entries WHERE created_at >= $1 ORDER BY created_at, id LIMIT 1",
		micros(from.Add(-skew)))
	if err != nil {
		return 0, err
	}
	if len(ids) == 0 {
		ids, err = query(ctx, r, scanID, "SELECT COALESCE(MAX(id), 0) + 1 FROM ledger_entries")
	}
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// sellerAccount is one of the accounts of a seller, with what stands on it.
type sellerAccount struct {
	id       int64
	currency string
	live     bool
	has      vitrine.Amount // owed to the seller
}

func (r *reads) sellerAccounts(ctx context.Context, sellerID int64) ([]sellerAccount, error) {
	return query(ctx, r, func(row scanner) (a sellerAccount, err error) {
		var owed vitrine.Amount
		err = row.Scan(&a.id, &a.currency, &a.live, &owed)
		a.has = -owed
		return a, err
	}, "SELECT a.id, a.currency, a.live, "+standsOn+" FROM ledger_accounts a WHERE "+ofSeller+" ORDER BY a.live DESC, a.currency, a.id",
		sellerID)
}

// SellerStatements returns what moved the money of a seller from one time until another, by currency, real money
// first; with the entries where each is called for. A currency in which nothing stood or moved has none: what is earned in it later
// changes no month that is over. What it returns is of one moment where r is a transaction.
func (r *reads) SellerStatements(
	ctx context.Context, sellerID int64, from, until time.Time, each func(vitrine.StatementEntry) error,
) (list []vitrine.SellerStatement, err error) {
	accounts, err := r.sellerAccounts(ctx, sellerID)
	if err != nil || len(accounts) == 0 {
		return nil, err
	}
	first, err := r.entriesFrom(ctx, from)
	if err != nil {
		return nil, err
	}
	for _, a := range accounts {
		of := statementOf(&list, a.currency, a.live, from)
		of.Opening += a.has // now; what happened since is taken off
		of.Closing += a.has
	}
	err = r.eachEntry(ctx, accounts, first, from, func(e vitrine.StatementEntry) error {
		of := statementOf(&list, e.Currency, e.Live, from)
		of.Opening -= e.Net
		if !e.At.Before(until) {
			of.Closing -= e.Net
			return nil
		}
		of.Add(e)
		if each == nil {
			return nil
		}
		return each(e)
	})
	return slices.DeleteFunc(list, func(s vitrine.SellerStatement) bool { return s.Empty() }), err
}

// statementOf is the statement of a currency in a list, which it is added to where it is not there.
func statementOf(list *[]vitrine.SellerStatement, currency string, live bool, month time.Time) *vitrine.SellerStatement {
	at := slices.IndexFunc(*list, func(s vitrine.SellerStatement) bool { return s.Currency == currency && s.Live == live })
	if at < 0 {
		at = len(*list)
		*list = append(*list, vitrine.SellerStatement{Month: month, Currency: currency, Live: live})
	}
	return &(*list)[at]
}

// eachEntry calls a function for the entries, from a number on, that are on some accounts and not from before a
// time, the oldest first: what each added to the accounts, and to the share and tax of the marketplace.
func (r *reads) eachEntry(ctx context.Context, accounts []sellerAccount, first int64, from time.Time,
	fn func(vitrine.StatementEntry) error) error {
	b := (&builder{}).add(`SELECT e.id, e.kind, e.order_id, e.note, e.created_at, m.currency, m.live, m.net,
			CAST(COALESCE((SELECT -SUM(l.amount) FROM ledger_lines l JOIN ledger_accounts a ON a.id = l.account_id
				WHERE l.entry_id = e.id AND a.kind = 'share'), 0) AS BIGINT),
			CAST(COALESCE((SELECT -SUM(l.amount) FROM ledger_lines l JOIN ledger_accounts a ON a.id = l.account_id
				WHERE l.entry_id = e.id AND a.kind = 'tax'), 0) AS BIGINT)
		FROM (SELECT entry_id, currency, live, CAST(-SUM(amount) AS BIGINT) AS net FROM (`)
	for i, a := range accounts {
		if i > 0 {
			b.add(" UNION ALL ")
		}
		b.add("SELECT l.entry_id, a.currency, a.live, l.amount FROM ledger_lines l JOIN ledger_accounts a ON a.id = l.account_id"+
			" WHERE l.account_id = ? AND l.entry_id >= ?", a.id, first)
	}
	b.add(`) s GROUP BY entry_id, currency, live) m JOIN ledger_entries e ON e.id = m.entry_id
		WHERE e.created_at >= ? ORDER BY e.created_at, e.id`, micros(from))
	return each(ctx, r, func(row scanner) error {
		var e vitrine.StatementEntry
		err := row.Scan(&e.EntryID, &e.Kind, &e.OrderID, &e.Note, (*stamp)(&e.At), &e.Currency, &e.Live, &e.Net, &e.Share, &e.Tax)
		if err != nil {
			return err
		}
		return fn(e)
	}, b.String(), b.args...)
}

// FirstEarned is when the first entry of a seller was booked; zero where there is none.
func (r *reads) FirstEarned(ctx context.Context, sellerID int64) (time.Time, error) {
	first, err := query(ctx, r, func(row scanner) (at stamp, err error) { return at, row.Scan(&at) },
		"SELECT e.created_at FROM ledger_entries e WHERE e.id = (SELECT MIN(l.entry_id) FROM ledger_lines l WHERE l.account_id IN ("+
			"SELECT a.id FROM ledger_accounts a WHERE "+ofSeller+"))", sellerID)
	if err != nil || len(first) == 0 {
		return time.Time{}, err
	}
	return first[0].time(), nil
}

package store

import (
	"context"
	"slices"
	"time"

	"vitrine"
)

// daysEach is how many days the tallies of an account have room for; see aboutDay.
const daysEach = 100_000

// aboutDay is what a tally of the money of an account on a day is about.
func aboutDay(accountID int64, at time.Time) int64 {
	return accountID*daysEach + at.Unix()/int64(24*time.Hour/time.Second)
}

// dayTally is what an amount adds to a day of its account.
func dayTally(amount vitrine.Amount) (TallyKind, vitrine.Amount) {
	if amount > 0 {
		return moneyIn, amount
	}
	return moneyOut, -amount
}

// LedgerSum is what stands on accounts of a kind together, in one currency, with one provider or none.
type LedgerSum struct {
	vitrine.LedgerAccount                // of no seller
	Accounts              int64          // how many there are
	Sum                   vitrine.Amount // to this moment
}

// LedgerSums adds up what stands on all accounts, real money before such that is not.
func (r *reads) LedgerSums(ctx context.Context) ([]LedgerSum, error) {
	return query(ctx, r, func(row scanner) (s LedgerSum, err error) {
		return s, row.Scan(&s.Kind, &s.Provider, &s.Currency, &s.Live, &s.Accounts, &s.Sum)
	}, `SELECT a.kind, a.provider, a.currency, a.live, count(*), CAST(COALESCE(SUM(COALESCE(t.n, 0) + COALESCE(w.n, 0)), 0) AS BIGINT)
		FROM ledger_accounts a LEFT JOIN tallies t ON t.kind = 'money' AND t.about = a.id
			LEFT JOIN (SELECT about, CAST(SUM(n) AS BIGINT) AS n FROM new_tallies WHERE kind = 'money' GROUP BY about) w ON w.about = a.id
		GROUP BY a.kind, a.provider, a.currency, a.live ORDER BY a.live DESC, a.currency, a.kind, a.provider`)
}

// LedgerDay is what came to an account on a day, and what went.
type LedgerDay struct {
	Day     time.Time
	Account vitrine.LedgerAccount
	In, Out vitrine.Amount
}

// LedgerDays lists what came and went on the accounts that are no seller's, from a day on, the newest first.
func (r *reads) LedgerDays(ctx context.Context, from time.Time) (list []LedgerDay, err error) {
	accounts, err := query(ctx, r, func(row scanner) (a vitrine.LedgerAccount, err error) {
		return a, row.Scan(&a.ID, &a.Kind, &a.Provider, &a.Currency, &a.Live)
	}, "SELECT id, kind, provider, currency, live FROM ledger_accounts WHERE seller_id = 0 ORDER BY live DESC, currency, kind, provider")
	if err != nil {
		return nil, err
	}
	for _, a := range accounts {
		days := map[int64]*LedgerDay{}
		for _, table := range []string{"tallies", "new_tallies"} {
			err := each(ctx, r, func(row scanner) error {
				var kind TallyKind
				var about int64
				var n vitrine.Amount
				err := row.Scan(&kind, &about, &n)
				d, known := days[about]
				if !known {
					d = &LedgerDay{Day: time.Unix((about%daysEach)*int64(24*time.Hour/time.Second), 0).UTC(), Account: a}
					days[about] = d
				}
				if kind == moneyIn {
					d.In += n
				} else {
					d.Out += n
				}
				return err
			}, "SELECT kind, about, n FROM "+table+" WHERE kind IN ('money_in', 'money_out') AND about >= $1 AND about < $2",
				aboutDay(a.ID, from), (a.ID+1)*daysEach)
			if err != nil {
				return nil, err
			}
		}
		for _, d := range days {
			list = append(list, *d)
		}
	}
	slices.SortStableFunc(list, func(a, b LedgerDay) int { return b.Day.Compare(a.Day) })
	return list, nil
}

// LedgerPage is a part of the entries of the ledger.
type LedgerPage struct {
	Entries []vitrine.LedgerEntry
	Next    string // the cursor of the next page, "" at the end
}

// LedgerEntries lists entries with their lines, the newest first.
func (r *reads) LedgerEntries(ctx context.Context, q vitrine.LedgerQuery) (page LedgerPage, err error) {
	after, err := parseCursor(q.Page.Cursor, "ledger")
	if err != nil {
		return page, err
	}
	span, err := r.ledgerSpan(ctx, q, after.id)
	if err != nil || span.last < span.first {
		return page, err
	}
	ids, err := r.ledgerIDs(ctx, q, span)
	if err != nil || len(ids) == 0 {
		return page, err
	}
	if len(ids) > q.Page.Size {
		ids = ids[:q.Page.Size]
		page.Next = next(q.Page, "ledger", 0, ids[q.Page.Size-1])
	}
	where := (&builder{}).add("e.id ")
	where.among(r.dialect, ids)
	page.Entries, err = r.entriesWhere(ctx, where.String()+" ORDER BY e.id DESC, a.id", where.args...)
	return page, err
}

// LedgerEntry returns an entry with its lines.
func (r *reads) LedgerEntry(ctx context.Context, id int64) (vitrine.LedgerEntry, error) {
	found, err := r.entriesWhere(ctx, "e.id = $1 ORDER BY a.id", id)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "there is no entry %d", id)
	}
	if err != nil {
		return vitrine.LedgerEntry{}, err
	}
	return found[0], nil
}

// ledgerSpan are the numbers that entries of a query may have. Those of entries rise with their times, but for
// some that were booked at once, by machines whose clocks differ.
type ledgerSpan struct{ first, last int64 }

// spanSlack is more than the clocks of machines differ, and transactions take.
const spanSlack = time.Hour

func (r *reads) ledgerSpan(ctx context.Context, q vitrine.LedgerQuery, before int64) (span ledgerSpan, err error) {
	const all = int64(1) << 62
	span.last = all
	if before > 0 {
		span.last = before - 1
	}
	const first = "SELECT id FROM ledger_entries WHERE created_at >= $1 ORDER BY created_at, id LIMIT 1"
	if !q.From.IsZero() {
		found, err := query(ctx, r, scanID, first, micros(q.From.Add(-spanSlack)))
		if err != nil || len(found) == 0 {
			return ledgerSpan{1, 0}, err
		}
		span.first = found[0]
	}
	if !q.To.IsZero() {
		found, err := query(ctx, r, scanID, first, micros(q.To.Add(spanSlack)))
		if err != nil {
			return span, err
		}
		if len(found) > 0 {
			span.last = min(span.last, found[0]-1)
		}
	}
	return span, nil
}

// spared are the kinds of entries that never move anything on the accounts of a kind that sellers have. Those
// accounts are too many to look into each, so that entries are found by all other kinds.
var spared = map[vitrine.AccountKind][]vitrine.EntryKind{
	vitrine.AccountHold: {vitrine.EntryFee, vitrine.EntryNeedless, vitrine.EntryReturned, vitrine.EntryRefundFailed, vitrine.EntryLost,
		vitrine.EntryCovered,
		vitrine.EntryTransferred,
		vitrine.EntryTransferBack, vitrine.EntryPayout, vitrine.EntryPayoutArrived, vitrine.EntryPayoutReturned, vitrine.EntryBanked},
	vitrine.AccountAvailable: {vitrine.EntrySold, vitrine.EntryFee, vitrine.EntryNeedless, vitrine.EntryReturned, vitrine.EntryRefundFailed,
		vitrine.EntryLost, vitrine.EntryCovered,
		vitrine.EntryPayoutArrived, vitrine.EntryBanked},
	vitrine.AccountTransit: {vitrine.EntrySold, vitrine.EntryFee, vitrine.EntryNeedless, vitrine.EntryReturned, vitrine.EntryRefundFailed,
		vitrine.EntryLost, vitrine.EntryCovered,
		vitrine.EntryRefunded, vitrine.EntryDisputed, vitrine.EntryDisputeWon, vitrine.EntryDisputeLost, vitrine.EntryReleased,
		vitrine.EntryTransferred,
		vitrine.EntryTransferBack, vitrine.EntryBanked},
}

// ledgerIDs lists the numbers of a page and one more, the highest first.
func (r *reads) ledgerIDs(ctx context.Context, q vitrine.LedgerQuery, span ledgerSpan) ([]int64, error) {
	if byOne := q.OrderID != 0 || q.Cause != "" || q.Amount != 0; !byOne {
		accounts, ok, err := r.accountsOf(ctx, q)
		if err != nil || ok && len(accounts) == 0 {
			return nil, err
		}
		if ok {
			return r.newestOf(ctx, q, len(accounts), func(b *builder, i int) {
				b.add("SELECT e.id FROM ledger_lines l JOIN ledger_entries e ON e.id = l.entry_id WHERE l.account_id = ?", accounts[i])
				b.add(" AND l.entry_id BETWEEN ? AND ?", span.first, span.last)
				ledgerConditions(b, q, q.Kind)
				b.add(" ORDER BY l.entry_id DESC")
			})
		}
	}
	kinds := []vitrine.EntryKind{q.Kind}
	if toSeller := spared[q.Account]; q.Kind == "" && toSeller != nil {
		kinds = slices.DeleteFunc(vitrine.EntryKinds(), func(k vitrine.EntryKind) bool { return slices.Contains(toSeller, k) })
	}
	return r.newestOf(ctx, q, len(kinds), func(b *builder, i int) {
		b.add("SELECT e.id FROM ledger_entries e WHERE e.id BETWEEN ? AND ?", span.first, span.last)
		ledgerConditions(b, q, kinds[i])
		b.add(" ORDER BY e.id DESC")
	})
}

// accountsOf lists the few accounts whose lines a query is about; false where it is about others too.
func (r *reads) accountsOf(ctx context.Context, q vitrine.LedgerQuery) (ids []int64, ok bool, err error) {
	switch {
	case q.SellerID != 0:
		ids, err = query(ctx, r, scanID, "SELECT id FROM ledger_accounts WHERE provider = '' AND seller_id = $1 ORDER BY id", q.SellerID)
	case q.Account != "" && spared[q.Account] == nil:
		ids, err = query(ctx, r, scanID, "SELECT id FROM ledger_accounts WHERE kind = $1 ORDER BY id", string(q.Account))
	default:
		return nil, false, nil
	}
	return ids, true, err
}

// newestOf lists the highest numbers of several lists, each of which has as many as there may be.
func (r *reads) newestOf(ctx context.Context, q vitrine.LedgerQuery, lists int, list func(b *builder, i int)) ([]int64, error) {
	b := (&builder{}).add("SELECT DISTINCT id FROM (")
	for i := range lists {
		b.add(separator(i, " UNION ALL ") + "SELECT id FROM (")
		list(b, i)
		b.window(q.Page.Size+1, 0).add(") s")
	}
	b.add(") m ORDER BY id DESC").window(q.Page.Size+1, 0)
	return query(ctx, r, scanID, b.String(), b.args...)
}

// ledgerConditions adds what a query asks of an entry e, which is of a kind, "" for any.
func ledgerConditions(b *builder, q vitrine.LedgerQuery, kind vitrine.EntryKind) {
	if kind != "" {
		b.add(" AND e.kind = ?", string(kind))
	}
	if q.OrderID != 0 {
		b.add(" AND e.order_id = ? AND e.order_id > 0", q.OrderID)
	}
	if q.Cause != "" {
		b.add(" AND e.cause = ?", q.Cause)
	}
	if q.Amount != 0 {
		b.add(" AND e.amount = ?", int64(q.Amount))
	}
	if !q.From.IsZero() {
		b.add(" AND e.created_at >= ?", micros(q.From))
	}
	if !q.To.IsZero() {
		b.add(" AND e.created_at < ?", micros(q.To))
	}
	if q.Account != "" {
		b.add(` AND EXISTS (SELECT 1 FROM ledger_lines k JOIN ledger_accounts a ON a.id = k.account_id
			WHERE k.entry_id = e.id AND a.kind = ?`, string(q.Account))
		if q.SellerID != 0 {
			b.add(" AND a.seller_id = ?", q.SellerID)
		}
		b.add(")")
	}
}

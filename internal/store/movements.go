package store

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"vitrine"
)

// ReportState is how far a provider's report was read and compared.
type ReportState struct {
	Began    time.Time      `json:"began"`           // when the first reading began: payouts and fees since are booked
	ReadTo   time.Time      `json:"read_to"`         // all before was read
	To       time.Time      `json:"to"`              // of the reading that goes on; zero for none
	After    string         `json:"after,omitempty"` // its next page
	Compared time.Time      `json:"compared"`        // what was seen and booked before was compared
	Held     []vitrine.Held `json:"held,omitempty"`
	HeldAt   time.Time      `json:"held_at"`
}

func reportSetting(provider string, live bool) string {
	if live {
		return "report_" + provider + "_live"
	}
	return "report_" + provider + "_test"
}

// ReportState returns how far a report was read; the zero value for one that never was.
func (r *reads) ReportState(ctx context.Context, provider string, live bool) (s ReportState, err error) {
	text, err := r.setting(ctx, reportSetting(provider, live))
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal([]byte(text), &s)
}

// SetReportState stores how far a report was read.
func (tx *Tx) SetReportState(ctx context.Context, provider string, live bool, s ReportState) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return tx.setSetting(ctx, reportSetting(provider, live), string(text))
}

// FirstHeld returns when the ledger first had something at a provider; zero where it never had.
func (r *reads) FirstHeld(ctx context.Context, provider string, live bool) (at time.Time, err error) {
	return at, r.row(ctx, "", `SELECT MIN(e.created_at) FROM ledger_entries e WHERE e.id = (SELECT MIN(l.entry_id) FROM ledger_lines l
		JOIN ledger_accounts a ON a.id = l.account_id WHERE a.kind = 'clearing' AND a.provider = $1 AND a.live = $2)`,
		[]any{provider, live}, (*stamp)(&at))
}

// AddMovement stores a movement with the orders that it is of; false where it is known.
func (tx *Tx) AddMovement(ctx context.Context, provider string, live bool, m *vitrine.ProviderMovement, orders []int64,
	now time.Time) (bool, error) {
	n, err := tx.exec(ctx, "store a movement", `INSERT INTO provider_movements (provider, movement, live, kind, object, about, amount, currency, fee,
			fee_currency, happened_at, seen_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (provider, movement) DO NOTHING`,
		provider, m.ID, live, string(m.Kind), m.Object, m.About, int64(m.Amount), m.Currency, int64(m.Fee), m.FeeCurrency,
		micros(m.At), micros(now))
	for _, id := range orders {
		if err == nil {
			_, err = tx.exec(ctx, "store what a movement is of", `INSERT INTO provider_movement_orders (order_id, provider, movement)
				VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, id, provider, m.ID)
		}
	}
	return n == 1, err
}

// LinkMovements finds the orders of movements that were seen since a time, or that differ still: a refund or dispute is of
// those of its charge, a transfer of its order. What tells of them may come days later.
func (tx *Tx) LinkMovements(ctx context.Context, provider string, since time.Time) error {
	const seen = "provider_movements m"
	const differing = `differences d JOIN provider_movements m ON m.provider = d.provider AND m.movement = d.about
		AND d.resolved_at IS NULL AND d.order_id = 0`
	for _, of := range []string{
		`provider_movements c ON c.object = m.about AND c.provider = m.provider AND c.kind = 'charge'
			JOIN provider_movement_orders o ON o.provider = c.provider AND o.movement = c.movement WHERE m.kind IN ('refund', 'dispute')`,
		"transfers o ON o.reference = m.object WHERE m.kind = 'transfer'",
		"transfers o ON o.reference = m.about WHERE m.kind = 'transfer_back'",
	} {
		for from, args := range map[string][]any{seen: {provider, micros(since)}, differing: {provider}} {
			text := "INSERT INTO provider_movement_orders (order_id, provider, movement) SELECT o.order_id, m.provider, m.movement FROM " +
				from + " JOIN " + of + " AND m.provider = $1"
			if from == seen {
				text += " AND m.seen_at >= $2"
			}
			if _, err := tx.exec(ctx, "find what movements are of", text+" ON CONFLICT DO NOTHING", args...); err != nil {
				return err
			}
		}
	}
	return nil
}

// Moved is a stretch of time in which money was reported, or booked, at a provider.
type Moved struct {
	Provider string
	Live     bool
	After    time.Time // not part of it
	To       time.Time
}

// OrdersMoved lists the orders of whose money something was reported or booked in a time.
func (r *reads) OrdersMoved(ctx context.Context, m Moved) ([]int64, error) {
	return query(ctx, r, scanID, `SELECT o.order_id FROM provider_movements m
			JOIN provider_movement_orders o ON o.provider = m.provider AND o.movement = m.movement
			WHERE m.provider = $1 AND m.live = $2 AND m.seen_at > $3 AND m.seen_at <= $4
		UNION SELECT e.order_id FROM ledger_entries e JOIN ledger_lines l ON l.entry_id = e.id JOIN ledger_accounts a ON a.id = l.account_id
			WHERE e.created_at > $3 AND e.created_at <= $4 AND e.order_id > 0 AND a.kind = 'clearing' AND a.provider = $1 AND a.live = $2
		ORDER BY 1`, m.Provider, m.Live, micros(m.After), micros(m.To))
}

// StrayMovements lists the movements of no order that were seen in a time.
func (r *reads) StrayMovements(ctx context.Context, m Moved) ([]vitrine.ProviderMovement, error) {
	return query(ctx, r, func(row scanner) (s vitrine.ProviderMovement, err error) {
		return s, row.Scan(&s.ID, &s.Kind, &s.Object, &s.Amount, &s.Currency, &s.Fee, &s.FeeCurrency, (*stamp)(&s.At))
	}, `SELECT m.movement, m.kind, m.object, m.amount, m.currency, m.fee, m.fee_currency, m.happened_at FROM provider_movements m
		WHERE m.provider = $1 AND m.live = $2 AND m.seen_at > $3 AND m.seen_at <= $4
			AND NOT EXISTS (SELECT 1 FROM provider_movement_orders o WHERE o.provider = m.provider AND o.movement = m.movement)
		ORDER BY m.seen_at, m.movement`, m.Provider, m.Live, micros(m.After), micros(m.To))
}

// OrdersOfMovement lists the orders that a movement is of.
func (r *reads) OrdersOfMovement(ctx context.Context, provider, movement string) ([]int64, error) {
	return query(ctx, r, scanID,
		"SELECT o.order_id FROM provider_movement_orders o WHERE o.provider = $1 AND o.movement = $2 ORDER BY o.order_id",
		provider, movement)
}

// PaidTogether returns an order with all those that movements of a provider are of beside it, sorted.
func (r *reads) PaidTogether(ctx context.Context, provider string, orderID int64) ([]int64, error) {
	found := []int64{orderID}
	for i := 0; i < len(found); i++ {
		others, err := query(ctx, r, scanID, `SELECT DISTINCT p.order_id FROM provider_movement_orders o
			JOIN provider_movement_orders p ON p.provider = o.provider AND p.movement = o.movement
			WHERE o.order_id = $1 AND o.provider = $2`, found[i], provider)
		if err != nil {
			return nil, err
		}
		for _, id := range others {
			if !slices.Contains(found, id) {
				found = append(found, id)
			}
		}
	}
	slices.Sort(found)
	return found, nil
}

// Compared is what was reported and booked of some orders at a provider, in one currency, and when the last of it was.
type Compared struct {
	Currency         string
	Reported, Booked vitrine.Amount
	Last             time.Time
}

// CompareOrders returns what was reported and booked of orders, by currency.
func (r *reads) CompareOrders(ctx context.Context, provider string, live bool, orders []int64) ([]Compared, error) {
	b := (&builder{}).add(`SELECT s.currency, CAST(SUM(s.reported) AS BIGINT), CAST(SUM(s.booked) AS BIGINT), MAX(s.at) FROM (
		SELECT m.currency, m.amount AS reported, 0 AS booked, m.seen_at AS at FROM provider_movements m WHERE m.provider = ? AND m.live = ?`, provider, live)
	of := func() {
		b.add(" AND EXISTS (SELECT 1 FROM provider_movement_orders o WHERE o.provider = m.provider AND o.movement = m.movement")
		addList(b, " AND o.order_id IN", orders)
		b.add(")")
	}
	of()
	b.add(` UNION ALL SELECT m.fee_currency, -m.fee, 0, m.seen_at FROM provider_movements m
		WHERE m.fee <> 0 AND m.provider = ? AND m.live = ?`,
		provider, live)
	of()
	b.add(` UNION ALL SELECT a.currency, 0, l.amount, e.created_at FROM ledger_entries e JOIN ledger_lines l ON l.entry_id = e.id
		JOIN ledger_accounts a ON a.id = l.account_id WHERE a.kind = 'clearing' AND a.provider = ? AND a.live = ? AND e.order_id > 0`,
		provider, live)
	addList(b, " AND e.order_id IN", orders)
	b.add(") s GROUP BY s.currency ORDER BY s.currency")
	return query(ctx, r, func(row scanner) (c Compared, err error) {
		return c, row.Scan(&c.Currency, &c.Reported, &c.Booked, (*stamp)(&c.Last))
	}, b.String(), b.args...)
}

// HeldByLedger is what the ledger has at a provider, by currency.
func (r *reads) HeldByLedger(ctx context.Context, provider string, live bool) ([]vitrine.Held, error) {
	return query(ctx, r, func(row scanner) (h vitrine.Held, err error) { return h, row.Scan(&h.Currency, &h.Amount) },
		"SELECT a.currency, "+standsOn+` FROM ledger_accounts a WHERE a.kind = 'clearing' AND a.provider = $1 AND a.live = $2
		ORDER BY a.currency`,
		provider, live)
}

// BookedBy is what an entry moved at the provider that it is about; 0 where there is none by that cause.
func (r *reads) BookedBy(ctx context.Context, cause string) (sum vitrine.Amount, err error) {
	return sum, r.row(ctx, "", `SELECT CAST(COALESCE(SUM(l.amount), 0) AS BIGINT) FROM ledger_entries e JOIN ledger_lines l ON l.entry_id = e.id
		JOIN ledger_accounts a ON a.id = l.account_id WHERE e.cause = $1 AND a.kind = 'clearing'`, []any{cause}, &sum)
}

package store

import (
	"context"
	"time"

	"vitrine"
)

const transferColumns = `t.order_id, t.seller_id, t.currency, t.live, t.wanted, t.there, t.step, t.planned, t.fault, t.tries, t.due_at,
	t.created_at, t.updated_at`

func scanTransfer(row scanner) (t vitrine.OrderTransfer, err error) {
	return t, row.Scan(&t.OrderID, &t.SellerID, &t.Currency, &t.Live, &t.Wanted, &t.There, &t.Step, &t.Planned, &t.Fault, &t.Tries,
		(*stamp)(&t.DueAt), (*stamp)(&t.CreatedAt), (*stamp)(&t.UpdatedAt))
}

// OrderTransfer returns what stands of an order's money at its seller's account; NotFound where nothing is to.
func (r *reads) OrderTransfer(ctx context.Context, orderID int64) (vitrine.OrderTransfer, error) {
	found, err := query(ctx, r, scanTransfer, "SELECT "+transferColumns+" FROM order_transfers t WHERE t.order_id = $1", orderID)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "nothing of order %d is to be transferred", orderID)
	}
	if err != nil {
		return vitrine.OrderTransfer{}, err
	}
	return found[0], nil
}

// TransfersDue lists up to limit orders of whose money something may have to be moved, the longest due first.
func (r *reads) TransfersDue(ctx context.Context, now time.Time, live bool, limit int) ([]int64, error) {
	b := (&builder{}).add("SELECT t.order_id FROM order_transfers t WHERE t.due_at <= ? AND t.live = ? ORDER BY t.due_at, t.order_id",
		micros(now), live).window(limit, 0)
	return query(ctx, r, scanID, b.String(), b.args...)
}

// AreTransfersDue reports whether there are such orders.
func (r *reads) AreTransfersDue(ctx context.Context, now time.Time, live bool) (are bool, err error) {
	return are, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM order_transfers t WHERE t.due_at <= $1 AND t.live = $2)",
		[]any{micros(now), live}, &are)
}

// failedTransfers are those t whose last step failed; not those that only could not be moved back by a seller who owes nothing any
// more.
var failedTransfers = `order_transfers t WHERE t.fault <> '' AND (t.due_at IS NOT NULL OR EXISTS (
	SELECT 1 FROM ledger_accounts a WHERE a.kind = 'available' AND a.seller_id = t.seller_id AND a.currency = t.currency AND a.live = t.live
		AND ` + standsOn + ` > 0))`

// FailedTransfers lists up to limit of those whose last step failed, the newest first.
func (r *reads) FailedTransfers(ctx context.Context, limit int) ([]vitrine.OrderTransfer, error) {
	b := (&builder{}).add("SELECT "+transferColumns+" FROM "+failedTransfers+" ORDER BY t.order_id DESC").window(limit, 0)
	return query(ctx, r, scanTransfer, b.String(), b.args...)
}

// TransfersUnderWay is what is being moved to a seller's account, but for one order.
func (r *reads) TransfersUnderWay(ctx context.Context, t *vitrine.OrderTransfer) (sum vitrine.Amount, err error) {
	return sum, r.row(ctx, "", `SELECT CAST(COALESCE(SUM(t.planned), 0) AS BIGINT) FROM order_transfers t
		WHERE t.seller_id = $1 AND t.currency = $2 AND t.live = $3 AND t.order_id <> $4 AND t.planned > 0 AND t.due_at IS NOT NULL`,
		[]any{t.SellerID, t.Currency, t.Live, t.OrderID}, &sum)
}

// TransfersMoving reports whether money is being moved to or from the account of a seller.
func (r *reads) TransfersMoving(ctx context.Context, sellerID int64) (is bool, err error) {
	return is, r.row(ctx, "",
		"SELECT EXISTS (SELECT 1 FROM order_transfers t WHERE t.seller_id = $1 AND t.planned <> 0 AND t.due_at IS NOT NULL)",
		[]any{sellerID}, &is)
}

// SetOrderTransfer stores what stands of an order's money at its seller's account.
func (tx *Tx) SetOrderTransfer(ctx context.Context, t *vitrine.OrderTransfer) error {
	_, err := tx.exec(ctx, "store what is transferred", `
		INSERT INTO order_transfers (order_id, seller_id, currency, live, wanted, there, step, planned, fault, tries, due_at,
			created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		ON CONFLICT (order_id) DO UPDATE SET wanted = excluded.wanted, there = excluded.there, step = excluded.step, planned = excluded.planned,
			fault = excluded.fault, tries = excluded.tries, due_at = excluded.due_at, updated_at = excluded.updated_at`,
		t.OrderID, t.SellerID, t.Currency, t.Live, int64(t.Wanted), int64(t.There), t.Step, int64(t.Planned), t.Fault, t.Tries, micros(t.DueAt),
		micros(t.CreatedAt), micros(t.UpdatedAt))
	return err
}

// LookAtTransfer has what stands of an order's money at its seller's account looked at; it does nothing where nothing is
// to.
func (tx *Tx) LookAtTransfer(ctx context.Context, orderID int64, now time.Time) error {
	_, err := tx.exec(ctx, "look at a transfer", "UPDATE order_transfers SET due_at = $2 WHERE order_id = $1", orderID, micros(now))
	return err
}

// LookAtTransfersOf has what waits to be moved to a seller looked at.
func (tx *Tx) LookAtTransfersOf(ctx context.Context, sellerID int64, now time.Time) error {
	_, err := tx.exec(ctx, "look at transfers",
		"UPDATE order_transfers SET due_at = $2, tries = 0 WHERE seller_id = $1 AND due_at IS NOT NULL",
		sellerID, micros(now))
	return err
}

// LookAtShort has looked at what was not moved to a seller with an account, since too little was available to them.
func (tx *Tx) LookAtShort(ctx context.Context, of vitrine.LedgerAccount, at time.Time) error {
	_, err := tx.exec(ctx, "look at what is short", `UPDATE order_transfers SET due_at = $4
		WHERE seller_id = $1 AND live = $2 AND currency = $3 AND wanted > there AND due_at IS NULL
			AND EXISTS (SELECT 1 FROM connected_accounts c WHERE c.user_id = $1 AND c.live = $2 AND c.status <> 'begun')`,
		of.SellerID, of.Live, of.Currency, micros(at))
	return err
}

// WaitForNoTransfers has nothing wait any more for accounts that nothing is moved to, as no provider pays sellers.
func (tx *Tx) WaitForNoTransfers(ctx context.Context, live bool) error {
	_, err := tx.exec(ctx, "wait for no transfers",
		"UPDATE order_transfers SET due_at = NULL WHERE live = $1 AND planned = 0 AND wanted > there AND due_at IS NOT NULL", live)
	return err
}

// Transfers lists the transfers that were made of an order's money, the oldest first.
func (r *reads) Transfers(ctx context.Context, orderID int64) ([]vitrine.MadeTransfer, error) {
	return query(ctx, r, func(row scanner) (m vitrine.MadeTransfer, err error) {
		return m, row.Scan(&m.OrderID, &m.Step, &m.Reference, &m.Amount, &m.Reversed, (*stamp)(&m.CreatedAt))
	}, `SELECT m.order_id, m.step, m.reference, m.amount, m.reversed, m.created_at FROM transfers m
		WHERE m.order_id = $1 ORDER BY m.step`, orderID)
}

// SetTransfer stores a transfer that was made, or how much of it was moved back.
func (tx *Tx) SetTransfer(ctx context.Context, m *vitrine.MadeTransfer) error {
	_, err := tx.exec(ctx, "store a transfer", `INSERT INTO transfers (order_id, step, reference, amount, reversed, created_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (order_id, step) DO UPDATE SET reversed = excluded.reversed`,
		m.OrderID, m.Step, m.Reference, int64(m.Amount), int64(m.Reversed), micros(m.CreatedAt))
	return err
}

// TransferFault is an order of whose money the ledger has something else moved than its transfers say.
type TransferFault struct {
	OrderID                  int64
	Ledger, Transfers, There vitrine.Amount
}

// TransferFaults returns up to limit of those.
func (r *reads) TransferFaults(ctx context.Context, limit int) ([]TransferFault, error) {
	b := (&builder{}).add(`SELECT s.order_id, s.booked, s.made, s.there FROM (SELECT t.order_id, t.there,
			CAST(COALESCE((SELECT SUM(l.amount) FROM ledger_entries e JOIN ledger_lines l ON l.entry_id = e.id
				JOIN ledger_accounts a ON a.id = l.account_id WHERE e.order_id = t.order_id AND e.order_id > 0
				AND e.kind IN ('transferred', 'transfer_back') AND a.kind = 'available'), 0) AS BIGINT) AS booked,
			CAST(COALESCE((SELECT SUM(m.amount - m.reversed) FROM transfers m WHERE m.order_id = t.order_id), 0) AS BIGINT) AS made
			FROM order_transfers t
		) s WHERE s.booked <> s.made OR s.made <> s.there ORDER BY s.order_id`).window(limit, 0)
	return query(ctx, r, func(row scanner) (f TransferFault, err error) {
		return f, row.Scan(&f.OrderID, &f.Ledger, &f.Transfers, &f.There)
	}, b.String(), b.args...)
}

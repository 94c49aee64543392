package store

import (
	"context"
	"time"

	"vitrine"
)

const payoutColumns = `p.id, p.seller_id, u.username, COALESCE(p.batch_id, 0), p.run, p.currency, p.live, p.amount, p.status, p.sealed,
	p.masked, p.reason, p.version, p.created_at, p.updated_at, p.sent_at, p.ended_at`

const fromPayouts = " FROM payouts p JOIN users u ON u.id = p.seller_id "

func (r *reads) scanPayout(row scanner) (p *vitrine.Payout, err error) {
	p = &vitrine.Payout{}
	var sealed string
	err = row.Scan(&p.ID, &p.SellerID, &p.Seller, &p.BatchID, &p.Run, &p.Currency, &p.Live, &p.Amount, &p.Status, &sealed,
		&p.Masked, &p.Reason, &p.Version, (*stamp)(&p.CreatedAt), (*stamp)(&p.UpdatedAt), (*stamp)(&p.SentAt), (*stamp)(&p.EndedAt))
	if err == nil {
		p.To, err = r.openBank(p.SellerID, sealed)
	}
	return p, err
}

// Payout returns a payout, whoever's it is.
func (r *reads) Payout(ctx context.Context, id int64) (*vitrine.Payout, error) {
	found, err := query(ctx, r, r.scanPayout, "SELECT "+payoutColumns+fromPayouts+"WHERE p.id = $1", id)
	if err == nil && len(found) == 0 {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no payout %d", id)
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// PayoutQuery says which payouts are listed.
type PayoutQuery struct {
	SellerID int64                // 0: anybody's
	Status   vitrine.PayoutStatus // "": any
	Page     vitrine.Page
}

// PayoutPage is a part of a list of payouts.
type PayoutPage struct {
	Payouts []*vitrine.Payout
	Next    string // the cursor of the next page, "" at the end
}

// Payouts lists payouts, the newest first.
func (r *reads) Payouts(ctx context.Context, q PayoutQuery) (page PayoutPage, err error) {
	after, err := parseCursor(q.Page.Cursor, "payouts")
	if err != nil {
		return page, err
	}
	b := (&builder{}).add("SELECT " + payoutColumns + fromPayouts + "WHERE p.id > 0")
	if q.SellerID != 0 {
		b.add(" AND p.seller_id = ?", q.SellerID)
	}
	if q.Status != "" {
		b.add(" AND p.status = ?", string(q.Status))
	}
	if after.set() {
		b.add(" AND p.id < ?", after.id)
	}
	b.add(" ORDER BY p.id DESC").window(q.Page.Size+1, 0)
	page.Payouts, err = query(ctx, r, r.scanPayout, b.String(), b.args...)
	if err == nil && len(page.Payouts) > q.Page.Size {
		page.Payouts = page.Payouts[:q.Page.Size]
		page.Next = next(q.Page, "payouts", 0, page.Payouts[q.Page.Size-1].ID)
	}
	return page, err
}

// PendingPayouts lists up to limit payouts of a currency that are in no batch, the oldest first, and those to sellers
// who are suspended behind the others: they take nobody's place.
func (r *reads) PendingPayouts(ctx context.Context, currency string, limit int) ([]*vitrine.Payout, error) {
	b := (&builder{}).add("SELECT "+payoutColumns+fromPayouts+"WHERE p.status = 'pending' AND p.currency = ?"+
		" ORDER BY CASE WHEN u.suspended_at IS NULL THEN 0 ELSE 1 END, p.id", currency).window(limit, 0)
	return query(ctx, r, r.scanPayout, b.String(), b.args...)
}

// PendingOf lists the payouts of a seller that are in no batch.
func (r *reads) PendingOf(ctx context.Context, sellerID int64) ([]*vitrine.Payout, error) {
	return query(ctx, r, r.scanPayout, "SELECT "+payoutColumns+fromPayouts+"WHERE p.status = 'pending' AND p.seller_id = $1 ORDER BY p.id",
		sellerID)
}

// ArrivedPayouts lists up to limit payouts that were sent before a time and have come to no end.
func (r *reads) ArrivedPayouts(ctx context.Context, before time.Time, limit int) ([]*vitrine.Payout, error) {
	b := (&builder{}).add("SELECT "+payoutColumns+fromPayouts+"WHERE p.status = 'sent' AND p.sent_at <= ? ORDER BY p.sent_at, p.id",
		micros(before)).window(limit, 0)
	return query(ctx, r, r.scanPayout, b.String(), b.args...)
}

// InsertPayout adds a payout and sets its id; false where the seller has one of that run.
func (tx *Tx) InsertPayout(ctx context.Context, p *vitrine.Payout) (bool, error) {
	sealed, err := tx.sealBank(p.SellerID, p.To)
	if err != nil {
		return false, err
	}
	p.Version = 1
	ids, err := query(ctx, &tx.reads, scanID, `
		INSERT INTO payouts (seller_id, batch_id, run, currency, live, amount, status, sealed, masked, reason, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		ON CONFLICT (seller_id, currency, live, run) DO NOTHING RETURNING id`,
		p.SellerID, orNull(p.BatchID), p.Run, p.Currency, p.Live, int64(p.Amount), string(p.Status), sealed, p.Masked, p.Reason, p.Version,
		micros(p.CreatedAt), micros(p.UpdatedAt))
	if err != nil || len(ids) == 0 {
		return false, err
	}
	p.ID = ids[0]
	return true, nil
}

// MovePayout stores the state of a payout that was read in this transaction, and raises its version. One of
// somebody who was erased says no more where it went once it has ended.
func (tx *Tx) MovePayout(ctx context.Context, p *vitrine.Payout) error {
	p.Version++
	err := tx.oneOf(ctx, `UPDATE payouts SET batch_id = $2, status = $3, reason = $4, version = $5, updated_at = $6, sent_at = $7,
		ended_at = $8 WHERE id = $1`, "payout", p.ID, orNull(p.BatchID), string(p.Status), p.Reason, p.Version, micros(p.UpdatedAt),
		micros(p.SentAt), micros(p.EndedAt))
	if err != nil || p.Status.UnderWay() || p.Seller != vitrine.ErasedName(p.SellerID) {
		return err
	}
	_, err = tx.exec(ctx, "forget where a payout went", "UPDATE payouts SET sealed = '', masked = '' WHERE id = $1", p.ID)
	return err
}

const batchColumns = `b.id, b.currency, b.status, b.made_by, b.version, b.created_at, b.sent_at,
	(SELECT count(*) FROM payouts p WHERE p.batch_id = b.id AND p.status <> 'canceled'),
	CAST(COALESCE((SELECT SUM(p.amount) FROM payouts p WHERE p.batch_id = b.id AND p.status <> 'canceled'), 0) AS BIGINT)`

func scanBatch(row scanner) (b vitrine.PayoutBatch, err error) {
	return b, row.Scan(&b.ID, &b.Currency, &b.Status, &b.MadeBy, &b.Version, (*stamp)(&b.CreatedAt), (*stamp)(&b.SentAt), &b.Count, &b.Sum)
}

// PayoutBatch returns a batch.
func (r *reads) PayoutBatch(ctx context.Context, id int64) (vitrine.PayoutBatch, error) {
	found, err := query(ctx, r, scanBatch, "SELECT "+batchColumns+" FROM payout_batches b WHERE b.id = $1", id)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "there is no batch %d", id)
	}
	if err != nil {
		return vitrine.PayoutBatch{}, err
	}
	return found[0], nil
}

// PayoutBatches lists up to limit batches with ids below before, 0 for all, the newest first.
func (r *reads) PayoutBatches(ctx context.Context, before int64, limit int) ([]vitrine.PayoutBatch, error) {
	b := (&builder{}).add("SELECT " + batchColumns + " FROM payout_batches b")
	if before > 0 {
		b.add(" WHERE b.id < ?", before)
	}
	b.add(" ORDER BY b.id DESC").window(limit, 0)
	return query(ctx, r, scanBatch, b.String(), b.args...)
}

// PayoutsOfBatch lists the payouts of a batch.
func (r *reads) PayoutsOfBatch(ctx context.Context, id int64) ([]*vitrine.Payout, error) {
	return query(ctx, r, r.scanPayout, "SELECT "+payoutColumns+fromPayouts+"WHERE p.batch_id = $1 ORDER BY p.id", id)
}

// InsertBatch adds a batch and sets its id.
func (tx *Tx) InsertBatch(ctx context.Context, b *vitrine.PayoutBatch) (err error) {
	b.Version = 1
	b.ID, err = tx.insert(ctx, "insert a batch", `INSERT INTO payout_batches (currency, status, made_by, version, created_at)
		VALUES ($1, $2, $3, $4, $5) RETURNING id`, b.Currency, b.Status, b.MadeBy, b.Version, micros(b.CreatedAt))
	return err
}

// MoveBatch stores the state of a batch that was read in this transaction, and raises its version.
func (tx *Tx) MoveBatch(ctx context.Context, b *vitrine.PayoutBatch) error {
	b.Version++
	return tx.oneOf(ctx, "UPDATE payout_batches SET status = $2, version = $3, sent_at = $4 WHERE id = $1", "batch",
		b.ID, b.Status, b.Version, micros(b.SentAt))
}

// Owed is what is available to a seller, with what a payout of it depends on.
type Owed struct {
	AccountID int64 // of the ledger
	SellerID  int64
	Seller    string // username
	Currency  string
	Amount    vitrine.Amount
	Suspended bool
	ChangedAt time.Time // when the seller's account was changed; zero: they have none
}

// Owed lists up to limit sellers to whom real money is available, by the number of their account in the ledger,
// which is above after.
func (r *reads) Owed(ctx context.Context, after int64, limit int) ([]Owed, error) {
	b := (&builder{}).add(owedColumns+` FROM (SELECT a.id, a.seller_id, a.currency, `+standsOn+` + `+awaited+` AS has FROM ledger_accounts a
			WHERE a.kind = 'available' AND a.live = TRUE AND a.id > ?) o`+owedJoins+" AND o.has < 0 ORDER BY o.id", after).window(limit, 0)
	return query(ctx, r, scanOwed, b.String(), b.args...)
}

// awaited is what of an account a is about to be moved to the seller's own account with a provider.
const awaited = `CAST(COALESCE((SELECT SUM(CASE WHEN t.planned > t.wanted - t.there THEN t.planned WHEN t.wanted > t.there THEN t.wanted - t.there
	ELSE 0 END) FROM order_transfers t WHERE t.seller_id = a.seller_id AND t.due_at IS NOT NULL AND t.currency = a.currency
	AND t.live = a.live), 0) AS BIGINT)`

const (
	owedColumns = `SELECT o.id, o.seller_id, u.username, o.currency, -o.has, CASE WHEN u.suspended_at IS NULL THEN FALSE ELSE TRUE END,
		p.changed_at`
	owedJoins = " JOIN users u ON u.id = o.seller_id LEFT JOIN payout_accounts p ON p.user_id = o.seller_id WHERE o.id > 0"
)

func scanOwed(row scanner) (o Owed, err error) {
	return o, row.Scan(&o.AccountID, &o.SellerID, &o.Seller, &o.Currency, &o.Amount, &o.Suspended, (*stamp)(&o.ChangedAt))
}

// OwedTo lists what real money is available to a seller, by currency.
func (r *reads) OwedTo(ctx context.Context, sellerID int64) ([]Owed, error) {
	return query(ctx, r, scanOwed, owedColumns+` FROM (SELECT a.id, a.seller_id, a.currency, `+standsOn+` + `+awaited+` AS has FROM ledger_accounts a
			WHERE a.kind = 'available' AND a.provider = '' AND a.live = TRUE AND a.seller_id = $1) o`+owedJoins+" ORDER BY o.id", sellerID)
}

// Payees returns what a payout to sellers depends on, by their numbers: without amounts.
func (r *reads) Payees(ctx context.Context, sellerIDs []int64) (map[int64]Owed, error) {
	found := map[int64]Owed{}
	if len(sellerIDs) == 0 {
		return found, nil
	}
	b := (&builder{}).add(`SELECT u.id, u.username, CASE WHEN u.suspended_at IS NULL THEN FALSE ELSE TRUE END, p.changed_at
		FROM users u LEFT JOIN payout_accounts p ON p.user_id = u.id WHERE u.id `).among(r.dialect, sellerIDs)
	err := each(ctx, r, func(row scanner) error {
		var o Owed
		err := row.Scan(&o.SellerID, &o.Seller, &o.Suspended, (*stamp)(&o.ChangedAt))
		found[o.SellerID] = o
		return err
	}, b.String(), b.args...)
	return found, err
}

// payoutRun names the setting with the last run of payouts that was made.
const payoutRun = "payout_run"

// LastPayoutRun returns the name of the last run of payouts that was made, "" for none.
func (r *reads) LastPayoutRun(ctx context.Context) (string, error) {
	name, err := r.setting(ctx, payoutRun)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return "", nil
	}
	return name, err
}

// SetPayoutRun notes that a run of payouts was made.
func (tx *Tx) SetPayoutRun(ctx context.Context, name string) error {
	return tx.setSetting(ctx, payoutRun, name)
}

// TransitFault is a seller whose money on its way is not that of their payouts.
type TransitFault struct {
	SellerID int64
	Currency string
	Ledger   vitrine.Amount
	Payouts  vitrine.Amount
}

// TransitFaults returns sellers of whom the ledger has other money on its way than their payouts say.
func (r *reads) TransitFaults(ctx context.Context, limit int) ([]TransitFault, error) {
	b := (&builder{}).add(`SELECT seller_id, currency, CAST(SUM(ledger) AS BIGINT), CAST(SUM(payouts) AS BIGINT) FROM (
			SELECT a.seller_id, a.currency, a.live, -(`+standsOn+`) AS ledger, 0 AS payouts FROM ledger_accounts a WHERE a.kind = 'transit'
			UNION ALL SELECT p.seller_id, p.currency, p.live, 0, p.amount FROM payouts p WHERE p.status IN ('pending', 'in_batch', 'sent')
		) s GROUP BY seller_id, currency, live HAVING SUM(ledger) <> SUM(payouts) ORDER BY seller_id`).window(limit, 0)
	return query(ctx, r, func(row scanner) (f TransitFault, err error) {
		return f, row.Scan(&f.SellerID, &f.Currency, &f.Ledger, &f.Payouts)
	}, b.String(), b.args...)
}

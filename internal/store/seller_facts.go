package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"vitrine"
)

// taxOf is what a profile is sealed for: in the row of another user it is worth nothing.
func taxOf(userID int64) string { return "tax profile of user " + strconv.FormatInt(userID, 10) }

// SellerFacts returns what a seller has said for the tax office; NotFound where that is nothing. It is empty where no
// key opens it.
func (r *reads) SellerFacts(ctx context.Context, userID int64) (p vitrine.StoredSellerFacts, err error) {
	var sealed string
	err = r.row(ctx, "nothing was said for the tax office", "SELECT user_id, sealed, version, changed_at FROM seller_facts WHERE user_id = $1",
		[]any{userID}, &p.UserID, &sealed, &p.Version, (*stamp)(&p.ChangedAt))
	if s := r.cache.derives(); err == nil && s != nil {
		if text := s.Unlock(vitrine.TaxSecret, taxOf(userID), sealed); text != "" {
			err = json.Unmarshal([]byte(text), &p.SellerFacts)
		}
	}
	return p, err
}

// SetSellerFacts stores it, and raises its version.
func (tx *Tx) SetSellerFacts(ctx context.Context, p *vitrine.StoredSellerFacts) error {
	s := tx.cache.derives()
	if s == nil {
		return vitrine.Errorf(vitrine.Unavailable, "there is no key here that secrets are sealed with")
	}
	text, err := json.Marshal(p.SellerFacts)
	if err != nil {
		return fmt.Errorf("seal a tax profile: %w", err)
	}
	p.Version++
	_, err = tx.exec(ctx, "store a tax profile", `INSERT INTO seller_facts (user_id, sealed, version, changed_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, version = excluded.version, changed_at = excluded.changed_at`,
		p.UserID, s.Lock(vitrine.TaxSecret, taxOf(p.UserID), string(text)), p.Version, micros(p.ChangedAt))
	return err
}

// KeepSellerFacts says until when that of somebody who is erased is kept; the zero time removes it.
func (tx *Tx) KeepSellerFacts(ctx context.Context, userID int64, until time.Time) error {
	if until.IsZero() {
		_, err := tx.exec(ctx, "remove a tax profile", "DELETE FROM seller_facts WHERE user_id = $1", userID)
		return err
	}
	_, err := tx.exec(ctx, "keep a tax profile", "UPDATE seller_facts SET keep_until = $2 WHERE user_id = $1", userID, micros(until))
	return err
}

// ForgetSellerFacts removes those that were kept until before now.
func (tx *Tx) ForgetSellerFacts(ctx context.Context, now time.Time) error {
	_, err := tx.exec(ctx, "forget tax profiles", "DELETE FROM seller_facts WHERE keep_until <= $1", micros(now))
	return err
}

// LastSold is when the last sale of a seller for real money was booked; zero where there is none.
func (r *reads) LastSold(ctx context.Context, sellerID int64) (time.Time, error) {
	last, err := query(ctx, r, func(row scanner) (at stamp, err error) { return at, row.Scan(&at) },
		"SELECT e.created_at FROM ledger_entries e WHERE e.id = (SELECT MAX(l.entry_id) FROM ledger_lines l WHERE l.account_id IN ("+
			"SELECT a.id FROM ledger_accounts a WHERE "+ofSeller+" AND a.kind = 'hold' AND a.live = TRUE))", sellerID)
	if err != nil || len(last) == 0 {
		return time.Time{}, err
	}
	return last[0].time(), nil
}

// SellersOfLedger lists up to limit sellers who have an account for real money, with numbers above after.
func (r *reads) SellersOfLedger(ctx context.Context, after int64, limit int) ([]int64, error) {
	b := (&builder{}).add(`SELECT DISTINCT a.seller_id FROM ledger_accounts a WHERE a.kind = 'hold' AND a.live = TRUE AND a.seller_id > ?
		ORDER BY a.seller_id`, after).window(limit, 0)
	return query(ctx, r, scanID, b.String(), b.args...)
}

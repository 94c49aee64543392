package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"vitrine"
)

// PayoutAccount returns where a seller is paid; NotFound when they have not said it.
func (r *reads) PayoutAccount(ctx context.Context, userID int64) (a vitrine.PayoutAccount, err error) {
	var sealed string
	err = r.row(ctx, "it is not said yet where payouts go", `SELECT a.user_id, a.sealed, a.masked, a.version, a.changed_at
		FROM payout_accounts a WHERE a.user_id = $1`, []any{userID}, &a.UserID, &sealed, &a.Masked, &a.Version, (*stamp)(&a.ChangedAt))
	if err == nil {
		a.Bank, err = r.openBank(a.UserID, sealed)
	}
	return a, err
}

// SetPayoutAccount stores where a seller is paid, and raises its version.
func (tx *Tx) SetPayoutAccount(ctx context.Context, a *vitrine.PayoutAccount) error {
	sealed, err := tx.sealBank(a.UserID, a.Bank)
	if err != nil {
		return err
	}
	a.Version++
	_, err = tx.exec(ctx, "store where a seller is paid", `
		INSERT INTO payout_accounts (user_id, sealed, masked, version, changed_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, masked = excluded.masked, version = excluded.version,
			changed_at = excluded.changed_at`, a.UserID, sealed, a.Masked, a.Version, micros(a.ChangedAt))
	return err
}

// bankOf is what an account is sealed for: in the row of another user it is worth nothing.
func bankOf(userID int64) string { return "account of user " + strconv.FormatInt(userID, 10) }

func (tx *Tx) sealBank(userID int64, b vitrine.BankAccount) (string, error) {
	if b == (vitrine.BankAccount{}) {
		return "", nil
	}
	s := tx.cache.derives()
	if s == nil {
		return "", vitrine.Errorf(vitrine.Unavailable, "there is no key here that secrets are sealed with")
	}
	text, err := json.Marshal(b)
	if err != nil {
		return "", fmt.Errorf("seal an account: %w", err)
	}
	return s.Lock(vitrine.AccountSecret, bankOf(userID), string(text)), nil
}

// openBank opens a sealed account. It is empty where nothing was sealed, and where no key opens it.
func (r *reads) openBank(userID int64, sealed string) (b vitrine.BankAccount, err error) {
	s := r.cache.derives()
	if s == nil || sealed == "" {
		return b, nil
	}
	text := s.Unlock(vitrine.AccountSecret, bankOf(userID), sealed)
	if text == "" {
		return b, nil
	}
	return b, json.Unmarshal([]byte(text), &b)
}

// ForgetPayoutAccount removes where a seller is paid, and takes it out of their payouts but those that a bank
// may have got already.
func (tx *Tx) ForgetPayoutAccount(ctx context.Context, userID int64) error {
	return tx.each(ctx, "forget where a seller is paid", []string{
		"DELETE FROM payout_accounts WHERE user_id = $1",
		"UPDATE payouts SET sealed = '', masked = '' WHERE seller_id = $1 AND status NOT IN ('in_batch', 'sent')",
	}, userID)
}

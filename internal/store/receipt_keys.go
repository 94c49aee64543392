package store

import (
	"context"
	"time"

	"vitrine"
)

// ReceiptKey is a key that receipts are, or were, signed with.
type ReceiptKey struct {
	Public    string
	Secret    string // "" once another key took its place, and where no key opens it
	CreatedAt time.Time
}

// ReceiptKeys lists all keys that receipts were signed with, the newest first.
func (r *reads) ReceiptKeys(ctx context.Context) ([]ReceiptKey, error) {
	return query(ctx, r, func(row scanner) (k ReceiptKey, err error) {
		if err = row.Scan(&k.Public, &k.Secret, (*stamp)(&k.CreatedAt)); err != nil || k.Secret == "" {
			return k, err
		}
		sealed := k.Secret
		k.Secret = ""
		if s := r.cache.derives(); s != nil {
			k.Secret = s.Unlock(vitrine.ReceiptSecret, k.Public, sealed)
		}
		return k, nil
	}, `SELECT k.public, k.secret, k.created_at FROM receipt_keys k ORDER BY k.id DESC`)
}

// AddReceiptKey stores the key that signs from now on. Of those of before only what is public stays.
func (tx *Tx) AddReceiptKey(ctx context.Context, k ReceiptKey) error {
	s := tx.cache.derives()
	if s == nil {
		return vitrine.Errorf(vitrine.Unavailable, "there is no key here that secrets are sealed with")
	}
	if _, err := tx.exec(ctx, "end keys of receipts", `UPDATE receipt_keys SET secret = '' WHERE secret <> ''`); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "store a key of receipts", `INSERT INTO receipt_keys (public, secret, created_at) VALUES ($1, $2, $3)`,
		k.Public, s.Lock(vitrine.ReceiptSecret, k.Public, k.Secret), micros(k.CreatedAt))
	return err
}

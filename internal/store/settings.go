package store

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
)

// secretBytes is the length of a secret: as much as HMAC-SHA256 makes use of.
const secretBytes = 32

// Secret gives the marketplace's secret of a name, the same one to every
// process for ever. The first to ask makes it.
func (db *DB) Secret(ctx context.Context, name string) ([]byte, error) {
	fresh := make([]byte, secretBytes)
	_, _ = rand.Read(fresh) // never fails, as its documentation says
	var kept string
	err := db.Write(ctx, func(tx *Tx) (err error) {
		kept, err = tx.keepSetting(ctx, name, hex.EncodeToString(fresh))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("secret %s: %w", name, err)
	}
	secret, err := hex.DecodeString(kept)
	if err != nil {
		return nil, fmt.Errorf("the stored secret %s is damaged: %w", name, err)
	}
	return secret, nil
}

// keepSetting stores a setting that is not there yet, and gives the one that
// stands.
func (tx *Tx) keepSetting(ctx context.Context, name, value string) (kept string, err error) {
	if _, err = tx.FirstSetting(ctx, name, value); err != nil {
		return "", err
	}
	err = tx.row(ctx, "the setting is gone", `SELECT value FROM settings WHERE name = $1`, []any{name}, &kept)
	return kept, err
}

// FirstSetting stores a setting that is not there yet and says whether it did:
// of many who try, one does.
func (tx *Tx) FirstSetting(ctx context.Context, name, value string) (bool, error) {
	n, err := tx.exec(ctx, "store setting", `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name, value)
	return n == 1, err
}

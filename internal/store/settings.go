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
	_, err = tx.exec(ctx, "keep setting", `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name, value)
	if err != nil {
		return "", err
	}
	err = tx.row(ctx, "the setting is gone", `SELECT value FROM settings WHERE name = $1`, []any{name}, &kept)
	return kept, err
}

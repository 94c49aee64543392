package store

import (
	"context"
	"slices"

	"vitrine"
)

// marketplaceID names the setting that tells this marketplace from all others. It
// belongs to the place, not to the rows: a backup does not carry it in them.
const marketplaceID = "marketplace_id"

// Marketplace returns the id that KeepMarketplace stored, "" when none did.
func (r *reads) Marketplace(ctx context.Context) (string, error) {
	id, err := r.setting(ctx, marketplaceID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return "", nil
	}
	return id, err
}

// KeepMarketplace stores the id of the marketplace unless one is there, and returns
// the one that is there then.
func (tx *Tx) KeepMarketplace(ctx context.Context, id string) (string, error) {
	return tx.keepSetting(ctx, marketplaceID, id)
}

// someKeys is how many keys KeysInUse and KeysOnce give for files, and for images.
const someKeys = 50

// KeysInUse returns some of the stored bytes that models which are there have.
func (r *reads) KeysInUse(ctx context.Context) ([]string, error) {
	return r.keys(ctx,
		`SELECT f.blob_key FROM files f JOIN models m ON m.id = f.model_id WHERE f.deleted_at IS NULL AND m.deleted_at IS NULL
			ORDER BY f.id DESC LIMIT $1`,
		`SELECT i.blob_key FROM images i JOIN models m ON m.id = i.model_id WHERE i.deleted_at IS NULL AND m.deleted_at IS NULL
			ORDER BY i.id DESC LIMIT $1`)
}

// KeysOnce returns some of the stored bytes that any row names, also one that was
// deleted.
func (r *reads) KeysOnce(ctx context.Context) ([]string, error) {
	return r.keys(ctx, `SELECT blob_key FROM files ORDER BY id DESC LIMIT $1`, `SELECT blob_key FROM images ORDER BY id DESC LIMIT $1`)
}

func (r *reads) keys(ctx context.Context, texts ...string) ([]string, error) {
	var list []string
	for _, text := range texts {
		some, err := query(ctx, r, func(row scanner) (key string, err error) { return key, row.Scan(&key) }, text, someKeys)
		if err != nil {
			return nil, err
		}
		list = slices.Concat(list, some)
	}
	return list, nil
}

package store

import "context"

// keepSetting stores a setting that is not there yet, and returns the stored
// one.
func (tx *Tx) keepSetting(ctx context.Context, name, value string) (kept string, err error) {
	if _, err = tx.SetSettingOnce(ctx, name, value); err != nil {
		return "", err
	}
	return tx.setting(ctx, name)
}

func (r *reads) setting(ctx context.Context, name string) (value string, err error) {
	return value, r.row(ctx, "there is no setting "+name, `SELECT value FROM settings WHERE name = $1`, []any{name}, &value)
}

// SetSettingOnce stores a setting that is not there yet and reports whether it did:
// of many who try, one does.
func (tx *Tx) SetSettingOnce(ctx context.Context, name, value string) (bool, error) {
	n, err := tx.exec(ctx, "store setting", `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name, value)
	return n == 1, err
}

// setSetting stores a setting, whether or not it is there.
func (tx *Tx) setSetting(ctx context.Context, name, value string) error {
	_, err := tx.exec(ctx, "store setting", `INSERT INTO settings (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	return err
}

func (tx *Tx) dropSetting(ctx context.Context, name string) error {
	_, err := tx.exec(ctx, "drop setting", `DELETE FROM settings WHERE name = $1`, name)
	return err
}

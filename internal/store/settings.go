package store

import (
	"context"
	"time"

	"vitrine"
)

// keepSetting stores a setting that is not there yet, and gives the stored
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

// SetSettingOnce stores a setting that is not there yet and says whether it did:
// of many who try, one does.
func (tx *Tx) SetSettingOnce(ctx context.Context, name, value string) (bool, error) {
	n, err := tx.exec(ctx, "store setting", `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name, value)
	return n == 1, err
}

// sweepHeld names the setting that says until when no stored bytes are removed.
const sweepHeld = "sweep_held_until"

// HoldSweep says that no stored bytes are to be removed until a time.
func (tx *Tx) HoldSweep(ctx context.Context, until time.Time) error {
	return tx.setSetting(ctx, sweepHeld, until.UTC().Format(time.RFC3339))
}

// setSetting stores a setting, whether or not it is there.
func (tx *Tx) setSetting(ctx context.Context, name, value string) error {
	_, err := tx.exec(ctx, "store setting", `INSERT INTO settings (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	return err
}

// SweepHeld gives the time until which no stored bytes are to be removed, the
// zero time when nobody said so.
func (r *reads) SweepHeld(ctx context.Context) (time.Time, error) {
	value, err := r.setting(ctx, sweepHeld)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339, value)
}

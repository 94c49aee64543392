package store

import (
	"context"
	"time"

	"vitrine"
)

// sweepHold begins the names of the settings that keep stored bytes from being
// removed, each for one who holds them: until when, in microseconds.
const sweepHold = "sweep_hold_"

// sweepHeldUntil names the one setting that backups of earlier releases share.
const sweepHeldUntil = "sweep_held_until"

// HoldSweep says that no stored bytes are to be removed for a time, unless the one who
// holds them says so again or releases them. Holds that nobody renewed are forgotten.
func (tx *Tx) HoldSweep(ctx context.Context, holder string, lease time.Duration) error {
	b := (&builder{}).add("DELETE FROM settings WHERE name LIKE ? AND NOT ", sweepHold+"%").lasts(tx.dialect)
	if _, err := tx.exec(ctx, "forget old holds", b.String(), b.args...); err != nil {
		return err
	}
	b = (&builder{}).add("INSERT INTO settings (name, value) VALUES (?, CAST(", sweepHold+holder).moment(tx.dialect, lease)
	b.add(" AS TEXT)) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
	_, err := tx.exec(ctx, "hold the sweep", b.String(), b.args...)
	return err
}

// ReleaseSweep ends the hold of one holder.
func (tx *Tx) ReleaseSweep(ctx context.Context, holder string) error {
	_, err := tx.exec(ctx, "release the sweep", "DELETE FROM settings WHERE name = $1", sweepHold+holder)
	return err
}

// SweepHeld reports whether somebody keeps stored bytes from being removed.
func (r *reads) SweepHeld(ctx context.Context) (held bool, err error) {
	b := (&builder{}).add("SELECT EXISTS (SELECT 1 FROM settings WHERE ").lasts(r.dialect).add(")")
	if err := r.row(ctx, "", b.String(), b.args, &held); held || err != nil {
		return held, err
	}
	return r.heldByEarlier(ctx)
}

// lasts appends whether a setting is a hold that has not ended. Others have values
// that are no numbers.
func (b *builder) lasts(d *dialect) *builder {
	// Only CASE has an order: with AND, PostgreSQL may cast the value of any setting first.
	b.add("CASE WHEN name LIKE ? THEN CAST(value AS BIGINT) > ", sweepHold+"%").moment(d, 0)
	return b.add(" ELSE FALSE END")
}

// heldByEarlier reports whether a backup of an earlier release holds the sweep.
func (r *reads) heldByEarlier(ctx context.Context) (bool, error) {
	value, err := r.setting(ctx, sweepHeldUntil)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	until, err := time.Parse(time.RFC3339, value)
	return r.cache.now().Before(until), err
}

package store

import (
	"context"
	"time"

	"vitrine"
)

// A turn is one run of periodic work that one process does for all that share the
// database. Its row names who does it and when the work is due again.

// TurnDue reports whether periodic work waits for somebody to do it. It is due also before
// its time when who did it last has vanished in the middle of it.
func (r *reads) TurnDue(ctx context.Context, name string) (due bool, err error) {
	// No row is due as well: nobody has done this work yet.
	b := (&builder{}).add("SELECT NOT EXISTS (SELECT 1 FROM turns WHERE name = ? AND NOT (", name).takeable(r.dialect).add("))")
	return due, r.row(ctx, "", b.String(), b.args, &due)
}

// TakeTurn takes the turn at periodic work that is due and reports whether it got it.
// The work is due again after a time from now.
func (tx *Tx) TakeTurn(ctx context.Context, name string, lease Lease, again time.Duration) (taken bool, err error) {
	b := (&builder{}).add("INSERT INTO turns (name, lease, lease_until, next_at) VALUES (?, ?, ", name, lease.Name)
	b.moment(tx.dialect, lease.For).add(", ").moment(tx.dialect, again)
	b.add(`) ON CONFLICT (name) DO UPDATE SET lease = excluded.lease, lease_until = excluded.lease_until, next_at = excluded.next_at
		WHERE `).takeable(tx.dialect)
	n, err := tx.exec(ctx, "take a turn", b.String(), b.args...)
	return n > 0, err
}

// takeable appends what holds of a row of turns that nobody works on and that is due.
func (b *builder) takeable(d *dialect) *builder {
	b.add("turns.lease_until <= ").moment(d, 0)
	// A lease that ran out and is still named was never settled: its holder vanished in the middle of the work,
	// which is due again whatever next_at says.
	return b.add(" AND (turns.lease <> '' OR turns.next_at <= ").moment(d, 0).add(")")
}

// RenewTurn holds a turn that takes long for some time from now.
func (tx *Tx) RenewTurn(ctx context.Context, name string, lease Lease) error {
	b := (&builder{}).add("UPDATE turns SET lease_until = ").moment(tx.dialect, lease.For)
	return tx.settleTurn(ctx, name, lease, b)
}

// FinishTurn ends a turn.
func (tx *Tx) FinishTurn(ctx context.Context, name string, lease Lease) error {
	return tx.settleTurn(ctx, name, lease, (&builder{}).add("UPDATE turns SET lease = '', lease_until = 0"))
}

// ReturnTurn ends a turn whose work was not done: it is due at once.
func (tx *Tx) ReturnTurn(ctx context.Context, name string, lease Lease) error {
	return tx.settleTurn(ctx, name, lease, (&builder{}).add("UPDATE turns SET lease = '', lease_until = 0, next_at = 0"))
}

// settleTurn changes a turn that is held; Conflict when its lease was lost.
func (tx *Tx) settleTurn(ctx context.Context, name string, lease Lease, change *builder) error {
	change.add(" WHERE name = ? AND lease = ?", name, lease.Name)
	n, err := tx.exec(ctx, "settle a turn", change.String(), change.args...)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "the lease of the turn to %s was lost", name)
	}
	return err
}

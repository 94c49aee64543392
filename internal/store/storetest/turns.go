package storetest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

func testTurns(t *testing.T, db *store.DB) {
	mine, other := store.Lease{Name: "mine", For: time.Hour}, store.Lease{Name: "other", For: time.Hour}
	wantTurn(t, db, mine, true)
	wantTurn(t, db, other, false) // it is held
	wantLostTurn(t, db, other)
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.FinishTurn(ctx, "work", mine) })
	wantTurn(t, db, other, false) // it was done
	wantLostTurn(t, db, mine)

	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		taken, err := tx.TakeTurn(ctx, "other work", mine, -time.Minute)
		if !taken {
			t.Error("the turn at other work was not to be had")
		}
		return err
	})
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.FinishTurn(ctx, "other work", mine) })
	if due, err := db.TurnDue(t.Context(), "other work"); !due || err != nil {
		t.Errorf("work whose time has come: due %v, %v", due, err)
	}
}

// testTurnsEnd has holders of a turn vanish, or give it back: another one has it before
// the work's own time.
func testTurnsEnd(t *testing.T, db *store.DB) {
	mine, other := store.Lease{Name: "mine", For: time.Hour}, store.Lease{Name: "other", For: time.Hour}
	wantTurn(t, db, mine, true)
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.RenewTurn(ctx, "work", store.Lease{Name: "mine"}) // it runs out at once
	})
	wantTurn(t, db, other, true)
	wantLostTurn(t, db, mine)
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RenewTurn(ctx, "work", other) })
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.ReturnTurn(ctx, "work", other) })
	wantTurn(t, db, mine, true)
}

// testTurnsAtOnce has many ask for one turn at the same time.
func testTurnsAtOnce(t *testing.T, db *store.DB) {
	var got atomic.Int64
	var asking sync.WaitGroup
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		asking.Go(func() {
			err := db.Write(t.Context(), func(tx *store.Tx) error {
				taken, err := tx.TakeTurn(t.Context(), "work", store.Lease{Name: name, For: time.Hour}, time.Hour)
				if taken {
					tx.AfterCommit(func() { got.Add(1) })
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	asking.Wait()
	if got.Load() != 1 {
		t.Errorf("%d have the turn, want 1", got.Load())
	}
}

// wantTurn asks for the turn at work that comes hourly.
func wantTurn(t *testing.T, db *store.DB, lease store.Lease, want bool) {
	t.Helper()
	due, err := db.TurnDue(t.Context(), "work")
	if due != want || err != nil {
		t.Errorf("due: %v, %v, want %v", due, err, want)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		taken, err := tx.TakeTurn(ctx, "work", lease, time.Hour)
		if taken != want {
			t.Errorf("%s has the turn: %v, want %v", lease.Name, taken, want)
		}
		return err
	})
}

// wantLostTurn fails unless the turn is another's.
func wantLostTurn(t *testing.T, db *store.DB, lease store.Lease) {
	t.Helper()
	for what, settle := range map[string]func(*store.Tx, context.Context, string, store.Lease) error{
		"renew": (*store.Tx).RenewTurn, "finish": (*store.Tx).FinishTurn, "return": (*store.Tx).ReturnTurn,
	} {
		err := db.Write(t.Context(), func(tx *store.Tx) error { return settle(tx, t.Context(), "work", lease) })
		if vitrine.CodeOf(err) != vitrine.Conflict {
			t.Errorf("%s a turn that is lost: %v, want a conflict", what, err)
		}
	}
}

package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// testHungUp has writers leave in the middle of their transactions beside others
// that stay. Those that stay never fail, and whatever the answer was, it is true.
func testHungUp(t *testing.T, db *store.DB) {
	const staying, leaving, rounds, rows = 16, 8, 8, 2
	var left sync.WaitGroup
	busy, finish := context.WithCancel(t.Context())
	for i := range leaving {
		left.Go(func() {
			for n := 0; busy.Err() == nil; n++ {
				leaveWhileWriting(t, db, fmt.Sprintf("leaving-%d-%d", i, n), rows)
			}
		})
	}
	var stayed sync.WaitGroup
	for i := range staying {
		stayed.Go(func() {
			for n := range rounds {
				name := fmt.Sprintf("staying-%d-%d", i, n)
				if err := insertUsers(t.Context(), db, name, 2, 10, func(int) {}); err != nil {
					t.Errorf("%s, which stayed: %v", name, err)
				}
			}
		})
	}
	stayed.Wait()
	finish()
	left.Wait()
	for i := range staying {
		for n := range rounds {
			wantUsers(t, db, fmt.Sprintf("staying-%d-%d", i, n), 2, true)
		}
	}
}

// leaveWhileWriting hangs up about when one of its statements runs.
func leaveWhileWriting(t *testing.T, db *store.DB, name string, rows int) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	moment := rand.N(rows)
	err := insertUsers(ctx, db, name, rows, 512<<10, func(row int) {
		if row == moment {
			time.AfterFunc(rand.N(2*time.Millisecond), cancel)
		}
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("%s, which left: %v", name, err)
	}
	wantUsers(t, db, name, rows, err == nil)
}

// insertUsers adds users in one transaction, with so many bytes in each row, and
// tells before which row it is.
func insertUsers(ctx context.Context, db *store.DB, name string, rows, bytes int, before func(row int)) error {
	filler := strings.Repeat("x", bytes)
	return db.Write(ctx, func(tx *store.Tx) error {
		for row := range rows {
			before(row)
			username := fmt.Sprintf("%s-%d", name, row)
			user := vitrine.User{Username: username, Email: username + "@example.com", PasswordHash: filler, CreatedAt: noon(), UpdatedAt: noon()}
			if err := tx.InsertUser(ctx, &user); err != nil {
				return err
			}
		}
		return nil
	})
}

func wantUsers(t *testing.T, db *store.DB, name string, rows int, there bool) {
	t.Helper()
	want := vitrine.Code("")
	if !there {
		want = vitrine.NotFound
	}
	for row := range rows {
		if _, err := db.UserByUsername(t.Context(), fmt.Sprintf("%s-%d", name, row)); vitrine.CodeOf(err) != want {
			t.Errorf("row %d of %s: %v, want code %q", row, name, err, want)
		}
	}
}

// testLeavesAtTheEnd hangs up when all is written but nothing committed: the
// answer is true either way, and those who wait for the commit are told of it.
func testLeavesAtTheEnd(t *testing.T, db *store.DB) {
	for n := range 50 {
		ctx, cancel := context.WithCancel(t.Context())
		told := false
		name := fmt.Sprintf("late-%d", n)
		err := db.Write(ctx, func(tx *store.Tx) error {
			told = false
			tx.AfterCommit(func() { told = true })
			user := vitrine.User{Username: name + "-0", Email: name + "@example.com", CreatedAt: noon(), UpdatedAt: noon()}
			err := tx.InsertUser(ctx, &user)
			go cancel()
			return err
		})
		wantUsers(t, db, name, 1, err == nil)
		if told != (err == nil) {
			t.Errorf("%s: %v, and those who wait for the commit were told: %v", name, err, told)
		}
		cancel()
	}
}

package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"vitrine"
	"vitrine/internal/store"
)

// Writers run at once; the ones that fail take no other with them, and no
// count is lost.
func testTransactions(t *testing.T, db *store.DB) {
	const writers = 24
	refused := errors.New("refused")
	var group sync.WaitGroup
	for i := range writers {
		group.Go(func() {
			user := vitrine.User{Username: fmt.Sprintf("user-%d", i), Email: fmt.Sprintf("%d@example.com", i), CreatedAt: noon(), UpdatedAt: noon()}
			err := db.Write(t.Context(), func(tx *store.Tx) error {
				if err := tx.InsertUser(t.Context(), &user); err != nil {
					return err
				}
				if i%3 == 0 {
					return refused
				}
				return nil
			})
			if i%3 == 0 != errors.Is(err, refused) || i%3 != 0 && err != nil {
				t.Errorf("writer %d got %v", i, err)
			}
		})
	}
	group.Wait()
	for i := range writers {
		want := vitrine.Code("")
		if i%3 == 0 {
			want = vitrine.NotFound
		}
		_, err := db.UserByUsername(t.Context(), fmt.Sprintf("user-%d", i))
		wantCode(t, err, want)
	}

	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := db.Write(gone, func(*store.Tx) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a write for a caller that has gone gives %v, want %v", err, context.Canceled)
	}
	wantCode(t, db.Ping(t.Context()), "")
}

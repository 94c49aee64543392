package store_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func userOf(name string) *vitrine.User {
	return &vitrine.User{Username: name, Email: name + "@example.com", CreatedAt: time.UnixMicro(1), UpdatedAt: time.UnixMicro(1)}
}

// TestFaultTakesOneWriter has one of a group meet a fault that ends SQLite's
// whole transaction: the others are stored all the same, and it is told of what it met.
func TestFaultTakesOneWriter(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	begun, goOn := make(chan struct{}), make(chan struct{})
	var writers sync.WaitGroup
	write := func(fn func(tx *store.Tx) error, want error) {
		writers.Go(func() {
			if err := db.Write(t.Context(), fn); !errors.Is(err, want) {
				t.Errorf("got %v, want %v", err, want)
			}
		})
	}
	write(func(*store.Tx) error { close(begun); <-goOn; return nil }, nil)
	<-begun
	const fine = 4
	told := make(chan string, fine*3)
	for i := range fine {
		name := fmt.Sprintf("user-%d", i)
		write(func(tx *store.Tx) error {
			tx.AfterCommit(func() { told <- name })
			return tx.InsertUser(t.Context(), userOf(name))
		}, nil)
		if i == fine/2 {
			write(func(*store.Tx) error { return errors.Join(errFault, db.Interrupt(t.Context())) }, errFault)
		}
	}
	for db.Waiting() < fine+1 {
		runtime.Gosched()
	}
	close(goOn)
	writers.Wait()
	if len(told) != fine {
		t.Errorf("%d were told of a commit, want %d", len(told), fine)
	}
	for i := range fine {
		if _, err := db.UserByUsername(t.Context(), fmt.Sprintf("user-%d", i)); err != nil {
			t.Error(err)
		}
	}
}

var errFault = errors.New("the fault that one writer met")

// TestPanicKeepsItsStack panics inside a write: whoever recovers where the write was
// asked for sees the function that broke, and the writer goes on.
func TestPanicKeepsItsStack(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	if err := errors.New("x"); !errors.Is(recovered(t, db, err), err) {
		t.Error("an error that was panicked with is not found in what is recovered")
	}
	got := recovered(t, db, "a wild pointer").Error()
	if !strings.HasPrefix(got, "a wild pointer\n") || !strings.Contains(got, "breakDown(") {
		t.Errorf("recovered\n%s\nwant the value, and the stack of the function that broke", got)
	}
	if err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertUser(t.Context(), userOf("ada")) }); err != nil {
		t.Errorf("after a panic: %v", err)
	}
}

// recovered is what a write raises that panics with value.
func recovered(t *testing.T, db *store.DB, value any) (fault error) {
	t.Helper()
	defer func() {
		raised := recover()
		err, ok := raised.(error)
		if !ok {
			t.Fatalf("recovered %v, want an error", raised)
		}
		fault = err
	}()
	err := db.Write(t.Context(), func(*store.Tx) error { return breakDown(value) })
	t.Fatalf("Write returned %v", err)
	return nil
}

//go:noinline
func breakDown(value any) error { panic(value) }

package shop_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// faultyFile is a database on whose tables statements can be made to fail.
type faultyFile struct {
	db   *store.DB
	file *sql.DB // the same, past the server
}

func newFaultyFile(t *testing.T) *faultyFile {
	t.Helper()
	name := filepath.Join(t.TempDir(), "vitrine.db")
	db := storetest.SQLiteAt(t, name)
	file, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return &faultyFile{db, file}
}

// stopping does something while a statement fails.
func (f *faultyFile) stopping(t *testing.T, statement string, do func() error) error {
	t.Helper()
	f.run(t, "CREATE TRIGGER stop BEFORE "+statement+" BEGIN SELECT RAISE(ABORT, 'stopped'); END")
	defer f.run(t, "DROP TRIGGER stop")
	return do()
}

func (f *faultyFile) run(t *testing.T, text string) {
	t.Helper()
	if _, err := f.file.ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
}

// faulty is a marketplace with such a database.
type faulty struct {
	*granting
	*faultyFile
}

func newFaulty(t *testing.T) *faulty {
	t.Helper()
	f := newFaultyFile(t)
	return &faulty{newGranting(t, f.db), f}
}

// failing does something while a statement fails: it must fail, and be no refusal.
func (f *faulty) failing(t *testing.T, statement string, do func() error) {
	t.Helper()
	err := f.stopping(t, statement, do)
	if _, refused := errors.AsType[*shop.Refusal](err); err == nil || refused {
		t.Errorf("%s fails, and what needs it gives %v", statement, err)
	}
}

// TestInTheMiddle cuts each change at each of its statements: nothing of it is there
// afterwards, and the same request works.
func TestInTheMiddle(t *testing.T) {
	t.Parallel()
	f := newFaulty(t)
	for _, statement := range []string{"INSERT ON grants", "INSERT ON authorizations"} {
		f.failing(t, statement, func() error {
			_, err := f.shop.Allow(t.Context(), f.in, shop.Ask{ApplicationID: f.app.ID, RedirectURI: callback, Shown: f.offer(t)})
			return err
		})
		if grants, err := f.db.Grants(t.Context(), f.in.User.ID); len(grants) != 0 || err != nil {
			t.Errorf("%s failed, and the grants are %v, %v", statement, grants, err)
		}
	}
	ends := []string{"UPDATE ON authorizations", "UPDATE ON grants", "INSERT ON tokens", "INSERT ON refresh_tokens"}
	for _, statement := range ends {
		code := f.code(t)
		f.failing(t, statement, func() error { _, err := f.redeem(t, code); return err })
		_, err := f.redeem(t, code)
		wantCode(t, statement+" failed while a code was redeemed: then", err, "")
	}
	last := f.tokens(t)
	for _, statement := range append(ends, "UPDATE ON refresh_tokens") {
		f.failing(t, statement, func() error { _, err := f.shop.Refresh(t.Context(), f.app, last.Refresh, nil); return err })
		f.wantGood(t, statement+" failed", last, true)
		next, err := f.shop.Refresh(t.Context(), f.app, last.Refresh, nil)
		wantCode(t, statement+" failed while it was refreshed: then", err, "")
		last = next
	}
}

// TestFamilyThatCantBeEnded uses a refresh token again while its family can't be ended:
// nobody is told that it has.
func TestFamilyThatCantBeEnded(t *testing.T) {
	t.Parallel()
	f := newFaulty(t)
	first := f.tokens(t)
	second, err := f.shop.Refresh(t.Context(), f.app, first.Refresh, nil)
	wantCode(t, "refresh", err, "")
	f.clock.Advance(vitrine.RefreshGrace)
	again := func() error { _, err := f.shop.Refresh(t.Context(), f.app, first.Refresh, nil); return err }
	for _, statement := range []string{"UPDATE ON authorizations", "UPDATE ON tokens", "INSERT ON settings"} {
		f.failing(t, statement, again)
		f.wantGood(t, statement+" failed", second, true)
	}
	wantRefused(t, "then", again(), shop.InvalidGrant)
	f.wantGood(t, "then", second, false)
}

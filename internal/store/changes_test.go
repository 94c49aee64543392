package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// node is a process that shares a database with others, with a clock that tests set.
type node struct {
	*store.DB
	later atomic.Int64
}

func openNode(t *testing.T, address string) *node {
	t.Helper()
	n, began := &node{}, time.Now()
	db, err := store.OpenWith(t.Context(), address, store.Options{Now: func() time.Time { return began.Add(time.Duration(n.later.Load())) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	n.DB = db
	return n
}

// onBoth runs a test on both databases.
func onBoth(t *testing.T, test func(t *testing.T, address string)) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vitrine.db")
	storetest.LaySQLite(t, path)
	t.Run("SQLite", func(t *testing.T) { test(t, path) })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, storetest.NewPostgres(t).Address(t)) })
}

// published is a chair on sale, and lists that have it and have it not.
func published(t *testing.T, db *store.DB) *vitrine.Model {
	t.Helper()
	price := vitrine.Amount(500)
	m := &vitrine.Model{
		Slug: "chair", AuthorName: "ada", Status: vitrine.Published, ProductType: vitrine.CG, Price: &price,
		CreatedAt: time.UnixMicro(1), UpdatedAt: time.UnixMicro(1), PublishedAt: time.UnixMicro(1),
		Text: vitrine.Text{Language: "en-US", Title: "Chair", Tags: []string{"oak"}},
	}
	inTx(t, db, func(tx *store.Tx) error {
		user := userOf("ada")
		if err := tx.InsertUser(t.Context(), user); err != nil {
			return err
		}
		m.AuthorID = user.ID
		return tx.InsertModel(t.Context(), m)
	})
	relist(t, db, m, 500)
	return m
}

// relist sells a model at a price, which its record says.
func relist(t *testing.T, db *store.DB, m *vitrine.Model, price vitrine.Amount) {
	t.Helper()
	m.Price = &price
	inTx(t, db, func(tx *store.Tx) error {
		changed, err := tx.PutRecord(t.Context(), m, m.Language, priced(price))
		if err != nil {
			return err
		}
		return tx.PutListing(t.Context(), m, nil, changed)
	})
}

func priced(price vitrine.Amount) string { return string(price.Append([]byte("{"))) + "}" }

// wantPrice fails unless a list says a price; 0 wants an empty list.
func wantPrice(t *testing.T, what string, db *store.DB, want vitrine.Amount) {
	t.Helper()
	page, err := db.Catalogue(t.Context(), vitrine.CatalogueQuery{Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: 10}})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, record := range page.Records {
		got += record.JSON
	}
	wanted := ""
	if want != 0 {
		wanted = priced(want)
	}
	if got != wanted || int(page.Total.Count) != len(page.Records) {
		t.Errorf("%s: the list says %s of %d, want %s", what, got, page.Total.Count, wanted)
	}
}

// TestChangesOfOthers changes what two processes have kept, by one of them.
func TestChangesOfOthers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, address string) {
		a, b := openNode(t, address), openNode(t, address)
		wantPrice(t, "before anything", b.DB, 0)
		m := published(t, a.DB)
		wantPrice(t, "it is published here", a.DB, 500)
		wantPrice(t, "it is published there", b.DB, 0)
		b.later.Add(int64(time.Second))
		wantPrice(t, "a second after it was published there", b.DB, 500)
		relist(t, a.DB, m, 700)
		wantPrice(t, "a price changed here", a.DB, 700)
		wantPrice(t, "a price changed there", b.DB, 500)
		b.later.Add(int64(time.Second))
		wantPrice(t, "a second after a price changed there", b.DB, 700)
		inTx(t, b.DB, func(tx *store.Tx) error { return tx.RemoveListing(t.Context(), m.ID) })
		wantPrice(t, "it is taken down here", b.DB, 0)
		a.later.Add(int64(time.Second))
		wantPrice(t, "a second after it was taken down there", a.DB, 0)
	})
}

// TestLookByClosedConnections has the connections closed that looks go by, as they are
// while a server answers its last requests.
func TestLookByClosedConnections(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, address string) {
		a, b := openNode(t, address), openNode(t, address)
		if err := b.LookByClosed(); err != nil {
			t.Fatal(err)
		}
		published(t, a.DB)
		b.later.Add(int64(time.Second))
		wantPrice(t, "by other connections", b.DB, 500)
	})
}

// TestOwnChangesAreTakenOnce has a process find its own change in the log.
func TestOwnChangesAreTakenOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, address string) {
		a := openNode(t, address)
		moment(t, a.DB)
		published(t, a.DB)
		before := moment(t, a.DB)
		a.later.Add(int64(time.Second))
		if after := moment(t, a.DB); after != before {
			t.Errorf("the look found %d changes where there was none", after-before)
		}
	})
}

func moment(t *testing.T, db *store.DB) store.Moment {
	t.Helper()
	at, err := db.Moment(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// TestChangeThatCommitsLate has a transaction take its number in the log, and commit when
// a later one has been seen.
func TestChangeThatCommitsLate(t *testing.T) {
	t.Parallel()
	address := storetest.NewPostgres(t).Address(t)
	a, b := openNode(t, address), openNode(t, address)
	m := published(t, a.DB)
	pool, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	slow, err := pool.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"INSERT INTO catalogue_changes (changed_at, changes) VALUES (0, '[{\"kind\":\"model\",\"model\":1000}]')",
		"UPDATE models SET record = '{9.00}'", // not the row of the catalogue, which the other one writes
	} {
		if _, err := slow.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	at := moment(t, b.DB)
	inTx(t, a.DB, func(tx *store.Tx) error { return tx.RemoveListing(t.Context(), m.ID) })
	for range 5 {
		b.later.Add(int64(time.Second))
		if seen := moment(t, b.DB); seen != at+1 {
			t.Fatalf("%d changes are seen while a transaction runs, want 1", seen-at)
		}
	}
	if err := slow.Commit(); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		b.later.Add(int64(time.Second))
		if seen := moment(t, b.DB); seen != at+2 {
			t.Fatalf("%d changes are seen after it was committed, want 2", seen-at)
		}
	}
	b.Unchanged(at+1, func(c *store.Change) bool {
		if c.Model != 1000 {
			t.Errorf("the late change is %+v", *c)
		}
		return false
	})
}

// TestManyChangesBehindOneThatRuns has more changes come than a look reads while a
// transaction runs that began before them: each is told once, and so is what that one
// changed.
func TestManyChangesBehindOneThatRuns(t *testing.T) {
	t.Parallel()
	address := storetest.NewPostgres(t).Address(t)
	b := openNode(t, address)
	pool, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	slow, err := pool.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	const change = `INSERT INTO catalogue_changes (changed_at, changes)
		SELECT 0, '[{"kind":"model","model":%d}]' FROM generate_series(1, %d)`
	if _, err := slow.ExecContext(t.Context(), fmt.Sprintf(change, 1, 1)); err != nil {
		t.Fatal(err)
	}
	at := moment(t, b.DB)
	// wantTold fails unless so many changes are told, by the first of some looks: of models, and anything after these.
	wantTold := func(what string, models ...int64) {
		t.Helper()
		for range 3 {
			b.later.Add(int64(time.Second))
			moment(t, b.DB)
		}
		var told []int64
		b.Unchanged(at, func(c *store.Change) bool { told = append(told, c.Model); return false })
		if seen := moment(t, b.DB); !slices.Equal(told, models) || int(seen-at) != max(1, len(models)) {
			t.Errorf("%s: %d changes are told, of the models %v, want %v", what, seen-at, told, models)
		}
		at = moment(t, b.DB)
	}
	log := func(model, n int) {
		t.Helper()
		if _, err := storeExec(t, address, fmt.Sprintf(change, model, n)); err != nil {
			t.Fatal(err)
		}
	}
	log(2, 1_500)
	wantTold("more than are read")
	log(3, 2)
	wantTold("two more", 3, 3)
	log(4, 1)
	if err := slow.Commit(); err != nil {
		t.Fatal(err)
	}
	b.later.Add(int64(time.Second))
	told := map[int64]int{}
	moment(t, b.DB)
	b.Unchanged(at, func(c *store.Change) bool { told[c.Model]++; return false })
	if told[1] != 1 || told[4] != 1 || len(told) != 2 {
		t.Errorf("when it is committed, changes of models are told so often: %v", told)
	}
	at = moment(t, b.DB)
	log(5, 1)
	wantTold("one more", 5)
}

// TestOvertaken changes a model between the read of the index, or of a page, and the
// moment in which it is kept.
func TestOvertaken(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, address string) {
		a := openNode(t, address)
		m := published(t, a.DB)
		for _, step := range []struct {
			read   string
			change func()
			want   vitrine.Amount
		}{
			{"search_documents", func() { inTx(t, a.DB, func(tx *store.Tx) error { return tx.RemoveListing(t.Context(), m.ID) }) }, 0},
			{"string_agg", func() { relist(t, a.DB, m, 700) }, 700},
		} {
			relist(t, a.DB, m, 500) // so that nothing is kept
			hook := &meanwhile{text: step.read, do: step.change}
			a.LogSlow(slog.New(hook), 1)
			_, err := a.Catalogue(t.Context(), vitrine.CatalogueQuery{Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: 10}})
			if err != nil || !hook.done {
				t.Fatalf("%s: %v, overtaken: %v", step.read, err, hook.done)
			}
			a.LogSlow(nil, 0)
			wantPrice(t, "overtaken after "+step.read, a.DB, step.want)
		}
	})
}

// meanwhile is a log that does something, once, when a statement with a text is over.
type meanwhile struct {
	text string
	do   func()
	done bool
}

func (m *meanwhile) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "statement" && !m.done && strings.Contains(a.Value.String(), m.text) {
			m.done = true
			m.do()
		}
		return true
	})
	return nil
}

func (m *meanwhile) Enabled(context.Context, slog.Level) bool { return true }
func (m *meanwhile) WithAttrs([]slog.Attr) slog.Handler       { return m }
func (m *meanwhile) WithGroup(string) slog.Handler            { return m }

// TestForgottenChanges has a process sleep until the log has forgotten what it missed.
func TestForgottenChanges(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, address string) {
		a, b := openNode(t, address), openNode(t, address)
		m := published(t, a.DB)
		wantPrice(t, "before it sleeps", b.DB, 500)
		relist(t, a.DB, m, 700)
		a.later.Add(int64(2 * time.Hour))
		if _, err := storeExec(t, address, "DELETE FROM catalogue_changes"); err != nil {
			t.Fatal(err)
		}
		b.later.Add(int64(2 * time.Hour))
		wantPrice(t, "after it slept", b.DB, 700)
	})
}

func storeExec(t *testing.T, address, text string) (sql.Result, error) {
	t.Helper()
	driver := "sqlite"
	if filepath.Ext(address) != ".db" {
		driver = "pgx"
	}
	pool, err := sql.Open(driver, address)
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	return pool.ExecContext(t.Context(), text)
}

// TestMoreChangesThanAreTold has so many changes come that they are not told apart any
// more, and what a transaction changes in bulk.
func TestMoreChangesThanAreTold(t *testing.T) {
	t.Parallel()
	a := openNode(t, filepath.Join(t.TempDir(), "vitrine.db"))
	if err := a.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	m := published(t, a.DB)
	at := moment(t, a.DB)
	never := func(*store.Change) bool { return false }
	for i := range 5000 {
		inTx(t, a.DB, func(tx *store.Tx) error { return tx.SetWhole(t.Context(), m.ID, vitrine.Preview{Size: int64(i)}) })
		if _, same := a.Unchanged(at, never); same != (i < 4096) {
			t.Fatalf("after %d changes that touch nothing it is the same: %v", i+1, same)
		}
	}
}

package main

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// seeded is a new marketplace with the shipped categories.
func seeded(t *testing.T, database string) string {
	t.Helper()
	db, err := store.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := shop.New(shop.Options{DB: db, Now: began}).Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	return database
}

func TestBothWaysStoreTheSameInSQLite(t *testing.T) {
	t.Parallel()
	databases := [2]string{}
	for i := range databases {
		databases[i] = seeded(t, filepath.Join(t.TempDir(), "vitrine.db"))
	}
	compare(t, databases, query(t, databases[0], "SELECT name, name FROM sqlite_master WHERE type = 'table'"))
}

func TestBothWaysStoreTheSameInPostgres(t *testing.T) {
	t.Parallel()
	server := storetest.NewPostgres(t)
	databases := [2]string{seeded(t, server.Address(t)), seeded(t, server.Address(t))}
	compare(t, databases, query(t, databases[0],
		"SELECT table_name, table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"))
}

// compare fills a database past the store and another through it, and compares all tables
// but the log, of which a process that fills at once needs one line alone.
func compare(t *testing.T, databases [2]string, tables map[string]string) {
	t.Helper()
	const models = 200
	for i, slow := range []bool{false, true} {
		if err := fill(t.Context(), options{database: databases[i], models: models, slow: slow}); err != nil {
			t.Fatal(err)
		}
	}
	// Which number a word has, and so where its blocks are, is the index's own matter.
	for _, name := range []string{"catalogue_changes", "goose_db_version", "goose_lock", "sqlite_sequence", "search_blocks",
		"search_versions", "turns"} {
		delete(tables, name)
	}
	tables["search_words"] = "(SELECT word, models, spelled FROM search_words) AS numbered"
	// So is how often the words of an author's models have changed, which names a state of them.
	tables["tallies"] = "(SELECT kind, about, n FROM tallies WHERE kind <> 'own_words') AS counted"
	if len(tables) < 20 {
		t.Fatalf("the schema has %d tables", len(tables))
	}
	for name, from := range tables {
		past, through := rows(t, databases[0], from), rows(t, databases[1], from)
		if diff := cmp.Diff(through, past); diff != "" {
			t.Errorf("%s differs past the store (-through it +past it):\n%s", name, diff)
		}
		if strings.Contains(name, "listing") && len(past) < models {
			t.Errorf("%s has %d rows", name, len(past))
		}
	}
	// The next identifiers follow on those that were given.
	db, err := store.Open(t.Context(), databases[0])
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := fill(t.Context(), options{database: databases[0], drafts: 1}); err != nil {
		t.Fatal(err)
	}
	if draft, err := db.Model(t.Context(), models+1); err != nil || draft.Status != "draft" || len(draft.PublicationProblems()) > 0 {
		t.Errorf("the next model is %v, %v; want a draft that can be published", draft, err)
	}
}

// rows are those of a table as lines of text, sorted.
func rows(t *testing.T, database, from string) []string {
	t.Helper()
	pool := pool(t, database)
	defer pool.Close() // SQLite is filled by one connection alone
	found, err := pool.QueryContext(t.Context(), "SELECT * FROM "+from)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for found.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := found.Scan(into...); err != nil {
			t.Fatal(err)
		}
		line := ""
		for i, value := range values {
			if text, is := value.([]byte); is {
				value = string(text)
			}
			line += fmt.Sprintf("%s=%v ", columns[i], value)
		}
		lines = append(lines, line)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines)
	return lines
}

// TestFillRefuses a database that has models, and one without categories.
func TestFillRefuses(t *testing.T) {
	t.Parallel()
	bare := filepath.Join(t.TempDir(), "vitrine.db")
	if err := fill(t.Context(), options{database: bare, models: 1}); err == nil || !strings.Contains(err.Error(), "categories") {
		t.Errorf("a database without categories: %v", err)
	}
	filled := seeded(t, filepath.Join(t.TempDir(), "vitrine.db"))
	if err := fill(t.Context(), options{database: filled, models: 1}); err != nil {
		t.Fatal(err)
	}
	if err := fill(t.Context(), options{database: filled, models: 1}); err == nil || !strings.Contains(err.Error(), "has models") {
		t.Errorf("a database with models: %v", err)
	}
}

// TestOrders adds orders twice, and reads them as the server does.
func TestOrders(t *testing.T) {
	t.Parallel()
	database := seeded(t, filepath.Join(t.TempDir(), "vitrine.db"))
	if err := order(t.Context(), database, 1); err == nil || !strings.Contains(err.Error(), "-models") {
		t.Errorf("orders of no models: %v", err)
	}
	if err := fill(t.Context(), options{database: database, models: 3}); err != nil {
		t.Fatal(err)
	}
	for _, count := range []int{30, 5} {
		if err := order(t.Context(), database, count); err != nil {
			t.Fatal(err)
		}
	}
	db, err := store.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	q := vitrine.OrderQuery{Scope: vitrine.OrdersAll, Page: vitrine.Page{Size: 5}}
	if page, err := db.Orders(t.Context(), q, began()); err != nil || page.Total.Count != 35 || page.Orders[0].ID != 35 {
		t.Errorf("there are %+v, %v", page.Total, err)
	}
	indexes := query(t, database, "SELECT name, name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'orders' AND sql IS NOT NULL")
	if indexes["orders_by_status"] == "" || len(indexes) < 10 {
		t.Errorf("the orders have the indexes %v", indexes)
	}
}

func pool(t *testing.T, database string) *sql.DB {
	t.Helper()
	pool, _, err := open(database)
	if err != nil {
		t.Fatal(err)
	}
	pool.SetMaxOpenConns(1) // temporary tables belong to a connection
	return pool
}

// query reads rows of two texts.
func query(t *testing.T, database, text string) map[string]string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	pool := pool(t, database)
	defer pool.Close()
	rows, err := pool.QueryContext(ctx, text)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	found := map[string]string{}
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			t.Fatal(err)
		}
		found[name] = value
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

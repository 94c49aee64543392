// Package storetest tests everything that the marketplace expects of a database,
// so that SQLite and PostgreSQL behave alike. It also opens databases for the
// tests of other packages.
//
// Each noun has its file and its function here; a new one is added to the list
// in Run.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// Run asks the databases that open makes, a new and empty one for each noun.
func Run(t *testing.T, open func(t *testing.T) *store.DB) {
	for _, noun := range []struct {
		name string
		test func(t *testing.T, db *store.DB)
	}{
		{"users", testUsers}, {"people", testPeople},
		{"tokens", testTokens},
		{"applications", testApplications}, {"applications at the desk", testApplicationsAtDesk},
		{"categories", testCategories},
		{"licenses", testLicenses},
		{"settings", testSettings}, {"sweep holds", testSweepHolds},
		{"idempotency", testIdempotency},
		{"transactions", testTransactions},
		{"slow statements", testSlow},
		{"writers that hang up", testHungUp}, {"writers that hang up at the end", testLeavesAtTheEnd},
		{"models", testModels}, {"some models", testSomeModels},
		{"catalogue", testCatalogue},
		{"facets", testFacets}, {"completions", testCompletions}, {"corrections", testCorrections},
		{"changes", testChanges}, {"what is noted", testWhatIsNoted},
		{"own models", testOwn}, {"pages of own models", testOwnPages},
		{"search", testSearch},
		{"cursors", testCursorsStayTrue},
		{"offers", testOffers},
		{"orders", testOrders},
		{"visitors", testVisitors},
		{"lists of orders", testOrderLists},
		{"orders of a buyer", testOrdersOfBuyer}, {"what was sold", testSold}, {"what was looked at", testSeen},
		{"what is stored", testStored},
		{"how far a reading is", testProgress},
		{"payments", testPayments}, {"the ledger", testLedger}, {"keys of receipts", testReceiptKeys},
		{"jobs", testJobs}, {"jobs that failed", testTroubledJobs}, {"oldest jobs first", testOldestFirst},
		{"claims at once", testClaimsAtOnce},
		{"turns", testTurns}, {"turns that end", testTurnsEnd}, {"turns at once", testTurnsAtOnce},
		{"readings", testReadings},
		{"files after", testFilesAfter},
		{"uploads", testUploads}, {"holds of uploads", testUploadHolds},
		{"shown before", testShownBefore},
		{"damage", testDamage},
		{"drawn images", testDrawnImages},
		{"pictures", testPictures},
		{"pictures of what was taken off", testPicturesTakenOff},
		{"models by slug", testModelsBySlug},
		{"first images", testFirstImages},
		{"models at the desk", testDeskModels}, {"featured models", testFeatured}, {"shared files", testShared},
		{"listed", testListed}, {"memories", testMemories},
		{"listed addresses", testListedAddresses},
		{"storefront's user", testStorefrontUser},
	} {
		t.Run(noun.name, func(t *testing.T) {
			t.Parallel()
			noun.test(t, open(t))
		})
	}
}

// SQLite opens a new database in a file of its own, with its schema.
func SQLite(t testing.TB) *store.DB {
	t.Helper()
	return SQLiteAt(t, filepath.Join(t.TempDir(), "vitrine.db"))
}

// SQLiteAt is SQLite in a file that a test names, which does more with it.
func SQLiteAt(t testing.TB, path string) *store.DB {
	t.Helper()
	LaySQLite(t, path)
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	db.UseSecrets(Keys(t))
	return db
}

// LaySQLite writes a file that has the schema and nothing else. The migrations run once in a
// process: they would be most of what a short test waits for.
func LaySQLite(t testing.TB, path string) {
	t.Helper()
	file, err := schema()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
}

// schema is a new SQLite database with its schema.
var schema = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "vitrine-schema-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "vitrine.db")
	db, err := store.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(db.Migrate(context.Background()), db.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// Keys are those of the databases of tests.
func Keys(t testing.TB) *auth.Keys {
	t.Helper()
	keys, err := auth.ParseKeys(testKey)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

const testKey = "vtk_lP0M9TI9F8jFCuOOze7lXAqXjH53a21mRsGj"

// noon is when everything happens in these tests, with microseconds.
func noon() time.Time { return time.Date(2026, 2, 3, 12, 0, 0, 123456000, time.UTC) }

// write runs a write that must succeed.
func write(t testing.TB, db *store.DB, fn func(ctx context.Context, tx *store.Tx) error) {
	t.Helper()
	if err := db.Write(t.Context(), func(tx *store.Tx) error { return fn(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}

// wantCode fails unless err is of a code; "" stands for no error.
func wantCode(t testing.TB, err error, want vitrine.Code) {
	t.Helper()
	if got := vitrine.CodeOf(err); got != want || want == "" && err != nil {
		t.Errorf("got error %v (code %q), want code %q", err, got, want)
	}
}

// newUser adds a user by name.
func newUser(t testing.TB, db *store.DB, username string) vitrine.User {
	t.Helper()
	user := vitrine.User{
		Username: username, Email: username + "@example.com", PasswordHash: "hash of " + username,
		CreatedAt: noon(), UpdatedAt: noon(),
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertUser(ctx, &user) })
	return user
}

// newCategory adds a category by slug.
func newCategory(t testing.TB, db *store.DB, slug string, parentID int64, position int) vitrine.Category {
	t.Helper()
	c := vitrine.Category{
		ParentID: parentID, Slug: slug, Title: "The " + slug, Name: slug, Description: fmt.Sprintf("All about %s.", slug),
		ProductTypes: []vitrine.ProductType{vitrine.CG, vitrine.Printable}, Position: position,
		CreatedAt: noon(), UpdatedAt: noon(),
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertCategory(ctx, &c) })
	return c
}

package store_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestWhatIsListedIsNotWrittenAgain counts the log of the catalogue's changes, which
// drops the cached pages of every process.
func TestWhatIsListedIsNotWrittenAgain(t *testing.T) {
	t.Parallel()
	postgres := storetest.NewPostgres(t)
	for name, db := range map[string]*store.DB{"SQLite": storetest.SQLite(t), "PostgreSQL": postgres.Open(t)} {
		t.Run(name, func(t *testing.T) { listAgain(t, db) })
	}
}

func listAgain(t *testing.T, db *store.DB) {
	price, polygons := vitrine.Amount(500), int64(12)
	m := &vitrine.Model{
		Slug: "chair", Status: vitrine.Published, ProductType: vitrine.CG, Price: &price,
		CreatedAt: time.UnixMicro(1), UpdatedAt: time.UnixMicro(1), PublishedAt: time.UnixMicro(1),
		Text: vitrine.Text{Language: "en-US", Title: "Oak chair", Description: "A chair.", RawDescription: "A chair.", Tags: []string{"oak"}},
	}
	formats := []string{"stl"}
	inTx(t, db, func(tx *store.Tx) error {
		user := userOf("ada")
		if err := tx.InsertUser(t.Context(), user); err != nil {
			return err
		}
		m.AuthorID = user.ID
		return tx.InsertModel(t.Context(), m)
	})
	list := func(recordChanged bool) func(*store.Tx) error {
		return func(tx *store.Tx) error { return tx.PutListing(t.Context(), m, formats, recordChanged) }
	}
	unlist := func(tx *store.Tx) error { return tx.RemoveListing(t.Context(), m.ID) }
	for _, step := range []struct {
		name   string
		edit   func()
		write  func(*store.Tx) error
		logged int64
	}{
		{"a draft that is not listed", func() {}, unlist, 0},
		{"it is listed", func() {}, list(true), 1},
		{"the same again", func() {}, list(false), 0},
		{"its record differs", func() {}, list(true), 1},
		{"its polygons are known", func() { m.Measured.Polygons = &polygons }, list(false), 1},
		{"its title", func() { m.Title = "Oak table" }, list(false), 1},
		{"its formats", func() { formats = []string{"stl", "glb"} }, list(false), 1},
		{"its price", func() { price = 700 }, list(false), 1},
		{"the same again, at last", func() {}, list(false), 0},
		{"it is unlisted", func() {}, unlist, 1},
		{"and again", func() {}, unlist, 0},
	} {
		before, err := db.Changes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		step.edit()
		inTx(t, db, step.write)
		after, err := db.Changes(t.Context())
		if err != nil || after-before != step.logged {
			t.Errorf("%s: %d changes are logged, %v, want %d", step.name, after-before, err, step.logged)
		}
	}
}

func inTx(t *testing.T, db *store.DB, fn func(tx *store.Tx) error) {
	t.Helper()
	if err := db.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

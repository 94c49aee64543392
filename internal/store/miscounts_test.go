package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestMiscounts finds what is added up of authors and is not there.
func TestMiscounts(t *testing.T) {
	t.Parallel()
	for name, db := range map[string]*store.DB{"SQLite": storetest.SQLite(t), "PostgreSQL": storetest.NewPostgres(t).Open(t)} {
		inTx(t, db, func(tx *store.Tx) error {
			return tx.Run(t.Context(), `INSERT INTO new_tallies (kind, about, n)
				VALUES ('bytes', 7, 30), ('bytes', 7, -1), ('files', 7, 1), ('files', 7, -1), ('own_draft', 8, 2), ('likes', 9, 1)`)
		})
		want := []store.Miscount{{Kind: store.Bytes, AuthorID: 7, Has: 29}, {Kind: "own_draft", AuthorID: 8, Has: 2}}
		for _, when := range []string{"at once", "added up"} {
			got, err := db.Miscounts(t.Context(), 10)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s, %s: %v (-want +got):\n%s", name, when, err, diff)
			}
			if err := db.AddTallies(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

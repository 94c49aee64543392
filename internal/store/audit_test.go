package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestAuditIsOnlyAddedTo tries on both databases what would change the audit log.
func TestAuditIsOnlyAddedTo(t *testing.T) {
	t.Parallel()
	postgres := storetest.NewPostgres(t)
	for name, db := range map[string]*store.DB{"SQLite": storetest.SQLite(t), "PostgreSQL": postgres.Open(t)} {
		entry := vitrine.Entry{At: time.UnixMicro(7).UTC(), By: vitrine.Actor{UserID: 3, Name: "ada", Application: "Sync", Network: "10.0.0.7"},
			Act: vitrine.ActOrderCancel, SubjectID: "9", Before: []byte(`{"status":"unpaid"}`), Note: "asked by mail"}
		inTx(t, db, func(tx *store.Tx) error { return tx.AddEntry(t.Context(), &entry) })

		const again = ` INTO audit (id, at, name, application, network, act, kind, subject_id, before, after, note)
			SELECT id, at, 'eve', '', '', act, kind, subject_id, '', '', '' FROM audit WHERE TRUE`
		tries := []string{"UPDATE audit SET note = ''", "DELETE FROM audit", "INSERT" + again,
			"INSERT" + again + " ON CONFLICT (id) DO UPDATE SET name = 'eve'"}
		if name == "PostgreSQL" {
			tries = append(tries, "TRUNCATE audit", "MERGE INTO audit a USING (SELECT 1 AS n) o ON TRUE WHEN MATCHED THEN DELETE")
		} else {
			tries = append(tries, "INSERT OR REPLACE"+again, "UPDATE OR REPLACE audit SET id = 1")
		}
		for _, text := range tries {
			if err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.Run(t.Context(), text) }); err == nil {
				t.Errorf("%s: %q was done", name, text)
			}
		}
		page, err := db.Entries(t.Context(), vitrine.EntryQuery{Page: vitrine.Page{Size: 10}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]vitrine.Entry{entry}, page.Entries); diff != "" {
			t.Errorf("%s: the log is another (-want +got):\n%s", name, diff)
		}
	}
}

// TestAuditIsEmptiedForALoad empties the log where a restore that was cut off starts again.
func TestAuditIsEmptiedForALoad(t *testing.T) {
	t.Parallel()
	postgres := storetest.NewPostgres(t)
	for name, db := range map[string]*store.DB{"SQLite": storetest.SQLite(t), "PostgreSQL": postgres.Open(t)} {
		inTx(t, db, func(tx *store.Tx) error {
			e := vitrine.Entry{At: time.UnixMicro(7), By: vitrine.Actor{Name: vitrine.ByCommand}, Act: vitrine.ActKeysRotate}
			return tx.AddEntry(t.Context(), &e)
		})
		if err := db.BeginLoad(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		page, err := db.Entries(t.Context(), vitrine.EntryQuery{Page: vitrine.Page{Size: 10}})
		if err != nil || len(page.Entries) != 0 {
			t.Errorf("%s: %d entries are left, %v", name, len(page.Entries), err)
		}
	}
}

// TestEntries looks for entries in every way there is, in pages of two.
func TestEntries(t *testing.T) {
	t.Parallel()
	postgres := storetest.NewPostgres(t)
	at := func(n int) time.Time { return time.UnixMicro(int64(n)).UTC() }
	for name, db := range map[string]*store.DB{"SQLite": storetest.SQLite(t), "PostgreSQL": postgres.Open(t)} {
		inTx(t, db, func(tx *store.Tx) error {
			for i := range 12 {
				e := vitrine.Entry{At: at(i / 2), By: vitrine.Actor{Name: []string{"ada", "bob"}[i%2]}, SubjectID: fmt.Sprint(i % 4),
					Act: []vitrine.Act{vitrine.ActOrderCancel, vitrine.ActUserSuspend, vitrine.ActOrderRefund}[i%3]}
				if err := tx.AddEntry(t.Context(), &e); err != nil {
					return err
				}
			}
			return nil
		})
		for _, c := range []struct {
			what string
			q    vitrine.EntryQuery
			want []int64 // ids begin with 1
		}{
			{"all", vitrine.EntryQuery{}, []int64{12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}},
			{"of ada", vitrine.EntryQuery{Name: "ada"}, []int64{11, 9, 7, 5, 3, 1}},
			{"suspended", vitrine.EntryQuery{Act: vitrine.ActUserSuspend}, []int64{11, 8, 5, 2}},
			{"about orders", vitrine.EntryQuery{Kind: "order"}, []int64{12, 10, 9, 7, 6, 4, 3, 1}},
			{"about order 0", vitrine.EntryQuery{Kind: "order", SubjectID: "0"}, []int64{9, 1}},
			{"of a time", vitrine.EntryQuery{Since: at(1), Until: at(3)}, []int64{6, 5, 4, 3}},
		} {
			var got []int64
			c.q.Page.Size = 2
			for {
				page, err := db.Entries(t.Context(), c.q)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range page.Entries {
					got = append(got, e.ID)
				}
				if c.q.Page.Cursor = page.Next; page.Next == "" {
					break
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s: entries %s are others (-want +got):\n%s", name, c.what, diff)
			}
		}
	}
}

package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/store"
)

// testSeen adds up how often models were looked at.
func testSeen(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	chair, table, foreign := newPublished(t, db, ada, "chair"), newPublished(t, db, ada, "table"), newPublished(t, db, bob, "foreign")
	day := noon().Truncate(24 * time.Hour)
	next := day.AddDate(0, 0, 1)
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		for _, s := range []store.Seen{
			{ModelID: chair.ID, Day: day, Views: 2, Downloads: 1}, {ModelID: chair.ID, Day: day, Views: 3}, {ModelID: table.ID, Day: day, Views: 1},
			{ModelID: chair.ID, Day: next, Views: 7}, {ModelID: foreign.ID, Day: day, Views: 90}, {ModelID: 999_999, Day: day, Views: 5},
			{ModelID: chair.ID, Day: day.AddDate(0, 0, -1), Views: 50}, {ModelID: chair.ID, Day: next.AddDate(0, 0, 1), Views: 50},
		} {
			if err := tx.AddSeen(ctx, s); err != nil {
				return err
			}
		}
		return nil
	})
	q := store.SeenQuery{SellerID: ada.ID, From: day, To: next.AddDate(0, 0, 1)}
	for name, test := range map[string]struct {
		read func(context.Context, store.SeenQuery) ([]store.Seen, error)
		q    store.SeenQuery
		want []store.Seen
	}{
		"by day":   {db.SeenByDay, q, []store.Seen{{Day: day, Views: 6, Downloads: 1}, {Day: next, Views: 7}}},
		"by model": {db.SeenByModel, q, []store.Seen{{ModelID: chair.ID, Views: 12, Downloads: 1}, {ModelID: table.ID, Views: 1}}},
		"by both": {db.SeenByDayAndModel, q, []store.Seen{{ModelID: chair.ID, Day: day, Views: 5, Downloads: 1},
			{ModelID: table.ID, Day: day, Views: 1}, {ModelID: chair.ID, Day: next, Views: 7}}},
		"of one": {db.SeenByDay, store.SeenQuery{SellerID: ada.ID, ModelID: table.ID, From: q.From, To: q.To},
			[]store.Seen{{Day: day, Views: 1}}},
	} {
		got, err := test.read(ctx, test.q)
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%s (-want +got), %v:\n%s", name, err, diff)
		}
	}
}

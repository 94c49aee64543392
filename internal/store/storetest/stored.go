package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// testStored lists authors by what they store, a page after another.
func testStored(t *testing.T, db *store.DB) {
	for i, size := range []int64{5, 30, 7, 7, 0} {
		name := fmt.Sprintf("maker-%d", i)
		made := newModel(t, db, newUser(t, db, name), name, func(*vitrine.Model) {})
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			f := vitrine.File{ModelID: made.ID, Name: "a.stl", Size: size, Status: vitrine.FileReady, BlobKey: "files/" + name,
				CreatedAt: noon(), UpdatedAt: noon()}
			return tx.InsertFile(ctx, &f)
		})
	}
	if err := db.AddTallies(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"most first": {"", []string{"maker-1 30 of 1, maker-3 7 of 1", "maker-2 7 of 1, maker-0 5 of 1"}},
		"by name":    {"Maker-", []string{"maker-0 5 of 1, maker-1 30 of 1", "maker-2 7 of 1, maker-3 7 of 1", "maker-4 0 of 1"}},
		"of nobody":  {"nobody", []string{""}},
	} {
		var got []string
		for q := (store.StoredQuery{Text: c.text, Size: 2}); ; {
			page, err := db.StoredBy(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			var line []string
			for _, s := range page.List {
				line = append(line, fmt.Sprintf("%s %d of %d", s.User.Username, s.Bytes, s.Files))
			}
			got = append(got, strings.Join(line, ", "))
			if q.Next = page.Next; q.Next == "" {
				break
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if all, err := db.Tally(t.Context(), store.Bytes, 0); err != nil || all != 49 {
		t.Errorf("all together store %d bytes, %v", all, err)
	}
}

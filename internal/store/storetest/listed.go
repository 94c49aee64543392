package storetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// testListed has what pages read of lists equal what the lists say.
func testListed(t *testing.T, db *store.DB) {
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	var ids []int64
	for i, slug := range []string{"first", "second", "third", "fourth"} {
		ids = append(ids, publish(t, db, ada, slug, func(m *vitrine.Model) {
			m.PublishedAt, m.AdultContent, m.Price = noon().Add(time.Duration(i)*time.Second), slug == "third", amount(vitrine.Amount(100*(i%2)))
		}).ID)
	}
	others := publish(t, db, bob, "others", nil).ID
	draft := newModel(t, db, ada, "draft", nil).ID

	for _, q := range []vitrine.CatalogueQuery{
		{Sort: vitrine.Newest}, {Sort: vitrine.LowerPrice}, {Sort: vitrine.BySales, AdultContent: true}, {Sort: vitrine.Oldest, Author: "ada"},
		{Sort: vitrine.BestMatch, Keywords: "first"}, {Sort: vitrine.Newest, MaxPrice: amount(0)}, {Sort: vitrine.Newest, Keywords: "?"},
	} {
		wantListed(t, db, q)
	}
	newest, err := db.NewestOf(t.Context(), ada.ID, 2)
	if want := []int64{ids[3], ids[1]}; err != nil || !slices.Equal(newest, want) {
		t.Errorf("the newest are %v, %v, want %v", newest, err, want)
	}
	testPictured(t, db, ids[0], others, draft)
}

// wantListed walks a list in both ways, two at a time.
func wantListed(t *testing.T, db *store.DB, q vitrine.CatalogueQuery) {
	t.Helper()
	for q.Page = (vitrine.Page{Number: 1, Size: 2}); ; {
		whole, err := db.Catalogue(t.Context(), q)
		wantCode(t, err, "")
		got, err := db.ListedIDs(t.Context(), q)
		wantCode(t, err, "")
		want := store.ListedPage{IDs: []int64{}, Total: whole.Total, Next: whole.Next}
		for _, record := range whole.Records {
			want.IDs = append(want.IDs, record.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the list of %+v (-want +got):\n%s", q, diff)
		}
		if whole.Next == "" {
			return
		}
		q.Page = vitrine.Page{Cursor: whole.Next, Size: 2}
	}
}

func testPictured(t *testing.T, db *store.DB, with, without, draft int64) {
	t.Helper()
	images := addImages(t, db, with, 3)
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteImage(ctx, with, images[2], noon()) })
	addImages(t, db, draft, 1)
	found, err := db.Pictured(t.Context(), []int64{with, without, draft})
	wantCode(t, err, "")
	slices.SortFunc(found, func(a, b store.Pictured) int { return int(a.ID - b.ID) })
	if len(found) != 2 || found[0].ID != with || found[1].ID != without || found[1].Image != nil {
		t.Fatalf("models with pictures are %+v", found)
	}
	want := &vitrine.Image{BlobKey: "media/x", Width: 801, Height: 600}
	want.Thumbnails = []vitrine.Thumbnail{{BlobKey: "media/y", Width: 320, Height: 240}}
	if diff := cmp.Diff(want, found[0].Image); diff != "" {
		t.Errorf("its first image (-want +got):\n%s", diff)
	}
	whole, err := db.Record(t.Context(), with)
	if err != nil || found[0].JSON != whole.JSON || !slices.Equal(found[0].Languages, whole.Languages) || found[0].Language != whole.Language {
		t.Errorf("its record is %+v, want %+v, %v", found[0].Record, whole, err)
	}
	if none, err := db.Pictured(t.Context(), nil); len(none) > 0 || err != nil {
		t.Errorf("of no models: %v, %v", none, err)
	}
}

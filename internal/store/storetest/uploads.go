package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// newUpload adds an upload of 100 bytes.
func newUpload(t *testing.T, db *store.DB, id string) *vitrine.Incoming {
	t.Helper()
	ada := newUser(t, db, "ada")
	in := &vitrine.Incoming{
		ID: id, UserID: ada.ID, ModelID: newModel(t, db, ada, "chair", nil).ID, Name: "chair.stl", FileTypeID: 3, ForBuyers: true, SHA256: "sum",
		Metadata: "filename Y2hhaXIuc3Rs", Size: 100, CreatedAt: noon(), ExpiresAt: noon().Add(time.Hour),
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertUpload(ctx, in) })
	return in
}

func testUploads(t *testing.T, db *store.DB) {
	in := newUpload(t, db, "u1")
	lease := store.Lease{Name: "mine", For: time.Hour}
	parts := []store.UploadPart{{Starts: 0, Size: 60, BlobKey: "parts/a"}, {Starts: 60, Size: 40, BlobKey: "parts/b"}}
	wantHold(t, db, in.ID, 0, lease, true)
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.AddUploadParts(ctx, in.ID, lease, parts, noon().Add(2*time.Hour))
	})
	in.Received, in.Parts, in.Held, in.ExpiresAt = 100, 2, true, noon().Add(2*time.Hour)
	wantUpload(t, db, in)
	_, err := db.Upload(t.Context(), in.UserID+1, in.ID)
	wantCode(t, err, vitrine.NotFound)
	wantUnderWay(t, db, in.UserID, 1, 100)

	got, err := db.UploadParts(t.Context(), in.ID)
	if diff := cmp.Diff(parts, got); diff != "" || err != nil {
		t.Errorf("parts (-want +got): %v\n%s", err, diff)
	}
	stored := map[string]int64{}
	err = db.UploadBytes(t.Context(), func(b store.BlobRef) { stored[b.Key] = b.Size })
	if diff := cmp.Diff(map[string]int64{"parts/a": 60, "parts/b": 40}, stored); diff != "" || err != nil {
		t.Errorf("bytes (-want +got): %v\n%s", err, diff)
	}

	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.FinishUpload(ctx, in.ID, lease, 12, noon()) })
	in.FileID, in.Held, in.ExpiresAt = 12, false, noon()
	wantUpload(t, db, in)
	wantUnderWay(t, db, in.UserID, 0, 0)
	if left, err := db.UploadParts(t.Context(), in.ID); len(left) > 0 || err != nil {
		t.Errorf("after the end: %v, %v", left, err)
	}
	expired, err := db.UploadsExpired(t.Context(), noon(), 10)
	if diff := cmp.Diff([]string{in.ID}, expired); diff != "" || err != nil {
		t.Errorf("expired (-want +got): %v\n%s", err, diff)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RemoveUpload(ctx, in.ID) })
	_, err = db.Upload(t.Context(), in.UserID, in.ID)
	wantCode(t, err, vitrine.NotFound)
}

// testUploadHolds has two write to one upload: one of them does, and the other when the
// first has vanished.
func testUploadHolds(t *testing.T, db *store.DB) {
	in := newUpload(t, db, "u1")
	mine, other := store.Lease{Name: "mine", For: time.Hour}, store.Lease{Name: "other", For: time.Hour}
	wantHold(t, db, in.ID, 7, mine, false) // it is not that far
	wantHold(t, db, in.ID, 0, mine, true)
	wantHold(t, db, in.ID, 0, other, false)
	if expired, err := db.UploadsExpired(t.Context(), noon().Add(2*time.Hour), 10); len(expired) > 0 || err != nil {
		t.Errorf("somebody writes to it, and it expired: %v, %v", expired, err)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.RenewUpload(ctx, in.ID, store.Lease{Name: "mine", For: -time.Second}) // it runs out at once
	})
	wantHold(t, db, in.ID, 0, other, true)
	part := []store.UploadPart{{Starts: 0, Size: 10, BlobKey: "parts/late"}}
	for what, late := range map[string]func(ctx context.Context, tx *store.Tx) error{
		"renew": func(ctx context.Context, tx *store.Tx) error { return tx.RenewUpload(ctx, in.ID, mine) },
		"write": func(ctx context.Context, tx *store.Tx) error {
			return tx.AddUploadParts(ctx, in.ID, mine, part, noon())
		},
		"finish": func(ctx context.Context, tx *store.Tx) error { return tx.FinishUpload(ctx, in.ID, mine, 1, noon()) },
	} {
		if err := db.Write(t.Context(), func(tx *store.Tx) error { return late(t.Context(), tx) }); vitrine.CodeOf(err) != vitrine.Locked {
			t.Errorf("%s by who lost the hold: %v", what, err)
		}
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.ReleaseUpload(ctx, in.ID, mine) })
	wantHold(t, db, in.ID, 0, mine, false) // what was released was not the other's
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.ReleaseUpload(ctx, in.ID, other) })
	wantHold(t, db, in.ID, 0, mine, true)
}

func wantHold(t *testing.T, db *store.DB, id string, received int64, lease store.Lease, want bool) {
	t.Helper()
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		got, err := tx.HoldUpload(ctx, id, received, lease)
		if got != want {
			t.Errorf("%s holds it: %v, want %v", lease.Name, got, want)
		}
		return err
	})
}

func wantUpload(t *testing.T, db *store.DB, want *vitrine.Incoming) {
	t.Helper()
	got, err := db.Upload(t.Context(), want.UserID, want.ID)
	if diff := cmp.Diff(*want, got); diff != "" || err != nil {
		t.Errorf("upload (-want +got): %v\n%s", err, diff)
	}
}

func wantUnderWay(t *testing.T, db *store.DB, userID int64, count int, bytes int64) {
	t.Helper()
	gotCount, gotBytes, err := db.UploadsUnderWay(t.Context(), userID)
	if gotCount != count || gotBytes != bytes || err != nil {
		t.Errorf("under way: %d with %d bytes, %v; want %d with %d", gotCount, gotBytes, err, count, bytes)
	}
	if all, allBytes, err := db.AllUploadsUnderWay(t.Context()); all < count || allBytes < bytes || err != nil {
		t.Errorf("of all: %d with %d bytes, %v; of one %d with %d", all, allBytes, err, count, bytes)
	}
}

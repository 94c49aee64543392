package blobtest

import (
	"bytes"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/blob"
)

const missingKey = "files/a/a/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

func statting(t *testing.T, open Open) {
	store := open(t, time.Now)
	info := put(t, store, "files", []byte("abc"))
	got, err := store.Stat(t.Context(), info.Key)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(blob.Info{Key: info.Key, Size: 3, ModTime: got.ModTime}, got); diff != "" ||
		time.Since(got.ModTime).Abs() > time.Minute {
		t.Errorf("Stat at %v (-want +got):\n%s", got.ModTime, diff)
	}
	for _, key := range []string{missingKey, "", "files", "tmp", "marketplace", "../secret"} {
		if got, err := store.Stat(t.Context(), key); vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("Stat(%q) gave %+v, %v; want not_found", key, got, err)
		}
	}
}

// trash discards bytes, brings them back and erases them.
func trash(t *testing.T, open Open) {
	store := open(t, time.Now)
	gone, kept := put(t, store, "files", Bytes(5000, 1)), put(t, store, "media", []byte("b"))
	for range 2 {
		must(t, store.Discard(t.Context(), gone.Key))
	}
	wantNotFound(t, store, gone.Key)
	wantKeys(t, store, "", []string{kept.Key})
	wantDiscarded(t, store, gone.Key)

	for range 2 {
		must(t, store.Recover(t.Context(), gone.Key))
	}
	got, err := io.ReadAll(openObject(t, store, gone.Key))
	if err != nil || !bytes.Equal(got, Bytes(5000, 1)) {
		t.Errorf("%d bytes came back (%v), or others than were discarded", len(got), err)
	}
	wantKeys(t, store, "", []string{gone.Key, kept.Key})

	must(t, store.Discard(t.Context(), gone.Key))
	for range 2 {
		must(t, store.Erase(t.Context(), gone.Key))
	}
	wantDiscarded(t, store)
	for _, key := range []string{gone.Key, missingKey, "", "../secret"} {
		if err := store.Recover(t.Context(), key); vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("Recover(%q) gave %v, want not_found", key, err)
		}
		must(t, store.Discard(t.Context(), key))
	}
	wantKeys(t, store, "", []string{kept.Key})
}

// trashAtOnce discards and recovers the same bytes from many sides: they are never
// lost.
func trashAtOnce(t *testing.T, open Open) {
	store := open(t, time.Now)
	info := put(t, store, "files", Bytes(5000, 1))
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			for range 5 {
				must(t, store.Discard(t.Context(), info.Key))
			}
		})
		work.Go(func() {
			for range 5 {
				// Between two names a file is found under neither: only the end counts.
				if err := store.Recover(t.Context(), info.Key); err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	must(t, store.Recover(t.Context(), info.Key))
	got, err := io.ReadAll(openObject(t, store, info.Key))
	if err != nil || !bytes.Equal(got, Bytes(5000, 1)) {
		t.Errorf("%d bytes are left (%v), or others than were stored", len(got), err)
	}
}

func owner(t *testing.T, open Open) {
	store := open(t, time.Now)
	for _, id := range []string{"", "one", "another"} {
		if id != "" {
			must(t, store.Claim(t.Context(), id))
		}
		if got, err := store.Owner(t.Context()); got != id || err != nil {
			t.Errorf("the owner is %q (%v), want %q", got, err, id)
		}
	}
	wantKeys(t, store, "", nil)
}

func wantDiscarded(t *testing.T, store blob.Store, want ...string) {
	t.Helper()
	var got []string
	err := store.Discarded(t.Context(), func(info blob.Info) error {
		if time.Since(info.ModTime).Abs() > time.Minute {
			t.Errorf("%s was discarded at %v", info.Key, info.ModTime)
		}
		got = append(got, info.Key)
		return nil
	})
	must(t, err)
	for _, key := range append(want, missingKey, "../secret") {
		there, err := store.IsDiscarded(t.Context(), key)
		if err != nil || there != slices.Contains(want, key) {
			t.Errorf("IsDiscarded(%q) is %t, %v", key, there, err)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Discarded (-want +got):\n%s", diff)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

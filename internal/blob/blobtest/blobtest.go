// Package blobtest runs the same tests against every blob.Store, so that disk and
// S3 behave alike. It fetches the store's download addresses over real HTTP and
// does not know how the bytes are kept.
package blobtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/blob"
)

// Open gives an empty store for one test, which signs and checks
// download addresses with the clock now. It cleans up with t.Cleanup.
type Open func(t *testing.T, now func() time.Time) blob.Store

// Run runs all tests, each with a new store.
func Run(t *testing.T, open Open) {
	questions := []struct {
		name string
		ask  func(*testing.T, Open)
	}{
		{"RoundTrip", roundTrip},
		{"Restore", restoring},
		{"Prefix", prefixes},
		{"BrokenReader", brokenReader},
		{"Canceled", canceled},
		{"SeekAndReadAt", seekAndReadAt},
		{"Delete", deleting},
		{"Stat", statting},
		{"Trash", trash},
		{"TrashAtOnce", trashAtOnce},
		{"Owner", owner},
		{"OpenMissing", openMissing},
		{"List", list},
		{"ConcurrentPuts", concurrentPuts},
		{"CheckAndSweep", checkAndSweep},
		{"Download", download},
		{"DownloadRanges", downloadRanges},
		{"DownloadNames", downloadNames},
		{"DownloadExpired", downloadExpired},
		{"DownloadTampered", downloadTampered},
		{"DownloadMissing", downloadMissing},
		{"ShowDamaged", showDamaged},
		{"ShowDeleted", showDeleted},
	}
	for _, q := range questions {
		t.Run(q.name, func(t *testing.T) {
			t.Parallel()
			q.ask(t, open)
		})
	}
}

var keyPattern = regexp.MustCompile(`^files/[a-z2-7]/[a-z2-7]/[a-z2-7]{30}$`)

// Bytes returns n bytes that look random and are the same for the same seed.
func Bytes(n int, seed uint64) []byte {
	data := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)}).Read(data) // never fails
	return data
}

// restoring puts bytes back under the key that they had, in another store.
func restoring(t *testing.T, open Open) {
	key := put(t, open(t, time.Now), "files", Bytes(10, 1)).Key
	store := open(t, time.Now)
	for _, data := range [][]byte{Bytes(5000, 2), Bytes(300, 3)} {
		info, err := store.Restore(t.Context(), key, bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if info.Key != key || info.Size != int64(len(data)) {
			t.Errorf("Restore says %+v", info)
		}
		object, err := store.Open(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(object)
		if err := errors.Join(err, object.Close()); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, data) {
			t.Errorf("%d bytes came back, %d were restored", len(got), len(data))
		}
	}
	for _, bad := range []string{"", "files", "../secret", "files/../../x", "/etc/passwd", key + "/x"} {
		if _, err := store.Restore(t.Context(), bad, bytes.NewReader(nil)); vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("key %q: %v", bad, err)
		}
	}
}

func roundTrip(t *testing.T, open Open) {
	store := open(t, time.Now)
	for _, size := range []int{0, 1, 4096, 4097, 256 << 10, 8 << 20, 20<<20 + 3} {
		data := Bytes(size, 1)
		before := time.Now()
		info := put(t, store, "files", data)

		sum := sha256.Sum256(data)
		want := blob.Info{Key: info.Key, Size: int64(size), SHA256: hex.EncodeToString(sum[:]), ModTime: info.ModTime}
		if diff := cmp.Diff(want, info); diff != "" {
			t.Errorf("%d bytes: Put (-want +got):\n%s", size, diff)
		}
		if !keyPattern.MatchString(info.Key) {
			t.Errorf("key %q is not like %s", info.Key, keyPattern)
		}
		if age := info.ModTime.Sub(before); age < -time.Minute || age > time.Minute {
			t.Errorf("%d bytes: ModTime is %v off", size, age)
		}
		object := openObject(t, store, info.Key)
		if object.Size != int64(size) {
			t.Errorf("Size = %d, want %d", object.Size, size)
		}
		got, err := io.ReadAll(object)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes: read %d, equal %t, error %v", size, len(got), bytes.Equal(got, data), err)
		}
	}
}

func prefixes(t *testing.T, open Open) {
	store := open(t, time.Now)
	for _, prefix := range []string{"", "tmp", "trash", "marketplace", "Files", "files/", "../files", "a b"} {
		if info, err := store.Put(t.Context(), prefix, bytes.NewReader(nil)); err == nil {
			t.Errorf("Put took the prefix %q as %q", prefix, info.Key)
		}
	}
}

func brokenReader(t *testing.T, open Open) {
	store := open(t, time.Now)
	broken := vitrine.Errorf(vitrine.TooLarge, "too much")
	for _, size := range []int{0, 100, 8 << 20, 20 << 20} {
		for _, fault := range []error{broken, io.ErrUnexpectedEOF} {
			r := io.MultiReader(bytes.NewReader(Bytes(size, 2)), failing{fault})
			_, err := store.Put(t.Context(), "files", r)
			if !errors.Is(err, fault) || vitrine.CodeOf(err) != vitrine.CodeOf(fault) {
				t.Errorf("after %d bytes: Put gave %v (%s), want %v", size, err, vitrine.CodeOf(err), fault)
			}
		}
	}
	wantKeys(t, store, "", nil)
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func canceled(t *testing.T, open Open) {
	store := open(t, time.Now)
	ctx, cancel := context.WithCancel(t.Context())
	r := io.MultiReader(bytes.NewReader(Bytes(20<<20, 3)), canceling{cancel})
	if _, err := store.Put(ctx, "files", r); !errors.Is(err, context.Canceled) {
		t.Errorf("Put gave %v, want context.Canceled", err)
	}
	wantKeys(t, store, "", nil)
}

// canceling cancels at its first byte, and never ends.
type canceling struct{ cancel func() }

func (c canceling) Read(p []byte) (int, error) {
	c.cancel()
	return len(p), nil
}

func seekAndReadAt(t *testing.T, open Open) {
	store := open(t, time.Now)
	data := Bytes(100_000, 4)
	object := openObject(t, store, put(t, store, "files", data).Key)

	moves := []struct {
		offset int64
		whence int
		at     int64
	}{
		{0, io.SeekEnd, 100_000}, {0, io.SeekStart, 0}, {10, io.SeekStart, 10}, {4000, io.SeekCurrent, 4110},
		{-50, io.SeekEnd, 99_950}, {4096, io.SeekStart, 4096}, {4090, io.SeekStart, 4090},
	}
	for _, m := range moves {
		at, err := object.Seek(m.offset, m.whence)
		if err != nil || at != m.at {
			t.Fatalf("Seek(%d, %d) = %d, %v; want %d", m.offset, m.whence, at, err, m.at)
		}
		got := make([]byte, min(100, len(data)-int(at)))
		if _, err := io.ReadFull(object, got); err != nil || !bytes.Equal(got, data[at:int(at)+len(got)]) {
			t.Errorf("reading %d bytes at %d: wrong bytes or %v", len(got), at, err)
		}
	}
	if _, err := object.Seek(-1, io.SeekStart); err == nil {
		t.Error("Seek took -1")
	}
	readAt(t, object, data)
}

func readAt(t *testing.T, object *blob.Object, data []byte) {
	t.Helper()
	buf := make([]byte, 1000)
	if n, err := object.ReadAt(buf, 50_000); n != 1000 || err != nil || !bytes.Equal(buf, data[50_000:51_000]) {
		t.Errorf("ReadAt(50000) = %d, %v, or the wrong bytes", n, err)
	}
	if n, err := object.ReadAt(buf, 99_990); n != 10 || !errors.Is(err, io.EOF) || !bytes.Equal(buf[:10], data[99_990:]) {
		t.Errorf("ReadAt(99990) = %d, %v, or the wrong bytes; want 10, EOF", n, err)
	}
	if n, err := object.ReadAt(buf, 100_001); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("ReadAt beyond the end = %d, %v; want 0, EOF", n, err)
	}
}

func deleting(t *testing.T, open Open) {
	store := open(t, time.Now)
	gone, kept := put(t, store, "files", []byte("a")), put(t, store, "files", []byte("b"))
	for range 2 {
		if err := store.Delete(t.Context(), gone.Key); err != nil {
			t.Fatalf("Delete: %v", err)
		}
	}
	if err := store.Delete(t.Context(), "../"+kept.Key); err != nil {
		t.Errorf("Delete of no key: %v", err)
	}
	wantNotFound(t, store, gone.Key)
	wantKeys(t, store, "files", []string{kept.Key})
}

func openMissing(t *testing.T, open Open) {
	store := open(t, time.Now)
	put(t, store, "files", []byte("a"))
	const missing = "files/a/a/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	for _, key := range []string{missing, "", ".", "files", "files/", "tmp", "../secret", "files/../files", "/etc/passwd", "check"} {
		wantNotFound(t, store, key)
	}
}

func list(t *testing.T, open Open) {
	store := open(t, time.Now)
	wantKeys(t, store, "files", nil)
	a, b, c := put(t, store, "files", []byte("a")), put(t, store, "files", []byte("bb")), put(t, store, "media", []byte("ccc"))
	wantKeys(t, store, "files", []string{a.Key, b.Key})
	wantKeys(t, store, "media", []string{c.Key})
	wantKeys(t, store, "", []string{a.Key, b.Key, c.Key})
	wantKeys(t, store, "other", nil)

	err := store.List(t.Context(), "media", func(info blob.Info) error {
		want := blob.Info{Key: c.Key, Size: 3, ModTime: info.ModTime}
		if diff := cmp.Diff(want, info); diff != "" || time.Since(info.ModTime).Abs() > time.Minute {
			t.Errorf("List at %v (-want +got):\n%s", info.ModTime, diff)
		}
		return io.ErrClosedPipe
	})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("List gave %v, want the error of its function", err)
	}
	if err := store.List(t.Context(), "../files", func(blob.Info) error { return nil }); err == nil {
		t.Error("List took the prefix ../files")
	}
}

func concurrentPuts(t *testing.T, open Open) {
	store := open(t, time.Now)
	var wg sync.WaitGroup
	for seed := range uint64(4) {
		wg.Go(func() {
			data := Bytes(9<<20, seed)
			info, err := store.Put(t.Context(), "files", bytes.NewReader(data))
			if err != nil {
				t.Errorf("Put: %v", err)
				return
			}
			object, err := store.Open(t.Context(), info.Key)
			if err != nil {
				t.Errorf("Open: %v", err)
				return
			}
			defer object.Close()
			if got, err := io.ReadAll(object); err != nil || !bytes.Equal(got, data) {
				t.Errorf("read other bytes than were put, or %v", err)
			}
		})
	}
	wg.Wait()
}

func checkAndSweep(t *testing.T, open Open) {
	store := open(t, time.Now)
	info := put(t, store, "files", []byte("a"))
	if err := store.Check(t.Context()); err != nil {
		t.Errorf("Check: %v", err)
	}
	if err := store.Sweep(t.Context()); err != nil {
		t.Errorf("Sweep: %v", err)
	}
	wantKeys(t, store, "", []string{info.Key})
}

func put(t *testing.T, store blob.Store, prefix string, data []byte) blob.Info {
	t.Helper()
	info, err := store.Put(t.Context(), prefix, bytes.NewReader(data))
	if err != nil {
		t.Fatalf("Put: %v", err)
	}
	return info
}

func openObject(t *testing.T, store blob.Store, key string) *blob.Object {
	t.Helper()
	object, err := store.Open(t.Context(), key)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { _ = object.Close() })
	return object
}

func wantNotFound(t *testing.T, store blob.Store, key string) {
	t.Helper()
	object, err := store.Open(t.Context(), key)
	if vitrine.CodeOf(err) != vitrine.NotFound {
		t.Errorf("Open(%q) gave %v, %v; want not_found", key, object, err)
	}
}

func wantKeys(t *testing.T, store blob.Store, prefix string, want []string) {
	t.Helper()
	var got []string
	err := store.List(t.Context(), prefix, func(info blob.Info) error {
		got = append(got, info.Key)
		return nil
	})
	if err != nil {
		t.Fatalf("List: %v", err)
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("List(%q) (-want +got):\n%s", prefix, diff)
	}
}

// OpenDisk opens a folder until the test ends.
func OpenDisk(t testing.TB, dir string, opts blob.DiskOptions) *blob.Disk {
	t.Helper()
	disk, err := blob.OpenDisk(dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = disk.Close() })
	return disk
}

package shop_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestCheck looks at more keys than are held at once, on both kinds of storage.
func TestCheck(t *testing.T) {
	t.Parallel()
	onBothStores(t, testCheck)
}

func openDisk(t *testing.T) *blob.Disk {
	t.Helper()
	disk, err := blob.OpenDisk(t.TempDir(), blob.DiskOptions{BaseURL: "https://models.example", Secret: []byte(strings.Repeat("s", 32))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = disk.Close() })
	return disk
}

func put(t *testing.T, blobs blob.Store, text string) blob.Info {
	t.Helper()
	info, err := blobs.Put(t.Context(), "files", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// addFile adds a file of stored bytes to a model.
func (m *market) addFile(t *testing.T, model *vitrine.Model, info blob.Info) *vitrine.File {
	t.Helper()
	file := &vitrine.File{
		ModelID: model.ID, Name: strings.ReplaceAll(info.Key, "/", "-") + ".glb", Extension: "glb", Size: info.Size, SHA256: info.SHA256,
		BlobKey: info.Key,
		Status:  vitrine.FileReady, CreatedAt: today(), UpdatedAt: today(),
	}
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertFile(ctx, file) })
	return file
}

func testCheck(t *testing.T, blobs blob.Store) {
	m := newMarket(t, payment.Sandbox{})
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, m.model.ID, today()) })
	model := m.publish(t, "Vase", 0)
	names := map[string]string{}
	for _, f := range model.Files {
		names[f.BlobKey] = "never there"
	}
	for range 20 {
		m.addFile(t, model, put(t, blobs, "bytes"))
	}
	for name, change := range map[string]func(*blob.Info){
		"gone":      func(info *blob.Info) { must(t, blobs.Delete(t.Context(), info.Key)) },
		"discarded": func(info *blob.Info) { must(t, blobs.Discard(t.Context(), info.Key)) },
		"shorter":   func(info *blob.Info) { info.Size++ },
		"changed":   func(info *blob.Info) { info.SHA256 = strings.Repeat("0", 64) },
	} {
		info := put(t, blobs, "bytes")
		change(&info)
		m.addFile(t, model, info)
		names[info.Key] = name
	}
	names[put(t, blobs, "bytes").Key] = "nobody's"

	absent, shorter := "the bytes are missing", "5 bytes are stored, the database says 6"
	trashed := "the bytes are in the trash; the next sweep brings them back, `vitrine sweep` does so now"
	changed := "the bytes are damaged: their SHA-256 is 277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9"
	nobodys := "nothing in the database needs these bytes; the next sweep moves them to the trash"
	for _, c := range []struct {
		name string
		deep bool
		age  time.Duration // of all bytes
		want []string
	}{
		{"new bytes", false, 0, []string{"discarded: " + trashed, "gone: " + absent, "shorter: " + shorter}},
		{"old bytes", false, 2 * time.Hour, []string{"discarded: " + trashed, "gone: " + absent, "nobody's: " + nobodys, "shorter: " + shorter}},
		{"deep", true, 0, []string{"changed: " + changed, "discarded: " + trashed, "gone: " + absent, "shorter: " + shorter}},
	} {
		for _, keys := range []int{3, 100, 0} {
			now := func() time.Time { return time.Now().Add(c.age) } // stored bytes carry the machine's time
			checker := shop.New(shop.Options{DB: m.db, Blobs: blobs, Settings: shop.DefaultSettings(), Sweep: keys, Now: now})
			wrong, err := checker.Check(t.Context(), c.deep)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, mismatch := range wrong {
				if names[mismatch.Key] != "never there" {
					got = append(got, names[mismatch.Key]+": "+mismatch.Detail)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s, %d keys at once (-want +got):\n%s", c.name, keys, diff)
			}
			if len(wrong)-len(got) != len(model.Files) {
				t.Errorf("%s, %d keys at once: %d files that were never there are missing, want %d", c.name, keys, len(wrong)-len(got),
					len(model.Files))
			}
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

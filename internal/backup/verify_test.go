package backup_test

import (
	"archive/tar"
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/backup"
	"vitrine/internal/backup/backuptest"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// noSchema is a database that nothing has prepared.
func noSchema(t *testing.T) *store.DB {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "vitrine.db"))
}

func openAt(t *testing.T, path string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.UseSecrets(storetest.Keys(t))
	return db
}

// part is where an entry's content lies in an archive.
type part struct {
	name       string
	start, end int
}

func partsOf(t *testing.T, archive []byte) []part {
	t.Helper()
	in := bytes.NewReader(archive)
	var parts []part
	for r := tar.NewReader(in); ; {
		header, err := r.Next()
		if err == io.EOF {
			return parts
		}
		if err != nil {
			t.Fatal(err)
		}
		start := len(archive) - in.Len()
		parts = append(parts, part{header.Name, start, start + int(header.Size)})
	}
}

// TestFlippedByte damages one byte of each entry in turn: it is found, by verifying
// and by restoring, and what was restored by then is not taken for a marketplace.
func TestFlippedByte(t *testing.T) {
	t.Parallel()
	archive := filled(t).write(t)
	if report, err := backup.Verify(t.Context(), bytes.NewReader(archive)); err != nil || !report.Verified || report.Blobs == 0 {
		t.Fatalf("the whole backup: %+v, %v", report, err)
	}
	for i, p := range partsOf(t, archive) {
		for _, at := range []int{p.start, (p.start + p.end) / 2, p.end - 1} {
			bad := bytes.Clone(archive)
			bad[at] ^= 1
			if _, err := backup.Verify(t.Context(), bytes.NewReader(bad)); vitrine.CodeOf(err) != vitrine.Invalid {
				t.Errorf("%s at %d: verified, %v", p.name, at-p.start, err)
			}
		}
		if i%4 > 0 && !strings.HasPrefix(p.name, "blobs/") {
			continue
		}
		bad := bytes.Clone(archive)
		bad[(p.start+p.end)/2] ^= 1
		q := newPlace(t, noSchema(t))
		_, err := backup.Restore(t.Context(), bytes.NewReader(bad), q.target())
		if vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("%s: restored, %v", p.name, err)
		}
		if strings.HasPrefix(p.name, "blobs/") {
			if !strings.Contains(err.Error(), p.name) {
				t.Errorf("%s: %v does not name it", p.name, err)
			}
			if begun, err := q.db.Unfinished(t.Context()); !begun || err != nil {
				t.Errorf("%s: the database looks restored: %v", p.name, err)
			}
		}
	}
}

// TestExchangedEntries moves, doubles and drops entries, all of which are whole.
func TestExchangedEntries(t *testing.T) {
	t.Parallel()
	archive := filled(t).write(t)
	parts := partsOf(t, archive)
	for name, order := range map[string]func(int) []int{
		"doubled": func(i int) []int { return []int{i, i} },
		"dropped": func(int) []int { return nil },
	} {
		for i, p := range parts[:len(parts)-1] {
			var out bytes.Buffer
			w := tar.NewWriter(&out)
			for j, q := range parts {
				which := []int{j}
				if i == j {
					which = order(i)
				}
				for range which {
					if err := w.WriteHeader(&tar.Header{Name: q.name, Size: int64(q.end - q.start), Mode: 0o600}); err != nil {
						t.Fatal(err)
					}
					if _, err := w.Write(archive[q.start:q.end]); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := backup.Verify(t.Context(), &out); vitrine.CodeOf(err) != vitrine.Invalid {
				t.Errorf("%s %s: verified, %v", name, p.name, err)
			}
		}
	}
}

// wantOwn asks a seller's own list, at once and by the words that its records bring.
func (p place) wantOwn(t *testing.T) {
	t.Helper()
	ada, err := p.db.UserByUsername(t.Context(), "ada")
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"", "calibration"} {
		own := vitrine.OwnQuery{AuthorID: ada.ID, Filter: vitrine.CatalogueQuery{Keywords: words, Extensions: []string{"stl"},
			Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: 5}}}
		if found, err := p.db.OwnModels(t.Context(), own); err != nil || found.Total.Count != 1 {
			t.Errorf("ada's models with %q: %+v, %v", words, found.Total, err)
		}
		if err := p.shop.MakeRecords(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// wantPictures asks which stored bytes are shown: those of models that are there.
func (p place) wantPictures(t *testing.T) {
	t.Helper()
	asked := map[vitrine.Code]int{}
	for id := int64(1); id <= 2; id++ {
		_, err := p.db.ModelRow(t.Context(), id)
		want := vitrine.CodeOf(err)
		images, err := p.db.Images(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, image := range images {
			for _, key := range []string{image.BlobKey, image.Thumbnails[0].BlobKey} {
				asked[want]++
				if _, err := p.db.CheckPicture(t.Context(), key); vitrine.CodeOf(err) != want {
					t.Errorf("a picture of model %d gives %v, want %q", id, err, want)
				}
			}
		}
	}
	if asked[""] == 0 || asked[vitrine.NotFound] == 0 {
		t.Errorf("asked for %v pictures, want some of each", asked)
	}
}

// TestEarlierRelease restores a backup that a release wrote which knew no digests
// and an older schema.
func TestEarlierRelease(t *testing.T) {
	t.Parallel()
	archive := backuptest.Earlier(t)
	for name, open := range map[string]func(t *testing.T) *store.DB{
		"sqlite":   noSchema,
		"postgres": func(t *testing.T) *store.DB { return storetest.NewPostgres(t).OpenBare(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := newPlace(t, open(t))
			report, err := backup.Restore(t.Context(), bytes.NewReader(archive), q.target())
			if err != nil {
				t.Fatal(err)
			}
			if want := (backup.Summary{Rows: 197, Blobs: 4, Bytes: 34340}); report.Verified || report.Summary != want {
				t.Errorf("restored %+v, want %+v without digests", report, want)
			}
			if err := q.shop.Belong(t.Context()); err != nil {
				t.Error(err)
			}
			if wrong, err := q.shop.Check(t.Context(), true); err != nil || len(wrong) > 0 {
				t.Errorf("check: %v, %v", wrong, err)
			}
			q.wantOwn(t)
			q.wantPictures(t)
			q.publish(t, q.user(t, "eve"), "Made after the restore")
		})
	}
	q := newPlace(t, storetest.SQLite(t))
	_, err := backup.Restore(t.Context(), bytes.NewReader(archive), q.target())
	if newest, _ := q.db.NewestSchema(); newest > 4 &&
		(vitrine.CodeOf(err) != vitrine.Invalid || !strings.Contains(err.Error(), "name a database that does not exist yet")) {
		t.Errorf("into a database of this release's schema: %v", err)
	}
}

package backup_test

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/backup"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/picture"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/survey"
	"vitrine/internal/survey/surveytest"
)

// place is where a marketplace is kept.
type place struct {
	db    *store.DB
	blobs *blob.Disk
	shop  *shop.Shop

	reader *survey.Reader
}

func newPlace(t *testing.T, db *store.DB) place {
	t.Helper()
	blobs, err := blob.OpenDisk(t.TempDir(), blob.DiskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	surveyor := survey.New(survey.Options{})
	s := shop.New(shop.Options{
		DB: db, Blobs: blobs, Pictures: picture.NewProcessor(1_000_000), Payments: payment.Sandbox{}, Surveyor: surveyor,
		Settings: shop.DefaultSettings(),
	})
	reader := survey.NewReader(survey.ReaderOptions{Surveyor: surveyor, Shop: s, DB: db, Blobs: blobs, Read: surveytest.ReadOnly})
	return place{db, blobs, s, reader}
}

// filled is a marketplace with a model that was bought, one that was deleted,
// and a draft.
func filled(t *testing.T) place {
	t.Helper()
	p := newPlace(t, storetest.SQLite(t))
	if err := p.shop.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	seller, buyer := p.user(t, "ada"), p.user(t, "bob")
	model := p.publish(t, seller, "Calibration cube")
	order, err := p.shop.CreateOrder(t.Context(), buyer, shop.NewOrder{ModelID: model.ID})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.shop.MarkPaid(t.Context(), order.ID, ""); err != nil {
		t.Fatal(err)
	}
	if err := p.shop.DeleteModel(t.Context(), seller, p.publish(t, seller, "Gone").ID, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := p.shop.CreateModel(t.Context(), seller,
		shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some("A draft; with 'quotes'\nand " +
			"lines 日本")}}); vitrine.CodeOf(err) != vitrine.Invalid {
		t.Fatalf("a title of two lines: %v", err)
	}
	return p
}

func (p place) target() backup.Target {
	return backup.Target{DB: p.db, Blobs: p.blobs, Place: p.shop.BelongToBackup}
}

func (p place) user(t *testing.T, name string) vitrine.Caller {
	t.Helper()
	user, access, err := p.shop.CreateUser(t.Context(), shop.NewUser{Username: name, Email: name + "@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	return vitrine.Caller{User: *user, Scopes: access.Scopes}
}

func (p place) publish(t *testing.T, seller vitrine.Caller, title string) *vitrine.Model {
	t.Helper()
	model, err := p.shop.CreateModel(t.Context(), seller,
		shop.ModelRequest{CategorySlug: vitrine.Some("tools"), ModelChange: vitrine.ModelChange{
			Title: vitrine.Some(title), Description: vitrine.Some("<p>It's \"quoted\" & 日本</p>"),
			Tags:        vitrine.Some([]string{"a", "b", "c", "d", "e"}),
			ProductType: vitrine.Some(vitrine.Printable), License: vitrine.Some(vitrine.General), Price: vitrine.Some(vitrine.Amount(1250)),
		}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cube.stl", "cube.png"} {
		data, err := os.ReadFile("../../docs/tour/" + name)
		if err != nil {
			t.Fatal(err)
		}
		up := shop.Upload{Name: name, Body: bytes.NewReader(data), Size: int64(len(data))}
		if strings.HasSuffix(name, ".png") {
			_, err = p.shop.AddImage(t.Context(), seller, model.ID, up)
		} else {
			_, err = p.shop.AddFile(t.Context(), seller, model.ID, up)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	surveytest.ReadFiles(t, p.db, p.reader)
	publish := shop.ModelRequest{ModelChange: vitrine.ModelChange{Status: vitrine.Some(vitrine.Published)}}
	if model, err = p.shop.UpdateModel(t.Context(), seller, model.ID, publish, nil); err != nil {
		t.Fatal(err)
	}
	return model
}

func (p place) write(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := backup.Write(t.Context(), &out, backup.Source{DB: p.db, Blobs: p.blobs}, time.Unix(1_800_000_000, 0)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// contents is a backup whose rows can be compared, whatever their order.
func contents(t *testing.T, archive []byte) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Name == "manifest.json" || header.Name == "end.json" || strings.HasPrefix(header.Name, "digests/") {
			continue // they say where it was made, and vary with the order of rows
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(header.Name, "tables/") {
			found[header.Name] = []string{string(data)}
			continue
		}
		var some struct {
			Table   string
			Columns []string
			Rows    []json.RawMessage
		}
		if err := json.Unmarshal(data, &some); err != nil {
			t.Fatal(err)
		}
		for _, row := range some.Rows {
			found[some.Table] = append(found[some.Table], string(row))
		}
		slices.Sort(found[some.Table])
	}
	return found
}

// TestRoundTrip takes a marketplace from SQLite to each database and compares
// what is there with what was.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	p := filled(t)
	archive := p.write(t)
	want := contents(t, archive)
	if n := len(want["models"]); n != 2 {
		t.Fatalf("the backup has %d models", n)
	}
	for name, open := range map[string]func(t *testing.T) *store.DB{
		"sqlite":   func(t *testing.T) *store.DB { return storetest.SQLite(t) },
		"postgres": func(t *testing.T) *store.DB { return storetest.NewPostgres(t).Open(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := newPlace(t, open(t))
			sum, err := backup.Restore(t.Context(), bytes.NewReader(archive), q.target())
			if err != nil {
				t.Fatal(err)
			}
			if sum.Blobs == 0 || sum.Rows == 0 {
				t.Errorf("restored %+v", sum)
			}
			if diff := cmp.Diff(want, contents(t, q.write(t))); diff != "" {
				t.Errorf("what was and what is there (-was +is):\n%s", diff)
			}
			if wrong, err := q.shop.Check(t.Context(), true); err != nil || len(wrong) > 0 {
				t.Errorf("check: %v, %v", wrong, err)
			}
			found, err := q.db.Catalogue(t.Context(), vitrine.CatalogueQuery{Keywords: "calibration", Sort: vitrine.BestMatch,
				Page: vitrine.Page{Number: 1, Size: 5}})
			if err != nil || found.Total.Count != 1 {
				t.Errorf("the search finds %+v, %v", found.Total, err)
			}
			q.wantOwn(t)
			q.wantPictures(t)
			q.publish(t, q.user(t, "eve"), "Made after the restore") // its keys are free
		})
	}
}

// TestPlaces restores a backup beside stored bytes: only beside those of the
// marketplace that it was made of.
func TestPlaces(t *testing.T) {
	t.Parallel()
	p, other := filled(t), filled(t)
	for _, q := range []place{p, other} {
		if err := q.shop.Belong(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	archive := p.write(t)
	beside := func(blobs *blob.Disk) error {
		q := newPlace(t, storetest.SQLite(t))
		s := shop.New(shop.Options{DB: q.db, Blobs: blobs})
		_, err := backup.Restore(t.Context(), bytes.NewReader(archive), backup.Target{DB: q.db, Blobs: blobs, Place: s.BelongToBackup})
		if err == nil {
			err = s.Belong(t.Context())
		} else if begun, err := q.db.Unfinished(t.Context()); begun || err != nil {
			t.Errorf("a refused restore marked the database: %t, %v", begun, err)
		}
		return err
	}
	if err := beside(p.blobs); err != nil {
		t.Errorf("beside its own bytes: %v", err)
	}
	if err := beside(other.blobs); vitrine.CodeOf(err) != vitrine.Conflict {
		t.Errorf("beside another's bytes: %v", err)
	}
	if err := beside(newPlace(t, storetest.SQLite(t)).blobs); err != nil {
		t.Errorf("into an empty place: %v", err)
	}
}

// TestCutOff restores a backup that ends anywhere, and then the whole of it.
func TestCutOff(t *testing.T) {
	t.Parallel()
	archive := filled(t).write(t)
	q := newPlace(t, storetest.SQLite(t))
	for part := range 12 {
		cut := archive[:len(archive)*part/12]
		if _, err := backup.Restore(t.Context(), bytes.NewReader(cut), q.target()); vitrine.CodeOf(err) != vitrine.Invalid {
			t.Fatalf("%d of %d bytes: %v", len(cut), len(archive), err)
		}
		if begun, err := q.db.Unfinished(t.Context()); err != nil || part > 0 && !begun {
			t.Fatalf("%d of %d bytes: the database is not marked: %v", len(cut), len(archive), err)
		}
	}
	if _, err := backup.Restore(t.Context(), bytes.NewReader(archive), q.target()); err != nil {
		t.Fatal(err)
	}
	if begun, err := q.db.Unfinished(t.Context()); begun || err != nil {
		t.Errorf("after the whole: marked %t, %v", begun, err)
	}
	if _, err := backup.Restore(t.Context(), bytes.NewReader(archive), q.target()); vitrine.CodeOf(err) != vitrine.Conflict {
		t.Errorf("into a marketplace that is in use: %v", err)
	}
}

// TestRefused restores what is no backup of ours.
func TestRefused(t *testing.T) {
	t.Parallel()
	manifest := entry{"manifest.json", `{"format": 1, "schema": 4}`}
	for name, entries := range map[string][]entry{
		"another tar":       {{"README", "hello"}},
		"a later format":    {{"manifest.json", `{"format": 3, "schema": 4}`}},
		"a later schema":    {{"manifest.json", `{"format": 1, "schema": 99999}`}},
		"an unknown table":  {manifest, {"tables/1.json", `{"table": "sqlite_master", "columns": ["name"], "rows": [["x"]]}`}},
		"an unknown column": {manifest, {"tables/1.json", `{"table": "users", "columns": ["id; DROP TABLE users"], "rows": [[1]]}`}},
		"a short row":       {manifest, {"tables/1.json", `{"table": "settings", "columns": ["name", "value"], "rows": [["x"]]}`}},
		"a path":            {manifest, {"blobs/../../etc/passwd", "x"}},
		"a wrong sum":       {manifest, {"end.json", `{"rows": 7}`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var archive bytes.Buffer
			w := tar.NewWriter(&archive)
			for _, e := range entries {
				if err := w.WriteHeader(&tar.Header{Name: e.name, Size: int64(len(e.data)), Mode: 0o600}); err != nil {
					t.Fatal(err)
				}
				if _, err := io.WriteString(w, e.data); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			q := newPlace(t, noSchema(t))
			if _, err := backup.Restore(t.Context(), &archive, q.target()); vitrine.CodeOf(err) != vitrine.Invalid {
				t.Errorf("got %v", err)
			}
		})
	}
}

type entry struct{ name, data string }

// TestMissingBytes backs up a marketplace whose pictures are gone: all else is kept, and
// the backup names what it lacks, to those who verify it and restore it too.
func TestMissingBytes(t *testing.T) {
	t.Parallel()
	p := filled(t)
	whole, err := backup.Verify(t.Context(), bytes.NewReader(p.write(t)))
	if err != nil {
		t.Fatal(err)
	}
	var gone []string
	if err := p.blobs.List(t.Context(), "media", func(info blob.Info) error {
		gone = append(gone, info.Key)
		return p.blobs.Delete(t.Context(), info.Key)
	}); err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	done, err := backup.Write(t.Context(), &archive, backup.Source{DB: p.db, Blobs: p.blobs}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	lacking := done.MissingKeys
	if len(lacking) == 0 || int64(len(lacking)) != done.Missing || done.Blobs+done.Missing != whole.Blobs {
		t.Errorf("wrote %+v of %+v", done, whole.Summary)
	}
	for _, key := range lacking {
		if !slices.Contains(gone, key) {
			t.Errorf("%s is missing and is not gone", key)
		}
	}
	q := newPlace(t, noSchema(t))
	for name, read := range map[string]func(io.Reader) (backup.Report, error){
		"verify":  func(r io.Reader) (backup.Report, error) { return backup.Verify(t.Context(), r) },
		"restore": func(r io.Reader) (backup.Report, error) { return backup.Restore(t.Context(), r, q.target()) },
	} {
		report, err := read(bytes.NewReader(archive.Bytes()))
		if err != nil || !report.Verified || report.Summary != done.Summary || !slices.Equal(report.MissingKeys, lacking) {
			t.Errorf("%s gives %+v, %v: want %+v", name, report, err, done)
		}
	}
	mismatches, err := q.shop.Check(t.Context(), true)
	if err != nil || len(mismatches) != len(lacking) {
		t.Errorf("what was restored has %d mismatches, %v, want %d", len(mismatches), err, len(lacking))
	}
	for i, wrong := range mismatches {
		if wrong.Detail != "the bytes are missing" || !slices.Contains(lacking, wrong.Key) {
			t.Errorf("of what was restored, mismatch %d is %+v", i, wrong)
		}
	}
	bad := bytes.Replace(archive.Bytes(), []byte(`["media`), []byte(`["mebia`), 1)
	if _, err := backup.Verify(t.Context(), bytes.NewReader(bad)); vitrine.CodeOf(err) != vitrine.Invalid {
		t.Errorf("with another name of what is missing: %v", err)
	}
}

// TestSweptBytesAreNotMissing backs up a marketplace with an old order that nobody paid,
// and whose bytes were swept.
func TestSweptBytesAreNotMissing(t *testing.T) {
	t.Parallel()
	p := filled(t)
	seller, buyer := p.user(t, "cid"), p.user(t, "dot")
	model := p.publish(t, seller, "Gone soon")
	order, err := p.shop.CreateOrder(t.Context(), buyer, shop.NewOrder{ModelID: model.ID})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.shop.CancelOrder(t.Context(), buyer, order.ID, nil); err != nil {
		t.Fatal(err)
	}
	if err := p.shop.DeleteModel(t.Context(), seller, model.ID, nil); err != nil {
		t.Fatal(err)
	}
	for _, file := range order.Files {
		if err := p.blobs.Delete(t.Context(), file.BlobKey); err != nil {
			t.Fatal(err)
		}
	}
	for since, missing := range map[time.Duration]int64{-time.Hour: int64(len(order.Files)), time.Hour: 0} {
		from := backup.Source{DB: p.db, Blobs: p.blobs, LateSince: time.Now().Add(since)}
		if done, err := backup.Write(t.Context(), io.Discard, from, time.Now()); err != nil || done.Missing != missing {
			t.Errorf("late since %v: wrote %+v, %v, want %d missing", since, done, err, missing)
		}
	}
}

// TestDamagedBytes backs up bytes that are not what the rows say: they are kept as
// they are, and counted.
func TestDamagedBytes(t *testing.T) {
	t.Parallel()
	p := filled(t)
	if err := p.blobs.List(t.Context(), "files", func(info blob.Info) error {
		_, err := p.blobs.Restore(t.Context(), info.Key, strings.NewReader(strings.Repeat("x", int(info.Size))))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	sum, err := backup.Write(t.Context(), &out, backup.Source{DB: p.db, Blobs: p.blobs}, time.Now())
	if err != nil || sum.Damaged != 1 {
		t.Errorf("wrote %+v, %v: want one damaged", sum, err)
	}
	if report, err := backup.Verify(t.Context(), &out); err != nil || report.Damaged != 1 {
		t.Errorf("read %+v, %v: want one damaged", report, err)
	}
}

// TestHoldIsNotCarried restores a backup that was written while it held the sweep: the
// copy's sweep is free.
func TestHoldIsNotCarried(t *testing.T) {
	t.Parallel()
	p, q := newPlace(t, storetest.SQLite(t)), newPlace(t, noSchema(t))
	var archive []byte
	err := p.shop.HoldingSweep(t.Context(), func(context.Context) error { archive = p.write(t); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Restore(t.Context(), bytes.NewReader(archive), q.target()); err != nil {
		t.Fatal(err)
	}
	if held, err := q.db.SweepHeld(t.Context()); held || err != nil {
		t.Errorf("the copy's sweep is held: %t, %v", held, err)
	}
}

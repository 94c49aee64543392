package storefront_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image/jpeg"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/inspect"
	"vitrine/internal/meshfile"
	"vitrine/internal/payment"
	"vitrine/internal/store"
	"vitrine/internal/survey/surveytest"
)

// slab is an STL of a box.
func slab(x, y, z float64) []byte {
	corner := func(i int) [3]float32 {
		return [3]float32{float32(x * float64(i&1)), float32(y * float64(i>>1&1)), float32(z * float64(i>>2))}
	}
	var facets []meshfile.Facet
	for _, f := range [][4]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		facets = append(facets, meshfile.Facet{Corners: [3][3]float32{corner(f[0]), corner(f[1]), corner(f[2])}},
			meshfile.Facet{Corners: [3][3]float32{corner(f[0]), corner(f[2]), corner(f[3])}})
	}
	var file bytes.Buffer
	_ = meshfile.WriteSTL(&file, "slab", len(facets), slices.Values(facets))
	return file.Bytes()
}

// listed are the addresses and the labels of the pieces that a page lists.
func (s *site) listed(t *testing.T, page string) (addresses, labels []string) {
	t.Helper()
	got := s.get(t, page)
	got.wantStatus(t, http.StatusOK)
	for _, option := range strings.Split(got.body, "<option data-preview=\"")[1:] {
		address, rest, _ := strings.Cut(option, "\"")
		_, rest, _ = strings.Cut(rest, ">")
		label, _, _ := strings.Cut(rest, "<")
		addresses, labels = append(addresses, address), append(labels, label)
	}
	return addresses, labels
}

// model is the first model as it is stored.
func (s *site) model(t *testing.T) *vitrine.Model {
	t.Helper()
	m, err := s.db.Model(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestSetIsShown offers the pieces of a set, all together first, as much of each as may
// be shown, and follows the set while it grows, changes its price and shrinks.
func TestSetIsShown(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	s.read = inspect.InProcess
	path, page := s.publishOf(t, map[string]any{"price": 0, "category": "furniture"})
	if _, labels := s.listed(t, page); labels != nil {
		t.Errorf("of one file %q are listed", labels)
	}
	s.call(t, s.seller, "POST", path+"/files?name=cube-tall.stl", slab(10, 10, 70), http.StatusCreated)
	s.call(t, s.seller, "POST", path+"/files?name=cube-flat.stl", slab(40, 30, 5), http.StatusCreated)

	shown := map[string]string{} // by the step
	for _, step := range []struct {
		name   string
		do     func()
		form   string
		labels string
	}{
		{"free", func() {}, "full", "All 3 pieces|cube.stl|cube-tall.stl|cube-flat.stl"},
		{"paid", func() { s.call(t, s.seller, "PUT", path, map[string]any{"price": 5}, http.StatusOK) }, "turntable",
			"All 3 pieces|cube.stl|cube-tall.stl|cube-flat.stl"},
		{"nothing", func() { s.call(t, s.seller, "PUT", path, map[string]any{"preview": "none"}, http.StatusOK) }, "none", ""},
		{"full", func() { s.call(t, s.seller, "PUT", path, map[string]any{"preview": "full"}, http.StatusOK) }, "full",
			"All 3 pieces|cube.stl|cube-tall.stl|cube-flat.stl"},
		{"two", func() { s.call(t, s.seller, "DELETE", path+"/files/1", nil, http.StatusNoContent) }, "full", "All 2 pieces|tall.stl|flat.stl"},
		{"one", func() { s.call(t, s.seller, "DELETE", path+"/files/2", nil, http.StatusNoContent) }, "full", ""},
	} {
		before, _ := s.listed(t, page)
		step.do()
		addresses, labels := s.listed(t, page)
		if got := strings.Join(labels, "|"); got != step.labels {
			t.Errorf("%s: %s are listed, want %s", step.name, got, step.labels)
		}
		first, _ := s.shown(t, page)
		if len(addresses) > 0 && first != addresses[0] {
			t.Errorf("%s: %s is shown first, and listed %q", step.name, first, addresses)
		}
		if got := s.call(t, s.seller, "GET", path, nil, http.StatusOK)["preview"]; got != step.form {
			t.Errorf("%s: the record says %v, want %s", step.name, got, step.form)
		}
		now := map[string]bool{}
		for _, address := range addresses {
			now[address] = true
			s.get(t, address).wantStatus(t, http.StatusOK)
		}
		for _, gone := range before {
			if !now[gone] && gone != first {
				s.get(t, gone).wantStatus(t, http.StatusNotFound)
			}
		}
		shown[step.name] = first
	}
	if shown["two"] == shown["full"] || shown["one"] == shown["two"] {
		t.Errorf("the same is shown of a set that lost a piece: %v", shown)
	}
}

// TestArchivesAreNoSet sells a model packed twice: either archive may be looked at, and
// nothing says that there are two of it.
func TestArchivesAreNoSet(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	s.read = inspect.InProcess
	path := s.draftOf(t, map[string]any{"price": 0, "category": "furniture"})
	s.call(t, s.seller, "DELETE", path+"/files/1", nil, http.StatusNoContent)
	for _, name := range []string{"chair_stl.zip", "chair_again.zip"} {
		s.call(t, s.seller, "POST", path+"/files?name="+name, zipped(t, "chair.stl", slab(10, 10, 70)), http.StatusCreated)
	}
	s.call(t, s.seller, "DELETE", fmt.Sprint(path, "/images/", s.model(t).Images[0].ID), nil, http.StatusNoContent)
	m := s.model(t)
	if len(m.Images) != 1 || m.Images[0].FileID != 2 || m.Whole.BlobKey != "" {
		t.Errorf("the images are %+v and %+v is shown of all, want a picture of the first archive alone", m.Images, m.Whole)
	}
	for _, f := range m.Files {
		if f.Format != "zip" || f.Preview.BlobKey == "" {
			t.Errorf("%s, a %s, has the preview %+v", f.Name, f.Format, f.Preview)
		}
	}
}

// TestSplatsAreReadOnce adds to splats of a paid model: those that were read stay so, since
// no shape can be made of them.
func TestSplatsAreReadOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	s.read = inspect.InProcess
	path := s.draftOf(t, map[string]any{"price": 5, "category": "furniture"})
	s.call(t, s.seller, "DELETE", path+"/files/1", nil, http.StatusNoContent)
	var splats []byte
	for i := range 8 {
		for _, number := range []float32{float32(i & 1), float32(i >> 1 & 1), float32(i >> 2), 0.1, 0.1, 0.1} {
			splats = binary.LittleEndian.AppendUint32(splats, math.Float32bits(number))
		}
		splats = append(splats, 200, 100, 50, 255, 255, 128, 128, 128)
	}
	for _, name := range []string{"a.splat", "b.splat"} {
		s.call(t, s.seller, "POST", path+"/files?name="+name, splats, http.StatusCreated)
	}
	s.unread = true
	s.call(t, s.seller, "POST", path+"/files?name=c.splat", splats, http.StatusCreated)
	if err := s.reader.ReadFile(t.Context(), `{"model":1,"file":4}`); err != nil {
		t.Fatal(err)
	}
	for _, f := range s.model(t).Files {
		if f.Status != vitrine.FileReady || f.Pending() {
			t.Errorf("%s is %s and waits since %v to be read again", f.Name, f.Status, f.Queued)
		}
	}
}

// TestShapeIsTriedOnce adds to a set of which no shape can be made, for a reason that nobody
// knows beforehand: a piece is read once more when it becomes one, and then not before the
// rules change.
func TestShapeIsTriedOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	reads := map[string]int{}
	s.read = func(ctx context.Context, f inspect.File, find inspect.Find, _ inspect.Want) (inspect.Result, error) {
		reads[f.Name]++
		return inspect.InProcess(ctx, f, find, inspect.Want{})
	}
	path := s.draftOf(t, map[string]any{"price": 5, "category": "furniture"})
	var again []int
	add := func(names ...string) {
		for _, name := range names {
			before := reads["cube.stl"]
			s.call(t, s.seller, "POST", path+"/files?name="+name, slab(10, 10, 70), http.StatusCreated)
			again = append(again, reads["cube.stl"]-before)
		}
	}
	add("b.stl", "c.stl", "d.stl")
	s.forgetTried(t)
	add("e.stl", "f.stl")
	if want := []int{1, 0, 0, 1, 0}; !slices.Equal(again, want) {
		t.Errorf("with each further file the first was read %v times, want %v", again, want)
	}
}

// TestAbandonedShapeIsTriedOnce gives up a piece whose reading for its shape never ends, and
// adds another.
func TestAbandonedShapeIsTriedOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	path := s.draftOf(t, map[string]any{"price": 5, "category": "furniture"})
	s.unread = true
	const first = `{"model":1,"file":1}`
	for i, name := range []string{"b.stl", "c.stl"} {
		s.call(t, s.seller, "POST", path+"/files?name="+name, slab(10, 10, 70), http.StatusCreated)
		if err := s.reader.ReadFile(t.Context(), fmt.Sprintf(`{"model":1,"file":%d}`, i+2)); err != nil {
			t.Fatal(err)
		}
		if waits := s.model(t).Files[0].Pending(); waits != (i == 0) {
			t.Errorf("with %s the first piece waits to be read again: %v", name, waits)
		}
		s.read = func(context.Context, inspect.File, inspect.Find, inspect.Want) (inspect.Result, error) {
			return inspect.Result{}, errors.New("no child can be started")
		}
		if err := s.reader.ReadFile(t.Context(), first); err == nil {
			t.Error("a reading without a child succeeded")
		}
		s.read = surveytest.ReadOnly
		err := s.db.Write(t.Context(), func(tx *store.Tx) error { return s.reader.AbandonFile(t.Context(), tx, first, "no child") })
		if err != nil {
			t.Fatal(err)
		}
	}
}

// forgetTried makes all shapes tried by the rules of an earlier release.
func (s *site) forgetTried(t *testing.T) {
	t.Helper()
	err := s.db.Write(t.Context(), func(tx *store.Tx) error {
		m, err := tx.Model(t.Context(), 1)
		for i := range m.Files {
			m.Files[i].ShapeTried = inspect.PreviewRules - 1
			err = errors.Join(err, tx.NoteProgress(t.Context(), &m.Files[i]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// zipped is a ZIP of one file.
func zipped(t *testing.T, name string, content []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	file, err := archive.Create(name)
	if err == nil {
		_, err = file.Write(content)
	}
	if err = errors.Join(err, archive.Close()); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// TestSetInAnyOrder reads the files of two sets in two orders: both are shown alike.
func TestSetInAnyOrder(t *testing.T) {
	t.Parallel()
	files := map[string][]byte{"a.stl": slab(10, 10, 70), "b.stl": slab(40, 30, 5), "c.stl": slab(20, 20, 20)}
	var bodies [2][]byte
	for i := range bodies {
		s := newSite(t, payment.Sandbox{})
		s.read = inspect.InProcess
		path, page := s.publishOf(t, map[string]any{"price": 0, "category": "furniture"})
		s.unread = i > 0
		for _, name := range []string{"a.stl", "b.stl", "c.stl"} {
			s.call(t, s.seller, "POST", path+"/files?name="+name, files[name], http.StatusCreated)
		}
		for id := range int64(3) {
			if err := s.reader.ReadFile(t.Context(), fmt.Sprintf(`{"model":1,"file":%d}`, 4-id)); err != nil {
				t.Fatal(err)
			}
		}
		surveytest.ReadFiles(t, s.db, s.reader)
		address, _ := s.shown(t, page)
		bodies[i] = []byte(s.get(t, address).body)
	}
	if !bytes.Equal(bodies[0], bodies[1]) {
		t.Error("what is shown of a set depends on the order in which its files were read")
	}
}

// TestSetIsDrawn draws the pieces of a set that has no picture of its author's, also when
// nothing of it is shown in 3D, and draws what is left when it is no set any more.
func TestSetIsDrawn(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	s.read = inspect.InProcess
	path := s.draftOf(t, map[string]any{"price": 5, "preview": "none", "category": "furniture"})
	s.call(t, s.seller, "POST", path+"/files?name=tall.stl", slab(10, 10, 70), http.StatusCreated)
	s.call(t, s.seller, "DELETE", fmt.Sprint(path, "/images/", s.model(t).Images[0].ID), nil, http.StatusNoContent)

	images := s.model(t).Images
	if len(images) != 1 || !images[0].Generated || images[0].FileID != 0 {
		t.Fatalf("the images are %+v, want one of both pieces", images)
	}
	drawn, err := jpeg.Decode(strings.NewReader(s.get(t, "/"+images[0].BlobKey).body))
	if err != nil || drawn.Bounds().Dx() != inspect.PictureWidth {
		t.Fatalf("no picture: %v", err)
	}
	for _, f := range s.model(t).Files {
		if !strings.HasPrefix(f.ShapeKey, "files/") {
			t.Errorf("the shape of %s is at %q, where it may be public", f.Name, f.ShapeKey)
		}
	}
	if whole := s.model(t).Whole; whole.BlobKey != "" {
		t.Errorf("%+v is shown of all pieces", whole)
	}

	if _, err := s.reader.Reprocess(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	surveytest.ReadFiles(t, s.db, s.reader)
	if again := s.model(t).Images; len(again) != 1 || again[0].ID != images[0].ID {
		t.Errorf("read again, the images are %+v, want the one that there was", again)
	}
	s.call(t, s.seller, "DELETE", path+"/files/1", nil, http.StatusNoContent)
	if left := s.model(t).Images; len(left) != 1 || left[0].FileID != 2 {
		t.Errorf("the images are %+v, want one of the file that is left", left)
	}
}

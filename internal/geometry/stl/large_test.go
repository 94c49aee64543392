package stl_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
	"vitrine/internal/geometry/stl"
	"vitrine/internal/meshfile"
)

// sheet is a binary STL of a square of so many squares a side, each of two
// triangles.
func sheet(squares int) []byte {
	var file bytes.Buffer
	_ = meshfile.WriteSTL(&file, "", 2*squares*squares, func(yield func(meshfile.Facet) bool) {
		for i := range squares * squares {
			x, y := float32(i%squares), float32(i/squares)
			for _, corners := range [2][3][3]float32{{{x, y, 0}, {x + 1, y, 0}, {x, y + 1, 0}}, {{x + 1, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0}}} {
				if !yield(meshfile.Facet{Corners: corners}) {
					return
				}
			}
		}
	})
	return file.Bytes()
}

// TestLarge reads one as if it were too large to be held: what is counted is
// the same, and what is drawn is coarser.
func TestLarge(t *testing.T) {
	t.Parallel()
	const squares = 1500
	data := sheet(squares)
	in := source.Input{File: source.File{Name: "a.stl", Size: int64(len(data)), ReaderAt: bytes.NewReader(data)}}
	whole, _, err := detect.Inspect(in)
	if err != nil || whole.Rejected() {
		t.Fatal(err, whole.Problems)
	}
	large, model, err := stl.ReadLarge(in)
	if err != nil {
		t.Fatal(err)
	}
	for name, diff := range map[string]string{
		"polygons":     cmp.Diff(whole.Facts.Polygons, large.Polygons),
		"triangles":    cmp.Diff(whole.Facts.Triangles, large.Triangles),
		"bounding box": cmp.Diff(whole.Facts.BoundingBox, large.BoundingBox),
		"surface":      cmp.Diff(whole.Facts.SurfaceArea, large.SurfaceArea),
	} {
		if diff != "" {
			t.Errorf("%s (-whole +large):\n%s", name, diff)
		}
	}
	if large.Watertight.Known() || large.Vertices.Known() {
		t.Errorf("it tells what it can't know: %+v", large)
	}
	drawn := model.Meshes[0].Polygons
	if drawn < 2*squares*squares/10 || drawn >= 2*squares*squares {
		t.Errorf("%d triangles are drawn of %d", drawn, 2*squares*squares)
	}
}

func TestLargeRefused(t *testing.T) {
	t.Parallel()
	data := sheet(3)
	binary.LittleEndian.PutUint32(data[84+50*7+12:], 0x7fc00000) // NaN
	in := source.Input{File: source.File{Name: "a.stl", Size: int64(len(data)), ReaderAt: bytes.NewReader(data)}}
	if facts, _, err := stl.ReadLarge(in); err == nil {
		t.Errorf("%+v", facts)
	}
}

package inspect_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
	"vitrine/internal/inspect"
	"vitrine/internal/meshfile"
)

// block is an OBJ of a box with y upwards, somewhere.
func block(x, y, z float64) []byte {
	var file bytes.Buffer
	obj := meshfile.NewOBJ(&file, 5)
	for i := range 8 {
		obj.Vertex(100+x*float64(i&1), -30+y*float64(i>>1&1), 7+z*float64(i>>2))
	}
	for _, f := range [][]int{{1, 3, 4, 2}, {5, 6, 8, 7}, {1, 2, 6, 5}, {3, 7, 8, 4}, {1, 5, 7, 3}, {2, 4, 8, 6}} {
		obj.Polygon(f...)
	}
	_ = obj.Flush()
	return file.Bytes()
}

// set reads the pieces of a set, in some order, and gives what is made of all.
func set(t *testing.T, pieces map[string][]byte, read []string) inspect.Result {
	t.Helper()
	shapes := map[string][]byte{}
	want := inspect.Want{Picture: true, Preview: inspect.Full}
	for _, name := range read {
		result, err := inspect.InProcess(t.Context(), written(t, name, pieces[name]), nil, inspect.Want{Shape: true})
		if err != nil || result.Shape == nil {
			t.Fatalf("%s has no shape: %v", name, err)
		}
		box := result.Facts.BoundingBox.Value
		shapes[name] = result.Shape
		want.Pieces = append(want.Pieces, inspect.Piece{Name: name,
			Size: max(box.Max[0]-box.Min[0], box.Max[1]-box.Min[1], box.Max[2]-box.Min[2])})
	}
	slices.SortFunc(want.Pieces, func(a, b inspect.Piece) int { return bytes.Compare([]byte(a.Name), []byte(b.Name)) })
	first := want.Pieces[0].Name
	beside := func(name string) (inspect.File, bool) { return written(t, name, shapes[name]), true }
	result, err := inspect.InProcess(t.Context(), written(t, first, shapes[first]), beside, want)
	if err != nil || result.Picture == nil || result.Preview == nil {
		t.Fatalf("nothing is made of all pieces: %v", err)
	}
	return result
}

// TestTogether lays out what is read in any order: each piece in its size beside the
// others, on one floor.
func TestTogether(t *testing.T) {
	t.Parallel()
	pieces := map[string][]byte{}
	var names []string
	for i := range 12 {
		names = append(names, fmt.Sprintf("%02d.obj", i))
		pieces[names[i]] = block(float64(10+i), float64(60-4*i), 12)
	}
	result := set(t, pieces, names)
	slices.Reverse(names)
	again := set(t, pieces, names)
	if !bytes.Equal(result.Picture, again.Picture) || !bytes.Equal(result.Preview, again.Preview) {
		t.Error("the order of reading changes what is made of all")
	}

	report, model, err := detect.Inspect(source.Input{File: source.File{Name: "a.glb", Size: int64(len(result.Preview)),
		ReaderAt: bytes.NewReader(result.Preview)}})
	if err != nil || model == nil || report.Facts.Triangles.Value != 12*12 {
		t.Fatalf("the preview has %d triangles, %v: want those of 12 blocks", report.Facts.Triangles.Value, err)
	}
	boxes := bodiesOf(model)
	if len(boxes) != 12 {
		t.Fatalf("there are %d bodies, want 12: some touch", len(boxes))
	}
	slices.SortFunc(boxes, func(a, b [2][3]float64) int { return int((b[1][1] - a[1][1]) * 1e6) })
	unit := (boxes[0][1][1] - boxes[0][0][1]) / 60
	for i, box := range boxes {
		want := [3]float64{float64(10 + i), float64(60 - 4*i), 12}
		for axis, size := range want {
			if got := (box[1][axis] - box[0][axis]) / unit; got < size-0.1 || got > size+0.1 {
				t.Errorf("piece %d is %.2f along axis %d, want %v", i, got, axis, size)
			}
		}
		if box[0][1] != boxes[0][0][1] {
			t.Errorf("piece %d does not stand on the floor", i)
		}
		for _, other := range boxes[:i] {
			if box[0][0] < other[1][0] && other[0][0] < box[1][0] && box[0][2] < other[1][2] && other[0][2] < box[1][2] {
				t.Errorf("piece %d stands in another", i)
			}
		}
	}
}

// bodiesOf are the boxes, low and high corner, of what hangs together.
func bodiesOf(m *geometry.Model) (boxes [][2][3]float64) {
	type place [3]float32
	parent := map[place]place{}
	root := func(p place) place {
		for parent[p] != p {
			p = parent[p]
		}
		return p
	}
	mesh := &m.Meshes[0]
	at := func(i uint32) place { return place(mesh.Positions[3*i : 3*i+3]) }
	for _, i := range mesh.Indices {
		parent[at(i)] = at(i)
	}
	for i := 0; i+2 < len(mesh.Indices); i += 3 {
		parent[root(at(mesh.Indices[i+1]))] = root(at(mesh.Indices[i]))
		parent[root(at(mesh.Indices[i+2]))] = root(at(mesh.Indices[i]))
	}
	known := map[place]int{}
	for p := range parent {
		number, ok := known[root(p)]
		if !ok {
			number, known[root(p)] = len(boxes), len(boxes)
			boxes = append(boxes, [2][3]float64{{9, 9, 9}, {-9, -9, -9}})
		}
		for axis, v := range p {
			boxes[number][0][axis], boxes[number][1][axis] = min(boxes[number][0][axis], float64(v)), max(boxes[number][1][axis], float64(v))
		}
	}
	return boxes
}

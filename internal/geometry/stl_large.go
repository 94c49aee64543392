package geometry

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// maxHeld is how many triangles of a binary STL are held in memory with their
// corners numbered: about 50 bytes each.
const maxHeld = 14_000_000

// drawnCells is how many cells the longest side of a larger one has when it is
// drawn: about as many as its picture has pixels.
const drawnCells = 512

// readLargeSTL reads a binary STL that is too large to be held. Its triangles are
// counted and bounded, each of them; what is drawn is the mesh with its corners
// moved to the cells of a grid.
func readLargeSTL(in Input, count int64) (*Model, error) {
	box, area := emptyBox(), 0.0
	err := eachSTL(in, count, func(corners [3][3]uint32) {
		var p [3][3]float64
		for i, c := range corners {
			p[i] = [3]float64{asFloat(c[0]), asFloat(c[1]), asFloat(c[2])}
			box.add(p[i][0], p[i][1], p[i][2])
		}
		_, double := measureTriangle(p[0][0], p[0][1], p[0][2], p[1][0], p[1][1], p[1][2], p[2][0], p[2][1], p[2][2])
		area += double / 2
	})
	if err := errors.Join(err, box.check()); err != nil {
		return nil, err
	}
	mesh, err := drawSTL(in, count, box)
	if err != nil {
		return nil, err
	}
	m := &Model{Meshes: []Mesh{mesh}, Counts: &Counts{
		Polygons: count, Triangles: count, Vertices: -1, Certainty: Verified, Box: &box, Area: area,
	}}
	m.place(0)
	return m, nil
}

// drawSTL makes the mesh that stands for a larger one: coarser, when the grid
// still holds too much.
func drawSTL(in Input, count int64, box Box) (Mesh, error) {
	longest := max(box.Max[0]-box.Min[0], box.Max[1]-box.Min[1], box.Max[2]-box.Min[2])
	for cells := float64(drawnCells); ; cells /= 2 {
		table, indices := newVertexTable(1<<20), []uint32{}
		grid := math.Max(longest/cells, math.SmallestNonzeroFloat32)
		full := false
		err := eachSTL(in, count, func(corners [3][3]uint32) {
			if full {
				return
			}
			var n [3]uint32
			for i, c := range corners {
				var key [3]uint32
				for axis := range key {
					key[axis], _ = corner(math.Float32bits(float32(math.Round(asFloat(c[axis])/grid) * grid)))
				}
				n[i] = table.number(key)
			}
			if n[0] != n[1] && n[1] != n[2] && n[2] != n[0] {
				indices = append(indices, n[0], n[1], n[2])
				full = len(indices) > 3*maxHeld/2
			}
		})
		if err != nil {
			return Mesh{}, err
		}
		if !full {
			return Mesh{Positions: table.positions(), Indices: indices, Polygons: int64(len(indices) / 3), Vertices: -1, Welded: true}, nil
		}
	}
}

// eachSTL calls fn for the corners of each triangle of a binary STL.
func eachSTL(in Input, count int64, fn func(corners [3][3]uint32)) error {
	block, keys := make([]byte, stlBlock*stlTriangle), make([][3]uint32, 3*stlBlock)
	for done := int64(0); done < count; {
		n := min(count-done, stlBlock)
		records := block[:n*stlTriangle]
		if _, err := in.ReadAt(records, stlHead+done*stlTriangle); err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read triangles: %w", err)
		}
		if !stlKeys(records, keys) {
			return errNoNumber
		}
		for i := int64(0); i < 3*n; i += 3 {
			fn([3][3]uint32(keys[i : i+3]))
		}
		done += n
	}
	return nil
}

func asFloat(bits uint32) float64 { return float64(math.Float32frombits(bits)) }

// stlCount reads the count of a binary STL, and holds it against the file's size.
func stlCount(in Input) (int64, error) {
	var head [stlHead]byte
	if _, err := in.ReadAt(head[:], 0); err != nil {
		return 0, refuse(codeTruncated, "the file ends within its head of %d bytes", stlHead)
	}
	count, room := int64(binary.LittleEndian.Uint32(head[80:])), (in.Size-stlHead)/stlTriangle
	if count > maxTriangles {
		return 0, refuse(codeLimit, "the file declares %d triangles; at most %d are read", count, maxTriangles)
	}
	if count > room {
		return 0, refuse(codeTruncated, "the file ends after %d of %d triangles", room, count)
	}
	return count, nil
}

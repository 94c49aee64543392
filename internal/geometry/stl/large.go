package stl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// maxHeld is how many triangles of a binary STL are held in memory with their
// corners numbered: about 50 bytes each.
const maxHeld = 14_000_000

// drawnCells is how many cells the longest side of a larger one has when it is
// drawn: about as many as its picture has pixels.
const drawnCells = 512

// readLarge reads a binary STL that is too large to be held. Its triangles are
// counted and bounded, each of them; what is drawn is the mesh with its corners
// moved to the cells of a grid.
func readLarge(in source.Input, count int64) (*geometry.Model, error) {
	box, area := geometry.EmptyBox(), 0.0
	err := each(in, count, func(corners [3][3]uint32) {
		var p [3]geometry.Vector
		for i, c := range corners {
			p[i] = geometry.Vector{X: asFloat(c[0]), Y: asFloat(c[1]), Z: asFloat(c[2])}
			box.Add(p[i].X, p[i].Y, p[i].Z)
		}
		area += geometry.Area(p[0], p[1], p[2])
	})
	if err := errors.Join(err, box.Check()); err != nil {
		return nil, err
	}
	mesh, err := draw(in, count, box)
	if err != nil {
		return nil, err
	}
	// Which corners are one vertex, and whether edges close, needs them all at
	// once: it stays unknown, which is no fault of the file.
	m := &geometry.Model{Meshes: []geometry.Mesh{mesh}, Counts: &geometry.Counts{
		Polygons: count, Triangles: count, Vertices: -1, Certainty: geometry.Verified, Box: &box, Area: area,
	}}
	m.Place(0)
	return m, nil
}

// draw makes the mesh that stands for a larger one: coarser, when the grid
// still holds too much.
func draw(in source.Input, count int64, box geometry.Box) (geometry.Mesh, error) {
	longest := max(box.Max[0]-box.Min[0], box.Max[1]-box.Min[1], box.Max[2]-box.Min[2])
	for cells := float64(drawnCells); ; cells /= 2 {
		table, indices := geometry.NewVertexTable(1<<20), []uint32{}
		// Where all corners are at one place, the grid would be of size zero and be divided by.
		grid := math.Max(longest/cells, math.SmallestNonzeroFloat32)
		full := false
		err := each(in, count, func(corners [3][3]uint32) {
			if full {
				return
			}
			var n [3]uint32
			for i, c := range corners {
				var key [3]uint32
				for axis := range key {
					key[axis], _ = geometry.CoordinateKey(math.Float32bits(float32(math.Round(asFloat(c[axis])/grid) * grid)))
				}
				n[i] = table.Number(key)
			}
			if n[0] != n[1] && n[1] != n[2] && n[2] != n[0] {
				indices = append(indices, n[0], n[1], n[2])
				full = len(indices) > 3*maxHeld/2
			}
		})
		if err != nil {
			return geometry.Mesh{}, err
		}
		if !full {
			return geometry.Mesh{Positions: table.Positions(), Indices: indices, Polygons: int64(len(indices) / 3), Vertices: -1, Welded: true}, nil
		}
	}
}

// each calls fn for the corners of each triangle of a binary STL.
func each(in source.Input, count int64, fn func(corners [3][3]uint32)) error {
	block, keys := make([]byte, blockSize*triangleSize), make([][3]uint32, 3*blockSize)
	for done := int64(0); done < count; {
		n := min(count-done, blockSize)
		records := block[:n*triangleSize]
		if _, err := in.ReadAt(records, headSize+done*triangleSize); err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read triangles: %w", err)
		}
		if !keysOf(records, keys) {
			return source.ErrNoNumber
		}
		for i := int64(0); i < 3*n; i += 3 {
			fn([3][3]uint32(keys[i : i+3]))
		}
		done += n
	}
	return nil
}

func asFloat(bits uint32) float64 { return float64(math.Float32frombits(bits)) }

// count reads the count of a binary STL, and holds it against the file's size.
func count(in source.Input) (int64, error) {
	var head [headSize]byte
	if _, err := in.ReadAt(head[:], 0); err != nil {
		return 0, source.Refuse(source.Truncated, "the file ends within its head of %d bytes", headSize)
	}
	count, room := int64(binary.LittleEndian.Uint32(head[80:])), (in.Size-headSize)/triangleSize
	if count > source.MaxTriangles {
		return 0, source.Refuse(source.Limit, "the file declares %d triangles; at most %d are read", count, source.MaxTriangles)
	}
	if count > room {
		return 0, source.Refuse(source.Truncated, "the file ends after %d of %d triangles", room, count)
	}
	return count, nil
}

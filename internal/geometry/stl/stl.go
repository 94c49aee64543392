// Package stl reads STL, binary and as text. Its triangles share no vertices, so corners at
// one place are welded while they are read.
//
// A binary file that is too large to be held is counted and bounded in full, and drawn by a
// coarser mesh. It knows no other format.
package stl

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// Read reads both forms of STL (3D Systems, "StereoLithography Interface
// Specification", 1988): binary with 84 bytes in front of 50 for each triangle,
// and ASCII. That a file begins with "solid" means nothing.
func Read(in source.Input) (*geometry.Model, error) {
	head := make([]byte, min(in.Size, 512))
	if _, err := in.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the head: %w", err)
	}
	mesh := geometry.Mesh{Vertices: -1}
	var err error
	// Binary files often begin with "solid" as well, so the size that fits the count is asked first;
	// what looks like neither is tried as binary, whose refusal says what is missing.
	if isBinary(head, in.Size) || !looksLikeASCII(head) {
		count, refusal := count(in)
		if refusal == nil && count > maxHeld {
			return readLarge(in, count)
		}
		if err = refusal; err == nil {
			err = readBinary(in, count, &mesh)
		}
	} else {
		err = readASCII(in, &mesh)
	}
	if err != nil {
		return nil, err
	}
	if len(mesh.Indices) == 0 {
		return nil, source.Refuse(source.NoContent, "the file holds no triangles")
	}
	mesh.Polygons = int64(len(mesh.Indices) / 3)
	m := &geometry.Model{Meshes: []geometry.Mesh{mesh}, UpAxis: ""}
	m.Place(0)
	return m, nil
}

// looksLikeASCII reports whether there is no NUL in the first 84 bytes, and a facet.
func looksLikeASCII(head []byte) bool {
	low := bytes.ToLower(head)
	return bytes.IndexByte(head[:min(len(head), 84)], 0) < 0 &&
		(bytes.Contains(low, []byte("facet")) || bytes.Contains(low, []byte("endsolid")))
}

const (
	headSize     = 84
	triangleSize = 50
)

func readBinary(in source.Input, count int64, mesh *geometry.Mesh) error {
	// A closed mesh has half as many vertices as triangles.
	table := geometry.NewVertexTable(int(count/2) + 8)
	indices := make([]uint32, 0, 3*count)
	block := make([]byte, blockSize*triangleSize)
	keys := make([][3]uint32, 3*blockSize)
	for done := int64(0); done < count; {
		n := min(count-done, blockSize)
		records := block[:n*triangleSize]
		if _, err := in.ReadAt(records, headSize+done*triangleSize); err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read triangles: %w", err)
		}
		if !keysOf(records, keys) {
			return source.ErrNoNumber
		}
		for at := int64(0); at < 3*n; at += geometry.SlotBatch {
			batch := keys[at:min(at+geometry.SlotBatch, 3*n)]
			indices = indices[:len(indices)+len(batch)]
			table.NumberAll(batch, indices[len(indices)-len(batch):])
		}
		done += n
	}
	mesh.Positions, mesh.Indices, mesh.Welded = table.Positions(), indices, true
	return nil
}

// blockSize is how many triangles are read at once.
const blockSize = 4096

// keysOf takes the corners out of records. Not ok: one is no number.
func keysOf(records []byte, keys [][3]uint32) bool {
	i, ok := 0, true
	for ; len(records) >= triangleSize; records = records[triangleSize:] {
		// In front of the corners is the normal, which many programs leave
		// zero, and behind them an attribute of two bytes.
		corners := records[12:48]
		for k := 0; k < 36; k += 12 {
			x, okX := geometry.CoordinateKey(binary.LittleEndian.Uint32(corners[k:]))
			y, okY := geometry.CoordinateKey(binary.LittleEndian.Uint32(corners[k+4:]))
			z, okZ := geometry.CoordinateKey(binary.LittleEndian.Uint32(corners[k+8:]))
			ok = ok && okX && okY && okZ
			keys[i] = [3]uint32{x, y, z}
			i++
		}
	}
	return ok
}

// readASCII reads the vertices of the facets and minds nothing else: normals
// follow from them, and names and loops say nothing.
func readASCII(in source.Input, mesh *geometry.Mesh) error {
	lines := source.NewLines(in.Reader())
	r := &reader{table: geometry.NewVertexTable(1024), keys: make([][3]uint32, 0, geometry.SlotBatch)}
	for {
		line, err := lines.Next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				break
			}
			return err
		}
		start := 0
		for start < len(line) && line[start] <= ' ' {
			start++
		}
		if start == len(line) {
			continue
		}
		if err := r.statement(line[start:], lines.Number); err != nil {
			return err
		}
		if len(r.indices) > 3*source.MaxTriangles {
			return source.Refuse(source.Limit, "the file has more than %d triangles", source.MaxTriangles)
		}
	}
	r.number()
	// A text has no count: only endsolid tells that nothing was cut off.
	if r.corners != 0 || !r.ended && len(r.indices) > 0 {
		return source.Refuse(source.Truncated, "the file ends after %d triangles, without endsolid", len(r.indices)/3)
	}
	mesh.Positions, mesh.Indices, mesh.Welded = r.table.Positions(), r.indices, true
	return nil
}

type reader struct {
	table   *geometry.VertexTable
	keys    [][3]uint32 // not numbered yet
	indices []uint32
	corners int // of the facet at hand
	ended   bool
}

// statement reads a line that is not empty.
func (r *reader) statement(line []byte, number int) error {
	switch line[0] | 0x20 {
	case 'v':
		if !hasWord(line, "vertex") {
			return nil
		}
		at, ok := parseVertex(line[len("vertex"):])
		if !ok {
			return source.Refuse(source.Malformed, "line %d: a vertex has three numbers", number)
		}
		if r.keys = append(r.keys, at); len(r.keys) == geometry.SlotBatch {
			r.number()
		}
		r.corners++
		r.ended = false
	case 'e':
		switch {
		case hasWord(line, "endfacet") && r.corners != 3:
			return source.Refuse(source.Malformed, "line %d: a facet has %d corners, not 3", number, r.corners)
		case hasWord(line, "endfacet"):
			r.corners = 0
		case hasWord(line, "endsolid"):
			r.ended = true
		}
	}
	return nil
}

// number numbers the corners that wait.
func (r *reader) number() {
	n := len(r.indices)
	r.indices = source.Grow(r.indices, len(r.keys))[:n+len(r.keys)]
	r.table.NumberAll(r.keys, r.indices[n:])
	r.keys = r.keys[:0]
}

// hasWord reports whether a line begins with a keyword, in any case.
func hasWord(line []byte, word string) bool {
	if len(line) < len(word) || len(line) > len(word) && line[len(word)] > ' ' {
		return false
	}
	return string(line[:len(word)]) == word || bytes.EqualFold(line[:len(word)], []byte(word))
}

// parseVertex reads three numbers.
func parseVertex(text []byte) (key [3]uint32, ok bool) {
	at := 0
	for i := range key {
		v, next, ok := source.ReadNumber(text, at)
		if !ok {
			return key, false
		}
		if key[i], ok = geometry.CoordinateKey(math.Float32bits(float32(v))); !ok {
			return key, false
		}
		at = next
	}
	return key, true
}

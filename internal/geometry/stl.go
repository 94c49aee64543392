package geometry

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// readSTL reads both forms of STL (3D Systems, "StereoLithography Interface
// Specification", 1988): binary with 84 bytes in front of 50 for each triangle,
// and ASCII. That a file begins with "solid" means nothing.
func readSTL(in Input) (*Model, error) {
	head := make([]byte, min(in.Size, 512))
	if _, err := in.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the head: %w", err)
	}
	mesh := Mesh{Vertices: -1}
	var err error
	if isBinarySTL(head, in.Size) || !looksLikeASCIISTL(head) {
		count, refusal := stlCount(in)
		if refusal == nil && count > maxHeld {
			return readLargeSTL(in, count)
		}
		if err = refusal; err == nil {
			err = readBinarySTL(in, count, &mesh)
		}
	} else {
		err = readASCIISTL(in, &mesh)
	}
	if err != nil {
		return nil, err
	}
	if len(mesh.Indices) == 0 {
		return nil, refuse(codeNoGeometry, "the file holds no triangles")
	}
	mesh.Polygons = int64(len(mesh.Indices) / 3)
	m := &Model{Meshes: []Mesh{mesh}, UpAxis: ""}
	m.place(0)
	return m, nil
}

// looksLikeASCIISTL: no NUL in the first 84 bytes, and a facet.
func looksLikeASCIISTL(head []byte) bool {
	low := bytes.ToLower(head)
	return bytes.IndexByte(head[:min(len(head), 84)], 0) < 0 && (bytes.Contains(low, []byte("facet")) || bytes.Contains(low, []byte("endsolid")))
}

const (
	stlHead     = 84
	stlTriangle = 50
)

func readBinarySTL(in Input, count int64, mesh *Mesh) error {
	// A closed mesh has half as many vertices as triangles.
	table := newVertexTable(int(count/2) + 8)
	indices := make([]uint32, 0, 3*count)
	block := make([]byte, stlBlock*stlTriangle)
	keys := make([][3]uint32, 3*stlBlock)
	for done := int64(0); done < count; {
		n := min(count-done, stlBlock)
		records := block[:n*stlTriangle]
		if _, err := in.ReadAt(records, stlHead+done*stlTriangle); err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read triangles: %w", err)
		}
		if !stlKeys(records, keys) {
			return errNoNumber
		}
		for at := int64(0); at < 3*n; at += slotBatch {
			batch := keys[at:min(at+slotBatch, 3*n)]
			indices = indices[:len(indices)+len(batch)]
			table.numberAll(batch, indices[len(indices)-len(batch):])
		}
		done += n
	}
	mesh.Positions, mesh.Indices, mesh.Welded = table.positions(), indices, true
	return nil
}

// stlBlock is how many triangles are read at once.
const stlBlock = 4096

// stlKeys takes the corners out of records. Not ok: one is no number.
func stlKeys(records []byte, keys [][3]uint32) bool {
	i, ok := 0, true
	for ; len(records) >= stlTriangle; records = records[stlTriangle:] {
		corners := records[12:48]
		for k := 0; k < 36; k += 12 {
			x, okX := corner(binary.LittleEndian.Uint32(corners[k:]))
			y, okY := corner(binary.LittleEndian.Uint32(corners[k+4:]))
			z, okZ := corner(binary.LittleEndian.Uint32(corners[k+8:]))
			ok = ok && okX && okY && okZ
			keys[i] = [3]uint32{x, y, z}
			i++
		}
	}
	return ok
}

// readASCIISTL reads the vertices of the facets and minds nothing else: normals
// follow from them, and names and loops say nothing.
func readASCIISTL(in Input, mesh *Mesh) error {
	lines := newTextLines(in.reader())
	r := &stlReader{table: newVertexTable(1024), keys: make([][3]uint32, 0, slotBatch)}
	for {
		line, err := lines.next()
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
		if err := r.statement(line[start:], lines.number); err != nil {
			return err
		}
		if len(r.indices) > 3*maxTriangles {
			return refuse(codeLimit, "the file has more than %d triangles", maxTriangles)
		}
	}
	r.number()
	if r.corners != 0 || !r.ended && len(r.indices) > 0 {
		return refuse(codeTruncated, "the file ends after %d triangles, without endsolid", len(r.indices)/3)
	}
	mesh.Positions, mesh.Indices, mesh.Welded = r.table.positions(), r.indices, true
	return nil
}

type stlReader struct {
	table   *vertexTable
	keys    [][3]uint32 // not numbered yet
	indices []uint32
	corners int // of the facet at hand
	ended   bool
}

// statement reads a line that is not empty.
func (r *stlReader) statement(line []byte, number int) error {
	switch line[0] | 0x20 {
	case 'v':
		if !hasWord(line, "vertex") {
			return nil
		}
		at, ok := parseVertex(line[len("vertex"):])
		if !ok {
			return refuse(codeMalformed, "line %d: a vertex has three numbers", number)
		}
		if r.keys = append(r.keys, at); len(r.keys) == slotBatch {
			r.number()
		}
		r.corners++
		r.ended = false
	case 'e':
		switch {
		case hasWord(line, "endfacet") && r.corners != 3:
			return refuse(codeMalformed, "line %d: a facet has %d corners, not 3", number, r.corners)
		case hasWord(line, "endfacet"):
			r.corners = 0
		case hasWord(line, "endsolid"):
			r.ended = true
		}
	}
	return nil
}

// number numbers the corners that wait.
func (r *stlReader) number() {
	n := len(r.indices)
	r.indices = roomFor(r.indices, len(r.keys))[:n+len(r.keys)]
	r.table.numberAll(r.keys, r.indices[n:])
	r.keys = r.keys[:0]
}

// hasWord says whether a line begins with a keyword, in any case.
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
		v, next, ok := readNumber(text, at)
		if !ok {
			return key, false
		}
		if key[i], ok = corner(math.Float32bits(float32(v))); !ok {
			return key, false
		}
		at = next
	}
	return key, true
}

// isBinarySTL: 80 free bytes, a count, and 50 bytes for each triangle.
func isBinarySTL(head []byte, size int64) bool {
	return len(head) >= 84 && size == 84+50*int64(binary.LittleEndian.Uint32(head[80:84]))
}

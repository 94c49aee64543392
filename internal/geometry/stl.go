package geometry

import (
	"bufio"
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
		err = readBinarySTL(in, &mesh)
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

func readBinarySTL(in Input, mesh *Mesh) error {
	var head [stlHead]byte
	if _, err := in.ReadAt(head[:], 0); err != nil {
		return refuse(codeTruncated, "the file ends within its head of %d bytes", stlHead)
	}
	count, room := int64(binary.LittleEndian.Uint32(head[80:])), (in.Size-stlHead)/stlTriangle
	if count > maxTriangles {
		return refuse(codeLimit, "the file speaks of %d triangles, at most %d are read", count, maxTriangles)
	}
	if count > room {
		return refuse(codeTruncated, "the file ends after %d of %d triangles", room, count)
	}
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
		for at := int64(0); at < 3*n; at += tableBatch {
			batch := keys[at:min(at+tableBatch, 3*n)]
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

var errNoNumber = refuse(codeMalformed, "the file has coordinates that are no numbers")

// readASCIISTL reads the vertices of the facets and minds nothing else: normals
// follow from them, and names and loops say nothing.
func readASCIISTL(in Input, mesh *Mesh) error {
	lines := bufio.NewScanner(in.reader())
	lines.Buffer(make([]byte, 64<<10), maxLine)
	table := newVertexTable(1024)
	corners, number, ended := 0, 0, false
	for lines.Scan() {
		number++
		line := bytes.TrimSpace(lines.Bytes())
		switch {
		case hasWord(line, "vertex"):
			at, ok := parseVertex(line[len("vertex"):])
			if !ok {
				return refuse(codeMalformed, "line %d: a vertex has three numbers", number)
			}
			mesh.Indices = append(mesh.Indices, table.number(at))
			corners++
			ended = false
		case hasWord(line, "endfacet"):
			if corners != 3 {
				return refuse(codeMalformed, "line %d: a facet has %d corners, not 3", number, corners)
			}
			corners = 0
		case hasWord(line, "endsolid"):
			ended = true
		}
		if len(mesh.Indices) > 3*maxTriangles {
			return refuse(codeLimit, "the file has more than %d triangles", maxTriangles)
		}
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			return refuse(codeLimit, "line %d is longer than %d bytes", number+1, maxLine)
		}
		return fmt.Errorf("read a line: %w", err)
	}
	if corners != 0 || !ended && len(mesh.Indices) > 0 {
		return refuse(codeTruncated, "the file ends after %d triangles, without endsolid", len(mesh.Indices)/3)
	}
	mesh.Positions, mesh.Welded = table.positions(), true
	return nil
}

// hasWord says whether a line begins with a keyword, in any case.
func hasWord(line []byte, word string) bool {
	return len(line) >= len(word) && bytes.EqualFold(line[:len(word)], []byte(word)) && (len(line) == len(word) || line[len(word)] <= ' ')
}

// parseVertex reads three numbers.
func parseVertex(text []byte) (at [3]uint32, ok bool) {
	for i := range at {
		var word []byte
		word, text = nextWord(text)
		v, ok := parseNumber(word)
		if !ok {
			return at, false
		}
		if at[i], ok = corner(math.Float32bits(float32(v))); !ok {
			return at, false
		}
	}
	return at, true
}

package geometry

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
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
	positions := make([]float32, 0, 9*count)
	reader := bufio.NewReaderSize(io.NewSectionReader(in, stlHead, count*stlTriangle), 1<<20)
	var record [stlTriangle]byte
	for range count {
		if _, err := io.ReadFull(reader, record[:]); err != nil {
			return fmt.Errorf("read a triangle: %w", err)
		}
		for at := 12; at < 48; at += 4 {
			positions = append(positions, math.Float32frombits(binary.LittleEndian.Uint32(record[at:])))
		}
	}
	return mesh.soup(positions)
}

// soup takes triangles of three positions each. Positions that are no numbers
// are refused.
func (mesh *Mesh) soup(positions []float32) error {
	for _, v := range positions {
		if v-v != 0 { // infinite, or not a number
			return refuse(codeMalformed, "the file has coordinates that are no numbers")
		}
	}
	mesh.Positions = positions
	mesh.Indices = make([]uint32, len(positions)/3)
	for i := range mesh.Indices {
		mesh.Indices[i] = uint32(i)
	}
	return nil
}

// readASCIISTL reads the vertices of the facets and minds nothing else: normals
// follow from them, and names and loops say nothing.
func readASCIISTL(in Input, mesh *Mesh) error {
	lines := bufio.NewScanner(in.reader())
	lines.Buffer(make([]byte, 64<<10), maxLine)
	var positions []float32
	corners, number, ended := 0, 0, false
	for lines.Scan() {
		number++
		line := bytes.TrimSpace(lines.Bytes())
		switch {
		case hasWord(line, "vertex"):
			at, err := parseVertex(line[len("vertex"):])
			if err != nil {
				return refuse(codeMalformed, "line %d: a vertex has three numbers", number)
			}
			positions = append(positions, at[:]...)
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
		if len(positions) > 9*maxTriangles {
			return refuse(codeLimit, "the file has more than %d triangles", maxTriangles)
		}
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			return refuse(codeLimit, "line %d is longer than %d bytes", number+1, maxLine)
		}
		return fmt.Errorf("read a line: %w", err)
	}
	if corners != 0 || !ended && len(positions) > 0 {
		return refuse(codeTruncated, "the file ends after %d triangles, without endsolid", len(positions)/9)
	}
	return mesh.soup(positions)
}

// hasWord says whether a line begins with a keyword, in any case.
func hasWord(line []byte, word string) bool {
	return len(line) >= len(word) && bytes.EqualFold(line[:len(word)], []byte(word)) && (len(line) == len(word) || line[len(word)] <= ' ')
}

func parseVertex(text []byte) (at [3]float32, err error) {
	fields := bytes.Fields(text)
	if len(fields) < 3 {
		return at, strconv.ErrSyntax
	}
	for i := range at {
		v, err := strconv.ParseFloat(string(fields[i]), 32)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return at, err
		}
		at[i] = float32(v)
	}
	return at, nil
}

// Package iges tells whether an IGES file is whole. Its shapes are curves and surfaces, of
// which nothing is counted or drawn. It knows no other format.
package iges

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// tailSize is how much of an IGES file's end is looked at.
const tailSize = 4096

// Read knows the type alone: the shapes of IGES are curves and surfaces
// (IGES 5.3, section 2.2). A whole file ends with a line of the section T.
func Read(in source.Input) (*geometry.Model, error) {
	tail := make([]byte, min(in.Size, tailSize))
	if _, err := in.ReadAt(tail, in.Size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the end: %w", err)
	}
	for line := range bytes.Lines(tail) {
		// A line has 80 columns, of which the 73rd is the letter of its section (IGES 5.3, section 2.2).
		if len(line) > 72 && line[72] == 'T' {
			return &geometry.Model{Type: geometry.TypeNURBS,
				Counts: &geometry.Counts{Polygons: -1, Triangles: -1, Vertices: -1, Certainty: geometry.Declared}}, nil
		}
	}
	return nil, source.Refuse(source.Truncated, "the file ends without its last section, T")
}

// Package off holds the counts of an OFF file against the file's size, and reads no further:
// its shape is neither measured nor drawn. It knows no other format.
package off

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// leastBytes is the fewest bytes of a vertex or a face: three numbers of a digit
// and a blank.
const leastBytes = 6

// Read holds the counts of an OFF file against its size (Geomview manual,
// section "OFF Files") and reads no further.
func Read(in source.Input) (*geometry.Model, error) {
	head := make([]byte, min(in.Size, source.HeadSize))
	if _, err := in.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the head: %w", err)
	}
	words := words(head, 4)
	if len(words) > 0 && bytes.Contains(words[0], []byte{'n'}) {
		words = words[1:] // nOFF: the number of dimensions comes first
	}
	if len(words) < 3 {
		if in.Size > source.HeadSize {
			return geometry.TypeOnly(), nil // comments
		}
		return nil, source.Refuse(source.Truncated, "the file ends before its counts of vertices and faces")
	}
	var counts [2]int64
	for i := range counts {
		n, err := strconv.ParseUint(string(words[1+i]), 10, 62)
		if err != nil {
			return nil, source.Refuse(source.Malformed, "the head counts %q, which is no number", source.Shorten(string(words[1+i])))
		}
		counts[i] = int64(n)
	}
	if err := source.CheckCount("vertices", counts[0], leastBytes, in.Size, source.MaxVertices); err != nil {
		return nil, err
	}
	if err := source.CheckCount("faces", counts[1], leastBytes, in.Size-counts[0]*leastBytes, source.MaxTriangles); err != nil {
		return nil, err
	}
	return geometry.TypeOnly(), nil
}

// words are the first words of a file, without its comments.
func words(text []byte, n int) (words [][]byte) {
	for len(words) < n && len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		line, _, _ = bytes.Cut(line, []byte{'#'})
		words = append(words, bytes.Fields(line)...)
		text = rest
	}
	return words
}

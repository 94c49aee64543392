package geometry

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// offLeast is the fewest bytes of a vertex or a face: three numbers of a digit
// and a blank.
const offLeast = 6

// readOFF holds the counts of an OFF file against its size (Geomview manual,
// section "OFF Files") and reads no further.
func readOFF(in Input) (*Model, error) {
	head := make([]byte, min(in.Size, headSize))
	if _, err := in.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the head: %w", err)
	}
	words := offWords(head, 4)
	if len(words) > 0 && bytes.Contains(words[0], []byte{'n'}) {
		words = words[1:] // nOFF: the number of dimensions comes first
	}
	if len(words) < 3 {
		if in.Size > headSize {
			return typeOnly(), nil // comments
		}
		return nil, refuse(codeTruncated, "the file ends before its counts of vertices and faces")
	}
	var counts [2]int64
	for i := range counts {
		n, err := strconv.ParseUint(string(words[1+i]), 10, 62)
		if err != nil {
			return nil, refuse(codeMalformed, "the head counts %q, which is no number", shorten(string(words[1+i])))
		}
		counts[i] = int64(n)
	}
	if err := checkCount("vertices", counts[0], offLeast, in.Size, maxVertices); err != nil {
		return nil, err
	}
	if err := checkCount("faces", counts[1], offLeast, in.Size-counts[0]*offLeast, maxTriangles); err != nil {
		return nil, err
	}
	return typeOnly(), nil
}

// offWords are the first words of a file, without its comments.
func offWords(text []byte, n int) (words [][]byte) {
	for len(words) < n && len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		line, _, _ = bytes.Cut(line, []byte{'#'})
		words = append(words, bytes.Fields(line)...)
		text = rest
	}
	return words
}

// isOFF: the keyword, with what its vertices have in front (Geomview manual,
// section "OFF Files").
func isOFF(low string) bool {
	words := offWords([]byte(low), 1)
	if len(words) == 0 {
		return false
	}
	word := string(words[0])
	before, is := strings.CutSuffix(word, "off")
	return is && strings.Trim(before, "stcn4") == ""
}

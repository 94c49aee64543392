package meshfile

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"strconv"
)

// Facet is a triangle, counter-clockwise from outside, and its normal, which may be
// zero.
type Facet struct {
	Normal  [3]float32
	Corners [3][3]float32
}

// WriteSTL writes binary STL: 80 bytes that begin with head, the number of
// triangles, and 50 bytes for each. There must be as many facets as count says.
func WriteSTL(w io.Writer, head string, count int, facets iter.Seq[Facet]) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var begin [84]byte
	copy(begin[:80], head)
	binary.LittleEndian.PutUint32(begin[80:], uint32(count))
	_, err := out.Write(begin[:])
	data := make([]byte, 0, 50)
	for f := range facets {
		data = appendFloats(data[:0], f.Normal[:]...)
		for _, c := range f.Corners {
			data = appendFloats(data, c[:]...)
		}
		// Two bytes of attributes, which no two programs read alike: zero.
		if _, err = out.Write(append(data, 0, 0)); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// WriteTextSTL writes STL as text, its corners in a format of strconv: 'e', with six
// decimals as most programs write them, or 'g', with as many as they need.
func WriteTextSTL(w io.Writer, name string, format byte, facets iter.Seq[Facet]) error {
	out := bufio.NewWriterSize(w, 1<<16)
	_, err := fmt.Fprintln(out, "solid", name)
	var data []byte
	for f := range facets {
		data = textLine(data[:0], "facet normal", 'g', f.Normal)
		data = append(data, "  outer loop\n"...)
		for _, c := range f.Corners {
			data = textLine(data, "    vertex", format, c)
		}
		if _, err = out.Write(append(data, "  endloop\nendfacet\n"...)); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintln(out, "endsolid", name)
	return out.Flush()
}

func textLine(data []byte, key string, format byte, p [3]float32) []byte {
	precision := -1
	if format == 'e' {
		precision = 6
	}
	data = append(data, key...)
	for _, x := range p {
		data = strconv.AppendFloat(append(data, ' '), float64(x), format, precision, 32)
	}
	return append(data, '\n')
}

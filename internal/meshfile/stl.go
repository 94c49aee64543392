package meshfile

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
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
		if _, err = out.Write(append(data, 0, 0)); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

const textFacet = "facet normal %g %g %g\n  outer loop\n    vertex %e %e %e\n    vertex %e %e %e\n" +
	"    vertex %e %e %e\n  endloop\nendfacet\n"

// WriteTextSTL writes STL as text.
func WriteTextSTL(w io.Writer, name string, facets iter.Seq[Facet]) error {
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintln(out, "solid", name)
	for f := range facets {
		n, a, b, c := f.Normal, f.Corners[0], f.Corners[1], f.Corners[2]
		if _, err := fmt.Fprintf(out, textFacet, n[0], n[1], n[2], a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, "endsolid", name)
	return out.Flush()
}

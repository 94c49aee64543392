package polygon

import (
	"iter"
)

// Corners numbers the corners of faces so that those alike are one vertex:
// of one position, with the same three further values. It holds no coordinates,
// so corners may come before what they speak of.
type Corners struct {
	first    []uint32 // by position: its vertex met last, + 1; 0 is none
	Vertices []corner
}

type corner struct {
	position uint32
	Values   [3]uint32
	next     uint32 // of the same position, + 1
}

// MaxChain bounds the vertices of one position that are compared. Beyond it
// corners alike become several vertices, which changes nothing that is counted.
const MaxChain = 48

// Number returns the number of the vertex that a corner is, a new one where none is alike.
func (t *Corners) Number(position uint32, values [3]uint32) uint32 {
	if int(position) >= len(t.first) {
		t.first = append(t.first, make([]uint32, int(position)+1-len(t.first))...)
	}
	at := t.first[position]
	for n := 0; at != 0 && n < MaxChain; n++ {
		vertex := &t.Vertices[at-1]
		if vertex.Values == values {
			return at - 1
		}
		at = vertex.next
	}
	t.Vertices = append(t.Vertices, corner{position, values, t.first[position]})
	t.first[position] = uint32(len(t.Vertices))
	return uint32(len(t.Vertices) - 1)
}

// Gather takes values of size numbers each by the positions of the vertices.
func (t *Corners) Gather(from []float32, size int) []float32 {
	to := make([]float32, 0, size*len(t.Vertices))
	for i := range t.Vertices {
		at := size * int(t.Vertices[i].position)
		to = append(to, from[at:at+size]...)
	}
	return to
}

// GatherBy takes values of size numbers each by one of the further values, which
// is a number from 1; 0, and one beyond the last, give zeros.
func (t *Corners) GatherBy(value int, from []float32, size int) []float32 {
	to := make([]float32, size*len(t.Vertices))
	for i := range t.Vertices {
		if n := int(t.Vertices[i].Values[value]); n > 0 && size*n <= len(from) {
			copy(to[size*i:size*(i+1)], from[size*(n-1):size*n])
		}
	}
	return to
}

// Len is the number of vertices.
func (t *Corners) Len() int { return len(t.Vertices) }

// Value is one of the further values of a vertex.
func (t *Corners) Value(vertex, which int) uint32 { return t.Vertices[vertex].Values[which] }

// At are the vertices of a position.
func (t *Corners) At(position int64) iter.Seq[int] {
	return func(yield func(int) bool) {
		if position >= int64(len(t.first)) {
			return
		}
		for at := t.first[position]; at != 0; at = t.Vertices[at-1].next {
			if !yield(int(at - 1)) {
				return
			}
		}
	}
}

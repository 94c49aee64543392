package geometry

import "iter"

// polygonCorners numbers the corners of faces so that those alike are one vertex:
// of one position, with the same three further values. It holds no coordinates,
// so corners may come before what they speak of.
type polygonCorners struct {
	first    []uint32 // by position: its vertex met last, + 1; 0 is none
	vertices []polygonCorner
}

type polygonCorner struct {
	position uint32
	values   [3]uint32
	next     uint32 // of the same position, + 1
}

// polygonMaxChain bounds the vertices of one position that are compared. Beyond it
// corners alike become several vertices, which changes nothing that is counted.
const polygonMaxChain = 48

func (t *polygonCorners) number(position uint32, values [3]uint32) uint32 {
	if int(position) >= len(t.first) {
		t.first = append(t.first, make([]uint32, int(position)+1-len(t.first))...)
	}
	at := t.first[position]
	for n := 0; at != 0 && n < polygonMaxChain; n++ {
		vertex := &t.vertices[at-1]
		if vertex.values == values {
			return at - 1
		}
		at = vertex.next
	}
	t.vertices = append(t.vertices, polygonCorner{position, values, t.first[position]})
	t.first[position] = uint32(len(t.vertices))
	return uint32(len(t.vertices) - 1)
}

// gather takes values of size numbers each by the positions of the vertices.
func (t *polygonCorners) gather(from []float32, size int) []float32 {
	to := make([]float32, 0, size*len(t.vertices))
	for i := range t.vertices {
		at := size * int(t.vertices[i].position)
		to = append(to, from[at:at+size]...)
	}
	return to
}

// gatherBy takes values of size numbers each by one of the further values, which
// is a number from 1; 0, and one beyond the last, give zeros.
func (t *polygonCorners) gatherBy(value int, from []float32, size int) []float32 {
	to := make([]float32, size*len(t.vertices))
	for i := range t.vertices {
		if n := int(t.vertices[i].values[value]); n > 0 && size*n <= len(from) {
			copy(to[size*i:size*(i+1)], from[size*(n-1):size*n])
		}
	}
	return to
}

// len is the number of vertices.
func (t *polygonCorners) len() int { return len(t.vertices) }

// value is one of the further values of a vertex.
func (t *polygonCorners) value(vertex, which int) uint32 { return t.vertices[vertex].values[which] }

// at are the vertices of a position.
func (t *polygonCorners) at(position int64) iter.Seq[int] {
	return func(yield func(int) bool) {
		if position >= int64(len(t.first)) {
			return
		}
		for at := t.first[position]; at != 0; at = t.vertices[at-1].next {
			if !yield(int(at - 1)) {
				return
			}
		}
	}
}

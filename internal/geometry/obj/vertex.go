package obj

import (
	"vitrine/internal/geometry/polygon"
)

// vertices numbers the corners of faces so that those alike are one vertex: of
// one position, texture vertex and normal. It holds no coordinates, so corners
// may come before what they speak of. The first vertex of a position has its
// number, which needs no look-up while corners are positions alone; the further
// ones are numbered from further on until all are known.
type vertices struct {
	first   []vertex // by position; nil while corners are positions alone
	further []vertex
	at      []uint32 // positions of the further ones
	kept    []uint32 // positions that vertices have; nil: all
	count   int      // vertices that are the first of a position
}

// vertex is what a vertex has beside its position, by numbers from 1: 0 is
// none.
type vertex struct {
	uv, normal uint32
	next       uint32 // further one of the same position, + 1
}

const (
	further = 1 << 31
	unused  = 1<<32 - 1 // for a texture vertex: no corner is at this position
)

// begin takes down corners that were positions alone.
func (t *vertices) begin(positions int, lists ...[]uint32) {
	t.reach(positions)
	for _, list := range lists {
		for _, position := range list {
			t.reach(int(position) + 1)
			t.first[position].uv = 0
		}
	}
}

// reach makes room for so many positions.
func (t *vertices) reach(count int) {
	from := len(t.first)
	if count <= from && t.first != nil {
		return
	}
	t.first = append(t.first, make([]vertex, count-from)...)
	for i := from; i < count; i++ {
		t.first[i].uv = unused
	}
}

func (t *vertices) number(position, uv, normal uint32) uint32 {
	if int(position) >= len(t.first) {
		t.reach(int(position) + 1)
	}
	first := &t.first[position]
	switch {
	case first.uv == uv && first.normal == normal:
		return position
	case first.uv == unused:
		first.uv, first.normal = uv, normal
		return position
	}
	at := first.next
	for n := 1; at != 0 && n < polygon.MaxChain; n++ {
		vertex := &t.further[at-1]
		if vertex.uv == uv && vertex.normal == normal {
			return further + at - 1
		}
		at = vertex.next
	}
	// How many positions come is not known yet: the highest bit sets further
	// vertices apart until settle numbers all. An index is below 2^31.
	t.further = append(t.further, vertex{uv, normal, first.next})
	t.at = append(t.at, position)
	first.next = uint32(len(t.further))
	return further + first.next - 1
}

// settle numbers the vertices of triangles one behind the other when all are
// known lists, of so many positions, those that a triangle has, then the further ones.
func (t *vertices) settle(indices []uint32, positions int) {
	used := make([]bool, positions)
	for _, index := range indices {
		if index < further {
			used[index] = true
		}
	}
	t.count = 0
	for _, ok := range used {
		if ok {
			t.count++
		}
	}
	var numbers []uint32
	if t.count < positions {
		numbers = t.keep(used)
	} else if len(t.further) == 0 {
		return
	}
	for i, index := range indices {
		switch {
		case index >= further:
			indices[i] = index - further + uint32(t.count)
		case numbers != nil:
			indices[i] = numbers[index]
		}
	}
}

// keep lists the positions that are used, and returns the number of each in it.
func (t *vertices) keep(used []bool) (numbers []uint32) {
	numbers = make([]uint32, len(used))
	t.kept = make([]uint32, 0, t.count)
	for position, ok := range used {
		if ok {
			numbers[position] = uint32(len(t.kept))
			t.kept = append(t.kept, uint32(position))
		}
	}
	return numbers
}

// gather takes values of size numbers each by the positions of the vertices.
func (t *vertices) gather(from []float32, size int) []float32 {
	to := from[:size*t.count]
	if t.kept != nil {
		to = make([]float32, 0, size*(t.count+len(t.at)))
		for _, position := range t.kept {
			to = append(to, from[size*int(position):size*int(position+1)]...)
		}
	}
	for _, position := range t.at {
		to = append(to, from[size*int(position):size*int(position+1)]...)
	}
	return to
}

// vertex is what a vertex has beside its position.
func (t *vertices) vertex(i int) vertex {
	switch {
	case i >= t.count:
		return t.further[i-t.count]
	case t.first == nil:
		return vertex{}
	case t.kept != nil:
		return t.first[t.kept[i]]
	}
	return t.first[i]
}

// uvs takes two numbers each by the texture vertices. What has none, or one
// beyond the last, gets zeros.
func (t *vertices) uvs(from []float32) []float32 {
	to := make([]float32, 2*(t.count+len(t.further)))
	for i := range len(to) / 2 {
		if n := int(t.vertex(i).uv); n > 0 && 2*n <= len(from) {
			copy(to[2*i:2*i+2], from[2*n-2:])
		}
	}
	return to
}

// normals takes three numbers each by the normals.
func (t *vertices) normals(from []float32) []float32 {
	to := make([]float32, 3*(t.count+len(t.further)))
	for i := range len(to) / 3 {
		if n := int(t.vertex(i).normal); n > 0 && 3*n <= len(from) {
			copy(to[3*i:3*i+3], from[3*n-3:])
		}
	}
	return to
}

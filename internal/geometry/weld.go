package geometry

import "math"

// surface is a mesh whose equal positions are one vertex.
type surface struct {
	welded int64 // vertices
	edges  edgeCounts
}

// edgeCounts count the edges that are not used exactly twice in opposite
// directions.
type edgeCounts struct {
	boundary    int64 // used once
	nonManifold int64 // used more than twice
	flipped     int64 // used twice in the same direction
}

func (e edgeCounts) closed() bool { return e.boundary == 0 && e.nonManifold == 0 && e.flipped == 0 }

func (e *edgeCounts) add(o edgeCounts) {
	e.boundary, e.nonManifold, e.flipped = e.boundary+o.boundary, e.nonManifold+o.nonManifold, e.flipped+o.flipped
}

// snapSize is how far apart positions may be, as a share of the mesh's size,
// that are taken for one where equal ones leave the surface open.
const snapSize = 2e-6

func newSurface(mesh *Mesh) surface {
	corners, n := mesh.Indices, int64(len(mesh.Positions)/3)
	if !mesh.Welded {
		corners, n = weld(mesh.Positions, mesh.Indices, nil)
	}
	s := surface{welded: n, edges: countEdges(corners, n)}
	if s.edges.closed() || len(corners) == 0 {
		return s
	}
	grid := newSnap(mesh.Positions)
	if grid == nil {
		return s
	}
	snapped, m := weld(mesh.Positions, mesh.Indices, grid)
	if edges := countEdges(snapped, m); edges.closed() {
		s.edges = edges
	}
	return s
}

// snap rounds positions to a grid.
type snap struct{ step float64 }

func newSnap(positions []float32) *snap {
	box := emptyBox()
	for i := 0; i+2 < len(positions); i += 3 {
		box.add(float64(positions[i]), float64(positions[i+1]), float64(positions[i+2]))
	}
	size := math.Hypot(math.Hypot(box.Max[0]-box.Min[0], box.Max[1]-box.Min[1]), box.Max[2]-box.Min[2])
	if !(size > 0) || math.IsInf(size, 0) {
		return nil
	}
	return &snap{size * snapSize}
}

func (s *snap) key(x, y, z float32) [3]uint32 {
	round := func(v float32) uint32 { return uint32(int32(math.Round(float64(v) / s.step))) }
	return [3]uint32{round(x), round(y), round(z)}
}

// weld numbers the positions so that equal ones have the same number, and gives
// the triangles in these numbers. A vertex that no triangle uses counts too.
func weld(positions []float32, indices []uint32, grid *snap) (corners []uint32, n int64) {
	count := len(positions) / 3
	table := newVertexTable(count)
	number := make([]uint32, count)
	for i := range count {
		x, y, z := positions[3*i], positions[3*i+1], positions[3*i+2]
		var key [3]uint32
		if grid != nil {
			key = grid.key(x, y, z)
		} else {
			// Adding zero makes minus zero zero.
			key = [3]uint32{math.Float32bits(x + 0), math.Float32bits(y + 0), math.Float32bits(z + 0)}
		}
		number[i] = table.number(key)
	}
	corners = make([]uint32, len(indices))
	for i, index := range indices {
		corners[i] = number[index]
	}
	return corners, int64(len(table.keys))
}

// vertexTable numbers keys in the order in which they come: an open hash table
// of numbers that grows.
type vertexTable struct {
	slots []uint32 // number + 1; 0 is free
	keys  [][3]uint32
	mask  uint32
}

func newVertexTable(expected int) *vertexTable {
	size := 1024
	for size < expected+expected/2 {
		size *= 2
	}
	return &vertexTable{slots: make([]uint32, size), mask: uint32(size - 1), keys: make([][3]uint32, 0, expected)}
}

func hashKey(key [3]uint32) uint32 {
	h := (uint64(key[0])|uint64(key[1])<<32)*0x9e3779b97f4a7c15 ^ uint64(key[2])*0xc2b2ae3d27d4eb4f
	return uint32(h >> 32)
}

func (t *vertexTable) number(key [3]uint32) uint32 {
	at := hashKey(key) & t.mask
	for {
		slot := t.slots[at]
		if slot == 0 {
			break
		}
		if t.keys[slot-1] == key {
			return slot - 1
		}
		at = (at + 1) & t.mask
	}
	t.keys = append(t.keys, key)
	t.slots[at] = uint32(len(t.keys))
	if 4*len(t.keys) > 3*len(t.slots) {
		t.grow()
	}
	return uint32(len(t.keys) - 1)
}

func (t *vertexTable) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	t.mask = uint32(len(t.slots) - 1)
	for i, key := range t.keys {
		at := hashKey(key) & t.mask
		for t.slots[at] != 0 {
			at = (at + 1) & t.mask
		}
		t.slots[at] = uint32(i + 1)
	}
}

// positions are the numbered keys as coordinates.
func (t *vertexTable) positions() []float32 {
	list := make([]float32, 0, 3*len(t.keys))
	for _, key := range t.keys {
		list = append(list, math.Float32frombits(key[0]), math.Float32frombits(key[1]), math.Float32frombits(key[2]))
	}
	return list
}

// corner is a coordinate as a key: minus zero is zero. It is no number when all
// bits of its exponent are set (IEEE 754).
func corner(bits uint32) (key uint32, number bool) {
	if bits == 1<<31 {
		bits = 0
	}
	return bits, bits&0x7f800000 != 0x7f800000
}

// countEdges looks at the edges of triangles over n vertices. A triangle with
// two corners at one place has no surface and is left out. The directed edges
// are sorted by where they begin; each is then compared with those that begin at
// its end.
func countEdges(corners []uint32, n int64) edgeCounts {
	start := make([]uint32, n+1)
	whole := func(i int) (a, b, c uint32, ok bool) {
		a, b, c = corners[i], corners[i+1], corners[i+2]
		return a, b, c, a != b && b != c && c != a
	}
	for i := 0; i+2 < len(corners); i += 3 {
		if a, b, c, ok := whole(i); ok {
			start[a+1]++
			start[b+1]++
			start[c+1]++
		}
	}
	for v := range n {
		start[v+1] += start[v]
	}
	ends := make([]uint32, start[n])
	next := append([]uint32(nil), start[:n]...)
	put := func(from, to uint32) {
		ends[next[from]] = to
		next[from]++
	}
	for i := 0; i+2 < len(corners); i += 3 {
		if a, b, c, ok := whole(i); ok {
			put(a, b)
			put(b, c)
			put(c, a)
		}
	}
	return compareEdges(start, ends)
}

// maxFan bounds the edges at one vertex that are compared one by one.
const maxFan = 256

func compareEdges(start, ends []uint32) (counts edgeCounts) {
	for v := range uint32(len(start) - 1) {
		out := ends[start[v]:start[v+1]]
		if len(out) > maxFan {
			counts.compareFan(v, out, start, ends)
			continue
		}
		for i, to := range out {
			same, first := 0, true
			for k, other := range out {
				if other == to {
					same++
					first = first && k >= i
				}
			}
			if !first {
				continue // told when the edge was met first
			}
			back := 0
			for _, other := range ends[start[to]:start[to+1]] {
				if other == v {
					back++
				}
			}
			counts.tell(v, to, same, back)
		}
	}
	return counts
}

// tell counts an edge by how often it is used in each direction. One that is
// used both ways is met at both of its ends and told at the lower one.
func (e *edgeCounts) tell(from, to uint32, same, back int) {
	if back > 0 && from > to {
		return
	}
	switch {
	case same+back == 1:
		e.boundary++
	case same+back > 2:
		e.nonManifold++
	case back == 0:
		e.flipped++
	}
}

// compareFan compares the edges of a vertex with very many of them by hashing.
func (e *edgeCounts) compareFan(v uint32, out, start, ends []uint32) {
	same := make(map[uint32]int, len(out))
	for _, to := range out {
		same[to]++
	}
	for to, n := range same {
		back := 0
		for _, other := range ends[start[to]:start[to+1]] {
			if other == v {
				back++
			}
		}
		e.tell(v, to, n, back)
	}
}

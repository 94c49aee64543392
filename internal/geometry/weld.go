package geometry

import "math"

// surface is a mesh whose equal positions are one vertex.
type surface struct {
	welded int64 // vertices
	edges  edgeCounts
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
	keys := make([][3]uint32, tableBatch)
	for first := 0; first < count; first += tableBatch {
		batch := keys[:min(tableBatch, count-first)]
		for i := range batch {
			p := positions[3*(first+i):][:3]
			if grid != nil {
				batch[i] = grid.key(p[0], p[1], p[2])
				continue
			}
			// Adding zero makes minus zero zero.
			batch[i] = [3]uint32{math.Float32bits(p[0] + 0), math.Float32bits(p[1] + 0), math.Float32bits(p[2] + 0)}
		}
		table.numberAll(batch, number[first:])
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

// tableBatch is how many keys are numbered at once.
const tableBatch = 512

// numberAll numbers keys, at most tableBatch. It looks at all their slots before
// it needs the first, so that the processor fetches many of them from memory at
// the same time: they lie anywhere in it, and this is most of what reading costs.
func (t *vertexTable) numberAll(keys [][3]uint32, to []uint32) {
	var slots [tableBatch]uint32
	for i := range keys {
		slots[i%tableBatch] = t.slots[hashKey(keys[i])&t.mask]
	}
	to = to[:len(keys)]
	for i := range keys {
		if slot := slots[i%tableBatch]; slot != 0 && t.keys[slot-1] == keys[i] {
			to[i] = slot - 1
			continue
		}
		to[i] = t.number(keys[i])
	}
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

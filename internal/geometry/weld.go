package geometry

import (
	"math"
	"unsafe"
)

// surface is a mesh whose equal positions are one vertex.
type surface struct {
	welded int64 // vertices
	edges  edgeCounts
}

// snapSize is how far apart positions may be, as a share of the mesh's size,
// that are taken for one where equal ones leave the surface open.
const snapSize = 2e-6

func newSurface(mesh *Mesh) surface {
	vertices := len(mesh.Positions) / 3
	corners, places := mesh.Indices, int64(vertices)
	if !mesh.Welded && !distinct(mesh.Positions) {
		corners, places = weld(mesh.Positions, mesh.Indices)
	}
	s := surface{welded: places, edges: countEdges(corners, vertices)}
	if s.edges.closed() || len(corners) == 0 {
		return s
	}
	snapped := snap(mesh.Positions)
	if snapped == nil || places == int64(vertices) && distinct(snapped) {
		return s
	}
	corners, fewer := weld(snapped, mesh.Indices)
	// Equal positions stay equal, so as many places as before are the same ones.
	if fewer == places {
		return s
	}
	// A coarser weld that leaves the surface open says nothing of the
	// file: the counts stay those of equal positions.
	if edges := countEdges(corners, vertices); edges.closed() {
		s.edges = edges
	}
	return s
}

// snap returns positions as numbers of steps from the mesh's lowest corner, which
// float32 holds exactly. It is nil for a mesh without a size.
func snap(positions []float32) []float32 {
	box := EmptyBox()
	box.addAll(positions)
	size := math.Hypot(math.Hypot(box.Max[0]-box.Min[0], box.Max[1]-box.Min[1]), box.Max[2]-box.Min[2])
	if !(size > 0) || math.IsInf(size, 0) {
		return nil
	}
	// No way is longer than the size, so there are at most 500,000 steps; float32 is exact up to 2^24.
	snapped := make([]float32, len(positions))
	for i := 0; i+2 < len(positions); i += 3 {
		for k, v := range positions[i : i+3] {
			snapped[i+k] = float32(math.Round((float64(v) - box.Min[k]) / (size * snapSize)))
		}
	}
	return snapped
}

// weld returns the triangles with the first vertex at the place of each corner, and
// the number of places. A vertex that no triangle uses counts too.
func weld(positions []float32, indices []uint32) (corners []uint32, places int64) {
	first, places := Weld(positions)
	if places == int64(len(first)) {
		return indices, places
	}
	corners = make([]uint32, len(indices))
	for i, index := range indices {
		corners[i] = first[index]
	}
	return corners, places
}

// weldParts is how many parts the vertices are dealt out to.
const weldParts = 256

// Weld finds for each vertex the first one at its place, and says how many places
// there are. Coordinates are equal bit for bit, but for the sign of zero. Vertices
// are dealt out by their hashes first, so that each part and its table stay within
// the processor's caches: looking in one table of all takes twice as long.
func Weld(positions []float32) (first []uint32, places int64) {
	first = make([]uint32, len(positions)/3)
	dealt, ends, largest := dealVertices(positions)
	// Two thirds full at most, so that a search always ends at a free slot.
	table := make([]uint64, largest+largest/2+1) // as dealt, + 1; 0 is free
	begin := 0
	for _, end := range ends {
		clear(table)
		for _, entry := range dealt[begin:end] {
			vertex := uint32(entry)
			// 32 bits times the length, shifted back by as many: a place in the table without a division.
			at := entry >> 32 * uint64(len(table)) >> 32
			for table[at] != 0 && !((table[at]-1)>>32 == entry>>32 && keyAt(positions, uint32(table[at]-1)) == keyAt(positions, vertex)) {
				if at++; at == uint64(len(table)) {
					at = 0
				}
			}
			if table[at] == 0 {
				table[at] = entry + 1
				places++
			}
			first[vertex] = uint32(table[at] - 1)
		}
		begin = end
	}
	return first, places
}

// dealVertices sorts vertices by the upper bits of their hashes into parts that
// end where it says, each in the order of the vertices. Each stands as the 32 bits
// of its hash below those and its number.
func dealVertices(positions []float32) (dealt []uint64, ends [weldParts]int, largest int) {
	count := len(positions) / 3
	for i := range count {
		ends[hashKey(keyAt(positions, i))>>56]++
	}
	for i := range ends {
		largest = max(largest, ends[i])
		if i > 0 {
			ends[i] += ends[i-1]
		}
	}
	next := ends
	dealt = make([]uint64, count)
	// From behind, as places are filled downwards: each part keeps the order
	// of the vertices, and the first at a place is met first.
	for i := count - 1; i >= 0; i-- {
		hash := hashKey(keyAt(positions, i))
		at := &next[hash>>56]
		*at--
		dealt[*at] = hash<<8&^(1<<32-1) | uint64(i)
	}
	return dealt, ends, largest
}

// keyAt is a vertex's position as bits. Adding zero makes minus zero zero.
func keyAt[N int | uint32](positions []float32, vertex N) [3]uint32 {
	p := (*[3]float32)(positions[3*int(vertex):])
	return [3]uint32{math.Float32bits(p[0] + 0), math.Float32bits(p[1] + 0), math.Float32bits(p[2] + 0)}
}

// slots are an open hash table of numbers below 2^26 - 1: each slot is a number +
// 1 with six bits of its key's hash above it, so that few slots need a look at
// their key, and 0 when it is free. Whoever has one looks at the slots of many
// keys before it needs the first, so that the processor fetches them from memory
// at the same time: they lie anywhere in it, and this is most of what reading costs.
type slots []uint32

// SlotBatch is how many keys have their slots looked at together.
const SlotBatch = 512

const (
	slotNumber = 1<<26 - 1
)

// start is where a key's slot is looked for first.
func (s slots) start(hash uint64) uint32 { return uint32(hash >> 32 * uint64(len(s)) >> 32) }

func (s slots) next(at uint32) uint32 {
	if at++; int(at) == len(s) {
		return 0
	}
	return at
}

func filled(hash uint64, number uint32) uint32 { return uint32(hash)&^slotNumber | number + 1 }

func numberIn(slot uint32) uint32 { return slot&slotNumber - 1 }

func alike(slot uint32, hash uint64) bool { return (slot^uint32(hash))&^slotNumber == 0 }

func hashKey(key [3]uint32) uint64 {
	return (uint64(key[0])|uint64(key[1])<<32)*0x9e3779b97f4a7c15 ^ uint64(key[2])*0xc2b2ae3d27d4eb4f
}

// VertexTable numbers keys in the order in which they come.
type VertexTable struct {
	slots slots
	Keys  [][3]uint32
}

// NewVertexTable returns a table with room for as many keys as are expected; there may be more.
func NewVertexTable(expected int) *VertexTable {
	return &VertexTable{make(slots, max(4*SlotBatch, expected+expected/2)), make([][3]uint32, 0, expected)}
}

// NumberAll numbers keys, at most SlotBatch.
func (t *VertexTable) NumberAll(keys [][3]uint32, to []uint32) {
	t.makeRoom(len(keys))
	var hashes [SlotBatch]uint64
	var met [SlotBatch]uint32
	for i, key := range keys {
		hash := hashKey(key)
		// The remainder is i itself; it shows the compiler that no bound needs a check.
		hashes[i%SlotBatch], met[i%SlotBatch] = hash, t.slots[t.slots.start(hash)]
	}
	to = to[:len(keys)]
	for i, key := range keys {
		slot, hash := met[i%SlotBatch], hashes[i%SlotBatch]
		if slot != 0 && alike(slot, hash) && t.Keys[numberIn(slot)] == key {
			to[i] = numberIn(slot)
			continue
		}
		// A slot that was free when it was looked at may be taken by a key of this batch: find looks again.
		to[i] = t.find(key, hash)
	}
}

// Number returns the number of a key, a new one for one that has not come before.
func (t *VertexTable) Number(key [3]uint32) uint32 {
	t.makeRoom(1)
	return t.find(key, hashKey(key))
}

func (t *VertexTable) find(key [3]uint32, hash uint64) uint32 {
	at := t.slots.start(hash)
	for {
		slot := t.slots[at]
		if slot == 0 {
			break
		}
		if alike(slot, hash) && t.Keys[numberIn(slot)] == key {
			return numberIn(slot)
		}
		at = t.slots.next(at)
	}
	number := uint32(len(t.Keys))
	t.slots[at] = filled(hash, number)
	t.Keys = append(t.Keys, key)
	return number
}

// makeRoom keeps a quarter of the slots free when n more keys come.
func (t *VertexTable) makeRoom(n int) {
	if 4*(len(t.Keys)+n) <= 3*len(t.slots) {
		return
	}
	t.slots = make(slots, 2*len(t.slots))
	for i, key := range t.Keys {
		hash := hashKey(key)
		at := t.slots.start(hash)
		for t.slots[at] != 0 {
			at = t.slots.next(at)
		}
		t.slots[at] = filled(hash, uint32(i))
	}
}

// Positions are the numbered keys as coordinates, which their bits are: in place,
// as there may be hundreds of megabytes of them.
func (t *VertexTable) Positions() []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(t.Keys))), 3*len(t.Keys))
}

// CoordinateKey is a coordinate as a key: minus zero is zero. It is no number when all
// bits of its exponent are set (IEEE 754).
func CoordinateKey(bits uint32) (key uint32, number bool) {
	if bits == 1<<31 {
		bits = 0
	}
	return bits, bits&0x7f800000 != 0x7f800000
}

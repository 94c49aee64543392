package preview

import "math"

// A cell is one of a grid over the box of 0 to 1. The grid begins a part of a
// cell before the box: models like round numbers, and a flat wall on the border
// of two cells would fall into both.
const gridStart = 0.3819

const maxCells = 1 << 16 // along a side: positions of a preview are no finer

// cellKey numbers the cell of a point, for each of two sides of a wall.
func cellKey(p vector, cells float64, side uint64) uint64 {
	// At most 65,536 each, which leaves room in 20 bits; the highest bit is that of the side.
	x, y, z := uint64(p.x*cells+gridStart), uint64(p.y*cells+gridStart), uint64(p.z*cells+gridStart)
	return x<<40 | y<<20 | z | side<<63
}

// cells finds the finest grid that leaves about so many of the triangles, judged
// by the sample: a triangle stays when its corners lie in three cells.
func (s *scene) cells(want int64) float64 {
	stands := s.triangles / int64(len(s.sample))
	low, high := 1, maxCells // low is fine, high may be
	for low < high {
		// Rounded up, or low would never reach high when they are one apart.
		middle := (low + high + 1) / 2
		stay := int64(0)
		for i := range s.sample {
			c := &s.sample[i].corners
			f := float64(middle)
			a, b, d := cellKey(c[0], f, 0), cellKey(c[1], f, 0), cellKey(c[2], f, 0)
			if a != b && b != d && d != a {
				stay++
			}
		}
		if stay*stands <= want {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return float64(low)
}

// stretch finds, for each look, how far a way of 1 goes in its texture.
func (s *scene) stretch() []float64 {
	areas := make([][2]float64, len(s.looks))
	for i := range s.sample {
		t := &s.sample[i]
		if s.looks[t.slot].texture == nil {
			continue
		}
		move := &s.looks[t.slot].move
		a, b, c := t.uv(0, move), t.uv(1, move), t.uv(2, move)
		flat := float64((b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]))
		areas[t.slot][0] += math.Abs(flat)
		areas[t.slot][1] += t.area.length()
	}
	stretch := make([]float64, len(areas))
	for i, a := range areas {
		if a[1] > 0 {
			stretch[i] = math.Sqrt(a[0] / a[1])
		}
	}
	return stretch
}

// cellTable numbers keys in the order in which they come, by open addressing.
type cellTable struct {
	slots []cellSlot
	used  int
	room  int // the most keys
}

type cellSlot struct {
	key    uint64 // + 1; 0 is free
	number uint32
}

func newCellTable(room int) *cellTable {
	return &cellTable{slots: make([]cellSlot, 1<<12), room: room}
}

// slot finds where a key is, or would be.
func (t *cellTable) slot(key uint64) *cellSlot {
	mask := uint64(len(t.slots) - 1)
	key++
	at := mix(key) & mask
	for t.slots[at].key != key && t.slots[at].key != 0 {
		at = (at + 1) & mask
	}
	return &t.slots[at]
}

func (t *cellTable) has(key uint64) bool { return t.slot(key).key != 0 }

// number returns the number of a key: as many as were used when it is new. False:
// it is new, and the table is full.
func (t *cellTable) number(key uint64) (n uint32, ok bool) {
	slot := t.slot(key)
	if slot.key != 0 {
		return slot.number, true
	}
	if t.used >= t.room {
		return 0, false
	}
	if t.used >= len(t.slots)/2 {
		t.grow()
		slot = t.slot(key)
	}
	*slot = cellSlot{key + 1, uint32(t.used)}
	t.used++
	return slot.number, true
}

func (t *cellTable) grow() {
	before := t.slots
	t.slots = make([]cellSlot, 2*len(before))
	for _, one := range before {
		if one.key != 0 {
			*t.slot(one.key - 1) = one
		}
	}
}

// mix spreads the bits of a key (the end of MurmurHash3, 64 bits).
func mix(key uint64) uint64 {
	key ^= key >> 33
	key *= 0xff51afd7ed558ccd
	key ^= key >> 33
	key *= 0xc4ceb9fe1a85ec53
	return key ^ key>>33
}

package preview

import (
	"math"
	"math/bits"
)

// A cell is one of a grid over the box of 0 to 1. The grid begins a part of a
// cell before the box: models like round numbers, and a flat wall on the border
// of two cells would fall into both.
const gridStart = 0.3819

const maxCells = 1 << 16 // along a side: positions of a preview are no finer

// cellKey numbers the cell of a point, for each of two sides of a wall.
func cellKey(p vector, cells float64, side uint64) uint64 {
	x, y, z := uint64(p.x*cells+gridStart), uint64(p.y*cells+gridStart), uint64(p.z*cells+gridStart)
	return x<<40 | y<<20 | z | side<<63
}

// cells finds the finest grid that leaves about so many of the triangles, judged
// by the sample: a triangle stays when its corners lie in three cells.
func (s *scene) cells(want int64) float64 {
	stands := s.triangles / int64(len(s.sample))
	low, high := 1, maxCells // low is fine, high may be
	for low < high {
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
		a, b, c := t.uv(0), t.uv(1), t.uv(2)
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
	keys    []uint64 // + 1; 0 is free
	numbers []uint32
	used    uint32
}

func newCellTable(room int) *cellTable {
	n := 1 << bits.Len(uint(2*room))
	return &cellTable{keys: make([]uint64, n), numbers: make([]uint32, n)}
}

// number gives the number of a key: as many as were used when it is new. False:
// it is new, and the table is full.
func (t *cellTable) number(key uint64) (n uint32, ok bool) {
	mask := uint64(len(t.keys) - 1)
	key++
	for at := mix(key) & mask; ; at = (at + 1) & mask {
		switch {
		case t.keys[at] == key:
			return t.numbers[at], true
		case t.keys[at] != 0:
		case int(t.used) >= len(t.keys)/2:
			return 0, false
		default:
			t.keys[at], t.numbers[at] = key, t.used
			t.used++
			return t.used - 1, true
		}
	}
}

func (t *cellTable) has(key uint64) bool {
	mask := uint64(len(t.keys) - 1)
	key++
	at := mix(key) & mask
	for t.keys[at] != key && t.keys[at] != 0 {
		at = (at + 1) & mask
	}
	return t.keys[at] == key
}

// mix spreads the bits of a key (the end of MurmurHash3, 64 bits).
func mix(key uint64) uint64 {
	key ^= key >> 33
	key *= 0xff51afd7ed558ccd
	key ^= key >> 33
	key *= 0xc4ceb9fe1a85ec53
	return key ^ key>>33
}

// sides remembers on which side of a wall a point lies: that of the first face
// that has it. Both sides of a thin wall may lie in one cell, and must not
// become one surface. Two bytes stand for a point: 15 bits of its hash and the
// side. Where the table is crowded a point may be told wrong, by which the surface
// gets a fold and no hole.
type sides []uint16

const maxSides = 1 << 25

func newSides(triangles int64) sides {
	return make(sides, min(maxSides, 1<<bits.Len64(uint64(triangles))))
}

// wall has no direction that models like.
var wall = vector{0.2938, 0.7213, 0.6272}

func (s sides) of(p, area vector) uint64 {
	const probes = 16
	hash := uint64(math.Float32bits(float32(p.x)+0)) | uint64(math.Float32bits(float32(p.y)+0))<<32
	hash = mix(mix(hash) + uint64(math.Float32bits(float32(p.z)+0)))
	side := uint16(0)
	if area.dot(wall) < 0 {
		side = 1
	}
	tag, mask := uint16(hash>>48)&^1, uint64(len(s)-1)
	if tag == 0 {
		tag = 2 // 0 is free
	}
	for at := hash; at < hash+probes; at++ {
		slot := &s[at&mask]
		if *slot == 0 {
			*slot = tag | side
		}
		if *slot&^1 == tag {
			return uint64(*slot & 1)
		}
	}
	return uint64(side)
}

package preview

import (
	"math"
	"math/bits"
)

// sides remembers on which side of a wall a point lies: that of the first face
// that has it. Both sides of a thin wall may lie in one cell, and must not
// become one surface.
type sides interface {
	of(t *triangle, corner int) uint64
}

// newSides remembers points by their number where each is one vertex, and by
// their place otherwise.
func (s *scene) newSides() sides {
	if len(s.placed) == 1 && s.placed[0].mesh.Welded {
		return make(vertexSides, len(s.placed[0].mesh.Positions)/3/4+1)
	}
	return make(placeSides, min(maxSides, 1<<bits.Len64(uint64(s.triangles))))
}

// wall has no direction that models like.
var wall = vector{0.2938, 0.7213, 0.6272}

// side of a wall is where a face looks.
func (t *triangle) side() uint64 {
	if t.area.dot(wall) < 0 {
		return 1
	}
	return 0
}

// vertexSides has two bits for each vertex: whether it is known, and its side.
type vertexSides []uint8

func (s vertexSides) of(t *triangle, corner int) uint64 {
	vertex := t.at[corner]
	four, at := &s[vertex/4], vertex%4*2
	if *four>>at&2 == 0 {
		*four |= uint8(2|t.side()) << at
	}
	return uint64(*four >> at & 1)
}

// placeSides has two bytes for a point: 15 bits of its hash and the side. Where
// the table is crowded a point may be told wrong, by which the surface gets a fold
// and no hole.
type placeSides []uint16

const maxSides = 1 << 25

func (s placeSides) of(t *triangle, corner int) uint64 {
	const probes = 16
	p := t.corners[corner]
	// Adding zero makes minus zero zero: both are one place.
	hash := uint64(math.Float32bits(float32(p.x)+0)) | uint64(math.Float32bits(float32(p.y)+0))<<32
	hash = mix(mix(hash) + uint64(math.Float32bits(float32(p.z)+0)))
	tag, mask := uint16(hash>>48)&^1, uint64(len(s)-1)
	if tag == 0 {
		tag = 2 // 0 is free
	}
	for at := hash; at < hash+probes; at++ {
		slot := &s[at&mask]
		if *slot == 0 {
			*slot = tag | uint16(t.side())
		}
		if *slot&^1 == tag {
			return uint64(*slot & 1)
		}
	}
	return t.side()
}

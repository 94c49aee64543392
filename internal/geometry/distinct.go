package geometry

import (
	"math"
	"math/bits"
)

// fewVertices are welded as fast as they are found to be distinct.
const fewVertices = 1 << 12

// distinct reports whether no two vertices have the same position. False: some have,
// or it does not pay to find out. Where each vertex is at a place of its own there is
// nothing to weld, and to prove that takes half the time and memory of welding: vertices
// are dealt out by hash without their numbers, and only those are compared whose hashes
// are alike.
func distinct(positions []float32) bool {
	points := pointsOf(positions)
	if len(points) < fewVertices || anyAlike(positions) {
		return false
	}
	alike, ok := alikeHashes(points)
	if !ok {
		return false
	}
	marks := newMarks(8 * len(alike))
	for _, hash := range alike {
		marks.meet(hash)
	}
	var doubtful []float32
	for i := range points {
		if marks.met(points[i].hash()) {
			doubtful = append(doubtful, points[i][:]...)
		}
	}
	_, places := Weld(doubtful)
	return places == int64(len(doubtful)/3)
}

// anyAlike reports whether vertices at the beginning, in the middle or at the end have
// the same position as another there: where a mesh has such, most are near each other.
func anyAlike(positions []float32) bool {
	n := len(positions) / 3
	for _, first := range [3]int{0, n/2 - fewVertices/2, n - fewVertices} {
		if _, places := Weld(positions[3*first : 3*(first+fewVertices)]); places < fewVertices {
			return true
		}
	}
	return false
}

// alikeHashes returns the hashes, but their lowest bits, of vertices that may have another
// before them at their place. Not ok: they are many, or the hashes are no good.
func alikeHashes(points []point) (alike []uint64, ok bool) {
	room := len(points)/weldParts*9/8 + 64 // more than any part needs if hashes are spread evenly
	dealt := make([]uint32, weldParts*room)
	var ends [weldParts]int
	for i := range points {
		hash := points[i].hash()
		part := int(hash >> 56)
		if ends[part] == room {
			return nil, false
		}
		dealt[part*room+ends[part]] = uint32(hash >> 24)
		ends[part]++
	}
	marks := newMarks(2 * room)
	for part, end := range ends {
		clear(marks.words)
		for _, low := range dealt[part*room : part*room+end] {
			if marks.meet(uint64(low) << 32) {
				alike = append(alike, uint64(part)<<56|uint64(low)<<24)
			}
		}
		if len(alike) > len(points)/16 {
			return nil, false
		}
	}
	return alike, true
}

// marks remember hashes: two bits of a word for each.
type marks struct {
	words []uint64
	shift int
}

// newMarks has eight to sixteen bits for each of as many hashes as are expected.
func newMarks(expected int) marks {
	n := bits.Len(uint(expected / 8))
	return marks{make([]uint64, 1<<n), 64 - n}
}

// meet marks a hash, and reports whether it, or others with its bits, were marked before.
func (m marks) meet(hash uint64) bool {
	word, mark := &m.words[hash>>m.shift], markOf(hash)
	before := *word&mark == mark
	*word |= mark
	return before
}

func (m marks) met(hash uint64) bool {
	mark := markOf(hash)
	return m.words[hash>>m.shift]&mark == mark
}

func markOf(hash uint64) uint64 { return 1<<(hash>>38&63) | 1<<(hash>>32&63) }

// hash is that of the point's key.
func (p *point) hash() uint64 {
	return hashKey([3]uint32{math.Float32bits(p[0] + 0), math.Float32bits(p[1] + 0), math.Float32bits(p[2] + 0)})
}

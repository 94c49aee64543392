package geometry

import (
	"slices"
)

// edgeCounts count the edges that are not used exactly twice in opposite
// directions.
type edgeCounts struct {
	boundary    int64 // used once
	nonManifold int64 // used more than twice
	flipped     int64 // used twice in the same direction
	faces       int64 // triangles whose corners are at three places
}

// closed reports whether there is a surface and each of its edges has two sides.
func (e edgeCounts) closed() bool {
	return e.faces > 0 && e.boundary == 0 && e.nonManifold == 0 && e.flipped == 0
}

func (e *edgeCounts) add(o edgeCounts) {
	e.boundary, e.nonManifold, e.flipped = e.boundary+o.boundary, e.nonManifold+o.nonManifold, e.flipped+o.flipped
	e.faces += o.faces
}

// countEdges looks at the edges of triangles over n vertices. A triangle with
// two corners at one place has no surface and is left out. Each edge is put down
// at the lower of its vertices, as the higher one and the direction; what is put
// down at a vertex is then sorted, so that the uses of an edge lie side by side.
func countEdges(corners []uint32, n int) edgeCounts {
	var counts edgeCounts
	start := make([]uint32, n+2) // of what is put down at v: counted at v+2, then filled from v+1 on
	for i := 0; i+2 < len(corners); i += 3 {
		if a, b, c := corners[i], corners[i+1], corners[i+2]; a != b && b != c && c != a {
			start[min(a, b)+2]++
			start[min(b, c)+2]++
			start[min(c, a)+2]++
			counts.faces++
		}
	}
	for v := range n {
		start[v+2] += start[v+1]
	}
	uses := make([]uint32, start[n+1])
	put := func(from, to uint32) {
		low, use := from, to<<1
		if to < from {
			low, use = to, from<<1|1
		}
		uses[start[low+1]] = use
		start[low+1]++
	}
	for i := 0; i+2 < len(corners); i += 3 {
		if a, b, c := corners[i], corners[i+1], corners[i+2]; a != b && b != c && c != a {
			put(a, b)
			put(b, c)
			put(c, a)
		}
	}
	for v := range n {
		counts.tell(uses[start[v]:start[v+1]])
	}
	return counts
}

// tell counts the edges that are put down at a vertex.
func (e *edgeCounts) tell(uses []uint32) {
	sortUses(uses)
	for i := 0; i < len(uses); {
		edge, first := uses[i]>>1, i
		for i++; i < len(uses) && uses[i]>>1 == edge; i++ {
		}
		switch i - first {
		case 1:
			e.boundary++
		case 2:
			// The lowest bit is the direction, so two that are equal go the same way.
			if uses[first] == uses[first+1] {
				e.flipped++
			}
		default:
			e.nonManifold++
		}
	}
}

// sortUses sorts by insertion what few vertices have more of.
func sortUses(uses []uint32) {
	if len(uses) > 24 {
		slices.Sort(uses)
		return
	}
	for i := 1; i < len(uses); i++ {
		use, k := uses[i], i
		for ; k > 0 && uses[k-1] > use; k-- {
			uses[k] = uses[k-1]
		}
		uses[k] = use
	}
}

package geometry

import (
	"slices"
	"unsafe"
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
// at the lower of its vertices, for some vertices after the others, so that what is put
// down stays within the processor's caches.
func countEdges(corners []uint32, n int) edgeCounts {
	var counts edgeCounts
	triangles := trianglesOf(corners)
	runs := runsOf(triangles)
	for _, r := range runs {
		counts.faces += r.faces
	}
	size, near := starVertices, &stars{}
	if scattered(runs) {
		size = max(n, starVertices+1)
	}
	for first := 0; first < n; first += size {
		some := span{triangles, runs, uint32(first), uint32(min(size, n-first))}
		if size > starVertices || !near.count(some, &counts) {
			some.count(&counts)
		}
	}
	return counts
}

// triangle has three vertices.
type triangle [3]uint32

// trianglesOf are corners by triangle: one check of bounds for three numbers.
func trianglesOf(corners []uint32) []triangle {
	return unsafe.Slice((*triangle)(unsafe.Pointer(unsafe.SliceData(corners))), len(corners)/3)
}

func (t *triangle) corners() (a, b, c uint32) { return t[0], t[1], t[2] }

// run is some triangles in a row.
type run struct {
	low, high uint32 // their vertices are not beyond these
	faces     int64  // those that have a surface
}

const runLength = 512

func runsOf(triangles []triangle) []run {
	runs := make([]run, 0, len(triangles)/runLength+1)
	for some := range slices.Chunk(triangles, runLength) {
		runs = append(runs, runOf(some))
	}
	return runs
}

func runOf(triangles []triangle) run {
	r := run{low: triangles[0][0], high: triangles[0][0]}
	for i := range triangles {
		a, b, c := triangles[i].corners()
		if a != b && b != c && c != a {
			r.faces++
		}
		// Either end changes rarely, so these are guessed. The lowest of four would have to be waited for.
		if a < r.low {
			r.low = a
		}
		if b < r.low {
			r.low = b
		}
		if c < r.low {
			r.low = c
		}
		if a > r.high {
			r.high = a
		}
		if b > r.high {
			r.high = b
		}
		if c > r.high {
			r.high = c
		}
	}
	return r
}

// scattered reports whether triangles in a row have their corners anywhere, so that
// looking at few vertices would mean looking at most triangles each time.
func scattered(runs []run) bool {
	looks := 0
	for _, r := range runs {
		looks += int(r.high/starVertices-r.low/starVertices) + 1
	}
	return looks > 4*len(runs)
}

// span is some of the vertices of triangles.
type span struct {
	triangles       []triangle
	runs            []run
	first, vertices uint32
}

// each calls use with triangles, among them all that have an edge at one of the vertices.
func (s span) each(use func([]triangle)) {
	for i, r := range s.runs {
		if r.low < s.first+s.vertices && r.high >= s.first {
			use(s.triangles[i*runLength : min((i+1)*runLength, len(s.triangles))])
		}
	}
}

// use is one side of an edge: the vertex that it is put down at, counted from the first
// of a span, and the other one with the direction in the lowest bit.
type use struct{ at, edge uint32 }

// eachUses calls do with the edges at the vertices, many at once.
func (s span) eachUses(do func(uses []use)) {
	var uses [3 * runLength]use
	s.each(func(triangles []triangle) {
		n := 0
		put := func(from, to uint32) {
			low, high, down := ordered(from, to)
			// One that is put down elsewhere is written over by the next.
			uses[n%len(uses)] = use{low - s.first, high<<1 | down}
			n += int((uint64(low-s.first) - uint64(s.vertices)) >> 63)
		}
		for i := range triangles {
			if a, b, c := triangles[i].corners(); a != b && b != c && c != a {
				put(a, b)
				put(b, c)
				put(c, a)
			}
		}
		do(uses[:n])
	})
}

// ordered returns two vertices by their numbers, and 1 if the edge goes down, without a
// jump that no processor could guess.
func ordered(from, to uint32) (low, high, down uint32) {
	mask := uint32(int64(uint64(to)-uint64(from)) >> 63)
	swap := (from ^ to) & mask
	return from ^ swap, to ^ swap, mask & 1
}

// count counts the edges of the vertices, however many each has. They are put down as the
// higher vertex and the direction; what is put down at a vertex is then sorted, so that the
// uses of an edge lie side by side.
func (s span) count(counts *edgeCounts) {
	start := make([]uint32, s.vertices+2) // of what is put down at v: counted at v+2, then filled from v+1 on
	s.eachUses(func(uses []use) {
		for _, u := range uses {
			start[u.at+2]++
		}
	})
	for v := range s.vertices {
		start[v+2] += start[v+1]
	}
	all := make([]uint32, start[s.vertices+1])
	s.eachUses(func(uses []use) {
		for _, u := range uses {
			at := &start[u.at+1]
			all[*at] = u.edge
			*at++
		}
	})
	for v := range s.vertices {
		counts.tell(all[start[v]:start[v+1]])
	}
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

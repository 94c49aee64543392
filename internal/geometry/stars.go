package geometry

// stars hold the edges that are put down at a few vertices: of each vertex those that go
// up and those that come down.
type stars struct {
	used [2 * starVertices]uint8
	ends [2 * starVertices]ends
}

// ends are the higher vertices of edges.
type ends [starEnds]uint32

// As many vertices fit a processor's second cache, and most vertices of triangles fit as many ends.
const (
	starVertices = 1 << 14
	starEnds     = 8
)

// count counts the edges of vertices, at most starVertices. False: one has more than there is room for.
func (s *stars) count(of span, counts *edgeCounts) bool {
	clear(s.used[:])
	over := uint8(0)
	of.each(func(triangles []triangle) { over |= s.put(triangles, of.first, of.vertices) })
	if over >= starEnds {
		return false
	}
	for v := range of.vertices {
		v %= starVertices
		up, down := s.used[2*v], s.used[2*v+1]
		if up != down || !paired(&s.ends[2*v], &s.ends[2*v+1], int(up)) {
			counts.tell(s.uses(v))
		}
	}
	return true
}

// uses are the edges put down at a vertex, as span.count does.
func (s *stars) uses(v uint32) []uint32 {
	uses := make([]uint32, 0, 2*starEnds)
	for down := range uint32(2) {
		for _, end := range s.ends[2*v+down][:s.used[2*v+down]] {
			uses = append(uses, end<<1|down)
		}
	}
	return uses
}

// put puts down the edges of triangles. It returns starEnds or more if one had no room.
func (s *stars) put(triangles []triangle, first, vertices uint32) (over uint8) {
	used, ends := &s.used, &s.ends
	for i := range triangles {
		a, b, c := triangles[i].corners()
		if a == b || b == c || c == a {
			continue
		}
		// Once for each edge, as a function of its own would be called and not put here.
		if low, high, down := ordered(a, b); low-first < vertices {
			at := (2*(low-first) + down) % (2 * starVertices)
			n := used[at]
			used[at], ends[at][n%starEnds], over = n+1, high, over|n
		}
		if low, high, down := ordered(b, c); low-first < vertices {
			at := (2*(low-first) + down) % (2 * starVertices)
			n := used[at]
			used[at], ends[at][n%starEnds], over = n+1, high, over|n
		}
		if low, high, down := ordered(c, a); low-first < vertices {
			at := (2*(low-first) + down) % (2 * starVertices)
			n := used[at]
			used[at], ends[at][n%starEnds], over = n+1, high, over|n
		}
	}
	return over
}

// paired reports whether each of n edges up also comes down once, without a jump that
// depends on them.
func paired(up, down *ends, n int) bool {
	if n == 3 { // as nearly everywhere on a closed surface
		a, b, c, x, y, z := up[0], up[1], up[2], down[0], down[1], down[2]
		found := (match(a, x) | match(a, y) | match(a, z)) & (match(b, x) | match(b, y) | match(b, z)) & (match(c, x) | match(c, y) | match(c, z))
		return (found&^(match(a, b)|match(b, c)|match(c, a)))>>63 == 1
	}
	all, twice := ^uint64(0), uint64(0)
	for i, edge := range up[:n] {
		found := uint64(0)
		for _, other := range down[:n] {
			found |= match(edge, other)
		}
		for _, other := range up[:i] {
			twice |= match(edge, other)
		}
		all &= found
	}
	return (all&^twice)>>63 == 1
}

// match has its highest bit set if the vertices are the same one.
func match(a, b uint32) uint64 { return uint64(a^b) - 1 }

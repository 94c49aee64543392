package preview

import (
	"context"
	"math"
)

// cluster joins all points of a cell of a grid into one (Rossignac and Borrel,
// "Multi-resolution 3D approximations", 1993), which is where the planes of their
// faces are nearest (Lindstrom, "Out-of-core simplification", 2000). It leaves at
// most limit faces and takes memory for these alone.
func (s *scene) cluster(ctx context.Context, limit int) (*surface, error) {
	sides := s.newSides()
	stretch := s.stretch()
	// A sample only guesses how many faces a grid leaves: it aims a fifth
	// lower, and lower again while that is too much.
	for want := int64(limit) * 4 / 5; ; want = want * 2 / 3 {
		cells := s.cells(want)
		c := newClusters(limit, cells, sides)
		for _, per := range stretch {
			c.apart = append(c.apart, float32(max(3*per/cells, 1.0/1024)))
		}
		err := s.each(ctx, func(t *triangle) { c.add(s, t) })
		if err != nil {
			return nil, err
		}
		if !c.full || want < 3 { // cells of half the model leave a few faces at most
			c.dropFins()
			return c.surface(), nil
		}
	}
}

// clusters is a grid with what lies in its cells.
type clusters struct {
	cells float64
	table *cellTable
	sides sides
	apart []float32 // by look: how near coordinates of a texture are the same

	all     []clustered
	wedges  []gathered
	faces   [][3]uint32 // wedges
	times   []uint32    // how many triangles each face stands for
	known   *cellTable  // of faceKey
	met     []met
	limit   int
	full    bool // there is more than the limit
	colored bool
}

// clustered are the points of a cell.
type clustered struct {
	quadric
	sum   vector
	count float64
	first int32 // wedge; -1: none
}

// gathered are corners of a cell that look the same.
type gathered struct {
	cell  uint32
	slot  int32
	near  [2]float32 // coordinates of its first corner
	uv    [2]float64 // these are sums
	color [4]float64
	count float64
	next  int32 // of the same cell; -1: none
}

// maxWedges bounds how many looks a cell may have.
const maxWedges = 16

// met is a vertex that a triangle had, and what it became. Triangles beside each
// other share their vertices, which are looked up once for all that come soon.
type met struct {
	part, vertex uint32 // part is from 1
	wedge        uint32
}

// maxMet is how many vertices are remembered, by the end of their number.
const maxMet = 1 << 15

func newClusters(limit int, cells float64, sides sides) *clusters {
	return &clusters{
		cells: cells, sides: sides, limit: limit, table: newCellTable(4 * limit),
		known: newCellTable(limit), met: make([]met, maxMet),
		all: make([]clustered, 0, limit), wedges: make([]gathered, 0, limit), faces: make([][3]uint32, 0, limit),
	}
}

func (c *clusters) add(s *scene, t *triangle) {
	if c.full {
		return
	}
	var cell, wedges [3]uint32
	for k, vertex := range t.at {
		before := &c.met[vertex%maxMet]
		if before.vertex != vertex || before.part != t.part {
			number, ok := c.meet(s, t, k)
			if !ok {
				c.full = true
				return
			}
			*before = met{t.part, vertex, number}
		}
		wedges[k] = before.wedge
		cell[k] = c.wedges[before.wedge].cell
	}
	face := planeOf(t.area, t.corners[0])
	if cell[0] == cell[1] && cell[1] == cell[2] {
		// Thrice, as a face with corners in three cells weighs once in each.
		c.all[cell[0]].addTimes(&face, 3)
		return
	}
	for _, number := range cell {
		c.all[number].add(&face)
	}
	if cell[0] != cell[1] && cell[1] != cell[2] && cell[2] != cell[0] {
		c.face(cell, wedges)
	}
}

// meet takes a vertex and gives its wedge. False: there are too many cells, or
// looks in them.
func (c *clusters) meet(s *scene, t *triangle, k int) (number uint32, ok bool) {
	corner := t.corners[k]
	cell, ok := c.table.number(cellKey(corner, c.cells, c.sides.of(t, k)))
	if !ok || len(c.wedges) > maxWedges*c.limit {
		return 0, false
	}
	if int(cell) == len(c.all) {
		c.all = append(c.all, clustered{first: -1})
	}
	in := &c.all[cell]
	in.sum = in.sum.add(corner)
	in.count++
	return c.wedge(cell, s, t, k), true
}

// face takes a face unless there is one between the same cells already.
func (c *clusters) face(cell, face [3]uint32) {
	number, ok := c.known.number(faceKey(cell))
	switch {
	case !ok:
		c.full = true
	case int(number) == len(c.faces):
		c.faces, c.times = append(c.faces, face), append(c.times, 1)
	default:
		c.times[number]++
	}
}

// faceKey is the same however a face is turned, and another from behind. There
// are never 1<<21 cells.
func faceKey(cell [3]uint32) uint64 {
	cell = leastFirst(cell)
	return uint64(cell[0])<<42 | uint64(cell[1])<<21 | uint64(cell[2])
}

// wedge finds the corners of a cell that look like this one. What lies near in
// space may lie far apart in a texture, and a mean of both would show what is
// between.
func (c *clusters) wedge(cell uint32, s *scene, t *triangle, corner int) uint32 {
	textured := s.looks[t.slot].texture != nil
	var uv [2]float32
	if textured {
		uv = t.uv(corner, &s.looks[t.slot].move)
	}
	found, tried := int32(-1), 0
	for i := c.all[cell].first; i >= 0; i = c.wedges[i].next {
		w := &c.wedges[i]
		if w.slot != t.slot {
			continue
		}
		found = i
		if !textured || near(w.near, uv, c.apart[t.slot]) {
			break
		}
		// A cell of that many looks takes no more: the corner joins one, however far off in the texture.
		if tried++; tried < maxWedges {
			found = -1
		}
	}
	if found < 0 {
		found = int32(len(c.wedges))
		c.wedges = append(c.wedges, gathered{cell: cell, slot: t.slot, near: uv, next: c.all[cell].first})
		c.all[cell].first = found
	}
	c.wedges[found].gather(uv, t, corner)
	c.colored = c.colored || t.mesh.Colors != nil
	return uint32(found)
}

func near(a, b [2]float32, apart float32) bool {
	return max(a[0]-b[0], b[0]-a[0]) <= apart && max(a[1]-b[1], b[1]-a[1]) <= apart
}

func (w *gathered) gather(uv [2]float32, t *triangle, corner int) {
	w.count++
	w.uv[0] += float64(uv[0])
	w.uv[1] += float64(uv[1])
	if t.mesh.Colors != nil {
		for i, v := range t.color(corner) {
			w.color[i] += float64(v)
		}
		return
	}
	for i := range w.color {
		w.color[i] += 255
	}
}

// surface places each cell's point and gives what was gathered.
func (c *clusters) surface() *surface {
	s := &surface{points: make([]vector, len(c.all)), wedges: make([]wedge, len(c.wedges)), faces: c.faces, colored: c.colored}
	for i := range c.all {
		s.points[i] = c.all[i].place(1 / c.cells)
	}
	for i := range c.wedges {
		from := &c.wedges[i]
		w := wedge{point: from.cell, slot: from.slot}
		for k, v := range from.uv {
			w.uv[k] = float32(v / from.count)
		}
		for k, v := range from.color {
			w.color[k] = uint8(v/from.count + 0.5)
		}
		s.wedges[i] = w
	}
	return s
}

// place is the best point for the planes of a cell, not farther from the middle
// of its points than half a cell: nearly flat ones would have it anywhere.
func (in *clustered) place(cell float64) vector {
	middle := in.sum.times(1 / in.count)
	best := in.best(middle)
	if math.IsNaN(best.x + best.y + best.z) {
		return middle
	}
	near := func(v, middle float64) float64 { return min(max(v, middle-cell/2, 0), middle+cell/2, 1) }
	return vector{near(best.x, middle.x), near(best.y, middle.y), near(best.z, middle.z)}
}

package geometry

import (
	"math"
	"math/bits"
)

// The raster that texture coordinates are drawn into, one a material, and what
// is made of it.
const (
	uvRaster      = 1024
	uvWords       = uvRaster / 64 // of a row
	nonOverlap    = 0.002         // of the pixels hit, hit twice: at most this is none
	overlapHalf   = 0.5           // and from here on overlapping
	outsideFaces  = 0.05          // of the faces outside 0..1: from here on overlapping
	outsideMargin = 1e-4
)

// maxUVRows bounds the rows of pixels that are drawn for a file, some seconds of
// work. Beyond them, how its texture coordinates lie is unknown.
const maxUVRows = 200_000_000

// unwrapped returns how texture coordinates lie beside each other: no,
// non_overlapping, overlapping or mixed. It is unknown when that takes too much
// work to find out: more than rows of pixels.
func unwrapped(m *Model, rows int) Fact[string] {
	type part struct {
		mesh  *Mesh
		group Group
	}
	parts := map[int][]part{}
	for i := range m.Meshes {
		mesh := &m.Meshes[i]
		if len(mesh.UVs) == 0 || mesh.Copy {
			continue
		}
		for _, group := range mesh.groups() {
			parts[group.Material] = append(parts[group.Material], part{mesh, group})
		}
	}
	layer := newUVLayer(rows)
	for _, list := range parts {
		for _, p := range list {
			layer.draw(p.mesh, p.group)
		}
		layer.finish()
	}
	// What was drawn so far is no fair sample of the rest, and a guess is no fact. Nor
	// is a file worse for being slow to judge, so it is not refused.
	if layer.left < 0 {
		return Fact[string]{}
	}
	return verified(layer.verdict())
}

// groups are the runs of triangles by material, one where there are none.
func (mesh *Mesh) groups() []Group {
	if mesh.Groups == nil {
		return []Group{{-1, 0, len(mesh.Indices) / 3}}
	}
	return mesh.Groups
}

// uvLayer is the raster of one material after the other, and what was counted in
// all of them.
type uvLayer struct {
	rows           []uvRow
	touched        []int32   // rows that the material at hand has pixels in
	full           int       // of them, those with each pixel hit twice
	drawn          []uvDrawn // large triangles drawn before, each at the place its hash gives it
	remembers      bool      // drawn has any
	left           int       // rows that may still be drawn; below 0 it was too much
	once, twice    int64     // pixels
	faces, outside int64
}

// uvRow has a bit for each pixel of a row that is hit, and for each that is hit again.
// More is not asked, so whole words of pixels are hit at once.
type uvRow struct {
	hit, again [uvWords]uint64
	touched    bool
	full       bool
}

// uvDrawn is a triangle and how often the material at hand has it.
type uvDrawn struct {
	corners [3][2]float64
	times   int
}

// What is drawn before is remembered of triangles of so many rows, in two to the power of so many places.
const (
	uvLarge          = 32
	uvRememberedBits = 12
)

func newUVLayer(rows int) *uvLayer {
	return &uvLayer{rows: make([]uvRow, uvRaster), drawn: make([]uvDrawn, 1<<uvRememberedBits), left: rows}
}

func (l *uvLayer) draw(mesh *Mesh, group Group) {
	for i := 3 * group.First; i+2 < 3*group.End; i += 3 {
		var p [3][2]float64
		inside := true
		for k := range p {
			index := mesh.Indices[i+k]
			u, v := float64(mesh.UVs[2*index]), float64(mesh.UVs[2*index+1])
			p[k] = [2]float64{u * uvRaster, v * uvRaster}
			inside = inside && u >= -outsideMargin && u <= 1+outsideMargin && v >= -outsideMargin && v <= 1+outsideMargin
		}
		l.faces++
		if !inside {
			l.outside++
			continue
		}
		l.fill(p)
	}
}

// fill hits the pixels whose centre lies in a triangle. A centre on an edge
// belongs to the triangle above or to the left of it alone, so that neighbours
// share none.
func (l *uvLayer) fill(p [3][2]float64) {
	area := (p[1][0]-p[0][0])*(p[2][1]-p[0][1]) - (p[2][0]-p[0][0])*(p[1][1]-p[0][1])
	if area == 0 || math.IsNaN(area) || l.full == uvRaster || l.left < 0 {
		return
	}
	if area < 0 {
		p[1], p[2] = p[2], p[1]
	}
	low, high := min(p[0][1], p[1][1], p[2][1]), max(p[0][1], p[1][1], p[2][1])
	first, last := max(int(math.Ceil(low-0.5)), 0), min(int(math.Floor(high-0.5)), uvRaster-1)
	if last-first >= uvLarge && l.repeats(&p) {
		return
	}
	l.left -= last - first + 1
	for y := first; y <= last; y++ {
		from, to := spanAt(&p, float64(y)+0.5)
		l.span(y, max(int(math.Ceil(from-0.5)), 0), min(int(math.Ceil(to-0.5)), uvRaster))
	}
}

// repeats reports whether a triangle was drawn twice before, as the cards that leaves
// are made of are: once more changes nothing.
func (l *uvLayer) repeats(p *[3][2]float64) bool {
	hash := uint64(0)
	for _, corner := range p {
		for _, v := range corner {
			hash = (hash ^ math.Float64bits(v)) * 0x9e3779b97f4a7c15
			hash ^= hash >> 29
		}
	}
	l.remembers = true
	known := &l.drawn[hash>>(64-uvRememberedBits)]
	// Another triangle of that hash takes the place: the one before is drawn once more at worst.
	if known.corners != *p {
		*known = uvDrawn{corners: *p}
	}
	known.times++
	return known.times > 2
}

// span hits the pixels of a row from one up to another.
func (l *uvLayer) span(y, from, to int) {
	row := &l.rows[y]
	if from >= to || row.full {
		return
	}
	if !row.touched {
		row.touched = true
		l.touched = append(l.touched, int32(y))
	}
	// The masks of the first and the last word are cut; of one word both are.
	first, last := from/64, (to-1)/64
	mask, end := ^uint64(0)<<(from%64), ^uint64(0)>>(63-(to-1)%64)
	for word := first; word <= last; word++ {
		if word == last {
			mask &= end
		}
		row.again[word] |= row.hit[word] & mask
		row.hit[word] |= mask
		mask = ^uint64(0)
	}
	if row.full = row.isFull(); row.full {
		l.full++
	}
}

func (row *uvRow) isFull() bool {
	for _, word := range row.again {
		if word != ^uint64(0) {
			return false
		}
	}
	return true
}

// spanAt returns where a horizontal line enters and leaves a triangle.
func spanAt(p *[3][2]float64, y float64) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	a := &p[2]
	for k := range p {
		b := &p[k]
		// An end on the line belongs to one of two edges that meet there, so a line crosses two edges or none.
		if (a[1] <= y) != (b[1] <= y) {
			x := a[0] + (y-a[1])/(b[1]-a[1])*(b[0]-a[0])
			if x < from {
				from = x
			}
			if x > to {
				to = x
			}
		}
		a = b
	}
	return from, to
}

// finish adds up the pixels of a material and clears the rows that it touched, so
// that many small materials cost no more than one.
func (l *uvLayer) finish() {
	for _, y := range l.touched {
		row := &l.rows[y]
		for word := range row.hit {
			again := bits.OnesCount64(row.again[word])
			l.twice += int64(again)
			l.once += int64(bits.OnesCount64(row.hit[word]) - again)
		}
		*row = uvRow{}
	}
	l.touched, l.full = l.touched[:0], 0
	if l.remembers {
		clear(l.drawn)
		l.remembers = false
	}
}

func (l *uvLayer) verdict() string {
	hit := l.once + l.twice
	switch {
	case l.faces == 0:
		return "no"
	case float64(l.outside) > outsideFaces*float64(l.faces):
		return "overlapping"
	case hit == 0:
		return "overlapping" // all faces have their coordinates in one point or line
	case float64(l.twice) <= nonOverlap*float64(hit):
		return "non_overlapping"
	case float64(l.twice) >= overlapHalf*float64(hit):
		return "overlapping"
	}
	return uvMixed
}

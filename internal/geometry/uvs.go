package geometry

import "math"

// The raster that texture coordinates are drawn into, one a material, and what
// is made of it.
const (
	uvRaster      = 1024
	nonOverlap    = 0.002 // of the pixels hit, hit twice: at most this is none
	overlapHalf   = 0.5   // and from here on overlapping
	outsideFaces  = 0.05  // of the faces outside 0..1: from here on overlapping
	outsideMargin = 1e-4
)

// unwrapped says whether texture coordinates lie beside each other: no,
// non_overlapping, overlapping or mixed.
func unwrapped(m *Model) string {
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
	layer := &uvLayer{hits: make([]uint8, uvRaster*uvRaster)}
	for _, list := range parts {
		clear(layer.hits)
		for _, p := range list {
			layer.draw(p.mesh, p.group)
		}
		layer.count()
	}
	return layer.verdict()
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
	hits           []uint8
	once, twice    int64 // pixels
	faces, outside int64
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
	if area == 0 || math.IsNaN(area) {
		return
	}
	if area < 0 {
		p[1], p[2] = p[2], p[1]
	}
	low, high := min(p[0][1], p[1][1], p[2][1]), max(p[0][1], p[1][1], p[2][1])
	first, last := max(int(math.Ceil(low-0.5)), 0), min(int(math.Floor(high-0.5)), uvRaster-1)
	for y := first; y <= last; y++ {
		from, to := spanAt(&p, float64(y)+0.5)
		row := l.hits[y*uvRaster:][:uvRaster]
		for x := max(int(math.Ceil(from-0.5)), 0); x < min(int(math.Ceil(to-0.5)), uvRaster); x++ {
			if row[x] < 2 {
				row[x]++
			}
		}
	}
}

// spanAt gives where a horizontal line enters and leaves a triangle.
func spanAt(p *[3][2]float64, y float64) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	a := &p[2]
	for k := range p {
		b := &p[k]
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

// count adds up the pixels of a material.
func (l *uvLayer) count() {
	for _, hits := range l.hits {
		switch hits {
		case 1:
			l.once++
		case 2:
			l.twice++
		}
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

package render

import "vitrine/internal/geometry"

// facetSlots is how many triangles are kept ready: enough for a few rows of
// pixels.
const facetSlots = 2048

// facet is a triangle made ready to be shaded.
type facet struct {
	primitive uint32 // + 1; 0: none
	part      *part
	surface   *surface
	vertices  [3]uint32
	place     [3]vec
	screen    [3]corner
	flat      vec // towards the eye
	normals   [3]vec
	prepared  bool // what follows and the normals are known
	levels    [chartKinds]int
	along     [2]vec // how places go with u and with v, for bumps
}

// facet finds a primitive and makes it ready.
func (s *studio) facet(primitive uint32) *facet {
	f := &s.facets[primitive%facetSlots]
	if f.primitive == primitive+1 {
		return f
	}
	part, number, material := s.scene.find(primitive)
	*f = facet{primitive: primitive + 1, part: part, surface: &s.scene.surfaces[material+1]}
	if part.points {
		f.vertices = [3]uint32{uint32(number), uint32(number), uint32(number)}
	} else {
		f.vertices, _ = part.corners(number)
	}
	for k, v := range f.vertices {
		at := part.at(v)
		f.place[k] = part.world.point(at.x, at.y, at.z)
		x, y := s.camera.direction(f.place[k])
		near := 1 / f.place[k].sub(s.camera.eye).dot(s.camera.forward)
		f.screen[k] = corner{mul(samples, s.camera.x+mul(s.camera.zoom, x)), mul(samples, s.camera.y-mul(s.camera.zoom, y)), near}
	}
	toEye := s.camera.eye.sub(f.place[0]).unit()
	f.flat = faceNormal(f.place[0], f.place[1], f.place[2]).unit()
	if part.points {
		f.flat = toEye.add(vec{0, 0, 0.6}).unit()
	}
	if f.flat.dot(toEye) < 0 {
		f.flat = f.flat.mul(-1)
	}
	return f
}

// prepare does what is needed once a facet is shaded.
func (f *facet) prepare() {
	f.prepared = true
	f.chart()
	p := f.part
	for k, v := range f.vertices {
		f.normals[k] = f.flat
		var n vec
		switch {
		case p.points:
		case len(p.mesh.Normals) == len(p.mesh.Positions):
			n = vec{float64(p.mesh.Normals[3*v]), float64(p.mesh.Normals[3*v+1]), float64(p.mesh.Normals[3*v+2])}
		case p.smooth != nil:
			flat := faceNormal(p.at(f.vertices[0]), p.at(f.vertices[1]), p.at(f.vertices[2])).unit()
			n = p.smooth.normal(p, v, flat)
		}
		n = p.normals.point(n.x, n.y, n.z).unit()
		if n == (vec{}) || !n.within(2) {
			continue
		}
		// flat looks towards the eye: what is seen from behind is lit like a front.
		if n.dot(f.flat) < 0 {
			n = n.mul(-1)
		}
		f.normals[k] = n
	}
}

// maxSmooth is how many triangles are smoothed; of more, each is about as large
// as a pixel.
const maxSmooth = 1_000_000

// smoothen finds the neighbours in meshes that have no normals.
func (s *scene) smoothen() {
	if s.count > maxSmooth {
		return
	}
	known := map[*geometry.Mesh]*smooth{}
	for i := range s.parts {
		p := &s.parts[i]
		if p.points || len(p.mesh.Normals) == len(p.mesh.Positions) {
			continue
		}
		key := p.mesh
		if known[key] == nil {
			known[key] = newSmooth(p)
		}
		p.smooth = known[key]
	}
}

package fbx

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/polygon"
	"vitrine/internal/geometry/source"
)

// parts are what a mesh is made of.
type parts struct {
	points    []float32
	corners   []int32 // the last one of a polygon is negative
	uvs       *layer
	normals   *layer
	materials []int32
	byPolygon bool // otherwise the first material is that of all
}

// mesh reads a mesh once. Its materials are those of the first model that has
// it.
func (r *reader) mesh(o *object, materials []int32) error {
	if o.number >= 0 || o.record.end == 0 {
		return nil
	}
	parts, err := r.parts(o.record)
	if err != nil {
		return err
	}
	o.record = node{} // read
	if len(parts.points) == 0 {
		return nil
	}
	if err := r.bend(o, parts.points); err != nil {
		return err
	}
	b := builder{parts: parts, mesh: geometry.Mesh{Name: o.name, Vertices: int64(len(parts.points) / 3)}}
	for _, material := range materials {
		b.slots = append(b.slots, int(r.objects[material].number))
	}
	if err := b.build(); err != nil {
		return err
	}
	r.vertices, r.triangles = r.vertices+int64(len(b.mesh.Positions)/3), r.triangles+int64(len(b.mesh.Indices)/3)
	if r.vertices > source.MaxVertices || r.triangles > source.MaxTriangles {
		return source.Refuse(source.Limit, "the file's meshes have more than %d vertices or %d triangles", source.MaxVertices,
			source.MaxTriangles)
	}
	o.number = int32(len(r.model.Meshes))
	r.model.Meshes = append(r.model.Meshes, b.mesh)
	if r.model.Rigged {
		o.next = b.next
	}
	return nil
}

// parts reads the arrays of a mesh, and the first layer of each sort.
func (r *reader) parts(record node) (p parts, err error) {
	err = r.each(record, func(child node) (err error) {
		switch child.name {
		case "Vertices":
			p.points, err = r.floats(child, "coordinates", 3*source.MaxVertices)
		case "PolygonVertexIndex":
			p.corners, err = r.ints(child, "corners", 4*source.MaxTriangles)
		case "LayerElementUV":
			if p.uvs == nil {
				p.uvs, err = r.layer(child, "texture coordinates", 2, "UV", "UVIndex")
			}
		case "LayerElementNormal":
			if p.normals == nil {
				p.normals, err = r.layer(child, "normals", 3, "Normals", "NormalsIndex")
			}
		case "LayerElementMaterial":
			if p.materials == nil {
				err = r.materialLayer(child, &p)
			}
		}
		return err
	})
	return p, err
}

func (r *reader) materialLayer(record node, p *parts) error {
	return r.each(record, func(child node) (err error) {
		switch child.name {
		case "MappingInformationType":
			var text string
			text, err = r.values(child).text()
			p.byPolygon = text == "ByPolygon"
		case "Materials":
			p.materials, err = r.ints(child, "faces with a material", source.MaxTriangles)
		}
		return err
	})
}

// builder makes a mesh of its parts. A vertex with several texture
// coordinates becomes several.
type builder struct {
	parts
	slots []int // the materials of the model
	mesh  geometry.Mesh
	next  []int32 // of each vertex: another with its position, last or unused

	face, at, cut []uint32 // the polygon at hand, its positions, and its triangles
	shapes        polygon.Cutter
}

func (b *builder) build() error {
	if len(b.points)%3 != 0 {
		return source.Refuse(source.Malformed, "a mesh has %d coordinates, which are not three for each vertex", len(b.points))
	}
	if !source.Finite(b.points) {
		return source.ErrNoNumber
	}
	b.mesh.Positions = b.points
	counts, polygons, err := b.count()
	if err != nil {
		return err
	}
	b.mesh.Points = polygons == 0
	b.mesh.Polygons = polygons
	if polygons == 0 {
		return nil
	}
	starts, triangles := b.group(counts)
	b.split()
	// Polygons have three corners or more, so that these are all triangles.
	if len(b.mesh.Groups) == 1 && b.next == nil && 3*int(polygons) == len(b.corners) {
		b.mesh.Indices = b.allTriangles()
	} else {
		b.mesh.Indices = make([]uint32, 3*triangles)
		err = b.triangulate(starts)
	}
	if err == nil {
		b.mesh.DropUnused(false)
	}
	return err
}

// count checks the corners, and counts the polygons, and the triangles of each
// material and of none. Two corners make no face.
func (b *builder) count() (triangles []int64, polygons int64, err error) {
	triangles = make([]int64, len(b.slots)+1)
	from, polygon, vertices := 0, 0, int32(len(b.points)/3)
	for i, corner := range b.corners {
		// The last corner of a polygon is written as its complement, -1 less its
		// number: nothing else ends it.
		if vertex := corner ^ corner>>31; vertex >= vertices {
			return nil, 0, source.Refuse(source.Malformed, "a face has vertex %d, of %d", vertex, vertices)
		}
		if corner >= 0 {
			continue
		}
		if n := i + 1 - from; n >= 3 {
			polygons++
			triangles[b.slot(polygon)] += int64(n - 2)
		}
		from, polygon = i+1, polygon+1
	}
	if from != len(b.corners) {
		return nil, 0, source.Refuse(source.Malformed, "the last face of a mesh does not end")
	}
	return triangles, polygons, nil
}

// slot numbers the material of a polygon; the last slot is none.
func (b *builder) slot(polygon int) int {
	which := 0
	switch {
	case b.byPolygon && polygon < len(b.materials):
		which = int(b.materials[polygon])
	case b.byPolygon:
		which = -1
	case len(b.materials) > 0:
		which = int(b.materials[0])
	}
	if which < 0 || which >= len(b.slots) {
		return len(b.slots)
	}
	return which
}

// group makes the groups and returns where the triangles of each slot begin, and how many
// there are.
func (b *builder) group(counts []int64) (starts []int, at int) {
	for slot, n := range counts {
		starts = append(starts, at)
		if n == 0 {
			continue
		}
		material := -1
		if slot < len(b.slots) {
			material = b.slots[slot]
		}
		b.mesh.Groups = append(b.mesh.Groups, geometry.Group{Material: material, First: at, End: at + int(n)})
		at += int(n)
	}
	return starts, at
}

// allTriangles makes indices of corners that are those of triangles alone, in one
// material and with nothing to tell them apart: in their place, as they are most of
// what such a mesh takes in memory.
func (b *builder) allTriangles() []uint32 {
	for i := 2; i < len(b.corners); i += 3 {
		b.corners[i] = ^b.corners[i]
	}
	return source.Unsigned(b.corners)
}

// triangulate cuts the polygons into triangles, which go to those of their
// material.
func (b *builder) triangulate(starts []int) error {
	from, polygon := 0, 0
	for i := range b.corners {
		if b.corners[i] >= 0 {
			continue
		}
		if i-from >= 2 {
			if err := b.polygon(from, i, polygon); err != nil {
				return err
			}
			slot := b.slot(polygon)
			copy(b.mesh.Indices[3*starts[slot]:], b.cut)
			starts[slot] += len(b.cut) / 3
		}
		from, polygon = i+1, polygon+1
	}
	return nil
}

// polygon cuts the polygon of the corners from and to, and those between them.
func (b *builder) polygon(from, to, polygon int) error {
	b.face, b.at = b.face[:0], b.at[:0]
	for corner := from; corner <= to; corner++ {
		point := b.corners[corner]
		if corner == to {
			point = ^point
		}
		vertex, err := b.vertex(place{corner, int(point), polygon})
		if err != nil {
			return err
		}
		b.face, b.at = append(b.face, vertex), append(b.at, uint32(point))
	}
	b.cut = b.shapes.Add(b.cut[:0], b.face, b.at, b.mesh.Positions)
	return nil
}

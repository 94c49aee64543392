// Package ply reads PLY, as text or binary: meshes, strips and point clouds with what their
// vertices, faces or corners have, and clouds of gaussians.
//
// A header describes each record of the file, and whatever it does not name is passed
// over. It knows no other format.
package ply

import (
	"errors"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/polygon"
	"vitrine/internal/geometry/source"
)

// Read reads PLY (G. Turk, "The PLY Polygon File Format", 1994): text and
// both binary forms, with the properties that programs agreed on later. Clouds
// of gaussians go to their own reader.
func Read(in source.Input) (*geometry.Model, error) {
	header, err := readHeader(in)
	if err != nil {
		return nil, err
	}
	vertex := header.element("vertex")
	switch {
	case vertex == nil || vertex.count == 0:
		return nil, source.Refuse(source.NoContent, "the file holds no vertices")
	case vertex.has("f_dc_0", "scale_0", "opacity"):
		return readSplat(in, header)
	case header.element("chunk") != nil && vertex.has("packed_position"):
		// PlayCanvas' compressed form is not unpacked: its type is all that is known.
		return &geometry.Model{Type: geometry.TypeSplats,
			Counts: &geometry.Counts{Polygons: -1, Triangles: -1, Vertices: -1, Certainty: geometry.Declared}}, nil
	case !vertex.has("x", "y", "z"):
		return nil, source.Refuse(source.Malformed, "the vertices have no x, y and z")
	}
	r := &reader{header: header, source: newValueSource(in, header), vertex: vertex}
	if err := r.read(); err != nil {
		return nil, err
	}
	m := &geometry.Model{Meshes: []geometry.Mesh{r.mesh()}}
	m.Place(0)
	r.addMaterials(in, m)
	return m, nil
}

type reader struct {
	header *header
	source valueSource
	vertex *element

	positions, normals, uvs []float32
	colors                  []uint8

	corners  polygon.Corners // where faces have values of their own: u, v and colour
	plan     facePlan
	indices  []uint32
	groups   []geometry.Group
	polygons int64

	list, place, strip []float64 // at hand: vertices and texture coordinates of a face
	face, at           []uint32  // its vertices, and their positions
	shapes             polygon.Cutter
}

func (r *reader) read() error {
	r.planFaces()
	seen := map[string]bool{}
	for i := range r.header.elements {
		e := &r.header.elements[i]
		read := r.skip
		first := !seen[e.name] // of two tables of one name the first is meant
		seen[e.name] = true
		switch {
		case len(e.properties) == 0 || e.count == 0:
			continue
		case !first:
		case e.name == "vertex":
			read = r.readVertices
		case e.name == "face":
			read = r.readFaces
		case e.name == "tristrips":
			read = r.readStrips
		}
		done, err := read(e)
		if errors.Is(err, errEnd) {
			return source.Refuse(source.Truncated, "the file ends after %d of %d records of %s", done, e.count, source.Shorten(e.name))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// skip reads over the records of an element that says nothing of the shape.
func (r *reader) skip(e *element) (done int64, err error) {
	if len(e.properties) == 0 {
		return e.count, nil // records of no bytes, however many
	}
	for done = range e.count {
		if err := r.source.begin(); err != nil {
			return done, err
		}
		for _, p := range e.properties {
			n := int64(1)
			if p.list {
				if n, err = r.length(p); err != nil {
					return done, err
				}
			}
			if err := r.source.skip(p.kind, n); err != nil {
				return done, err
			}
		}
	}
	return e.count, nil
}

// length reads the length of a list and holds it against the bytes left.
func (r *reader) length(p property) (int64, error) {
	v, err := r.source.number(p.countKind)
	if err != nil {
		return 0, err
	}
	if !(v >= 0) || v != math.Trunc(v) {
		return 0, source.Refuse(source.Malformed, "a list of %s has the length %v", source.Shorten(p.name), v)
	}
	if v > float64(r.source.room(p.kind)) {
		return 0, errEnd
	}
	return int64(v), nil
}

// mesh puts together what was read.
func (r *reader) mesh() geometry.Mesh {
	mesh := geometry.Mesh{
		Positions: r.positions, Normals: r.normals, UVs: r.uvs, Colors: r.colors,
		Indices: r.indices, Polygons: r.polygons, Vertices: r.vertex.count, Points: r.polygons == 0,
	}
	if mesh.Points {
		return mesh
	}
	switch n := len(r.groups); {
	case n > 0:
		r.groups[n-1].End = len(r.indices) / 3
		mesh.Groups = r.groups
	case len(r.header.textures) > 0:
		mesh.Groups = []geometry.Group{{Material: 0, First: 0, End: len(r.indices) / 3}}
	}
	if r.plan.expand() {
		r.spread(&mesh)
		return mesh
	}
	mesh.DropUnused(false)
	return mesh
}

// spread gives each vertex of the table its values.
func (r *reader) spread(mesh *geometry.Mesh) {
	t := &r.corners
	mesh.Positions = t.Gather(r.positions, 3)
	if r.normals != nil {
		mesh.Normals = t.Gather(r.normals, 3)
	}
	switch {
	case r.plan.uvs >= 0:
		mesh.UVs = make([]float32, 0, 2*t.Len())
		for i := range t.Vertices {
			values := &t.Vertices[i].Values
			mesh.UVs = append(mesh.UVs, math.Float32frombits(values[0]), math.Float32frombits(values[1]))
		}
	case r.uvs != nil:
		mesh.UVs = t.Gather(r.uvs, 2)
	}
	if r.plan.colors == nil {
		return
	}
	mesh.Colors = make([]uint8, 0, 4*t.Len())
	for i := range t.Len() {
		c := t.Value(i, 2)
		mesh.Colors = append(mesh.Colors, uint8(c), uint8(c>>8), uint8(c>>16), uint8(c>>24))
	}
}

// addMaterials makes one of each picture that the header names.
func (r *reader) addMaterials(in source.Input, m *geometry.Model) {
	for _, name := range r.header.textures {
		m.Materials = append(m.Materials, geometry.Material{
			Name: name, Color: [4]float32{1, 1, 1, 1}, Roughness: 1, DoubleSided: true, Texture: m.TextureBeside(in, name), Textured: true,
		})
	}
}

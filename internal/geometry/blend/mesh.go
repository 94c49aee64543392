package blend

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// position and face are the fewest bytes of a vertex and of a face in
// any version: three numbers, and where the face begins.
const (
	position = 12
	face     = 4
)

// model sums the meshes. Each is counted as often as it is stored.
func (f *document) model() (*geometry.Model, error) {
	m := &geometry.Model{
		Materials: make([]geometry.Material, min(f.materials, source.MaxNodes)), Rigged: f.armatures > 0, Animated: f.actions > 0,
		UpAxis: "z", Thumbnail: f.thumbnail, Counts: &geometry.Counts{Triangles: -1, Certainty: geometry.Verified},
	}
	for i := range f.meshes {
		mesh := &f.meshes[i]
		polygons, vertices, err := f.counts(mesh)
		if err != nil {
			return nil, err
		}
		m.Counts.Polygons += polygons
		m.Counts.Vertices += vertices
		if !f.confirms(mesh, polygons, vertices) {
			m.Counts.Certainty = geometry.Declared
		}
	}
	if m.Counts.Polygons > f.data/face || m.Counts.Vertices > f.data/position {
		return nil, source.Refuse(source.Truncated, "the file declares %d faces and %d vertices but has tables of only %d bytes",
			m.Counts.Polygons, m.Counts.Vertices, f.data)
	}
	if m.Counts.Polygons == 0 {
		m.Type = geometry.TypeOther
	}
	if len(m.Materials) > 0 {
		m.Materials[0].Textured, m.Materials[0].PBR = f.textured(), f.pbr
	}
	return m, nil
}

// counts reads how many faces and vertices a mesh has. Before 2.63 faces had
// three or four corners and another name.
func (f *document) counts(m *mesh) (polygons, vertices int64, err error) {
	if f.dna.name(m.kind) != "Mesh" {
		return 0, 0, source.Refuse(source.Malformed, "a mesh is described as %q", source.Shorten(f.dna.name(m.kind)))
	}
	if int64(len(m.data)) < min(f.dna.size(m.kind), maxHead) {
		return 0, 0, source.Refuse(source.Malformed, "a mesh has %d bytes of %d", len(m.data), f.dna.size(m.kind))
	}
	polygons, faces := f.first(m, "totpoly", "faces_num")
	if polygons == 0 {
		old, known := f.first(m, "totface")
		polygons, faces = old, faces || known
	}
	vertices, known := f.first(m, "totvert", "verts_num")
	if !faces || !known || polygons < 0 || vertices < 0 {
		return 0, 0, source.Refuse(source.Malformed, "a mesh does not say how many faces and vertices it has")
	}
	return polygons, vertices, nil
}

// first is the field of a mesh by any of its names.
func (f *document) first(m *mesh, names ...string) (int64, bool) {
	for _, name := range names {
		if n, ok := f.dna.integer(m.structure, name); ok {
			return n, true
		}
	}
	return 0, false
}

// confirms reports whether the mesh has tables of just as many faces and vertices:
// of structures in older versions; since 3.5 of bare positions, and since 3.6 of
// where each face begins and the last ends.
func (f *document) confirms(m *mesh, polygons, vertices int64) bool {
	faces, points := polygons == 0, vertices == 0
	for a := range m.arrays {
		name := f.dna.name(a.kind)
		whole := name != "" && f.dna.size(a.kind) > 0 && a.size/f.dna.size(a.kind) >= a.count
		switch {
		case name == "MPoly" || name == "MFace":
			faces = faces || whole && a.count == polygons
		case name == "MVert":
			points = points || whole && a.count == vertices
		default:
			faces = faces || a.size == face*(polygons+1)
			points = points || a.size == position*vertices
		}
	}
	return faces && points
}

// The sources of Blender's images that are not pictures but what is drawn
// (DNA_image_types.h).
const (
	viewer = 5 // of source
	render = 4 // of type
	nodes  = 5
)

// textured reports whether there is an image beside those of the renderer.
func (f *document) textured() bool {
	for _, image := range f.images {
		source, _ := f.dna.integer(image, "source")
		kind, _ := f.dna.integer(image, "type")
		if source != viewer && kind != render && kind != nodes {
			return true
		}
	}
	return false
}

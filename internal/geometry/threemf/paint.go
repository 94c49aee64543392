package threemf

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// mesh makes a mesh of an object.
func (p *part) mesh(o *object) (geometry.Mesh, error) {
	triangles := len(o.indices) / 3
	mesh := geometry.Mesh{
		Name: o.name, Positions: o.positions, Indices: o.indices,
		Polygons: int64(triangles), Vertices: int64(len(o.positions) / 3), Points: triangles == 0,
	}
	split := false
	for i := range triangles {
		property := o.look(i)
		g := p.groups[property.group]
		if g != nil {
			for _, at := range property.at {
				if int64(at) >= int64(g.size) {
					return geometry.Mesh{}, source.Refuse(source.Malformed,
						"a triangle of object %d of %s names property %d of group %d, which has %d", o.id, p.name, at, property.group, g.size)
				}
			}
			g.used = true
			split = split || !g.plain()
		}
		groupTriangle(&mesh, i, g.materialOf(property))
	}
	if len(mesh.Groups) == 1 && mesh.Groups[0].Material < 0 {
		mesh.Groups = nil
	}
	if split {
		p.split(&mesh, o)
	}
	return mesh, nil
}

// look is the property of a triangle.
func (o *object) look(triangle int) property {
	if o.paint == nil {
		return o.property
	}
	return o.paint[triangle]
}

// plain reports whether all corners of a triangle look the same.
func (g *group) plain() bool { return g.colors == nil && g.uvs == nil }

// materialOf is the material of a triangle; -1 is none.
func (g *group) materialOf(p property) int {
	switch {
	case g == nil:
		return -1
	case g.base:
		return g.material + int(p.at[0])
	}
	return g.material
}

// groupTriangle adds a triangle to the run of its material.
func groupTriangle(mesh *geometry.Mesh, triangle, material int) {
	last := len(mesh.Groups) - 1
	if last < 0 || mesh.Groups[last].Material != material {
		mesh.Groups = append(mesh.Groups, geometry.Group{Material: material, First: triangle, End: triangle + 1})
		return
	}
	mesh.Groups[last].End++
}

// split makes a vertex of each combination of one with a colour or a place in a
// picture.
func (p *part) split(mesh *geometry.Mesh, o *object) {
	table := geometry.NewVertexTable(len(mesh.Positions) / 3)
	for i := range mesh.Indices {
		property := o.look(i / 3)
		key := [3]uint32{mesh.Indices[i], 0, 0}
		if g := p.groups[property.group]; g != nil && !g.plain() {
			key[1], key[2] = property.group, property.at[i%3]
		}
		mesh.Indices[i] = table.Number(key)
	}
	positions := make([]float32, 0, 3*len(table.Keys))
	for _, key := range table.Keys {
		positions = append(positions, mesh.Positions[3*key[0]:3*key[0]+3]...)
	}
	mesh.Positions = positions
	colored, textured := false, false
	for _, key := range table.Keys {
		if g := p.groups[key[1]]; g != nil {
			colored, textured = colored || g.colors != nil, textured || g.uvs != nil
		}
	}
	if colored {
		mesh.Colors = p.colors(table.Keys)
	}
	if textured {
		mesh.UVs = p.uvs(table.Keys)
	}
}

// colors are those of vertices; one that has none is white.
func (p *part) colors(keys [][3]uint32) []uint8 {
	colors := make([]uint8, 0, 4*len(keys))
	for _, key := range keys {
		color := [4]uint8{255, 255, 255, 255}
		if g := p.groups[key[1]]; g != nil && g.colors != nil {
			color = g.colors[key[2]]
		}
		colors = append(colors, color[:]...)
	}
	return colors
}

func (p *part) uvs(keys [][3]uint32) []float32 {
	uvs := make([]float32, 0, 2*len(keys))
	for _, key := range keys {
		uv := []float32{0, 0}
		if g := p.groups[key[1]]; g != nil && g.uvs != nil {
			uv = g.uvs[2*key[2] : 2*key[2]+2]
		}
		uvs = append(uvs, uv...)
	}
	return uvs
}

package threeds

import (
	"encoding/binary"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// parts are what a mesh is made of. Each face is four numbers: three
// vertices, and flags.
type parts struct {
	points []float32
	uvs    []float32
	faces  []byte
	groups []group
	local  [16]float64
}

// group is the faces of a material.
type group struct {
	material int
	faces    []byte
}

// readObject reads the mesh of an object, which may be a light or a camera too.
func (r *reader) readObject(body []byte) error {
	name, rest, err := name(body)
	if err != nil {
		return err
	}
	return each(rest, func(id uint16, body []byte) error {
		if id != chunkMesh {
			return nil
		}
		parts, err := r.parts(body)
		if err != nil || len(parts.points) == 0 {
			return err
		}
		mesh, err := parts.mesh(name)
		if err != nil {
			return err
		}
		r.vertices, r.triangles = r.vertices+len(mesh.Positions)/3, r.triangles+len(mesh.Indices)/3
		if len(r.model.Meshes) >= source.MaxNodes || r.vertices > source.MaxVertices || r.triangles > source.MaxTriangles {
			return source.Refuse(source.Limit, "the file has more than %d meshes, %d vertices or %d triangles", source.MaxNodes,
				source.MaxVertices, source.MaxTriangles)
		}
		r.model.Meshes = append(r.model.Meshes, mesh)
		r.locals = append(r.locals, parts.local)
		return nil
	})
}

func (r *reader) parts(body []byte) (p parts, err error) {
	p.local = geometry.Identity
	err = each(body, func(id uint16, body []byte) error {
		switch id {
		case chunkVertices:
			list, _, err := list("vertices", body, 12)
			p.points = floats(list)
			return err
		case chunkUVs:
			list, _, err := list("texture coordinates", body, 8)
			p.uvs = floats(list)
			return err
		case chunkFaces:
			list, rest, err := list("faces", body, 8)
			if err != nil {
				return err
			}
			p.faces, p.groups = list, nil
			return r.faceGroups(rest, &p)
		case chunkMatrix:
			p.takeMatrix(body)
		}
		return nil
	})
	return p, err
}

// faceGroups reads which faces have which material.
func (r *reader) faceGroups(data []byte, p *parts) error {
	return each(data, func(id uint16, body []byte) error {
		if id != chunkFaceGroup {
			return nil
		}
		name, rest, err := name(body)
		if err != nil {
			return err
		}
		list, _, err := list("faces of a material", rest, 2)
		if err != nil {
			return err
		}
		if material, ok := r.materials[name]; ok && len(list) > 0 {
			p.groups = append(p.groups, group{material, list})
		}
		return nil
	})
}

// takeMatrix reads three axes and an origin.
func (p *parts) takeMatrix(body []byte) {
	if len(body) < 48 {
		return
	}
	// Four columns of three numbers: the fourth row of each is not written and stays that of the identity.
	for i, v := range floats(body[:48]) {
		p.local[i/3*4+i%3] = float64(v)
	}
}

func (p *parts) mesh(name string) (geometry.Mesh, error) {
	n, count := len(p.points)/3, len(p.faces)/8
	mesh := geometry.Mesh{Name: name, Positions: p.points, Vertices: int64(n), Polygons: int64(count), Points: count == 0}
	if !source.Finite(p.points) {
		return mesh, source.ErrNoNumber
	}
	if len(p.uvs) > 0 {
		mesh.UVs = make([]float32, 2*n)
		copy(mesh.UVs, p.uvs)
		for i, v := range mesh.UVs {
			if v-v != 0 {
				mesh.UVs[i] = 0
			}
		}
	}
	mesh.Indices = make([]uint32, 3*count)
	return mesh, p.triangles(&mesh)
}

// triangles puts the faces in order of their materials.
func (p *parts) triangles(mesh *geometry.Mesh) error {
	count := len(p.faces) / 8
	materials, order, err := p.order(count)
	if err != nil {
		return err
	}
	for at, face := range order {
		record := p.faces[8*face:]
		for k := range 3 {
			index := uint32(binary.LittleEndian.Uint16(record[2*k:]))
			if int64(index) >= mesh.Vertices {
				return source.Refuse(source.Malformed, "a face has vertex %d, of %d", index, mesh.Vertices)
			}
			mesh.Indices[3*at+k] = index
		}
		material := materials[face]
		if last := len(mesh.Groups) - 1; last >= 0 && mesh.Groups[last].Material == material {
			mesh.Groups[last].End = at + 1
		} else {
			mesh.Groups = append(mesh.Groups, geometry.Group{Material: material, First: at, End: at + 1})
		}
	}
	return nil
}

// order returns the material of each face, and the faces in the order of the
// materials. The first group that names a face has it.
func (p *parts) order(count int) (materials, order []int, err error) {
	materials = make([]int, count)
	taken := make([]bool, count)
	groups := map[int][]int{}
	var used []int
	for _, group := range p.groups {
		for at := 0; at < len(group.faces); at += 2 {
			face := int(binary.LittleEndian.Uint16(group.faces[at:]))
			if face >= count {
				return nil, nil, source.Refuse(source.Malformed, "a material is for face %d, of %d", face, count)
			}
			if taken[face] {
				continue
			}
			taken[face], materials[face] = true, group.material
			if groups[group.material] == nil {
				used = append(used, group.material)
			}
			groups[group.material] = append(groups[group.material], face)
		}
	}
	for _, material := range used {
		order = append(order, groups[material]...)
	}
	for face := range count {
		if !taken[face] {
			materials[face] = -1
			order = append(order, face)
		}
	}
	return materials, order, nil
}

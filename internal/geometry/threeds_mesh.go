package geometry

import "encoding/binary"

// tdsParts are what a mesh is made of. Each face is four numbers: three
// vertices, and flags.
type tdsParts struct {
	points []float32
	uvs    []float32
	faces  []byte
	groups []tdsGroup
	local  [16]float64
}

// tdsGroup is the faces of a material.
type tdsGroup struct {
	material int
	faces    []byte
}

// readObject reads the mesh of an object, which may be a light or a camera too.
func (r *tdsReader) readObject(body []byte) error {
	name, rest, err := tdsName(body)
	if err != nil {
		return err
	}
	return tdsEach(rest, func(id uint16, body []byte) error {
		if id != tdsMesh {
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
		if len(r.model.Meshes) >= maxNodes || r.vertices > maxVertices || r.triangles > maxTriangles {
			return refuse(codeLimit, "the file has more than %d meshes, %d vertices or %d triangles", maxNodes, maxVertices, maxTriangles)
		}
		r.model.Meshes = append(r.model.Meshes, mesh)
		r.locals = append(r.locals, parts.local)
		return nil
	})
}

func (r *tdsReader) parts(body []byte) (parts tdsParts, err error) {
	parts.local = identity
	err = tdsEach(body, func(id uint16, body []byte) error {
		switch id {
		case tdsVertices:
			list, _, err := tdsList("vertices", body, 12)
			parts.points = tdsFloats(list)
			return err
		case tdsUVs:
			list, _, err := tdsList("texture coordinates", body, 8)
			parts.uvs = tdsFloats(list)
			return err
		case tdsFaces:
			list, rest, err := tdsList("faces", body, 8)
			if err != nil {
				return err
			}
			parts.faces, parts.groups = list, nil
			return r.faceGroups(rest, &parts)
		case tdsMatrix:
			parts.takeMatrix(body)
		}
		return nil
	})
	return parts, err
}

// faceGroups reads which faces have which material.
func (r *tdsReader) faceGroups(data []byte, parts *tdsParts) error {
	return tdsEach(data, func(id uint16, body []byte) error {
		if id != tdsFaceGroup {
			return nil
		}
		name, rest, err := tdsName(body)
		if err != nil {
			return err
		}
		list, _, err := tdsList("faces of a material", rest, 2)
		if err != nil {
			return err
		}
		if material, ok := r.materials[name]; ok && len(list) > 0 {
			parts.groups = append(parts.groups, tdsGroup{material, list})
		}
		return nil
	})
}

// takeMatrix reads three axes and an origin.
func (parts *tdsParts) takeMatrix(body []byte) {
	if len(body) < 48 {
		return
	}
	for i, v := range tdsFloats(body[:48]) {
		parts.local[i/3*4+i%3] = float64(v)
	}
}

func (parts *tdsParts) mesh(name string) (Mesh, error) {
	n, count := len(parts.points)/3, len(parts.faces)/8
	mesh := Mesh{Name: name, Positions: parts.points, Vertices: int64(n), Polygons: int64(count), Points: count == 0}
	if !finite(parts.points) {
		return mesh, errNoNumber
	}
	if len(parts.uvs) > 0 {
		mesh.UVs = make([]float32, 2*n)
		copy(mesh.UVs, parts.uvs)
		for i, v := range mesh.UVs {
			if v-v != 0 {
				mesh.UVs[i] = 0
			}
		}
	}
	mesh.Indices = make([]uint32, 3*count)
	return mesh, parts.triangles(&mesh)
}

// triangles puts the faces in order of their materials.
func (parts *tdsParts) triangles(mesh *Mesh) error {
	count := len(parts.faces) / 8
	materials, order, err := parts.order(count)
	if err != nil {
		return err
	}
	for at, face := range order {
		record := parts.faces[8*face:]
		for k := range 3 {
			index := uint32(binary.LittleEndian.Uint16(record[2*k:]))
			if int64(index) >= mesh.Vertices {
				return refuse(codeMalformed, "a face has vertex %d, of %d", index, mesh.Vertices)
			}
			mesh.Indices[3*at+k] = index
		}
		material := materials[face]
		if last := len(mesh.Groups) - 1; last >= 0 && mesh.Groups[last].Material == material {
			mesh.Groups[last].End = at + 1
		} else {
			mesh.Groups = append(mesh.Groups, Group{material, at, at + 1})
		}
	}
	return nil
}

// order gives the material of each face, and the faces in the order of the
// materials. The first group that names a face has it.
func (parts *tdsParts) order(count int) (materials, order []int, err error) {
	materials = make([]int, count)
	taken := make([]bool, count)
	groups := map[int][]int{}
	var used []int
	for _, group := range parts.groups {
		for at := 0; at < len(group.faces); at += 2 {
			face := int(binary.LittleEndian.Uint16(group.faces[at:]))
			if face >= count {
				return nil, nil, refuse(codeMalformed, "a material is for face %d, of %d", face, count)
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

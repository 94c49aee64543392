package gltf

import (
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// vertices are the vertices of a mesh, or a part of them.
type vertices struct {
	positions, normals, uvs []float32
	colors                  []uint8
}

// readMeshes reads what was planned.
func (r *reader) readMeshes() error {
	r.shared = map[vertexKey]vertices{}
	for i := range r.meshes {
		mesh, err := r.readMesh(&r.meshes[i])
		if err != nil {
			return err
		}
		r.model.Meshes = append(r.model.Meshes, mesh)
	}
	return nil
}

// readMesh joins the primitives of a mesh, so that it is welded as a whole.
func (r *reader) readMesh(plan *meshPlan) (geometry.Mesh, error) {
	mesh := geometry.Mesh{Name: plan.name, Polygons: plan.triangles, Vertices: plan.vertices, Points: plan.triangles == 0, Copy: plan.copied}
	vertices, bases, err := r.joinVertices(plan)
	if err != nil {
		return mesh, err
	}
	mesh.Positions, mesh.Normals, mesh.UVs, mesh.Colors = vertices.positions, vertices.normals, vertices.uvs, vertices.colors
	mesh.Indices = make([]uint32, 3*plan.triangles)
	first := 0
	for i := range plan.parts {
		part := &plan.parts[i]
		if part.triangles == 0 {
			continue
		}
		end := first + int(part.triangles)
		if err := r.readTriangles(part, mesh.Indices[3*first:3*end], bases[part.vertexKey]); err != nil {
			return mesh, err
		}
		if last := len(mesh.Groups) - 1; last >= 0 && mesh.Groups[last].Material == part.material {
			mesh.Groups[last].End = end
		} else {
			mesh.Groups = append(mesh.Groups, geometry.Group{Material: part.material, First: first, End: end})
		}
		first = end
	}
	if first > 0 && r.isShared(bases) {
		mesh.DropUnused(true)
	}
	return mesh, nil
}

// isShared reports whether other meshes have the same vertices too: each may use a
// part of them only.
func (r *reader) isShared(bases map[vertexKey]uint32) bool {
	for key := range bases {
		if r.users[key.positions] > 1 {
			return true
		}
	}
	return false
}

// joinVertices reads the vertices of all primitives, and says where those of
// each begin. Meshes with the same vertices share their memory.
func (r *reader) joinVertices(plan *meshPlan) (all vertices, bases map[vertexKey]uint32, err error) {
	bases = map[vertexKey]uint32{}
	normals, uvs, colors := true, false, false
	for i := range plan.parts {
		key := plan.parts[i].vertexKey
		bases[key] = 0
		// A mesh has normals everywhere or nowhere: beside parts that have some, one without would stay
		// faceted. Missing coordinates and colours have a plain meaning, zero and white.
		normals = normals && key.normals > 0
		uvs, colors = uvs || key.uvs > 0, colors || key.colors > 0
	}
	key := plan.parts[0].vertexKey
	alone := len(bases) == 1
	if known, ok := r.shared[key]; ok && alone {
		return known, bases, nil
	}
	all.positions = make([]float32, 3*plan.loaded)
	if normals {
		all.normals = make([]float32, 3*plan.loaded)
	}
	if uvs {
		all.uvs = make([]float32, 2*plan.loaded)
	}
	if colors {
		all.colors = make([]uint8, 4*plan.loaded)
	}
	base, done := 0, map[vertexKey]bool{}
	for i := range plan.parts {
		key := plan.parts[i].vertexKey
		if done[key] {
			continue
		}
		done[key], bases[key] = true, uint32(base)
		n := int(r.doc.Accessors[key.positions-1].Count)
		if err := r.readVertices(key, all.slice(base, base+n)); err != nil {
			return all, bases, err
		}
		base += n
	}
	if alone {
		r.shared[key] = all
	}
	return all, bases, nil
}

func (v vertices) slice(from, to int) vertices {
	part := vertices{positions: v.positions[3*from : 3*to]}
	if v.normals != nil {
		part.normals = v.normals[3*from : 3*to]
	}
	if v.uvs != nil {
		part.uvs = v.uvs[2*from : 2*to]
	}
	if v.colors != nil {
		part.colors = v.colors[4*from : 4*to]
	}
	return part
}

func (r *reader) readVertices(key vertexKey, to vertices) error {
	if err := r.readFloats(key.positions, to.positions, 3); err != nil {
		return err
	}
	if to.normals != nil {
		if err := r.readFloats(key.normals, to.normals, 3); err != nil {
			return err
		}
	}
	if err := r.addTargets(key.morph, to); err != nil {
		return err
	}
	if !source.Finite(to.positions) {
		return source.ErrNoNumber
	}
	mend(to.normals)
	if to.uvs != nil && key.uvs > 0 {
		if err := r.readFloats(key.uvs, to.uvs, 2); err != nil {
			return err
		}
		mend(to.uvs)
		// In glTF v grows downwards from the top of a picture; in a Mesh it grows upwards.
		for i := 1; i < len(to.uvs); i += 2 {
			to.uvs[i] = 1 - to.uvs[i]
		}
	}
	if to.colors != nil {
		return r.readColors(key.colors, to.colors)
	}
	return nil
}

// mend makes zero of what is no number: exporters write such normals for
// faces without area.
func mend(values []float32) {
	for i, v := range values {
		if v-v != 0 {
			values[i] = 0
		}
	}
}

func (r *reader) readFloats(link ref, to []float32, width int) error {
	a := &r.doc.Accessors[link-1]
	var room []byte
	if a.ComponentType == componentFloat32 {
		room = source.Memory(to)
	}
	return r.load(a, room, func(rows []byte, stride, first, n int) {
		if rows != nil {
			floats(to[first*width:(first+n)*width], rows, stride, width, a)
		}
	})
}

// readColors makes sRGB of the linear colours (section 3.7.2.1). Vertices
// without one are white.
func (r *reader) readColors(link ref, to []uint8) error {
	if link == 0 {
		for i := range to {
			to[i] = 255
		}
		return nil
	}
	if r.encode == nil {
		r.encode = newSRGBTable()
	}
	a := &r.doc.Accessors[link-1]
	width := a.components()
	values := make([]float32, 0, 4096)
	return r.load(a, nil, func(rows []byte, stride, first, n int) {
		for n > 0 {
			some := min(n, cap(values)/width)
			values = values[:some*width]
			floats(values, rows, stride, width, a)
			for i := range some {
				color := to[4*(first+i) : 4*(first+i)+4]
				color[3] = 255
				for k, v := range values[i*width : (i+1)*width] {
					color[k] = r.color(k, v)
				}
			}
			n, first = n-some, first+some
			if n > 0 {
				rows = rows[some*stride:]
			}
		}
	})
}

// color encodes a part of a colour; the fourth, alpha, stays linear.
func (r *reader) color(part int, v float32) uint8 {
	if !(v > 0) {
		return 0
	}
	v = min(v, 1)
	if part == 3 {
		return uint8(v*255 + 0.5)
	}
	return r.encode[int(v*float32(len(r.encode)-1)+0.5)]
}

// newSRGBTable encodes linear values (IEC 61966-2-1).
func newSRGBTable() *[4096]uint8 {
	var table [4096]uint8
	for i := range table {
		v := float64(i) / float64(len(table)-1)
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		table[i] = uint8(v*255 + 0.5)
	}
	return &table
}

// readTriangles reads the corners of a primitive's triangles.
func (r *reader) readTriangles(p *part, to []uint32, base uint32) error {
	corners := to
	if p.mode != triangles {
		corners = make([]uint32, p.corners)
	}
	if err := r.readCorners(p, corners, base); err != nil {
		return err
	}
	switch p.mode {
	case strip:
		for i := range int(p.triangles) {
			// Every other triangle is turned, so that all face one side.
			odd := i % 2
			to[3*i], to[3*i+1], to[3*i+2] = corners[i], corners[i+1+odd], corners[i+2-odd]
		}
	case fan:
		for i := range int(p.triangles) {
			to[3*i], to[3*i+1], to[3*i+2] = corners[i+1], corners[i+2], corners[0]
		}
	}
	return nil
}

// readCorners reads indices, as many as there is room for, and checks them.
func (r *reader) readCorners(p *part, to []uint32, base uint32) error {
	if p.indices == 0 {
		for i := range to {
			to[i] = base + uint32(i)
		}
		return nil
	}
	a := &r.doc.Accessors[p.indices-1]
	if a.BufferView == 0 {
		for i := range to {
			to[i] = base
		}
	}
	var room []byte
	if a.ComponentType == componentUint32 {
		room = source.Memory(to)
	}
	largest := uint32(0)
	err := r.load(a, room, func(rows []byte, stride, first, n int) {
		// One or two corners behind the last whole triangle have no room, and are no fault.
		if n = min(n, len(to)-first); n > 0 {
			largest = max(largest, wholes(to[first:first+n], rows, stride, a.ComponentType.componentSize(), base))
		}
	})
	if count := r.doc.Accessors[p.positions-1].Count; err == nil && integer(largest) >= count {
		return source.Refuse(source.Malformed, "a face refers to vertex %d, of only %d", largest, count)
	}
	return err
}

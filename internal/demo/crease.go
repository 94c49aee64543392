package demo

import "math"

// creased gives the normals of every face's corners: faces that meet at a
// vertex share a normal unless they lie at more than 38 degrees to each other.
func (m *Mesh) creased() [][3]Vec {
	const crease = 0.788 // cos 38°
	weighted, flat := make([]Vec, len(m.Faces)), make([]Vec, len(m.Faces))
	for i, f := range m.Faces {
		a, b, c := m.Points[f.V[0]], m.Points[f.V[1]], m.Points[f.V[2]]
		weighted[i] = b.sub(a).cross(c.sub(a))
		flat[i] = weighted[i].unit()
	}
	start, around := m.facesAround()
	normals := make([][3]Vec, len(m.Faces))
	for i, f := range m.Faces {
		for k, v := range f.V {
			var sum Vec
			for _, other := range around[start[v]:start[v+1]] {
				if flat[i].dot(flat[other]) > crease {
					sum = sum.add(weighted[other])
				}
			}
			if normals[i][k] = sum.unit(); sum == (Vec{}) {
				normals[i][k] = flat[i]
			}
		}
	}
	return normals
}

// facesAround lists the faces at each vertex v as around[start[v]:start[v+1]].
func (m *Mesh) facesAround() (start, around []int32) {
	start = make([]int32, len(m.Points)+1)
	for _, f := range m.Faces {
		for _, v := range f.V {
			start[v+1]++
		}
	}
	for v := range m.Points {
		start[v+1] += start[v]
	}
	around = make([]int32, 3*len(m.Faces))
	next := append([]int32{}, start...)
	for i, f := range m.Faces {
		for _, v := range f.V {
			around[next[v]] = int32(i)
			next[v]++
		}
	}
	return start, around
}

// primitive is what the formats for graphics cards want: one material, and a
// vertex for every combination of position, normal and texture coordinate.
type primitive struct {
	material  int
	positions [][3]float32
	normals   [][3]float32
	uvs       [][2]float32 // none where the material has no texture
	indices   []uint32
}

type corner struct {
	point  uint32
	normal [3]int16
	uv     Pt
}

// primitives splits a mesh by material.
func (m *Mesh) primitives() []primitive {
	normals := m.creased()
	split := make([]primitive, len(m.Materials))
	seen := make([]map[corner]uint32, len(m.Materials))
	for i := range split {
		split[i].material, seen[i] = i, map[corner]uint32{}
	}
	for i, f := range m.Faces {
		p := &split[f.Material]
		textured := m.Materials[f.Material].Texture != nil
		for k, v := range f.V {
			c := corner{point: v, normal: quantized(normals[i][k])}
			if textured {
				c.uv = f.UV[k]
			}
			index, known := seen[f.Material][c]
			if !known {
				index = uint32(len(p.positions))
				seen[f.Material][c] = index
				p.add(m.Points[v], normals[i][k], c.uv, textured)
			}
			p.indices = append(p.indices, index)
		}
	}
	used := split[:0]
	for _, p := range split {
		if len(p.indices) > 0 {
			used = append(used, p)
		}
	}
	return used
}

func (p *primitive) add(point, normal Vec, uv Pt, textured bool) {
	p.positions = append(p.positions, yUp(point))
	p.normals = append(p.normals, yUp(normal))
	if textured {
		p.uvs = append(p.uvs, [2]float32{float32(uv[0]), float32(1 - uv[1])})
	}
}

func quantized(n Vec) [3]int16 {
	return [3]int16{int16(math.Round(n.x * 2000)), int16(math.Round(n.y * 2000)), int16(math.Round(n.z * 2000))}
}

// yUp turns our Z-up into the Y-up of glTF and OBJ.
func yUp(p Vec) [3]float32 {
	return [3]float32{float32(p.x), float32(p.z), float32(-p.y)}
}

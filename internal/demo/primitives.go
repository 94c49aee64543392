package demo

import (
	"math"

	"vitrine/internal/demo/sculpt"
	"vitrine/internal/meshfile"
)

// corner is what makes a vertex of a GLB: a combination of position, normal and
// texture coordinate.
type corner struct {
	point  uint32
	normal [3]int16
	uv     sculpt.Pt
}

// primitives splits a mesh by material, whose index in the mesh comes with each.
func primitives(m *sculpt.Mesh) (split []meshfile.Primitive, materials []int) {
	normals := m.Normals()
	all := make([]meshfile.Primitive, len(m.Materials))
	seen := make([]map[corner]uint32, len(m.Materials))
	for i := range seen {
		seen[i] = map[corner]uint32{}
	}
	for i, f := range m.Faces {
		p := &all[f.Material]
		textured := m.Materials[f.Material].Texture != nil
		for k, v := range f.V {
			c := corner{point: v, normal: quantized(normals[i][k])}
			if textured {
				c.uv = f.UV[k]
			}
			index, known := seen[f.Material][c]
			if !known {
				index = uint32(len(p.Positions))
				seen[f.Material][c] = index
				addVertex(p, m.Points[v], normals[i][k])
				if textured {
					p.UVs = append(p.UVs, [2]float32{float32(c.uv[0]), float32(1 - c.uv[1])})
				}
			}
			p.Indices = append(p.Indices, index)
		}
	}
	for i, p := range all {
		if len(p.Indices) > 0 {
			split, materials = append(split, p), append(materials, i)
		}
	}
	return split, materials
}

func addVertex(p *meshfile.Primitive, point, normal sculpt.Vec) {
	p.Positions = append(p.Positions, yUp(point))
	p.Normals = append(p.Normals, yUp(normal))
}

func quantized(n sculpt.Vec) [3]int16 {
	return [3]int16{int16(math.Round(n.X * 2000)), int16(math.Round(n.Y * 2000)), int16(math.Round(n.Z * 2000))}
}

// yUp turns our Z-up into the Y-up of glTF and OBJ.
func yUp(p sculpt.Vec) [3]float32 {
	return [3]float32{float32(p.X), float32(p.Z), float32(-p.Y)}
}

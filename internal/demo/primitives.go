package demo

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

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
	uv     sculpt.Pt
}

// primitives splits a mesh by material.
func primitives(m *sculpt.Mesh) []primitive {
	normals := m.Normals()
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

func (p *primitive) add(point, normal sculpt.Vec, uv sculpt.Pt, textured bool) {
	p.positions = append(p.positions, yUp(point))
	p.normals = append(p.normals, yUp(normal))
	if textured {
		p.uvs = append(p.uvs, [2]float32{float32(uv[0]), float32(1 - uv[1])})
	}
}

func quantized(n sculpt.Vec) [3]int16 {
	return [3]int16{int16(math.Round(n.X * 2000)), int16(math.Round(n.Y * 2000)), int16(math.Round(n.Z * 2000))}
}

// yUp turns our Z-up into the Y-up of glTF and OBJ.
func yUp(p sculpt.Vec) [3]float32 {
	return [3]float32{float32(p.X), float32(p.Z), float32(-p.Y)}
}

package demo

import (
	"io"
	"math"

	"vitrine/internal/demo/sculpt"
	"vitrine/internal/meshfile"
)

// writeOBJ writes the parts as Wavefront OBJ, Y-up, with normals, materials
// from the named library and, where there are textures, their coordinates.
func writeOBJ(w io.Writer, parts []sculpt.Part, library string) error {
	o := &objWriter{OBJ: meshfile.NewOBJ(w, 5), normals: map[[3]int16]int{}, uvs: map[sculpt.Pt]int{}}
	o.Comment("metres, Y up")
	o.Library(library)
	for _, p := range parts {
		o.part(p)
	}
	return o.Flush()
}

// objWriter writes each normal and each texture coordinate once.
type objWriter struct {
	*meshfile.OBJ
	points  int
	normals map[[3]int16]int // number in the file, from 1
	uvs     map[sculpt.Pt]int
}

func (o *objWriter) part(p sculpt.Part) {
	o.Object(p.Name)
	for _, v := range p.Mesh.Points {
		y := yUp(v)
		o.Vertex(float64(y[0]), float64(y[1]), float64(y[2]))
	}
	normals := p.Mesh.Normals()
	for id, material := range p.Mesh.Materials {
		o.Material(material.Name)
		for i, f := range p.Mesh.Faces {
			if int(f.Material) == id {
				o.face(f, normals[i], material.Texture != nil)
			}
		}
	}
	o.points += len(p.Mesh.Points)
}

func (o *objWriter) face(f sculpt.Face, normals [3]sculpt.Vec, textured bool) {
	var corners [3]meshfile.Corner
	for k, v := range f.V {
		corners[k] = meshfile.Corner{Vertex: o.points + int(v) + 1, Normal: o.normal(normals[k])}
		if textured {
			corners[k].UV = o.uv(f.UV[k])
		}
	}
	o.Face(corners[:]...)
}

func (o *objWriter) normal(n sculpt.Vec) int {
	key := quantized(n)
	if _, known := o.normals[key]; !known {
		o.normals[key] = len(o.normals) + 1
		y := yUp(n)
		o.Normal(float64(y[0]), float64(y[1]), float64(y[2]))
	}
	return o.normals[key]
}

func (o *objWriter) uv(p sculpt.Pt) int {
	if _, known := o.uvs[p]; !known {
		o.uvs[p] = len(o.uvs) + 1
		o.UV(p[0], p[1])
	}
	return o.uvs[p]
}

// writeMTL writes the material library of the parts, with the metallic and
// roughness values that newer readers know.
func writeMTL(w io.Writer, parts []sculpt.Part) error {
	var paints []meshfile.Paint
	written := map[string]bool{}
	for _, p := range parts {
		for _, m := range p.Mesh.Materials {
			if written[m.Name] {
				continue
			}
			written[m.Name] = true
			paints = append(paints, meshfile.Paint{
				Name: m.Name, Diffuse: m.Color, Specular: [3]float64{specular(m, 0), specular(m, 1), specular(m, 2)},
				Emissive: m.Color.Blend(sculpt.Color{}, 1-m.Glow), Shininess: 2 + 500*math.Pow(1-m.Roughness, 3),
				Metallic: m.Metallic, Roughness: m.Roughness,
			})
		}
	}
	return meshfile.WriteMTL(w, paints)
}

func specular(m sculpt.Material, k int) float64 { return 0.04 + (m.Color[k]-0.04)*m.Metallic }

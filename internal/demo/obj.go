package demo

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"vitrine/internal/demo/sculpt"
)

// writeOBJ writes the parts as Wavefront OBJ, Y-up, with normals, materials
// from the named library and, where there are textures, their coordinates.
func writeOBJ(w io.Writer, parts []sculpt.Part, library string) error {
	o := &objWriter{normals: map[[3]int16]int{}, uvs: map[sculpt.Pt]int{}}
	o.data = append(o.data, "# metres, Y up\nmtllib "+library+"\n"...)
	for _, p := range parts {
		o.part(p)
	}
	_, err := w.Write(o.data)
	return err
}

type objWriter struct {
	data    []byte
	points  int
	normals map[[3]int16]int // number in the file, from 1
	uvs     map[sculpt.Pt]int
}

func (o *objWriter) part(p sculpt.Part) {
	o.data = append(o.data, "o "+p.Name+"\n"...)
	for _, v := range p.Mesh.Points {
		y := yUp(v)
		o.line("v", float64(y[0]), float64(y[1]), float64(y[2]))
	}
	normals := p.Mesh.Normals()
	for id, material := range p.Mesh.Materials {
		o.data = append(o.data, "usemtl "+objName(material.Name)+"\n"...)
		for i, f := range p.Mesh.Faces {
			if int(f.Material) == id {
				o.face(f, normals[i], material.Texture != nil)
			}
		}
	}
	o.points += len(p.Mesh.Points)
}

func (o *objWriter) face(f sculpt.Face, normals [3]sculpt.Vec, textured bool) {
	var text, normal [3]int
	for k := range 3 {
		normal[k] = o.normal(normals[k])
		if textured {
			text[k] = o.uv(f.UV[k])
		}
	}
	o.data = append(o.data, 'f')
	for k, v := range f.V {
		o.data = strconv.AppendInt(append(o.data, ' '), int64(o.points+int(v)+1), 10)
		o.data = append(o.data, '/')
		if textured {
			o.data = strconv.AppendInt(o.data, int64(text[k]), 10)
		}
		o.data = strconv.AppendInt(append(o.data, '/'), int64(normal[k]), 10)
	}
	o.data = append(o.data, '\n')
}

func (o *objWriter) normal(n sculpt.Vec) int {
	key := quantized(n)
	if _, known := o.normals[key]; !known {
		o.normals[key] = len(o.normals) + 1
		y := yUp(n)
		o.line("vn", float64(y[0]), float64(y[1]), float64(y[2]))
	}
	return o.normals[key]
}

func (o *objWriter) uv(p sculpt.Pt) int {
	if _, known := o.uvs[p]; !known {
		o.uvs[p] = len(o.uvs) + 1
		o.line("vt", p[0], p[1])
	}
	return o.uvs[p]
}

func (o *objWriter) line(key string, values ...float64) {
	o.data = append(o.data, key...)
	for _, x := range values {
		o.data = append(o.data, ' ')
		o.data = strconv.AppendFloat(o.data, math.Round(x*1e5)/1e5, 'f', -1, 32)
	}
	o.data = append(o.data, '\n')
}

// objName is a material's name without spaces, which MTL can't hold.
func objName(name string) string { return strings.ReplaceAll(name, " ", "_") }

// writeMTL writes the material library of the parts, with the metallic and
// roughness values that newer readers know.
func writeMTL(w io.Writer, parts []sculpt.Part) error {
	var text strings.Builder
	written := map[string]bool{}
	for _, p := range parts {
		for _, m := range p.Mesh.Materials {
			if written[m.Name] {
				continue
			}
			written[m.Name] = true
			c, glow := m.Color, m.Color.Blend(sculpt.Color{}, 1-m.Glow)
			fmt.Fprintf(&text, "newmtl %s\nKd %.4f %.4f %.4f\nKs %.4f %.4f %.4f\nKe %.4f %.4f %.4f\nNs %.1f\nPm %.3f\nPr %.3f\nd 1\nillum 2\n\n",
				objName(m.Name), c[0], c[1], c[2], specular(m, 0), specular(m, 1), specular(m, 2),
				glow[0], glow[1], glow[2], 2+500*math.Pow(1-m.Roughness, 3), m.Metallic, m.Roughness)
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func specular(m sculpt.Material, k int) float64 { return 0.04 + (m.Color[k]-0.04)*m.Metallic }

package demo

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image/jpeg"
	"io"
	"math"

	"vitrine/internal/demo/sculpt"
)

// writeGLB writes the parts as binary glTF 2.0: a node and a mesh for each, a
// primitive for each material, and an animation where a part spins.
func writeGLB(w io.Writer, parts []sculpt.Part) error {
	g := &glbWriter{materials: map[string]int{}}
	g.doc.Asset.Version, g.doc.Asset.Generator = "2.0", "vitrine demo"
	g.doc.Scenes = []gltfScene{{}}
	for _, p := range parts {
		if err := g.part(p); err != nil {
			return err
		}
	}
	g.doc.Buffers = []gltfBuffer{{len(g.bin)}}
	text, err := json.Marshal(g.doc)
	if err != nil {
		return fmt.Errorf("encode glTF: %w", err)
	}
	_, err = w.Write(glbFile(padded(text, ' '), padded(g.bin, 0)))
	return err
}

// glbFile puts the two chunks into the container of section 4 of the glTF 2.0
// specification.
func glbFile(text, bin []byte) []byte {
	file := append([]byte("glTF"), 2, 0, 0, 0)
	file = binary.LittleEndian.AppendUint32(file, uint32(12+8+len(text)+8+len(bin)))
	file = binary.LittleEndian.AppendUint32(file, uint32(len(text)))
	file = append(append(file, "JSON"...), text...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(bin)))
	return append(append(file, "BIN\x00"...), bin...)
}

func padded(data []byte, with byte) []byte {
	for len(data)%4 != 0 {
		data = append(data, with)
	}
	return data
}

type glbWriter struct {
	doc       gltfDocument
	bin       []byte
	materials map[string]int
}

const (
	gltfFloat        = 5126
	gltfUint         = 5125
	gltfVertices     = 34962
	gltfIndices      = 34963
	gltfLinearFilter = 9729
	gltfMipmaps      = 9987
)

func (g *glbWriter) part(p sculpt.Part) error {
	mesh, node := gltfMesh{Name: p.Name}, gltfNode{Name: p.Name, Mesh: len(g.doc.Meshes)}
	var pivot [3]float32
	if p.Spin != nil {
		pivot = yUp(p.Spin.Pivot)
		node.Translation = pivot[:]
		g.spin(len(g.doc.Nodes), p.Spin)
	}
	for _, prim := range primitives(p.Mesh) {
		material, err := g.material(p.Mesh.Materials[prim.material])
		if err != nil {
			return err
		}
		for i := range prim.positions {
			for k := range pivot {
				prim.positions[i][k] -= pivot[k]
			}
		}
		attributes := map[string]int{
			"POSITION": g.vectors(prim.positions, true),
			"NORMAL":   g.vectors(prim.normals, false),
		}
		if prim.uvs != nil {
			attributes["TEXCOORD_0"] = g.pairs(prim.uvs)
		}
		mesh.Primitives = append(mesh.Primitives, gltfPrimitive{attributes, g.indices(prim.indices), material})
	}
	g.doc.Scenes[0].Nodes = append(g.doc.Scenes[0].Nodes, len(g.doc.Nodes))
	g.doc.Nodes = append(g.doc.Nodes, node)
	g.doc.Meshes = append(g.doc.Meshes, mesh)
	return nil
}

func (g *glbWriter) material(m sculpt.Material) (int, error) {
	if id, known := g.materials[m.Name]; known {
		return id, nil
	}
	out := gltfMaterial{Name: m.Name}
	c := m.Color.Linear()
	out.PBR.Metallic, out.PBR.Roughness = round(m.Metallic), round(m.Roughness)
	out.PBR.BaseColor = []float64{round(c[0]), round(c[1]), round(c[2]), 1}
	if m.Texture != nil {
		texture, err := g.texture(m.Texture)
		if err != nil {
			return 0, err
		}
		out.PBR.BaseColor, out.PBR.Texture = []float64{1, 1, 1, 1}, &gltfTextureRef{texture}
	}
	if m.Glow > 0 {
		out.Emissive = []float64{round(m.Glow * c[0]), round(m.Glow * c[1]), round(m.Glow * c[2])}
	}
	g.materials[m.Name] = len(g.doc.Materials)
	g.doc.Materials = append(g.doc.Materials, out)
	return g.materials[m.Name], nil
}

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func (g *glbWriter) texture(t *sculpt.Texture) (int, error) {
	var data bytes.Buffer
	if err := jpeg.Encode(&data, t.Image, &jpeg.Options{Quality: 90}); err != nil {
		return 0, fmt.Errorf("encode texture: %w", err)
	}
	g.doc.Samplers = []gltfSampler{{gltfLinearFilter, gltfMipmaps}}
	g.doc.Textures = append(g.doc.Textures, gltfTexture{Sampler: 0, Source: len(g.doc.Images)})
	g.doc.Images = append(g.doc.Images, gltfImage{g.view(data.Bytes(), 0), "image/jpeg"})
	return len(g.doc.Textures) - 1, nil
}

// spin adds a full turn in four steps, each short enough for slerp to take the
// right way round.
func (g *glbWriter) spin(node int, s *sculpt.Spin) {
	axis := yUp(s.Axis)
	var times, turns []byte
	for i := range 5 {
		quarter := float64(i) / 4
		sin, cos := math.Sincos(math.Pi * quarter)
		times = appendFloats(times, float32(quarter*s.Seconds))
		turns = appendFloats(turns, axis[0]*float32(sin), axis[1]*float32(sin), axis[2]*float32(sin), float32(cos))
	}
	input := g.accessor(gltfAccessor{g.view(times, 0), gltfFloat, 5, "SCALAR", []float32{0}, []float32{float32(s.Seconds)}})
	output := g.accessor(gltfAccessor{g.view(turns, 0), gltfFloat, 5, "VEC4", nil, nil})
	if len(g.doc.Animations) == 0 {
		g.doc.Animations = []gltfAnimation{{Name: "turn"}}
	}
	a := &g.doc.Animations[0]
	a.Channels = append(a.Channels, gltfChannel{len(a.Samplers), gltfTarget{node, "rotation"}})
	a.Samplers = append(a.Samplers, gltfAnimationSampler{input, output, "LINEAR"})
}

func (g *glbWriter) vectors(list [][3]float32, bounds bool) int {
	a := gltfAccessor{ComponentType: gltfFloat, Count: len(list), Type: "VEC3"}
	data := make([]byte, 0, 12*len(list))
	low, high := list[0], list[0]
	for _, v := range list {
		data = appendFloats(data, v[:]...)
		for k := range v {
			low[k], high[k] = min(low[k], v[k]), max(high[k], v[k])
		}
	}
	if bounds {
		a.Min, a.Max = low[:], high[:]
	}
	a.BufferView = g.view(data, gltfVertices)
	return g.accessor(a)
}

func (g *glbWriter) pairs(list [][2]float32) int {
	data := make([]byte, 0, 8*len(list))
	for _, v := range list {
		data = appendFloats(data, v[:]...)
	}
	return g.accessor(gltfAccessor{g.view(data, gltfVertices), gltfFloat, len(list), "VEC2", nil, nil})
}

func (g *glbWriter) indices(list []uint32) int {
	data := make([]byte, 0, 4*len(list))
	for _, i := range list {
		data = binary.LittleEndian.AppendUint32(data, i)
	}
	return g.accessor(gltfAccessor{g.view(data, gltfIndices), gltfUint, len(list), "SCALAR", nil, nil})
}

func (g *glbWriter) accessor(a gltfAccessor) int {
	g.doc.Accessors = append(g.doc.Accessors, a)
	return len(g.doc.Accessors) - 1
}

func (g *glbWriter) view(data []byte, target int) int {
	g.bin = padded(g.bin, 0)
	g.doc.BufferViews = append(g.doc.BufferViews, gltfView{0, len(g.bin), len(data), target})
	g.bin = append(g.bin, data...)
	return len(g.doc.BufferViews) - 1
}

func appendFloats(data []byte, values ...float32) []byte {
	for _, x := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return data
}

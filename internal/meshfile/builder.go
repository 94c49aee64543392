package meshfile

import (
	"encoding/binary"
	"math"
)

// builder collects the document and its data.
type builder struct {
	doc       document
	bin       []byte
	materials map[*Material]int
}

// The numbers that glTF gives types, uses and filters.
const (
	typeFloat    = 5126
	typeUint     = 5125
	useVertices  = 34962
	useIndices   = 34963
	filterLinear = 9729
	filterMipmap = 9987
)

func (b *builder) object(o Object) {
	m, n := mesh{Name: o.Name}, node{Name: o.Name, Mesh: len(b.doc.Meshes)}
	var pivot [3]float32
	if o.Spin != nil {
		pivot = o.Spin.Pivot
		n.Translation = pivot[:]
		b.spin(len(b.doc.Nodes), o.Spin)
	}
	for _, p := range o.Primitives {
		m.Primitives = append(m.Primitives, b.primitive(p, pivot))
	}
	b.doc.Scenes[0].Nodes = append(b.doc.Scenes[0].Nodes, len(b.doc.Nodes))
	b.doc.Nodes = append(b.doc.Nodes, n)
	b.doc.Meshes = append(b.doc.Meshes, m)
}

func (b *builder) primitive(p Primitive, pivot [3]float32) primitive {
	made := primitive{Material: b.material(p.Material)}
	made.Attributes = map[string]int{"POSITION": b.positions(p.Positions, pivot)}
	if p.Normals != nil {
		made.Attributes["NORMAL"] = b.attribute("VEC3", len(p.Normals), flat(p.Normals))
	}
	if p.UVs != nil {
		data := make([]byte, 0, 8*len(p.UVs))
		for _, v := range p.UVs {
			data = appendFloats(data, v[:]...)
		}
		made.Attributes["TEXCOORD_0"] = b.attribute("VEC2", len(p.UVs), data)
	}
	data := make([]byte, 0, 4*len(p.Indices))
	for _, i := range p.Indices {
		data = binary.LittleEndian.AppendUint32(data, i)
	}
	made.Indices = b.accessor(accessor{BufferView: b.view(data, useIndices), ComponentType: typeUint, Count: len(p.Indices), Type: "SCALAR"})
	return made
}

// positions are moved so that the pivot is their origin.
func (b *builder) positions(list [][3]float32, pivot [3]float32) int {
	moved := make([][3]float32, len(list))
	low, high := [3]float32{}, [3]float32{}
	for i, v := range list {
		for k := range v {
			v[k] -= pivot[k]
			if i == 0 {
				low[k], high[k] = v[k], v[k]
			}
			low[k], high[k] = min(low[k], v[k]), max(high[k], v[k])
		}
		moved[i] = v
	}
	id := b.attribute("VEC3", len(moved), flat(moved))
	// Of positions glTF demands both (section 3.7.2.1).
	b.doc.Accessors[id].Min, b.doc.Accessors[id].Max = low[:], high[:]
	return id
}

func (b *builder) attribute(kind string, count int, data []byte) int {
	return b.accessor(accessor{BufferView: b.view(data, useVertices), ComponentType: typeFloat, Count: count, Type: kind})
}

func (b *builder) material(m *Material) *int {
	if m == nil {
		return nil
	}
	id, known := b.materials[m]
	if !known {
		out := material{Name: m.Name}
		out.PBR.Metallic, out.PBR.Roughness = round(m.Metallic), round(m.Roughness)
		out.PBR.BaseColor = []float64{round(m.Color[0]), round(m.Color[1]), round(m.Color[2]), 1}
		if m.Texture != nil {
			out.PBR.Texture = &textureInfo{b.texture(m.Texture)}
		}
		if e := m.Emissive; e != ([3]float64{}) {
			out.Emissive = []float64{round(e[0]), round(e[1]), round(e[2])}
		}
		id = len(b.doc.Materials)
		b.materials[m] = id
		b.doc.Materials = append(b.doc.Materials, out)
	}
	return &id
}

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func (b *builder) texture(data []byte) int {
	b.doc.Samplers = []sampler{{filterLinear, filterMipmap}}
	b.doc.Textures = append(b.doc.Textures, texture{Sampler: 0, Source: len(b.doc.Images)})
	b.doc.Images = append(b.doc.Images, image{b.view(data, 0), "image/jpeg"})
	return len(b.doc.Textures) - 1
}

// spin adds a full turn in four steps, each short enough for slerp to take the
// right way round.
func (b *builder) spin(node int, s *Spin) {
	var times, turns []byte
	for i := range 5 {
		quarter := float64(i) / 4
		// A quaternion has the sine and the cosine of half the angle.
		sin, cos := math.Sincos(math.Pi * quarter)
		times = appendFloats(times, float32(quarter*s.Seconds))
		turns = appendFloats(turns, s.Axis[0]*float32(sin), s.Axis[1]*float32(sin), s.Axis[2]*float32(sin), float32(cos))
	}
	input := b.accessor(accessor{b.view(times, 0), typeFloat, 5, "SCALAR", []float32{0}, []float32{float32(s.Seconds)}})
	output := b.accessor(accessor{b.view(turns, 0), typeFloat, 5, "VEC4", nil, nil})
	if len(b.doc.Animations) == 0 {
		b.doc.Animations = []animation{{Name: "turn"}}
	}
	a := &b.doc.Animations[0]
	a.Channels = append(a.Channels, channel{len(a.Samplers), target{node, "rotation"}})
	a.Samplers = append(a.Samplers, animationSampler{input, output, "LINEAR"})
}

func (b *builder) accessor(a accessor) int {
	b.doc.Accessors = append(b.doc.Accessors, a)
	return len(b.doc.Accessors) - 1
}

func (b *builder) view(data []byte, use int) int {
	b.bin = padded(b.bin, 0)
	b.doc.BufferViews = append(b.doc.BufferViews, view{0, len(b.bin), len(data), use})
	b.bin = append(b.bin, data...)
	return len(b.doc.BufferViews) - 1
}

func flat(list [][3]float32) []byte {
	data := make([]byte, 0, 12*len(list))
	for _, v := range list {
		data = appendFloats(data, v[:]...)
	}
	return data
}

func appendFloats(data []byte, values ...float32) []byte {
	for _, x := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return data
}

package preview

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"slices"

	"vitrine/internal/meshfile"
)

// The numbers of glTF 2.0 (Khronos, "glTF 2.0 Specification", sections 3.6 and
// 5.1).
const (
	typeByte   = 5120
	typeUByte  = 5121
	typeUShort = 5123
	typeUInt   = 5125
	typeFloat  = 5126

	targetVertices = 34962
	targetIndices  = 34963

	modePoints = 0
)

// The extensions that allow small integers in attributes, and materials that are
// seen in their own colour, whatever the light.
const (
	quantized = "KHR_mesh_quantization"
	unlit     = "KHR_materials_unlit"
)

// document is a GLB in the making: one mesh at one node, or on the nodes of a motion.
type document struct {
	Asset      asset        `json:"asset"`
	Used       []string     `json:"extensionsUsed"`
	Required   []string     `json:"extensionsRequired"`
	Scene      int          `json:"scene"`
	Scenes     []nodeScene  `json:"scenes"`
	Nodes      []node       `json:"nodes"`
	Meshes     []meshes     `json:"meshes"`
	Materials  []material   `json:"materials,omitempty"`
	Textures   []source     `json:"textures,omitempty"`
	Samplers   []sampler    `json:"samplers,omitempty"`
	Images     []image      `json:"images,omitempty"`
	Skins      []skin       `json:"skins,omitempty"`
	Animations []animation  `json:"animations,omitempty"`
	Accessors  []accessor   `json:"accessors"`
	Views      []bufferView `json:"bufferViews"`
	Buffers    []buffer     `json:"buffers"`
	bin        []byte
	pictures   map[textureKey]int // the images by what was asked; -1: it can't be shown
	materialOf map[look]int
}

type (
	asset struct {
		Version string `json:"version"`
	}
	nodeScene struct {
		Nodes []int `json:"nodes"`
	}
	node struct {
		Mesh        *int         `json:"mesh,omitempty"`
		Skin        *int         `json:"skin,omitempty"`
		Children    []int        `json:"children,omitempty"`
		Matrix      *[16]float64 `json:"matrix,omitempty"`
		Translation *[3]float64  `json:"translation,omitempty"`
		Rotation    *[4]float64  `json:"rotation,omitempty"`
		Scale       *[3]float64  `json:"scale,omitempty"`
	}
	meshes struct {
		Primitives []primitive `json:"primitives"`
	}
	primitive struct {
		Attributes map[string]int `json:"attributes"`
		Indices    *int           `json:"indices,omitempty"`
		Material   int            `json:"material"`
		Mode       *int           `json:"mode,omitempty"`
	}
	material struct {
		PBR         metallicRoughness `json:"pbrMetallicRoughness"`
		Emissive    *[3]float32       `json:"emissiveFactor,omitempty"`
		AlphaMode   string            `json:"alphaMode,omitempty"`
		AlphaCutoff *float32          `json:"alphaCutoff,omitempty"`
		DoubleSided bool              `json:"doubleSided,omitempty"`
		Extensions  *extensions       `json:"extensions,omitempty"`
	}
	extensions struct {
		Unlit struct{} `json:"KHR_materials_unlit"`
	}
	metallicRoughness struct {
		Color     [4]float32   `json:"baseColorFactor"`
		Texture   *textureInfo `json:"baseColorTexture,omitempty"`
		Metallic  float32      `json:"metallicFactor"`
		Roughness float32      `json:"roughnessFactor"`
	}
	textureInfo struct {
		Index int `json:"index"`
	}
	source struct {
		Source  int  `json:"source"`
		Sampler *int `json:"sampler,omitempty"`
	}
	sampler struct {
		S int `json:"wrapS,omitempty"`
		T int `json:"wrapT,omitempty"`
	}
	image struct {
		View int    `json:"bufferView"`
		Type string `json:"mimeType"`
	}
	accessor struct {
		View       int       `json:"bufferView"`
		Component  int       `json:"componentType"`
		Normalized bool      `json:"normalized,omitempty"`
		Count      int       `json:"count"`
		Type       string    `json:"type"`
		Min        []float64 `json:"min,omitempty"`
		Max        []float64 `json:"max,omitempty"`
	}
	bufferView struct {
		Buffer int `json:"buffer"`
		Offset int `json:"byteOffset"`
		Length int `json:"byteLength"`
		Stride int `json:"byteStride,omitempty"`
		Target int `json:"target,omitempty"`
	}
	buffer struct {
		Length int `json:"byteLength"`
	}
)

func newDocument() *document {
	return &document{
		Asset: asset{Version: "2.0"}, Used: []string{quantized}, Required: []string{quantized},
		Scenes: []nodeScene{{Nodes: []int{nodeRoot}}}, Nodes: []node{{Mesh: new(int)}}, Meshes: []meshes{{}},
		pictures: map[textureKey]int{}, materialOf: map[look]int{},
	}
}

// view adds bytes that begin at a multiple of four, and gives their number.
func (d *document) view(data []byte, stride, target int) int {
	d.Views = append(d.Views, bufferView{Offset: len(d.bin), Length: len(data), Stride: stride, Target: target})
	d.bin = append(d.bin, data...)
	d.bin = append(d.bin, make([]byte, -len(d.bin)&3)...)
	return len(d.Views) - 1
}

// attribute adds an attribute of vertices.
func (d *document) attribute(data []byte, stride int, a accessor) int {
	a.View = d.view(data, stride, targetVertices)
	d.Accessors = append(d.Accessors, a)
	return len(d.Accessors) - 1
}

// indices adds the corners of triangles, in two bytes each where these can name
// all vertices: the last number is not one.
func (d *document) indices(corners []uint32, vertices int) *int {
	a := accessor{Component: typeUShort, Count: len(corners), Type: "SCALAR"}
	var data []byte
	if vertices < 1<<16 {
		for _, v := range corners {
			data = binary.LittleEndian.AppendUint16(data, uint16(v))
		}
	} else {
		a.Component = typeUInt
		for _, v := range corners {
			data = binary.LittleEndian.AppendUint32(data, v)
		}
	}
	a.View = d.view(data, 0, targetIndices)
	d.Accessors = append(d.Accessors, a)
	number := len(d.Accessors) - 1
	return &number
}

// material finds or adds the material of a look.
func (d *document) material(l look) int {
	if number, ok := d.materialOf[l]; ok {
		return number
	}
	m := material{
		PBR:       metallicRoughness{Color: l.color, Metallic: l.metallic, Roughness: l.roughness},
		AlphaMode: l.alphaMode, DoubleSided: l.twoSided,
	}
	if l.emissive != [3]float32{} {
		m.Emissive = &l.emissive
	}
	if l.alphaMode == "MASK" {
		m.AlphaCutoff = &l.cutoff
	}
	if l.unlit {
		m.Extensions = &extensions{}
		if !slices.Contains(d.Used, unlit) {
			d.Used = append(d.Used, unlit)
		}
	}
	if l.texture != nil {
		m.PBR.Texture = &textureInfo{d.texture(d.pictures[l.textureKey()], l.wrap)}
	}
	d.Materials = append(d.Materials, m)
	d.materialOf[l] = len(d.Materials) - 1
	return len(d.Materials) - 1
}

// write writes the file: the JSON and the bytes.
func (d *document) write(w io.Writer) error {
	if len(d.Meshes[0].Primitives) == 0 {
		return ErrNothing
	}
	d.Buffers = []buffer{{len(d.bin)}}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if _, err := w.Write(meshfile.GLBHead(text, len(d.bin))); err != nil {
		return err
	}
	_, err = w.Write(d.bin)
	return err
}

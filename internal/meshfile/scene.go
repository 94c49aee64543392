package meshfile

import (
	"encoding/json"
	"fmt"
	"io"
)

// Scene is what a GLB shows: objects beside each other, Y up, in metres.
type Scene struct {
	Generator string // the program that made it, or ""
	Objects   []Object
}

// Object is a node with a mesh of its own.
type Object struct {
	Name       string
	Primitives []Primitive
	Spin       *Spin // nil where it stands still
}

// Primitive is triangles of one material, counter-clockwise from outside.
type Primitive struct {
	Material  *Material // nil for the default; primitives may share one
	Positions [][3]float32
	Normals   [][3]float32 // one a position, or none
	UVs       [][2]float32 // one a position, or none; v grows downwards
	Indices   []uint32     // three a triangle
}

// Material is in the terms of glTF's metallic-roughness model. Colours are linear;
// all numbers are rounded to four decimals.
type Material struct {
	Name      string
	Color     [3]float64
	Metallic  float64
	Roughness float64
	Emissive  [3]float64
	Texture   []byte // a JPEG that Color is multiplied with, or nil
}

// Spin is a steady turn about an axis of length 1, for ever.
type Spin struct {
	Pivot, Axis [3]float32
	Seconds     float64 // of a turn
}

// Write writes the scene as binary glTF 2.0: a node and a mesh for each object, and
// an animation of all spins.
func (s Scene) Write(w io.Writer) error {
	b := &builder{materials: map[*Material]int{}}
	b.doc.Asset.Version, b.doc.Asset.Generator = "2.0", s.Generator
	b.doc.Scenes = []scene{{}}
	for _, o := range s.Objects {
		b.object(o)
	}
	b.doc.Buffers = []buffer{{len(b.bin)}}
	text, err := json.Marshal(b.doc)
	if err != nil {
		return fmt.Errorf("encode glTF: %w", err)
	}
	b.bin = padded(b.bin, 0)
	if _, err := w.Write(GLBHead(text, len(b.bin))); err != nil {
		return err
	}
	_, err = w.Write(b.bin)
	return err
}

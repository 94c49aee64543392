// Package fbxtest writes FBX files for tests and benchmarks. No program imports it.
package fbxtest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"

	"vitrine/internal/geometry/geometrytest"
)

// Rec is a record of an FBX file, with its properties and the records in it.
type Rec struct {
	name  string
	props []any
	kids  []Rec
}

// Node is a record with properties.
func Node(name string, props ...any) Rec { return Rec{name: name, props: props} }

// With returns the record with more records in it.
func (r Rec) With(kids ...Rec) Rec {
	r.kids = append(append([]Rec(nil), r.kids...), kids...)
	return r
}

// Packed is an array that is written compressed.
type Packed struct{ Array any }

// Of writes a binary FBX file.
func Of(version uint32, records ...Rec) string {
	w := writer{wide: version >= 7500}
	w.data = binary.LittleEndian.AppendUint32([]byte("Kaydara FBX Binary  \x00\x1a\x00"), version)
	for _, r := range records {
		w.write(r)
	}
	w.null()
	return string(append(w.data, "a footer, which nobody reads"...))
}

type writer struct {
	wide bool
	data []byte
}

func (w *writer) offset(at int, n int) {
	if w.wide {
		binary.LittleEndian.PutUint64(w.data[at:], uint64(n))
	} else {
		binary.LittleEndian.PutUint32(w.data[at:], uint32(n))
	}
}

func (w *writer) width() int {
	if w.wide {
		return 8
	}
	return 4
}

func (w *writer) null() { w.data = append(w.data, make([]byte, 3*w.width()+1)...) }

func (w *writer) write(r Rec) {
	head := len(w.data)
	w.data = append(w.data, make([]byte, 3*w.width())...)
	w.data = append(append(w.data, byte(len(r.name))), r.name...)
	first := len(w.data)
	for _, prop := range r.props {
		w.data = AppendProp(w.data, prop)
	}
	w.offset(head+w.width(), len(r.props))
	w.offset(head+2*w.width(), len(w.data)-first)
	for _, kid := range r.kids {
		w.write(kid)
	}
	if len(r.kids) > 0 {
		w.null()
	}
	w.offset(head, len(w.data))
}

// AppendProp writes a property by its Go type.
func AppendProp(data []byte, prop any) []byte {
	le := binary.LittleEndian
	switch v := prop.(type) {
	case bool:
		return append(data, 'C', 1)
	case int:
		return le.AppendUint64(append(data, 'L'), uint64(v))
	case int16:
		return le.AppendUint16(append(data, 'Y'), uint16(v))
	case int32:
		return le.AppendUint32(append(data, 'I'), uint32(v))
	case float32:
		return le.AppendUint32(append(data, 'F'), math.Float32bits(v))
	case float64:
		return le.AppendUint64(append(data, 'D'), math.Float64bits(v))
	case string:
		return append(le.AppendUint32(append(data, 'S'), uint32(len(v))), v...)
	case []byte:
		return append(le.AppendUint32(append(data, 'R'), uint32(len(v))), v...)
	case RawProp:
		return append(data, v...)
	case Packed:
		kind, n, raw := ArrayBytes(v.Array)
		var buffer bytes.Buffer
		z := zlib.NewWriter(&buffer)
		_, _ = z.Write(raw)
		_ = z.Close()
		return appendArray(data, kind, n, 1, buffer.Bytes())
	}
	kind, n, raw := ArrayBytes(prop)
	return appendArray(data, kind, n, 0, raw)
}

// RawProp is a property as bytes.
type RawProp []byte

func appendArray(data []byte, kind byte, n int, encoding uint32, raw []byte) []byte {
	data = binary.LittleEndian.AppendUint32(append(data, kind), uint32(n))
	data = binary.LittleEndian.AppendUint32(data, encoding)
	return append(binary.LittleEndian.AppendUint32(data, uint32(len(raw))), raw...)
}

// ArrayBytes returns an array as FBX writes it, with the letter of its kind.
func ArrayBytes(array any) (kind byte, n int, raw []byte) {
	raw, err := binary.Append(nil, binary.LittleEndian, array)
	if err != nil {
		panic(err)
	}
	switch array := array.(type) {
	case []float64:
		return 'd', len(array), raw
	case []float32:
		return 'f', len(array), raw
	case []int32:
		return 'i', len(array), raw
	case []int64:
		return 'l', len(array), raw
	case []int8:
		return 'c', len(array), raw
	}
	panic("no array")
}

// Prop is a named property, as version 7 writes it.
func Prop(name string, values ...any) Rec {
	return Node("P", append([]any{name, "", "", ""}, values...)...)
}

// Settings are the global settings of a file.
func Settings(list ...Rec) Rec {
	return Node("GlobalSettings").With(Node("Properties70").With(list...))
}

// Box is the box as six quads, each with the whole square as its texture
// coordinates.
func Box() (points []float64, corners []int32) {
	for _, c := range geometrytest.BoxCorners {
		points = append(points, float64(c[0]), float64(c[1]), float64(c[2]))
	}
	return points, []int32{0, 3, 2, ^1, 4, 5, 6, ^7, 0, 1, 5, ^4, 1, 2, 6, ^5, 2, 3, 7, ^6, 3, 0, 4, ^7}
}

var (
	UVs     = []float64{0, 0, 1, 0, 1, 1, 0, 1}
	UVIndex = []int32{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}
)

// UVLayer is a layer of texture coordinates.
func UVLayer(mapping, reference string, kids ...Rec) Rec {
	return Node("LayerElementUV", int32(0)).With(Node("MappingInformationType", mapping),
		Node("ReferenceInformationType", reference)).With(kids...)
}

// BoxGeometry is the box as a geometry object.
func BoxGeometry(id int, more ...Rec) Rec {
	points, corners := Box()
	return Node("Geometry", id, "box\x00\x01Geometry", "Mesh").With(Node("Vertices", Packed{points}),
		Node("PolygonVertexIndex", corners)).With(more...)
}

// Model is a model with named properties.
func Model(id int, list ...Rec) Rec {
	return Node("Model", id, "box\x00\x01Model", "Mesh").With(Node("Properties70").With(list...))
}

// Link connects a child with its parent, or with a property of it.
func Link(child, parent int, property ...any) Rec {
	if len(property) > 0 {
		return Node("C", "OP", child, parent, property[0])
	}
	return Node("C", "OO", child, parent)
}

// BoxScene is one model with the box, and more objects and links.
func BoxScene(version uint32, model Rec, objects []Rec, links []Rec, top ...Rec) string {
	all := append([]Rec{BoxGeometry(1, UVLayer("ByPolygonVertex", "IndexToDirect", Node("UV", UVs), Node("UVIndex", Packed{UVIndex}))),
		model}, objects...)
	links = append([]Rec{Link(1, 2), Link(2, 0)}, links...)
	return Of(version, append(top, Node("Objects").With(all...), Node("Connections").With(links...))...)
}

// OldBox is the box as version 6.1 writes it: no arrays, names for numbers, the
// mesh in its model.
func OldBox() string {
	points, corners := Box()
	spread := func(name string, numbers any) Rec {
		r := Rec{name: name}
		switch numbers := numbers.(type) {
		case []float64:
			for _, v := range numbers {
				r.props = append(r.props, v)
			}
		case []int32:
			for _, v := range numbers {
				r.props = append(r.props, v)
			}
		}
		return r
	}
	old := func(name string, values ...any) Rec {
		return Node("Property", append([]any{name, "", ""}, values...)...)
	}
	model := Node("Model", "box\x00\x01Model", "Mesh").With(
		Node("Properties60").With(old("Lcl Translation", 5.0, 0.0, 0.0)),
		spread("Vertices", points), spread("PolygonVertexIndex", corners),
		UVLayer("ByPolygonVertex", "IndexToDirect", spread("UV", UVs), spread("UVIndex", UVIndex)))
	objects := Node("Objects").With(model,
		Node("Material", "red\x00\x01Material", "").With(Node("ShadingModel", "phong")),
		Node("Texture", "skin\x00\x01Texture", "").With(Node("RelativeFilename", `..\maps\skin.png`)),
		Node("GlobalSettings").With(Node("Properties60").With(old("UpAxis", int32(2)), old("UnitScaleFactor", 100.0))))
	oo := func(child, parent string) Rec { return Node("Connect", "OO", child, parent) }
	take := Node("Take", "Take 001").With(Node("Model", "box\x00\x01Model").With(
		Node("Channel", "Transform").With(Node("Channel", "T").With(Node("Channel", "X").With(Node("KeyCount", int32(2)))))))
	return Of(6100, objects, Node("Connections").With(
		oo("box\x00\x01Model", "Scene\x00\x01Model"), oo("red\x00\x01Material", "box\x00\x01Model"),
		oo("skin\x00\x01Texture", "box\x00\x01Model")),
		Node("Takes").With(take))
}

// Skin is the box, bound by a cluster to a bone that stands 7 above it.
func Skin(cluster ...Rec) string {
	return BoxScene(7400, Model(2), []Rec{
		Node("Deformer", 9, "s\x00\x01Deformer", "Skin"), Node("Deformer", 10, "c\x00\x01SubDeformer", "Cluster").With(cluster...),
		Node("Model", 5, "hip\x00\x01Model", "LimbNode").With(Node("Properties70").With(Prop("Lcl Translation", 0.0, 0.0, 7.0))),
	}, []Rec{Link(9, 1), Link(10, 9), Link(5, 10), Link(5, 0)})
}

// Moved is the matrix that moves along z.
func Moved(z float64) []float64 { return []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1} }

package geometry_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"
)

// rec is a record of an FBX file, with its properties and the records in it.
type rec struct {
	name  string
	props []any
	kids  []rec
}

func node(name string, props ...any) rec { return rec{name: name, props: props} }

func (r rec) with(kids ...rec) rec {
	r.kids = append(append([]rec(nil), r.kids...), kids...)
	return r
}

// packed is an array that is written compressed.
type packed struct{ array any }

// fbxOf writes a binary FBX file.
func fbxOf(version uint32, records ...rec) string {
	w := fbxWriter{wide: version >= 7500}
	w.data = binary.LittleEndian.AppendUint32([]byte("Kaydara FBX Binary  \x00\x1a\x00"), version)
	for _, r := range records {
		w.write(r)
	}
	w.null()
	return string(append(w.data, "a footer, which nobody reads"...))
}

type fbxWriter struct {
	wide bool
	data []byte
}

func (w *fbxWriter) offset(at int, n int) {
	if w.wide {
		binary.LittleEndian.PutUint64(w.data[at:], uint64(n))
	} else {
		binary.LittleEndian.PutUint32(w.data[at:], uint32(n))
	}
}

func (w *fbxWriter) width() int {
	if w.wide {
		return 8
	}
	return 4
}

func (w *fbxWriter) null() { w.data = append(w.data, make([]byte, 3*w.width()+1)...) }

func (w *fbxWriter) write(r rec) {
	head := len(w.data)
	w.data = append(w.data, make([]byte, 3*w.width())...)
	w.data = append(append(w.data, byte(len(r.name))), r.name...)
	first := len(w.data)
	for _, prop := range r.props {
		w.data = appendProp(w.data, prop)
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

func appendProp(data []byte, prop any) []byte {
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
	case rawProp:
		return append(data, v...)
	case packed:
		kind, n, raw := arrayBytes(v.array)
		var buffer bytes.Buffer
		z := zlib.NewWriter(&buffer)
		_, _ = z.Write(raw)
		_ = z.Close()
		return appendArray(data, kind, n, 1, buffer.Bytes())
	}
	kind, n, raw := arrayBytes(prop)
	return appendArray(data, kind, n, 0, raw)
}

// rawProp is a property as bytes.
type rawProp []byte

func appendArray(data []byte, kind byte, n int, encoding uint32, raw []byte) []byte {
	data = binary.LittleEndian.AppendUint32(append(data, kind), uint32(n))
	data = binary.LittleEndian.AppendUint32(data, encoding)
	return append(binary.LittleEndian.AppendUint32(data, uint32(len(raw))), raw...)
}

func arrayBytes(array any) (kind byte, n int, raw []byte) {
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

// p is a named property, as version 7 writes it.
func p(name string, values ...any) rec {
	return node("P", append([]any{name, "", "", ""}, values...)...)
}

func settings(list ...rec) rec {
	return node("GlobalSettings").with(node("Properties70").with(list...))
}

// fbxBox is the box as six quads, each with the whole square as its texture
// coordinates.
func fbxBox() (points []float64, corners []int32) {
	for _, c := range boxCorners {
		points = append(points, float64(c[0]), float64(c[1]), float64(c[2]))
	}
	return points, []int32{0, 3, 2, ^1, 4, 5, 6, ^7, 0, 1, 5, ^4, 1, 2, 6, ^5, 2, 3, 7, ^6, 3, 0, 4, ^7}
}

var (
	fbxUVs     = []float64{0, 0, 1, 0, 1, 1, 0, 1}
	fbxUVIndex = []int32{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}
)

func uvLayer(mapping, reference string, kids ...rec) rec {
	return node("LayerElementUV", int32(0)).with(node("MappingInformationType", mapping), node("ReferenceInformationType", reference)).with(kids...)
}

// boxGeometry is the box as a geometry object.
func boxGeometry(id int, more ...rec) rec {
	points, corners := fbxBox()
	return node("Geometry", id, "box\x00\x01Geometry", "Mesh").with(node("Vertices", packed{points}), node("PolygonVertexIndex", corners)).with(more...)
}

func fbxModel(id int, list ...rec) rec {
	return node("Model", id, "box\x00\x01Model", "Mesh").with(node("Properties70").with(list...))
}

func link(child, parent int, property ...any) rec {
	if len(property) > 0 {
		return node("C", "OP", child, parent, property[0])
	}
	return node("C", "OO", child, parent)
}

// boxScene is one model with the box, and more objects and links.
func boxScene(version uint32, model rec, objects []rec, links []rec, top ...rec) string {
	all := append([]rec{boxGeometry(1, uvLayer("ByPolygonVertex", "IndexToDirect", node("UV", fbxUVs), node("UVIndex", packed{fbxUVIndex}))), model}, objects...)
	links = append([]rec{link(1, 2), link(2, 0)}, links...)
	return fbxOf(version, append(top, node("Objects").with(all...), node("Connections").with(links...))...)
}

// oldBox is the box as version 6.1 writes it: no arrays, names for numbers, the
// mesh in its model.
func oldBox() string {
	points, corners := fbxBox()
	spread := func(name string, numbers any) rec {
		r := rec{name: name}
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
	old := func(name string, values ...any) rec {
		return node("Property", append([]any{name, "", ""}, values...)...)
	}
	model := node("Model", "box\x00\x01Model", "Mesh").with(
		node("Properties60").with(old("Lcl Translation", 5.0, 0.0, 0.0)),
		spread("Vertices", points), spread("PolygonVertexIndex", corners),
		uvLayer("ByPolygonVertex", "IndexToDirect", spread("UV", fbxUVs), spread("UVIndex", fbxUVIndex)))
	objects := node("Objects").with(model,
		node("Material", "red\x00\x01Material", "").with(node("ShadingModel", "phong")),
		node("Texture", "skin\x00\x01Texture", "").with(node("RelativeFilename", `..\maps\skin.png`)),
		node("GlobalSettings").with(node("Properties60").with(old("UpAxis", int32(2)), old("UnitScaleFactor", 100.0))))
	oo := func(child, parent string) rec { return node("Connect", "OO", child, parent) }
	take := node("Take", "Take 001").with(node("Model", "box\x00\x01Model").with(
		node("Channel", "Transform").with(node("Channel", "T").with(node("Channel", "X").with(node("KeyCount", int32(2)))))))
	return fbxOf(6100, objects, node("Connections").with(
		oo("box\x00\x01Model", "Scene\x00\x01Model"), oo("red\x00\x01Material", "box\x00\x01Model"), oo("skin\x00\x01Texture", "box\x00\x01Model")),
		node("Takes").with(take))
}

package geometry_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"
)

// fbxRec is a record of an FBX file, with its properties and the records in it.
type fbxRec struct {
	name  string
	props []any
	kids  []fbxRec
}

func fbxNode(name string, props ...any) fbxRec { return fbxRec{name: name, props: props} }

func (r fbxRec) with(kids ...fbxRec) fbxRec {
	r.kids = append(append([]fbxRec(nil), r.kids...), kids...)
	return r
}

// fbxPacked is an array that is written compressed.
type fbxPacked struct{ array any }

// fbxOf writes a binary FBX file.
func fbxOf(version uint32, records ...fbxRec) string {
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

func (w *fbxWriter) write(r fbxRec) {
	head := len(w.data)
	w.data = append(w.data, make([]byte, 3*w.width())...)
	w.data = append(append(w.data, byte(len(r.name))), r.name...)
	first := len(w.data)
	for _, prop := range r.props {
		w.data = fbxAppendProp(w.data, prop)
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

func fbxAppendProp(data []byte, prop any) []byte {
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
	case fbxRawProp:
		return append(data, v...)
	case fbxPacked:
		kind, n, raw := fbxArrayBytes(v.array)
		var buffer bytes.Buffer
		z := zlib.NewWriter(&buffer)
		_, _ = z.Write(raw)
		_ = z.Close()
		return fbxAppendArray(data, kind, n, 1, buffer.Bytes())
	}
	kind, n, raw := fbxArrayBytes(prop)
	return fbxAppendArray(data, kind, n, 0, raw)
}

// fbxRawProp is a property as bytes.
type fbxRawProp []byte

func fbxAppendArray(data []byte, kind byte, n int, encoding uint32, raw []byte) []byte {
	data = binary.LittleEndian.AppendUint32(append(data, kind), uint32(n))
	data = binary.LittleEndian.AppendUint32(data, encoding)
	return append(binary.LittleEndian.AppendUint32(data, uint32(len(raw))), raw...)
}

func fbxArrayBytes(array any) (kind byte, n int, raw []byte) {
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

// fbxProp is a named property, as version 7 writes it.
func fbxProp(name string, values ...any) fbxRec {
	return fbxNode("P", append([]any{name, "", "", ""}, values...)...)
}

func fbxSettings(list ...fbxRec) fbxRec {
	return fbxNode("GlobalSettings").with(fbxNode("Properties70").with(list...))
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

func fbxUVLayer(mapping, reference string, kids ...fbxRec) fbxRec {
	return fbxNode("LayerElementUV", int32(0)).with(fbxNode("MappingInformationType", mapping), fbxNode("ReferenceInformationType", reference)).with(kids...)
}

// fbxBoxGeometry is the box as a geometry object.
func fbxBoxGeometry(id int, more ...fbxRec) fbxRec {
	points, corners := fbxBox()
	return fbxNode("Geometry", id, "box\x00\x01Geometry", "Mesh").with(fbxNode("Vertices", fbxPacked{points}), fbxNode("PolygonVertexIndex", corners)).with(more...)
}

func fbxModel(id int, list ...fbxRec) fbxRec {
	return fbxNode("Model", id, "box\x00\x01Model", "Mesh").with(fbxNode("Properties70").with(list...))
}

func fbxLink(child, parent int, property ...any) fbxRec {
	if len(property) > 0 {
		return fbxNode("C", "OP", child, parent, property[0])
	}
	return fbxNode("C", "OO", child, parent)
}

// fbxBoxScene is one model with the box, and more objects and links.
func fbxBoxScene(version uint32, model fbxRec, objects []fbxRec, links []fbxRec, top ...fbxRec) string {
	all := append([]fbxRec{fbxBoxGeometry(1, fbxUVLayer("ByPolygonVertex", "IndexToDirect", fbxNode("UV", fbxUVs), fbxNode("UVIndex", fbxPacked{fbxUVIndex}))), model}, objects...)
	links = append([]fbxRec{fbxLink(1, 2), fbxLink(2, 0)}, links...)
	return fbxOf(version, append(top, fbxNode("Objects").with(all...), fbxNode("Connections").with(links...))...)
}

// fbxOldBox is the box as version 6.1 writes it: no arrays, names for numbers, the
// mesh in its model.
func fbxOldBox() string {
	points, corners := fbxBox()
	spread := func(name string, numbers any) fbxRec {
		r := fbxRec{name: name}
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
	old := func(name string, values ...any) fbxRec {
		return fbxNode("Property", append([]any{name, "", ""}, values...)...)
	}
	model := fbxNode("Model", "box\x00\x01Model", "Mesh").with(
		fbxNode("Properties60").with(old("Lcl Translation", 5.0, 0.0, 0.0)),
		spread("Vertices", points), spread("PolygonVertexIndex", corners),
		fbxUVLayer("ByPolygonVertex", "IndexToDirect", spread("UV", fbxUVs), spread("UVIndex", fbxUVIndex)))
	objects := fbxNode("Objects").with(model,
		fbxNode("Material", "red\x00\x01Material", "").with(fbxNode("ShadingModel", "phong")),
		fbxNode("Texture", "skin\x00\x01Texture", "").with(fbxNode("RelativeFilename", `..\maps\skin.png`)),
		fbxNode("GlobalSettings").with(fbxNode("Properties60").with(old("UpAxis", int32(2)), old("UnitScaleFactor", 100.0))))
	oo := func(child, parent string) fbxRec { return fbxNode("Connect", "OO", child, parent) }
	take := fbxNode("Take", "Take 001").with(fbxNode("Model", "box\x00\x01Model").with(
		fbxNode("Channel", "Transform").with(fbxNode("Channel", "T").with(fbxNode("Channel", "X").with(fbxNode("KeyCount", int32(2)))))))
	return fbxOf(6100, objects, fbxNode("Connections").with(
		oo("box\x00\x01Model", "Scene\x00\x01Model"), oo("red\x00\x01Material", "box\x00\x01Model"), oo("skin\x00\x01Texture", "box\x00\x01Model")),
		fbxNode("Takes").with(take))
}

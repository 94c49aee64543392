package fbx

import (
	"vitrine/internal/geometry/source"
)

// mapping is what a layer has its values for.
type mapping uint8

const (
	byCorner mapping = iota + 1
	byVertex
	byPolygon
	allSame
)

var mappings = map[string]mapping{
	"ByPolygonVertex": byCorner, "ByVertice": byVertex, "ByVertex": byVertex, "ByPolygon": byPolygon, "AllSame": allSame,
}

// layer gives a value to each corner, vertex or polygon.
type layer struct {
	what    string
	width   int // numbers of a value
	values  []float32
	index   []int32 // nil: direct
	mapping mapping
}

// layer reads a layer; nil when it is empty or maps in a way that is not read.
func (r *reader) layer(record node, what string, width int, values, index string) (*layer, error) {
	layer := &layer{what: what, width: width}
	direct := false
	err := r.each(record, func(child node) (err error) {
		var text string
		switch child.name {
		case "MappingInformationType":
			text, err = r.values(child).text()
			layer.mapping = mappings[text]
		case "ReferenceInformationType":
			text, err = r.values(child).text()
			direct = text == "Direct"
		case values:
			layer.values, err = r.floats(child, what, 12*source.MaxTriangles)
		case index:
			layer.index, err = r.ints(child, what, 4*source.MaxTriangles)
		}
		return err
	})
	if err != nil || layer.mapping == 0 || len(layer.values) == 0 {
		return nil, err
	}
	if direct {
		layer.index = nil
	}
	for i, v := range layer.values {
		if v-v != 0 { // infinite, or not a number: some exporters write such
			layer.values[i] = 0
		}
	}
	return layer, nil
}

// place is a corner of a polygon.
type place struct{ corner, vertex, polygon int }

// at finds the value for a corner; nil when it is marked as having none.
func (l *layer) at(p place) ([]float32, error) {
	i := 0
	switch l.mapping {
	case byCorner:
		i = p.corner
	case byVertex:
		i = p.vertex
	case byPolygon:
		i = p.polygon
	}
	if l.index != nil {
		if i >= len(l.index) {
			return nil, source.Refuse(source.Malformed, "a mesh has %s for %d corners, and more corners", l.what, len(l.index))
		}
		if i = int(l.index[i]); i < 0 {
			return nil, nil
		}
	}
	if i >= len(l.values)/l.width {
		return nil, source.Refuse(source.Malformed, "a face refers to %s %d, of only %d", l.what, i, len(l.values)/l.width)
	}
	return l.values[i*l.width : (i+1)*l.width : (i+1)*l.width], nil
}

const (
	last   = -1
	unused = -2
	// compared bounds how many vertices of one position are compared.
	compared = 32
)

// split prepares for vertices that have several values.
func (b *builder) split() {
	if b.uvs == nil && b.normals == nil {
		return
	}
	b.next = make([]int32, len(b.points)/3)
	for i := range b.next {
		b.next[i] = unused
	}
	if b.uvs != nil {
		b.mesh.UVs = make([]float32, 2*len(b.next))
	}
	if b.normals != nil {
		b.mesh.Normals = make([]float32, 3*len(b.next))
	}
}

// vertex returns the vertex of a corner: that of its position, or another one
// where that has other values already.
func (b *builder) vertex(p place) (uint32, error) {
	if b.next == nil {
		return uint32(p.vertex), nil
	}
	var uv, normal []float32
	var err error
	if b.uvs != nil {
		if uv, err = b.uvs.at(p); err != nil {
			return 0, err
		}
	}
	if b.normals != nil {
		if normal, err = b.normals.at(p); err != nil {
			return 0, err
		}
	}
	if b.next[p.vertex] == unused {
		b.next[p.vertex] = last
		b.put(p.vertex, uv, normal)
		return uint32(p.vertex), nil
	}
	vertex := p.vertex
	for range compared {
		if b.has(vertex, uv, normal) {
			return uint32(vertex), nil
		}
		if b.next[vertex] == last {
			break
		}
		vertex = int(b.next[vertex])
	}
	return b.another(p.vertex, uv, normal)
}

// another adds a vertex at the position of one.
func (b *builder) another(of int, uv, normal []float32) (uint32, error) {
	vertex := len(b.next)
	if vertex >= source.MaxVertices {
		return 0, source.Refuse(source.Limit, "a mesh has more than %d vertices", source.MaxVertices)
	}
	// It comes right behind the first one, so the vertex met last is among the first that are compared.
	b.next = append(b.next, b.next[of])
	b.next[of] = int32(vertex)
	b.mesh.Positions = append(b.mesh.Positions, b.mesh.Positions[3*of:3*of+3]...)
	if b.mesh.UVs != nil {
		b.mesh.UVs = append(b.mesh.UVs, 0, 0)
	}
	if b.mesh.Normals != nil {
		b.mesh.Normals = append(b.mesh.Normals, 0, 0, 0)
	}
	b.put(vertex, uv, normal)
	return uint32(vertex), nil
}

func (b *builder) put(vertex int, uv, normal []float32) {
	if uv != nil {
		b.mesh.UVs[2*vertex], b.mesh.UVs[2*vertex+1] = uv[0], uv[1]
	}
	if normal != nil {
		copy(b.mesh.Normals[3*vertex:3*vertex+3], normal)
	}
}

func (b *builder) has(vertex int, uv, normal []float32) bool {
	if uv != nil && (b.mesh.UVs[2*vertex] != uv[0] || b.mesh.UVs[2*vertex+1] != uv[1]) {
		return false
	}
	if normal == nil {
		return true
	}
	has := b.mesh.Normals[3*vertex : 3*vertex+3]
	return has[0] == normal[0] && has[1] == normal[1] && has[2] == normal[2]
}

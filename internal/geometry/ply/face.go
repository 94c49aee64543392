package ply

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// facePlan says which properties of faces are kept; -1 is none.
type facePlan struct {
	indices, uvs, texture int
	colors                []int // red, green, blue and maybe alpha
}

// indexList is the property that lists the vertices of a face: one of the usual
// name, or else the first list of integers; -1 is none.
func (e *element) indexList() int {
	at := e.property("vertex_indices", "vertex_index")
	for i := 0; at < 0 && i < len(e.properties); i++ {
		if p := e.properties[i]; p.list && p.kind.whole() {
			at = i
		}
	}
	if at >= 0 && !e.properties[at].list {
		return -1
	}
	return at
}

// planFaces looks at what faces have of their own.
func (r *reader) planFaces() {
	r.plan = facePlan{indices: -1, uvs: -1, texture: -1}
	e := r.header.element("face")
	if e == nil || e.count == 0 {
		return
	}
	r.plan.indices = e.indexList()
	if at := e.property("texcoord"); at >= 0 && e.properties[at].list {
		r.plan.uvs = at
	}
	if len(r.header.textures) > 1 && e.has("texnumber") {
		r.plan.texture = e.property("texnumber")
	}
	if names := e.first(colorNames); names != nil && r.vertex.first(colorNames) == nil {
		for _, name := range e.withAlpha(names) {
			r.plan.colors = append(r.plan.colors, e.property(name))
		}
	}
}

// expand reports whether vertices are told apart by what faces say of them.
func (p *facePlan) expand() bool { return p.uvs >= 0 || p.colors != nil }

func (r *reader) readFaces(e *element) (done int64, err error) {
	if r.plan.indices < 0 {
		return 0, source.Refuse(source.Malformed, "the faces have no list of their vertices")
	}
	list := e.properties[r.plan.indices]
	// A triangle takes a length and three numbers.
	r.indices = slices.Grow(r.indices, 3*int(min(e.count, source.MaxTriangles, r.source.room(list.kind)/3)))
	bytes, quick := r.source.(*binaryValues)
	quick = quick && len(e.properties) == 1 && list.countKind.size() == 1 && list.kind.size() == 4 && list.kind.whole() && !r.plan.expand()
	for done < e.count {
		if quick {
			done += r.quickTriangles(bytes, e.count-done)
		}
		if done < e.count {
			if err := r.readFace(e, done); err != nil {
				return done, err
			}
			done++
		}
	}
	return e.count, nil
}

// quickTriangles reads faces that are a byte and three integers, at most so many,
// and returns how many they were. What follows is none, or something is wrong with it.
func (r *reader) quickTriangles(s *binaryValues, most int64) (done int64) {
	const size = 1 + 3*4
	count := uint32(r.vertex.count)
	for done < most && s.need(size) == nil {
		n := min(most-done, int64(s.end-s.at)/size, source.MaxTriangles-int64(len(r.indices)/3))
		read := int64(0)
		for records := s.buffer[s.at : s.at+int(n)*size]; len(records) >= size; records = records[size:] {
			a, b, c := binary.LittleEndian.Uint32(records[1:]), binary.LittleEndian.Uint32(records[5:]), binary.LittleEndian.Uint32(records[9:])
			if s.big {
				a, b, c = bits.ReverseBytes32(a), bits.ReverseBytes32(b), bits.ReverseBytes32(c)
			}
			// It stays in the buffer for readFace, which reads what is longer and can say what is wrong.
			if records[0] != 3 || a >= count || b >= count || c >= count {
				break
			}
			r.indices = append(r.indices, a, b, c)
			read++
		}
		s.at, done, r.polygons = s.at+int(read)*size, done+read, r.polygons+read
		if read < n || n == 0 {
			break
		}
	}
	return done
}

func (r *reader) readFace(e *element, number int64) error {
	plan := &r.plan
	if err := r.source.begin(); err != nil {
		return err
	}
	color, material := ^uint32(0), -1
	r.list, r.place = r.list[:0], r.place[:0]
	for i := range e.properties {
		p := &e.properties[i]
		if p.list {
			if err := r.readList(i, *p); err != nil {
				return err
			}
			continue
		}
		v, err := r.source.number(p.kind)
		if err != nil {
			return err
		}
		if i == plan.texture && v >= 0 && v < float64(len(r.header.textures)) {
			material = int(v)
		}
		for k, at := range plan.colors {
			if at == i {
				color = color&^(255<<(8*k)) | uint32(colorByte(v, p.kind))<<(8*k)
			}
		}
	}
	if plan.texture >= 0 && len(r.list) > 2 {
		r.groups = geometry.AddGroup(r.groups, material, len(r.indices)/3)
	}
	return r.addFace(color, number)
}

func (r *reader) readList(i int, p property) error {
	n, err := r.length(p)
	if err != nil {
		return err
	}
	switch i {
	case r.plan.indices:
		r.list, err = r.source.numbers(r.list, p.kind, n)
	case r.plan.uvs:
		r.place, err = r.source.numbers(r.place, p.kind, n)
	default:
		err = r.source.skip(p.kind, n)
	}
	return err
}

// addFace makes triangles of the list at hand. What has fewer than three corners
// is no face.
func (r *reader) addFace(color uint32, number int64) error {
	r.face, r.at = r.face[:0], r.at[:0]
	for i, v := range r.list {
		if !(v >= 0 && v < float64(r.vertex.count)) || v != math.Trunc(v) {
			return source.Refuse(source.Malformed, "face %d names vertex %v, the file has %d", number, v, r.vertex.count)
		}
		index := uint32(v)
		r.at = append(r.at, index)
		if r.plan.expand() {
			values := [3]uint32{0, 0, color}
			if len(r.place) == 2*len(r.list) {
				values[0], values[1] = place(r.place[2*i]), place(r.place[2*i+1])
			}
			index = r.corners.Number(index, values)
		}
		r.face = append(r.face, index)
	}
	if len(r.face) < 3 {
		return nil
	}
	r.indices = r.shapes.Add(r.indices, r.face, r.at, r.positions)
	r.polygons++
	return r.checkSize()
}

// place is a texture coordinate's bits.
func place(v float64) uint32 {
	narrow := float32(v)
	if narrow-narrow != 0 {
		return 0
	}
	return math.Float32bits(narrow)
}

func (r *reader) checkSize() error {
	if len(r.indices) > 3*source.MaxTriangles || r.corners.Len() > source.MaxVertices {
		return source.Refuse(source.Limit, "the file has more than %d triangles", source.MaxTriangles)
	}
	return nil
}

// readStrips reads strips of triangles: each vertex makes one with the two before
// it, -1 begins anew, and every second triangle is turned.
func (r *reader) readStrips(e *element) (done int64, err error) {
	indices := e.indexList()
	for done = range e.count {
		if err := r.source.begin(); err != nil {
			return done, err
		}
		for i, p := range e.properties {
			n := int64(1)
			if p.list {
				if n, err = r.length(p); err != nil {
					return done, err
				}
			}
			if i == indices {
				err = r.readStrip(p.kind, n, done)
			} else {
				err = r.source.skip(p.kind, n)
			}
			if err != nil {
				return done, err
			}
		}
	}
	return e.count, nil
}

func (r *reader) readStrip(k kind, n, number int64) (err error) {
	var last [2]float64
	r.place = r.place[:0] // strips have no texture coordinates
	for met := 0; n > 0; {
		part := min(n, 4096)
		if r.strip, err = r.source.numbers(r.strip[:0], k, part); err != nil {
			return err
		}
		n -= part
		for _, v := range r.strip {
			if v == -1 {
				met = 0
				continue
			}
			if met >= 2 {
				// Each vertex stands in the place of the one before the last, so
				// that every second triangle turns by itself.
				r.list = append(r.list[:0], last[0], last[1], v)
				if err := r.addFace(^uint32(0), number); err != nil {
					return err
				}
			}
			last[met%2] = v
			met++
		}
	}
	return nil
}

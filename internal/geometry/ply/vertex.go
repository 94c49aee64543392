package ply

import (
	"encoding/binary"
	"errors"
	"math"

	"vitrine/internal/geometry/source"
)

// column is a property of vertices that is kept: a number of each goes to a
// place of floats or of colors, step apart.
type column struct {
	property, offset int
	kind             kind
	floats           []float32
	colors           []uint8
	step, place      int
}

func (c *column) store(i int, v float64) {
	if c.colors != nil {
		c.colors[c.step*i+c.place] = colorByte(v, c.kind)
		return
	}
	c.floats[c.step*i+c.place] = float32(v)
}

// storeFloats stores what nearly all files hold, of the records from number i on.
func (c *column) storeFloats(i int, records []byte, stride int) {
	to := c.floats[c.step*i+c.place:]
	for at, k := c.offset, 0; at+4 <= len(records); at, k = at+stride, k+c.step {
		to[k] = math.Float32frombits(binary.LittleEndian.Uint32(records[at:]))
	}
}

// colorByte makes a byte of a colour's part: of floats up to 1, of integers up to
// what they hold, at most 255 where they are larger than 16 bits.
func colorByte(v float64, k kind) uint8 {
	switch k {
	case kindFloat32, kindFloat64:
		v *= 255
	case kindUint16:
		// 65,535 is 255 × 257.
		v /= 257
	}
	if !(v > 0) {
		return 0
	}
	return uint8(math.Round(min(v, 255)))
}

// The names of properties of vertices, as programs came to write them.
var (
	uvNames    = [][]string{{"s", "t"}, {"u", "v"}, {"texture_u", "texture_v"}, {"texture_s", "texture_t"}}
	colorNames = [][]string{{"red", "green", "blue"}, {"diffuse_red", "diffuse_green", "diffuse_blue"}, {"r", "g", "b"}}
	alphaNames = []string{"alpha", "diffuse_alpha", "a"}
)

// first finds the first set of properties that an element has all of.
func (e *element) first(sets [][]string) []string {
	for _, set := range sets {
		if e.has(set...) {
			return set
		}
	}
	return nil
}

// withAlpha adds the name of a colour's opacity where there is one.
func (e *element) withAlpha(names []string) []string {
	for _, alpha := range alphaNames {
		if e.has(alpha) {
			return append(names[:3:3], alpha)
		}
	}
	return names
}

// columns makes room for what the vertices have.
func (r *reader) columns(e *element) []column {
	var columns []column
	add := func(floats []float32, colors []uint8, step int, names []string) {
		for place, name := range names {
			at := e.property(name)
			column := column{property: at, kind: e.properties[at].kind, floats: floats, colors: colors, step: step, place: place}
			for _, p := range e.properties[:at] {
				column.offset += p.kind.size()
			}
			columns = append(columns, column)
		}
	}
	r.positions = make([]float32, 3*e.count)
	add(r.positions, nil, 3, []string{"x", "y", "z"})
	if e.has("nx", "ny", "nz") {
		r.normals = make([]float32, 3*e.count)
		add(r.normals, nil, 3, []string{"nx", "ny", "nz"})
	}
	if names := e.first(uvNames); names != nil {
		r.uvs = make([]float32, 2*e.count)
		add(r.uvs, nil, 2, names)
	}
	if names := e.first(colorNames); names != nil {
		r.colors = make([]uint8, 4*e.count)
		for i := range r.colors {
			r.colors[i] = 255
		}
		add(nil, r.colors, 4, e.withAlpha(names))
	}
	return columns
}

func (r *reader) readVertices(e *element) (done int64, err error) {
	columns, stride := r.columns(e), 0
	for _, p := range e.properties {
		stride += p.kind.size()
		if p.list {
			// With a list no two records need be of one length: a stride
			// that no block has leads to the slower way.
			stride = blockSize + 1
		}
	}
	if bytes, ok := r.source.(*binaryValues); ok && stride <= blockSize {
		done, err = bytes.columns(columns, stride, e.count)
	} else {
		done, err = r.rows(e, columns)
	}
	if err != nil {
		return done, err
	}
	for i, v := range r.positions {
		if v-v != 0 { // infinite, or not a number
			return 0, source.Refuse(source.Malformed, "the coordinates of vertex %d are not finite numbers", i/3)
		}
	}
	for _, loose := range [][]float32{r.normals, r.uvs} {
		for i, v := range loose {
			if v-v != 0 {
				loose[i] = 0
			}
		}
	}
	return done, nil
}

// rows reads vertices one by one.
func (r *reader) rows(e *element, columns []column) (done int64, err error) {
	kept := make([][]int, len(e.properties))
	for i, column := range columns {
		kept[column.property] = append(kept[column.property], i)
	}
	for done = range e.count {
		if err := r.source.begin(); err != nil {
			return done, err
		}
		for i, p := range e.properties {
			if p.list {
				n, err := r.length(p)
				if err == nil {
					err = r.source.skip(p.kind, n)
				}
				if err != nil {
					return done, err
				}
				continue
			}
			v, err := r.source.number(p.kind)
			if err != nil {
				return done, err
			}
			for _, k := range kept[i] {
				columns[k].store(int(done), v)
			}
		}
	}
	return e.count, nil
}

// columns reads records of one length in blocks, each column of a block in turn.
func (s *binaryValues) columns(columns []column, stride int, count int64) (done int64, err error) {
	for done < count {
		n := min(count-done, int64(len(s.buffer)/stride))
		if err := s.need(int(n) * stride); err != nil {
			if errors.Is(err, errEnd) {
				// The whole records that are still there count, so that the refusal tells where the file ends.
				done += s.room(kindInt8) / int64(stride)
			}
			return done, err
		}
		block := s.buffer[s.at : s.at+int(n)*stride]
		for k := range columns {
			c := &columns[k]
			if c.kind == kindFloat32 && c.floats != nil && !s.big {
				c.storeFloats(int(done), block, stride)
				continue
			}
			i := int(done)
			for at := c.offset; at < len(block); at += stride {
				c.store(i, number(block[at:at+c.kind.size()], c.kind, s.order))
				i++
			}
		}
		s.at, done = s.at+len(block), done+n
	}
	return done, nil
}

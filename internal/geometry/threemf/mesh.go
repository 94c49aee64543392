package threemf

import (
	"bytes"

	"vitrine/internal/geometry/source"
)

// property is what a triangle's corners look like: a group of properties and
// the numbers in it.
type property struct {
	group uint32 // 0: none
	at    [3]uint32
}

// mesh reads a mesh (core specification, section 4.1).
func (p *parser) mesh(o *object) error {
	if o.positions != nil || o.indices != nil {
		return source.Refuse(source.Malformed, "object %d of %s has two meshes", o.id, p.What)
	}
	for at := p.Depth; p.Child(at); {
		var err error
		switch {
		case p.Element.Is(p.core, "vertices"):
			err = p.readVertices(o)
		case p.Element.Is(p.core, "triangles"):
			err = p.readTriangles(o)
		case p.Element.Is(beams, "beamlattice"):
			p.model.Partial = true
		}
		if err != nil {
			return err
		}
	}
	if n := len(o.positions) / 3; len(o.indices) > 0 && int64(o.largest) >= int64(n) {
		return source.Refuse(source.Malformed, "object %d of %s has a triangle with vertex %d, and %d vertices", o.id, p.What, o.largest, n)
	}
	if len(o.positions) > 0 {
		p.order = append(p.order, o)
	}
	return p.Err
}

// sameName is the name of a child that has the prefix of the element met last.
func (p *parser) sameName(local string) string {
	whole := p.Element.Whole
	return string(whole[:len(whole)-len(p.Element.Local)]) + local
}

func (p *parser) readVertices(o *object) error {
	name := p.sameName("vertex")
	for at := p.Depth; ; {
		var v [3]float32
		attrs, back, ok := p.Quick(at, name)
		if ok {
			if v, ok = parseVertex(attrs); !ok {
				p.Rewind(back)
			}
		}
		if !ok {
			if !p.Child(at) {
				return p.Err
			}
			if !p.Element.Is(p.core, "vertex") {
				continue
			}
			if v, ok = p.slowVertex(); !ok {
				return source.Refuse(source.Malformed, "vertex %d of object %d of %s does not have three numbers", len(o.positions)/3, o.id, p.What)
			}
		}
		if p.vertices++; p.vertices > source.MaxVertices {
			return source.Refuse(source.Limit, "the file has more than %d vertices", source.MaxVertices)
		}
		o.positions = append(source.Grow(o.positions, 3), v[0], v[1], v[2])
	}
}

// parseVertex reads x, y and z out of the text of a tag, once each, as they nearly
// always are. What else a vertex can be is left to slowVertex.
func parseVertex(text []byte) (v [3]float32, ok bool) {
	seen := 0
	for i := 0; ; i++ {
		for i < len(text) && text[i] <= ' ' {
			i++
		}
		if i == len(text) {
			return v, seen == 1+2+4
		}
		// A letter before x wraps around to a large number, so that one comparison finds every other attribute.
		axis := text[i] - 'x'
		if axis > 2 || i+3 >= len(text) || text[i+1] != '=' || text[i+2] != '"' && text[i+2] != '\'' {
			return v, false
		}
		quote := text[i+2]
		number, end, ok := source.ReadShortNumber(text, i+3)
		if v[axis] = float32(number); !ok || end == len(text) || text[end] != quote || v[axis]-v[axis] != 0 {
			return v, false
		}
		seen |= 1 << axis
		i = end
	}
}

func (p *parser) slowVertex() (v [3]float32, ok bool) {
	for axis, name := range [3]string{"x", "y", "z"} {
		number, isNumber := source.ParseNumber(bytes.TrimSpace(p.Attr("", name)))
		if v[axis] = float32(number); !isNumber || v[axis]-v[axis] != 0 {
			return v, false
		}
	}
	return v, true
}

// parseIndex reads a whole number below 2^32 and says where it ends; 0: there is
// none.
func parseIndex(text []byte, at int) (n uint32, end int) {
	whole, length := source.EightDigits(text, at)
	i := at + length
	// Ten digits are enough for 2^32 and can't overflow 64 bits; a longer
	// number ends at a digit, where no caller expects one.
	for length == 8 && i < len(text) && text[i]-'0' < 10 && i-at < 10 {
		whole = whole*10 + uint64(text[i]-'0')
		i++
	}
	if i == at || whole > 1<<32-1 {
		return 0, 0
	}
	return uint32(whole), i
}

package threemf

import (
	"vitrine/internal/geometry/source"
)

// triangle is a triangle as it is written, and which of it was written.
type triangle struct {
	value [7]uint32 // by the numbers of keys
	has   uint8     // bits
}

// keys are the attributes of a triangle.
var keys = [7]string{"v1", "v2", "v3", "pid", "p1", "p2", "p3"}

const (
	corners = 1 + 2 + 4
	groupID = 8
	first   = 16 // p1; p2 and p3 are the next
)

func (p *parser) readTriangles(o *object) error {
	name := p.sameName("triangle")
	for at := p.Depth; ; {
		var t triangle
		attrs, back, ok := p.Quick(at, name)
		if ok {
			if ok = t.quick(attrs); !ok {
				p.Rewind(back)
			}
		}
		if !ok {
			if !p.Child(at) {
				return p.Err
			}
			if !p.Element.Is(p.core, "triangle") {
				continue
			}
			if t, ok = p.slowTriangle(); !ok {
				return source.Refuse(source.Malformed, "triangle %d of object %d of %s does not have three corners", len(o.indices)/3, o.id, p.What)
			}
		}
		if p.triangles++; p.triangles > source.MaxTriangles {
			return source.Refuse(source.Limit, "the file has more than %d triangles", source.MaxTriangles)
		}
		o.add(&t)
	}
}

// quick reads a triangle out of the text of a tag. What is not as it nearly
// always is, is left to slowTriangle.
func (t *triangle) quick(text []byte) bool {
	for i := 0; ; i++ {
		for i < len(text) && text[i] <= ' ' {
			i++
		}
		if i == len(text) {
			return t.has&corners == corners
		}
		if i+4 >= len(text) {
			return false
		}
		var key uint8
		switch c := text[i+1] - '1'; {
		case text[i] == 'v' && c < 3:
			key = c
		case text[i] == 'p' && c < 3:
			key = 4 + c
		case text[i] == 'p' && text[i+1] == 'i' && text[i+2] == 'd':
			key = 3
			i++
		default:
			return false
		}
		quote := text[i+3]
		if text[i+2] != '=' || quote != '"' && quote != '\'' || t.has&(1<<key) != 0 {
			return false
		}
		n, end := parseIndex(text, i+4)
		if end == 0 || end == len(text) || text[end] != quote {
			return false
		}
		t.value[key] = n
		t.has |= 1 << key
		i = end
	}
}

func (p *parser) slowTriangle() (t triangle, ok bool) {
	for key, name := range keys {
		text := p.Attr("", name)
		if text == nil {
			continue
		}
		if t.value[key], ok = parseID(text); !ok {
			return t, false
		}
		t.has |= 1 << key
	}
	return t, t.has&corners == corners
}

// add adds a triangle. What a corner does not say it has from the first one, and
// what that does not say from the object (section 4.1.4.1).
func (o *object) add(t *triangle) {
	a, b, c := t.value[0], t.value[1], t.value[2]
	o.largest = max(o.largest, a, b, c)
	o.indices = append(source.Grow(o.indices, 3), a, b, c)
	if t.has&(groupID|first) == 0 {
		if o.paint != nil {
			o.paint = append(o.paint, o.property)
		}
		return
	}
	property := property{group: o.property.group}
	if t.has&groupID != 0 {
		property.group = t.value[3]
	}
	for k := range property.at {
		property.at[k] = t.value[4]
		if t.has&(first<<k) != 0 {
			property.at[k] = t.value[4+k]
		}
	}
	// Most meshes are of one look, and have no list of it until the first triangle that differs.
	for len(o.paint) < len(o.indices)/3-1 {
		o.paint = append(o.paint, o.property)
	}
	o.paint = append(o.paint, property)
}

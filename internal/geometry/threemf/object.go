package threemf

import (
	"bytes"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// object reads an object (core specification, section 4).
func (p *parser) object() error {
	id, ok := parseID(p.Attr("", "id"))
	if !ok || p.part.objects[id] != nil {
		return source.Refuse(source.Malformed, "%s has an object whose id, %q, is no number of its own", p.What,
			source.Shorten(string(p.Attr("", "id"))))
	}
	if len(p.part.objects) == source.MaxNodes {
		return source.Refuse(source.Limit, "%s has more than %d objects", p.What, source.MaxNodes)
	}
	o := &object{id: id, mesh: -1, name: source.Shorten(string(p.Attr("", "name")))}
	o.property.group, _ = parseID(p.Attr("", "pid"))
	if index, ok := parseID(p.Attr("", "pindex")); ok {
		o.property.at = [3]uint32{index, index, index}
	}
	p.beside = p.beside || p.Attr(slice, "slicestackid") != nil
	p.part.objects[id] = o
	for at := p.Depth; p.Child(at); {
		var err error
		switch {
		case p.Element.Is(p.core, "mesh"):
			err = p.mesh(o)
		case p.Element.Is(p.core, "components"):
			o.components, err = p.placed(o.components, "component")
		}
		if err != nil {
			return err
		}
	}
	return p.Err
}

// placed reads the items of a build, or the components of an object (sections
// 3.4 and 4.2), which may lie in another part (production extension, section 2).
func (p *parser) placed(places []place, name string) ([]place, error) {
	for at := p.Depth; p.Child(at); {
		if !p.Element.Is(p.core, name) {
			continue
		}
		if p.places++; p.places > source.MaxNodes {
			return nil, source.Refuse(source.Limit, "the file places more than %d objects", source.MaxNodes)
		}
		place := place{part: p.part, matrix: geometry.Identity}
		var ok bool
		if place.object, ok = parseID(p.Attr("", "objectid")); !ok {
			return nil, source.Refuse(source.Malformed, "%s has a <%s> whose object is %q, which is no number", p.What, name,
				source.Shorten(string(p.Attr("", "objectid"))))
		}
		if text := p.Attr("", "transform"); text != nil && !parseMatrix(text, &place.matrix) {
			return nil, source.Refuse(source.Malformed, "%s places object %d by %q, which is not twelve numbers", p.What, place.object,
				source.Shorten(string(text)))
		}
		if path := p.Attr(production, "path"); path != nil {
			var err error
			if place.part, err = p.reader.part(string(path)); err != nil {
				return nil, err
			}
		}
		places = append(places, place)
	}
	return places, p.Err
}

// parseMatrix reads a matrix of four rows and three columns, which a row of
// coordinates is multiplied with (section 3.3): just the columns that are here.
func parseMatrix(text []byte, m *[16]float64) bool {
	for column := range 4 {
		for row := range 3 {
			var word []byte
			word, text = source.NextWord(text)
			v, ok := source.ParseNumber(word)
			if !ok || !(math.Abs(v) <= maxMatrix) {
				return false
			}
			m[4*column+row] = v
		}
	}
	return len(bytes.TrimSpace(text)) == 0
}

// maxMatrix bounds the numbers of a matrix, so that what is measured with
// them stays finite.
const maxMatrix = 1e30

// parseID reads a number without a sign.
func parseID(text []byte) (uint32, bool) {
	text = bytes.TrimSpace(text)
	n, end := parseIndex(text, 0)
	return n, end > 0 && end == len(text)
}

// build places what is built.
func (r *reader) build(root *part) error {
	if len(r.items) == 0 {
		return source.Refuse(source.NoContent, "%s builds nothing", root.name)
	}
	matrix := geometry.Identity
	if r.shrink {
		matrix[0], matrix[5], matrix[10] = 1e-3, 1e-3, 1e-3
	}
	for i := range r.items {
		if err := r.place(&r.items[i], &matrix, 1); err != nil {
			return err
		}
	}
	switch {
	case len(r.model.Instances) > 0:
	case r.beside || r.model.Partial:
		r.model.Type, r.model.Counts = geometry.TypeOther, &geometry.Counts{Polygons: -1, Triangles: -1, Vertices: -1,
			Certainty: geometry.Verified}
	default:
		return source.Refuse(source.NoContent, "%s builds objects without any geometry", root.name)
	}
	return nil
}

// place draws an object, or what it is put together from.
func (r *reader) place(p *place, parent *[16]float64, depth int) error {
	o := p.part.objects[p.object]
	switch {
	case o == nil:
		return source.Refuse(source.Malformed, "the file refers to object %d of %s, which does not exist", p.object, p.part.name)
	case o.open:
		return source.Refuse(source.Malformed, "object %d of %s is a part of itself", o.id, p.part.name)
	case depth > source.MaxDepth:
		return source.Refuse(source.Limit, "the file's objects lie deeper in each other than %d", source.MaxDepth)
	}
	// Objects made of objects made of objects draw a thousandfold with each line: the depth alone bounds nothing.
	if r.visits++; r.visits > source.MaxNodes {
		return source.Refuse(source.Limit, "the file draws more than %d objects", source.MaxNodes)
	}
	matrix := geometry.Multiply(parent, &p.matrix)
	for _, v := range matrix {
		if !(math.Abs(v) <= maxMatrix) {
			return source.Refuse(source.Malformed, "object %d of %s is moved out of all bounds", o.id, p.part.name)
		}
	}
	if o.mesh >= 0 {
		if r.drawn += int64(len(r.model.Meshes[o.mesh].Positions) / 3); r.drawn > 3*source.MaxVertices {
			return source.Refuse(source.Limit, "the file draws more than %d vertices", 3*source.MaxVertices)
		}
		r.model.Instances = append(r.model.Instances, geometry.Instance{Mesh: o.mesh, Matrix: matrix})
	}
	o.open = true
	for i := range o.components {
		if err := r.place(&o.components[i], &matrix, depth+1); err != nil {
			return err
		}
	}
	o.open = false
	return nil
}

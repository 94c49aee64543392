package geometry

import (
	"bytes"
	"math"
)

// object reads an object (core specification, section 4).
func (p *tmfParser) object() error {
	id, ok := tmfID(p.attr("", "id"))
	if !ok || p.part.objects[id] != nil {
		return refuse(codeMalformed, "%s has an object whose id, %q, is no number of its own", p.what, shorten(string(p.attr("", "id"))))
	}
	if len(p.part.objects) == maxNodes {
		return refuse(codeLimit, "%s has more than %d objects", p.what, maxNodes)
	}
	o := &tmfObject{id: id, mesh: -1, name: shorten(string(p.attr("", "name")))}
	o.property.group, _ = tmfID(p.attr("", "pid"))
	if index, ok := tmfID(p.attr("", "pindex")); ok {
		o.property.at = [3]uint32{index, index, index}
	}
	p.beside = p.beside || p.attr(tmfSlice, "slicestackid") != nil
	p.part.objects[id] = o
	for at := p.depth; p.child(at); {
		var err error
		switch {
		case p.element.is(p.core, "mesh"):
			err = p.mesh(o)
		case p.element.is(p.core, "components"):
			o.components, err = p.placed(o.components, "component")
		}
		if err != nil {
			return err
		}
	}
	return p.err
}

// placed reads the items of a build, or the components of an object (sections
// 3.4 and 4.2), which may lie in another part (production extension, section 2).
func (p *tmfParser) placed(places []tmfPlace, name string) ([]tmfPlace, error) {
	for at := p.depth; p.child(at); {
		if !p.element.is(p.core, name) {
			continue
		}
		if p.places++; p.places > maxNodes {
			return nil, refuse(codeLimit, "the file places more than %d objects", maxNodes)
		}
		place := tmfPlace{part: p.part, matrix: identity}
		var ok bool
		if place.object, ok = tmfID(p.attr("", "objectid")); !ok {
			return nil, refuse(codeMalformed, "%s has a <%s> whose object is %q, which is no number", p.what, name, shorten(string(p.attr("", "objectid"))))
		}
		if text := p.attr("", "transform"); text != nil && !tmfMatrix(text, &place.matrix) {
			return nil, refuse(codeMalformed, "%s places object %d by %q, which is not twelve numbers", p.what, place.object, shorten(string(text)))
		}
		if path := p.attr(tmfProduction, "path"); path != nil {
			var err error
			if place.part, err = p.tmfReader.part(string(path)); err != nil {
				return nil, err
			}
		}
		places = append(places, place)
	}
	return places, p.err
}

// tmfMatrix reads a matrix of four rows and three columns, which a row of
// coordinates is multiplied with (section 3.3): just the columns that are here.
func tmfMatrix(text []byte, m *[16]float64) bool {
	for column := range 4 {
		for row := range 3 {
			var word []byte
			word, text = nextWord(text)
			v, ok := parseNumber(word)
			if !ok || !(math.Abs(v) <= tmfMaxMatrix) {
				return false
			}
			m[4*column+row] = v
		}
	}
	return len(bytes.TrimSpace(text)) == 0
}

// tmfMaxMatrix bounds the numbers of a matrix, so that what is measured with
// them stays finite.
const tmfMaxMatrix = 1e30

// tmfID reads a number without a sign.
func tmfID(text []byte) (uint32, bool) {
	text = bytes.TrimSpace(text)
	n, end := tmfIndex(text, 0)
	return n, end > 0 && end == len(text)
}

// build places what is built.
func (r *tmfReader) build(root *tmfPart) error {
	if len(r.items) == 0 {
		return refuse(codeNoGeometry, "%s builds nothing", root.name)
	}
	matrix := identity
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
		r.model.Type, r.model.Counts = typeOther, &Counts{Polygons: -1, Triangles: -1, Vertices: -1, Certainty: Verified}
	default:
		return refuse(codeNoGeometry, "%s builds objects without any geometry", root.name)
	}
	return nil
}

// place draws an object, or what it is put together from.
func (r *tmfReader) place(place *tmfPlace, parent *[16]float64, depth int) error {
	o := place.part.objects[place.object]
	switch {
	case o == nil:
		return refuse(codeMalformed, "the file refers to object %d of %s, which does not exist", place.object, place.part.name)
	case o.open:
		return refuse(codeMalformed, "object %d of %s is a part of itself", o.id, place.part.name)
	case depth > maxDepth:
		return refuse(codeLimit, "the file's objects lie deeper in each other than %d", maxDepth)
	}
	if r.visits++; r.visits > maxNodes {
		return refuse(codeLimit, "the file draws more than %d objects", maxNodes)
	}
	matrix := multiply(parent, &place.matrix)
	for _, v := range matrix {
		if !(math.Abs(v) <= tmfMaxMatrix) {
			return refuse(codeMalformed, "object %d of %s is moved out of all bounds", o.id, place.part.name)
		}
	}
	if o.mesh >= 0 {
		if r.drawn += int64(len(r.model.Meshes[o.mesh].Positions) / 3); r.drawn > 3*maxVertices {
			return refuse(codeLimit, "the file draws more than %d vertices", 3*maxVertices)
		}
		r.model.Instances = append(r.model.Instances, Instance{Mesh: o.mesh, Matrix: matrix})
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

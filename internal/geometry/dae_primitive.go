package geometry

import (
	"math"
	"strconv"
)

// daeMaxStride bounds the numbers of a corner.
const daeMaxStride = 64

// daePrimitive is a run of faces of one material.
type daePrimitive struct {
	*daeBuilder
	stride  int
	used    [1 + daeKinds]bool // the position, and the further values
	offsets [1 + daeKinds]int
	ranges  [daeKinds]daeRange
}

// primitive reads the faces of an element.
func (b *daeBuilder) primitive(element int) error {
	p := &daePrimitive{daeBuilder: b}
	if err := p.inputs(element); err != nil {
		return err
	}
	symbol, err := b.symbol(b.attribute(element, "material"))
	if err != nil {
		return err
	}
	b.groups = addGroup(b.groups, symbol, len(b.indices)/3)
	if err := p.faces(element); err != nil {
		return err
	}
	for i := range b.pools {
		b.pools[i].bare = b.pools[i].bare || !p.used[1+i]
	}
	return nil
}

func (p *daePrimitive) faces(element int) error {
	kind := string(p.name(element))
	var counts daeInts
	if vcount := p.find(element, "vcount"); vcount > 0 {
		counts.text = p.content(vcount)
	}
	for child := range p.children(element) {
		var err error
		switch {
		case p.is(child, "ph") && kind == "polygons":
			err = p.holed(child)
		case !p.is(child, "p"):
		case kind == "polygons":
			err = p.polygon(&daeInts{text: p.content(child)}, -1)
		case kind == "polylist":
			err = p.polylist(&daeInts{text: p.content(child)}, &counts)
		default:
			err = p.triangles(&daeInts{text: p.content(child)}, kind)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// symbol numbers the name of a material; -1 is none.
func (b *daeBuilder) symbol(name string) (int, error) {
	if name == "" {
		return -1, nil
	}
	number, known := b.numbered[name]
	if known {
		return number, nil
	}
	if b.numbered == nil {
		b.numbered = map[string]int{}
	}
	if len(b.symbols) >= daeMaxSymbols {
		return 0, refuse(codeLimit, "a mesh has more than %d materials", daeMaxSymbols)
	}
	b.numbered[name] = len(b.symbols)
	b.symbols = append(b.symbols, name)
	return len(b.symbols) - 1, nil
}

// daeMaxSymbols bounds the materials of a mesh, which each instance may choose.
const daeMaxSymbols = 10_000

var daeSemantics = map[string]int{"VERTEX": -1, "TEXCOORD": daeUV, "NORMAL": daeNormal, "COLOR": daeColor}

// inputs reads what the numbers of a corner are. Of several texture coordinates
// those of the lowest set count. What belongs to positions comes with them.
func (p *daePrimitive) inputs(element int) error {
	p.stride = 1
	var sets [daeKinds]int
	for input := range p.children(element) {
		if !p.is(input, "input") {
			continue
		}
		offset, err := strconv.Atoi(p.attribute(input, "offset"))
		if err != nil || offset < 0 || offset >= daeMaxStride {
			return refuse(codeMalformed, "an input has the offset %q", shorten(p.attribute(input, "offset")))
		}
		p.stride = max(p.stride, offset+1)
		kind, known := daeSemantics[p.attribute(input, "semantic")]
		set, _ := strconv.Atoi(p.attribute(input, "set")) // none is 0
		switch {
		case !known || kind >= 0 && p.used[1+kind] && set >= sets[kind]:
		case kind < 0:
			p.used[0], p.offsets[0] = true, offset
		default:
			sets[kind] = set
			if err := p.input(input, kind, offset); err != nil {
				return err
			}
		}
	}
	if !p.used[0] {
		return refuse(codeMalformed, "a mesh has faces without vertices")
	}
	for input := range p.children(p.shared) {
		if kind, known := daeSemantics[p.attribute(input, "semantic")]; known && kind >= 0 && !p.used[1+kind] && p.is(input, "input") {
			if err := p.input(input, kind, p.offsets[0]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *daePrimitive) input(input, kind, offset int) error {
	source, err := p.refer(input, "source", "source")
	if err != nil {
		return err
	}
	if source == 0 {
		return refuse(codeMalformed, "an input has no source")
	}
	p.used[1+kind], p.offsets[1+kind] = true, offset
	p.ranges[kind], err = p.pool(kind, source)
	return err
}

// daeInts goes through a list of whole numbers.
type daeInts struct {
	text []byte
	at   int
}

// next gives a number; at the end there is none.
func (l *daeInts) next() (n int64, ok bool, err error) {
	at := daeBlank(l.text, l.at)
	if at >= len(l.text) {
		l.at = at
		return 0, false, nil
	}
	n, end := readInt(l.text, at)
	if end == at || end < len(l.text) && l.text[end] > ' ' {
		word, _ := nextWord(l.text[at:])
		return 0, false, refuse(codeMalformed, "a list of whole numbers has %q", shorten(string(word)))
	}
	l.at = end
	return n, true, nil
}

// corner reads a corner and adds it to the face. Not ok: there are no more.
func (p *daePrimitive) corner(list *daeInts) (ok bool, err error) {
	var numbers [daeMaxStride]int64
	for i := range p.stride {
		if numbers[i], ok, err = list.next(); err != nil {
			return false, err
		}
		if !ok && i > 0 {
			return false, refuse(codeMalformed, "the last corner of a face has %d of %d numbers", i, p.stride)
		}
		if !ok {
			return false, nil
		}
	}
	position := numbers[p.offsets[0]]
	if count := int64(len(p.positions) / 3); position < 0 || position >= count {
		return false, refuse(codeMalformed, "a face has vertex %d, of %d", position, count)
	}
	var values [daeKinds]uint32
	for kind, in := range p.ranges {
		if !p.used[1+kind] {
			continue
		}
		n := numbers[p.offsets[1+kind]]
		if n < 0 || n >= in.count {
			return false, refuse(codeMalformed, "a face has the %s %d, of %d", [daeKinds]string{"texture coordinate", "normal", "colour"}[kind], n, in.count)
		}
		values[kind] = uint32(in.base + n + 1)
	}
	p.at = append(p.at, uint32(position))
	p.face = append(p.face, p.vertex.number(uint32(position), values))
	return true, nil
}

// polygon reads a face of n corners; of all there are when n is negative.
func (p *daePrimitive) polygon(list *daeInts, n int64) error {
	p.face, p.at = p.face[:0], p.at[:0]
	for k := int64(0); k < n || n < 0; k++ {
		ok, err := p.corner(list)
		if err != nil {
			return err
		}
		if !ok && n >= 0 {
			return refuse(codeMalformed, "a face of %d corners has %d", n, k)
		}
		if !ok {
			break
		}
	}
	if len(p.face) < 3 {
		return nil
	}
	return p.take(p.shapes.add(p.indices, p.face, p.at, p.positions))
}

// take keeps the indices with those of one more face.
func (p *daePrimitive) take(indices []uint32) error {
	p.indices = indices
	p.polygons++
	if p.corners+int64(len(indices)) > 3*maxTriangles {
		return refuse(codeLimit, "the file has more than %d triangles", maxTriangles)
	}
	if len(p.vertex.vertices) > maxVertices {
		return refuse(codeLimit, "the file has more than %d vertices", maxVertices)
	}
	return nil
}

func (p *daePrimitive) polylist(list, counts *daeInts) error {
	for {
		n, ok, err := counts.next()
		if err != nil || !ok {
			return err
		}
		if n < 0 || n > math.MaxInt32 {
			return refuse(codeMalformed, "a face has %d corners", n)
		}
		if err := p.polygon(list, n); err != nil {
			return err
		}
	}
}

// triangles reads them one by one, as a strip, each with the two corners
// before, or as a fan, each with the first one and the one before.
func (p *daePrimitive) triangles(list *daeInts, kind string) error {
	p.face, p.at = p.face[:0], p.at[:0]
	for n := 0; ; n++ {
		ok, err := p.corner(list)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if len(p.face) < 3 {
			continue
		}
		a, b, c := p.face[0], p.face[1], p.face[2]
		if kind == "tristrips" && n%2 == 1 {
			a, b = b, a
		}
		if err := p.take(append(p.indices, a, b, c)); err != nil {
			return err
		}
		switch kind {
		case "triangles":
			p.face, p.at = p.face[:0], p.at[:0]
		case "tristrips":
			p.face, p.at = append(p.face[:0], p.face[1:]...), append(p.at[:0], p.at[1:]...)
		default:
			p.face, p.at = append(p.face[:1], p.face[2:]...), append(p.at[:1], p.at[2:]...)
		}
	}
	if kind == "triangles" && len(p.face) > 0 {
		return refuse(codeMalformed, "the last triangle has %d corners", len(p.face))
	}
	return nil
}

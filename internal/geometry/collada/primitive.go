package collada

import (
	"math"
	"strconv"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// maxStride bounds the numbers of a corner.
const maxStride = 64

// primitive is a run of faces of one material.
type primitive struct {
	*builder
	stride  int
	used    [1 + kinds]bool // the position, and the further values
	offsets [1 + kinds]int
	ranges  [kinds]span
}

// primitive reads the faces of an element.
func (b *builder) primitive(element int) error {
	p := &primitive{builder: b}
	if err := p.inputs(element); err != nil {
		return err
	}
	symbol, err := b.symbol(b.attribute(element, "material"))
	if err != nil {
		return err
	}
	b.groups = geometry.AddGroup(b.groups, symbol, len(b.indices)/3)
	if err := p.faces(element); err != nil {
		return err
	}
	for i := range b.pools {
		b.pools[i].bare = b.pools[i].bare || !p.used[1+i]
	}
	return nil
}

func (p *primitive) faces(element int) error {
	kind := string(p.name(element))
	var counts ints
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
			err = p.polygon(&ints{text: p.content(child)}, -1)
		case kind == "polylist":
			err = p.polylist(&ints{text: p.content(child)}, &counts)
		default:
			err = p.triangles(&ints{text: p.content(child)}, kind)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// symbol numbers the name of a material; -1 is none.
func (b *builder) symbol(name string) (int, error) {
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
	if len(b.symbols) >= maxSymbols {
		return 0, source.Refuse(source.Limit, "a mesh has more than %d materials", maxSymbols)
	}
	b.numbered[name] = len(b.symbols)
	b.symbols = append(b.symbols, name)
	return len(b.symbols) - 1, nil
}

// maxSymbols bounds the materials of a mesh, which each instance may choose.
const maxSymbols = 10_000

var semantics = map[string]int{"VERTEX": -1, "TEXCOORD": uv, "NORMAL": normal, "COLOR": color}

// inputs reads what the numbers of a corner are. Of several texture coordinates
// those of the lowest set count. What belongs to positions comes with them.
func (p *primitive) inputs(element int) error {
	p.stride = 1
	var sets [kinds]int
	for input := range p.children(element) {
		if !p.is(input, "input") {
			continue
		}
		offset, err := strconv.Atoi(p.attribute(input, "offset"))
		if err != nil || offset < 0 || offset >= maxStride {
			return source.Refuse(source.Malformed, "an input has the offset %q", source.Shorten(p.attribute(input, "offset")))
		}
		p.stride = max(p.stride, offset+1)
		kind, known := semantics[p.attribute(input, "semantic")]
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
		return source.Refuse(source.Malformed, "a mesh has faces without vertices")
	}
	for input := range p.children(p.shared) {
		if kind, known := semantics[p.attribute(input, "semantic")]; known && kind >= 0 && !p.used[1+kind] && p.is(input, "input") {
			if err := p.input(input, kind, p.offsets[0]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *primitive) input(input, kind, offset int) error {
	file, err := p.refer(input, "source", "source")
	if err != nil {
		return err
	}
	if file == 0 {
		return source.Refuse(source.Malformed, "an input has no source")
	}
	p.used[1+kind], p.offsets[1+kind] = true, offset
	p.ranges[kind], err = p.pool(kind, file)
	return err
}

// ints goes through a list of whole numbers.
type ints struct {
	text []byte
	at   int
}

// next returns a number; at the end there is none.
func (l *ints) next() (n int64, ok bool, err error) {
	at := blank(l.text, l.at)
	if at >= len(l.text) {
		l.at = at
		return 0, false, nil
	}
	n, end := source.ReadInt(l.text, at)
	if end == at || end < len(l.text) && l.text[end] > ' ' {
		word, _ := source.NextWord(l.text[at:])
		return 0, false, source.Refuse(source.Malformed, "a list of whole numbers has %q", source.Shorten(string(word)))
	}
	l.at = end
	return n, true, nil
}

// corner reads a corner and adds it to the face. Not ok: there are no more.
func (p *primitive) corner(list *ints) (ok bool, err error) {
	var numbers [maxStride]int64
	for i := range p.stride {
		if numbers[i], ok, err = list.next(); err != nil {
			return false, err
		}
		if !ok && i > 0 {
			return false, source.Refuse(source.Malformed, "the last corner of a face has %d of %d numbers", i, p.stride)
		}
		if !ok {
			return false, nil
		}
	}
	position := numbers[p.offsets[0]]
	if count := int64(len(p.positions) / 3); position < 0 || position >= count {
		return false, source.Refuse(source.Malformed, "a face has vertex %d, of %d", position, count)
	}
	var values [kinds]uint32
	for kind, in := range p.ranges {
		if !p.used[1+kind] {
			continue
		}
		n := numbers[p.offsets[1+kind]]
		if n < 0 || n >= in.count {
			return false, source.Refuse(source.Malformed, "a face has the %s %d, of %d",
				[kinds]string{"texture coordinate", "normal", "colour"}[kind], n, in.count)
		}
		// From 1: zero is a corner without such a value.
		values[kind] = uint32(in.base + n + 1)
	}
	p.at = append(p.at, uint32(position))
	p.face = append(p.face, p.vertex.Number(uint32(position), values))
	return true, nil
}

// polygon reads a face of n corners; of all there are when n is negative.
func (p *primitive) polygon(list *ints, n int64) error {
	p.face, p.at = p.face[:0], p.at[:0]
	for k := int64(0); k < n || n < 0; k++ {
		ok, err := p.corner(list)
		if err != nil {
			return err
		}
		if !ok && n >= 0 {
			return source.Refuse(source.Malformed, "a face of %d corners has %d", n, k)
		}
		if !ok {
			break
		}
	}
	if len(p.face) < 3 {
		return nil
	}
	return p.take(p.shapes.Add(p.indices, p.face, p.at, p.positions))
}

// take keeps the indices with those of one more face.
func (p *primitive) take(indices []uint32) error {
	p.indices = indices
	p.polygons++
	if p.corners+int64(len(indices)) > 3*source.MaxTriangles {
		return source.Refuse(source.Limit, "the file has more than %d triangles", source.MaxTriangles)
	}
	if len(p.vertex.Vertices) > source.MaxVertices {
		return source.Refuse(source.Limit, "the file has more than %d vertices", source.MaxVertices)
	}
	return nil
}

func (p *primitive) polylist(list, counts *ints) error {
	for {
		n, ok, err := counts.next()
		if err != nil || !ok {
			return err
		}
		if n < 0 || n > math.MaxInt32 {
			return source.Refuse(source.Malformed, "a face has %d corners", n)
		}
		if err := p.polygon(list, n); err != nil {
			return err
		}
	}
}

// triangles reads them one by one, as a strip, each with the two corners
// before, or as a fan, each with the first one and the one before.
func (p *primitive) triangles(list *ints, kind string) error {
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
		// Every second triangle of a strip runs the other way around, and would face inwards.
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
		return source.Refuse(source.Malformed, "the last triangle has %d corners", len(p.face))
	}
	return nil
}

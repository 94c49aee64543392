package obj

import (
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// readFace reads the corners of a face: v, v/vt, v//vn or v/vt/vn each. What has
// fewer than three is no face.
func (r *reader) readFace(text []byte) error {
	if r.plainTriangle(text) {
		return nil
	}
	r.face, r.at = r.face[:0], r.at[:0]
	at := 0
	for {
		for at < len(text) && text[at] <= ' ' {
			at++
		}
		if at >= len(text) || text[at] == '#' {
			break
		}
		next, err := r.corner(text, at)
		if err != nil {
			return err
		}
		at = next
	}
	if len(r.face) < 3 {
		return nil
	}
	if r.material < 0 && r.name != "" {
		r.numberMaterial()
	}
	r.groups = geometry.AddGroup(r.groups, r.material, len(r.indices)/3)
	r.indices = r.shapes.Add(r.room(len(r.face)-2), r.face, r.at, r.positions)
	r.polygons++
	return nil
}

// plainTriangle reads a face of three positions that came before it, which large
// files have by the million. False: it is another, and is left to be read.
func (r *reader) plainTriangle(text []byte) bool {
	if r.vertices.first != nil || r.material < 0 && r.name != "" {
		return false
	}
	var face [3]uint32
	at, count := 0, uint64(len(r.positions)/3)
	for i := range face {
		if at >= len(text) || text[at] != ' ' {
			return false
		}
		// Eight digits may go on, and 0 is no index: whatever is not plain
		// is left to the slower way, which can also refuse it.
		n, length := source.EightDigits(text, at+1)
		if length == 0 || length == 8 || n == 0 || n > count {
			return false
		}
		face[i] = uint32(n - 1)
		at += 1 + length
	}
	for ; at < len(text); at++ {
		if text[at] != ' ' {
			return false
		}
	}
	r.bare = true
	r.groups = geometry.AddGroup(r.groups, r.material, len(r.indices)/3)
	r.indices = append(r.room(1), face[0], face[1], face[2])
	r.polygons++
	return true
}

// room is the list of indices with room for so many triangles more. A closed
// mesh has twice as many triangles as vertices, and those come first, so the first
// face makes room for all; but for no more than the rest of the file can hold.
func (r *reader) room(triangles int) []uint32 {
	n := 3 * triangles
	if r.indices == nil {
		n = max(n, int(min(2*int64(len(r.positions)), r.mostVertices, source.MaxAhead)))
	}
	return source.Grow(r.indices, n)
}

// corner reads one corner and says where it ends.
func (r *reader) corner(text []byte, at int) (next int, err error) {
	start := at
	var names [3]uint32
	for kind := range names {
		digits, length := source.EightDigits(text, at)
		n, end := int64(digits), at+length
		if length == 0 || length == 8 { // a sign, something else, or more
			n, end = source.ReadInt(text, at)
		}
		// A negative index counts back from what is listed so far: -1 is the last one.
		if n < 0 {
			n += r.listed(kind) + 1
		}
		switch {
		case kind > 0 && (end == at || n == 0): // left out, as in 1//1
		case end == at || n < 1 || n > math.MaxInt32 || kind == 0 && n > r.mostVertices:
			return 0, r.badCorner(text, start)
		case n > r.largest[kind].index:
			r.largest[kind] = namedIndex{n, r.lines.Number}
		}
		names[kind], at = uint32(n), end
		if at >= len(text) || text[at] != '/' {
			break
		}
		at++
	}
	if at < len(text) && text[at] > ' ' {
		return 0, r.badCorner(text, start)
	}
	r.take(names[0]-1, names[1], names[2])
	return at, nil
}

// listed returns how many of a kind there are so far.
func (r *reader) listed(kind int) int64 {
	return [3]int64{int64(len(r.positions) / 3), int64(len(r.uvs) / 2), int64(len(r.normals) / 3)}[kind]
}

// take adds a corner to the face at hand.
func (r *reader) take(position, uv, normal uint32) {
	r.textured = r.textured || uv > 0
	r.bare = r.bare || normal == 0
	index := position
	if r.vertices.first == nil && uv|normal != 0 {
		r.vertices.begin(len(r.positions)/3, r.indices, r.face)
	}
	if r.vertices.first != nil {
		index = r.vertices.number(position, uv, normal)
	}
	r.at = append(r.at, position)
	r.face = append(r.face, index)
}

func (r *reader) badCorner(text []byte, start int) error {
	end := start
	for end < len(text) && text[end] > ' ' {
		end++
	}
	return source.Refuse(source.Malformed, "line %d: the face has the corner %q, the file has %d vertices so far", r.lines.Number,
		source.Shorten(string(text[start:end])), len(r.positions)/3)
}

// useMaterial sets the material of the faces to come. It gets a number with the
// first of them.
func (r *reader) useMaterial(name []byte) {
	r.name, r.material = "", -1
	if len(name) == 0 || string(name) == "(null)" {
		return
	}
	if n, ok := r.numbers[string(name)]; ok {
		r.material = n
		return
	}
	r.name = string(name)
}

func (r *reader) numberMaterial() {
	if r.numbers == nil {
		r.numbers = map[string]int{}
	}
	r.material = len(r.names)
	r.numbers[r.name] = r.material
	r.names = append(r.names, r.name)
	r.name = ""
}

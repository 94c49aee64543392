package geometry

import "math"

// readFace reads the corners of a face: v, v/vt, v//vn or v/vt/vn each. What has
// fewer than three is no face.
func (r *objReader) readFace(text []byte) error {
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
	r.groups = objGroups(r.groups, r.material, len(r.indices)/3)
	r.indices = r.shapes.add(r.indices, r.face, r.at, r.positions)
	r.polygons++
	return nil
}

// corner reads one corner and says where it ends.
func (r *objReader) corner(text []byte, at int) (next int, err error) {
	start, counts := at, [3]int{len(r.positions) / 3, len(r.uvs) / 2, len(r.normals) / 3}
	var names [3]uint32
	for kind := range names {
		end, n := at, int64(0)
		for end < len(text) && text[end]-'0' < 10 && end-at < 10 {
			n = n*10 + int64(text[end]-'0')
			end++
		}
		if end == at || end-at == 10 { // a sign, or something else
			n, end = readInt(text, at)
		}
		if n < 0 {
			n += int64(counts[kind]) + 1
		}
		switch {
		case end == at && kind > 0: // left out, as in 1//1
		case n == 0 && kind > 0:
		case end == at || n < 1 || n > math.MaxInt32 || kind == 0 && n > r.mostVertices:
			return 0, r.badCorner(text, start)
		case n > r.largest[kind].index:
			r.largest[kind] = objName{n, r.lines.number}
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
	r.textured = r.textured || names[1] > 0
	r.bare = r.bare || names[2] == 0
	r.at = append(r.at, names[0]-1)
	r.face = append(r.face, r.corners.number(names[0]-1, [3]uint32{names[1], names[2]}))
	return at, nil
}

func (r *objReader) badCorner(text []byte, start int) error {
	end := start
	for end < len(text) && text[end] > ' ' {
		end++
	}
	return refuse(codeMalformed, "line %d: the face has the corner %q, the file has %d vertices so far", r.lines.number, shorten(string(text[start:end])), len(r.positions)/3)
}

// useMaterial sets the material of the faces to come. It gets a number with the
// first of them.
func (r *objReader) useMaterial(name []byte) {
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

func (r *objReader) numberMaterial() {
	if r.numbers == nil {
		r.numbers = map[string]int{}
	}
	r.material = len(r.names)
	r.numbers[r.name] = r.material
	r.names = append(r.names, r.name)
	r.name = ""
}

package preview

import (
	"encoding/binary"
	"math"
)

// steps is how many positions there are along the longest side, but one.
const steps = math.MaxUint16

// vertex is a vertex as it is written.
type vertex struct {
	position [3]uint16
	normal   [3]int8
	color    [4]uint8  // linear
	uv       [2]uint32 // of 65535, or bits of a float
	held     hold
}

// addSurface adds the faces, those of each look as a primitive of its own. All
// share one grid of positions, so that there are no cracks between them.
func (d *document) addSurface(surface *surface, s *scene) {
	byLook := make([][]uint32, len(s.looks))
	for i, face := range surface.faces {
		slot := surface.wedges[face[0]].slot
		byLook[slot] = append(byLook[slot], uint32(i))
	}
	for slot, faces := range byLook {
		p := packer{surface: surface, numbers: map[vertex]uint32{}}
		p.textured, p.moving = s.looks[slot].texture != nil, s.motion != nil
		p.look(faces, s.looks[slot].alphaMode)
		p.pack(faces)
		if len(p.corners) > 0 {
			d.addPrimitive(&p, s.looks[slot])
		}
	}
	size := s.size()
	d.centre(size)
	if s.motion != nil {
		d.addMotion(s.motion, &s.bounds)
	}
}

// centre puts the middle of the box at the origin.
func (d *document) centre(size vector) {
	var middle [3]float64
	for i, v := range size.list() {
		if v > 0 {
			// Of the size as it is in whole steps, or the middle would be off by a part of one.
			middle[i] = -math.Round(v*steps) / steps / 2
		}
	}
	d.Nodes[nodeRoot].Translation = &middle
}

// packer makes the vertices of a primitive.
type packer struct {
	*surface
	textured bool
	tiled    bool // coordinates of the texture go out of 0..1
	painted  bool // vertices have colours
	alpha    bool // the alpha of colours counts
	moving   bool // vertices are held by joints
	numbers  map[vertex]uint32
	vertices []vertex
	corners  []uint32
}

// slack is how far out of 0..1 coordinates are taken for within.
const slack = 1e-4

// look finds what the vertices must have.
func (p *packer) look(faces []uint32, alphaMode string) {
	p.alpha = alphaMode != ""
	for _, i := range faces {
		for _, number := range p.faces[i] {
			w := &p.wedges[number]
			if !p.alpha {
				w.color[3] = 255
			}
			p.painted = p.painted || w.color != white
			for _, v := range w.uv {
				p.tiled = p.tiled || v < -slack || v > 1+slack
			}
		}
	}
}

// pack takes the faces whose corners are still three places.
func (p *packer) pack(faces []uint32) {
	for _, i := range faces {
		var v [3]vertex
		for k, number := range p.faces[i] {
			v[k] = p.vertex(&p.wedges[number], p.normals[i][k])
		}
		if v[0].position == v[1].position || v[1].position == v[2].position || v[2].position == v[0].position {
			continue
		}
		for _, one := range v {
			number, ok := p.numbers[one]
			if !ok {
				number = uint32(len(p.vertices))
				p.numbers[one] = number
				p.vertices = append(p.vertices, one)
			}
			p.corners = append(p.corners, number)
		}
	}
}

func (p *packer) vertex(w *wedge, normal [3]int8) vertex {
	v := vertex{position: packPosition(p.points[w.point]), normal: normal, held: w.held}
	if p.painted {
		v.color = linear(w.color)
	}
	for i, c := range w.uv {
		switch {
		case !p.textured:
		case p.tiled:
			v.uv[i] = math.Float32bits(c + 0)
		default:
			v.uv[i] = uint32(math.Round(min(max(float64(c), 0), 1) * math.MaxUint16))
		}
	}
	return v
}

func packPosition(at vector) (packed [3]uint16) {
	for i, v := range at.list() {
		packed[i] = uint16(math.Round(min(max(v, 0), 1) * steps))
	}
	return packed
}

// linear decodes a colour, which glTF wants linear (IEC 61966-2-1).
func linear(color [4]uint8) [4]uint8 {
	for i, v := range color[:3] {
		c := float64(v) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		color[i] = uint8(math.Round(c * 255))
	}
	return color
}

// addPrimitive writes the vertices of a look.
func (d *document) addPrimitive(p *packer, l look) {
	attributes := map[string]int{"POSITION": d.positions(p.vertices)}
	var normals, uvs, colors []byte
	for i := range p.vertices {
		v := &p.vertices[i]
		normals = append(normals, byte(v.normal[0]), byte(v.normal[1]), byte(v.normal[2]), 0)
		colors = append(colors, v.color[:]...)
		for _, c := range v.uv {
			if p.tiled {
				uvs = binary.LittleEndian.AppendUint32(uvs, c)
			} else {
				uvs = binary.LittleEndian.AppendUint16(uvs, uint16(c))
			}
		}
	}
	n := len(p.vertices)
	if p.corners != nil {
		attributes["NORMAL"] = d.attribute(normals, 4, accessor{Component: typeByte, Normalized: true, Count: n, Type: "VEC3"})
	}
	if p.textured && p.tiled {
		attributes["TEXCOORD_0"] = d.attribute(uvs, 8, accessor{Component: typeFloat, Count: n, Type: "VEC2"})
	} else if p.textured {
		attributes["TEXCOORD_0"] = d.attribute(uvs, 4, accessor{Component: typeUShort, Normalized: true, Count: n, Type: "VEC2"})
	}
	if p.painted {
		attributes["COLOR_0"] = d.attribute(colors, 4, accessor{Component: typeUByte, Normalized: true, Count: n, Type: "VEC4"})
	}
	if p.moving {
		d.addHolds(attributes, p.vertices)
	}
	made := primitive{Attributes: attributes, Material: d.material(l)}
	if p.corners != nil {
		made.Indices = d.indices(p.corners, n)
	} else {
		mode := modePoints
		made.Mode = &mode
	}
	d.Meshes[0].Primitives = append(d.Meshes[0].Primitives, made)
}

// positions writes where the vertices are, in eight bytes each of which six
// count, and their extent in the same units.
func (d *document) positions(vertices []vertex) int {
	a := accessor{Component: typeUShort, Normalized: true, Count: len(vertices), Type: "VEC3"}
	extent := emptyBox()
	data := make([]byte, 0, 8*len(vertices))
	for i := range vertices {
		at := &vertices[i].position
		extent.add(vector{float64(at[0]), float64(at[1]), float64(at[2])})
		for _, v := range at {
			data = binary.LittleEndian.AppendUint16(data, v)
		}
		data = append(data, 0, 0)
	}
	least, most := extent.min.list(), extent.max.list()
	a.Min, a.Max = least[:], most[:]
	return d.attribute(data, 8, a)
}

package threemf

import (
	"bytes"
	"encoding/hex"
	"io"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// group is a group of properties: materials, colours or places in a picture.
type group struct {
	size     int        // of what can be named
	material int        // the first of materials, or that of the whole group
	colors   [][4]uint8 // sRGB and opacity
	uvs      []float32
	picture  uint32
	look     uint32   // how its materials are to be displayed
	base     bool     // each is a material
	used     bool     // a triangle names it
	layers   []*group // that it combines; nil: there is no such group
}

// maxLayers bounds how many groups one combines.
const maxLayers = 16

// picture is a picture of the package.
type picture struct {
	path string
	wrap geometry.Wrap
}

// look is how a metal or a plastic is displayed.
type look struct{ metallic, roughness float32 }

// material reads a resource that objects can be made to look like (core
// specification, section 5; materials extension). Mixtures of materials are not
// read: what has them has a material of no colour, and so has a group of colours,
// which stand at the vertices.
func (p *parser) material(kind string) error {
	id, ok := parseID(p.Attr("", "id"))
	if !ok {
		return nil
	}
	g := &group{material: -1}
	switch kind {
	case "basematerials":
		g.look, _ = parseID(p.Attr("", "displaypropertiesid"))
		g.base, g.material = true, len(p.model.Materials)
	case "texture2dgroup":
		g.picture, _ = parseID(p.Attr("", "texid"))
	case "texture2d":
		p.part.pictures[id] = picture{string(p.Attr("", "path")), geometry.Wrap{p.tile("tilestyleu"), p.tile("tilestylev")}}
		return p.countValue()
	case "pbmetallicdisplayproperties", "pbspeculardisplayproperties", "pbmetallictexturedisplayproperties",
		"pbspeculartexturedisplayproperties":
		return p.looks(id)
	case "multiproperties":
		for word := range bytes.FieldsSeq(p.Attr("", "pids")) {
			if layer, _ := parseID(word); len(g.layers) < maxLayers {
				g.layers = append(g.layers, p.part.groups[layer])
			}
		}
	case "colorgroup", "compositematerials":
	default:
		return nil
	}
	if p.part.groups[id] != nil {
		return source.Refuse(source.Malformed, "%s has two resources of the number %d", p.What, id)
	}
	p.part.groups[id] = g
	for at := p.Depth; p.Child(at); {
		if err := p.value(g, kind); err != nil {
			return err
		}
	}
	g.even()
	if g.material < 0 {
		return p.addMaterial(g, geometry.Material{Color: [4]float32{1, 1, 1, 1}})
	}
	return p.Err
}

// value reads a member of a group.
func (p *parser) value(g *group, kind string) error {
	if err := p.countValue(); err != nil {
		return err
	}
	g.size++
	switch {
	case kind == "basematerials" && p.Element.Is(p.core, "base"):
		color, ok := parseColor(p.Attr("", "displaycolor"))
		if !ok {
			color = [4]uint8{204, 204, 204, 255}
		}
		return p.addMaterial(nil, geometry.Material{Name: source.Shorten(string(p.Attr("", "name"))), Color: linear(color)})
	case kind == "colorgroup" && p.Element.Is(material, "color"):
		color, ok := parseColor(p.Attr("", "color"))
		if !ok {
			return source.Refuse(source.Malformed, "%s has a colour %q", p.What, source.Shorten(string(p.Attr("", "color"))))
		}
		g.colors = append(g.colors, color)
	case kind == "texture2dgroup" && p.Element.Is(material, "tex2coord"):
		for _, name := range [2]string{"u", "v"} {
			number, _ := source.ParseNumber(bytes.TrimSpace(p.Attr("", name)))
			if number-number != 0 || float32(number)-float32(number) != 0 {
				number = 0
			}
			g.uvs = append(g.uvs, float32(number))
		}
	case kind == "multiproperties" && p.Element.Is(material, "multi"):
		g.take(p.Attr("", "pindices"))
	case kind != "compositematerials":
		g.size--
	}
	return nil
}

// take adds what a combination of properties looks like: its colour and its place in a
// picture, where one of the layers has them. A layer that is not named is at its first
// property (materials extension, section 5.1).
func (g *group) take(indices []byte) {
	for _, layer := range g.layers {
		var word []byte
		word, indices = source.NextWord(indices)
		at, _ := parseID(word)
		switch {
		case layer == nil || int64(at) >= int64(layer.size):
		case layer.colors != nil && len(g.colors) < g.size:
			for len(g.colors) < g.size-1 {
				g.colors = append(g.colors, [4]uint8{255, 255, 255, 255})
			}
			g.colors = append(g.colors, layer.colors[at])
		case layer.uvs != nil && len(g.uvs) < 2*g.size:
			g.uvs = append(g.uvs, make([]float32, 2*(g.size-1)-len(g.uvs))...)
			g.uvs, g.picture = append(g.uvs, layer.uvs[2*at:2*at+2]...), layer.picture
		}
	}
}

// even gives all combinations what the last of them lack.
func (g *group) even() {
	if g.colors != nil {
		for len(g.colors) < g.size {
			g.colors = append(g.colors, [4]uint8{255, 255, 255, 255})
		}
	}
	if g.uvs != nil {
		g.uvs = append(g.uvs, make([]float32, 2*g.size-len(g.uvs))...)
	}
}

// countValue bounds what is kept of all groups.
func (p *parser) countValue() error {
	if p.values++; p.values > source.MaxVertices {
		return source.Refuse(source.Limit, "the file has more than %d colours and places in pictures", source.MaxVertices)
	}
	return nil
}

// addMaterial adds a material, which a group may have for its own.
func (p *parser) addMaterial(g *group, m geometry.Material) error {
	if len(p.model.Materials) == source.MaxNodes {
		return source.Refuse(source.Limit, "the file has more than %d materials", source.MaxNodes)
	}
	if g != nil {
		g.material = len(p.model.Materials)
	}
	m.Roughness, m.DoubleSided = 1, true
	if m.Color[3] < 1 {
		m.AlphaMode = "BLEND"
	}
	p.model.Materials = append(p.model.Materials, m)
	return nil
}

// looks reads how materials are displayed, one after the other.
func (p *parser) looks(id uint32) error {
	list := []look{}
	for at := p.Depth; p.Child(at); {
		if err := p.countValue(); err != nil {
			return err
		}
		look := look{0, 1}
		if p.Element.Is(material, "pbmetallic") {
			look.metallic, look.roughness = p.share("metallicness"), p.share("roughness")
		}
		list = append(list, look)
	}
	p.part.looks[id] = list
	return p.Err
}

// tile reads what a picture does beyond its edges.
func (p *parser) tile(name string) geometry.WrapMode {
	return geometry.WrapOf(string(p.Attr("", name)), []string{"clamp", "none"}, []string{"mirror"})
}

// share reads a number from 0 to 1.
func (p *parser) share(name string) float32 {
	v, _ := source.ParseNumber(bytes.TrimSpace(p.Attr("", name)))
	if !(v > 0) {
		return 0
	}
	return float32(min(v, 1))
}

// finish makes meshes of the objects of a part.
func (p *parser) finish() error {
	for _, o := range p.order {
		mesh, err := p.part.mesh(o)
		if err != nil {
			return err
		}
		o.mesh = len(p.model.Meshes)
		p.model.Meshes = append(p.model.Meshes, mesh)
		o.positions, o.indices, o.paint = nil, nil, nil
	}
	for _, g := range p.part.groups {
		if err := p.dress(g); err != nil {
			return err
		}
	}
	return nil
}

// dress gives the materials of a group their picture and their looks.
func (p *parser) dress(g *group) error {
	switch looks, pbr := p.part.looks[g.look]; {
	case g.base && pbr:
		for i := range g.size {
			m := &p.model.Materials[g.material+i]
			if m.PBR = true; i < len(looks) {
				m.Metallic, m.Roughness = looks[i].metallic, looks[i].roughness
			}
		}
	case g.uvs != nil:
		m := &p.model.Materials[g.material]
		m.Textured = g.used // otherwise no mesh has texture coordinates either
		name := p.part.pictures[g.picture].path
		m.Wrap = p.part.pictures[g.picture].wrap
		m.Texture = &geometry.Texture{Name: source.Shorten(name)}
		if name == "" {
			return nil
		}
		file, err := p.archive.Find(name)
		if err != nil || file == nil {
			return err
		}
		m.Texture.Size = int64(file.UncompressedSize64)
		m.Texture.Open = func() (io.Reader, error) { return p.archive.Open(file) }
	}
	return nil
}

// parseColor reads #RRGGBB and #RRGGBBAA.
func parseColor(text []byte) (color [4]uint8, ok bool) {
	text = bytes.TrimSpace(text)
	color[3] = 255
	if len(text) != 7 && len(text) != 9 || text[0] != '#' {
		return color, false
	}
	_, err := hex.Decode(color[:], text[1:])
	return color, err == nil
}

func linear(color [4]uint8) [4]float32 {
	linear := geometry.LinearColor([3]float32{float32(color[0]) / 255, float32(color[1]) / 255, float32(color[2]) / 255})
	return [4]float32{linear[0], linear[1], linear[2], float32(color[3]) / 255}
}

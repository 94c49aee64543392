package render

import (
	"context"

	"vitrine/internal/geometry"
)

// The textures of a surface.
const (
	colors = iota
	finishes
	bumps
	shades
	glows
	chartKinds
)

// chart is a texture as it lies on a surface; nil: there is none.
type chart struct {
	*mipmap
	move *geometry.Move
	wrap geometry.Wrap
}

// moved are the coordinates of a chart at those of a mesh.
func (c *chart) moved(u, v float64) (x, y float64) {
	if m := c.move; m != nil {
		return mul(m[0], u) + mul(m[1], v) + m[2], mul(m[3], u) + mul(m[4], v) + m[5]
	}
	return u, v
}

func (c *chart) at(u, v float64, level int) (vec, float64) {
	x, y := c.moved(u, v)
	return c.mipmap.at(x, y, level, c.wrap)
}

// corners are a chart's coordinates at the corners of a triangle.
func (c *chart) corners(p *part, v [3]uint32) (uvs [3][2]float64) {
	for k, w := range [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
		uvs[k][0], uvs[k][1] = c.moved(p.uv(v, w))
	}
	return uvs
}

func (c *chart) level(p *part, v [3]uint32, on *[3]corner) int {
	uvs := c.corners(p, v)
	return c.mipmap.level(&uvs, on)
}

// mapsOf are the maps of a material in the order of the charts.
func mapsOf(m *geometry.Material) [chartKinds]geometry.Map {
	return [chartKinds]geometry.Map{finishes: m.Surface, bumps: m.Normal, shades: m.Occlusion, glows: m.Glow}
}

// chart reads one of a surface's maps, unless it can't change how that looks.
func (s *surface) chart(ctx context.Context, load *loader, kind int) {
	m := s.material
	from := mapsOf(m)[kind]
	moot := s.unlit || kind == glows && s.glow == vec{} || (kind == bumps || kind == shades) && from.Strength == 0
	if moot {
		return
	}
	plain := kind != glows && (kind != finishes || m.Specular == nil)
	if t := load.texture(ctx, from.Texture, plain); t != nil {
		s.charts[kind], s.charted = chart{t, from.Move, from.Wrap}, true
	}
}

// settle takes the factors of a surface whose maps are known.
func (s *surface) settle() {
	m := s.material
	s.bumps, s.occlusion = min(float64(m.Normal.Strength), 4), share(m.Occlusion.Strength)
	finished := s.charts[finishes].mipmap != nil
	if m.Specular != nil && (finished || m.Surface.Texture == nil) {
		s.mirror = &vec{share(m.Specular[0]), share(m.Specular[1]), share(m.Specular[2])}
	}
	// Beside textures that are not there a factor of 1 is only what they would be
	// multiplied with: the one of metal would blacken what is dark plastic, that of
	// glow burn out.
	if m.Textured && !finished && s.metallic == 1 {
		s.metallic, s.roughness = 0, min(s.roughness, 0.8)
	}
	if m.Textured && s.charts[glows].mipmap == nil {
		s.glow = vec{}
	}
}

// finish is what a surface is like at one place.
type finish struct {
	diffuse, specular, glow vec
	roughness               float64
	open                    float64 // the share of the sky that bumps leave
}

func (s *surface) finish(base vec) finish {
	n := finish{glow: s.glow, roughness: s.roughness, open: 1}
	n.metal(base, s.metallic)
	if s.mirror != nil {
		n.gloss(base, *s.mirror)
	}
	return n
}

func (n *finish) metal(base vec, metallic float64) {
	n.diffuse, n.specular = base.mul(1-metallic), vec{0.04, 0.04, 0.04}.mix(base, metallic)
}

func (n *finish) gloss(base, mirror vec) {
	n.diffuse, n.specular = base.mul(1-max(mirror.x, mirror.y, mirror.z)), mirror
}

// shine is how sharp the light is mirrored.
func (n *finish) shine() float64 {
	r := max(n.roughness, 0.12)
	return 2/mul(mul(r, r), mul(r, r)) - 2
}

// refine asks the maps what the surface is like.
func (f *facet) refine(n *finish, base vec, u, v float64) {
	s := f.surface
	if c := &s.charts[finishes]; c.mipmap != nil {
		at, alpha := c.at(u, v, f.levels[finishes])
		if s.mirror != nil {
			n.gloss(base, s.mirror.scale(at))
			n.roughness = 1 - mul(1-s.roughness, alpha)
		} else {
			n.metal(base, mul(s.metallic, at.z))
			n.roughness = mul(s.roughness, at.y)
		}
	}
	if c := &s.charts[glows]; c.mipmap != nil {
		at, _ := c.at(u, v, f.levels[glows])
		n.glow = n.glow.scale(at)
	}
	if c := &s.charts[shades]; c.mipmap != nil {
		at, _ := c.at(u, v, f.levels[shades])
		n.open = lerp(1, at.x, s.occlusion)
	}
}

// chart makes a facet ready for its textures.
func (f *facet) chart() {
	if f.part.mesh.UVs == nil {
		return
	}
	for kind := range f.levels {
		if c := &f.surface.charts[kind]; c.mipmap != nil {
			f.levels[kind] = c.level(f.part, f.vertices, &f.screen)
		}
	}
	if c := &f.surface.charts[bumps]; c.mipmap != nil {
		f.along = c.along(f)
	}
}

// along returns how places go with u and with v; zero where the coordinates have no
// area.
func (c *chart) along(f *facet) (along [2]vec) {
	uvs := c.corners(f.part, f.vertices)
	u1, v1, u2, v2 := uvs[1][0]-uvs[0][0], uvs[1][1]-uvs[0][1], uvs[2][0]-uvs[0][0], uvs[2][1]-uvs[0][1]
	turned := 1.0
	if area := mul(u1, v2) - mul(u2, v1); area < 0 {
		turned = -1
	}
	first, second := f.place[1].sub(f.place[0]), f.place[2].sub(f.place[0])
	along[0] = first.mul(v2).sub(second.mul(v1)).mul(turned).unit()
	along[1] = second.mul(u1).sub(first.mul(u2)).mul(turned).unit()
	return along
}

// bumped turns a normal as the normal map says (glTF 2.0, section 3.9.3): red along
// u, green along v, blue out.
func (f *facet) bumped(normal vec, u, v float64) vec {
	c := &f.surface.charts[bumps]
	if c.mipmap == nil || f.along[0] == (vec{}) || f.along[1] == (vec{}) {
		return normal
	}
	at, _ := c.at(u, v, f.levels[bumps])
	x, y, z := mul(mul(2, at.x)-1, f.surface.bumps), mul(mul(2, at.y)-1, f.surface.bumps), mul(2, at.z)-1
	tangent := f.along[0].sub(normal.mul(normal.dot(f.along[0]))).unit()
	across := f.along[1].sub(normal.mul(normal.dot(f.along[1]))).unit()
	turned := tangent.mul(x).add(across.mul(y)).add(normal.mul(max(z, 0.05))).unit()
	if turned == (vec{}) || !turned.within(2) {
		return normal
	}
	return turned
}

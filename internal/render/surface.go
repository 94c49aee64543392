package render

import (
	"context"

	"vitrine/internal/geometry"
	"vitrine/internal/scenery"
)

type alphaMode int

const (
	opaque alphaMode = iota
	mask
	blend
)

// surface is a material made ready, in linear light.
type surface struct {
	material  *geometry.Material // nil: none, or it is not used
	color     vec
	alpha     float64
	metallic  float64
	roughness float64
	mirror    *vec // of the older model of gloss
	glow      vec
	unlit     bool
	charts    [chartKinds]chart
	charted   bool // beside the colour
	bumps     float64
	occlusion float64
	mode      alphaMode
	cutoff    float64
	culled    bool // its back is not to be seen
}

// clay is what has no material of its own; what has colours at its vertices is
// painted paper.
var clay = surface{color: vecOf(scenery.Numbers().Clay.Color), alpha: 1, roughness: scenery.ClayRoughness}

// graphite is what points and lines are drawn in that have no colour: clay would be lost
// before the backdrop.
var graphite = vecOf(scenery.Numbers().Graphite.Color)

// newSurfaces makes the materials ready, with the textures that decide what is
// seen through. Those of what is hidden are never decoded: see dress.
func (s *scene) newSurfaces(ctx context.Context, m *geometry.Model) {
	used := make([]bool, len(m.Materials))
	for i := range s.parts {
		for _, g := range s.parts[i].groups {
			if g.Material >= 0 {
				used[g.Material] = true
			}
		}
	}
	s.loader = newLoader(m, used)
	s.loader.decoded = s.decoded
	s.surfaces = make([]surface, 1, len(m.Materials)+1)
	s.surfaces[0] = clay
	for i := range m.Materials {
		next := clay
		if used[i] {
			next = newSurface(&m.Materials[i])
		}
		if next.mode != opaque {
			next.paint(s.loader.texture(ctx, next.material.Texture, false))
		}
		s.surfaces = append(s.surfaces, next)
	}
}

// dress gives the surfaces that are seen the textures that drawing did without.
// areas are how many samples each is seen in.
func (s *scene) dress(ctx context.Context, areas []int) {
	s.dressed = true
	var seen []*surface
	for i := range s.surfaces {
		if one := &s.surfaces[i]; one.material != nil && areas[i] > 0 {
			if seen = append(seen, one); one.mode == opaque {
				one.paint(s.loader.texture(ctx, one.material.Texture, false))
			}
		}
	}
	s.loader.toMaps()
	for _, kind := range [...]int{finishes, glows, bumps, shades} { // by how much they tell
		for _, one := range seen {
			one.chart(ctx, s.loader, kind)
		}
	}
	for _, one := range seen {
		one.settle()
	}
}

// paint gives a surface the texture of its colour.
func (s *surface) paint(t *mipmap) {
	s.charts[colors] = chart{t, s.material.Move, s.material.Wrap}
	// White was meant to be multiplied with a picture; without that, it would look bleached.
	if s.material.Texture != nil && t == nil && s.color == (vec{1, 1, 1}) {
		s.color = clay.color
	}
	// Files say BLEND of what nothing shines through. As opaque it
	// costs less, and each sample finds what is nearest.
	if s.mode == blend && s.alpha > 0.995 && (t == nil || !t.translucent) {
		s.mode = opaque
	}
}

func newSurface(m *geometry.Material) surface {
	s := surface{
		material: m,
		color:    vec{share(m.Color[0]), share(m.Color[1]), share(m.Color[2])}, alpha: share(m.Color[3]),
		metallic: share(m.Metallic), roughness: share(m.Roughness), culled: !m.DoubleSided,
		glow:   vec{share(m.Emissive[0]), share(m.Emissive[1]), share(m.Emissive[2])},
		cutoff: float64(m.AlphaCutoff), unlit: m.Unlit,
	}
	switch m.AlphaMode {
	case "MASK":
		s.mode = mask
	case "BLEND":
		s.mode = blend
	}
	return s
}

// share is a number between 0 and 1; what is none is 0.
func share(v float32) float64 {
	if !(v > 0) {
		return 0
	}
	return min(float64(v), 1)
}

// uv returns the texture coordinates between three vertices.
func (p *part) uv(v [3]uint32, weights [3]float64) (x, y float64) {
	for k, w := range weights {
		if at := 2 * int(v[k]); at+1 < len(p.mesh.UVs) {
			x, y = x+mul(w, float64(p.mesh.UVs[at])), y+mul(w, float64(p.mesh.UVs[at+1]))
		}
	}
	return x, y
}

// color returns the colour between three vertices, white where they have none.
func (p *part) color(c *curve, v [3]uint32, weights [3]float64) (light vec, alpha float64) {
	if len(p.mesh.Colors) < 4*(len(p.mesh.Positions)/3) {
		return vec{1, 1, 1}, 1
	}
	for k, w := range weights {
		rgba := p.mesh.Colors[4*int(v[k]):][:4:4]
		light = light.add(c.color(rgba[0], rgba[1], rgba[2]).mul(w))
		alpha += mul(w, float64(rgba[3])/255)
	}
	return light, alpha
}

func (p *part) colored() bool {
	return len(p.mesh.Colors) >= 4*(len(p.mesh.Positions)/3) && p.mesh.Colors != nil
}

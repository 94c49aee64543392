package render

import "vitrine/internal/scenery"

var (
	keyColor  = vecOf(scenery.Numbers().Light.KeyColor)
	sideColor = vecOf(scenery.Numbers().Light.SideColor)
	skyColor  = vecOf(scenery.Numbers().Light.SkyColor)
	white     = vec{1, 1, 1}
)

// shade lights one place of a facet, x and y in pixels. open is its share of
// the sky; alpha is how much it hides of what is behind.
func (s *studio) shade(f *facet, x, y, open float64) (light vec, alpha float64) {
	if !f.prepared {
		f.prepare()
	}
	w := weights(&f.screen, mul(samples, x), mul(samples, y))
	var point, normal vec
	for k := range w {
		point = point.add(f.place[k].mul(w[k]))
		normal = normal.add(f.normals[k].mul(w[k]))
	}
	normal = normal.unit()
	u, v := f.part.uv(f.vertices, w)
	base, alpha := s.base(f, w, u, v)
	surface := f.surface
	if surface.unlit {
		return base, alpha
	}
	n := surface.finish(base)
	if surface.charted && f.part.mesh.UVs != nil {
		f.refine(&n, base, u, v)
		normal = f.bumped(normal, u, v)
		open = mul(open, n.open)
	}
	toEye := s.camera.eye.sub(point).unit()

	key := 0.0
	if facing := normal.dot(s.shadow.toLight); facing > 0 {
		key = mul(mul(scenery.KeyLight, facing), s.shadow.lit(point, normal))
	}
	side := mul(scenery.SideLight, max(normal.dot(s.side), 0))
	sky := mul(mul(scenery.SkyLight, open), 0.62+mul(0.38, normal.z))
	light = n.diffuse.scale(keyColor.mul(key).add(sideColor.mul(side)).add(skyColor.mul(sky))).mul(scenery.Exposure)

	mirror, fresnel := mirrorColor(n.specular, normal.dot(toEye), n.roughness)
	light = light.add(mirror.mul(mul(s.mirrored(normal, toEye, n.roughness), 0.35+mul(0.65, open))))
	if key > 0 {
		half := s.shadow.toLight.add(toEye).unit()
		shine := n.shine()
		if sharp := mul(shine, normal.dot(half)-1); sharp > -14 { // less is not seen
			peak := mul(exp(sharp), shine+8) / 60
			light = light.add(mirror.mul(mul(mul(key, min(peak, 12)), 0.5)))
		}
	}
	if surface.mode == blend {
		alpha = lerp(alpha, 1, mul(0.5, fresnel))
	}
	return rolledOff(light.add(n.glow.mul(1.2))), alpha
}

// base is a facet's own colour at a place.
func (s *studio) base(f *facet, w [3]float64, u, v float64) (vec, float64) {
	light, alpha := f.surface.color, f.surface.alpha
	if f.part.points && f.surface == &s.scene.surfaces[0] {
		light = graphite
	}
	if f.part.colored() {
		color, a := f.part.color(s.curve, f.vertices, w)
		if f.surface == &s.scene.surfaces[0] {
			light = color
		} else {
			light = light.scale(color)
		}
		alpha = mul(alpha, a)
	}
	if chart := &f.surface.charts[colors]; chart.mipmap != nil && f.part.mesh.UVs != nil {
		color, a := chart.at(u, v, f.levels[colors])
		light, alpha = light.scale(color), mul(alpha, a)
	}
	return light, alpha
}

// mirrorColor is what a surface gives back of what it mirrors, more at grazing
// angles.
func mirrorColor(specular vec, facing, roughness float64) (color vec, fresnel float64) {
	grazing, smoothness := 1-clamp(facing, 0, 1), 1-roughness
	square := mul(grazing, grazing)
	fresnel = mul(mul(mul(square, square), grazing), mul(smoothness, smoothness))
	return specular.add(white.sub(specular).mul(fresnel)), fresnel
}

// mirrored is what a surface reflects of the studio: a bright sky, a darker
// horizon, a light floor and two soft boxes, blurred by roughness.
func (s *studio) mirrored(normal, toEye vec, roughness float64) float64 {
	d := normal.mul(mul(2, normal.dot(toEye))).sub(toEye)
	blurred := 0.06 + mul(0.5, roughness)
	sky := 0.55 + mul(0.4, smoothstep(-blurred, 0.6+blurred, d.z))
	floor := mul(0.5, smoothstep(0.3-blurred, -0.5, d.z))
	horizon := mul(sky, smoothstep(-0.15-blurred, 0.15+blurred, d.z)) + floor
	boxes := mul(softBox(d, s.shadow.toLight, 0.80, blurred), 1.5) + mul(softBox(d, s.side, 0.86, blurred), 0.9)
	return 0.12 + mul(0.75, horizon) + mul(boxes, 1-mul(0.75, roughness))
}

func softBox(d, towards vec, edge, blurred float64) float64 {
	return smoothstep(edge-mul(blurred, 0.6), edge+mul(blurred, 0.2), d.dot(towards))
}

// rolledOff keeps bright places from burning out.
func rolledOff(c vec) vec { return vec{shoulder(c.x), shoulder(c.y), shoulder(c.z)} }

func shoulder(x float64) float64 {
	// At 0.7 both have the same value and slope, so no edge is seen, and no light ever gets to 1.
	if x > 0.7 {
		return 1 - 0.09/(x-0.4)
	}
	return x
}

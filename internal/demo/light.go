package demo

import "math"

// The lights of the studio, in linear light.
const (
	keyLight  = 1.75
	sideLight = 0.35
	skyLight  = 0.78
)

// shade lights one place of a face.
func (s *studio) shade(t *screenTriangle, x, y, open float64) Vec {
	weights := t.weights(2*x, 2*y)
	face := s.mesh.Faces[t.face]
	var point, normal Vec
	var uv Pt
	for k, w := range weights {
		point = point.add(s.mesh.Points[face.V[k]].mul(w))
		normal = normal.add(s.normals[t.face][k].mul(w))
		uv[0], uv[1] = uv[0]+w*face.UV[k][0], uv[1]+w*face.UV[k][1]
	}
	normal = normal.unit()
	surface := &s.surfaces[face.Material]
	diffuse, specular := surface.colours(uv)
	toEye := s.camera.eye.sub(point).unit()

	facing := normal.dot(s.shadow.toLight)
	key := 0.0
	if facing > 0 {
		key = keyLight * facing * s.shadow.lit(point)
	}
	side := sideLight * max(normal.dot(s.side), 0)
	sky := skyLight * open * (0.62 + 0.38*normal.z)
	light := diffuse.scale(Vec{1, 0.985, 0.96}.mul(key).add(Vec{0.92, 0.97, 1}.mul(side)).add(Vec{0.95, 0.98, 1.02}.mul(sky)))
	light = light.mul(0.62)

	grazing := 1 - clamp(normal.dot(toEye), 0, 1)
	fresnel := grazing * grazing * grazing * grazing * grazing
	smoothness := 1 - surface.roughness
	mirror := specular.add(Vec{1, 1, 1}.sub(specular).mul(fresnel * smoothness * smoothness))
	light = light.add(mirror.mul(s.mirrored(normal, toEye, surface.roughness) * (0.35 + 0.65*open)))
	if key > 0 {
		half := s.shadow.toLight.add(toEye).unit()
		peak := math.Exp(surface.shine*(normal.dot(half)-1)) * (surface.shine + 8) / 60
		light = light.add(mirror.mul(key * min(peak, 12) * 0.5))
	}
	return rolledOff(light.add(surface.glow.mul(1.2)))
}

func (f *surface) colours(uv Pt) (diffuse, specular Vec) {
	if f.texture == nil {
		return f.diffuse, f.specular
	}
	c := f.texture.at(uv[0], uv[1])
	base := inLinear(c)
	return base.mul(1 - f.metallic), Vec{0.04, 0.04, 0.04}.mix(base, f.metallic)
}

// mirrored is what a surface reflects of the studio: a bright sky, a darker
// horizon, a light floor and two soft boxes, blurred by roughness.
func (s *studio) mirrored(normal, toEye Vec, roughness float64) float64 {
	d := normal.mul(2 * normal.dot(toEye)).sub(toEye)
	blurred := 0.06 + 0.5*roughness
	sky := 0.55 + 0.4*smoothstep(-blurred, 0.6+blurred, d.z)
	floor := 0.5 * smoothstep(0.3-blurred, -0.5, d.z)
	horizon := sky*smoothstep(-0.15-blurred, 0.15+blurred, d.z) + floor
	boxes := softBox(d, s.shadow.toLight, 0.80, blurred)*1.5 + softBox(d, s.side, 0.86, blurred)*0.9
	return 0.12 + 0.75*horizon + boxes*(1-0.75*roughness)
}

func softBox(d, towards Vec, edge, blurred float64) float64 {
	return smoothstep(edge-blurred*0.6, edge+blurred*0.2, d.dot(towards))
}

// rolledOff keeps bright places from burning out.
func rolledOff(c Vec) Vec {
	return Vec{shoulder(c.x), shoulder(c.y), shoulder(c.z)}
}

func shoulder(x float64) float64 {
	if x > 0.7 {
		return 1 - 0.09/(x-0.4)
	}
	return x
}

// openness estimates, from the depths around each pixel, how much of the sky it
// sees: it looks along pairs of opposite directions, so that plain slopes don't
// darken themselves.
func openness(screen *raster, c *camera) []float32 {
	depth := make([]float32, pictureWidth*pictureHeight)
	for y := range pictureHeight {
		for x := range pictureWidth {
			if near := screen.near[2*y*screen.width+2*x]; near > 0 {
				depth[y*pictureWidth+x] = 1 / near
			}
		}
	}
	rough := make([]float32, len(depth))
	looks := newLooks(0.026 * c.zoom)
	for y := range pictureHeight {
		for x := range pictureWidth {
			if at := y*pictureWidth + x; depth[at] > 0 {
				rough[at] = looks.open(depth, x, y, float32(0.05*c.size))
			}
		}
	}
	return smoothed(rough, depth, float32(0.03*c.size))
}

// looks are the ways that openness looks from a pixel: six, and others for each
// of 4 × 4 neighbours, so that few are enough.
type looks [16][6][2]int

func newLooks(reach float64) *looks {
	var l looks
	for pixel := range l {
		turned := float64(pixel) / 16
		for i := range l[pixel] {
			sin, cos := math.Sincos((float64(i) + turned) * math.Pi / 6)
			far := reach * (0.25 + 0.75*math.Mod(turned+float64(i)*0.618, 1))
			l[pixel][i] = [2]int{int(math.Round(far * cos)), int(math.Round(far * sin))}
		}
	}
	return &l
}

func (l *looks) open(depth []float32, x, y int, thick float32) float32 {
	here := depth[y*pictureWidth+x]
	var shut float32
	for _, d := range l[(x&3)*4+(y&3)] {
		shut += min(max(rise(depth, x+d[0], y+d[1], here, thick)+rise(depth, x-d[0], y-d[1], here, thick), 0), 1.4)
	}
	return max(1-shut/6*0.9, 0.15)
}

// rise is how far a neighbour stands out towards the eye, against the reach;
// what stands far in front is another thing and counts little.
func rise(depth []float32, x, y int, here, thick float32) float32 {
	if x < 0 || y < 0 || x >= pictureWidth || y >= pictureHeight || depth[y*pictureWidth+x] == 0 {
		return -0.5
	}
	d := (here - depth[y*pictureWidth+x]) / thick
	if d > 1 {
		return max(2-d, 0.15)
	}
	return max(d, -1)
}

// smoothed averages over 4 × 4 pixels of about the same depth, which takes out
// the pattern of openAt.
func smoothed(rough, depth []float32, step float32) []float32 {
	smooth := make([]float32, len(rough))
	for y := 2; y < pictureHeight-2; y++ {
		for x := 2; x < pictureWidth-2; x++ {
			at := y*pictureWidth + x
			if depth[at] == 0 {
				continue
			}
			var sum, n float32
			for dy := -2; dy < 2; dy++ {
				for dx := -2; dx < 2; dx++ {
					near := at + dy*pictureWidth + dx
					if d := depth[near] - depth[at]; d > -step && d < step {
						sum, n = sum+rough[near], n+1
					}
				}
			}
			smooth[at] = sum / n
		}
	}
	return smooth
}

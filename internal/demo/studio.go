package demo

import (
	"image"
	"math"
)

// studio turns what the raster has seen into a picture: a light backdrop that
// runs into the floor, a key light from the left, a sky, and surfaces by the
// metallic-roughness model.
type studio struct {
	mesh      *Mesh
	normals   [][3]Vec
	camera    *camera
	screen    *raster
	triangles []screenTriangle
	shadow    *shadow
	paper     Vec     // the backdrop's colour in linear light
	gamma     []uint8 // sRGB bytes for linear light

	surfaces []surface // by material
	open     []float32 // a pixel's share of the sky, from 0 to 1
	backdrop []Vec     // at every fourth pixel
	side     Vec       // a second, weaker light
}

// The backdrop is soft enough to be worked out at few places.
const (
	backdropStep   = 4
	backdropWidth  = pictureWidth/backdropStep + 2
	backdropHeight = pictureHeight/backdropStep + 2
)

// surface is a material in linear light.
type surface struct {
	diffuse, specular, glow Vec
	roughness, shine        float64
	texture                 *Texture
	metallic                float64
}

func (s *studio) prepare() {
	for _, m := range s.mesh.Materials {
		s.surfaces = append(s.surfaces, newSurface(m))
	}
	s.side = s.camera.right.mul(0.9).add(s.camera.forward.mul(-0.25)).add(Vec{0, 0, 0.25}).unit()
	s.open = openness(s.screen, s.camera)
	s.backdrop = make([]Vec, backdropWidth*backdropHeight)
	for i := range s.backdrop {
		s.backdrop[i] = s.paperAt(float64(i%backdropWidth*backdropStep), float64(i/backdropWidth*backdropStep))
	}
}

func newSurface(m Material) surface {
	c := inLinear(m.Color)
	return surface{
		diffuse: c.mul(1 - m.Metallic), specular: Vec{0.04, 0.04, 0.04}.mix(c, m.Metallic), glow: c.mul(m.Glow),
		roughness: m.Roughness, shine: 2/math.Pow(max(m.Roughness, 0.12), 4) - 2,
		texture: m.Texture, metallic: m.Metallic,
	}
}

// linear undoes the sRGB curve.
func linear(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

func inLinear(c Color) Vec { return Vec{linear(c[0]), linear(c[1]), linear(c[2])} }

// gammaTable gives sRGB bytes for linear light from 0 to 1 in 4,096 steps.
func gammaTable() []uint8 {
	table := make([]uint8, 4097)
	for i := range table {
		x := float64(i) / 4096
		if x <= 0.0031308 {
			table[i] = channel(12.92 * x)
			continue
		}
		table[i] = channel(1.055*math.Pow(x, 1/2.4) - 0.055)
	}
	return table
}

func (s *studio) develop() *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, pictureWidth, pictureHeight))
	for y := range pictureHeight {
		for x := range pictureWidth {
			c := s.pixel(x, y)
			i := picture.PixOffset(x, y)
			pix := picture.Pix[i : i+4 : i+4]
			pix[0], pix[1], pix[2], pix[3] = s.byte(c.x), s.byte(c.y), s.byte(c.z), 255
		}
	}
	return picture
}

func (s *studio) byte(light float64) uint8 { return s.gamma[int(clamp(light, 0, 1)*4096)] }

// pixel averages four samples, and shades each thing they hit once.
func (s *studio) pixel(x, y int) Vec {
	first := 2*y*s.screen.width + 2*x
	samples := [4]int{first, first + 1, first + s.screen.width, first + s.screen.width + 1}
	var hits [4]int32
	for i, at := range samples {
		hits[i] = s.screen.triangles[at]
	}
	if hits[0] == hits[1] && hits[0] == hits[2] && hits[0] == hits[3] {
		return s.hit(hits[0], x, y, 0.5, 0.5)
	}
	var sum Vec
	var shades [4]Vec
	for i, hit := range hits {
		if known := s.like(hits[:i], hit); known >= 0 {
			shades[i] = shades[known]
		} else {
			shades[i] = s.hit(hit, x, y, 0.25+0.5*float64(i&1), 0.25+0.5*float64(i>>1))
		}
		sum = sum.add(shades[i])
	}
	return sum.mul(0.25)
}

// like finds an earlier hit that looks the same, or -1: the same triangle, or
// one of the same material that faces the same way.
func (s *studio) like(earlier []int32, hit int32) int {
	for i, other := range earlier {
		if other == hit {
			return i
		}
		if other == 0 || hit == 0 {
			continue
		}
		a, b := s.triangles[other-1].face, s.triangles[hit-1].face
		if s.mesh.Faces[a].Material == s.mesh.Faces[b].Material && s.normals[a][0].dot(s.normals[b][0]) > 0.985 {
			return i
		}
	}
	return -1
}

func (s *studio) hit(hit int32, x, y int, dx, dy float64) Vec {
	if hit == 0 {
		return s.behind(x, y)
	}
	return s.shade(&s.triangles[hit-1], float64(x)+dx, float64(y)+dy, float64(s.open[y*pictureWidth+x]))
}

// behind is the backdrop at a pixel.
func (s *studio) behind(x, y int) Vec {
	at := y/backdropStep*backdropWidth + x/backdropStep
	t, u := (float64(x%backdropStep)+0.5)/backdropStep, (float64(y%backdropStep)+0.5)/backdropStep
	upper := s.backdrop[at].mix(s.backdrop[at+1], t)
	return upper.mix(s.backdrop[at+backdropWidth].mix(s.backdrop[at+backdropWidth+1], t), u)
}

// paperAt is the light from the paper roll behind and below the shape.
func (s *studio) paperAt(x, y float64) Vec {
	t := y / pictureHeight
	dx, dy := x/pictureWidth-0.5, (t-0.45)*0.75
	light := 0.93 - 0.10*smoothstep(0.25, 1, t) - 0.5*(dx*dx+dy*dy)
	c := s.paper.mul(light)
	ray := s.camera.ray(x, y)
	if ray.z >= -0.02 {
		return c
	}
	p := s.camera.eye.add(ray.mul((s.camera.ground - s.camera.eye.z) / ray.z))
	key, sky := s.shadow.onGround(p)
	return c.mul((0.52 + 0.48*key) * (0.35 + 0.65*sky))
}

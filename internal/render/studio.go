package render

import (
	"context"
	"image"
	"image/color"

	"vitrine/internal/scenery"
)

// studio turns what the raster has seen into a picture.
type studio struct {
	scene     *scene
	camera    *camera
	screen    *raster
	fragments *fragments
	shadow    *shadow
	stride    int

	curve    *curve
	paper    vec       // the backdrop's colour
	side     vec       // towards a second, weaker light
	open     []float32 // a pixel's share of the sky, from 0 to 1
	backdrop []vec     // at every fourth pixel
	facets   []facet
}

// The backdrop is soft enough to be worked out at few places.
const backdropStep = 4

// backdropSize is at how many places the backdrop is worked out.
func (s *studio) backdropSize() size {
	return size{s.camera.width/backdropStep + 2, s.camera.height/backdropStep + 2}
}

func newStudio(c *camera, backdrop color.Color) *studio {
	s := &studio{camera: c, curve: sRGB(), facets: make([]facet, facetSlots)}
	r, g, b, _ := backdrop.RGBA()
	s.paper = s.curve.color(uint8(r>>8), uint8(g>>8), uint8(b>>8))
	from := scenery.Numbers().Light.SideFrom
	s.side = c.right.mul(from[1]).add(c.forward.mul(-from[0])).add(vec{0, 0, from[2]}).unit()
	return s
}

// paint works the backdrop out.
func (s *studio) paint() {
	at := s.backdropSize()
	s.backdrop = make([]vec, at.width*at.height)
	for i := range s.backdrop {
		s.backdrop[i] = s.paperAt(float64(i%at.width*backdropStep), float64(i/at.width*backdropStep))
	}
}

func (s *studio) resolve(ctx context.Context) (*image.RGBA, error) {
	s.paint()
	picture := image.NewRGBA(image.Rect(0, 0, s.camera.width, s.camera.height))
	for y := range s.camera.height {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for x := range s.camera.width {
			s.put(picture, x, y, s.pixel(x, y))
		}
	}
	return picture, nil
}

func (s *studio) put(picture *image.RGBA, x, y int, c vec) {
	pix := picture.Pix[picture.PixOffset(x, y):][:4:4]
	pix[0], pix[1], pix[2], pix[3] = s.curve.byte(c.x), s.curve.byte(c.y), s.curve.byte(c.z), 255
}

// pixel averages four samples, and shades each thing they hit once.
func (s *studio) pixel(x, y int) vec {
	var hits [samples * samples]uint32
	for i := range hits {
		hits[i] = s.screen.primitives[(samples*y+i/samples)*s.screen.width+samples*x+i%samples]
	}
	clear := s.fragments == nil || s.fragments.first[y*s.camera.width+x] == 0
	if clear && hits[0] == hits[1] && hits[0] == hits[2] && hits[0] == hits[3] {
		return s.hit(hits[0], x, y, 0.5, 0.5)
	}
	var shades [samples * samples]vec
	for i, hit := range hits {
		if known := s.like(hits[:i], hit); known >= 0 {
			shades[i] = shades[known]
			continue
		}
		shades[i] = s.hit(hit, x, y, 0.25+mul(0.5, float64(i%samples)), 0.25+mul(0.5, float64(i/samples)))
	}
	s.over(x, y, &shades)
	return shades[0].add(shades[1]).add(shades[2]).add(shades[3]).mul(0.25)
}

// like finds an earlier hit that looks the same, or -1: the same triangle, or
// one of the same material that faces the same way.
func (s *studio) like(earlier []uint32, hit uint32) int {
	for i, other := range earlier {
		if other == hit {
			return i
		}
		if other == 0 || hit == 0 {
			continue
		}
		a, b := s.facet(other-1), s.facet(hit-1)
		if a != b && a.surface == b.surface && !a.part.colored() && a.flat.dot(b.flat) > 0.985 {
			return i
		}
	}
	return -1
}

func (s *studio) hit(hit uint32, x, y int, dx, dy float64) vec {
	if hit == 0 {
		return s.behind(x, y)
	}
	light, _ := s.shade(s.facet(hit-1), float64(x)+dx, float64(y)+dy, float64(s.open[y*s.camera.width+x]))
	return light
}

// behind is the backdrop at a pixel.
func (s *studio) behind(x, y int) vec {
	across := s.camera.width/backdropStep + 2
	at := y/backdropStep*across + x/backdropStep
	t, u := mul(float64(x%backdropStep)+0.5, 1.0/backdropStep), mul(float64(y%backdropStep)+0.5, 1.0/backdropStep)
	upper := s.backdrop[at].mix(s.backdrop[at+1], t)
	return upper.mix(s.backdrop[at+across].mix(s.backdrop[at+across+1], t), u)
}

// paperAt is the light from the paper roll behind and below the shape.
func (s *studio) paperAt(x, y float64) vec {
	t := y / float64(s.camera.height)
	dx, dy := x/float64(s.camera.width)-0.5, mul(t-0.45, 0.75)
	light := 0.95 - mul(0.10, smoothstep(0.25, 1, t)) - mul(0.45, mul(dx, dx)+mul(dy, dy))
	c := s.paper.mul(light)
	ray := s.camera.ray(x, y)
	if s.shadow == nil || ray.z >= -0.02 {
		return c
	}
	p := s.camera.eye.add(ray.mul((s.camera.ground - s.camera.eye.z) / ray.z))
	key, sky := s.shadow.onGround(p)
	kept := scenery.Numbers().Backdrop
	return c.mul(mul(kept.Key+mul(1-kept.Key, key), kept.Sky+mul(1-kept.Sky, sky)))
}

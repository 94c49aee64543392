package render

import (
	"cmp"
	"slices"
)

// glass keeps what is transparent, for each pixel by itself.
type glass struct {
	first []int32 // a pixel's latest film + 1
	films []film
}

// film is a transparent triangle over a pixel.
type film struct {
	next      int32
	primitive uint32
	near      float32
	mask      uint8 // of the pixel's samples
}

// maxFilms bounds the memory: further films are not drawn. filmWork is what it
// takes to shade one, in samples.
const (
	maxFilms = 4_000_000
	filmWork = 150
)

// film keeps a transparent triangle wherever nothing opaque is in front.
func (s *studio) film(t *[3]corner, primitive uint32) {
	span, ok := s.screen.span(t)
	if !ok {
		return
	}
	if s.glass == nil {
		s.glass = &glass{first: make([]int32, Width*Height)}
	}
	s.screen.budget.left -= 2 * int64(span.samples())
	for y := span.top / samples; y <= span.bottom/samples; y++ {
		for x := span.left / samples; x <= span.right/samples; x++ {
			if mask, near := s.screen.seen(&span, x, y); mask != 0 && len(s.glass.films) < maxFilms {
				at := y*Width + x
				s.glass.films = append(s.glass.films, film{s.glass.first[at], primitive, near, mask})
				s.glass.first[at] = int32(len(s.glass.films))
				s.screen.budget.left -= filmWork
			}
		}
	}
}

// seen tells which samples of a pixel a span covers in front of what is there.
func (r *raster) seen(s *span, x, y int) (mask uint8, near float32) {
	for i := range samples * samples {
		sx, sy := samples*x+i%samples, samples*y+i/samples
		u, v, n := s.start(float64(sx)+0.5, float64(sy)+0.5)
		if u >= edge && v >= edge && u+v <= 1-edge && float32(n) > r.near[sy*r.width+sx] {
			mask, near = mask|1<<i, float32(n)
		}
	}
	return mask, near
}

// over lays the films of a pixel over its four samples. It begins with the
// nearest, so that what is all but hidden needs no shading.
func (s *studio) over(x, y int, colors *[samples * samples]vec) {
	if s.glass == nil {
		return
	}
	var stack [16]film
	var lights [samples * samples]vec
	left := [samples * samples]float64{1, 1, 1, 1}
	for _, f := range s.glass.at(x, y, stack[:0]) {
		light, alpha := s.shade(s.facet(f.primitive), float64(x)+0.5, float64(y)+0.5, 1)
		for i := range colors {
			if f.mask&(1<<i) != 0 {
				lights[i] = lights[i].add(light.mul(mul(alpha, left[i])))
				left[i] = mul(left[i], 1-alpha)
			}
		}
		if max(left[0], left[1], left[2], left[3]) < 1.0/512 {
			break
		}
	}
	for i := range colors {
		colors[i] = lights[i].add(colors[i].mul(left[i]))
	}
}

// at lists the films of a pixel from the nearest on.
func (g *glass) at(x, y int, films []film) []film {
	for i := g.first[y*Width+x]; i != 0; i = g.films[i-1].next {
		films = append(films, g.films[i-1])
	}
	slices.SortStableFunc(films, func(a, b film) int {
		return cmp.Or(cmp.Compare(b.near, a.near), cmp.Compare(b.primitive, a.primitive))
	})
	return films
}

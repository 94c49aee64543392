package render

import "slices"

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

// maxFilms bounds the memory: further films are not drawn.
const maxFilms = 4_000_000

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

// over lays the films of a pixel, the farthest first, over its four samples.
func (s *studio) over(x, y int, colors *[samples * samples]vec) {
	if s.glass == nil {
		return
	}
	var stack [16]film
	films := stack[:0]
	for i := s.glass.first[y*Width+x]; i != 0; i = s.glass.films[i-1].next {
		films = append(films, s.glass.films[i-1])
	}
	slices.SortStableFunc(films, func(a, b film) int {
		switch {
		case a.near < b.near:
			return -1
		case a.near > b.near:
			return 1
		}
		return int(int64(a.primitive) - int64(b.primitive))
	})
	for _, f := range films {
		light, alpha := s.shade(s.facet(f.primitive), float64(x)+0.5, float64(y)+0.5, 1)
		for i := range colors {
			if f.mask&(1<<i) != 0 {
				colors[i] = colors[i].mix(light, alpha)
			}
		}
	}
}

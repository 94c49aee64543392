package render

import (
	"cmp"
	"slices"
)

// fragments keeps what is transparent, for each pixel by itself.
type fragments struct {
	width int     // of the picture, in pixels
	first []int32 // a pixel's latest fragment + 1
	all   []fragment
}

// fragment is a transparent triangle over a pixel.
type fragment struct {
	next      int32
	primitive uint32
	near      float32
	mask      uint8 // of the pixel's samples
}

// maxFragments bounds the memory: further fragments are not drawn. fragmentWork is what it
// takes to shade one, in samples.
const (
	maxFragments = 4_000_000
	fragmentWork = 150
)

// addFragments keeps a transparent triangle wherever nothing opaque is in front.
func (s *studio) addFragments(t *[3]corner, primitive uint32) {
	span, ok := s.screen.span(t)
	if !ok {
		return
	}
	if s.fragments == nil {
		s.fragments = &fragments{width: s.camera.width, first: make([]int32, s.camera.width*s.camera.height)}
	}
	s.screen.budget.left -= 2 * int64(span.samples())
	for y := span.top / samples; y <= span.bottom/samples; y++ {
		for x := span.left / samples; x <= span.right/samples; x++ {
			if mask, near := s.screen.seen(&span, x, y); mask != 0 && len(s.fragments.all) < maxFragments {
				at := y*s.camera.width + x
				s.fragments.all = append(s.fragments.all, fragment{s.fragments.first[at], primitive, near, mask})
				s.fragments.first[at] = int32(len(s.fragments.all))
				s.screen.budget.left -= fragmentWork
			}
		}
	}
}

// seen returns which samples of a pixel a span covers in front of what is there.
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

// over lays the fragments of a pixel over its four samples. It begins with the
// nearest, so that what is all but hidden needs no shading.
func (s *studio) over(x, y int, colors *[samples * samples]vec) {
	if s.fragments == nil {
		return
	}
	var stack [16]fragment
	var lights [samples * samples]vec
	left := [samples * samples]float64{1, 1, 1, 1}
	for _, f := range s.fragments.at(x, y, stack[:0]) {
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

// at lists the fragments of a pixel from the nearest on.
func (f *fragments) at(x, y int, list []fragment) []fragment {
	for i := f.first[y*f.width+x]; i != 0; i = f.all[i-1].next {
		list = append(list, f.all[i-1])
	}
	slices.SortStableFunc(list, func(a, b fragment) int {
		return cmp.Or(cmp.Compare(b.near, a.near), cmp.Compare(b.primitive, a.primitive))
	})
	return list
}

package render

import (
	"math"

	"vitrine/internal/geometry"
)

// mipmap is a picture in several sizes, each half of the one before.
type mipmap struct {
	levels      []level
	linear      *[256]float64 // what its bytes stand for
	translucent bool          // somewhere more than a little
}

// level holds rows from the top, four bytes a texel: red, green, blue and
// alpha, not multiplied.
type level struct {
	width, height int
	pix           []uint8
}

func newMipmap(l level) *mipmap {
	t := &mipmap{levels: []level{l}, linear: &sRGB().linear}
	for i := 3; i < len(l.pix) && !t.translucent; i += 4 {
		t.translucent = l.pix[i] < 250
	}
	for l.width > 1 || l.height > 1 {
		l = l.half()
		t.levels = append(t.levels, l)
	}
	return t
}

// meaning is a texture whose bytes are plain numbers, or sRGB.
func (t *mipmap) meaning(plain bool) *mipmap {
	if !plain {
		return t
	}
	numbers := *t
	numbers.linear = plainBytes()
	return &numbers
}

func (l level) half() level {
	h := level{width: max(l.width/2, 1), height: max(l.height/2, 1)}
	h.pix = make([]uint8, 4*h.width*h.height)
	for y := range h.height {
		upper, lower := min(2*y, l.height-1)*l.width, min(2*y+1, l.height-1)*l.width
		for x := range h.width {
			left, right := min(2*x, l.width-1), min(2*x+1, l.width-1)
			to := h.pix[4*(y*h.width+x):][:4:4]
			for k := range to {
				sum := int(l.pix[4*(upper+left)+k]) + int(l.pix[4*(upper+right)+k]) + int(l.pix[4*(lower+left)+k]) + int(l.pix[4*(lower+right)+k])
				to[k] = uint8((sum + 2) / 4)
			}
		}
	}
	return h
}

// level chooses the size in which a triangle's texels are about as large as
// pixels. t is the triangle in samples.
func (t *mipmap) level(uvs *[3][2]float64, on *[3]corner) int {
	ax, ay, bx, by, cx, cy := uvs[0][0], uvs[0][1], uvs[1][0], uvs[1][1], uvs[2][0], uvs[2][1]
	texels := math.Abs(mul(bx-ax, cy-ay)-mul(cx-ax, by-ay)) * float64(t.levels[0].width*t.levels[0].height)
	covered := math.Abs(mul(on[1].x-on[0].x, on[2].y-on[0].y) - mul(on[2].x-on[0].x, on[1].y-on[0].y)) // twice, in samples
	n := 0
	for mul(texels, samples*samples/2) > covered && n < len(t.levels)-1 {
		texels, n = mul(texels, 0.25), n+1
	}
	return n
}

// at samples between the four nearest texels; v grows upwards.
func (t *mipmap) at(u, v float64, n int, edges geometry.Wrap) (light vec, alpha float64) {
	l := &t.levels[n]
	// Farther out the steps of a float32 are larger than texels. NaN ends here too.
	if !(math.Abs(u) < 1e6 && math.Abs(v) < 1e6) {
		u, v = 0, 0
	}
	x, y := mul(fold(u, edges[0]), float64(l.width))-0.5, mul(1-fold(v, edges[1]), float64(l.height))-0.5
	fx, fy := math.Floor(x), math.Floor(y)
	x0, y0 := wrap(int(fx), l.width, edges[0]), wrap(int(fy), l.height, edges[1])
	x1, y1 := wrap(int(fx)+1, l.width, edges[0]), wrap(int(fy)+1, l.height, edges[1])
	tx, ty := x-fx, y-fy
	ul, ua := l.texel(t.linear, [4]int{x0, y0, x1, y0}, tx)
	ll, la := l.texel(t.linear, [4]int{x0, y1, x1, y1}, tx)
	return ul.mix(ll, ty), lerp(ua, la, ty)
}

// texel mixes two texels, at x and y each.
func (l *level) texel(linear *[256]float64, at [4]int, t float64) (vec, float64) {
	a, b := l.pix[4*(at[1]*l.width+at[0]):][:4:4], l.pix[4*(at[3]*l.width+at[2]):][:4:4]
	light := vec{linear[a[0]], linear[a[1]], linear[a[2]]}
	return light.mix(vec{linear[b[0]], linear[b[1]], linear[b[2]]}, t), lerp(float64(a[3]), float64(b[3]), t) / 255
}

// fold brings a coordinate into the picture: 0 to 1.
func fold(u float64, mode geometry.WrapMode) float64 {
	switch mode {
	case geometry.Clamp:
		return clamp(u, 0, 1)
	case geometry.Mirror:
		return 1 - math.Abs(1-(u-mul(2, math.Floor(mul(u, 0.5)))))
	}
	return u - math.Floor(u)
}

// wrap finds the texel beyond an edge: the first of the other one, or the last before
// the edge.
func wrap(i, n int, mode geometry.WrapMode) int {
	if mode != geometry.Repeat {
		return min(max(i, 0), n-1)
	}
	if i < 0 {
		return i + n
	}
	if i >= n {
		return i - n
	}
	return i
}

package render

import (
	"image"
	"image/color"
	"slices"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// outline is a set of closed polygons in 64ths of a pixel. It is filled in
// whole numbers, as the rasterizer of x/image counts in fractions that machines
// round differently.
type outline struct {
	edges [][4]int // x, y to x, y
	last  [2]int
	first [2]int
}

func (o *outline) move(x, y int) {
	o.close()
	o.first, o.last = [2]int{x, y}, [2]int{x, y}
}

func (o *outline) line(x, y int) {
	o.edges = append(o.edges, [4]int{o.last[0], o.last[1], x, y})
	o.last = [2]int{x, y}
}

func (o *outline) close() {
	if o.last != o.first {
		o.line(o.first[0], o.first[1])
	}
}

// curve is a quadratic Bézier curve in so many lines that none shows.
func (o *outline) curve(bx, by, cx, cy int) {
	ax, ay := o.last[0], o.last[1]
	const n = 8
	for i := 1; i <= n; i++ {
		p, q, r := (n-i)*(n-i), 2*i*(n-i), i*i
		o.line((p*ax+q*bx+r*cx)/(n*n), (p*ay+q*by+r*cy)/(n*n))
	}
}

// lines is how many lines a row of pixels is filled by.
const lines = 8

// fill paints what the outline winds around.
func (o *outline) fill(on *image.RGBA, c color.RGBA) {
	o.close()
	top, bottom := 1<<30, -1<<30
	for _, e := range o.edges {
		top, bottom = min(top, e[1], e[3]), max(bottom, e[1], e[3])
	}
	b := on.Bounds()
	cover := make([]int, b.Dx())
	for y := max(top>>6, 0); y <= min(bottom>>6, b.Dy()-1); y++ {
		clear(cover)
		for i := range lines {
			o.scan(y<<6+(2*i+1)*64/(2*lines), cover)
		}
		for x, n := range cover {
			if n > 0 {
				mixPixel(on.Pix[on.PixOffset(x, y):][:4:4], c, n)
			}
		}
	}
}

// mixPixel mixes n parts of a colour, of lines × 64, over a pixel.
func mixPixel(pix []uint8, c color.RGBA, n int) {
	const whole = lines * 64
	for k, v := range [3]uint8{c.R, c.G, c.B} {
		pix[k] = uint8((int(v)*n + int(pix[k])*(whole-n) + whole/2) / whole)
	}
}

// scan adds what a line at a height covers of each pixel.
func (o *outline) scan(y int, cover []int) {
	type crossing struct{ x, turn int }
	var crossings []crossing
	for _, e := range o.edges {
		turn := 1
		if e[1] > e[3] {
			e, turn = [4]int{e[2], e[3], e[0], e[1]}, -1
		}
		if y >= e[1] && y < e[3] {
			crossings = append(crossings, crossing{e[0] + (e[2]-e[0])*(y-e[1])/(e[3]-e[1]), turn})
		}
	}
	slices.SortFunc(crossings, func(a, b crossing) int { return a.x - b.x })
	winding := 0
	for i, c := range crossings {
		if winding += c.turn; winding != 0 {
			coverSpan(cover, c.x, crossings[i+1].x)
		}
	}
}

func coverSpan(cover []int, from, to int) {
	from, to = max(from, 0), min(to, len(cover)<<6)
	for x := from >> 6; x<<6 < to; x++ {
		cover[x] += min(to, (x+1)<<6) - max(from, x<<6)
	}
}

// face is a font at a size.
type face struct {
	font *sfnt.Font
	size int // pixels
}

var goFonts = sync.OnceValues(func() (regular, bold *sfnt.Font) {
	return mustFont(goregular.TTF), mustFont(gobold.TTF)
})

func mustFont(data []byte) *sfnt.Font {
	f, err := sfnt.Parse(data)
	if err != nil {
		panic("render: a font that comes with the program is broken: " + err.Error())
	}
	return f
}

// width is how long a text gets, in 64ths of a pixel.
func (f face) width(text string) int {
	var buffer sfnt.Buffer
	sum := 0
	for _, r := range text {
		if i, err := f.font.GlyphIndex(&buffer, r); err == nil {
			if advance, err := f.font.GlyphAdvance(&buffer, i, fixed.I(f.size), font.HintingNone); err == nil {
				sum += int(advance)
			}
		}
	}
	return sum
}

// fitted shortens a text to so many pixels.
func (f face) fitted(text string, pixels int) string {
	runes := []rune(text)
	if len(runes) > 200 {
		runes = append(runes[:200], '…')
	}
	for len(runes) > 1 && f.width(string(runes)) > pixels<<6 {
		runes = append(runes[:len(runes)-2], '…')
	}
	return string(runes)
}

// centred writes a text with its middle at x and its foot at y, in pixels.
func (f face) centred(on *image.RGBA, text string, x, y int, c color.RGBA) {
	var buffer sfnt.Buffer
	o := &outline{}
	pen := x<<6 - f.width(text)/2
	for _, r := range text {
		i, err := f.font.GlyphIndex(&buffer, r)
		if err != nil {
			continue
		}
		segments, err := f.font.LoadGlyph(&buffer, i, fixed.I(f.size), nil)
		if err != nil {
			continue
		}
		o.glyph(segments, pen, y<<6)
		if advance, err := f.font.GlyphAdvance(&buffer, i, fixed.I(f.size), font.HintingNone); err == nil {
			pen += int(advance)
		}
	}
	o.fill(on, c)
}

// glyph adds a glyph of lines and quadratic curves, which is all that TrueType
// has.
func (o *outline) glyph(segments sfnt.Segments, x, y int) {
	for _, s := range segments {
		a, b := s.Args[0], s.Args[1]
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			o.move(x+int(a.X), y+int(a.Y))
		case sfnt.SegmentOpLineTo:
			o.line(x+int(a.X), y+int(a.Y))
		case sfnt.SegmentOpQuadTo:
			o.curve(x+int(a.X), y+int(a.Y), x+int(b.X), y+int(b.Y))
		}
	}
}

package browser

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strconv"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Screenshot is what the window shows. It is kept as name.png in the folder of
// ScreenshotsVariable, if there is one; an empty name keeps nothing.
func (p *Page) Screenshot(name string) *image.RGBA {
	p.t.Helper()
	return p.capture(name, nil)
}

// Keep keeps a picture of the whole page, as far as one can scroll down, like a Screenshot. A
// page that can be scrolled sideways is a fault, also where no pictures are kept.
func (p *Page) Keep(name string) {
	p.t.Helper()
	wide := Eval[[]int](p, `[document.documentElement.scrollWidth, document.documentElement.clientWidth]`)
	if wide[0] > wide[1] {
		p.t.Errorf("%s: the page is %d pixels wide in a window of %d", name, wide[0], wide[1])
	}
	if os.Getenv(ScreenshotsVariable) == "" {
		return
	}
	size := Eval[[]float64](p, `[document.documentElement.clientWidth, Math.min(document.documentElement.scrollHeight, 6000), innerHeight]`)
	// Pictures further down load only when they come into sight.
	Eval[bool](p, `(() => { document.querySelectorAll('img').forEach((img) => { img.loading = 'eager'; }); return true; })()`)
	for tries := 0; tries < 100 && !Eval[bool](p, `[...document.images].every((img) => img.complete)`); tries++ {
	}
	what := page.CaptureScreenshotParams{}
	// Of a page from right to left that ends within the window Chromium would show another part.
	if size[1] > size[2] {
		beyond := true
		what = page.CaptureScreenshotParams{Clip: &page.Viewport{Width: size[0], Height: size[1], Scale: 1}, CaptureBeyondViewport: &beyond}
	}
	p.keep(name, p.shoot(what))
}

// Picture is what an element shows within the window, kept like a Screenshot.
func (p *Page) Picture(selector, name string) *image.RGBA {
	p.t.Helper()
	return p.capture(name, p.box(selector))
}

// StillPicture is the Picture of an element that has come to rest: two in a row
// are the same.
func (p *Page) StillPicture(selector, name string) *image.RGBA {
	p.t.Helper()
	const most = 200
	clip := p.box(selector)
	last := p.capture("", clip)
	for range most {
		// Two frames, so that what was asked for is drawn and shown.
		Eval[bool](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
		data := p.shoot(page.CaptureScreenshotParams{Clip: clip})
		next := p.decode(data)
		if Different(last, next) == 0 {
			p.keep(name, data)
			return next
		}
		last = next
	}
	p.t.Fatalf("%s does not come to rest", selector)
	return nil
}

func (p *Page) box(selector string) *page.Viewport {
	p.t.Helper()
	at := Eval[[]float64](p, `(() => {
		const element = document.querySelector(`+strconv.Quote(selector)+`);
		element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
		const r = element.getBoundingClientRect();
		return [r.x + scrollX, r.y + scrollY, r.width, r.height];
	})()`)
	return &page.Viewport{X: at[0], Y: at[1], Width: at[2], Height: at[3], Scale: 1}
}

func (p *Page) capture(name string, clip *page.Viewport) *image.RGBA {
	p.t.Helper()
	data := p.shoot(page.CaptureScreenshotParams{Clip: clip})
	p.keep(name, data)
	return p.decode(data)
}

func (p *Page) shoot(what page.CaptureScreenshotParams) []byte {
	p.t.Helper()
	fast := true
	what.OptimizeForSpeed = &fast
	shot, err := chromedp.Call(p.ctx, page.CaptureScreenshot, what)
	if err != nil {
		p.t.Fatal(err)
	}
	return shot.Data
}

func (p *Page) keep(name string, data []byte) {
	p.t.Helper()
	folder := os.Getenv(ScreenshotsVariable)
	if folder == "" || name == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), data, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p *Page) decode(data []byte) *image.RGBA {
	p.t.Helper()
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		p.t.Fatal(err)
	}
	if picture, ok := decoded.(*image.RGBA); ok {
		return picture
	}
	picture := image.NewRGBA(decoded.Bounds())
	draw.Draw(picture, picture.Bounds(), decoded, picture.Bounds().Min, draw.Src)
	return picture
}

// Middle is the ninth of a picture in its middle, where no buttons are.
func Middle(picture *image.RGBA) *image.RGBA {
	b := picture.Bounds()
	third := image.Rect(b.Min.X+b.Dx()/3, b.Min.Y+b.Dy()/3, b.Max.X-b.Dx()/3, b.Max.Y-b.Dy()/3)
	return picture.SubImage(third).(*image.RGBA)
}

// Vivid is the share of pixels, from 0 to 1, that are clearly not grey.
func Vivid(picture *image.RGBA) float64 {
	vivid, size := 0, picture.Rect.Size()
	for y := range size.Y {
		row := rowOf(picture, y)
		for ; len(row) > 0; row = row[4:] {
			if max(row[0], row[1], row[2])-min(row[0], row[1], row[2]) > 40 {
				vivid++
			}
		}
	}
	return float64(vivid) / float64(size.X*size.Y)
}

// noise is how far the same colour may be from itself: Chromium dithers
// gradients, and not in the same way each time.
const noise = 3

// Different is the share of pixels, from 0 to 1, in which two pictures differ for
// the eye; 1 when their sizes do.
func Different(a, b *image.RGBA) float64 {
	if a.Rect != b.Rect {
		return 1
	}
	different, size := 0, a.Rect.Size()
	for y := range size.Y {
		one, other := rowOf(a, y), rowOf(b, y)
		if bytes.Equal(one, other) {
			continue
		}
		for i := 0; i < len(one); i += 4 {
			if max(apart(one[i], other[i]), apart(one[i+1], other[i+1]), apart(one[i+2], other[i+2])) > noise {
				different++
			}
		}
	}
	return float64(different) / float64(size.X*size.Y)
}

func apart(a, b uint8) uint8 { return max(a, b) - min(a, b) }

// rowOf is a row of a picture, from its top: red, green, blue and alpha of each
// pixel.
func rowOf(picture *image.RGBA, y int) []uint8 {
	start := y * picture.Stride
	return picture.Pix[start : start+4*picture.Rect.Dx()]
}

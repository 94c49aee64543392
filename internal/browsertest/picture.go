package browser

import (
	"bytes"
	"image"
	"image/color"
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

// Keep keeps a picture of the whole page, as far as one can scroll, like a
// Screenshot. It costs nothing where none are kept.
func (p *Page) Keep(name string) {
	p.t.Helper()
	if os.Getenv(ScreenshotsVariable) == "" {
		return
	}
	size := Eval[[]float64](p, `[document.documentElement.clientWidth, Math.min(document.documentElement.scrollHeight, 6000)]`)
	// Pictures further down load only when they come into sight.
	Eval[bool](p, `(() => { document.querySelectorAll('img').forEach((img) => { img.loading = 'eager'; }); return true; })()`)
	for tries := 0; tries < 100 && !Eval[bool](p, `[...document.images].every((img) => img.complete)`); tries++ {
	}
	beyond := true
	p.shoot(name, page.CaptureScreenshotParams{
		Clip: &page.Viewport{Width: size[0], Height: size[1], Scale: 1}, CaptureBeyondViewport: &beyond,
	})
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
		next := p.capture("", clip)
		if Different(last, next) == 0 {
			return p.capture(name, clip)
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
	return p.shoot(name, page.CaptureScreenshotParams{Clip: clip})
}

func (p *Page) shoot(name string, what page.CaptureScreenshotParams) *image.RGBA {
	p.t.Helper()
	shot, err := chromedp.Call(p.ctx, page.CaptureScreenshot, what)
	if err != nil {
		p.t.Fatal(err)
	}
	if folder := os.Getenv(ScreenshotsVariable); folder != "" && name != "" {
		if err := os.WriteFile(filepath.Join(folder, name+".png"), shot.Data, 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
	decoded, err := png.Decode(bytes.NewReader(shot.Data))
	if err != nil {
		p.t.Fatal(err)
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
	vivid := 0
	for y := picture.Rect.Min.Y; y < picture.Rect.Max.Y; y++ {
		for x := picture.Rect.Min.X; x < picture.Rect.Max.X; x++ {
			c := picture.RGBAAt(x, y)
			if max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > 40 {
				vivid++
			}
		}
	}
	return float64(vivid) / float64(picture.Rect.Dx()*picture.Rect.Dy())
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
	different := 0
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y++ {
		for x := a.Rect.Min.X; x < a.Rect.Max.X; x++ {
			if apart(a.RGBAAt(x, y), b.RGBAAt(x, y)) > noise {
				different++
			}
		}
	}
	return float64(different) / float64(a.Rect.Dx()*a.Rect.Dy())
}

// apart is how far two colours are apart, in the channel where they are most.
func apart(a, b color.RGBA) uint8 {
	distance := func(a, b uint8) uint8 { return max(a, b) - min(a, b) }
	return max(distance(a.R, b.R), distance(a.G, b.G), distance(a.B, b.B))
}

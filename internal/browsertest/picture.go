package browser

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strconv"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Screenshot is what the window shows. It is kept as name.png in the folder of
// ScreenshotsVariable, if there is one; an empty name keeps nothing.
func (p *Page) Screenshot(name string) image.Image {
	p.t.Helper()
	return p.capture(name, nil)
}

// Picture is what an element shows within the window, kept like a Screenshot.
func (p *Page) Picture(selector, name string) image.Image {
	p.t.Helper()
	return p.capture(name, p.box(selector))
}

// StillPicture is the Picture of an element that has come to rest: two in a row
// are the same.
func (p *Page) StillPicture(selector, name string) image.Image {
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

func (p *Page) capture(name string, clip *page.Viewport) image.Image {
	p.t.Helper()
	shot, err := chromedp.Call(p.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{Clip: clip})
	if err != nil {
		p.t.Fatal(err)
	}
	if folder := os.Getenv(ScreenshotsVariable); folder != "" && name != "" {
		if err := os.WriteFile(filepath.Join(folder, name+".png"), shot.Data, 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
	picture, err := png.Decode(bytes.NewReader(shot.Data))
	if err != nil {
		p.t.Fatal(err)
	}
	return picture
}

// Colours counts the different colours in the middle ninth of a picture.
func Colours(picture image.Image) int {
	b := picture.Bounds()
	seen := make(map[color.Color]bool)
	for y := b.Min.Y + b.Dy()/3; y < b.Max.Y-b.Dy()/3; y++ {
		for x := b.Min.X + b.Dx()/3; x < b.Max.X-b.Dx()/3; x++ {
			seen[picture.At(x, y)] = true
		}
	}
	return len(seen)
}

// Different is the share of pixels, from 0 to 1, in which two pictures differ;
// 1 when their sizes do.
func Different(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	different, bounds := 0, a.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				different++
			}
		}
	}
	return float64(different) / float64(bounds.Dx()*bounds.Dy())
}

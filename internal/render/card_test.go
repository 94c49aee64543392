package render_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"

	"vitrine/internal/render"
)

// inked is the box around what is dark.
func inked(img *image.RGBA) (box image.Rectangle) {
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.RGBAAt(x, y).G < 90 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// TestCard: whatever is written stays on the card, in its middle.
func TestCard(t *testing.T) {
	t.Parallel()
	for name, card := range map[string]render.CardText{
		"empty": {}, "plain": {Format: "step", Name: "bracket.step", Lines: []string{"1,204 faces", "226 KB"}},
		"long": {Format: strings.Repeat("step", 50), Name: strings.Repeat("Gehäuse ", 900),
			Lines: []string{strings.Repeat("W", 300), "", "a", "b", "c", "d"}},
		"scripts": {Format: "stl", Name: "模型 \x00\xff Ω Ж 🙂"},
	} {
		img := render.Card(card)
		if img.Rect != image.Rect(0, 0, render.Width, render.Height) {
			t.Fatalf("%s: %v", name, img.Rect)
		}
		box := inked(img)
		if name == "empty" {
			if !box.Empty() {
				t.Errorf("on an empty card is something at %v", box)
			}
			continue
		}
		if middle := (box.Min.X + box.Max.X) / 2; box.Dx() < 100 || middle < 390 || middle > 410 || box.Min.X < 40 || box.Max.Y > 590 {
			t.Errorf("%s: the text is at %v", name, box)
		}
	}
}

// TestThumbnail: colours stay where they are, and other proportions whole.
func TestThumbnail(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{800, 600}, {320, 240}, {100, 75}, {128, 512}, {3000, 10}, {1, 1}, {7, 5}} {
		img := image.NewNRGBA(image.Rect(-3, 9, size.X-3, size.Y+9))
		for i := range size.X * size.Y {
			img.SetNRGBA(i%size.X-3, i/size.X+9, color.NRGBA{230, 10, 10, 255})
		}
		small := render.Thumbnail(img)
		if small.Rect != image.Rect(0, 0, render.ThumbnailWidth, render.ThumbnailHeight) {
			t.Fatalf("%v: %v", size, small.Rect)
		}
		box, n := extent(small, "red")
		if n != box.Dx()*box.Dy() || box.Dx() < 320 && box.Dy() < 240 || box.Min.X+box.Max.X < 318 || box.Min.X+box.Max.X > 322 ||
			box.Min.Y+box.Max.Y < 238 || box.Min.Y+box.Max.Y > 242 {
			t.Errorf("%v: %d pixels in %v", size, n, box)
		}
	}
	halves := image.NewRGBA(image.Rect(0, 0, 800, 600))
	for i := range 800 * 600 {
		halves.SetRGBA(i%800, i/800, color.RGBA{uint8(i % 800 / 400 * 230), 0, uint8(230 - i%800/400*230), 255})
	}
	small := render.Thumbnail(halves)
	if left, right := hue(small.RGBAAt(158, 3)), hue(small.RGBAAt(161, 236)); left != "blue" || right != "red" {
		t.Errorf("%s at the left, %s at the right", left, right)
	}
	clear := render.Thumbnail(image.NewNRGBA(image.Rect(0, 0, 9, 9)))
	if c := clear.RGBAAt(160, 120); c.G < 200 || c.A != 255 {
		t.Errorf("what is transparent is %v", c)
	}
}

func TestJPEG(t *testing.T) {
	t.Parallel()
	img := render.Card(render.CardText{Format: "rar"})
	data, err := render.JPEG(img, 85)
	if err != nil {
		t.Fatal(err)
	}
	again, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil || again.Bounds() != img.Rect {
		t.Errorf("%v, %v", again.Bounds(), err)
	}
	if rough, _ := render.JPEG(img, 20); len(rough) >= len(data) {
		t.Errorf("%d bytes at quality 20, %d at 85", len(rough), len(data))
	}
}

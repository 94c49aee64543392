package viewer_test

import (
	"bytes"
	"context"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"

	browser "vitrine/internal/browsertest"
	"vitrine/internal/demo"
	"vitrine/internal/inspect"
)

// alike are models of many kinds: painted and metallic, low and high, flat and tall.
var alike = []string{
	"18-Inch Alloy Wheel with Tyre and Brake", "Six Iced Doughnuts on a Cake Stand", "Monstera in a Glazed Pot",
	"Caffeine Molecule, Ball and Stick",
	"Classic Leather Football, 32 Panels", "Amethyst Crystal Cluster", "Hilltop Castle with Keep and Four Towers",
	"Longsword in a Mossy Stone",
	"Antique Desk Globe of an Unknown World", "Folding Camera Drone, Rotors Animated",
}

// How far the first view may be from the picture, of 255, on average over all that is
// seen. Pictures of meshes have what only a renderer can: the sky's soft shadows in
// corners. Splats have their light in themselves.
const (
	maxApart       = 5.0
	maxSplatsApart = 1.0
)

// TestViewIsThePicture opens the views of ten models and of splats, and compares the first
// frame with the picture that it takes the place of.
func TestViewIsThePicture(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, item := range demo.Catalogue() {
		if !slices.Contains(alike, item.Title) {
			continue
		}
		seen++
		t.Run(item.Title, func(t *testing.T) { wantAlike(t, item.Title, drawn(t, item), maxApart) })
	}
	if seen != len(alike) {
		t.Errorf("the demo has %d of %d models", seen, len(alike))
	}
	const splats = "Snowman in Splats"
	t.Run(splats, func(t *testing.T) { wantAlike(t, splats, read(t, "snowman.splat", snowman()), maxSplatsApart) })
}

// wantAlike opens the view of a model behind its picture.
func wantAlike(t *testing.T, title string, result inspect.Result, apart float64) {
	t.Helper()
	page := browser.Open(t, 560, 520, browser.ReducedMotion())
	page.Go(serveBeside(t, result))
	showButton := func(how string) {
		browser.Eval[bool](page, `(document.querySelector('.viewer > button').style.opacity = '`+how+`', true)`)
	}
	showButton("0")
	poster := page.Picture(".viewer > img", "studio-"+title+"-picture")
	showButton("1")
	page.Click(".viewer > button")
	page.Wait(ready + " || " + failed)
	view := page.StillPicture(canvas, "studio-"+title+"-view")
	if got := meanApart(poster, view); got > apart {
		t.Errorf("the view is %.1f of 255 from the picture", got)
	} else {
		t.Logf("%.1f", got)
	}
}

// drawn makes the first file of an item and reads it.
func drawn(t *testing.T, item demo.Item) inspect.Result {
	t.Helper()
	made := item.Build().Files[0]
	var data bytes.Buffer
	if err := made.Write(&data); err != nil {
		t.Fatal(err)
	}
	return read(t, made.Name, data.Bytes())
}

// read reads a file as a server does.
func read(t *testing.T, name string, data []byte) inspect.Result {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	result, err := inspect.InProcess(context.WithoutCancel(t.Context()), inspect.File{Name: name, File: file}, nil,
		inspect.Want{Picture: true, Preview: inspect.Full})
	if err != nil || result.Preview == nil || result.Picture == nil {
		t.Fatalf("%s: %v", name, err)
	}
	return result
}

// meanApart is the mean difference of the channels of two pictures.
func meanApart(a, b *image.RGBA) float64 {
	width, height := min(a.Rect.Dx(), b.Rect.Dx()), min(a.Rect.Dy(), b.Rect.Dy())
	bar := height * 9 / 10 // the buttons are below
	sum := 0
	for y := range bar {
		for x := range width {
			one, other := a.RGBAAt(a.Rect.Min.X+x, a.Rect.Min.Y+y), b.RGBAAt(b.Rect.Min.X+x, b.Rect.Min.Y+y)
			for _, pair := range [3][2]uint8{{one.R, other.R}, {one.G, other.G}, {one.B, other.B}} {
				sum += int(max(pair[0], pair[1]) - min(pair[0], pair[1]))
			}
		}
	}
	return float64(sum) / float64(3*bar*width)
}

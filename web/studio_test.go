package web_test

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
	"18-Inch Alloy Wheel with Tyre and Brake", "Six Iced Doughnuts on a Cake Stand", "Monstera in a Glazed Pot", "Caffeine Molecule, Ball and Stick",
	"Classic Leather Football, 32 Panels", "Amethyst Crystal Cluster", "Hilltop Castle with Keep and Four Towers", "Longsword in a Mossy Stone",
	"Antique Desk Globe of an Unknown World", "Folding Camera Drone, Rotors Animated",
}

// maxApart is how far the first view may be from the picture, of 255, on average over
// all that is seen. The picture also has what only a renderer can: the sky's soft
// shadows in corners.
const maxApart = 5.0

// TestViewIsThePicture opens the views of ten models, and compares the first frame with the
// picture that it takes the place of.
func TestViewIsThePicture(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, item := range demo.Catalogue() {
		if !slices.Contains(alike, item.Title) {
			continue
		}
		seen++
		result := drawn(t, item)
		page := browser.Open(t, 560, 520, browser.ReducedMotion())
		page.Go(serveBeside(t, result.Preview, result.Picture))
		poster := page.Picture(".viewer > img", "studio-"+item.Title+"-picture")
		page.Click(".viewer > button")
		page.Wait(ready + " || " + failed)
		view := page.StillPicture(canvas, "studio-"+item.Title+"-view")
		if got := meanApart(poster, view); got > maxApart {
			t.Errorf("%s: the view is %.1f of 255 from the picture", item.Title, got)
		} else {
			t.Logf("%s: %.1f", item.Title, got)
		}
	}
	if seen != len(alike) {
		t.Errorf("the demo has %d of %d models", seen, len(alike))
	}
}

// drawn reads the first file of an item as a server does.
func drawn(t *testing.T, item demo.Item) inspect.Result {
	t.Helper()
	made := item.Build().Files[0]
	var data bytes.Buffer
	if err := made.Write(&data); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), made.Name)
	if err := os.WriteFile(path, data.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	result, err := inspect.InProcess(context.WithoutCancel(t.Context()), inspect.File{Name: made.Name, File: file}, nil, inspect.Want{Picture: true, Preview: inspect.Full})
	if err != nil || result.Preview == nil || result.Picture == nil {
		t.Fatalf("%s: %v", made.Name, err)
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

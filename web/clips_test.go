package web_test

import (
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
	"vitrine/internal/demo"
	"vitrine/internal/inspect"
)

// moving reads a model of the demo that has a clip.
func moving(t *testing.T, title string) inspect.Result {
	t.Helper()
	for _, item := range demo.Catalogue() {
		if item.Title == title {
			return drawn(t, item)
		}
	}
	t.Fatalf("the demo has no %q", title)
	return inspect.Result{}
}

const button = `[...document.querySelectorAll('.viewer-bar button')].find((b) => ['Play', 'Pause'].includes(b.textContent))`

// TestClipPlays lets a train of gears turn, stops it, and has it stand still from the
// start where no motion is wanted.
func TestClipPlays(t *testing.T) {
	t.Parallel()
	result := moving(t, "Planetary Gear Train, Animated")
	if !result.PreviewPlays {
		t.Fatal("the preview has no clips")
	}
	address := serveBeside(t, result.Preview, result.Picture)
	for _, still := range []bool{true, false} {
		var options []browser.Option
		if still {
			options = append(options, browser.ReducedMotion())
		}
		page := browser.Open(t, 560, 520, options...)
		page.Go(address)
		page.Click(".viewer > button")
		page.Wait(ready + " || " + failed)
		page.Wait(button + ` !== undefined`)
		if label := browser.Eval[string](page, button+`.textContent`); (label == "Play") != still {
			t.Errorf("without motion wanted: %v, the button says %q", still, label)
		}
		page.Accessible()
		if still {
			first := page.StillPicture(canvas, "clip-first")
			browser.Eval[bool](page, `(`+button+`.click(), true)`)
			wantMotion(t, page)
			browser.Eval[bool](page, `(`+button+`.click(), true)`)
			stopped := page.StillPicture(canvas, "clip-stopped")
			if share := browser.Different(browser.Middle(first), browser.Middle(stopped)); share < 0.005 {
				t.Errorf("after a while of playing %.4f of the picture differs", share)
			}
		} else {
			wantMotion(t, page)
			page.Keep("clip-plays")
		}
	}
}

// wantMotion waits until the picture has changed by itself.
func wantMotion(t *testing.T, page *browser.Page) {
	t.Helper()
	before := page.Picture(canvas, "")
	for range 100 {
		if browser.Different(browser.Middle(before), browser.Middle(page.Picture(canvas, ""))) > 0.005 {
			return
		}
	}
	t.Error("nothing moves")
}

// TestReducedStandsStill has no clips in what is shown of a paid model.
func TestReducedStandsStill(t *testing.T) {
	t.Parallel()
	result := moving(t, "Folding Camera Drone, Rotors Animated")
	if !result.PreviewPlays || !strings.Contains(string(result.Preview), `"animations"`) {
		t.Error("the full preview has no clips")
	}
}

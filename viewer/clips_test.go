package viewer_test

import (
	"encoding/binary"
	"encoding/json"
	"maps"
	"testing"

	browser "vitrine/internal/browsertest"
	"vitrine/internal/demo"
	"vitrine/internal/inspect"
	"vitrine/internal/meshfile"
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
	address := serveBeside(t, result)
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

// TestClipIsChosen offers two clips: the one that is chosen plays.
func TestClipIsChosen(t *testing.T) {
	t.Parallel()
	result := moving(t, "Planetary Gear Train, Animated")
	result.Preview = twice(t, result.Preview)
	page := browser.Open(t, 360, 520, browser.ReducedMotion())
	page.Go(serveBeside(t, result))
	page.Click(".viewer > button")
	page.Wait(button + ` !== undefined`)
	page.Accessible()
	page.Fits()
	const list = `document.querySelector('.viewer-bar select')`
	if names := browser.Eval[string](page, `[...`+list+`.options].map((o) => o.text).join('|')`); names != "turn|Clip 2" {
		t.Errorf("the clips are %s", names)
	}
	browser.Eval[bool](page, `(`+list+`.focus(), true)`)
	page.Press(browser.ArrowDown)
	if label := browser.Eval[string](page, button+`.textContent`); label != "Pause" {
		t.Errorf("a clip was chosen, and the button says %q", label)
	}
	wantMotion(t, page)
}

// twice adds to a GLB the clip that it has once more, without a name.
func twice(t *testing.T, glb []byte) []byte {
	t.Helper()
	size := binary.LittleEndian.Uint32(glb[12:])
	var document map[string]any
	if err := json.Unmarshal(glb[20:20+size], &document); err != nil {
		t.Fatal(err)
	}
	clip := document["animations"].([]any)[0].(map[string]any)
	again := maps.Clone(clip)
	delete(again, "name")
	document["animations"] = []any{clip, again}
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return meshfile.GLB(text, glb[20+size+8:])
}

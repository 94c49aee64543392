package viewer_test

import (
	"bytes"
	"image"
	"testing"

	browser "vitrine/internal/browsertest"
)

// piece is one of several that a page lists.
type piece struct{ label, preview, kind string }

// TestPieces goes through a list of pieces of all kinds by keys: each is loaded when it
// is asked for, and takes the place of the one before.
func TestPieces(t *testing.T) {
	t.Parallel()
	const all = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; img-src 'self' blob:; " +
		"connect-src 'self' blob:"
	thin := bytes.Replace(cube(), []byte(`"scale":[0.5,0.5,0.5]`), []byte(`"scale":[0.1,0.5,0.5]`), 1)
	files := map[string][]byte{"/cube.glb": cube(), "/thin.glb": thin, "/ball.splat": ball(), "/turn.png": turntable(),
		"/broken.glb": []byte("glTF?"), "/poster.png": poster(800, 600)}
	address := serveFiles(t, all, "glb", "/cube.glb", files,
		piece{"All 5 pieces", "/cube.glb", "glb"}, piece{"turned.stl", "/turn.png", "turntable"}, piece{"cloud.ply", "/ball.splat", "splat"},
		piece{"broken.glb", "/broken.glb", "glb"}, piece{"a-piece-of-a-very-long-name-that-fills-the-list.glb", "/thin.glb", "glb"})
	for _, width := range []int{360, 900} {
		page := browser.Open(t, width, 700, browser.ReducedMotion())
		page.Go(address)
		if browser.Eval[bool](page, `document.querySelector('.viewer-pieces').checkVisibility()`) {
			t.Error("the list is there before the view")
		}
		page.Click(".viewer > button")
		page.Wait(ready + " || " + failed)
		page.Accessible()
		page.Fits()
		seen := []*image.RGBA{page.StillPicture(canvas, "")}
		browser.Eval[bool](page, `(document.querySelector('select').focus(), true)`)
		for i, name := range []string{"turntable", "splat", "broken", "last"} {
			page.Press(browser.ArrowDown)
			if name == "broken" {
				page.Wait(`document.querySelector('.viewer-status').textContent === 'This piece could not be shown.'`)
				if got := browser.Eval[int](page, `document.querySelector('select').selectedIndex`); got != i {
					t.Errorf("after a piece that can't be shown the list stands at %d, want %d", got, i)
				}
				page.Accessible()
				browser.Eval[bool](page, `(document.querySelector('select').selectedIndex = 3, true)`)
				continue
			}
			page.Wait(`document.querySelector('.viewer').ariaBusy === 'false' && document.querySelector('.viewer-status').textContent === ''`)
			if !browser.Eval[bool](page, `document.activeElement.matches('select')`) {
				t.Errorf("%s: the list loses the focus", name)
			}
			if n := browser.Eval[int](page, `document.querySelectorAll('canvas, .viewer-bar').length`); n != 2 {
				t.Errorf("%s: there are %d canvases and bars", name, n)
			}
			next := page.StillPicture(canvas, "pieces-"+name)
			for k, other := range seen {
				if share := browser.Different(browser.Middle(next), browser.Middle(other)); share < 0.1 {
					t.Errorf("%s: the picture differs in %.3f from that of piece %d", name, share, k)
				}
			}
			seen = append(seen, next)
			page.Accessible()
			page.Fits()
		}
		askTwice(t, page, seen[1])
	}
}

// askTwice asks for two pieces at once: the last one is seen.
func askTwice(t *testing.T, page *browser.Page, want *image.RGBA) {
	t.Helper()
	browser.Eval[bool](page, `(() => {
		const list = document.querySelector('select');
		for (const number of [2, 1]) {
			list.selectedIndex = number;
			list.dispatchEvent(new Event('change'));
		}
		return true;
	})()`)
	page.Wait(`document.querySelector('.viewer').ariaBusy === 'false' && document.querySelectorAll('canvas, .viewer-bar').length === 2`)
	if share := browser.Different(browser.Middle(page.StillPicture(canvas, "")), browser.Middle(want)); share > 0.001 {
		t.Errorf("of two pieces that were asked for quickly, the last is not seen: %.3f differs", share)
	}
}

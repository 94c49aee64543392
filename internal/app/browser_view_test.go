package app_test

import (
	"image"
	"testing"

	browser "vitrine/internal/browsertest"
)

const (
	canvas      = ".viewer-canvas"
	viewerReady = `['ready', 'failed'].includes(document.querySelector('.viewer').dataset.state)`
)

// turnMesh opens the 3D view of a mesh with the mouse, and turns it.
func (m *market) turnMesh(t *testing.T, w window) {
	page := w.open(t, browser.ReducedMotion())
	page.Go(m.at(m.bowl))
	page.Click(".viewer > button")
	first := m.wantView(t, page)
	page.Keep("page-viewer-" + w.name)
	page.Fits()
	page.Accessible()
	page.Drag(canvas, 90, 20)
	turned := page.StillPicture(canvas, "")
	if share := browser.Different(browser.Middle(first), browser.Middle(turned)); share < 0.05 {
		t.Errorf("a drag changes %.3f of the picture", share)
	}
}

// turnSplats opens the 3D view of splats with the keyboard alone, and turns it.
func (m *market) turnSplats(t *testing.T, w window) {
	page := w.open(t, browser.ReducedMotion())
	page.Go(m.at(m.cloud))
	for tries := 0; !browser.Eval[bool](page, `document.activeElement.matches('.viewer > button')`); tries++ {
		if tries == 30 {
			t.Fatal("Tab does not reach the viewer")
		}
		page.Press(browser.Tab)
	}
	page.Press(browser.Enter)
	last := m.wantView(t, page)
	page.Keep("page-viewer-splats-" + w.name)
	for _, key := range []string{browser.ArrowRight, browser.ArrowUp, "+"} {
		page.Press(key)
		next := page.StillPicture(canvas, "")
		if share := browser.Different(browser.Middle(last), browser.Middle(next)); share < 0.05 {
			t.Errorf("the key %q changes %.3f of the picture", key, share)
		}
		last = next
	}
}

// wantView waits for the 3D view, which must show a model in colours.
func (m *market) wantView(t *testing.T, page *browser.Page) *image.RGBA {
	t.Helper()
	page.Wait(viewerReady)
	if state := browser.Eval[string](page, `document.querySelector('.viewer').dataset.state`); state != "ready" {
		t.Fatalf("the viewer is %s: %s", state, page.Text(".viewer-status"))
	}
	picture := page.StillPicture(canvas, "")
	if share := browser.Vivid(browser.Middle(picture)); share < 0.2 {
		t.Errorf("%.2f of the middle shows the model", share)
	}
	return picture
}

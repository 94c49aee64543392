package app_test

import (
	"image"
	"strings"
	"testing"

	"vitrine/internal/app"
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

// TestTurnBeforeItIsPublic has the author of a model that was never published, and a moderator to whom it was
// handed in, turn it in 3D.
func TestTurnBeforeItIsPublic(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := marketWith(t, app.Options{Config: unlimited(t), Read: readPlainly, Outbox: true}, "juniper-forge")
	m.account(t, "operator", true)
	_, m.token = m.joined(t, "sculptor", false)
	path := m.draft(t, m.ofDemo(t, title, 2, map[string]any{"price": 18, "preview": "full"}))
	m.ready(t, path)
	turn := func(who, at string) {
		w := window{"1440", 1440, 900, false}
		p := &guest{market: m, w: w, page: w.open(t, browser.ReducedMotion())}
		p.enter(t, at, who, title)
		p.page.Click(".viewer > button")
		m.wantView(t, p.page)
		p.page.Keep("page-viewer-unpublished-" + who)
	}
	turn("sculptor", "/sell"+strings.TrimPrefix(path, "/v1")+"/preview")
	m.reviews(t, true)
	m.call(t, "PUT", path, map[string]any{"status": "published"})
	turn("operator", "/desk"+strings.TrimPrefix(path, "/v1")+"/preview")
}

package web_test

import (
	"fmt"
	"image"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
	"vitrine/web"
)

const (
	canvas = ".viewer-canvas"
	ready  = `document.querySelector('.viewer').dataset.state === 'ready'`
	failed = `document.querySelector('.viewer').dataset.state === 'failed'`
)

// policy is what a page with a viewer needs, for previews of its own origin.
func policy(kind string) string {
	const mesh = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self' blob:"
	if kind == "splat" {
		return strings.Replace(mesh, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:", 1)
	}
	return mesh
}

// serve serves a page with one viewer, whose preview is at an address.
func serve(t *testing.T, kind, preview string) string {
	t.Helper()
	return serveUnder(t, policy(kind), kind, preview)
}

func serveUnder(t *testing.T, policy, kind, preview string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/assets/", web.Handler(""))
	files := map[string][]byte{"/cube.glb": cube(), "/ball.splat": ball(), "/poster.png": poster(800, 600), "/broken.glb": []byte("glTF?")}
	for path, file := range files {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(file) })
	}
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("Set-Cookie", "session=1; Path=/")
		_, _ = fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A model</title>
			<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
			<link rel="stylesheet" href="%s"><script type="module" src="%s"></script></head>
			<body><main><h1>A model</h1><div class="viewer" data-preview="%s" data-kind="%s">
			<img src="/poster.png" alt="A model, from the front" width="800" height="600"><button type="button">View in 3D</button>
			</div><p>Below.</p></main></body></html>`, web.Asset("viewer.css"), web.Asset("viewer.js"), preview, kind)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// show opens a page and its viewer.
func show(t *testing.T, kind, preview string, opts ...browser.Option) *browser.Page {
	t.Helper()
	page := browser.Open(t, 840, 800, opts...)
	page.Go(serve(t, kind, preview))
	page.Click(".viewer > button")
	page.Wait(ready + " || " + failed)
	if status := page.Text(".viewer-status"); status != "" {
		t.Fatalf("the viewer says %q", status)
	}
	return page
}

func TestViewer(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ kind, preview string }{{"glb", "/cube.glb"}, {"splat", "/ball.splat"}} {
		t.Run(test.kind, func(t *testing.T) {
			t.Parallel()
			page := show(t, test.kind, test.preview)
			page.Accessible()
			first := page.StillPicture(canvas, "viewer-"+test.kind)
			if colours := browser.Colours(first); colours < 50 {
				t.Errorf("the middle has %d colours", colours)
			}

			turned := steps(t, page, test.kind, first)

			page.Press(browser.Home)
			if share := browser.Different(first, page.StillPicture(canvas, "")); share > 0.001 {
				t.Errorf("after Home %.4f of the picture differs from the first", share)
			}
			page.Click(".viewer-bar button")
			if browser.Different(turned, page.StillPicture(canvas, "")) == 0 {
				t.Error("Reset does nothing")
			}
		})
	}
}

// steps turns and zooms the model in every way, and answers the last picture.
func steps(t *testing.T, page *browser.Page, kind string, last image.Image) image.Image {
	t.Helper()
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"right", func() { page.Press(browser.ArrowRight, browser.ArrowRight) }},
		{"up", func() { page.Press(browser.ArrowUp) }},
		{"plus", func() { page.Press("+") }},
		{"minus", func() { page.Press("-", "-", "-") }},
		{"drag", func() { page.Drag(canvas, 150, 40) }},
		{"wheel", func() { page.Wheel(canvas, -200) }},
	} {
		step.do()
		next := page.StillPicture(canvas, "viewer-"+kind+"-"+step.name)
		if share := browser.Different(last, next); share < 0.01 {
			t.Errorf("%s changes %.4f of the picture", step.name, share)
		}
		last = next
	}
	return last
}

func TestViewerWireframe(t *testing.T) {
	t.Parallel()
	page := show(t, "glb", "/cube.glb", browser.Dark(), browser.Scale(2), browser.ReducedMotion())
	page.Accessible()
	solid := page.StillPicture(canvas, "viewer-dark")
	page.Click(".viewer-bar button[aria-pressed=false]")
	page.Accessible()
	wires := page.StillPicture(canvas, "viewer-wireframe")
	if share := browser.Different(solid, wires); share < 0.1 {
		t.Errorf("Wireframe changes %.4f of the picture", share)
	}
	if got := browser.Eval[int](page, `document.querySelector('.viewer-canvas').width`); got != 2*browser.Eval[int](page, `document.querySelector('.viewer-canvas').clientWidth`) {
		t.Errorf("the canvas has %d pixels across", got)
	}
}

func TestViewerLeavesThePageAlone(t *testing.T) {
	t.Parallel()
	page := browser.Open(t, 600, 300)
	page.Go(serve(t, "glb", "/cube.glb"))
	page.Accessible()
	for _, address := range page.Requests() {
		if strings.Contains(address, "mesh-") || strings.Contains(address, "splat-") || strings.HasSuffix(address, ".glb") {
			t.Errorf("%s was loaded before anybody asked", address)
		}
	}
	page.Press(browser.Tab, browser.Enter) // the button is the first thing that takes the focus
	page.Wait(ready)
	if !browser.Eval[bool](page, `document.activeElement.className === 'viewer-canvas'`) {
		t.Error("the focus is lost when the view comes")
	}

	page.Wheel(canvas, 100)
	still := page.StillPicture(canvas, "")
	if got := browser.Eval[float64](page, `scrollY`); got != 0 {
		t.Errorf("the wheel over a view that has the focus scrolls the page by %v", got)
	}
	page.Wait(`document.activeElement.blur() ?? true`)
	page.Wheel(canvas, 100)
	page.Wait(`scrollY > 0`)
	browser.Eval[bool](page, `(scrollTo(0, 0), true)`)
	if browser.Different(still, page.StillPicture(canvas, "")) > 0.01 {
		t.Error("the wheel zooms a view that nobody uses")
	}
}

// TestViewerRests sees that nothing is drawn when nothing moves.
func TestViewerRests(t *testing.T) {
	t.Parallel()
	page := show(t, "glb", "/cube.glb")
	page.StillPicture(canvas, "")
	const count = `new Promise((done) => {
		const ask = window.requestAnimationFrame;
		let asked = 0, frames = 0;
		window.requestAnimationFrame = (f) => { asked++; return ask.call(window, f); };
		const next = () => ++frames < 20 ? ask.call(window, next) : (window.requestAnimationFrame = ask, done(asked));
		next();
	})`
	if asked := browser.Eval[int](page, count); asked != 0 {
		t.Errorf("a view at rest asked for %d frames of 20", asked)
	}
}

func TestViewerFromAnotherOrigin(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, allowed, want string
	}{{"let in", "*", ready}, {"kept out", "https://elsewhere.example", failed}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			store := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Cookie") != "" {
					t.Error("the store was sent a cookie")
				}
				w.Header().Set("Access-Control-Allow-Origin", test.allowed)
				_, _ = w.Write(cube())
			}))
			t.Cleanup(store.Close)
			page := browser.Open(t, 600, 600, browser.Host(strings.TrimPrefix(store.URL, "http://")))
			if test.want == failed {
				page.Expect("blocked by CORS policy")
				page.Expect("net::ERR_FAILED")
			}
			page.Go(serveUnder(t, policy("glb")+" "+store.URL, "glb", store.URL+"/cube.glb"))
			page.Click(".viewer > button")
			page.Wait(test.want)
		})
	}
}

// TestViewerKeepsThePoster has everything go wrong that can.
func TestViewerKeepsThePoster(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, kind, preview, fault, want string
		opts                             []browser.Option
	}{
		{"no WebGL", "glb", "/cube.glb", "", "This browser shows no 3D graphics. The picture stays.", []browser.Option{browser.Without3D()}},
		{"no preview", "glb", "/gone.glb", "404", "The 3D view could not be shown. The picture stays.", nil},
		{"not a GLB", "glb", "/broken.glb", "", "The 3D view could not be shown. The picture stays.", nil},
		{"not splats", "splat", "/broken.glb", "", "The 3D view could not be shown. The picture stays.", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			page := browser.Open(t, 840, 800, test.opts...)
			if test.fault != "" {
				page.Expect(test.fault)
			}
			page.Go(serve(t, test.kind, test.preview))
			before := page.Picture(".viewer", "")
			page.Click(".viewer > button")
			page.Wait(failed)
			if got := page.Text(".viewer-status"); got != test.want {
				t.Errorf("the viewer says %q, want %q", got, test.want)
			}
			page.Accessible()
			after := page.StillPicture(".viewer", "viewer-"+strings.ReplaceAll(test.name, " ", "-"))
			if share := browser.Different(before, after); share > 0.15 {
				t.Errorf("%.2f of the poster is gone", share)
			}
			if browser.Eval[bool](page, `document.querySelector('canvas') !== null`) {
				t.Error("a canvas lies over the poster")
			}
		})
	}
}

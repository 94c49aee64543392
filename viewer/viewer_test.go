package viewer_test

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
	"vitrine/internal/inspect"
	"vitrine/viewer"
)

const (
	canvas = ".viewer-canvas"
	ready  = `document.querySelector('.viewer').dataset.state === 'ready'`
	failed = `document.querySelector('.viewer').dataset.state === 'failed'`
)

// policy is what a page with a viewer needs, for previews of its own origin.
func policy(kind string) string {
	const mesh = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self' blob:"
	switch kind {
	case "turntable":
		return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"
	case "splat":
		return strings.Replace(mesh, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:", 1)
	}
	return mesh
}

// serve serves a page with one viewer, whose preview is at an address, and may
// be the caller's own.
func serve(t *testing.T, kind, preview string, own ...byte) string {
	t.Helper()
	return serveUnder(t, policy(kind), kind, preview, own...)
}

func serveUnder(t *testing.T, policy, kind, preview string, own ...byte) string {
	t.Helper()
	files := map[string][]byte{"/cube.glb": cube(), "/ball.splat": ball(), "/poster.png": poster(800, 600), "/broken.glb": []byte("glTF?"),
		"/turn.png": turntable()}
	if own != nil {
		files[preview] = own
	}
	return serveFiles(t, policy, kind, preview, files)
}

// serveBeside serves what a page shows of a model behind a picture of it.
func serveBeside(t *testing.T, r inspect.Result) string {
	t.Helper()
	files := map[string][]byte{"/own": r.Preview, "/poster.png": r.Picture}
	return serveFiles(t, policy(r.PreviewKind), r.PreviewKind, "/own", files)
}

func serveFiles(t *testing.T, policy, kind, preview string, files map[string][]byte, pieces ...piece) string {
	t.Helper()
	list := ""
	for _, p := range pieces {
		list += fmt.Sprintf(`<option data-preview="%s" data-kind="%s">%s</option>`, p.preview, p.kind, p.label)
	}
	if list != "" {
		list = `<label class="viewer-pieces" hidden>Piece <select>` + list + `</select></label>`
	}
	mux := http.NewServeMux()
	mux.Handle("/assets/", viewer.Handler(""))
	for path, file := range files {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(file) })
	}
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("Set-Cookie", "session=1; Path=/")
		_, _ = fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A model</title>
			<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
			<link rel="stylesheet" href="%s"><script type="module" src="%s"></script></head>
			<body><main><h1>A model</h1><div class="viewer" data-preview="%s" data-kind="%s" data-views="24" data-columns="6" %s>
			<img src="/poster.png" alt="A model, from the front" width="800" height="600"><button type="button">View in 3D</button>%s
			</div><p>Below.</p></main></body></html>`, viewer.Asset("viewer.css"), viewer.Asset("viewer.js"), preview, kind, said(), list)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// words are what the viewer says on pages of tests, by their names.
var words = map[string]string{
	"loading": "Loading the 3D view…", "next": "Loading…", "failed": "The 3D view could not be shown. The picture stays.",
	"unable": "This browser shows no 3D graphics. The picture stays.", "lost": "This piece could not be shown.", "view": "3D view",
	"keys": "3D view: A model. Arrow keys turn it, plus and minus zoom, Home resets.", "sides": "All sides of a model",
	"front": "as in the picture", "turned": "turned by {angle}", "play": "Play", "pause": "Pause", "clip": "Clip", "reset": "Reset",
	"wireframe": "Wireframe", "fullscreen": "Fullscreen", "leave": "Leave fullscreen",
}

func said() string {
	attributes := ""
	for name, text := range words {
		attributes += fmt.Sprintf(` data-say-%s="%s"`, name, text)
	}
	return attributes
}

// show opens a page and its viewer.
func show(t *testing.T, kind, preview string, opts ...browser.Option) *browser.Page {
	t.Helper()
	page := browser.Open(t, 500, 520, opts...)
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
	for _, test := range []struct {
		kind, preview string
		height        int        // of the model's top, in tenths from above
		top           color.RGBA // what is seen there
	}{
		{"glb", "/cube.glb", 3, color.RGBA{R: 154, G: 224, B: 165, A: 255}},
		{"splat", "/ball.splat", 2, color.RGBA{R: 210, G: 40, B: 30, A: 255}},
	} {
		t.Run(test.kind, func(t *testing.T) {
			t.Parallel()
			page := show(t, test.kind, test.preview, browser.ReducedMotion())
			page.Accessible()
			first := page.StillPicture(canvas, "viewer-"+test.kind)
			if share := browser.Vivid(browser.Middle(first)); share < 0.8 {
				t.Errorf("%.2f of the middle shows the model", share)
			}
			if got := first.RGBAAt(first.Rect.Dx()/2, first.Rect.Dy()*test.height/10); !near(got, test.top) {
				t.Errorf("above the middle is %v, want about %v", got, test.top)
			}

			turned := steps(t, page, test.kind, first)

			page.Press(browser.Home)
			if share := browser.Different(first, page.StillPicture(canvas, "")); share > 0.05 { // the ring of the focus
				t.Errorf("after Home %.4f of the picture differs from the first", share)
			}
			page.Press(browser.ArrowLeft)
			page.Click(".viewer-bar button")
			if share := browser.Different(browser.Middle(first), browser.Middle(page.StillPicture(canvas, ""))); share > 0.001 {
				t.Errorf("after Reset %.4f of the middle differs from the first", share)
			}
			if browser.Different(browser.Middle(turned), browser.Middle(first)) < 0.01 {
				t.Error("the steps end where they began")
			}
		})
	}
}

func near(got, want color.RGBA) bool {
	close := func(a, b uint8) bool { return max(a, b)-min(a, b) < 30 }
	return close(got.R, want.R) && close(got.G, want.G) && close(got.B, want.B)
}

// steps turns and zooms the model in every way, and answers the last picture.
func steps(t *testing.T, page *browser.Page, kind string, last *image.RGBA) *image.RGBA {
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

// TestTurntable turns drawn pictures by hand and by keys, all the way around and
// back: each picture is of a grey of its own.
func TestTurntable(t *testing.T) {
	t.Parallel()
	page := show(t, "turntable", "/turn.png")
	page.Accessible()
	view := func() int {
		picture := page.StillPicture(canvas, "")
		return int(picture.RGBAAt(picture.Rect.Dx()/2, picture.Rect.Dy()/2).R+5) / 10
	}
	for _, step := range []struct {
		name string
		do   func()
		want int
	}{
		{"the first", func() {}, 0},
		{"right", func() { page.Press(browser.ArrowRight, browser.ArrowRight) }, 2},
		{"left beyond the first", func() { page.Press(browser.ArrowLeft, browser.ArrowLeft, browser.ArrowLeft) }, 23},
		{"Home", func() { page.Press(browser.Home) }, 0},
		{"a drag to the right", func() { page.Drag(canvas, 60, 0) }, 21},
		{"Reset", func() { page.Click(".viewer-bar button") }, 0},
	} {
		step.do()
		if got := view(); got != step.want {
			t.Errorf("%s: picture %d is shown, want %d", step.name, got, step.want)
		}
	}
	for _, address := range page.Requests() {
		if strings.Contains(address, "mesh-") || strings.Contains(address, "splat-") {
			t.Errorf("%s was loaded to show pictures", address)
		}
	}
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
	if got := browser.Eval[int](page, `document.querySelector('.viewer-canvas').width`); got != 2*browser.Eval[int](page,
		`document.querySelector('.viewer-canvas').clientWidth`) {
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

	still := browser.Middle(page.StillPicture(canvas, ""))
	place := browser.Eval[float64](page, `scrollY`)
	page.Wheel(canvas, 100)
	zoomed := browser.Middle(page.StillPicture(canvas, ""))
	if got := browser.Eval[float64](page, `scrollY`); got != place || browser.Different(still, zoomed) < 0.005 {
		t.Errorf("the wheel over a view that has the focus scrolls from %v to %v", place, got)
	}
	browser.Eval[bool](page, `(document.activeElement.blur(), scrollTo(0, 0), true)`)
	page.Wheel(canvas, 100)
	page.Wait(`scrollY > 0`)
	if browser.Different(zoomed, browser.Middle(page.StillPicture(canvas, ""))) > 0.001 {
		t.Error("the wheel zooms a view that nobody uses")
	}
}

// TestSplatSize measures a splat in the picture: where it is half as dark as in
// its middle it is 2.355 of its deviations wide, also after the view grew.
func TestSplatSize(t *testing.T) {
	t.Parallel()
	black := func(y, deviation float32) splat {
		return splat{
			// A little aside and oblong: gsplat leaves out what is round to the last bit.
			Position: [3]float32{0.003, y, 0}, Scale: [3]float32{deviation, deviation * 1.001, deviation},
			Colour: [4]uint8{0, 0, 0, 255}, Rotation: [4]uint8{255, 128, 128, 128},
		}
	}
	address := serve(t, "splat", "/three.splat", splats(black(-0.5, 0.01), black(0, 0.1), black(0.5, 0.01))...)
	page := browser.Open(t, 400, 420, browser.ReducedMotion())
	page.Go(address)
	page.Click(".viewer > button")
	page.Wait(ready)
	for _, width := range []int{400, 600} {
		page.Resize(width, width)
		picture := page.StillPicture(canvas, fmt.Sprint("splat-size-", width))
		dark := func(x, y int) bool { return picture.RGBAAt(x, y).R < 118 }
		w, h := picture.Rect.Dx(), picture.Rect.Dy()
		top, bottom := 0, h-1
		for ; top < h/2 && !dark(w/2, top); top++ {
		}
		for ; bottom > h/2 && !dark(w/2, bottom); bottom-- {
		}
		wide := 0
		for x := range w {
			if dark(x, h/2) {
				wide++
			}
		}
		// The view is from 14° above; the ends of the small ones add 2.355 of their deviations.
		unit := float64(bottom-top) / (math.Cos(14*math.Pi/180) + 0.01*2.355)
		if got := float64(wide) / unit / 2.355; math.Abs(got-0.1) > 0.008 {
			t.Errorf("at %d pixels the deviation is %.4f, want 0.1", width, got)
		}
	}
}

// TestViewerRests sees that a turn runs out, and that nothing is drawn when
// nothing moves.
func TestViewerRests(t *testing.T) {
	t.Parallel()
	const count = `new Promise((done) => {
		const ask = window.requestAnimationFrame;
		let asked = 0, frames = 0;
		window.requestAnimationFrame = (f) => { asked++; return ask.call(window, f); };
		const next = () => ++frames < 20 ? ask.call(window, next) : (window.requestAnimationFrame = ask, done(asked));
		next();
	})`
	for kind, preview := range map[string]string{"glb": "/cube.glb", "splat": "/ball.splat"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			page := show(t, kind, preview)
			page.Resize(240, 240) // it counts frames, of any size
			page.Press(browser.ArrowRight)
			if asked := browser.Eval[int](page, count); asked < 5 {
				t.Errorf("a turn is over in %d frames: it is not damped", asked)
			}
			// The last of a turn can't be seen: what ends is the asking for frames.
			for tries := 1; browser.Eval[int](page, count) != 0; tries++ {
				if tries == 50 {
					t.Fatal("a view at rest asks for frames")
				}
			}
		})
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
			page := browser.Open(t, 500, 520, test.opts...)
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

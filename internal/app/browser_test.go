package app_test

import (
	"bytes"
	"fmt"
	"image"
	"net/http"
	"net/url"
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
)

// window is a browser's window as visitors have it.
type window struct {
	name          string
	width, height int
	dark          bool
}

func (w window) open(t testing.TB, opts ...browser.Option) *browser.Page {
	t.Helper()
	if w.dark {
		opts = append(opts, browser.Dark())
	}
	return browser.Open(t, w.width, w.height, opts...)
}

// narrow says whether the filters are folded away.
func (w window) narrow() bool { return w.width < 960 }

func windows() []window {
	return []window{{"wide", 1280, 900, false}, {"narrow", 360, 740, false}, {"wide-dark", 1280, 900, true}, {"narrow-dark", 360, 740, true}}
}

// TestStorefront uses a marketplace in windows of every kind, as visitors do.
func TestStorefront(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := openMarket(t)
	t.Run("all", func(t *testing.T) {
		for _, w := range windows() {
			t.Run(w.name, func(t *testing.T) {
				t.Parallel()
				t.Run("pages", func(t *testing.T) { m.survey(t, w) })
				if w.dark == w.narrow() {
					t.Run("mesh", func(t *testing.T) { m.turnMesh(t, w) })
				} else {
					t.Run("splats", func(t *testing.T) { m.turnSplats(t, w) })
				}
				if !w.dark {
					t.Run("browse", func(t *testing.T) { m.browse(t, w) })
					t.Run("browse without scripts", func(t *testing.T) { m.browse(t, w, browser.WithoutScripts()) })
					t.Run("buy", func(t *testing.T) { m.buy(t, w) })
					t.Run("keyboard", func(t *testing.T) { m.keyboard(t, w) })
				}
			})
		}
	})
}

// place is a page of the marketplace.
type place struct {
	name, address string
	fault         string // that the browser reports because of the page's status
}

func (m *market) places(t testing.TB) []place {
	t.Helper()
	paid, fresh := m.order(t, m.bowl), m.order(t, m.bowl)
	free := m.order(t, m.planter)
	m.send(t, paid, url.Values{"outcome": {"pay"}})
	return []place{
		{"home", "/", ""},
		{"list", "/3d-models", ""},
		{"category", "/3d-models/furniture/chairs", ""},
		{"filtered", "/search?keywords=stool&max_price=12&extensions=stl", ""},
		{"nothing-found", "/search?keywords=unobtainium&max_price=3", ""},
		{"model", m.bowl, ""},
		{"model-long", m.long, ""},
		{"model-printable", m.planter, ""},
		{"model-splats", m.cloud, ""},
		{"seller", "/sellers/juniper-forge", ""},
		{"checkout", fresh, ""},
		{"checkout-declined", fresh + "?declined=1", ""},
		{"checkout-free", free, ""},
		{"receipt", strings.Replace(paid, "/checkout/", "/receipt/", 1), ""},
		{"missing", "/3d-models/furniture/chairs/gone", "404"},
		{"filter-wrong", "/search?max_price=cheap", "400"},
		{"docs", "/docs", ""},
		{"problem", "/problems/not_found", ""},
	}
}

// order buys a model without a browser, and gives the address of its checkout.
func (m *market) order(t testing.TB, model string) string {
	t.Helper()
	page := m.get(t, m.at(model)).Body
	_, rest, _ := strings.Cut(page, `name="model_id" value="`)
	id, _, _ := strings.Cut(rest, `"`)
	return m.send(t, "/buy", url.Values{"model_id": {id}, "email": {"eve@example.net"}})
}

// send sends a form, and gives where it leads to.
func (m *market) send(t testing.TB, path string, form url.Values) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, m.at(path), strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := m.client.Transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusSeeOther {
		t.Fatalf("%s: status %d", path, response.StatusCode)
	}
	return response.Header.Get("Location")
}

// at is the whole address of a path; a whole address stays.
func (m *market) at(path string) string {
	if strings.Contains(path, "://") {
		return path
	}
	return m.public + path
}

// openAll opens what is folded away, but for the end of long lists, and counts it.
const openAll = `[...document.querySelectorAll('main details:not([open])')].slice(0, 12).map((fold) => (fold.open = true)).length`

// survey looks at every page: that it fits its window and that everybody can
// use it.
func (m *market) survey(t *testing.T, w window) {
	page := w.open(t, browser.Without3D())
	for _, p := range m.places(t) {
		if p.fault != "" {
			page.Expect(p.fault)
		}
		page.Go(m.at(p.address))
		page.Keep("page-" + p.name + "-" + w.name)
		if browser.Eval[int](page, openAll) > 0 && (p.name == "filtered" || p.name == "docs" && w.narrow()) {
			page.Keep("page-" + p.name + "-open-" + w.name)
		}
		page.Fits()
		page.Accessible()
	}
}

// keyboard goes through pages without a mouse.
func (m *market) keyboard(t *testing.T, w window) {
	page := w.open(t, browser.Without3D())
	for _, p := range m.places(t) {
		switch p.name {
		case "home", "filtered", "model", "seller", "checkout", "receipt", "problem":
			page.Go(m.at(p.address))
			page.Reachable()
		}
	}
	page.Go(m.at("/"))
	page.Press(browser.Tab)
	if got := page.Text(":focus"); got != "Skip to the content" {
		t.Errorf("the first that Tab reaches is %q", got)
	}
	if !browser.Eval[bool](page, `document.activeElement.getBoundingClientRect().top >= 0`) {
		t.Error("the skip link is out of sight while it has the focus")
	}
	page.Press(browser.Enter, browser.Tab)
	if !browser.Eval[bool](page, `document.querySelector('main').contains(document.activeElement)`) {
		t.Error("the skip link does not lead into the content")
	}
}

// browse finds a model by category, filters and search.
func (m *market) browse(t *testing.T, w window, opts ...browser.Option) {
	page := w.open(t, append(opts, browser.Without3D())...)
	follow := func(selector string) {
		t.Helper()
		if status := page.Follow(selector); status != http.StatusOK {
			t.Fatalf("%s leads to %s: status %d", selector, page.Address(), status)
		}
	}
	page.Go(m.at("/"))
	follow(`.tiles a[href="/3d-models/furniture"]`)
	if w.narrow() {
		page.Click(".panel:nth-of-type(2) > summary")
	}
	follow(`.tree a[href="/3d-models/furniture/chairs"]`)
	m.wantList(t, page, "Chairs and Stools", 27, 24)

	if w.narrow() {
		page.Click(".panel > summary")
	}
	page.Fill("#filter-min", "3")
	page.Fill("#filter-max", "27.50")
	page.Click(`.filters input[value="stl"]`)
	page.Choose("#filter-polygons", browser.Eval[string](page, `document.querySelector('#filter-polygons option:nth-child(2)').value`))
	follow(".filters button")
	m.wantList(t, page, "Chairs and Stools", 25, 24)
	if got := page.Text(".chips"); !strings.Contains(got, "from 3 USD") || !strings.Contains(got, "up to 27.50 USD") || !strings.Contains(got, "STL") {
		t.Errorf("the filters are told as %q", got)
	}
	follow(`.pager a[rel="next"]`)
	m.wantList(t, page, "Chairs and Stools", 25, 1)
	follow(".chips a")
	m.wantList(t, page, "Chairs and Stools", 26, 24)

	page.Fill("#keywords", "walnut bowl")
	follow("header .search button")
	m.wantList(t, page, "Results for “walnut bowl”", 1, 1)
	follow(".card h3 a")
	if got := page.Text("h1"); got != "Walnut Bowl Heaped with Fruit" {
		t.Errorf("the card leads to %q", got)
	}
	if shown := browser.Eval[bool](page, `document.querySelector('.viewer > button').checkVisibility()`); shown != (len(opts) == 0) {
		t.Errorf("the viewer's button is shown: %t", shown)
	}
}

// wantList fails unless the page is a list with a heading that counts some
// models and shows some of them, all with their pictures.
func (m *market) wantList(t *testing.T, page *browser.Page, heading string, counted, shown int) {
	t.Helper()
	if got := page.Text("h1"); got != heading {
		t.Errorf("the list is called %q, want %q", got, heading)
	}
	if got := page.Text("#found"); !strings.HasPrefix(got, fmt.Sprint(counted, " model")) {
		t.Errorf("the list counts %q, want %d", got, counted)
	}
	if got := browser.Eval[int](page, `document.querySelectorAll('.results .card img').length`); got != shown {
		t.Errorf("the list shows %d models, want %d", got, shown)
	}
	page.Fits()
}

// buy buys in the sandbox after a payment was declined, and downloads.
func (m *market) buy(t *testing.T, w window) {
	page := w.open(t, browser.Without3D())
	page.Go(m.at(m.bowl))
	page.Fill("#email", "eve@example.net")
	page.Follow(".buy form button")
	if got := page.Text("h1"); got != "Checkout" {
		t.Fatalf("buying leads to %q", got)
	}
	page.Follow(`button[value="decline"]`)
	if got := page.Text(`[role="alert"]`); !strings.Contains(got, "declined") {
		t.Errorf("a declined payment says %q", got)
	}
	page.Follow(`button[value="pay"]`)
	m.wantDownloads(t, page, 1)

	page.Go(m.at(m.planter))
	page.Click("#email")
	page.Press(strings.Split("eve@example.net", "")...)
	page.Enter()
	page.Follow(`button[value="confirm"]`)
	m.wantDownloads(t, page, 2)

	page.Expect("422")
	page.Go(m.at(m.planter))
	browser.Eval[bool](page, `(document.querySelector('.buy form').noValidate = true)`)
	page.Fill("#email", "eve")
	page.Follow(".buy form button")
	page.Keep("page-model-email-" + w.name)
	page.Accessible()
	if got := page.Text("#email-problem"); !strings.Contains(got, "not an email address") {
		t.Errorf("a wrong address says %q", got)
	}
}

// wantDownloads fails unless the page is a receipt with some downloads, each of
// what was uploaded under its name.
func (m *market) wantDownloads(t *testing.T, page *browser.Page, count int) {
	t.Helper()
	if got := page.Text("h1"); got != "Receipt" {
		t.Fatalf("paying leads to %q, want a receipt", got)
	}
	links := browser.Eval[[][]string](page, `[...document.querySelectorAll('a[href*="/files/"]')].map((a) => [a.textContent, a.href])`)
	if len(links) != count {
		t.Errorf("the receipt has the downloads %q, want %d", links, count)
	}
	for _, link := range links {
		want, got := m.sold[link[0]], m.get(t, link[1])
		if got.Status != http.StatusOK || len(want) == 0 || !bytes.Equal(want, []byte(got.Body)) {
			t.Errorf("%s: status %d, %d bytes, want the %d that were uploaded", link[0], got.Status, len(got.Body), len(want))
		}
	}
}

const (
	canvas      = ".viewer-canvas"
	viewerReady = `['ready', 'failed'].includes(document.querySelector('.viewer').dataset.state)`
)

// turnMesh opens the 3D view of a mesh with the mouse, and turns it.
func (m *market) turnMesh(t *testing.T, w window) {
	page := w.open(t, browser.ReducedMotion())
	page.Go(m.at(m.bowl))
	poster := page.Picture(".viewer", "")
	page.Click(".viewer > button")
	first := m.wantView(t, page)
	if browser.Different(poster, page.Picture(".viewer", "")) < 0.2 {
		t.Error("the 3D view looks like the poster")
	}
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

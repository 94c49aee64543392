package app_test

import (
	"bytes"
	"fmt"
	"net/http"
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

// narrow reports whether the filters are folded away.
func (w window) narrow() bool { return w.width < 960 }

func windows() []window {
	return []window{{"wide", 1280, 900, false}, {"narrow", 360, 740, false}, {"wide-dark", 1280, 900, true}, {"narrow-dark", 360, 740, true}}
}

// bothWidths are a wide window and a narrow, dark one.
func bothWidths() []window { return []window{{"1440", 1440, 900, false}, {"360", 360, 740, true}} }

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
	if got := page.Text(".chips"); !strings.Contains(got, "from 3 USD") || !strings.Contains(got, "up to 27.50 USD") ||
		!strings.Contains(got, "STL") {
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
	page := w.open(t, browser.Without3D(), browser.Alone())
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
	wantCopied(t, page)
	page.Click(`input[name="first"]`)
	page.Follow(`button[value="pay"]`)
	m.wantDownloads(t, page, 1)
	wantCopied(t, page)

	page.Go(m.at(m.long))
	page.Click("#email")
	page.Press(strings.Split("eve@example.net", "")...)
	page.Enter()
	page.Click(`input[name="first"]`)
	page.Follow(`button[value="pay"]`)
	m.wantDownloads(t, page, 1)

	page.Go(m.at(m.planter))
	if links := browser.Eval[int](page, `document.querySelectorAll('main a[href^="/free/"]').length`); links != 3 {
		t.Errorf("the page of a free model has %d downloads, want two files and both at once", links)
	}

	page.Expect("422")
	page.Go(m.at(m.bowl))
	browser.Eval[bool](page, `(document.querySelector('.buy form').noValidate = true)`)
	page.Fill("#email", "eve")
	page.Follow(".buy form button")
	page.Keep("page-model-email-" + w.name)
	page.Accessible()
	if got := page.Text("#email-problem"); !strings.Contains(got, "not an email address") {
		t.Errorf("a wrong address says %q", got)
	}
}

// wantCopied has the page copy the address that it shows for keeping, says so, and pastes
// it into another field.
func wantCopied(t *testing.T, page *browser.Page) {
	t.Helper()
	shown := browser.Eval[string](page, `document.querySelector("#address").value`)
	if at, _, _ := strings.Cut(page.Address(), "?"); shown != at {
		t.Errorf("the page %s shows the address %s for keeping", at, shown)
	}
	page.Click(".keep button")
	page.Wait(`document.querySelector(".keep [role=status]").textContent !== ""`)
	if got := page.Text(".keep [role=status]"); got != "Copied." {
		t.Errorf("who copies the address reads %q", got)
	}
	page.Fill("#keywords", "")
	page.Click("#keywords")
	page.Paste()
	if got := browser.Eval[string](page, `document.querySelector("#keywords").value`); got != shown {
		t.Errorf("what was copied is %q, want %s", got, shown)
	}
	page.Fill("#keywords", "")
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

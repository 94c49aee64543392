package app_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
)

// TestSetupInBrowser sets a marketplace up and changes it, in windows of every kind, with
// scripts and without.
func TestSetupInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	logo := filepath.Join(t.TempDir(), "logo.png")
	if err := os.WriteFile(logo, emblem(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, w := range []window{
		{"wide", 1440, 900, false}, {"narrow", 360, 740, false}, {"wide-dark", 1440, 900, true}, {"narrow-dark", 360, 740, true},
	} {
		t.Run(w.name, func(t *testing.T) {
			s, link := startNew(t, unlimited(t))
			begins(t, s, w.open(t, browser.Without3D()), steps{link, logo, w, true})
		})
		if w.dark {
			continue
		}
		t.Run(w.name+" without scripts", func(t *testing.T) {
			s, link := startNew(t, unlimited(t))
			w.name += "-plain"
			begins(t, s, w.open(t, browser.Without3D(), browser.WithoutScripts()), steps{link, logo, w, false})
		})
	}
}

// steps are what somebody goes by who sets a marketplace up.
type steps struct {
	link, logo string
	window     window
	scripts    bool
}

func begins(t *testing.T, s *running, page *browser.Page, by steps) {
	look := func(name string) {
		t.Helper()
		page.Keep("setup-" + name + "-" + by.window.name)
		page.Fits()
		if by.scripts { // which ask
			page.Accessible()
			page.Reachable()
		}
	}
	page.Go(s.public + "/setup")
	look("key")
	page.Fill("#key", by.link[strings.Index(by.link, "key=")+4:])
	if status := page.Follow(".sheet button"); status != http.StatusOK {
		t.Fatalf("the key leads to status %d", status)
	}
	look("begin")
	for selector, text := range map[string]string{
		"#username": "ada", "#email": "ada@example.com", "#password": "correct horse", "#name": "Kiln & Kin", "#accent": "#ffd500",
		"#currency": "eur", "#contact": "kiln@example.com",
	} {
		page.Fill(selector, text)
	}
	page.Expect("422")
	if status := page.Follow(".sheet button"); status != http.StatusUnprocessableEntity {
		t.Fatalf("a colour that can't be read: status %d", status)
	}
	look("fault")
	if got := page.Text("#accent-fault"); !strings.Contains(got, "take #7f6a00") {
		t.Errorf("the fault is told as %q", got)
	}
	page.Fill("#accent", "#b41e5a")
	page.Fill("#password", "correct horse")
	page.Upload("#logo", by.logo)
	if status := page.Follow(".sheet button"); status != http.StatusOK || !strings.HasSuffix(page.Address(), "/desk/house?new=1") {
		t.Fatalf("setting up leads to %s, status %d", page.Address(), status)
	}
	look("house")
	if width := browser.Eval[float64](page, `document.querySelector('.brand .logo').naturalWidth`); width != 640 {
		t.Errorf("the logo is %v pixels wide", width)
	}
	page.Fill("#name", "Kiln")
	page.Fill("#announcement_text", "We are at the fair in Lyon until Sunday: orders are answered on Monday, and downloads work as always.")
	page.Fill("#announcement_link", "//fair.example")
	page.Expect("422")
	if status := page.Follow(".sheet button"); status != http.StatusUnprocessableEntity {
		t.Fatalf("a link to an unknown place: status %d", status)
	}
	look("house-fault")
	page.Fill("#announcement_link", "/3d-models")
	if status := page.Follow(".sheet button"); status != http.StatusOK || strings.TrimSpace(page.Text(".brand")) != "Kiln" {
		t.Errorf("saving: status %d, the marketplace is called %q", status, page.Text(".brand"))
	}
	page.Go(s.public + "/")
	look("home")
	if got := page.Text(".announcement"); !strings.HasPrefix(got, "We are at the fair") {
		t.Errorf("it is announced as %q", got)
	}
	colour := map[bool]string{false: "rgb(180, 30, 90)", true: "rgb(209, 116, 153)"}[by.window.dark]
	if got := browser.Eval[string](page, `getComputedStyle(document.querySelector('.search button')).backgroundColor`); got != colour {
		t.Errorf("buttons are %s, want %s", got, colour)
	}
	page.Expect("404")
	page.Go(s.public + "/setup")
	look("done")
}

// emblem is a wide picture that can be seen through.
func emblem() []byte {
	picture := image.NewNRGBA(image.Rect(0, 0, 1280, 320))
	for y := range 320 {
		for x := range 1280 {
			dx, dy := x-160, y-160
			if dx*dx+dy*dy < 150*150 || x > 360 && x < 1260 && y > 120 && y < 200 {
				picture.SetNRGBA(x, y, color.NRGBA{180, 30, 90, 255})
			}
		}
	}
	var file bytes.Buffer
	_ = png.Encode(&file, picture)
	return file.Bytes()
}

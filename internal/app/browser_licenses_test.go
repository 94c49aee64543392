package app_test

import (
	"net/http"
	"testing"

	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
)

// TestLicensesInBrowser has an operator make a category and change it, and write a new
// version of a licence.
func TestLicensesInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	for _, w := range bothWidths() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			m := marketWith(t, app.Options{Config: unlimited(t), Read: readPlainly}, "seller")
			m.account(t, "operator", true)
			p := &guest{market: m, w: w, page: w.open(t, browser.Without3D()), axe: true}
			p.makeCategory(t)
			p.mergeCategory(t)
			p.writeLicense(t)
			p.makeLicense(t)
		})
	}
}

func (p *guest) makeCategory(t *testing.T) {
	p.enter(t, "/desk/categories", "operator", "Categories")
	p.look("desk-categories")
	p.page.Reachable()
	p.page.Fill("#title", "Lamps of old")
	p.page.Fill("#slug", "Lamps")
	p.page.Expect("422")
	if status := p.page.Follow(submit); status != http.StatusUnprocessableEntity {
		t.Fatalf("a slug with a capital: status %d", status)
	}
	p.says(t, "A slug has 1 to 80 characters of a–z and 0–9, with single dashes between.")
	p.page.Fill("#slug", "lamps-of-old")
	p.press(t, submit, "Lamps of old")
	p.look("desk-category")
	p.page.Reachable()
	p.page.Fill("#title", "Lamps")
	p.page.Click(`details:has(#name-de) summary`)
	p.page.Fill("#title-de", "Alte Lampen, neue Lampen")
	p.page.Expect("422")
	if status := p.page.Follow(submit); status != http.StatusUnprocessableEntity {
		t.Fatalf("a title without a name: status %d", status)
	}
	p.says(t, "A name has 1 to 200 characters.")
	p.look("desk-category-tongues")
	p.page.Fill("#name-de", "Alte Lampen")
	p.press(t, submit, "Lamps")
	p.says(t, "The category is changed.")
	p.page.Go(p.at("/3d-models/lamps-of-old?lang=de"))
	if got := p.page.Text("h1"); got != "Alte Lampen" {
		t.Errorf("its page says %q in German", got)
	}
	p.page.Go(p.at("/3d-models/lamps-of-old?lang=en"))
	if got := p.page.Text("h1"); got != "Lamps of old" { // its name, which stayed
		t.Errorf("its page says %q", got)
	}
	p.page.Go(p.at("/desk/categories"))
	p.press(t, `.rows li:last-child a`, "Lamps")
	p.press(t, `form[action$="/remove"] button`, "Categories")
	p.says(t, "The category is removed.")
}

// mergeCategory makes a category and merges it into the first one: its address leads there.
func (p *guest) mergeCategory(t *testing.T) {
	p.page.Fill("#title", "Torches")
	p.page.Fill("#slug", "torches")
	p.press(t, submit, "Torches")
	p.page.Choose("#into", "2")
	p.look("desk-category-merge")
	p.press(t, `form[action$="/merge"] button`, "Animals 3D Models")
	p.says(t, "Merging has begun")
	p.page.Go(p.at("/3d-models/torches"))
	if got := p.page.Text("h1"); got != "Animals" {
		t.Errorf("its address leads to %q", got)
	}
}

func (p *guest) writeLicense(t *testing.T) {
	p.page.Go(p.at("/desk/licenses"))
	p.look("desk-licenses")
	p.press(t, `a[href="/desk/licenses/general"]`, "General license")
	p.look("desk-license")
	p.page.Reachable()
	p.page.Fill("#text", "Be kind.\nTell where you have it from.")
	p.press(t, submit, "General license")
	p.says(t, "Version 2 is what models are sold under from now on.")
	p.press(t, `section a[href="/licenses/general/2"]`, "General license")
	p.says(t, "Tell where you have it from.")
	p.press(t, `main a[href="/licenses/general/1"]`, "General license")
	p.look("license")
	p.says(t, "This is version 1")
}

// makeLicense makes a licence of the operator's own, retires and removes it.
func (p *guest) makeLicense(t *testing.T) {
	p.page.Go(p.at("/desk/licenses"))
	p.press(t, `a[href="/desk/licenses/new"]`, "Another licence")
	p.page.Fill("#name", "Studio")
	p.page.Fill("#type", "Studio 5")
	p.page.Fill("#text", "Five people may work with it.")
	p.page.Choose("#commercial_use", "yes")
	p.page.Choose("#redistribution", "no")
	p.page.Fill("#seats", "5")
	p.page.Expect("422")
	if status := p.page.Follow(submit); status != http.StatusUnprocessableEntity {
		t.Fatalf("a name in addresses with a space: status %d", status)
	}
	p.says(t, "The name in addresses has 1 to 40 characters")
	p.look("desk-license-new")
	p.page.Reachable()
	p.page.Fill("#type", "studio-5")
	p.press(t, submit, "Studio")
	p.says(t, "The licence is made: sellers can choose it.")
	p.press(t, `form[action$="/retire"] button`, "Studio")
	p.look("desk-license-retired")
	p.page.Go(p.at("/licenses/studio-5"))
	p.says(t, "People who work with it")
	p.look("license-own")
	p.page.Go(p.at("/desk/licenses/studio-5"))
	p.press(t, `form[action$="/remove"] button`, "Licences")
	p.says(t, "The licence is removed.")
}

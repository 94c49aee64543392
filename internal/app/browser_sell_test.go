package app_test

import (
	"net/http"
	"path/filepath"
	"testing"

	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
)

// TestSellInBrowser joins, uploads a model and looks after it: in wide and narrow windows,
// with and without scripts.
func TestSellInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := marketOf(t, unlimited(t), "juniper-forge", readPlainly)
	t.Run("all", func(t *testing.T) {
		for _, w := range []window{{"1440", 1440, 900, false}, {"360", 360, 740, true}} {
			for name, opts := range map[string][]browser.Option{"scripts": nil, "plain": {browser.WithoutScripts()}} {
				t.Run(w.name+"-"+name, func(t *testing.T) {
					t.Parallel()
					p := &guest{market: m, w: w, opts: append(opts, browser.Without3D()), name: "mia-" + w.name + "-" + name}
					p.email, p.axe = p.name+"@example.com", name == "scripts"
					p.page = w.open(t, p.opts...)
					for _, step := range []func(*testing.T){p.becomeSeller, p.uploadCube, p.removeModel} {
						step(t)
					}
				})
			}
		}
	})
}

func (p *guest) becomeSeller(t *testing.T) {
	p.page.Go(p.at("/join"))
	p.page.Fill("#username", p.name)
	p.page.Fill("#email", p.email)
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, "Your account")
	p.open(t, "/sell", "sell-unconfirmed")
	p.says(t, "Confirm your email address before you publish")
	p.page.Go(p.at(p.mail(t, mail.Confirm, p.email).Link))
	p.press(t, submit, "Your account")
	p.press(t, `header a[href="/sell"]`, "Sell")
	p.says(t, "You have no models yet.")
	p.look("sell-empty")
}

func (p *guest) uploadCube(t *testing.T) {
	cube, err := filepath.Abs("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	p.page.Upload("#files", cube)
	p.press(t, ".drop button", "Cube")
	p.says(t, "The model needs a category")
	p.look("sell-model")
	p.page.Upload("#files", cube)
	p.page.Expect("422")
	if status := p.page.Follow(`form[action$="/files"] button`); status != http.StatusUnprocessableEntity {
		t.Fatalf("the same file again: status %d", status)
	}
	p.says(t, "None of these could be taken: cube.stl")
	p.look("sell-refused")
	p.press(t, "main .button", "Cube")
	p.page.Expect("409")
	if status := p.page.Follow(`form[action$="/publish"] button`); status != http.StatusConflict {
		t.Fatalf("publishing what lacks so much: status %d", status)
	}
	p.look("sell-not-yet")
	p.press(t, `.crumbs a`, "Sell")
	p.says(t, "Missing: description, tags, category, licence, price")
	p.look("sell-models")
	if p.axe {
		p.page.Reachable()
	}
}

func (p *guest) removeModel(t *testing.T) {
	p.press(t, `.own a`, "Cube")
	p.press(t, `form[action$="/remove"]:not(.uploads form) button`, "Sell")
	p.says(t, "The model is removed.")
}

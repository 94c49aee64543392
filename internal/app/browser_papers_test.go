package app_test

import (
	"net/http"
	"testing"

	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
)

// TestPapersInBrowser has an operator write the terms, somebody join by them, and agree to
// another version before they go on, and ask for their files at once when they buy: in wide and narrow windows.
func TestPapersInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	for _, w := range bothWidths() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			m := marketWith(t, app.Options{Config: unlimited(t), Read: readPlainly, Outbox: true}, "juniper-forge")
			m.account(t, "operator", true)
			p := &guest{market: m, w: w, page: w.open(t, browser.Without3D()), axe: true}
			p.writeTerms(t)
			p.joinByTerms(t)
			p.agreeAnew(t)
			p.waives(t)
		})
	}
}

func (p *guest) writeTerms(t *testing.T) {
	p.enter(t, "/desk/pages", "operator", "Pages")
	p.look("papers")
	p.press(t, `main a[href="/desk/pages/terms"]`, "Terms")
	p.page.Fill("#text-0", "## 1. Be kind\n\nSee <script>alert(1)</script> [there](javascript:alert(1)).")
	p.page.Expect("422")
	if status := p.page.Follow(`button[value="preview"]`); status != http.StatusUnprocessableEntity {
		t.Fatalf("terms without a heading: status %d", status)
	}
	p.says(t, "Give it a heading")
	p.look("paper-wrong")
	p.page.Fill("#title-0", "Terms of use")
	p.press(t, `button[value="preview"]`, "Terms")
	p.says(t, "Nothing is published yet.")
	if got := browser.Eval[string](p.page, `document.querySelector(".preview").innerHTML`); got == "" ||
		browser.Eval[bool](p.page, `!!document.querySelector('.preview script, .preview a[href^="javascript"]')`) {
		t.Errorf("the preview is %q", got)
	}
	p.look("paper-preview")
	p.page.Reachable()
	p.page.Click(`input[name="binds"][value="anew"]`)
	p.press(t, `button[value="publish"]`, "Terms")
	p.says(t, "Version 1 is what everybody reads.")
}

func (p *guest) joinByTerms(t *testing.T) {
	p.page = p.w.open(t, browser.Without3D())
	p.page.Go(p.at("/join"))
	p.press(t, `footer a[href="/terms"]`, "Terms of use")
	p.look("paper")
	p.says(t, "1. Be kind")
	p.page.Go(p.at("/join"))
	p.page.Fill("#username", "late")
	p.page.Fill("#email", "late@example.com")
	p.page.Fill("#password", "correct horse")
	browser.Eval[bool](p.page, `document.querySelector("form[action='/join']").noValidate = true`)
	p.page.Expect("422")
	if status := p.page.Follow(submit); status != http.StatusUnprocessableEntity {
		t.Fatalf("joining without the terms: status %d", status)
	}
	p.says(t, "Read it, and tick the box if you agree")
	p.look("join-terms")
	p.page.Click(`input[name="agree_terms"]`)
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, "Your account")
}

func (p *guest) agreeAnew(t *testing.T) {
	before := p.page
	p.page = p.w.open(t, browser.Without3D())
	p.enter(t, "/desk/pages/terms", "operator", "Terms")
	p.page.Fill("#text-0", "Be kinder.")
	p.press(t, `button[value="publish"]`, "Terms")
	p.page = before
	p.page.Go(p.at("/library"))
	if got := p.page.Text("h1"); got != "Your library" {
		t.Errorf("what was bought is behind the terms: %q", got)
	}
	p.page.Expect("404")
	p.page.Go(p.at("/account/decisions/1"))
	if got := p.page.Text("h1"); got != "Nothing is here" {
		t.Errorf("decisions about what somebody made are behind the terms: %q", got)
	}
	p.page.Go(p.at("/account/tokens"))
	p.look("agree")
	p.page.Reachable()
	p.page.Click(`input[name="agree_terms"]`)
	p.press(t, submit, "Access tokens")
	p.page.Go(p.at("/terms/versions"))
	p.look("paper-versions")
	p.press(t, `main a[href="/terms/versions/1"]`, "Terms of use")
	p.says(t, "This is version 1")
}

func (p *guest) waives(t *testing.T) {
	house, err := p.market.app.Shop().House(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	house.AskWaiver = true
	if err := p.market.app.Shop().SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	p.page.Go(p.at(p.market.publish(t, p.market.draft(t, p.market.ofDemo(t, "Faceted Planter with Saucer", 1, map[string]any{"price": 12})))))
	p.press(t, ".buy form button", "Checkout")
	p.look("checkout-waiver")
	p.page.Reachable()
	p.page.Click(`input[name="waiver"]`)
	p.press(t, `button[value="pay"]`, "Receipt")
	p.says(t, "I know that I lose my right of withdrawal")
	p.look("receipt-waiver")
}

package app_test

import (
	"net/http"
	"testing"

	"vitrine"
	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// TestReportInBrowser has a visitor report a model, a moderator take it down with reasons,
// its author answer and the moderator restore it: in wide and narrow windows.
func TestReportInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	for _, w := range bothWidths() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			m := marketWith(t, app.Options{Config: unlimited(t), Read: readPlainly, Outbox: true}, "juniper-forge")
			m.bowl = m.publish(t, m.draft(t, m.ofDemo(t, "Walnut Bowl Heaped with Fruit", 2, map[string]any{"price": 18})))
			author, err := m.app.User(t.Context(), "juniper-forge")
			if err != nil {
				t.Fatal(err)
			}
			if err := m.app.Shop().GivePassword(t.Context(), author.ID, "correct horse"); err != nil {
				t.Fatal(err)
			}
			m.account(t, "operator", true)
			moderator := m.account(t, "moderator", false)
			operator := m.signedIn(t, "operator")
			if err := m.app.Shop().GiveRoles(t.Context(), operator, moderator.ID, []vitrine.Role{vitrine.RoleModerator}); err != nil {
				t.Fatal(err)
			}
			p := &guest{market: m, w: w, page: w.open(t, browser.Without3D()), axe: true, email: "eve@example.net"}
			p.report(t)
			p.takeDown(t)
			p.objectToIt(t, author.Email)
			p.restoreIt(t, author.Email)
		})
	}
}

// signedIn is somebody who has just signed in.
func (m *market) signedIn(t *testing.T, name string) shop.SignedIn {
	t.Helper()
	started, err := m.app.Shop().SignIn(t.Context(), shop.Credentials{Name: name, Password: "correct horse"}, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	in, err := m.app.Shop().SessionOf(t.Context(), started.Secret)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func (p *guest) report(t *testing.T) {
	p.page.Go(p.at(p.bowl))
	p.press(t, `a[href^="/report"]`, "Report something")
	p.look("report")
	p.page.Reachable()
	p.page.Click(`input[value="copyright"]`)
	p.page.Fill("#explanation", "I modelled this bowl in 2019.\nSee https://example.net/bowl.")
	p.page.Fill("#name", "Eve Example")
	p.page.Fill("#email", "eve@example.net")
	p.page.Click(`input[name="good_faith"]`)
	browser.Eval[string](p.page, `document.querySelector("#page").value = "https://elsewhere.example/bowl"`)
	p.page.Expect("422")
	if status := p.page.Follow(submit); status != http.StatusUnprocessableEntity {
		t.Fatalf("another site's page is reported: status %d", status)
	}
	p.look("report-wrong")
	p.says(t, "Give the address of a page here")
	p.page.Fill("#page", p.at(p.bowl))
	p.press(t, submit, "Your report")
	p.look("report-receipt")
	p.says(t, "It has the number 1")
	p.open(t, p.mail(t, mail.ReportReceived, p.email).Link, "report-receipt")
}

func (p *guest) takeDown(t *testing.T) {
	p.page = p.w.open(t, browser.Without3D())
	p.enter(t, "/desk/reports", "moderator", "Reports")
	p.look("reports")
	p.press(t, `main a[href="/desk/reports/1"]`, "Report 1")
	p.look("report-open")
	p.page.Reachable()
	p.page.Click(`input[value="take_down"]`)
	p.page.Fill("#reason", "The original is at example.net since 2019.")
	p.page.Expect("422")
	if status := p.page.Follow(submit); status != http.StatusUnprocessableEntity {
		t.Fatalf("a decision without a ground: status %d", status)
	}
	p.says(t, "Say whether law or terms ask for it.")
	p.page.Click(`input[value="law"]`)
	p.press(t, submit, "Report 1")
	p.says(t, "The model was taken off.")
	p.look("report-decided")
	p.page.Expect("404")
	p.page.Go(p.at(p.bowl))
	if got := p.page.Text("h1"); got != "Nothing is here" {
		t.Errorf("a model that is taken down shows %q", got)
	}
	if got := p.mail(t, mail.ReportDecided, p.email).Values[mail.Outcome]; got != "acted" {
		t.Errorf("who reported is told %q", got)
	}
}

func (p *guest) objectToIt(t *testing.T, email string) {
	p.page = p.w.open(t, browser.Without3D())
	p.enter(t, p.mail(t, mail.Decided, email).Link, "juniper-forge", "A decision about your model")
	p.look("decision-own")
	p.page.Reachable()
	p.says(t, "The original is at example.net since 2019.")
	p.page.Fill("#reason", "I am Eve's brother: she lets me.")
	p.press(t, submit, "A decision about your model")
	p.says(t, "Your answer is here.")
	p.look("decision-answered")
}

func (p *guest) restoreIt(t *testing.T, email string) {
	p.page = p.w.open(t, browser.Without3D())
	p.enter(t, "/desk/reports", "moderator", "Reports")
	p.look("objections")
	p.press(t, `main a[href="/desk/decisions/1"]`, "Decision 1")
	p.look("decision")
	p.page.Reachable()
	p.page.Click(`input[value="restore"]`)
	p.page.Fill("#reason", "Eve confirms it.")
	p.press(t, submit, "Decision 1")
	p.look("decision-lifted")
	p.page.Go(p.at(p.bowl))
	if got := p.page.Text("h1"); got != "Walnut Bowl Heaped with Fruit" {
		t.Errorf("a model that is restored shows %q", got)
	}
	if got := p.mail(t, mail.DecisionClosed, email).Values; got[mail.Outcome] != "lifted" || got[mail.Answer] != "Eve confirms it." {
		t.Errorf("the author is told %v", got)
	}
}

package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
)

// TestModelsInBrowser has a moderator look for models, show one first on the home page, see
// that another author sells the same bytes, take that down and restore it.
func TestModelsInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	for _, w := range bothWidths() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			m := marketWith(t, app.Options{Config: unlimited(t), Read: readPlainly, Outbox: true}, "juniper-forge")
			bowl := m.ofDemo(t, "Walnut Bowl Heaped with Fruit", 2, map[string]any{"price": 18})
			m.bowl = m.publish(t, m.draft(t, bowl))
			m.account(t, "operator", true)
			moderator := m.account(t, "moderator", false)
			operator := m.signedIn(t, "operator")
			if err := m.app.Shop().GiveRoles(t.Context(), operator, moderator.ID, []vitrine.Role{vitrine.RoleModerator}); err != nil {
				t.Fatal(err)
			}
			_, m.token = m.joined(t, "copycat", false)
			m.planter = m.publish(t, m.draft(t, bowl))
			p := &guest{market: m, w: w, page: w.open(t, browser.Without3D()), axe: true, email: "copycat@example.com"}
			p.findModels(t)
			p.featureIt(t)
			p.takeCopyDown(t)
			p.review(t)
		})
	}
}

// title is that of both models.
const title = "Walnut Bowl Heaped with Fruit"

func (p *guest) findModels(t *testing.T) {
	p.enter(t, "/desk/models", "moderator", "Models")
	p.look("desk-models")
	p.page.Reachable()
	p.page.Fill("#find", "walnut fruits")
	p.page.Fill("#author", "nobody")
	p.press(t, submit, "Models")
	p.says(t, "No model is like that: show all.")
	p.page.Fill("#author", "juniper-forge")
	p.press(t, submit, "Models")
	if n := browser.Eval[int](p.page, `document.querySelectorAll("tbody tr").length`); n != 1 {
		t.Errorf("%d models are found", n)
	}
	p.press(t, "tbody th a", title)
	p.look("desk-model")
	p.page.Reachable()
	p.says(t, "Others have the same bytes")
}

func (p *guest) featureIt(t *testing.T) {
	browser.Eval[string](p.page, `document.querySelector("#until").value = "2020-02-02"`)
	p.page.Expect("422")
	if status := p.page.Follow(`form[action$="/feature"] button`); status != http.StatusUnprocessableEntity {
		t.Fatalf("a day that is over: status %d", status)
	}
	p.says(t, "Choose a day that is not over.")
	p.look("desk-model-wrong")
	browser.Eval[string](p.page, `document.querySelector("#until").value = "2999-12-31"`)
	p.press(t, `form[action$="/feature"] button`, title)
	p.says(t, "It stands at place 1 of those that the home page shows first.")
	p.second(t, "Our choice", title)
	p.press(t, `form[action$="/unfeature"] button`, title)
	p.second(t, "Newest models", title)
}

// second wants a section with a heading and a text second on the home page, as somebody sees
// it who was not there before.
func (p *guest) second(t *testing.T, heading, text string) {
	t.Helper()
	visitor := p.w.open(t, browser.Without3D())
	visitor.Go(p.at("/"))
	visitor.Keep("door-home-" + strings.Fields(heading)[0] + "-" + p.w.name)
	got := strings.TrimSpace(visitor.Text("main section:nth-of-type(2)"))
	if !strings.HasPrefix(got, heading) || !strings.Contains(got, text) {
		t.Errorf("the home page shows %q second, want %q with %q", got, heading, text)
	}
}

func (p *guest) takeCopyDown(t *testing.T) {
	p.page.Go(p.at("/desk/models/shared"))
	p.look("desk-shared")
	p.page.Reachable()
	p.says(t, "First: "+title+" by juniper-forge")
	p.press(t, "main ol li:nth-child(2) a", title)
	p.page.Click(`input[value="take_down"]`)
	p.page.Fill("#rule-reason", "It is juniper-forge’s.")
	p.page.Expect("422")
	if status := p.page.Follow(`form[action$="/rule"] button`); status != http.StatusUnprocessableEntity {
		t.Fatalf("a decision without a ground: status %d", status)
	}
	p.says(t, "Say whether law or terms ask for it.")
	p.page.Click(`input[value="terms"]`)
	p.press(t, `form[action$="/rule"] button`, title)
	p.look("desk-model-down")
	p.says(t, "The model is taken off, and its author gets the reasons by mail.")
	p.seeAsBuyers(t, "desk-model-down-seen")
	p.wantPictures(t, false)
	if got := p.mail(t, mail.Decided, p.email).Values[mail.Reason]; got != "It is juniper-forge’s." {
		t.Errorf("the author is told %q", got)
	}
	p.page.Go(p.at("/desk/models?list=taken_down"))
	p.press(t, "tbody th a", title)
	p.page.Fill("#restore-reason", "They are the same person.")
	p.press(t, `form[action$="/restore"] button`, title)
	p.says(t, "The model is what it was before, and its author is told.")
	p.wantPictures(t, true)
	p.page.Go(p.at(p.planter))
	if got := p.page.Text("h1"); got != title {
		t.Errorf("a model that is restored shows %q", got)
	}
}

// review has the marketplace look at models first, and the copycat publish one more.
func (p *guest) review(t *testing.T) {
	p.reviews(t, true)
	p.call(t, "PUT", "/v1/models/2", map[string]any{"status": "draft"})
	got := p.call(t, "PUT", "/v1/models/2", map[string]any{"status": "published"})
	if got["status"] != "draft" || got["waiting_since"] == nil {
		t.Errorf("who publishes is told %v, %v", got["status"], got["waiting_since"])
	}
	p.page.Go(p.at("/desk/models?list=waiting"))
	p.look("desk-waiting")
	p.press(t, "tbody th a", title)
	p.look("desk-review")
	p.page.Reachable()
	p.seeAsBuyers(t, "desk-review-seen")
	p.page.Fill("#send-back-reason", "Say that it is a copy.")
	p.press(t, `form[action$="/send-back"] button`, title)
	p.says(t, "The model is a draft again, and its author gets the reasons by mail.")
	if browser.Eval[bool](p.page, `document.querySelector("main a[href$=\"/preview\"]") !== null`) {
		t.Error("a draft that was sent back can be seen as buyers would")
	}
	p.page.Expect("404")
	p.page.Go(p.at("/desk/models/2/preview"))
	if got := p.page.Text("h1"); got != "Nothing is here" {
		t.Errorf("what buyers would see of a draft that was sent back: %q", got)
	}

	moderator := p.page
	p.page = p.w.open(t, browser.Without3D())
	p.page.Go(p.at(p.mail(t, mail.SentBack, p.email).Link))
	p.page.Fill("#email", "copycat")
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, title)
	p.look("sell-sent-back")
	p.says(t, "Say that it is a copy.")
	p.press(t, `form[action$="/publish"] button`, title)
	p.says(t, "The model waits for review. You get a mail when somebody has looked at it.")
	p.look("sell-waits")

	p.page = moderator
	p.page.Go(p.at("/desk/models/2"))
	p.press(t, `form[action$="/approve"] button`, title)
	p.says(t, "The model is in the catalogue, and its author is told.")
	p.mail(t, mail.Approved, p.email)
}

// seeAsBuyers opens what buyers would see of a model from its page at the desk, with what turns it, and comes back.
func (p *guest) seeAsBuyers(t *testing.T, name string) {
	t.Helper()
	p.press(t, `main a[href$="/preview"]`, title)
	p.look(name)
	p.says(t, "This is what buyers would see.")
	p.turnsAlone(t)
	p.press(t, `.notice a[href^="/desk/models/"]`, title)
}

// turnsAlone fails unless who is signed in, and nobody else, gets what turns the model of a page that is not public.
func (p *guest) turnsAlone(t *testing.T) {
	t.Helper()
	turns := p.at(browser.Eval[string](p.page, `document.querySelector(".viewer").dataset.preview`))
	if got := p.fetch(t, turns, p.page.Cookies(turns), "bytes=0-99"); len(got) != 100 {
		t.Errorf("what turns the model has %d bytes, 100 were asked for", len(got))
	}
	if got := p.head(t, p.client, turns).Header; got.Get("Content-Type") != "application/problem+json" {
		t.Errorf("somebody who has its address alone sees what turns the model: %v", got)
	}
}

// wantPictures asks as everybody for the pictures that a moderator sees of a model: they are there, or not.
func (p *guest) wantPictures(t *testing.T, public bool) {
	t.Helper()
	shown := browser.Eval[[]string](p.page, `[...document.querySelectorAll("main img")].map(img => img.naturalWidth > 0 ? img.src : "")`)
	if len(shown) == 0 || slices.Contains(shown, "") {
		t.Errorf("the moderator sees the pictures %q", shown)
	}
	for _, address := range shown {
		got := p.head(t, p.client, address).Header
		if kind, _, _ := strings.Cut(got.Get("Content-Type"), "/"); (kind == "image") != public {
			t.Errorf("everybody sees the picture: %v; want %v", kind == "image", public)
		}
	}
}

package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// TestReviewsInBrowser has a buyer review a model with a picture, its author answer, and a
// moderator take the review off: in wide and narrow windows.
func TestReviewsInBrowser(t *testing.T) {
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
			if err == nil {
				err = m.app.Shop().GivePassword(t.Context(), author.ID, "correct horse")
			}
			if err != nil {
				t.Fatal(err)
			}
			m.account(t, "operator", true)
			p := &guest{market: m, w: w, axe: true, opts: []browser.Option{browser.Without3D()}}
			p.page = w.open(t, p.opts...)
			p.writeReview(t)
			p.answerReview(t)
			p.takeReviewOff(t)
		})
	}
}

// pays gives somebody a paid order of the model.
func (m *market) pays(t *testing.T, user *vitrine.User, model int64) {
	t.Helper()
	caller := vitrine.Caller{User: *user, Scopes: vitrine.DefaultScopes()}
	o, err := m.app.Shop().CreateOrder(t.Context(), caller, shop.NewOrder{ModelID: model})
	if err == nil {
		_, err = m.app.Shop().MarkPaid(t.Context(), o.ID, "")
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (p *guest) writeReview(t *testing.T) {
	p.pays(t, p.account(t, "eve", false), 1)
	p.open(t, p.bowl, "model-unreviewed")
	p.page.Follow(`main a[href="/reviews/1/mine"]`) // the page before has a field of the same name
	p.page.Fill("#email", "eve")
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, "Your review of Walnut Bowl Heaped with Fruit")
	p.look("review-form")
	p.page.Reachable()
	p.page.Click(`input[name="described"][value="4"]`)
	p.page.Click(`input[name="used"][value="5"]`)
	browser.Eval[string](p.page, `document.querySelector("#text").value = "`+strings.Repeat("x", vitrine.MaxReview+1)+`"`)
	p.page.Expect("422")
	if status := p.page.Follow(submit); status != http.StatusUnprocessableEntity {
		t.Fatalf("a review of 5,001 characters: status %d", status)
	}
	p.says(t, "This has 5001 characters: write at most 5000.")
	if stars := browser.Eval[bool](p.page, `document.querySelector('input[name="described"][value="4"]').checked`); !stars {
		t.Error("the stars are lost")
	}
	browser.Eval[string](p.page, `document.querySelector("#text").value = ""`)
	p.page.Fill("#text", "The pears come off in one piece.\n<script>alert(1)</script>\nبدون دعامات")
	p.press(t, submit, "Your review of Walnut Bowl Heaped with Fruit")
	p.says(t, "Your review is there for everybody.")
	file := filepath.Join(t.TempDir(), "print.png")
	if err := os.WriteFile(file, swatch(7), 0o600); err != nil {
		t.Fatal(err)
	}
	p.page.Upload("#file", file)
	p.press(t, `form[enctype] button`, "Your review of Walnut Bowl Heaped with Fruit")
	p.look("review-own")
	p.open(t, p.bowl, "model-reviewed")
	p.says(t, "4.0 as described, 5.0 printed or used")
	p.says(t, "<script>alert(1)</script>")
	p.open(t, "/3d-models", "list-rated")
	p.says(t, "Rated 4.0 of 5, 1 review")
	p.open(t, "/reviews", "reviews-own")
}

func (p *guest) answerReview(t *testing.T) {
	p.page = p.w.open(t, p.opts...)
	p.enter(t, "/account", "juniper-forge", "Your account")
	p.open(t, "/reviews/1", "reviews")
	p.press(t, ".review .head a", "A review of Walnut Bowl Heaped with Fruit")
	p.look("review-to-answer")
	p.page.Fill("#answer", "Thank you. Print it slowly.")
	p.press(t, submit, "A review of Walnut Bowl Heaped with Fruit")
	p.says(t, "juniper-forge answered on")
	p.look("review-answered")
}

func (p *guest) takeReviewOff(t *testing.T) {
	p.page = p.w.open(t, p.opts...)
	p.enter(t, "/desk/reports", "operator", "Reports")
	p.open(t, "/reviews/1/1", "review-moderated")
	p.press(t, `main a[href="/desk/reviews/1"]`, "Review 1")
	p.look("review-decide")
	p.page.Click(`input[value="terms"]`)
	p.page.Fill("#reason", "It insults the pears.")
	p.press(t, submit, "Review 1")
	p.look("review-taken-off")
	p.press(t, `main a[href="/desk/decisions/1"]`, "Decision 1")
	p.look("review-decision")
	p.open(t, p.bowl, "")
	p.says(t, "Nobody has reviewed this model yet.")
	if told := p.mail(t, mail.Decided, "eve@example.com").Values; told[mail.Of] != "review" || told[mail.Reason] != "It insults the pears." {
		t.Errorf("who wrote it is told %v", told)
	}
	p.page = p.w.open(t, p.opts...)
	p.enter(t, "/reviews/1/mine", "eve", "Your review of Walnut Bowl Heaped with Fruit")
	p.look("review-off")
	p.press(t, `main a[href="/account/decisions/1"]`, "A decision about your review")
	p.says(t, "It insults the pears.")
}

package app_test

import (
	"net/http"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
)

// TestKeepingInBrowser has somebody like a model and follow its seller, without and with the
// module of pages: in wide and narrow windows.
func TestKeepingInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	for _, w := range bothWidths() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			m := marketWith(t, app.Options{Config: unlimited(t), Read: readPlainly, Outbox: true}, "juniper-forge")
			m.bowl = m.publish(t, m.draft(t, m.ofDemo(t, "Walnut Bowl Heaped with Fruit", 2, map[string]any{"price": 18})))
			m.publish(t, m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 1, map[string]any{"price": 4})))
			m.account(t, "eve", false)
			p := &guest{market: m, w: w, axe: true, opts: []browser.Option{browser.Without3D()}}
			p.page = w.open(t, p.opts...)
			p.likeFromList(t)
			p.followSeller(t)
			p.gather(t)
		})
	}
}

// likeFromList presses the button of a card before signing in, and then those of pages that
// know what is pressed.
func (p *guest) likeFromList(t *testing.T) {
	p.open(t, "/sellers/juniper-forge", "list-to-like")
	p.page.Click(`.card .like[value="1"]`)
	p.page.Fill("#email", "eve")
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, "Walnut Bowl Heaped with Fruit")
	p.look("like-page")
	p.press(t, `main form[action="/likes"] button`, "Walnut Bowl Heaped with Fruit")
	p.says(t, "You like it: it is in your list now.")
	if err := p.app.AddTallies(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.press(t, ".after a", "juniper-forge")
	p.there(`.card .like[value="1"][aria-pressed="true"]`)
	p.page.Click(`.card .like[value="2"][aria-pressed="false"]`)
	p.there(`.card .like[value="2"][aria-pressed="true"]`)
	p.look("list-liked")
	p.open(t, p.bowl, "")
	p.there(`.keeping .like[aria-pressed="true"]`)
	p.says(t, "1 person likes it")
	p.look("model-liked")
	p.open(t, "/likes", "likes")
	p.says(t, "Faceted Planter with Saucer")
	p.page.Reachable()
	p.press(t, ".card:first-child form button", "What you like")
	p.says(t, "You took your like back.")
}

func (p *guest) followSeller(t *testing.T) {
	p.page.Go(p.at("/sellers/juniper-forge"))
	p.there(`.follow [aria-pressed="false"]`)
	p.page.Click(`.follow button`)
	p.there(`.follow [aria-pressed="true"]`)
	p.look("seller-followed")
	p.open(t, "/following", "following")
	p.says(t, "juniper-forge")
	p.press(t, "main .rows form button", "Whom you follow")
	p.says(t, "You follow them no more.")
	p.open(t, "/following/juniper-forge", "follow-page")
}

// gather makes a collection from the page of a model, shows it by link, and orders it.
func (p *guest) gather(t *testing.T) {
	p.page.Go(p.at(p.bowl))
	p.press(t, `.keeping a`, "Add Walnut Bowl Heaped with Fruit to a collection")
	p.look("collection-add-first")
	p.page.Fill("#name", strings.Repeat("x", vitrine.MaxCollectionName))
	browser.Eval[string](p.page, `document.querySelector("#name").value += "y"`)
	p.page.Expect("422")
	if status := p.page.Follow(submit); status != http.StatusUnprocessableEntity {
		t.Fatalf("a name of 81 characters: status %d", status)
	}
	p.says(t, "This has 81 characters: write at most 80.")
	browser.Eval[string](p.page, `document.querySelector("#name").value = "For the kitchen"`)
	p.page.Click(`input[value="link"]`)
	p.press(t, submit, "Add Walnut Bowl Heaped with Fruit to a collection")
	p.says(t, "It is in the collection now.")
	p.open(t, "/collect/2", "")
	p.press(t, "main .rows form button", "Add Faceted Planter with Saucer to a collection")
	p.look("collection-add")
	p.press(t, ".rows a", "For the kitchen")
	p.look("collection-own")
	p.press(t, ".actions .button", "Change the collection For the kitchen")
	p.look("collection-edit")
	p.page.Reachable()
	browser.Eval[string](p.page, `document.querySelector("#place-2").value = "1"`)
	p.page.Click(`input[name="cover"][value="1"]`)
	p.press(t, `button[form="arrange"]`, "Change the collection For the kitchen")
	if first := p.page.Text("ol.rows strong"); first != "Faceted Planter with Saucer" {
		t.Errorf("the first of the collection is %q", first)
	}
	p.overtaken(t)
	link := browser.Eval[string](p.page, `document.querySelector("#address").value`)
	p.open(t, "/collections", "collections")
	p.page = p.w.open(t, p.opts...)
	p.page.Go(link)
	p.look("collection-shared")
	p.says(t, "2 models")
}

// overtaken sends the form of a collection that was opened before the collection was changed:
// what was typed stays, and what is stored stands beside it.
func (p *guest) overtaken(t *testing.T) {
	t.Helper()
	browser.Eval[string](p.page, `document.querySelector("form.sheet [name=version]").value = "0"`)
	browser.Eval[string](p.page, `document.querySelector("#name").value = "For the bath"`)
	p.page.Expect("412")
	if status := p.page.Follow("form.sheet button"); status != http.StatusPreconditionFailed {
		t.Fatalf("a form of before: status %d", status)
	}
	p.says(t, "For the kitchen")
	p.look("collection-overtaken")
}

// there waits for something on the page.
func (p *guest) there(selector string) {
	p.page.Wait("document.querySelector(`" + selector + "`) !== null")
}

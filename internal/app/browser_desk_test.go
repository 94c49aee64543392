package app_test

import (
	"fmt"
	"strconv"
	"testing"

	"vitrine"
	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/shop"
)

// TestDeskInBrowser has an operator confirm a bank transfer, refund it, and find both acts
// in the audit log, in windows of every kind, with scripts and without.
func TestDeskInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	c := unlimited(t)
	c.Payments = "manual"
	m := marketWith(t, app.Options{Config: c, Read: readPlainly}, "juniper-forge")
	m.publish(t, m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 1, map[string]any{"price": "12.50"})))
	m.publish(t, m.draft(t, m.ofDemo(t, "Ginkgo Leaf Earrings", 1, map[string]any{"price": "2.50"})))
	m.call(t, "POST", "/v1/bundles", map[string]any{"name": "For the window", "price": "12.00", "model_ids": []int64{1, 2}})
	_, _, err := m.app.Shop().CreateUser(t.Context(),
		shop.NewUser{Username: "operator", Email: "operator@example.com", Password: "correct horse", Admin: true})
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = m.app.Shop().CreateApplication(t.Context(), shop.NewApplication{Name: "Slicer", OwnerID: 1, Scopes: vitrine.DefaultScopes(),
		RedirectURIs: []string{"https://slicer.example/back"}})
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range []window{
		{"1440", 1440, 900, false}, {"360", 360, 740, false}, {"1440-dark", 1440, 900, true}, {"360-dark", 360, 740, true},
	} {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			made := m.call(t, "POST", "/v1/orders", map[string]any{"model_id": 1, "again": true, "uuid": "order-of-a-window-" + strconv.Itoa(i)})
			p := &guest{market: m, w: w, axe: !w.dark}
			if p.axe {
				p.page = w.open(t, browser.Without3D())
			} else {
				p.page = w.open(t, browser.Without3D(), browser.WithoutScripts())
			}
			p.operates(t, fmt.Sprint(made["id"]))
		})
	}
}

func (p *guest) operates(t *testing.T, id string) {
	p.page.Go(p.at("/desk"))
	p.page.Fill("#email", "operator")
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, "Today")
	p.see(t, "today")
	p.press(t, `.tiles a[href^="/desk/orders"]`, "Orders")
	p.see(t, "orders")
	p.page.Fill("#find", "order-of-a-window-99")
	p.press(t, ".narrow button", "Orders")
	p.says(t, "No order is like that.")
	p.page.Fill("#find", id)
	p.press(t, ".narrow button", "Orders")
	p.press(t, `.listed a[href="/desk/orders/`+id+`"]`, "Order "+id)
	p.see(t, "order")
	p.press(t, `form[action$="/confirm"] button`, "Order "+id)
	p.says(t, "The payment is confirmed.")
	p.page.Click("#note")
	p.page.Press("They called: it was a mistake.")
	p.press(t, `form[action$="/note"] button`, "Order "+id)
	p.press(t, `form[action$="/refund"] button`, "Order "+id)
	p.says(t, "StateRefunded")
	p.see(t, "order-refunded")
	p.press(t, `.desks a[href="/desk/jobs"]`, "Jobs")
	p.see(t, "jobs")
	p.press(t, `.desks a[href="/desk/storage"]`, "Storage")
	p.fits(t)
	p.see(t, "storage")
	p.press(t, `.listing a[href="/desk/storage/1"]`, "juniper-forge")
	p.page.Fill("#storage", "20")
	p.press(t, submit, "juniper-forge")
	p.says(t, "That is how much they may store.")
	p.see(t, "stored")
	p.press(t, `.desks a[href="/desk/applications"]`, "Applications")
	p.see(t, "applications")
	p.press(t, `.listed h2 a`, "Slicer")
	p.see(t, "application")
	p.page.Go(p.at("/desk/applications/tokens"))
	p.see(t, "tokens")
	p.press(t, `.desks a[href="/desk/money/shares"]`, "Shares")
	p.page.Fill("#which", "nobody-of-this-name")
	p.page.Fill("#share", "7.5")
	p.page.Expect("422")
	p.page.Follow("#set ~ form button")
	p.says(t, "No category has this slug")
	p.see(t, "shares-faults")
	p.page.Fill("#which", "cars")
	p.press(t, "#set ~ form button", "Shares")
	p.says(t, "That share is asked of orders that are made from now on.")
	p.see(t, "shares")
	p.page.Go(p.at("/desk/mails/words"))
	p.see(t, "mail-words")
	p.page.Go(p.at("/desk/mails/words/en/receipt"))
	p.see(t, "mail-words-of")
	p.press(t, `.desks a[href="/desk/tax"]`, "Tax")
	p.see(t, "tax")
	p.page.Go(p.at("/desk/tax/settings"))
	p.see(t, "tax-settings")
	p.press(t, `.desks a[href="/desk/deals"]`, "Deals")
	p.see(t, "deals")
	p.press(t, `.listing a[href^="/desk/deals/bundles/"]`, "For the window")
	p.says(t, "Ginkgo Leaf Earrings")
	p.see(t, "bundle")
	p.press(t, `.desks a[href="/desk/deals"]`, "Deals")
	p.press(t, `a[href="/desk/deals/promotions"]`, "New promotion")
	p.look("desk-promotion") // fields of times have a stop of Tab for each of their numbers
	p.press(t, `.desks a[href="/desk/refunds"]`, "Refunds")
	p.see(t, "refunds")
	p.press(t, `.desks a[href="/desk/disputes"]`, "Disputes")
	p.see(t, "disputes")
	p.press(t, `.desks a[href="/desk/audit"]`, "Audit log")
	p.see(t, "audit")
	p.page.Fill("#kind", "order")
	p.page.Fill("#id", id)
	p.press(t, ".narrow button", "Audit log")
	for _, text := range []string{"confirmed a payment", "asked for a refund", "money went back", "They called: it was a mistake.",
		"operator, from"} {
		p.says(t, text)
	}
	p.see(t, "audit-found")
	p.mirrored(t, map[string]string{"/desk": "desk", "/desk/orders": "desk-orders", "/desk/orders/" + id: "desk-order",
		"/desk/tax": "desk-tax", "/desk/tax/settings": "desk-tax-settings",
		"/desk/audit": "desk-audit", "/desk/jobs": "desk-jobs", "/desk/payouts": "desk-payouts", "/desk/storage": "desk-storage",
		"/desk/applications": "desk-applications", "/desk/applications/tokens": "desk-tokens",
		"/desk/mails/words": "desk-mail-words", "/desk/mails/words/ar/receipt": "desk-mail-words-of", "/desk/categories": "desk-categories",
		"/desk/money/shares": "desk-shares", "/desk/money/report": "desk-report",
		"/desk/refunds": "desk-refunds", "/desk/disputes": "desk-disputes"})
	p.page.Expect("422")
	p.page.Go(p.at("/desk/orders?model=x&amount=y"))
	p.says(t, "A model is named by its number")
	p.see(t, "orders-faults")
}

// see keeps a picture of a page of the desk.
func (p *guest) see(t *testing.T, picture string) {
	t.Helper()
	p.look("desk-" + picture)
	p.fits(t)
	if !p.axe {
		p.page.Keep("door-desk-" + picture + "-" + p.w.name)
		return
	}
	p.page.Reachable()
}

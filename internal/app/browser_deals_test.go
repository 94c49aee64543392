package app_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/shop"
)

// promote lowers the price of a model for a time, looks at it as buyers see it, and ends that.
func (p *guest) promote(t *testing.T, model string) {
	t.Helper()
	p.page.Go(p.at("/sell"))
	p.press(t, `.desks a[href="/sell/deals"]`, "Deals")
	p.look("sell-deals-none")
	p.press(t, `a[href="/sell/deals/promotions"]`, "New promotion")
	p.look("sell-promotion")
	p.page.Fill("#name", "Spring")
	p.page.Fill("#percent", "120")
	ends := time.Now().UTC().AddDate(0, 0, 9).Format("2006-01-02T15:04")
	browser.Eval[string](p.page, fmt.Sprintf(`document.querySelector("#ends_at").value = %q`, ends))
	if status := p.page.Follow(".sheet button"); status != http.StatusUnprocessableEntity {
		t.Fatalf("by 120 percent: status %d", status)
	}
	p.says(t, "A price is lowered by 1 to 99 percent.")
	p.look("sell-promotion-wrong")
	p.page.Fill("#percent", "50")
	p.page.Fill("#time_zone", "Europe/Berlin")
	p.press(t, ".sheet button", "Deals")
	p.says(t, "Europe/Berlin")
	p.look("sell-deals")
	p.mirrored(t, map[string]string{"/sell/deals": "sell-deals", "/sell/deals/promotions": "sell-promotion"})
	p.page.Go(model)
	p.says(t, "Lowest price of the 30 days before")
	p.look("model-promoted")
	p.page.Go(p.at("/sell/deals"))
	p.press(t, `.listing a`, "Spring")
	p.look("sell-promotion-runs")
	p.press(t, `form[action$="/end"] button`, "Deals")
	p.says(t, "The promotion is over: prices are those of before.")
	p.makeCoupon(t)
	p.makeBundle(t, model)
	p.page.Go(p.at("/sell"))
}

// makeCoupon makes a code, wrongly at first, changes it, and ends it.
func (p *guest) makeCoupon(t *testing.T) {
	t.Helper()
	p.press(t, `a[href="/sell/deals/coupons"]`, "New coupon")
	p.look("sell-coupon")
	p.page.Fill("#code", "A-B")
	p.page.Fill("#name", "Friends")
	p.page.Fill("#percent", "10")
	if status := p.page.Follow(".sheet button"); status != http.StatusUnprocessableEntity {
		t.Fatalf("a code of two letters: status %d", status)
	}
	p.look("sell-coupon-wrong")
	p.page.Fill("#code", "friends-10")
	p.page.Fill("#uses_each", "1")
	p.press(t, ".sheet button", "Deals")
	p.says(t, "FRIENDS-10")
	p.look("sell-deals-coupon")
	p.press(t, `.listing a[href*="/coupons/"]`, "FRIENDS-10")
	p.page.Fill("#uses", "100")
	p.press(t, ".sheet button", "Deals")
	p.says(t, "0 of 100")
	p.press(t, `.listing a[href*="/coupons/"]`, "FRIENDS-10")
	p.press(t, `form[action$="/end"] button`, "Deals")
	p.says(t, "The coupon is ended.")
}

// makeBundle sells the model with another one, wrongly at first, looks at it as buyers see it, and ends that.
func (p *guest) makeBundle(t *testing.T, model string) {
	t.Helper()
	remove := p.publishStool(t)
	p.press(t, `a[href="/sell/deals/bundles"]`, "New bundle")
	p.look("sell-bundle")
	p.page.Fill("#name", "Workshop")
	p.page.Fill("#price", "8")
	p.page.Click(`input[name="model"]`)
	if status := p.page.Follow(".sheet button"); status != http.StatusUnprocessableEntity {
		t.Fatalf("a bundle of one model: status %d", status)
	}
	p.says(t, "A bundle is of at least 2 models.")
	p.look("sell-bundle-wrong")
	p.page.Click(`input[name="model"]:not(:checked)`)
	p.press(t, ".sheet button", "Deals")
	p.says(t, "The bundle is there: buyers see it on the pages of its models.")
	p.look("sell-deals-bundle")
	p.mirrored(t, map[string]string{"/sell/deals": "sell-deals-bundle", "/sell/deals/bundles": "sell-bundle", model: "model-bundle"})
	p.page.Go(model)
	p.says(t, "In the bundle “Workshop” you save 4.00 USD")
	p.look("model-bundle")
	remove()
	p.page.Go(p.at("/sell/deals"))
	p.says(t, "A model of it is no longer published: publish it again, or choose others.")
	p.press(t, `.listing a[href*="/bundles/"]`, "Workshop")
	p.look("sell-bundle-withheld")
	p.press(t, `form[action$="/end"] button`, "Deals")
	p.says(t, "The bundle is ended: its models are sold one by one.")
}

// publishStool publishes another model of the guest, without the browser, and returns what deletes it.
func (p *guest) publishStool(t *testing.T) (remove func()) {
	t.Helper()
	user, err := p.market.app.User(t.Context(), p.name)
	if err != nil {
		t.Fatal(err)
	}
	access, err := p.market.app.Shop().CreateToken(t.Context(), user.ID, shop.NewToken{Scopes: vitrine.DefaultScopes()})
	if err != nil {
		t.Fatal(err)
	}
	own := &market{running: p.market.running, token: access.Secret, sold: map[string][]byte{}}
	path := own.draft(t, own.ofDemo(t, "Faceted Planter with Saucer", 1, map[string]any{"price": 5}))
	own.publish(t, path)
	return func() {
		id, err := strconv.ParseInt(strings.TrimPrefix(path, "/v1/models/"), 10, 64)
		if err == nil {
			err = p.market.app.Shop().DeleteModel(t.Context(), vitrine.Caller{User: *user, Scopes: vitrine.DefaultScopes()}, id, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

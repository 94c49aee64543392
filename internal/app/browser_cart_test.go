package app_test

import (
	"net/http"
	"testing"
)

// TestCartInBrowser puts a bundle and another model into a cart, takes one out and puts it back, enters a wrong code and a right one,
// pays once for all, and downloads: in wide and narrow windows, with and without scripts.
func TestCartInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := marketOf(t, unlimited(t), "juniper-forge", readPlainly)
	var models []string
	for title, price := range map[string]float64{"Walnut Bowl Heaped with Fruit": 18, "Faceted Planter with Saucer": 4.5} {
		models = append(models, m.publish(t, m.draft(t, m.ofDemo(t, title, 1, map[string]any{"price": price}))))
	}
	m.call(t, "POST", "/v1/bundles", map[string]any{"name": "For the kitchen", "price": "20.00", "model_ids": []int64{1, 2}})
	models = append(models, m.publish(t, m.draft(t, m.ofDemo(t, "Ginkgo Leaf Earrings", 1, map[string]any{"price": 1}))))
	m.call(t, "POST", "/v1/coupons", map[string]any{"code": "SPRING-20", "name": "Spring", "percent": 20})
	m.eachWay(t, func(t *testing.T, p *guest) {
		p.fillCart(t, models)
		p.payCart(t)
	})
}

func (p *guest) fillCart(t *testing.T, models []string) {
	t.Helper()
	p.page.Go(p.at(models[0]))
	p.says(t, "2 models for 20.00 USD")
	p.look("model-in-bundle")
	p.press(t, `form[action="/cart"] button[name="bundle"]`, "Cart")
	p.page.Go(p.at(models[2]))
	p.press(t, `form[action="/cart"] button`, "Cart")
	p.says(t, "It is in your cart.")
	p.says(t, "Bundle “For the kitchen”")
	p.look("cart-three")
	p.press(t, `form[action="/cart/remove"] button`, "Cart")
	for _, model := range models {
		p.page.Go(p.at(model))
		p.press(t, `form[action="/cart"] button`, "Cart")
	}
	p.says(t, "21.00 USD")
}

func (p *guest) payCart(t *testing.T) {
	t.Helper()
	p.page.Fill("#email", p.email)
	p.press(t, `form[action="/cart/checkout"] button`, "Checkout")
	p.look("together")
	p.page.Fill("#coupon", "WINTER-20")
	p.page.Expect("422")
	if status := p.page.Follow(`button[value="coupon"]`); status != http.StatusUnprocessableEntity {
		t.Fatalf("a wrong code: status %d", status)
	}
	p.says(t, "There is no such code")
	p.look("together-wrong")
	p.page.Fill("#coupon", "spring-20")
	p.press(t, `button[value="coupon"]`, "Checkout")
	p.says(t, "The coupon SPRING-20 takes 4.20 USD off.")
	p.look("together-lower")
	p.press(t, `button[value="pay"]`, "Receipt")
	p.says(t, "16.80 USD")
	p.look("together-receipt")
	p.wantArchive(t, `main a[href$="/all.zip"]`)
}

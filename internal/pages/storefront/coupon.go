package storefront

import (
	"net/http"
	"net/url"
	"slices"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/web"
)

// coupon is where a checkout page takes a code, and what codes lower there.
type coupon struct {
	At    string // where it is sent
	Typed string
	Fault string
	Used  []usedCoupon
}

// usedCoupon is a code that lowers what is paid.
type usedCoupon struct {
	Code  string
	Saved string
}

// takesCoupon is where codes are entered for orders that can be paid; nil where there is none, or nothing to lower.
func (p *Pages) takesCoupon(r *http.Request, at string, orders []*vitrine.Order) (*coupon, error) {
	costs := func(o *vitrine.Order) bool { return o.WithoutCoupon() > 0 }
	if !slices.ContainsFunc(orders, costs) {
		return nil, nil
	}
	takes, err := p.shop.TakesCoupons(r.Context())
	c := couponOf(locale.Of(r.Context()), at, orders)
	if err != nil || !takes && len(c.Used) == 0 {
		return nil, err
	}
	return c, nil
}

// couponOf are the codes that lower orders.
func couponOf(l *locale.Language, at string, orders []*vitrine.Order) *coupon {
	c := &coupon{At: at}
	saved := map[string]vitrine.Amount{}
	for _, o := range orders {
		saved[o.Discount.Code] += o.WithoutCoupon() - o.Price
	}
	for _, code := range (&vitrine.Checkout{Orders: orders}).Coupons() {
		c.Used = append(c.Used, usedCoupon{code, l.Money(saved[code], orders[0].Currency)})
	}
	return c
}

// couponRefused says on a page why a code lowers nothing, and reports whether that is what a request was refused for.
func couponRefused(l *locale.Language, c **coupon, at string, refused error, typed string) bool {
	problem, ok := pages.Faulty(refused)
	if !ok {
		return false
	}
	fault, found := pages.FaultsOf(l, problem)["coupon"]
	if !found {
		return false
	}
	if *c == nil { // the last coupon has just ended
		*c = &coupon{At: at}
	}
	(*c).Fault, (*c).Typed = fault, typed
	return true
}

// parted reports whether a payment was not begun since not all of a bundle is there any more.
func parted(refused error) bool {
	problem, ok := pages.Faulty(refused)
	return ok && len(problem.Fields) > 0 && problem.Fields[0].Pointer == "/bundle_ids"
}

// refusedWith is the status of a page that says itself why a code lowers nothing.
func refusedWith(refused error) int {
	if vitrine.CodeOf(refused) == vitrine.Conflict {
		return http.StatusConflict
	}
	return http.StatusUnprocessableEntity
}

// enterCoupon enters a code for the order of a checkout page, or takes the one that is there back.
func (p *Pages) enterCoupon(w http.ResponseWriter, r *http.Request, form url.Values) error {
	key, code := r.PathValue("key"), form.Get("coupon")
	var err error
	if form.Get("outcome") == "nocoupon" {
		_, err = p.shop.GiveUpCoupon(r.Context(), key)
	} else {
		_, err = p.shop.Redeem(r.Context(), key, code, web.ClientNetwork(r.Context()))
	}
	if err != nil {
		return p.explain(w, r, err, code)
	}
	secret(w)
	http.Redirect(w, r, "/checkout/"+url.PathEscape(key), http.StatusSeeOther)
	return nil
}

// enterCouponTogether is enterCoupon for all orders of a checkout. Which code is taken back is in the form.
func (p *Pages) enterCouponTogether(w http.ResponseWriter, r *http.Request, form url.Values) error {
	key, code := r.PathValue("key"), form.Get("coupon")
	var err error
	if form.Get("outcome") == "nocoupon" {
		_, err = p.shop.GiveUpCoupons(r.Context(), key, code)
	} else {
		_, err = p.shop.RedeemForCheckout(r.Context(), key, code, web.ClientNetwork(r.Context()))
	}
	if err != nil {
		return p.explainTogether(w, r, err, code)
	}
	secret(w)
	http.Redirect(w, r, togetherPath(url.PathEscape(key)), http.StatusSeeOther)
	return nil
}

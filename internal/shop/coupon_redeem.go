package shop

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// A coupon is counted when a payment begins, not when it is entered: who enters it and does not pay keeps nobody
// from using it. Whether it is good still is asked again then; if not, the order costs what it did before and its
// customer is told so.

// Redeem enters a coupon for the order of a checkout page. Invalid, at /coupon, says why it does not lower it.
func (s *Shop) Redeem(ctx context.Context, checkoutKey, code, network string) (*vitrine.Order, error) {
	if err := s.spend(ctx, codesFrom(network)); err != nil {
		return nil, err
	}
	return s.withCheckout(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) error {
		if err := s.payable(o); err != nil {
			return err
		}
		if refused, err := s.refuseApart(ctx, tx, o); err != nil || refused != nil {
			return cmp.Or(err, refused)
		}
		return s.redeem(ctx, tx, code, purchaseOf(o), []*vitrine.Order{o})
	})
}

// RedeemForCheckout enters a coupon for all orders of a checkout that it is for. Several can be entered, each for what
// no other one lowers more.
func (s *Shop) RedeemForCheckout(ctx context.Context, key, code, network string) (*vitrine.Checkout, error) {
	if err := s.spend(ctx, codesFrom(network)); err != nil {
		return nil, err
	}
	return s.withCheckoutPage(ctx, key, func(tx *store.Tx, c *vitrine.Checkout) error {
		if err := s.openCheckout(c); err != nil {
			return err
		}
		if err := s.redeem(ctx, tx, code, purchaseOfCheckout(c), c.Orders); err != nil {
			return err
		}
		return tx.UpdateCheckout(ctx, c, s.now())
	})
}

// openCheckout refuses a checkout whose prices are settled.
func (s *Shop) openCheckout(c *vitrine.Checkout) error {
	if status := s.CheckoutStatus(c); status != vitrine.Unpaid {
		return vitrine.Errorf(vitrine.Conflict, "the checkout is %s and can't be paid any more", status)
	}
	if c.Paying(s.now()) {
		return checkoutPaying()
	}
	return nil
}

// purchaseOf names what an order is bought by when it is paid alone, and purchaseOfCheckout when with others.
func purchaseOf(o *vitrine.Order) string            { return "order " + strconv.FormatInt(o.ID, 10) }
func purchaseOfCheckout(c *vitrine.Checkout) string { return "checkout " + strconv.FormatInt(c.ID, 10) }

const couponPointer = "/coupon"

func badCoupon(code, detail string) error {
	return vitrine.InvalidFields([]vitrine.Field{{Pointer: couponPointer, Code: code, Detail: detail}})
}

// redeem lowers those of a purchase's orders that a coupon is for and lowers below what they cost now.
func (s *Shop) redeem(ctx context.Context, tx *store.Tx, entered, purchase string, orders []*vitrine.Order) error {
	list, err := tx.CouponsOfCode(ctx, vitrine.FoldCoupon(entered))
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return badCoupon("unknown", "there is no such code: look whether you have typed it right")
	}
	why := badCoupon("not_allowed", "this code is not for what you are buying")
	if slices.ContainsFunc(orders, func(o *vitrine.Order) bool { return o.PaymentID != "" }) {
		why = badCoupon("payment_begun", "a payment with the present price was begun: cancel the order, and order again with the code")
	}
	lowered := false
	for _, c := range list {
		some, refused, err := s.redeemOne(ctx, tx, c, purchase, orders)
		if err != nil {
			return err
		}
		lowered = lowered || some
		if refused != nil {
			why = refused
		}
	}
	if lowered {
		return nil
	}
	return why
}

// redeemOne reports whether a coupon lowered any of the orders, and otherwise why not.
func (s *Shop) redeemOne(
	ctx context.Context, tx *store.Tx, c *vitrine.Coupon, purchase string, orders []*vitrine.Order,
) (lowered bool, refused, err error) {
	covered, err := s.coveredBy(ctx, tx, c, orders)
	if err != nil || len(covered) == 0 {
		return false, nil, err
	}
	if refused, err = s.spent(ctx, tx, c, purchase, covered[0]); err != nil || refused != nil {
		return false, refused, err
	}
	for i, price := range s.lowered(c, covered) {
		o := covered[i]
		if price >= o.Price {
			continue
		}
		d := vitrine.Discount{Bundle: o.Discount.Bundle, CouponID: c.ID, Code: c.Code, List: o.ListPrice(), Purchase: purchase}
		if err := tx.SetDiscount(ctx, o, d, price, s.now()); err != nil {
			return false, nil, err
		}
		lowered = true
	}
	if !lowered {
		refused = badCoupon("no_lower", "with this code nothing costs less than it does now")
	}
	return lowered, refused, nil
}

// coveredBy are the orders that a coupon is for, and whose price can still change.
func (s *Shop) coveredBy(
	ctx context.Context, tx *store.Tx, c *vitrine.Coupon, orders []*vitrine.Order,
) (covered []*vitrine.Order, err error) {
	for _, o := range orders {
		if !s.canCostLess(o) || o.WithoutCoupon() == 0 || !c.Covers(o.ModelID) ||
			c.SellerID != 0 && c.SellerID != o.Model.AuthorID || c.Less.Amount != nil && o.Currency != s.currencyNow() {
			continue
		}
		takes := true
		if c.SellerID == 0 {
			if takes, err = tx.TakesPart(ctx, o.Model.AuthorID); err != nil {
				return nil, err
			}
		}
		if takes {
			covered = append(covered, o)
		}
	}
	return covered, nil
}

// canCostLess reports whether the price of an order can still be lowered. By a payment that was begun before, money may come: of the
// price that it was begun with.
func (s *Shop) canCostLess(o *vitrine.Order) bool {
	return s.payable(o) == nil && !o.Paying(s.now()) && o.PaymentID == ""
}

// lowered are the prices of orders with a coupon. An amount is divided among them by what they cost.
func (s *Shop) lowered(c *vitrine.Coupon, orders []*vitrine.Order) []vitrine.Amount {
	prices := make([]vitrine.Amount, len(orders))
	var sum vitrine.Amount
	for i, o := range orders {
		prices[i] = o.WithoutCoupon()
		sum += prices[i]
	}
	step := vitrine.StepOf(orders[0].Currency)
	if c.Less.Amount == nil {
		for i, p := range prices {
			prices[i] = p - vitrine.Share(c.Less.Percent*100).Of(p, step)
		}
		return prices
	}
	for i, off := range payment.Divide(min(*c.Less.Amount/step*step, sum), prices, step) {
		prices[i] -= off
	}
	return prices
}

// spent says why a coupon is not good for a purchase now; nil when it is.
func (s *Shop) spent(ctx context.Context, tx *store.Tx, c *vitrine.Coupon, purchase string, of *vitrine.Order) (refused, err error) {
	switch c.StateAt(s.now()) {
	case vitrine.CouponPlanned:
		return badCoupon("too_early", "this code is not good yet"), nil
	case vitrine.CouponEnded:
		return badCoupon("ended", "this code is not good any more"), nil
	}
	if c.Uses != 0 {
		used, err := tx.CouponUses(ctx, c.ID, purchase, s.counting())
		if err != nil || used >= c.Uses {
			return badCoupon("used_up", "this code was used as often as it can be"), err
		}
	}
	if c.UsesEach == 0 {
		return nil, nil
	}
	if of.BuyerID == 0 && of.BuyersEmail == "" {
		return badCoupon("no_buyer", "this code is for one purchase of each buyer: sign in, and order again"), nil
	}
	used, err := tx.CouponUsesBy(ctx, c.ID, purchase, s.counting(), of)
	if err != nil || used >= c.UsesEach {
		return badCoupon("used_before", "you have used this code before, as often as you may"), err
	}
	return nil, nil
}

// counting says which orders use a coupon. Whoever pays by hand has sent their money before anybody here hears of it.
func (s *Shop) counting() store.Counting {
	return store.Counting{Now: s.now(), Entered: s.payments.Name() == (payment.Manual{}).Name()}
}

// refuseSpent asks once more whether the coupon of an order is good. If not, the order costs what it did before.
func (s *Shop) refuseSpent(ctx context.Context, tx *store.Tx, o *vitrine.Order) (refused, err error) {
	if o.Discount.CouponID == 0 || o.PaymentID != "" { // a payment was begun with this price: it stays
		return nil, nil
	}
	c, err := tx.Coupon(ctx, o.Discount.CouponID)
	if err != nil {
		return nil, err
	}
	if refused, err = s.spent(ctx, tx, c, o.Discount.Purchase, o); err != nil || refused == nil {
		return nil, err
	}
	detail := fmt.Sprintf("the code %s is not good any more: look at the price, and go on if you agree", c.Code)
	refused = &vitrine.Error{Code: vitrine.Conflict, Message: detail,
		Fields: []vitrine.Field{{Pointer: couponPointer, Code: "ended", Detail: detail}}}
	return refused, s.dearer(ctx, tx, o)
}

// dearer takes the coupon of an order back.
func (s *Shop) dearer(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	if o.Discount.CouponID == 0 || o.PaymentID != "" {
		return nil
	}
	rest := vitrine.Discount{Bundle: o.Discount.Bundle}
	if rest.Lowers() {
		rest.List = o.Discount.List
	}
	return tx.SetDiscount(ctx, o, rest, o.WithoutCoupon(), s.now())
}

// bare takes bundle and coupon of an order back.
func (s *Shop) bare(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	if !o.Discount.Lowers() || o.PaymentID != "" {
		return nil
	}
	return tx.SetDiscount(ctx, o, vitrine.Discount{}, o.ListPrice(), s.now())
}

// GiveUpCoupon takes the coupon of the order of a checkout page back.
func (s *Shop) GiveUpCoupon(ctx context.Context, checkoutKey string) (*vitrine.Order, error) {
	return s.withCheckout(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) error {
		if err := s.payable(o); err != nil {
			return err
		}
		if o.Paying(s.now()) {
			return orderPaying()
		}
		return s.dearer(ctx, tx, o)
	})
}

// GiveUpCoupons takes a coupon of a checkout back; of all codes where that is "".
func (s *Shop) GiveUpCoupons(ctx context.Context, key, code string) (*vitrine.Checkout, error) {
	return s.withCheckoutPage(ctx, key, func(tx *store.Tx, c *vitrine.Checkout) error {
		if err := s.openCheckout(c); err != nil {
			return err
		}
		return s.takeBack(ctx, tx, c, code)
	})
}

func (s *Shop) takeBack(ctx context.Context, tx *store.Tx, c *vitrine.Checkout, code string) error {
	for _, o := range c.Orders {
		if s.payable(o) != nil || code != "" && o.Discount.Code != vitrine.FoldCoupon(code) {
			continue
		}
		if err := s.dearer(ctx, tx, o); err != nil {
			return err
		}
	}
	return tx.UpdateCheckout(ctx, c, s.now())
}

// lowerAgain gives the orders that are left in a checkout the prices of its bundles and coupons anew.
func (s *Shop) lowerAgain(ctx context.Context, tx *store.Tx, c *vitrine.Checkout) error {
	bundles, codes := c.Bundles(), c.Coupons()
	for _, o := range c.Orders {
		if err := s.bare(ctx, tx, o); err != nil {
			return err
		}
	}
	for _, id := range bundles {
		if err := s.bundle(ctx, tx, id, c.Orders); err != nil && vitrine.CodeOf(err) != vitrine.Invalid {
			return err
		}
	}
	for _, code := range codes {
		if err := s.redeem(ctx, tx, code, purchaseOfCheckout(c), c.Orders); err != nil && vitrine.CodeOf(err) != vitrine.Invalid {
			return err
		}
	}
	return nil
}

package shop

import (
	"context"
	"fmt"
	"slices"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// Orders of all models of a bundle that are paid at once have its price, divided by what they cost one by one. A model that the buyer
// has already is left out with its part of the price. The prices are pinned, as those of orders are: what the seller changes later
// changes nothing for them. But they last only as long as all of those orders are paid at once, which is asked again when a payment
// begins.

const bundlePointer = "/bundle_ids"

func badBundle(code, detail string) error {
	return vitrine.InvalidFields([]vitrine.Field{{Pointer: bundlePointer, Code: code, Detail: detail}})
}

// bundle gives orders that are to be paid at once the price of a bundle. Invalid, at /bundle_ids, says why it does not.
func (s *Shop) bundle(ctx context.Context, tx *store.Tx, id int64, orders []*vitrine.Order) error {
	b, err := tx.Bundle(ctx, id)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return badBundle("unknown", fmt.Sprintf("there is no bundle %d", id))
	}
	if err != nil {
		return err
	}
	if b.StateAt(s.now()) != vitrine.BundleOffered {
		return badBundle("not_sold", fmt.Sprintf("bundle %d is not sold now", id))
	}
	bought, err := s.bundledOrders(ctx, tx, b, orders)
	if err != nil {
		return err
	}
	prices, count := make([]vitrine.Amount, len(bought)), 0
	for i, o := range bought {
		if prices[i] = b.Models[i].Price; o != nil {
			prices[i] = o.ListPrice()
			count++
		}
	}
	parts, ok := bundleParts(b, prices, vitrine.StepOf(s.currencyNow()))
	if !ok {
		return badBundle("no_lower", fmt.Sprintf("one by one the models of bundle %d cost no more", id))
	}
	for i, o := range bought {
		if o == nil {
			continue
		}
		d := vitrine.Discount{Bundle: vitrine.BundlePart{ID: b.ID, Price: parts[i], Orders: count}, List: o.ListPrice()}
		if err := tx.SetDiscount(ctx, o, d, parts[i], s.now()); err != nil {
			return err
		}
	}
	return nil
}

// bundleParts divides the price of a bundle by what its models cost one by one; false where that is no more.
func bundleParts(b *vitrine.Bundle, prices []vitrine.Amount, step vitrine.Amount) ([]vitrine.Amount, bool) {
	var singly vitrine.Amount
	for _, p := range prices {
		singly += p
	}
	return payment.Divide(b.Price, prices, step), b.Price < singly
}

// bundledOrders finds the order of each model of a bundle; nil for those that the buyer has already.
func (s *Shop) bundledOrders(ctx context.Context, tx *store.Tx, b *vitrine.Bundle, orders []*vitrine.Order) ([]*vitrine.Order, error) {
	bought, missing := make([]*vitrine.Order, len(b.Models)), []int64{}
	var any *vitrine.Order
	for i, m := range b.Models {
		at := slices.IndexFunc(orders, func(o *vitrine.Order) bool { return o.ModelID == m.ID && s.bundles(o) })
		if at < 0 {
			missing = append(missing, m.ID)
			continue
		}
		bought[i], any = orders[at], orders[at]
	}
	if any == nil {
		return nil, badBundle("not_allowed", fmt.Sprintf("bundle %d is not of what these orders are of", b.ID))
	}
	for _, id := range missing {
		// Who asks for a model again may not be who has it: visitors say any address.
		has := false
		if !any.Again && any.BuyerID != 0 {
			var err error
			if has, err = tx.HasBought(ctx, any.BuyerID, id); err != nil {
				return nil, err
			}
		}
		if !has {
			return nil, badBundle("incomplete", fmt.Sprintf("bundle %d is of model %d, too: order that with the others", b.ID, id))
		}
	}
	return bought, nil
}

// bundles reports whether an order can get the price of a bundle.
func (s *Shop) bundles(o *vitrine.Order) bool {
	return s.canCostLess(o) && !o.Discount.Lowers() && o.Currency == s.currencyNow()
}

// refuseParted asks once more whether all orders that have the price of a bundle are paid at once. If not, they cost what they do by
// themselves, and the buyer has to see that first.
func (s *Shop) refuseParted(ctx context.Context, tx *store.Tx, orders []*vitrine.Order) (refused, err error) {
	count := map[int64]int{}
	for _, o := range orders {
		count[o.Discount.Bundle.ID]++
	}
	for _, o := range orders {
		if part := o.Discount.Bundle; part.ID == 0 || count[part.ID] == part.Orders {
			continue
		}
		if o.PaymentID != "" {
			return notPayable("payment_begun",
				"a payment with the price of a bundle was begun, and not all of it is here: cancel the order, and order again"), nil
		}
		detail := "not all of a bundle is here any more: look at the prices, and go on if you agree"
		refused = &vitrine.Error{Code: vitrine.Conflict, Message: detail,
			Fields: []vitrine.Field{{Pointer: bundlePointer, Code: "incomplete", Detail: detail}}}
		if err := s.bare(ctx, tx, o); err != nil {
			return nil, err
		}
	}
	return refused, nil
}

// checkoutReader reads the checkout of an order, in a transaction or not.
type checkoutReader interface {
	LastCheckoutOf(ctx context.Context, orderID int64) (*vitrine.Checkout, error)
}

// BundledWith returns the checkout that an order is paid by with all others of its bundle, or not at all; nil for an order that may
// be paid by itself.
func (s *Shop) BundledWith(ctx context.Context, o *vitrine.Order) (*vitrine.Checkout, error) {
	return bundledWith(ctx, s.db, o)
}

func bundledWith(ctx context.Context, db checkoutReader, o *vitrine.Order) (*vitrine.Checkout, error) {
	if o.Status.Taken() || o.Discount.Bundle.Orders < 2 {
		return nil, nil
	}
	return db.LastCheckoutOf(ctx, o.ID)
}

// refusePart refuses the operator's word that one order of a bundle was paid: it would have the bundle's price by itself.
func (s *Shop) refusePart(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	c, err := bundledWith(ctx, tx, o)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return partedBundle(o)
	}
	if err != nil || c == nil {
		return err
	}
	if err := wholeBundles(c); err != nil {
		return err
	}
	return vitrine.Errorf(vitrine.Conflict, "order %d has the price of a bundle, which is paid whole: confirm the payment of all of "+
		"checkout %d (vitrine order pay-checkout %d)", o.ID, c.ID, c.ID)
}

// wholeBundles refuses the operator's word for a checkout that an order left which had the price of a bundle with those that stayed.
func wholeBundles(c *vitrine.Checkout) error {
	count := map[int64]int{}
	for _, o := range c.Orders {
		count[o.Discount.Bundle.ID]++
	}
	for _, o := range c.Orders {
		if part := o.Discount.Bundle; part.ID != 0 && count[part.ID] != part.Orders && !o.Status.Taken() {
			return partedBundle(o)
		}
	}
	return nil
}

func partedBundle(o *vitrine.Order) error {
	return vitrine.Errorf(vitrine.Conflict,
		"order %d has the price of a bundle, and others of the bundle are not paid with it: have the buyer order anew", o.ID)
}

// BundlesInCart finds the bundles that all of what somebody buys of their cart makes up, but for what they have. Of two that share a
// model it is the one that saves more. userID is 0 for a visitor, of whom nobody knows what they have.
func (s *Shop) BundlesInCart(ctx context.Context, userID int64, items []vitrine.CartItem) ([]vitrine.CartBundle, error) {
	rest := map[int64]bool{}
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i], rest[item.ModelID] = item.ModelID, true
	}
	list, err := s.OfferedBundles(ctx, bundlesListed, ids...)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b *vitrine.Bundle) int { return int((b.Singly() - b.Price) - (a.Singly() - a.Price)) })
	var found []vitrine.CartBundle
	for _, b := range list {
		one, models, err := s.inCart(ctx, userID, b, rest)
		if err != nil {
			return nil, err
		}
		if len(models) == 0 {
			continue
		}
		found = append(found, one)
		for _, id := range models {
			delete(rest, id)
		}
	}
	return found, nil
}

// inCart is a bundle of models that are bought, or that the buyer has; no models where it is not whole.
func (s *Shop) inCart(
	ctx context.Context, userID int64, b *vitrine.Bundle, bought map[int64]bool,
) (one vitrine.CartBundle, models []int64, err error) {
	prices := make([]vitrine.Amount, len(b.Models))
	for i, m := range b.Models {
		if prices[i] = m.Price; bought[m.ID] {
			models = append(models, m.ID)
			continue
		}
		has := false
		if userID != 0 {
			if has, err = s.db.HasBought(ctx, userID, m.ID); err != nil {
				return one, nil, err
			}
		}
		if !has {
			return one, nil, nil
		}
	}
	parts, _ := bundleParts(b, prices, vitrine.StepOf(s.currencyNow()))
	one = vitrine.CartBundle{ID: b.ID, Name: b.Name}
	for i, m := range b.Models {
		if bought[m.ID] {
			one.Price += parts[i]
			one.Saved += prices[i] - parts[i]
		}
	}
	return one, models, nil
}

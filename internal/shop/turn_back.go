package shop

import (
	"context"
	"slices"

	"vitrine"
	"vitrine/internal/payment"
)

// TurnBack ends a payment that the customer of a checkout page began elsewhere and has not made, so that the order can be changed,
// canceled or paid in another way at once. What was paid meanwhile is paid. The order is returned as it is then.
func (s *Shop) TurnBack(ctx context.Context, checkoutKey string) (*vitrine.Order, error) {
	o, err := s.db.OrderByCheckoutKey(ctx, checkoutKey)
	if err != nil {
		return nil, err
	}
	return s.turnBack(ctx, o)
}

// TurnBackCheckout is TurnBack for the payment of a checkout.
func (s *Shop) TurnBackCheckout(ctx context.Context, key string) (*vitrine.Checkout, error) {
	c, err := s.db.CheckoutByKey(ctx, key)
	if err == nil {
		c, err = s.turnBackCheckout(ctx, c)
	}
	return s.checkoutNow(c), err
}

// turnBack ends the payment of an order that its customer has not made; that of its checkout where it is paid with others.
func (s *Shop) turnBack(ctx context.Context, o *vitrine.Order) (*vitrine.Order, error) {
	if !s.GoesOn(o) {
		return o, nil
	}
	c, err := s.db.CheckoutOf(ctx, o.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && c.PaymentID != o.PaymentID {
		progress, err := s.endPaymentOf(ctx, payment.BillOf(o))
		if err != nil || progress == nil {
			return o, err
		}
		return s.follow(context.WithoutCancel(ctx), o.ID, progress)
	}
	if err != nil {
		return nil, err
	}
	if c, err = s.turnBackCheckout(ctx, c); err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(c.Orders, func(of *vitrine.Order) bool { return of.ID == o.ID }); i >= 0 {
		return c.Orders[i], nil
	}
	return s.db.Order(ctx, o.ID)
}

// turnBackCheckout ends the payment of a checkout that its customer has not made.
func (s *Shop) turnBackCheckout(ctx context.Context, c *vitrine.Checkout) (*vitrine.Checkout, error) {
	if !s.CheckoutGoesOn(c) {
		return c, nil
	}
	progress, err := s.endPaymentOf(ctx, payment.BillOfCheckout(c))
	if err != nil || progress == nil {
		return c, err
	}
	return s.followCheckout(context.WithoutCancel(ctx), c.ID, progress)
}

// endPaymentOf has the provider end the payment of a bill; nil where it ends none, or knows it no more.
func (s *Shop) endPaymentOf(ctx context.Context, b payment.Bill) (payment.Progress, error) {
	ender, ok := s.payments.(payment.Ender)
	if !ok {
		return nil, nil //nolint:nilnil // nothing has happened
	}
	progress, err := ender.End(ctx, b)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, nil //nolint:nilnil // it was begun at another account, or with another key
	}
	return progress, err
}

// turnBackFrom ends those of a user's payments that hold one of the models of a cart which they want to pay now: they turned back
// from them, and would else wait until their time is over.
func (s *Shop) turnBackFrom(ctx context.Context, begun []*vitrine.Checkout, caller vitrine.Caller, n CartOrder) error {
	for _, c := range begun {
		wanted := slices.ContainsFunc(c.Orders, func(o *vitrine.Order) bool {
			return slices.ContainsFunc(n.Items, func(item vitrine.CartItem) bool { return item.ModelID == o.ModelID })
		})
		if !wanted || !s.isFor(c, caller) {
			continue
		}
		if _, err := s.turnBackCheckout(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// since is a precondition that an order, or a checkout, meets which has changed by the end of its payment alone.
func since(pre Precondition, seen, now int64) Precondition {
	if pre == nil || seen == now {
		return pre
	}
	return func(version int64) bool { return version == now }
}

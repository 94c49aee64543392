package shop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// ChosenCheckout is a checkout after a choice of its customer.
type ChosenCheckout struct {
	*vitrine.Checkout
	PayAt string // the address where the customer pays; "" where nothing is left to do
}

// holdCheckout holds all orders of a checkout page for one payment, or none: one that can't be paid any more
// is named by the error. Whether each may is asked here, in the transaction that holds them, and so once more
// after it was made.
func (s *Shop) holdCheckout(ctx context.Context, key string) (*vitrine.Checkout, error) {
	return s.forCheckout(ctx, key, func(tx *store.Tx, c *vitrine.Checkout) error {
		if c.Sum() == 0 {
			return vitrine.Errorf(vitrine.Conflict, "there is nothing to pay: confirm the orders")
		}
		until := s.now().Add(payingTime)
		for _, o := range c.Orders {
			if err := s.refuseUnwaived(ctx, tx, o); err != nil {
				return err
			}
			if err := s.pinTax(ctx, tx, o); err != nil {
				return err
			}
			o.PaymentID, o.Confirming = "", false
			if err := tx.SetPaying(ctx, o, until, s.now()); err != nil {
				return err
			}
		}
		c.PaymentID = ""
		return tx.UpdateCheckout(ctx, c, s.now())
	})
}

// forCheckout changes the checkout of a page when all of it may be paid.
func (s *Shop) forCheckout(ctx context.Context, key string, change func(*store.Tx, *vitrine.Checkout) error) (*vitrine.Checkout, error) {
	var refused error
	c, err := s.withCheckoutPage(ctx, key, func(tx *store.Tx, c *vitrine.Checkout) error {
		refused = nil
		if err := s.openCheckout(c); err != nil {
			return err
		}
		for _, o := range c.Orders {
			// An order that is canceled here is refused all the same, once that is written.
			fault, err := s.refusal(ctx, tx, o)
			if err == nil && fault == nil {
				fault, err = s.refuseSpent(ctx, tx, o) // so is one whose price is that of before
			}
			if err != nil {
				return err
			}
			refused = cmp.Or(refused, fault)
		}
		if refused != nil {
			return nil
		}
		var err error
		if refused, err = s.refuseParted(ctx, tx, c.Orders); err != nil || refused != nil {
			return err
		}
		return change(tx, c)
	})
	if err == nil {
		err = refused
	}
	return c, err
}

// ChooseForCheckout carries out what a customer chose on the page of a checkout, as Choose does for an order.
func (s *Shop) ChooseForCheckout(ctx context.Context, key, choice string) (ChosenCheckout, error) {
	if chosen, err := s.goOnCheckout(ctx, key); err != nil || chosen.Checkout != nil {
		return chosen, err
	}
	c, err := s.holdCheckout(ctx, key)
	if err != nil {
		return ChosenCheckout{}, err
	}
	progress, err := s.payments.Begin(ctx, payment.BillOfCheckout(c), choice)
	ctx = context.WithoutCancel(ctx)
	if err != nil {
		freed, endErr := s.freeCheckout(ctx, c.ID)
		return ChosenCheckout{Checkout: freed}, errors.Join(err, endErr)
	}
	c, err = s.followCheckout(ctx, c.ID, progress)
	chosen := ChosenCheckout{Checkout: c}
	if redirect, ok := progress.(payment.Redirect); ok {
		chosen.PayAt = redirect.URL
	}
	return chosen, err
}

// goOnCheckout leads to where a payment that was begun elsewhere can be gone on with; to no checkout where there
// is none.
func (s *Shop) goOnCheckout(ctx context.Context, key string) (ChosenCheckout, error) {
	c, err := s.db.CheckoutByKey(ctx, key)
	if err != nil || !s.mayComeFor(c) {
		return ChosenCheckout{}, err
	}
	progress, err := s.payments.Lookup(ctx, payment.BillOfCheckout(c))
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return ChosenCheckout{}, nil // it was begun at another account, or with another key
	}
	if err != nil {
		return ChosenCheckout{}, err
	}
	c, err = s.followCheckout(context.WithoutCancel(ctx), c.ID, progress)
	if redirect, ok := progress.(payment.Redirect); ok {
		return ChosenCheckout{Checkout: c, PayAt: redirect.URL}, err
	}
	if err == nil && s.CheckoutStatus(c) == vitrine.Unpaid && !s.mayComeFor(c) {
		return ChosenCheckout{}, nil // it came to nothing
	}
	return ChosenCheckout{Checkout: c}, err
}

// mayComeFor is mayCome for the payment of a checkout.
func (s *Shop) mayComeFor(c *vitrine.Checkout) bool {
	return slices.ContainsFunc(c.Orders, func(o *vitrine.Order) bool { return s.mayCome(o) && o.PaymentID == c.PaymentID })
}

// CheckoutGoesOn reports whether the customer of a checkout may go on with a payment that was begun elsewhere.
func (s *Shop) CheckoutGoesOn(c *vitrine.Checkout) bool {
	return s.mayComeFor(c) && c.Paying(s.now()) && !c.Confirming()
}

// AskForCheckout is AskForOutcome for the customer of a checkout.
func (s *Shop) AskForCheckout(ctx context.Context, c *vitrine.Checkout) error {
	if !s.mayComeFor(c) || !c.Paying(s.now()) {
		return nil
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		return tx.Enqueue(ctx, JobConfirmPayment, PaymentJob{CheckoutID: c.ID}, 0,
			JobConfirmPayment+".back.checkout."+strconv.FormatInt(c.ID, 10))
	})
}

// ConfirmFreeCheckout takes the orders of a checkout that costs nothing.
func (s *Shop) ConfirmFreeCheckout(ctx context.Context, key string) (*vitrine.Checkout, error) {
	return s.forCheckout(ctx, key, func(tx *store.Tx, c *vitrine.Checkout) error {
		if c.Sum() != 0 {
			return vitrine.Errorf(vitrine.PaymentRequired, "this checkout costs %s %s", c.Sum(), c.Currency)
		}
		return s.takeCheckout(ctx, tx, c, "", nil)
	})
}

// WaiveCheckout is Waive for all orders of a checkout at once.
func (s *Shop) WaiveCheckout(ctx context.Context, key, hash string) error {
	_, err := s.withCheckoutPage(ctx, key, func(tx *store.Tx, c *vitrine.Checkout) error {
		for _, o := range c.Orders {
			if err := s.waive(ctx, tx, o, hash); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// freeCheckout frees the orders of a checkout whose payment could not be begun.
func (s *Shop) freeCheckout(ctx context.Context, id int64) (*vitrine.Checkout, error) {
	return s.withCheckoutID(ctx, id, func(tx *store.Tx, c *vitrine.Checkout) error {
		for _, o := range c.Orders {
			if err := s.endAttempt(ctx, tx, o, ""); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Shop) withCheckoutID(ctx context.Context, id int64, change func(*store.Tx, *vitrine.Checkout) error) (*vitrine.Checkout, error) {
	var c *vitrine.Checkout
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if c, err = tx.Checkout(ctx, id); err != nil {
			return err
		}
		return change(tx, c)
	})
	return s.checkoutNow(c), err
}

// followCheckout writes down how far the payment of a checkout has come.
func (s *Shop) followCheckout(ctx context.Context, id int64, progress payment.Progress) (*vitrine.Checkout, error) {
	return s.withCheckoutID(ctx, id, func(tx *store.Tx, c *vitrine.Checkout) error {
		switch p := progress.(type) {
		case payment.Redirect:
			return s.awaitCheckout(ctx, tx, c, p)
		case payment.Pending:
			return s.awaitBank(ctx, tx, c, p)
		case payment.Settled:
			taken, err := s.takeTogether(ctx, tx, p.Events)
			if taken != nil {
				*c = *taken
			}
			return err
		}
		return fmt.Errorf("a payment came to %T", progress)
	})
}

// awaitCheckout keeps all orders held for as long as the customer can pay elsewhere, and asks what became of it
// then.
func (s *Shop) awaitCheckout(ctx context.Context, tx *store.Tx, c *vitrine.Checkout, p payment.Redirect) error {
	until := p.Until.Add(lookLate)
	held := func(o *vitrine.Order) bool {
		return o.Status != vitrine.Unpaid || o.PaymentID == p.Payment && (p.Until.IsZero() || o.PayingUntil.Equal(until))
	}
	if c.PaymentID == p.Payment && !slices.ContainsFunc(c.Orders, func(o *vitrine.Order) bool { return !held(o) }) {
		return nil // it is waited for already: customers reload the page that asks
	}
	if p.Until.IsZero() {
		until = time.Time{}
	}
	return s.holdAllFor(ctx, tx, c, p.Payment, until, false)
}

// awaitBank is await for the payment of a checkout.
func (s *Shop) awaitBank(ctx context.Context, tx *store.Tx, c *vitrine.Checkout, p payment.Pending) error {
	switch {
	case p.AskAfter == 0:
		return nil
	case p.Payment == "":
		return s.askAboutCheckout(ctx, tx, c, p.AskAfter)
	case !s.mayComeFor(c) || c.PaymentID != p.Payment || c.Confirming() && c.Paying(s.now().Add(lookLate)):
		return nil // of another payment, or it will be asked about
	}
	return s.holdAllFor(ctx, tx, c, p.Payment, s.now().Add(p.AskAfter+lookLate), true)
}

// holdAllFor is holdFor for all orders of a checkout; for the zero time, until when they are held already.
func (s *Shop) holdAllFor(
	ctx context.Context, tx *store.Tx, c *vitrine.Checkout, name string, until time.Time, confirming bool,
) error {
	for _, o := range c.Orders {
		if o.Status != vitrine.Unpaid {
			continue
		}
		o.PaymentID, o.Confirming = name, confirming
		if err := tx.SetPaying(ctx, o, cmp.Or(until, o.PayingUntil), s.now()); err != nil {
			return err
		}
	}
	c.PaymentID = name
	if err := tx.UpdateCheckout(ctx, c, s.now()); err != nil || until.IsZero() {
		return err
	}
	return s.askAboutCheckout(ctx, tx, c, until.Sub(s.now())-lookLate/2)
}

func (s *Shop) askAboutCheckout(ctx context.Context, tx *store.Tx, c *vitrine.Checkout, after time.Duration) error {
	// Each attempt has raised the version: the job of an earlier one does not stand in for this one.
	name := fmt.Sprintf("%s.checkout.%d.%d", JobConfirmPayment, c.ID, c.Version)
	return tx.Enqueue(ctx, JobConfirmPayment, PaymentJob{CheckoutID: c.ID}, after, name)
}

// confirmCheckout asks the provider what became of the payment of a checkout, and again later while there is no
// outcome.
func (s *Shop) confirmCheckout(ctx context.Context, id int64) error {
	c, err := s.db.Checkout(ctx, id)
	if err != nil {
		return err
	}
	progress, err := s.payments.Lookup(ctx, payment.BillOfCheckout(c))
	if err != nil {
		return err
	}
	if _, known := progress.(payment.Settled); !known && !c.Paying(s.now()) && !s.mayComeFor(c) {
		return nil // it is waited for no more: a notice tells, should money come all the same
	}
	_, err = s.followCheckout(ctx, id, progress)
	return err
}

// recordTogether records the outcome of one payment of several orders: of all of them, or of none.
func (s *Shop) recordTogether(ctx context.Context, events []payment.Event) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		_, err := s.takeTogether(ctx, tx, events)
		return err
	})
}

// takeTogether takes the events of one payment, and returns its checkout as it is then. Those of another marketplace's
// orders change nothing.
func (s *Shop) takeTogether(ctx context.Context, tx *store.Tx, events []payment.Event) (*vitrine.Checkout, error) {
	if len(events) == 0 {
		return nil, nil
	}
	first := events[0]
	c, err := tx.Checkout(ctx, first.CheckoutID)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && first.CheckoutOf != "" && first.CheckoutOf != payment.BillOfCheckout(c).Of {
		s.log.Warn("a payment is of orders of another marketplace: both use the same account", "provider", first.Provider, "payment",
			first.Payment)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if first.Kind == payment.Paid {
		return c, s.takeCheckout(ctx, tx, c, first.Payment, events)
	}
	if err := s.takeEvents(ctx, tx, c, events); err != nil {
		return nil, err
	}
	for _, o := range c.Orders {
		if o.Price > 0 || o.PaymentID != first.Payment {
			continue
		}
		if err := s.endAttempt(ctx, tx, o, first.Payment); err != nil { // what is free was held with the others
			return nil, err
		}
	}
	return c, nil
}

// takeCheckout takes what was paid for a checkout, and what was free in it.
func (s *Shop) takeCheckout(ctx context.Context, tx *store.Tx, c *vitrine.Checkout, name string, events []payment.Event) error {
	first := c.PaidAt.IsZero()
	if first {
		var paid payment.Event // of what is free there is none
		if len(events) > 0 {
			paid = events[0]
		}
		c.PaidAt, c.PaymentID = s.paidAt(c.CreatedAt, paid), cmp.Or(name, c.PaymentID)
		if err := tx.UpdateCheckout(ctx, c, s.now()); err != nil {
			return err
		}
	}
	if err := s.takeEvents(ctx, tx, c, events); err != nil || !first {
		return err
	}
	for _, o := range c.Orders {
		if o.Price > 0 || o.Status.Taken() {
			continue
		}
		if err := s.take(ctx, tx, o, payment.OfFree(o)); err != nil {
			return err
		}
	}
	checkoutHappens(tx, c, vitrine.EventCheckoutPaid)
	return s.tellCheckoutPaid(ctx, tx, c)
}

// takeEvents takes events of orders, which may have left the checkout since its payment was begun.
func (s *Shop) takeEvents(ctx context.Context, tx *store.Tx, c *vitrine.Checkout, events []payment.Event) error {
	for _, e := range events {
		o, err := s.orderOfEvent(ctx, tx, c, e)
		if err != nil {
			return err
		}
		if err := checkSum(o, e); err != nil {
			return err
		}
		if err := s.take(ctx, tx, o, e); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) orderOfEvent(ctx context.Context, tx *store.Tx, c *vitrine.Checkout, e payment.Event) (*vitrine.Order, error) {
	for _, o := range c.Orders {
		if o.ID == e.OrderID {
			return o, nil
		}
	}
	return tx.Order(ctx, e.OrderID)
}

// MarkCheckoutPaid is the operator's word that all orders of a checkout were paid, and when.
func (s *Shop) MarkCheckoutPaid(ctx context.Context, id int64, came Came) (*vitrine.Checkout, error) {
	return s.markCheckoutPaid(ctx, id, came, nil)
}

func (s *Shop) markCheckoutPaid(ctx context.Context, id int64, came Came,
	may func(*store.Tx, *vitrine.Checkout) error) (*vitrine.Checkout, error) {
	return s.withCheckoutID(ctx, id, func(tx *store.Tx, c *vitrine.Checkout) error {
		if may != nil {
			if err := may(tx, c); err != nil {
				return err
			}
		}
		if err := wholeBundles(c); err != nil {
			return err
		}
		at, err := s.cameAt(ctx, tx, c.CreatedAt, came)
		if err != nil {
			return err
		}
		var events []payment.Event
		for _, o := range c.Orders {
			if o.Price == 0 || o.Status.Taken() {
				continue
			}
			if err := s.refuseBought(ctx, tx, o); err != nil {
				return err
			}
			events = append(events, payment.SaidToCome(o, at, string(came)))
		}
		if len(events) == 0 {
			return vitrine.Errorf(vitrine.Conflict, "the checkout is %s: there is nothing in it to be paid", s.CheckoutStatus(c))
		}
		return s.takeCheckout(ctx, tx, c, "", events)
	})
}

// ConfirmCheckout is MarkCheckoutPaid by an operator at a browser, who saw the checkout in a version, and may say when its money
// came.
func (s *Shop) ConfirmCheckout(ctx context.Context, in SignedIn, id int64, came Came, pre Precondition) (*vitrine.Checkout, error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleOperator); err != nil {
		return nil, err
	}
	return s.markCheckoutPaid(ctx, id, came, func(tx *store.Tx, c *vitrine.Checkout) error {
		if _, err := s.stillActs(ctx, tx, in, vitrine.RoleOperator); err != nil {
			return err
		}
		return pre.check(c.Version)
	})
}

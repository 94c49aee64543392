package shop

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// payingTime is how long the outcome of a payment is waited for. Until then its
// order is neither canceled nor paid a second time.
const payingTime = 15 * time.Minute

// forPayment changes the order of a checkout page when it may be paid. Whether
// it may is asked here, in the transaction that makes the change, and so once
// more after the order was made.
func (s *Shop) forPayment(ctx context.Context, checkoutKey string, change func(*store.Tx, *vitrine.Order) error) (*vitrine.Order, error) {
	var refused error
	o, err := s.withCheckout(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) (err error) {
		// An order that is canceled here is refused all the same, once that is written.
		if refused, err = s.refusal(ctx, tx, o); err != nil || refused != nil {
			return err
		}
		return change(tx, o)
	})
	if err == nil {
		err = refused
	}
	return o, err
}

// refusal says why an order can't be paid now; nil when it can. An order of a
// model that has left the catalogue is canceled.
func (s *Shop) refusal(ctx context.Context, tx *store.Tx, o *vitrine.Order) (refused, err error) {
	if err := s.payable(o); err != nil {
		return err, nil
	}
	if o.Paying(s.now()) {
		return notPayable("payment_begun", "a payment of this order is on its way: wait for its outcome"), nil
	}
	if gone, err := s.cancelGone(ctx, tx, o); err != nil || gone {
		return notPayable("model_gone", "the model is no longer sold: the order is canceled, and nothing was charged"), err
	}
	return s.refuseSecond(ctx, tx, o)
}

// refuseSecond refuses to sell a model to the same account twice, unless the
// order says so.
func (s *Shop) refuseSecond(ctx context.Context, tx *store.Tx, o *vitrine.Order) (refused, err error) {
	before, err := s.before(ctx, tx, o)
	switch {
	case err != nil || before == nil:
		return nil, err
	case before.Status == vitrine.Unpaid:
		return notPayable("payment_begun", "a payment of another order of this model is on its way: wait for its outcome"), nil
	default:
		return notPayable("owned", "the buyer has this model already: order it with again: true to buy it once more"), nil
	}
}

func notPayable(code, detail string) error {
	return &vitrine.Error{Code: vitrine.Conflict, Message: detail, Fields: []vitrine.Field{{Pointer: "/model_id", Code: code, Detail: detail}}}
}

// orderReader reads orders, in a transaction or not.
type orderReader interface {
	OrderBefore(ctx context.Context, o *vitrine.Order, now time.Time) (*vitrine.Order, error)
}

// before is what keeps an order from being paid: another one by which the same
// account has bought the model, or is buying it. Nil when nothing does.
func (s *Shop) before(ctx context.Context, db orderReader, o *vitrine.Order) (*vitrine.Order, error) {
	if o.Again || o.BuyerID == 0 {
		return nil, nil
	}
	before, err := db.OrderBefore(ctx, o, s.now())
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, nil
	}
	return before, err
}

// BoughtBefore gives the order by which the buyer of an unpaid one has bought
// the same model, or is buying it; nil when there is none, or when the order
// asks for the model once more.
func (s *Shop) BoughtBefore(ctx context.Context, o *vitrine.Order) (*vitrine.Order, error) {
	return s.before(ctx, s.db, o)
}

// cancelGone cancels an unpaid order whose model has left the catalogue.
func (s *Shop) cancelGone(ctx context.Context, tx *store.Tx, o *vitrine.Order) (bool, error) {
	m, err := tx.ModelRow(ctx, o.ModelID)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
	case err != nil:
		return false, err
	case m.Status == vitrine.Published:
		return false, nil
	}
	o.CanceledBecause = vitrine.ModelGone
	return true, tx.SetOrderStatus(ctx, o, vitrine.Canceled, s.now())
}

// endPayment notes that the payment of an order has failed: it may be tried
// again while the model is sold.
func (s *Shop) endPayment(ctx context.Context, id int64) (*vitrine.Order, error) {
	return s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error {
		if o.Status != vitrine.Unpaid || o.PayingUntil.IsZero() {
			return nil
		}
		if err := tx.SetPaying(ctx, o, time.Time{}, s.now()); err != nil || !o.Payable(s.now()) {
			return err
		}
		_, err := s.cancelGone(ctx, tx, o)
		return err
	})
}

// EndLapsedPayments gives up payments that never came to an outcome. One that
// comes all the same is recorded like any late payment.
func (s *Shop) EndLapsedPayments(ctx context.Context) error {
	const batch = 100
	for {
		ids, err := s.db.LapsedPayments(ctx, s.now(), batch)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, err := s.endPayment(ctx, id); err != nil {
				return err
			}
		}
		if len(ids) < batch {
			return nil
		}
	}
}

// Choose carries out what a customer chose on the checkout page. The order is
// held for the payment before the provider hears of it, and what the provider
// says is written down even when the customer has gone.
func (s *Shop) Choose(ctx context.Context, checkoutKey, choice string) (*vitrine.Order, error) {
	o, err := s.forPayment(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) error {
		return tx.SetPaying(ctx, o, s.now().Add(payingTime), s.now())
	})
	if err != nil {
		return nil, err
	}
	attempt, err := s.payments.Begin(ctx, o, choice)
	ctx = context.WithoutCancel(ctx)
	if err != nil || attempt.Outcome == payment.Declined {
		ended, endErr := s.endPayment(ctx, o.ID)
		if err == nil {
			err = endErr
		}
		return ended, err
	}
	return s.withOrder(ctx, o.ID, func(tx *store.Tx, o *vitrine.Order) error {
		event := payment.Event{Provider: s.payments.Name(), ID: eventID("paid", o), OrderID: o.ID, Kind: payment.Paid}
		if attempt.After == 0 {
			return s.take(ctx, tx, o, event)
		}
		event.ID = eventID("delayed", o)
		return tx.Enqueue(ctx, JobConfirmPayment, event, attempt.After, event.Provider+"."+event.ID)
	})
}

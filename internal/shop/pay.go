package shop

import (
	"context"
	"strconv"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// JobConfirmPayment is the kind of the job that confirms a delayed payment.
// Its arguments are a PaymentConfirmation.
const JobConfirmPayment = "payment.confirm"

// PaymentConfirmation is a payment that a provider will have confirmed.
type PaymentConfirmation struct {
	Provider string
	EventID  string
	OrderID  int64
}

// PaymentProvider names the way to pay.
func (s *Shop) PaymentProvider() string { return s.payments.Name() }

// withCheckout changes the order of a checkout page.
func (s *Shop) withCheckout(ctx context.Context, key string, change func(*store.Tx, *vitrine.Order) error) (*vitrine.Order, error) {
	var o *vitrine.Order
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if o, err = tx.OrderByCheckoutKey(ctx, key); err != nil {
			return err
		}
		return change(tx, o)
	})
	return o, err
}

// payable refuses an order that can't be paid on its page any more.
func (s *Shop) payable(o *vitrine.Order) error {
	if o.Payable(s.now()) {
		return nil
	}
	return vitrine.Errorf(vitrine.Conflict, "the order is %s and can't be paid any more", s.asOfNow(o).Status)
}

// ConfirmFree pays an order that costs nothing.
func (s *Shop) ConfirmFree(ctx context.Context, checkoutKey string) (*vitrine.Order, error) {
	return s.withCheckout(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) error {
		if err := s.payable(o); err != nil {
			return err
		}
		if o.Price != 0 {
			return vitrine.Errorf(vitrine.PaymentRequired, "this order costs %s %s", o.Price, o.Currency)
		}
		return s.settle(ctx, tx, o)
	})
}

// Choose carries out what a customer chose on the checkout page.
func (s *Shop) Choose(ctx context.Context, checkoutKey, choice string) (*vitrine.Order, error) {
	decision, err := s.payments.Decide(choice)
	if err != nil {
		return nil, err
	}
	return s.withCheckout(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) error {
		if err := s.payable(o); err != nil {
			return err
		}
		switch {
		case decision.Outcome == payment.Declined:
			return nil
		case decision.After > 0:
			confirmation := PaymentConfirmation{s.payments.Name(), "delayed-" + strconv.FormatInt(o.ID, 10), o.ID}
			return tx.Enqueue(ctx, JobConfirmPayment, confirmation, s.now().Add(decision.After), confirmation.EventID)
		default:
			return s.receive(ctx, tx, PaymentConfirmation{s.payments.Name(), "paid-" + strconv.FormatInt(o.ID, 10), o.ID})
		}
	})
}

// ReceivePayment records a payment that a provider has confirmed. Told twice,
// it counts once.
func (s *Shop) ReceivePayment(ctx context.Context, c PaymentConfirmation) error {
	return s.db.Write(ctx, func(tx *store.Tx) error { return s.receive(ctx, tx, c) })
}

func (s *Shop) receive(ctx context.Context, tx *store.Tx, c PaymentConfirmation) error {
	first, err := tx.RecordPaymentEvent(ctx, c.Provider, c.EventID, "paid", c.OrderID, s.now())
	if err != nil || !first {
		return err
	}
	o, err := tx.Order(ctx, c.OrderID)
	if err != nil {
		return err
	}
	if o.Status == vitrine.Paid || o.Status == vitrine.Refunded || o.Status == vitrine.Disputed {
		return nil // paid by another event already
	}
	o.PaymentID = c.EventID
	return s.settle(ctx, tx, o)
}

// settle makes an order paid. When it had ended and the model has gone
// meanwhile, the money goes back at once.
func (s *Shop) settle(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	ended := o.Status != vitrine.Unpaid
	if !o.Status.CanBecome(vitrine.Paid) {
		return vitrine.Errorf(vitrine.Conflict, "the order is %s: it can't be paid", o.Status)
	}
	_, err := tx.ModelAlone(ctx, o.ModelID)
	gone := vitrine.CodeOf(err) == vitrine.NotFound
	if err != nil && !gone {
		return err
	}
	if err := tx.SetOrderStatus(ctx, o, vitrine.Paid, s.now()); err != nil {
		return err
	}
	if ended && gone {
		return tx.SetOrderStatus(ctx, o, vitrine.Refunded, s.now())
	}
	return tx.AddSale(ctx, o.ModelID, 1)
}

// MarkPaid is the operator's word that an order was paid.
func (s *Shop) MarkPaid(ctx context.Context, id int64) (*vitrine.Order, error) {
	return s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error {
		if o.Status == vitrine.Disputed {
			return tx.SetOrderStatus(ctx, o, vitrine.Paid, s.now())
		}
		return s.settle(ctx, tx, o)
	})
}

// Refund gives the money back. The downloads stop unless they are kept.
func (s *Shop) Refund(ctx context.Context, id int64, keepDownloads bool) (*vitrine.Order, error) {
	return s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error {
		if !o.Status.CanBecome(vitrine.Refunded) {
			return vitrine.Errorf(vitrine.Conflict, "the order is %s: only a paid order can be refunded", o.Status)
		}
		o.DownloadsKept = keepDownloads
		if err := tx.SetOrderStatus(ctx, o, vitrine.Refunded, s.now()); err != nil {
			return err
		}
		return tx.AddSale(ctx, o.ModelID, -1)
	})
}

func (s *Shop) withOrder(ctx context.Context, id int64, change func(*store.Tx, *vitrine.Order) error) (*vitrine.Order, error) {
	var o *vitrine.Order
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if o, err = tx.Order(ctx, id); err != nil {
			return err
		}
		return change(tx, o)
	})
	return o, err
}

package shop

import (
	"cmp"
	"context"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// The kinds of jobs that ask the provider about an order. Their argument is a PaymentJob.
const (
	JobConfirmPayment = "payment.confirm" // what became of a payment
	JobRefundPayment  = "payment.refund"  // to give its money back
)

// PaymentJob names the order, or the checkout, that a job is about, and the refund that it is to send. One of an
// earlier release names instead the provider that has the money, and one of its payments; "" is what the order itself knows.
type PaymentJob struct {
	OrderID    int64
	Refund     int64  `json:",omitempty"`
	Provider   string `json:",omitempty"`
	Payment    string `json:",omitempty"`
	CheckoutID int64  `json:",omitempty"` // of what became of the payment of a checkout
}

// PaymentProvider names the way to pay.
func (s *Shop) PaymentProvider() string { return s.payments.Name() }

// Live reports whether real money moves.
func (s *Shop) Live() bool { return s.payments.Live() }

// PaysAt is the origin of the pages where customers pay; "" when that is the checkout page.
func (s *Shop) PaysAt() string { return s.payments.PaysAt() }

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

// payable refuses an order that can't be paid on its page any more.
func (s *Shop) payable(o *vitrine.Order) error {
	if o.Payable(s.now()) {
		return nil
	}
	return vitrine.Errorf(vitrine.Conflict, "the order is %s and can't be paid any more", s.statusNow(o))
}

// ConfirmFree pays an order that costs nothing.
func (s *Shop) ConfirmFree(ctx context.Context, checkoutKey string) (*vitrine.Order, error) {
	return s.forPayment(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) error {
		if o.Price != 0 {
			return vitrine.Errorf(vitrine.PaymentRequired, "this order costs %s %s", o.Price, o.Currency)
		}
		return s.take(ctx, tx, o, payment.OfFree(o))
	})
}

// MarkPaid is the operator's word that an order was paid, and when, or that a dispute
// about it is over. Conflict for one order of a bundle: MarkCheckoutPaid takes all of them;
// and for a dispute that the provider who took the money tells the end of.
func (s *Shop) MarkPaid(ctx context.Context, id int64, came Came) (*vitrine.Order, error) {
	return s.markPaid(ctx, id, came, anybody)
}

func (s *Shop) markPaid(ctx context.Context, id int64, came Came, may mayDecide) (*vitrine.Order, error) {
	return s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error {
		if err := may(tx, o); err != nil {
			return err
		}
		if !o.Status.CanBecome(vitrine.Paid) {
			return vitrine.Errorf(vitrine.Conflict, "the order is %s: it can't be paid", o.Status)
		}
		if o.Status == vitrine.Disputed {
			early := came.Refuse(o.PaidAt, "the money of a disputed order came before: leave the time out")
			if err := cmp.Or(s.refuseDecided(ctx, tx, o), early); err != nil {
				return err
			}
			return s.take(ctx, tx, o, payment.ByOperator(o, payment.DisputeOver))
		}
		if err := s.refusePart(ctx, tx, o); err != nil {
			return err
		}
		if err := s.refuseBought(ctx, tx, o); err != nil {
			return err
		}
		at, err := s.cameAt(ctx, tx, o.CreatedAt, came)
		if err != nil {
			return err
		}
		return s.take(ctx, tx, o, payment.SaidToCome(o, at, string(came)))
	})
}

// Confirmable reports whether an operator may say that an order was paid, or its dispute is over,
// by the provider whose event made it paid; "" for none.
func (s *Shop) Confirmable(o *vitrine.Order, paidWith string) bool {
	return o.Status.CanBecome(vitrine.Paid) && (o.Status != vitrine.Disputed || !payment.MovesMoney(paidWith))
}

// refuseDecided refuses the operator's word for the end of a dispute that a provider tells of: until it does, the money is not
// there, and of a dispute that counts as won already, what is lost later would be no news.
func (s *Shop) refuseDecided(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	provider, err := tx.PaidWith(ctx, o.ID)
	if err == nil && !s.Confirmable(o, provider) {
		err = vitrine.Errorf(vitrine.Conflict, "the buyer's bank decides the dispute of order %d, and %s tells how it ended: "+
			"answer it at /desk/disputes; the order is paid again by itself when it is won", o.ID, provider)
	}
	return err
}

// refuseBought refuses the operator's word for money that would have to go back.
func (s *Shop) refuseBought(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	before, err := s.before(ctx, tx, o)
	if err == nil && before != nil && before.Downloads() {
		err = vitrine.Errorf(vitrine.Conflict, "the buyer has model %d already, by order %d: give the money back", o.ModelID, before.ID)
	}
	return err
}

// take records an event and moves the order accordingly. Only this
// makes an order paid, refunded or disputed. An event whose effect the order has
// already is recorded and changes nothing.
func (s *Shop) take(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if e.Dispute != nil {
		if err := s.noteDispute(ctx, tx, o, e); err != nil || e.Kind == payment.DisputeSeen {
			return err
		}
	}
	// What a provider reports twice, or what two processes take at once, is one row, and counts once.
	first, err := tx.RecordPaymentEvent(ctx, e.Provider, e.ID, string(e.Kind), o.ID, s.now())
	if err != nil {
		return err
	}
	if !first {
		return s.bookLateFee(ctx, tx, o, e)
	}
	if e.Kind == payment.Failed {
		return s.endAttempt(ctx, tx, o, e.Payment)
	}
	// Before the states are looked at: to them another payment of a paid order would be no news.
	switch second := e.Payment != "" && o.Status.Taken() && e.Payment != o.PaymentID; {
	case second:
		err = s.takeSecond(ctx, tx, o, e)
	case e.Kind == payment.Paid:
		return s.takePaid(ctx, tx, o, e)
	case !o.Status.Taken():
		return vitrine.Errorf(vitrine.Conflict, "order %d is %s, and was not paid: nothing of it can be %s", o.ID, o.Status, e.Kind)
	default:
		err = s.takeMoved(ctx, tx, o, e)
	}
	if err != nil {
		return err
	}
	return s.evenAside(ctx, tx, o, e)
}

// takePaid takes the payment of an order.
func (s *Shop) takePaid(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if o.Status.Taken() {
		return nil
	}
	before := orderFacts(o)
	if err := s.pinPaid(ctx, tx, o, e); err != nil {
		return err
	}
	o.PaymentID = cmp.Or(e.Payment, e.ID)
	if err := s.settle(ctx, tx, o, e); err != nil || o.Price == 0 {
		return err // what is free is no matter of money
	}
	if err := s.bookPaid(ctx, tx, o, e); err != nil {
		return err
	}
	after := orderFacts(o)
	if e.Said != "" {
		after["paid_at"] = e.Said
	}
	return s.Note(ctx, tx, Noted{Act: actOf(e), ID: idText(o.ID), Before: before, After: after})
}

// actOf is what the audit log calls an event that moves an order.
func actOf(e payment.Event) vitrine.Act {
	switch {
	case e.Kind == payment.Refunded:
		return vitrine.ActOrderRefunded
	case e.Kind == payment.RefundFailed:
		return vitrine.ActOrderRefundFailed
	case payment.ByHand(e.Provider):
		return vitrine.ActOrderConfirm
	case e.Kind == payment.Paid:
		return vitrine.ActOrderPaid
	default:
		return vitrine.ActOrderDispute
	}
}

// settle makes an order paid. The money goes back at once when the order had
// ended and what it sells has gone meanwhile, and when the same account has
// bought the model by another order: its provider is asked to send it.
func (s *Shop) settle(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	before, err := s.before(ctx, tx, o)
	if err != nil {
		return err
	}
	owed := before == nil || before.Status == vitrine.Unpaid
	// An order that still waits holds its files; of one that ended they may be gone.
	if s.statusNow(o) != vitrine.Unpaid && owed {
		if owed, err = s.stillThere(ctx, tx, o); err != nil {
			return err
		}
	}
	// Paid also where the money goes back: the order shows when it came.
	if o.PaidAt.IsZero() {
		o.PaidAt = s.paidAt(o.CreatedAt, e)
	}
	if err := tx.SetOrderStatus(ctx, o, vitrine.Paid, s.now()); err != nil {
		return err
	}
	if !owed {
		return s.sendBack(ctx, tx, o, e)
	}
	if o.BuyerID != 0 {
		if err := tx.TakeOutOfCart(ctx, o.BuyerID, o.ModelID); err != nil {
			return err
		}
	}
	if err := s.tellPaid(ctx, tx, o, payment.ByHand(e.Provider)); err != nil {
		return err
	}
	return tx.AddSale(ctx, o.ModelID, 1)
}

// paidAt is when the money of an event came, which a message that was late tells later: the day decides which quarter's tax it
// is. It is not before what was paid was made, nor ahead, whatever the provider's clock says; of an operator's word cameAt sees to that.
func (s *Shop) paidAt(made time.Time, e payment.Event) time.Time {
	now := s.now()
	switch {
	case e.At.IsZero() || e.At.After(now):
		return now
	case e.At.Before(made):
		return made
	}
	return e.At
}

// stillThere reports whether an order that ended can still be fulfilled: its model
// is there, and so are its files when they were kept for its sake too long ago.
func (s *Shop) stillThere(ctx context.Context, tx *store.Tx, o *vitrine.Order) (bool, error) {
	_, err := tx.ModelRow(ctx, o.ModelID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return false, nil
	}
	// What the trash holds comes back. A sweep may be at work up to a day ahead of another machine's clock.
	if err != nil || o.Status == vitrine.Unpaid || s.now().Sub(o.UpdatedAt) < lateTime+s.settings.TrashTime-24*time.Hour {
		return err == nil, err
	}
	kept, err := tx.Files(ctx, o.ModelID)
	if err != nil {
		return false, err
	}
	swept := func(bought vitrine.OrderFile) bool {
		return !slices.ContainsFunc(kept, func(f vitrine.File) bool { return f.BlobKey == bought.BlobKey })
	}
	return !slices.ContainsFunc(o.Files, swept), nil
}

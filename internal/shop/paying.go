package shop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
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
		if refused, err = s.refuseApart(ctx, tx, o); err != nil || refused != nil {
			return err
		}
		if refused, err = s.refuseParted(ctx, tx, []*vitrine.Order{o}); err != nil || refused != nil {
			return err
		}
		if refused, err = s.refuseSpent(ctx, tx, o); err != nil || refused != nil {
			return err // its price is that of before, once that is written
		}
		return change(tx, o)
	})
	if err == nil {
		err = refused
	}
	return o, err
}

// refusal returns why an order can't be paid now; nil when it can. An order of a
// model that has left the catalogue is canceled.
func (s *Shop) refusal(ctx context.Context, tx *store.Tx, o *vitrine.Order) (refused, err error) {
	if err := s.payable(o); err != nil {
		return err, nil
	}
	if o.Paying(s.now()) {
		return orderPaying(), nil
	}
	if gone, err := s.cancelGone(ctx, tx, o); err != nil || gone {
		return notPayable("model_gone", "the model is no longer sold: the order is canceled, and nothing was charged"), err
	}
	return s.refuseSecond(ctx, tx, o)
}

// refuseApart refuses to pay an order by itself that is to be paid with others.
func (s *Shop) refuseApart(ctx context.Context, tx *store.Tx, o *vitrine.Order) (refused, err error) {
	c, err := tx.CheckoutOf(ctx, o.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, nil
	}
	if err != nil || !c.PaidAt.IsZero() {
		return nil, err
	}
	return notPayable("in_checkout", "this order is paid together with others: go on at their checkout"), nil
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

func orderPaying() error {
	return notPayable("payment_begun", "a payment of this order is on its way: wait for its outcome")
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

// BoughtBefore returns the order by which the buyer of an unpaid one has bought
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

// endPayment notes that the payment of an order has failed, or was waited for long
// enough.
func (s *Shop) endPayment(ctx context.Context, id int64) (*vitrine.Order, error) {
	return s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error { return s.endAttempt(ctx, tx, o, "") })
}

// endAttempt frees an order that was held for a payment, which may be tried again
// while the model is sold. failed is the provider's name of the payment, of which no money can come any
// more, also where it was waited for no longer: one that failed late does not end the next one.
func (s *Shop) endAttempt(ctx context.Context, tx *store.Tx, o *vitrine.Order, failed string) error {
	if failed != "" && failed != o.PaymentID || o.Status.Taken() {
		return nil
	}
	if o.Status != vitrine.Unpaid || o.PayingUntil.IsZero() {
		if failed == "" {
			return nil
		}
		return tx.ForgetPayment(ctx, o, s.now())
	}
	if failed != "" {
		o.PaymentID = ""
	}
	o.Confirming = false
	if err := tx.SetPaying(ctx, o, time.Time{}, s.now()); err != nil || !o.Payable(s.now()) {
		return err
	}
	_, err := s.cancelGone(ctx, tx, o)
	return err
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

// Chosen is an order after a choice of its customer.
type Chosen struct {
	*vitrine.Order
	PayAt string // the address where the customer pays; "" where nothing is left to do
}

// Choose carries out what a customer chose on the checkout page. The order is
// held for the payment before the provider hears of it, and what the provider
// says is written down even when the customer has gone. Invalid where the buyer has something
// to agree to first.
func (s *Shop) Choose(ctx context.Context, checkoutKey, choice string) (Chosen, error) {
	if chosen, err := s.goOn(ctx, checkoutKey); err != nil || chosen.Order != nil {
		return chosen, err
	}
	o, err := s.forPayment(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) error {
		if err := s.refuseUnwaived(ctx, tx, o); err != nil {
			return err
		}
		if err := s.pinTax(ctx, tx, o); err != nil {
			return err
		}
		o.PaymentID, o.Confirming = "", false // goOn has asked for the one before
		return tx.SetPaying(ctx, o, s.now().Add(payingTime), s.now())
	})
	if err != nil {
		return Chosen{}, err
	}
	// Outside any transaction: a provider may take seconds, and SQLite has one writer.
	progress, err := s.payments.Begin(ctx, payment.BillOf(o), choice)
	ctx = context.WithoutCancel(ctx)
	if err != nil {
		ended, endErr := s.endPayment(ctx, o.ID)
		return Chosen{Order: ended}, errors.Join(err, endErr)
	}
	o, err = s.follow(ctx, o.ID, progress)
	chosen := Chosen{Order: o}
	if redirect, ok := progress.(payment.Redirect); ok {
		chosen.PayAt = redirect.URL
	}
	return chosen, err
}

// goOn leads to where a payment that was begun elsewhere can be gone on with; to no order where there
// is none. What became of it meanwhile is written down. It is asked for also when it was waited for no longer: by
// another one beside it the customer would pay twice, and at another price where that has changed.
func (s *Shop) goOn(ctx context.Context, checkoutKey string) (Chosen, error) {
	o, err := s.db.OrderByCheckoutKey(ctx, checkoutKey)
	if err != nil || !s.mayCome(o) || !o.Payable(s.now()) && !o.Paying(s.now()) {
		return Chosen{}, err
	}
	progress, err := s.payments.Lookup(ctx, payment.BillOf(o))
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return Chosen{}, nil // it was begun at another account, or with another key
	}
	if err != nil {
		return Chosen{}, err
	}
	o, err = s.follow(context.WithoutCancel(ctx), o.ID, progress)
	if redirect, ok := progress.(payment.Redirect); ok {
		return Chosen{Order: o, PayAt: redirect.URL}, err
	}
	if err == nil && o.Payable(s.now()) && !s.mayCome(o) {
		return Chosen{}, nil // it came to nothing
	}
	return Chosen{Order: o}, err
}

// mayCome reports whether money may come by a payment that the customer of an order began elsewhere.
func (s *Shop) mayCome(o *vitrine.Order) bool {
	return s.payments.PaysAt() != "" && o.Status == vitrine.Unpaid && o.PaymentID != ""
}

// AskForOutcome has a job ask what became of a payment that its customer comes back from: the
// notice of it may take its time.
func (s *Shop) AskForOutcome(ctx context.Context, o *vitrine.Order) error {
	if !s.mayCome(o) || !o.Paying(s.now()) {
		return nil
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		return tx.Enqueue(ctx, JobConfirmPayment, PaymentJob{OrderID: o.ID}, 0, JobConfirmPayment+".back."+strconv.FormatInt(o.ID, 10))
	})
}

// GoesOn reports whether the customer of an order may go on with a payment that was begun elsewhere.
func (s *Shop) GoesOn(o *vitrine.Order) bool {
	return s.mayCome(o) && o.Paying(s.now()) && !o.Confirming
}

// follow writes down how far a payment, or its refund, has come.
func (s *Shop) follow(ctx context.Context, id int64, progress payment.Progress) (*vitrine.Order, error) {
	return s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error {
		switch p := progress.(type) {
		case payment.Redirect:
			return s.awaitElsewhere(ctx, tx, o, p)
		case payment.Pending:
			return s.await(ctx, tx, o, p)
		case payment.Settled:
			return s.takeAll(ctx, tx, o, p.Events)
		}
		return fmt.Errorf("a payment came to %T", progress)
	})
}

// takeAll takes what happened to an order.
func (s *Shop) takeAll(ctx context.Context, tx *store.Tx, o *vitrine.Order, events []payment.Event) error {
	for _, e := range events {
		if e.OrderID != o.ID {
			continue // of another order that the same payment is for: a notice tells of it
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

// awaitElsewhere keeps an order held for as long as the customer can pay elsewhere, and asks what
// became of it then: the notice of it may be lost.
func (s *Shop) awaitElsewhere(ctx context.Context, tx *store.Tx, o *vitrine.Order, p payment.Redirect) error {
	if o.Status != vitrine.Unpaid {
		return nil
	}
	if p.Until.IsZero() {
		o.PaymentID = cmp.Or(p.Payment, o.PaymentID)
		return tx.SetPaying(ctx, o, o.PayingUntil, s.now())
	}
	until := p.Until.Add(lookLate)
	if o.PaymentID == p.Payment && o.PayingUntil.Equal(until) {
		return nil // it is waited for already: customers reload the page that asks
	}
	o.Confirming = false
	return s.holdFor(ctx, tx, o, p.Payment, until)
}

// lookLate is how long after its end a payment elsewhere is held open here: clocks differ.
const lookLate = time.Minute

// await keeps an order held while the bank of its customer has not confirmed the payment, and asks the provider later,
// where it wants to be asked.
func (s *Shop) await(ctx context.Context, tx *store.Tx, o *vitrine.Order, p payment.Pending) error {
	switch {
	case p.AskAfter == 0:
		return nil
	case p.Payment == "":
		return s.askLater(ctx, tx, o, p.AskAfter)
	case o.Status != vitrine.Unpaid || o.PaymentID != p.Payment || o.Confirming && o.PayingUntil.Sub(s.now()) > lookLate:
		return nil // of another payment, or it will be asked about
	}
	o.Confirming = true
	return s.holdFor(ctx, tx, o, p.Payment, s.now().Add(p.AskAfter+lookLate))
}

// holdFor holds an order until a time for the payment of a name, and asks the provider shortly before.
func (s *Shop) holdFor(ctx context.Context, tx *store.Tx, o *vitrine.Order, name string, until time.Time) error {
	o.PaymentID = name
	if err := tx.SetPaying(ctx, o, until, s.now()); err != nil {
		return err
	}
	return s.askLater(ctx, tx, o, until.Sub(s.now())-lookLate/2)
}

func (s *Shop) askLater(ctx context.Context, tx *store.Tx, o *vitrine.Order, after time.Duration) error {
	// Each attempt has raised the version: the job of an earlier one does not stand in for this one.
	name := JobConfirmPayment + "." + strconv.FormatInt(o.ID, 10) + "." + strconv.FormatInt(o.Version, 10)
	return tx.Enqueue(ctx, JobConfirmPayment, PaymentJob{OrderID: o.ID}, after, name)
}

// ConfirmPayment carries a JobConfirmPayment out: it asks the provider what became
// of a payment, and again later while there is no outcome.
func (s *Shop) ConfirmPayment(ctx context.Context, job PaymentJob) error {
	if job.CheckoutID != 0 {
		return s.confirmCheckout(ctx, job.CheckoutID)
	}
	o, err := s.db.Order(ctx, job.OrderID)
	if err != nil {
		return err
	}
	progress, err := s.payments.Lookup(ctx, payment.BillOf(o))
	if err != nil {
		return err
	}
	if _, known := progress.(payment.Settled); !known && !o.Paying(s.now()) && !s.mayCome(o) {
		return nil // it is waited for no more: a notice tells, should money come all the same
	}
	_, err = s.follow(ctx, o.ID, progress)
	return err
}

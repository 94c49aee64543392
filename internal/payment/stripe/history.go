package stripe

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
	"vitrine/internal/payment"
)

// askAgain is after what time a payment is asked about again that its bank has not confirmed
// yet: some take days.
const askAgain = time.Hour

// Read returns what has happened to a payment: that it was paid or has failed, that it was
// disputed and how that ended, and that its money went back. With an error there may be events
// that are certain all the same.
func (p *Provider) Read(ctx context.Context, n payment.Notice) ([]payment.Event, error) {
	session, err := p.find(ctx, n.Payment)
	if err != nil || session == nil {
		return nil, err
	}
	return p.history(ctx, session)
}

// find returns the session of a notice with what was paid by it; nil for a payment that no
// marketplace asked for.
func (p *Provider) find(ctx context.Context, name string) (*stripe.CheckoutSession, error) {
	if strings.HasPrefix(name, "cs_") {
		return p.read(ctx, name)
	}
	params := &stripe.CheckoutSessionListParams{PaymentIntent: stripe.String(name)}
	params.Limit = stripe.Int64(1)
	for session, err := range p.stripe.V1CheckoutSessions.List(ctx, params).All(ctx) {
		if err != nil {
			return nil, failed("find the session of "+name, err)
		}
		return p.read(ctx, session.ID)
	}
	return nil, nil
}

func (p *Provider) read(ctx context.Context, id string) (*stripe.CheckoutSession, error) {
	params := &stripe.CheckoutSessionRetrieveParams{}
	params.AddExpand("payment_intent.latest_charge.balance_transaction")
	session, err := p.stripe.V1CheckoutSessions.Retrieve(ctx, id, params)
	if is(err, stripe.ErrorCodeResourceMissing) {
		return nil, &vitrine.Error{Code: vitrine.NotFound, Message: "the account at Stripe knows no session " + id, Err: err}
	}
	if err != nil {
		return nil, failed("read session "+id, err)
	}
	if !ours(session) {
		return nil, nil // something else is sold by the same account
	}
	return session, nil
}

// history is all that has happened to the payment of a session, in order, and to each order of it.
// Each event is named by the object that it is of: read again, it is the same.
func (p *Provider) history(ctx context.Context, session *stripe.CheckoutSession) ([]payment.Event, error) {
	paid, events, err := p.outcome(ctx, session)
	charge := chargeOf(session)
	if err != nil || charge == nil || len(paid) == 0 {
		return events, err
	}
	refunds, disputes, err := p.sentAndDrawn(ctx, charge)
	if err != nil {
		return events, err
	}
	return append(events, moved(paid, charge, refunds, disputes)...), nil
}

// sentAndDrawn are the refunds and disputes of a charge as they were at one time: how one is divided hangs on all before it, and one
// that came between two calls would be missed beside a later one.
func (p *Provider) sentAndDrawn(ctx context.Context, charge *stripe.Charge) ([]*stripe.Refund, []*stripe.Dispute, error) {
	refunds, err := p.refunds(ctx, charge)
	if err != nil {
		return nil, nil, err
	}
	for {
		disputes, err := p.disputes(ctx, charge)
		if err != nil || len(disputes) == 0 {
			return refunds, nil, err
		}
		again, err := p.refunds(ctx, charge)
		if err != nil || len(again) == len(refunds) {
			return again, disputes, err
		}
		refunds = again
	}
}

// paidPart is a part of a payment that was paid, with the event that says so.
type paidPart struct {
	part
	event payment.Event
}

// outcome says of each order whether a session was paid, and which parts it has then; nothing while
// that is not known.
func (p *Provider) outcome(ctx context.Context, session *stripe.CheckoutSession) (paid []paidPart, events []payment.Event, err error) {
	parts, err := partsOf(session)
	kind := kindOf(session)
	if err != nil || kind == "" {
		return nil, nil, err
	}
	var taxes map[string]*payment.Tax
	if kind == payment.Paid {
		if taxes, err = p.taxes(ctx, session, parts); err != nil {
			return nil, nil, err // an order is not booked without its tax
		}
	}
	for i, part := range parts {
		e := payment.Event{Provider: Name, ID: part.id(string(kind), session.ID), OrderID: part.order, Kind: kind, Payment: session.ID,
			Of: part.of}
		e.CheckoutID, e.CheckoutOf = checkoutOf(session)
		if kind == payment.Paid {
			e.Sum, e.Tax, e.Buyer = sumOf(session, parts, i), taxes[part.of], buyerOf(session)
			e.At = cameAt(session)
			paid = append(paid, paidPart{part, e})
		}
		events = append(events, e)
	}
	return paid, events, nil
}

// kindOf says whether a session was paid, or will never be; "" while that is not known.
func kindOf(session *stripe.CheckoutSession) payment.Kind {
	intent := session.PaymentIntent
	switch {
	case session.PaymentStatus == stripe.CheckoutSessionPaymentStatusPaid:
		return payment.Paid
	case session.Status == stripe.CheckoutSessionStatusExpired:
		return payment.Failed
	case session.Status == stripe.CheckoutSessionStatusComplete && intent != nil &&
		(intent.Status == stripe.PaymentIntentStatusRequiresPaymentMethod || intent.Status == stripe.PaymentIntentStatusCanceled):
		return payment.Failed // the bank refused what the customer had chosen, and the session is over
	default:
		return ""
	}
}

// sumOf is what came for one of the parts of a session that was paid. What Stripe keeps of the payment is
// divided among them by their prices.
func sumOf(session *stripe.CheckoutSession, parts []part, i int) *payment.Sum {
	currency := currencyOf(string(session.Currency))
	sum := &payment.Sum{Amount: amountOf(parts[i].units, currency), Currency: currency}
	charge := chargeOf(session)
	if charge == nil || charge.BalanceTransaction == nil || charge.BalanceTransaction.Currency == "" {
		return sum
	}
	weights := make([]vitrine.Amount, len(parts))
	for n, p := range parts {
		weights[n] = vitrine.Amount(p.units)
	}
	settled := currencyOf(string(charge.BalanceTransaction.Currency))
	fees := payment.Divide(amountOf(charge.BalanceTransaction.Fee, settled), weights, vitrine.StepOf(settled))
	sum.Fee = payment.Fee{Amount: fees[i], Currency: settled}
	return sum
}

// cameAt is when the money of a session that was paid came: what takes days to be confirmed is charged long before. Zero
// where Stripe does not say.
func cameAt(session *stripe.CheckoutSession) time.Time {
	charge := chargeOf(session)
	if charge == nil {
		return time.Time{}
	}
	came := charge.Created
	if charge.BalanceTransaction != nil {
		came = cmp.Or(charge.BalanceTransaction.Created, came)
	}
	if came == 0 {
		return time.Time{}
	}
	return time.Unix(came, 0)
}

func chargeOf(session *stripe.CheckoutSession) *stripe.Charge {
	if session.PaymentIntent == nil {
		return nil
	}
	return session.PaymentIntent.LatestCharge
}

// of is a further event of a part that was paid.
func of(order paidPart, kind payment.Kind, what, object string) payment.Event {
	return payment.Event{Provider: Name, ID: order.id(what, object), OrderID: order.order, Kind: kind, Payment: order.event.Payment,
		Of: order.of, Object: object}
}

// Lookup reads the session of a bill anew. While it is open the customer can go on there.
func (p *Provider) Lookup(ctx context.Context, b payment.Bill) (payment.Progress, error) {
	if b.Payment == "" {
		return payment.Pending{}, nil // opening the session failed, or its answer was lost: a notice tells if money comes
	}
	session, err := p.sessionOf(ctx, b)
	if err != nil {
		return nil, err
	}
	return p.standing(ctx, session)
}

// End expires the session of a bill, while it is open: nobody can pay it then. One that was paid a moment before is.
// https://docs.stripe.com/api/checkout/sessions/expire
func (p *Provider) End(ctx context.Context, b payment.Bill) (payment.Progress, error) {
	if b.Payment == "" {
		return payment.Pending{}, nil
	}
	session, err := p.sessionOf(ctx, b)
	if err != nil {
		return nil, err
	}
	if session.Status == stripe.CheckoutSessionStatusOpen {
		_, refused := p.stripe.V1CheckoutSessions.Expire(ctx, session.ID, nil)
		if session, err = p.sessionOf(ctx, b); err != nil { // what is so counts, also where the call failed
			return nil, err
		}
		if refused != nil && session.Status == stripe.CheckoutSessionStatusOpen {
			return nil, failed("end session "+session.ID, refused)
		}
	}
	return p.standing(ctx, session)
}

// sessionOf reads the session of a bill; Conflict where it is one of something else.
func (p *Provider) sessionOf(ctx context.Context, b payment.Bill) (*stripe.CheckoutSession, error) {
	session, err := p.read(ctx, b.Payment)
	if err == nil && !isOf(session, b) {
		err = vitrine.Errorf(vitrine.Conflict, "session %s is not of order %d", b.Payment, b.Orders[0].ID)
	}
	return session, err
}

// standing is how far the payment of a session has come.
func (p *Provider) standing(ctx context.Context, session *stripe.CheckoutSession) (payment.Progress, error) {
	if session.Status == stripe.CheckoutSessionStatusOpen {
		return redirect(session), nil
	}
	_, events, err := p.outcome(ctx, session)
	if err != nil || len(events) == 0 {
		return payment.Pending{Payment: session.ID, AskAfter: askAgain}, err
	}
	return payment.Happened(events...), nil
}

package stripe

import (
	"context"
	"slices"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
	"vitrine/internal/payment"
)

// Refund sends what there still is of the money of an order's payment back, once, however often
// it is asked.
func (p *Provider) Refund(ctx context.Context, o *vitrine.Order) (payment.Progress, error) {
	session, err := p.read(ctx, o.PaymentID)
	if err != nil {
		return nil, err
	}
	charge := chargeOfPaid(session, o)
	if charge == nil {
		return nil, vitrine.Errorf(vitrine.Conflict, "nothing was paid by %q for order %d that could go back", o.PaymentID, o.ID)
	}
	events, err := p.history(ctx, session)
	switch {
	case slices.ContainsFunc(events, func(e payment.Event) bool { return e.Kind == payment.Refunded }):
		return settled(o), nil // also where the bank took it
	case vitrine.CodeOf(err) == vitrine.Conflict: // a part went back, or did not arrive: the rest is asked for
	case err != nil:
		return nil, err
	}
	params := &stripe.RefundCreateParams{
		PaymentIntent: stripe.String(session.PaymentIntent.ID), Metadata: session.Metadata,
	}
	params.SetIdempotencyKey("refund:" + session.ID)
	refund, err := p.stripe.V1Refunds.Create(ctx, params)
	switch {
	case is(err, stripe.ErrorCodeChargeAlreadyRefunded):
		return payment.Pending{Payment: session.ID}, nil // somebody else asked, and it is on its way
	case is(err, stripe.ErrorCodeChargeDisputed):
		return nil, vitrine.Errorf(vitrine.Conflict, "the buyer's bank has the money of order %d: it can't go back a second time while "+
			"the dispute lasts", o.ID)
	case err != nil:
		return nil, failed("send the money of "+session.ID+" back", err)
	case refund.Status == stripe.RefundStatusFailed || refund.Status == stripe.RefundStatusCanceled:
		return nil, vitrine.Errorf(vitrine.Conflict, "the money of order %d could not be sent back: %s", o.ID, refund.FailureReason)
	case refund.Status == stripe.RefundStatusSucceeded:
		return settled(o), nil
	default:
		return payment.Pending{Payment: session.ID}, nil
	}
}

// chargeOfPaid returns what the session of an order has taken; nil where that is nothing.
func chargeOfPaid(session *stripe.CheckoutSession, o *vitrine.Order) *stripe.Charge {
	if session == nil || session.Metadata[ofReference] != payment.Reference(o) ||
		session.PaymentStatus != stripe.CheckoutSessionPaymentStatusPaid {
		return nil
	}
	return chargeOf(session)
}

func settled(o *vitrine.Order) payment.Settled {
	return payment.Settled{Event: payment.Event{Provider: Name, ID: "refunded:" + o.PaymentID, OrderID: o.ID, Kind: payment.Refunded,
		Payment: o.PaymentID, Of: payment.Reference(o)}}
}

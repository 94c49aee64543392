package stripe

import (
	"context"
	"slices"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
	"vitrine/internal/payment"
)

// Refund sends what there still is of the money that an order has in its payment back, once, however often
// it is asked.
func (p *Provider) Refund(ctx context.Context, o *vitrine.Order) (payment.Progress, error) {
	session, err := p.read(ctx, o.PaymentID)
	if err != nil {
		return nil, err
	}
	order, ok := partOf(session, o)
	if !ok || kindOf(session) != payment.Paid || chargeOf(session) == nil {
		return nil, vitrine.Errorf(vitrine.Conflict, "nothing was paid by %q for order %d that could go back", o.PaymentID, o.ID)
	}
	events, err := p.history(ctx, session)
	went := func(e payment.Event) bool { return e.Kind == payment.Refunded && e.OrderID == o.ID }
	switch {
	case slices.ContainsFunc(events, went):
		return settled(o, order), nil // also where the bank took it
	case vitrine.CodeOf(err) == vitrine.Conflict: // a part went back, or did not arrive: the rest is asked for
	case err != nil:
		return nil, err
	}
	refund, err := p.stripe.V1Refunds.Create(ctx, refundOf(session, order))
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
		return settled(o, order), nil
	default:
		return payment.Pending{Payment: session.ID}, nil
	}
}

// refundOf asks for the rest of a payment of one order, and for the part that an order has of one of several.
func refundOf(session *stripe.CheckoutSession, order part) *stripe.RefundCreateParams {
	params := &stripe.RefundCreateParams{PaymentIntent: stripe.String(session.PaymentIntent.ID), Metadata: metadataOfOrder(order)}
	if !order.alone {
		params.Amount = stripe.Int64(order.units)
	}
	params.SetIdempotencyKey(order.id("refund", session.ID))
	return params
}

func settled(o *vitrine.Order, order part) payment.Settled {
	return payment.Happened(payment.Event{Provider: Name, ID: order.id("refunded", o.PaymentID), OrderID: o.ID, Kind: payment.Refunded,
		Payment: o.PaymentID, Of: payment.Reference(o)})
}

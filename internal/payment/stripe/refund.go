package stripe

import (
	"context"
	"slices"
	"strconv"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
	"vitrine/internal/payment"
)

// Refund sends an amount back of the money that an order has in a payment, once for each repayment, however often it is
// asked: Stripe knows the key of a call for a day, and the refund has the number of the repayment for ever.
func (p *Provider) Refund(ctx context.Context, o *vitrine.Order, r payment.Repayment) (payment.Progress, error) {
	session, err := p.read(ctx, r.Payment)
	if err != nil {
		return nil, err
	}
	order, ok := partOf(session, o)
	if !ok || kindOf(session) != payment.Paid || chargeOf(session) == nil {
		return nil, vitrine.Errorf(vitrine.Conflict, "nothing was paid by %q for order %d that could go back", r.Payment, o.ID)
	}
	before, err := p.refunds(ctx, chargeOf(session))
	if err != nil {
		return nil, err
	}
	number := strconv.FormatInt(r.ID, 10)
	sent := func(b *stripe.Refund) bool {
		return b.Metadata[ofRefund] == number && b.Metadata[ofReference] == order.of
	}
	if i := slices.IndexFunc(before, sent); i >= 0 {
		return progressOf(before[i], session, o, order, r)
	}
	params, err := refundOf(session, o, order, r)
	if err != nil {
		return nil, err
	}
	refund, err := p.stripe.V1Refunds.Create(ctx, params)
	switch {
	case is(err, stripe.ErrorCodeChargeAlreadyRefunded):
		return nil, vitrine.Errorf(vitrine.Conflict, "all of the money of order %d went back already, sent at Stripe's own desk", o.ID)
	case is(err, stripe.ErrorCodeChargeDisputed):
		return nil, vitrine.Errorf(vitrine.Conflict, "the buyer's bank has the money of order %d: it can't go back a second time while "+
			"the dispute lasts", o.ID)
	case err != nil:
		return nil, failed("send the money of "+session.ID+" back", err)
	}
	return progressOf(refund, session, o, order, r)
}

// refundOf asks for a repayment.
func refundOf(session *stripe.CheckoutSession, o *vitrine.Order, order part, r payment.Repayment) (*stripe.RefundCreateParams, error) {
	units, err := smallest(r.Amount, o.Currency)
	if err != nil {
		return nil, err
	}
	named := metadataOfOrder(order)
	named[ofRefund] = strconv.FormatInt(r.ID, 10)
	params := &stripe.RefundCreateParams{PaymentIntent: stripe.String(session.PaymentIntent.ID), Amount: stripe.Int64(units), Metadata: named}
	params.SetIdempotencyKey(order.id("refund", session.ID) + "#" + named[ofRefund])
	return params, nil
}

// progressOf is how far a refund has come.
func progressOf(refund *stripe.Refund, session *stripe.CheckoutSession, o *vitrine.Order, order part,
	r payment.Repayment) (payment.Progress, error) {
	switch refund.Status {
	case stripe.RefundStatusFailed, stripe.RefundStatusCanceled:
		return nil, vitrine.Errorf(vitrine.Conflict, "the money of order %d could not be sent back: %s", o.ID, refund.FailureReason)
	case stripe.RefundStatusSucceeded:
		return payment.Happened(payment.Event{Provider: Name, ID: order.id("refunded", refund.ID), OrderID: o.ID, Kind: payment.Refunded,
			Payment: session.ID, Of: payment.Reference(o), Amount: amountOf(refund.Amount, o.Currency), Object: refund.ID, Repayment: r.ID}), nil
	default:
		return payment.Pending{Payment: session.ID}, nil
	}
}

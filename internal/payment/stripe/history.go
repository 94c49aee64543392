package stripe

import (
	"context"
	"errors"
	"slices"
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
	paid, events, err := outcome(session)
	charge := chargeOf(session)
	if err != nil || charge == nil || len(paid) == 0 {
		return events, err
	}
	if charge.Disputed {
		disputes, err := p.disputes(ctx, paid, charge)
		if events = append(events, disputes...); err != nil {
			return events, err
		}
	}
	refunds, err := p.refunded(ctx, paid, charge)
	return append(events, refunds...), err
}

// paidPart is a part of a payment that was paid, with the event that says so.
type paidPart struct {
	part
	event payment.Event
}

// outcome says of each order whether a session was paid, and which parts it has then; nothing while
// that is not known.
func outcome(session *stripe.CheckoutSession) (paid []paidPart, events []payment.Event, err error) {
	parts, err := partsOf(session)
	kind := kindOf(session)
	if err != nil || kind == "" {
		return nil, nil, err
	}
	for i, p := range parts {
		e := payment.Event{Provider: Name, ID: p.id(string(kind), session.ID), OrderID: p.order, Kind: kind, Payment: session.ID, Of: p.of}
		e.CheckoutID, e.CheckoutOf = checkoutOf(session)
		if kind == payment.Paid {
			e.Sum = sumOf(session, parts, i)
			paid = append(paid, paidPart{p, e})
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

func chargeOf(session *stripe.CheckoutSession) *stripe.Charge {
	if session.PaymentIntent == nil {
		return nil
	}
	return session.PaymentIntent.LatestCharge
}

// refunded says of which orders all of the money went back. Where a part of it did, or where
// it could not arrive, the error names it for somebody to look at: no order is partly refunded.
func (p *Provider) refunded(ctx context.Context, paid []paidPart, charge *stripe.Charge) (events []payment.Event, err error) {
	var refunds []*stripe.Refund
	params := &stripe.RefundListParams{Charge: stripe.String(charge.ID)}
	for refund, err := range p.stripe.V1Refunds.List(ctx, params).All(ctx) {
		if err != nil {
			return nil, failed("list the refunds of "+charge.ID, err)
		}
		refunds = append(refunds, refund)
	}
	whole := returned(refunds, charge)
	var wrong error
	for _, order := range paid {
		back := returned(ofPart(refunds, order.part), charge)
		switch {
		case back.went >= order.units || whole.went >= charge.Amount:
			events = append(events, of(order, payment.Refunded, "refunded", order.event.Payment))
		default:
			wrong = errors.Join(wrong, back.fault(order, charge))
		}
	}
	if wrong == nil && whole.waiting == 0 && len(events) < len(paid) {
		wrong = unnamed(refunds, paid, charge)
	}
	return events, wrong
}

// back is what went back of a payment, or of a part of it.
type back struct {
	went, waiting int64
	lost          *stripe.Refund // that did not arrive
}

func returned(refunds []*stripe.Refund, charge *stripe.Charge) (b back) {
	for _, refund := range refunds {
		switch refund.Status {
		case stripe.RefundStatusSucceeded:
			b.went += refund.Amount
		case stripe.RefundStatusFailed:
			b.lost = refund
		case stripe.RefundStatusCanceled:
		default:
			b.waiting += refund.Amount
		}
	}
	b.went = min(b.went, charge.Amount)
	return b
}

// fault is what somebody has to look at of an order whose money is not all back; nil where nothing went, or
// some is on its way.
func (b back) fault(order paidPart, charge *stripe.Charge) error {
	currency := currencyOf(string(charge.Currency))
	switch {
	case b.waiting > 0:
		return nil
	case b.lost != nil:
		return vitrine.Errorf(vitrine.Conflict, "refund %s of order %d did not arrive (%s): send the money in another way", b.lost.ID,
			order.order, b.lost.FailureReason)
	case b.went > 0:
		return vitrine.Errorf(vitrine.Conflict, "%s of the %s %s of order %d went back by Stripe: send the rest back too, or settle "+
			"it by hand", amountOf(b.went, currency), amountOf(order.units, currency), currency, order.order)
	default:
		return nil
	}
}

// ofPart are the refunds of an order: all of a payment that is for it alone, and those whose metadata names it.
func ofPart(refunds []*stripe.Refund, p part) []*stripe.Refund {
	if p.alone {
		return refunds
	}
	return slices.DeleteFunc(slices.Clone(refunds), func(r *stripe.Refund) bool { return r.Metadata[ofReference] != p.of })
}

// unnamed is the fault of a part of a payment of several orders that went back without saying of which: somebody
// sent it at Stripe's own desk.
func unnamed(refunds []*stripe.Refund, paid []paidPart, charge *stripe.Charge) error {
	for _, refund := range refunds {
		named := slices.ContainsFunc(paid, func(p paidPart) bool { return p.alone || refund.Metadata[ofReference] == p.of })
		if !named && refund.Status == stripe.RefundStatusSucceeded {
			currency := currencyOf(string(charge.Currency))
			return vitrine.Errorf(vitrine.Conflict, "refund %s of %s %s does not say which order of %s it is of: settle it by hand", refund.ID,
				amountOf(refund.Amount, currency), currency, paid[0].event.Payment)
		}
	}
	return nil
}

// disputes says which disputes of a payment there were, the oldest first, and how those ended
// that are over. Each is about all orders of the payment. An inquiry before a dispute takes no money, and is none.
func (p *Provider) disputes(ctx context.Context, paid []paidPart, charge *stripe.Charge) (events []payment.Event, err error) {
	var newestFirst []*stripe.Dispute
	params := &stripe.DisputeListParams{Charge: stripe.String(charge.ID)}
	for dispute, err := range p.stripe.V1Disputes.List(ctx, params).All(ctx) {
		if err != nil {
			return nil, failed("list the disputes of "+charge.ID, err)
		}
		newestFirst = append(newestFirst, dispute)
	}
	for _, dispute := range slices.Backward(newestFirst) {
		for _, order := range paid {
			begun := of(order, payment.Disputed, "disputed", dispute.ID)
			switch dispute.Status {
			case stripe.DisputeStatusNeedsResponse, stripe.DisputeStatusUnderReview:
				events = append(events, begun)
			case stripe.DisputeStatusWon:
				events = append(events, begun, of(order, payment.DisputeOver, "won", dispute.ID))
			case stripe.DisputeStatusLost:
				events = append(events, begun, of(order, payment.Refunded, "lost", dispute.ID))
			default: // warnings, and disputes that were prevented
			}
		}
	}
	return events, nil
}

// of is a further event of a part that was paid.
func of(order paidPart, kind payment.Kind, what, object string) payment.Event {
	return payment.Event{Provider: Name, ID: order.id(what, object), OrderID: order.order, Kind: kind, Payment: order.event.Payment,
		Of: order.of}
}

// Lookup reads the session of a bill anew. While it is open the customer can go on there.
func (p *Provider) Lookup(ctx context.Context, b payment.Bill) (payment.Progress, error) {
	if b.Payment == "" {
		return payment.Pending{}, nil // opening the session failed, or its answer was lost: a notice tells if money comes
	}
	session, err := p.read(ctx, b.Payment)
	switch {
	case err != nil:
		return nil, err
	case !isOf(session, b):
		return nil, vitrine.Errorf(vitrine.Conflict, "session %s is not of order %d", b.Payment, b.Orders[0].ID)
	case session.Status == stripe.CheckoutSessionStatusOpen:
		return redirect(session), nil
	}
	_, events, err := outcome(session)
	if err != nil || len(events) == 0 {
		return payment.Pending{Payment: b.Payment, AskAfter: askAgain}, err
	}
	return payment.Happened(events...), nil
}

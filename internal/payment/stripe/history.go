package stripe

import (
	"context"
	"slices"
	"strconv"
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
	if session.Metadata[ofOrder] == "" {
		return nil, nil // something else is sold by the same account
	}
	return session, nil
}

// history is all that has happened to the payment of a session, in order. Each event is named
// by the object that it is of: read again, it is the same.
func (p *Provider) history(ctx context.Context, session *stripe.CheckoutSession) ([]payment.Event, error) {
	outcome, err := p.outcome(session)
	if err != nil || outcome == nil {
		return nil, err
	}
	events := []payment.Event{*outcome}
	charge := chargeOf(session)
	if outcome.Kind != payment.Paid || charge == nil {
		return events, nil
	}
	if charge.Disputed {
		disputes, err := p.disputes(ctx, *outcome, charge)
		if events = append(events, disputes...); err != nil {
			return events, err
		}
	}
	refunds, err := p.refunded(ctx, *outcome, charge)
	return append(events, refunds...), err
}

// outcome says whether a session was paid; nil while that is not known.
func (p *Provider) outcome(session *stripe.CheckoutSession) (*payment.Event, error) {
	order, err := strconv.ParseInt(session.Metadata[ofOrder], 10, 64)
	if err != nil {
		return nil, vitrine.Errorf(vitrine.Malformed, "session %s names no order: its metadata was changed", session.ID)
	}
	e := &payment.Event{Provider: Name, OrderID: order, Payment: session.ID, Of: session.Metadata[ofReference]}
	intent := session.PaymentIntent
	switch {
	case session.PaymentStatus == stripe.CheckoutSessionPaymentStatusPaid:
		e.Kind, e.ID, e.Sum = payment.Paid, "paid:"+session.ID, sumOf(session)
	case session.Status == stripe.CheckoutSessionStatusExpired:
		e.Kind, e.ID = payment.Failed, "failed:"+session.ID
	case session.Status == stripe.CheckoutSessionStatusComplete && intent != nil &&
		(intent.Status == stripe.PaymentIntentStatusRequiresPaymentMethod || intent.Status == stripe.PaymentIntentStatusCanceled):
		// The bank refused what the customer had chosen, and the session is over.
		e.Kind, e.ID = payment.Failed, "failed:"+session.ID
	default:
		return nil, nil
	}
	return e, nil
}

// sumOf is what came by a session that was paid.
func sumOf(session *stripe.CheckoutSession) *payment.Sum {
	currency := currencyOf(string(session.Currency))
	sum := &payment.Sum{Amount: amountOf(session.AmountTotal, currency), Currency: currency}
	if charge := chargeOf(session); charge != nil && charge.BalanceTransaction != nil && charge.BalanceTransaction.Currency != "" {
		settled := currencyOf(string(charge.BalanceTransaction.Currency))
		sum.Fee = payment.Fee{Amount: amountOf(charge.BalanceTransaction.Fee, settled), Currency: settled}
	}
	return sum
}

func chargeOf(session *stripe.CheckoutSession) *stripe.Charge {
	if session.PaymentIntent == nil {
		return nil
	}
	return session.PaymentIntent.LatestCharge
}

// refunded says that all of the money went back, when it did. Where a part of it did, or where
// it could not arrive, the error names it for somebody to look at: no order is partly refunded.
func (p *Provider) refunded(ctx context.Context, paid payment.Event, charge *stripe.Charge) ([]payment.Event, error) {
	var back, waiting int64
	var lost *stripe.Refund
	params := &stripe.RefundListParams{Charge: stripe.String(charge.ID)}
	for refund, err := range p.stripe.V1Refunds.List(ctx, params).All(ctx) {
		switch {
		case err != nil:
			return nil, failed("list the refunds of "+charge.ID, err)
		case refund.Status == stripe.RefundStatusSucceeded:
			back += refund.Amount
		case refund.Status == stripe.RefundStatusFailed:
			lost = refund
		case refund.Status != stripe.RefundStatusCanceled:
			waiting += refund.Amount
		}
	}
	currency := currencyOf(string(charge.Currency))
	switch {
	case back >= charge.Amount:
		return []payment.Event{of(paid, payment.Refunded, "refunded:"+paid.Payment)}, nil
	case waiting > 0:
		return nil, nil
	case lost != nil:
		return nil, vitrine.Errorf(vitrine.Conflict, "refund %s of order %d did not arrive (%s): send the money in another way", lost.ID,
			paid.OrderID,
			lost.FailureReason)
	case back > 0:
		return nil, vitrine.Errorf(vitrine.Conflict, "%s of the %s %s of order %d went back by Stripe: send the rest back too, or settle "+
			"it by hand",
			amountOf(back, currency), amountOf(charge.Amount, currency), currency, paid.OrderID)
	default:
		return nil, nil
	}
}

// disputes says which disputes of a payment there were, the oldest first, and how those ended
// that are over. An inquiry before a dispute takes no money, and is none.
func (p *Provider) disputes(ctx context.Context, paid payment.Event, charge *stripe.Charge) (events []payment.Event, err error) {
	var newestFirst []*stripe.Dispute
	params := &stripe.DisputeListParams{Charge: stripe.String(charge.ID)}
	for dispute, err := range p.stripe.V1Disputes.List(ctx, params).All(ctx) {
		if err != nil {
			return nil, failed("list the disputes of "+charge.ID, err)
		}
		newestFirst = append(newestFirst, dispute)
	}
	for _, dispute := range slices.Backward(newestFirst) {
		begun := of(paid, payment.Disputed, "disputed:"+dispute.ID)
		switch dispute.Status {
		case stripe.DisputeStatusNeedsResponse, stripe.DisputeStatusUnderReview:
			events = append(events, begun)
		case stripe.DisputeStatusWon:
			events = append(events, begun, of(paid, payment.DisputeOver, "won:"+dispute.ID))
		case stripe.DisputeStatusLost:
			events = append(events, begun, of(paid, payment.Refunded, "lost:"+dispute.ID))
		default: // warnings, and disputes that were prevented
		}
	}
	return events, nil
}

// of is an event of the payment of another one.
func of(paid payment.Event, kind payment.Kind, id string) payment.Event {
	return payment.Event{Provider: Name, ID: id, OrderID: paid.OrderID, Kind: kind, Payment: paid.Payment, Of: paid.Of}
}

// Lookup reads the session of an order anew. While it is open the customer can go on there.
func (p *Provider) Lookup(ctx context.Context, o *vitrine.Order) (payment.Progress, error) {
	if o.PaymentID == "" {
		return payment.Pending{}, nil // opening the session failed, or its answer was lost: a notice tells if money comes
	}
	session, err := p.read(ctx, o.PaymentID)
	switch {
	case err != nil:
		return nil, err
	case session == nil || session.Metadata[ofReference] != payment.Reference(o):
		return nil, vitrine.Errorf(vitrine.Conflict, "session %s is not of order %d", o.PaymentID, o.ID)
	case session.Status == stripe.CheckoutSessionStatusOpen:
		return redirect(session), nil
	}
	outcome, err := p.outcome(session)
	if err != nil || outcome == nil {
		return payment.Pending{Payment: o.PaymentID, AskAfter: askAgain}, err
	}
	return payment.Settled{Event: *outcome}, nil
}

package stripe

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
	"vitrine/internal/payment"
)

// ofRefund is the metadata of a refund that the marketplace asked for: number of its payment.Repayment.
const ofRefund = "vitrine_refund"

// refunds lists the refunds of a charge, the oldest first.
func (p *Provider) refunds(ctx context.Context, charge *stripe.Charge) (list []*stripe.Refund, err error) {
	params := &stripe.RefundListParams{Charge: stripe.String(charge.ID)}
	params.AddExpand("data.failure_balance_transaction")
	for refund, err := range p.stripe.V1Refunds.List(ctx, params).All(ctx) {
		if err != nil {
			return nil, failed("list the refunds of "+charge.ID, err)
		}
		list = append(list, refund)
	}
	slices.Reverse(list) // the newest come first, also of those of one second: how a later one is divided hangs on those before it
	slices.SortStableFunc(list, func(a, b *stripe.Refund) int { return cmp.Compare(a.Created, b.Created) })
	return list, nil
}

// disputes lists the disputes of a charge, the oldest first.
func (p *Provider) disputes(ctx context.Context, charge *stripe.Charge) (list []*stripe.Dispute, err error) {
	params := &stripe.DisputeListParams{Charge: stripe.String(charge.ID)}
	for dispute, err := range p.stripe.V1Disputes.List(ctx, params).All(ctx) {
		if err != nil {
			return nil, failed("list the disputes of "+charge.ID, err)
		}
		list = append(list, dispute)
	}
	slices.Reverse(list) // the newest come first, also of those of one second
	return list, nil
}

// moved says what refunds and disputes did to the orders of a payment, in the order in which they began. How disputes
// ended comes last.
func moved(paid []paidPart, charge *stripe.Charge, refunds []*stripe.Refund, disputes []*stripe.Dispute) (events []payment.Event) {
	d := &division{paid: paid, currency: currencyOf(string(charge.Currency)), gone: make([]vitrine.Amount, len(paid)),
		drawn: make([]vitrine.Amount, len(paid))}
	var ends []payment.Event
	for len(refunds) > 0 || len(disputes) > 0 {
		if len(disputes) == 0 || len(refunds) > 0 && refunds[0].Created <= disputes[0].Created {
			d.comeBack(refunds[0].Created)
			events, refunds = append(events, d.refunded(refunds[0])...), refunds[1:]
			continue
		}
		d.comeBack(disputes[0].Created)
		begun, ended := d.disputed(disputes[0])
		events, ends, disputes = append(events, begun...), append(ends, ended...), disputes[1:]
	}
	return append(events, ends...)
}

// refunded says what a refund is to each order. One that names its order is of that alone. One that was sent at Stripe's
// own desk is of those of a refund of as much that came back before, where they have as much still, and else of all.
func (d *division) refunded(refund *stripe.Refund) (events []payment.Event) {
	amount := d.next(refund.Amount)
	amounts := make([]vitrine.Amount, len(d.paid))
	if i := slices.IndexFunc(d.paid, func(p paidPart) bool { return refund.Metadata[ofReference] == p.of }); i >= 0 {
		amounts[i] = amount
		d.sentAgain(func(b *cameBack) bool { return slices.Equal(b.amounts, amounts) })
	} else if b := d.sentAgain(func(b *cameBack) bool { return b.amount == amount && d.has(b.amounts) }); b != nil {
		amounts = b.amounts
	} else {
		amounts = d.among(amount)
	}
	lost := refund.Status == stripe.RefundStatusFailed || refund.Status == stripe.RefundStatusCanceled
	if lost {
		d.fails(refund, amount, amounts)
	}
	for i, p := range d.paid {
		if amounts[i] == 0 {
			continue
		}
		kind, what := payment.RefundBegun, "refund_begun"
		switch {
		case lost:
			kind, what = payment.RefundFailed, "refund_failed"
		case refund.Status == stripe.RefundStatusSucceeded:
			kind, what = payment.Refunded, "refunded"
		}
		d.gone[i] += amounts[i] // also of one that did not arrive, until it came back
		e := of(p, kind, what, refund.ID)
		if lost {
			e.Voids = p.id("refunded", refund.ID)
		}
		e.Amount, e.Reason = amounts[i], string(refund.FailureReason)
		e.Repayment, _ = strconv.ParseInt(refund.Metadata[ofRefund], 10, 64) // 0 where it has none
		events = append(events, e)
	}
	return events
}

// disputed says what a dispute is to each order: that money was drawn, and how it ended. An inquiry before a dispute
// moves no money.
func (d *division) disputed(dispute *stripe.Dispute) (begun, ended []payment.Event) {
	status := statusOf(dispute.Status)
	amounts := d.among(d.next(dispute.Amount))
	drawn, back := feesOf(dispute)
	for i, p := range d.paid {
		d.drawn[i] += amounts[i]
		stands := &payment.Dispute{Object: dispute.ID, Amount: amounts[i], Reason: string(dispute.Reason), Status: status}
		if dispute.EvidenceDetails != nil && dispute.EvidenceDetails.DueBy > 0 {
			stands.Due = time.Unix(dispute.EvidenceDetails.DueBy, 0).UTC()
		}
		event := func(kind payment.Kind, what string, fee payment.Fee) payment.Event {
			e := of(p, kind, what, dispute.ID)
			e.Amount, e.Dispute, e.Fee = amounts[i], stands, d.feeOf(fee, amounts, i)
			return e
		}
		switch {
		case amounts[i] == 0:
		case status.Inquiry() || dispute.Status == stripe.DisputeStatusPrevented:
			begun = append(begun, event(payment.DisputeSeen, "seen", payment.Fee{}))
		default:
			begun = append(begun, event(payment.Disputed, "disputed", drawn))
		}
		switch {
		case amounts[i] == 0:
		case dispute.Status == stripe.DisputeStatusWon:
			ended = append(ended, event(payment.DisputeOver, "won", back))
		case dispute.Status == stripe.DisputeStatusLost:
			ended = append(ended, event(payment.DisputeLost, "lost", payment.Fee{}))
		}
	}
	return begun, ended
}

// feeOf is what an order bears of the fee of a dispute, of which it has one of some amounts: those that have none bear nothing.
func (d *division) feeOf(fee payment.Fee, amounts []vitrine.Amount, i int) payment.Fee {
	weights := make([]vitrine.Amount, len(d.paid))
	for n, p := range d.paid {
		if amounts[n] > 0 {
			weights[n] = vitrine.Amount(p.units)
		}
	}
	if fee.Amount == 0 {
		return payment.Fee{}
	}
	return payment.Fee{Amount: payment.Divide(fee.Amount, weights, vitrine.StepOf(fee.Currency))[i], Currency: fee.Currency}
}

// feesOf are what Stripe kept when it drew the money of a dispute, and what it gave back of that, below zero, with the money.
func feesOf(dispute *stripe.Dispute) (drawn, back payment.Fee) {
	for _, b := range dispute.BalanceTransactions {
		currency := currencyOf(string(b.Currency))
		fee := payment.Fee{Amount: amountOf(b.Fee, currency), Currency: currency}
		if b.Fee < 0 {
			fee.Amount = -amountOf(-b.Fee, currency)
		}
		if b.Amount < 0 {
			drawn = fee
		} else {
			back = fee
		}
	}
	return drawn, back
}

// statusOf is the state of a dispute in the marketplace's words.
func statusOf(status stripe.DisputeStatus) vitrine.DisputeStatus {
	switch status {
	case stripe.DisputeStatusWarningNeedsResponse:
		return vitrine.InquiryOpen
	case stripe.DisputeStatusWarningUnderReview:
		return vitrine.InquiryReview
	case stripe.DisputeStatusWarningClosed, stripe.DisputeStatusPrevented:
		return vitrine.InquiryOver
	case stripe.DisputeStatusUnderReview:
		return vitrine.DisputeReviewed
	case stripe.DisputeStatusWon:
		return vitrine.DisputeWon
	case stripe.DisputeStatusLost:
		return vitrine.DisputeLost
	default:
		return vitrine.DisputeOpen
	}
}

// maxEvidence is how long a text of evidence may be. https://docs.stripe.com/api/disputes/update
const maxEvidence = 20_000

// Answer sends evidence to the bank of a dispute. Stripe takes it once: one that was answered already is.
func (p *Provider) Answer(ctx context.Context, object string, e vitrine.DisputeEvidence) error {
	now, err := p.stripe.V1Disputes.Retrieve(ctx, object, nil)
	if err != nil {
		return failed("read dispute "+object, err)
	}
	if !statusOf(now.Status).Answerable() {
		return vitrine.Errorf(vitrine.Conflict, "the dispute %s is %s: it takes no answer", object, now.Status)
	}
	text := func(t string) *string {
		if t == "" {
			return nil
		}
		runes := []rune(t)
		return stripe.String(string(runes[:min(maxEvidence, len(runes))]))
	}
	params := &stripe.DisputeUpdateParams{Submit: stripe.Bool(true), Evidence: &stripe.DisputeUpdateEvidenceParams{
		ProductDescription: text(e.Product), CustomerEmailAddress: text(e.Buyer), CancellationPolicyDisclosure: text(e.Terms),
		AccessActivityLog: text(e.Access), UncategorizedText: text(e.Text)}}
	if _, err := p.stripe.V1Disputes.Update(ctx, object, params); err != nil {
		return failed("answer dispute "+object, err)
	}
	return nil
}

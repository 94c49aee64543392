package stripe

import (
	"slices"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
	"vitrine/internal/payment"
)

// division divides refunds and disputes of a payment among its orders.
type division struct {
	paid     []paidPart
	currency string
	gone     []vitrine.Amount // of each order, by refunds so far that had not come back
	drawn    []vitrine.Amount // of each order, by disputes so far, likewise
	sum      int64            // of all that was divided so far
	failed   []*cameBack      // refunds so far that did not arrive, as far as Stripe says when they came back
}

// cameBack is a refund that did not arrive.
type cameBack struct {
	at      int64 // when its money came back, in seconds
	amount  vitrine.Amount
	amounts []vitrine.Amount // of each order
	back    bool             // it had come back by what is divided now
	again   bool             // it was sent again since
}

// fails notes a refund that did not arrive. One of which Stripe does not say when it came back counts as gone ever after: what
// was divided by what was left then is divided the same whenever it is read.
func (d *division) fails(refund *stripe.Refund, amount vitrine.Amount, amounts []vitrine.Amount) {
	if back := refund.FailureBalanceTransaction; back != nil && back.Created > 0 {
		d.failed = append(d.failed, &cameBack{at: back.Created, amount: amount, amounts: amounts})
	}
}

// comeBack has the orders have what came back before a time.
func (d *division) comeBack(before int64) {
	for _, b := range d.failed {
		if !b.back && b.at < before {
			b.back = true
			d.gone = less(d.gone, b.amounts)
		}
	}
}

// sentAgain returns the first refund of some that came back and was not sent again yet, and notes that it is now; nil where there is
// none.
func (d *division) sentAgain(is func(*cameBack) bool) *cameBack {
	i := slices.IndexFunc(d.failed, func(b *cameBack) bool { return b.back && !b.again && is(b) })
	if i < 0 {
		return nil
	}
	d.failed[i].again = true
	return d.failed[i]
}

// has reports whether so much of each order is left by refunds.
func (d *division) has(amounts []vitrine.Amount) bool {
	for i, p := range d.paid {
		if d.gone[i]+amounts[i] > amountOf(p.units, d.currency) {
			return false
		}
	}
	return true
}

// next is what units come to beside what was divided before: what is less than a hundredth is rounded up once, and not with each, so
// that all parts of a payment come to the payment.
func (d *division) next(units int64) vitrine.Amount {
	before := amountOf(d.sum, d.currency)
	d.sum += units
	return amountOf(d.sum, d.currency) - before
}

// among divides an amount among the orders by what is left of each after refunds and disputes; where it is more than that, as
// after a dispute that was won, by what refunds left, and else by what each cost.
func (d *division) among(amount vitrine.Amount) []vitrine.Amount {
	cost := make([]vitrine.Amount, len(d.paid))
	for i, p := range d.paid {
		cost[i] = amountOf(p.units, d.currency)
	}
	unrefunded := less(cost, d.gone)
	for _, weights := range [][]vitrine.Amount{less(unrefunded, d.drawn), unrefunded} {
		left := vitrine.Amount(0)
		for _, weight := range weights {
			left += weight
		}
		if left >= amount {
			return payment.Divide(amount, weights, vitrine.StepOf(d.currency))
		}
	}
	return payment.Divide(amount, cost, vitrine.StepOf(d.currency))
}

// less are amounts less others, and not below zero.
func less(amounts, others []vitrine.Amount) []vitrine.Amount {
	rest := make([]vitrine.Amount, len(amounts))
	for i := range amounts {
		rest[i] = max(0, amounts[i]-others[i])
	}
	return rest
}

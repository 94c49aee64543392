// Package payment holds the ways to pay for orders: manual, where the
// operator confirms, and sandbox, whose outcomes the customer picks and where
// no money moves.
//
// A provider begins a payment when the customer has chosen on the checkout
// page, gives money back, and says what became of a payment. Whatever happens to
// money is an Event with an identifier of its own: an order's state follows the
// events that shop records, never the customer's return to the page. The package
// knows nothing of stores, pages or routes.
package payment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"vitrine"
)

// Provider is a way to pay. Its methods may call other services, so they run
// outside of transactions, and may be called again with the same order after a
// crash: a provider that moves money makes each of them count once.
type Provider interface {
	// Name is its stable name, such as "manual".
	Name() string
	// Live reports whether real money moves.
	Live() bool
	// PaysAt is the origin of the pages that Begin redirects to; "" when it never does.
	PaysAt() string
	// Begin begins the payment of a bill as the customer chose on the checkout page; Invalid
	// when the page has no such choice, Conflict when its orders can't be paid that
	// way. All of them are held for this payment.
	Begin(ctx context.Context, b Bill, choice string) (Progress, error)
	// Verify checks that the provider sent a message, and returns what it gives notice of;
	// Unauthenticated when somebody else did, NotFound when the provider sends none. It asks
	// nobody.
	Verify(message Message) ([]Notice, error)
	// Read returns all that has happened to the payment of a notice, in the order in which it
	// happened, for each order that it pays for; none for a payment that is not of a marketplace.
	// What it returns beside an error has happened all the same.
	Read(ctx context.Context, n Notice) ([]Event, error)
	// Since returns what the provider has given notice of since a time, and would have sent; for
	// messages that were lost.
	Since(ctx context.Context, from time.Time) ([]Notice, error)
	// Refund gives money back that an order has in a payment, once for each Repayment. It is Pending where an event tells
	// later that the money went: Lookup is not asked. Unavailable where it is not known whether the provider took it: it is
	// asked again. All other errors say that nothing moves.
	Refund(ctx context.Context, o *vitrine.Order, r Repayment) (Progress, error)
	// Lookup asks what became of the payment of a bill that was begun. A Redirect leads to
	// where the customer can still go on with it.
	Lookup(ctx context.Context, b Bill) (Progress, error)
}

// Ender is a provider that ends payments which were begun elsewhere before their time is over.
type Ender interface {
	// End ends the payment of a bill, unless it was paid, and returns what became of it, as Lookup does: that it was paid
	// meanwhile, too. Asked again it is the same.
	End(ctx context.Context, b Bill) (Progress, error)
}

// Least returns the least that a provider takes by one payment; 0 where it does not say.
func Least(p Provider, currency string) vitrine.Amount {
	if bounded, ok := p.(interface {
		Least(currency string) vitrine.Amount
	}); ok {
		return bounded.Least(currency)
	}
	return 0
}

// Progress is how far a payment, or its refund, has come: a Redirect, Pending or
// Settled.
type Progress interface{ progress() }

// Redirect says that the customer pays at another address.
type Redirect struct {
	URL     string
	Payment string    // the provider's name of the payment, by which Lookup finds it
	Until   time.Time // when the customer can go on no more; zero where the provider does not say
}

// Pending says that the outcome is not known yet: an event tells it, or Lookup.
type Pending struct {
	Payment  string        // the provider's name of the payment; "" when it has none
	AskAfter time.Duration // when Lookup is to be asked about a payment; 0: an event tells the outcome
}

// Settled says what happened: an event for each order.
type Settled struct{ Events []Event }

// Happened is a payment, or a refund, that has come to its end.
func Happened(events ...Event) Settled { return Settled{Events: events} }

func (Redirect) progress() {}
func (Pending) progress()  {}
func (Settled) progress()  {}

// Message is an HTTP request as a provider sent it, unread.
type Message struct {
	Header http.Header
	Body   []byte
}

// Notice says that something happened to a payment, and not what: notices come late, twice,
// and in any order, so that what happened is read from the payment itself.
type Notice struct {
	ID      string // the provider's name of the notice
	Payment string // what Read finds the payment by
}

// Repayment is money that is to go back.
type Repayment struct {
	ID      int64  // of the refund; another one is another repayment
	Payment string // the provider's name of the payment
	Amount  vitrine.Amount
}

// Kind says what happened to the payment of an order.
type Kind string

// The kinds of events.
const (
	Paid         Kind = "paid"
	Failed       Kind = "failed"        // not paid; the customer may try again
	Refunded     Kind = "refunded"      // money went back
	RefundBegun  Kind = "refund_begun"  // money is on its way back
	RefundFailed Kind = "refund_failed" // it came back from there, or never went
	Disputed     Kind = "disputed"      // the customer's bank has drawn money
	DisputeOver  Kind = "dispute_over"  // and it came again
	DisputeLost  Kind = "dispute_lost"  // or stays with the customer
	DisputeSeen  Kind = "dispute_seen"  // a dispute stands as Dispute says, and no money moved
)

// Event is a report about an order's payment. The same event may be reported many
// times; it counts once.
type Event struct {
	Provider string
	ID       string // unique among the provider's events
	OrderID  int64
	Kind     Kind
	Payment  string // the provider's name of the payment; "" when it has none
	// Of, where a provider says it, is the Reference of the order: providers may be told of orders of several
	// marketplaces, whose numbers are the same.
	Of string
	// CheckoutID is, of the outcome of a payment of several orders, that of their checkout, and CheckoutOf the Bill's
	// Of where the provider says it: the outcome is that of all of them, or of none.
	CheckoutID int64
	CheckoutOf string
	// At is, of an order that was paid, when the money came by the provider's clock, or by the operator's word; zero where
	// they do not say.
	At time.Time
	// Said is At as the operator said it, such as a day; "" where they did not.
	Said string
	// Sum is what the provider took for the order; nil where it does not say.
	Sum *Sum
	// Amount is how much of the order's money goes back, is disputed or comes again; 0: all that there is of it.
	Amount vitrine.Amount
	// Object is the provider's name of the refund or dispute; "" where it has none.
	Object string
	// Repayment is the refund that the provider was asked for; 0: somebody else asked, or it does not say.
	Repayment int64
	// Voids is, of a refund that failed, the ID of the event that says that it went back: who has read that before, and tells it
	// later, is told that it counted already. "" where a provider does not go back on its word.
	Voids string
	// Reason is why a refund failed, in the provider's words.
	Reason string
	// Fee is what the provider keeps for a dispute, or gives back below zero.
	Fee Fee
	// Dispute is how a dispute stands; nil for all else.
	Dispute *Dispute
	// Tax is, of an order that was paid, what the provider found of its tax; nil where it was not asked for, or was not found.
	Tax *Tax
	// Buyer is, of an order that was paid, what the buyer told the provider of themselves; nil where it does not say.
	Buyer *Buyer
}

// Tax is the tax of an order as a provider found it while the order was paid. It is part of the price.
type Tax struct {
	Amount    vitrine.Amount
	Rate      vitrine.TaxRate // of all parts together, to the hundredth of a percent
	Treatment vitrine.Treatment
	Country   string // whose tax it is; "" where it does not say
	Parts     []vitrine.TaxPart
}

// Buyer is what a buyer told a provider of themselves. What they did not is "".
type Buyer struct {
	Name    string
	Address string // lines, without the country
	Country string // ISO 3166-1
	VATID   string // of the European Union
	Card    string // the country in which their card was issued
}

// Taxes reports whether a provider finds the tax of what is paid by it: that of orders whose mode is vitrine.TaxStripe.
func Taxes(p Provider) bool {
	taxes, ok := p.(interface{ Taxes() bool })
	return ok && taxes.Taxes()
}

// Dispute is how a dispute stands at a provider.
type Dispute struct {
	Object string
	Amount vitrine.Amount // of the order
	Reason string
	Status vitrine.DisputeStatus
	Due    time.Time // zero: no answer is taken
}

// Answerer is a provider that takes answers to disputes.
type Answerer interface {
	// Answer sends evidence to the bank of a dispute, for good. Unavailable where it is not known whether it arrived: sent
	// again it counts once.
	Answer(ctx context.Context, object string, e vitrine.DisputeEvidence) error
}

// Sum is an amount of money in a currency, with what the provider keeps of it.
type Sum struct {
	Amount   vitrine.Amount
	Currency string // ISO 4217
	Fee      Fee
}

// Fee is what a provider keeps of a payment. Its currency is that of the marketplace's account
// with the provider, and may be another one than that of the payment.
type Fee struct {
	Amount   vitrine.Amount
	Currency string // "" where the fee is not known yet
}

// Reference names an order to a provider so that no order of another marketplace is taken for
// it. It tells nothing of the order's secrets.
func Reference(o *vitrine.Order) string { return referenceOf("payment of " + o.Handle) }

func referenceOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// The providers of events that no Provider reports.
const (
	byOperator = "operator"
	free       = "free"
)

// ByOperator is what the operator says of an order. It belongs to one version of
// the order: said twice, it counts once.
func ByOperator(o *vitrine.Order, kind Kind) Event {
	return Event{Provider: byOperator, ID: repeatableID(string(kind), o), OrderID: o.ID, Kind: kind}
}

// SaidToCome is the operator's word that an order was paid at a time, as they said it.
func SaidToCome(o *vitrine.Order, at time.Time, said string) Event {
	e := ByOperator(o, Paid)
	e.At, e.Said = at, said
	return e
}

// RefundByOperator is the operator's word that a repayment was made.
func RefundByOperator(o *vitrine.Order, r Repayment) Event {
	e := ByOperator(o, Refunded)
	e.ID, e.Amount, e.Repayment, e.Payment = repaid(o, r), r.Amount, r.ID, r.Payment
	return e
}

// repaid names a repayment of an order.
func repaid(o *vitrine.Order, r Repayment) string {
	return eventID("refunded", o) + "-" + strconv.FormatInt(r.ID, 10)
}

// OfFree is the payment of an order that costs nothing.
func OfFree(o *vitrine.Order) Event {
	return Event{Provider: free, ID: eventID("paid", o), OrderID: o.ID, Kind: Paid}
}

// eventID names what can happen to an order once.
func eventID(what string, o *vitrine.Order) string { return what + "-" + strconv.FormatInt(o.ID, 10) }

// repeatableID names what can happen to an order again, once to each version of it.
func repeatableID(what string, o *vitrine.Order) string {
	return eventID(what, o) + "-" + strconv.FormatInt(o.Version, 10)
}

// MovesMoney reports whether the provider of an event moves money by itself: what the
// operator says, and what is free or simulated, does not.
func MovesMoney(provider string) bool {
	return provider != "" && provider != byOperator && provider != free && provider != (Manual{}).Name() && provider != (Sandbox{}).Name()
}

// ByHand reports whether the provider of an event is the operator, who saw the money.
func ByHand(provider string) bool { return provider == byOperator }

// ByName returns the provider of a name that needs no settings.
func ByName(name string) (Provider, error) {
	for _, provider := range []Provider{Manual{}, Sandbox{}} {
		if provider.Name() == name {
			return provider, nil
		}
	}
	return nil, fmt.Errorf("there are no payments named %q: use manual, sandbox or stripe", name)
}

// sendsNone answers a message to a provider that sends none.
func sendsNone(name string) ([]Notice, error) {
	return nil, vitrine.Errorf(vitrine.NotFound, "%s payments send no events", name)
}

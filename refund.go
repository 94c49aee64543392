package vitrine

import (
	"slices"
	"time"
)

// RefundState is how far money that goes back has come.
type RefundState string

// The states of refunds.
const (
	RefundAsked   RefundState = "asked"   // the provider is to be asked, and may have been
	RefundPending RefundState = "pending" // the provider has it in hand
	RefundDone    RefundState = "done"    // the money went back
	RefundFailed  RefundState = "failed"  // it did not, and the order is as it was
	RefundOwed    RefundState = "owed"    // it did not, and somebody has to send it by hand
)

// Open reports whether the money may still go back by itself.
func (s RefundState) Open() bool { return s == RefundAsked || s == RefundPending }

// RefundReason is why money goes back.
type RefundReason string

// The reasons for refunds.
const (
	ReasonNotDescribed RefundReason = "not_as_described"
	ReasonBroken       RefundReason = "broken"
	ReasonMistaken     RefundReason = "mistaken"
	ReasonDuplicate    RefundReason = "duplicate"
	ReasonFraudulent   RefundReason = "fraudulent"
	ReasonOther        RefundReason = "other"
)

// RefundReasons are all reasons, in the order in which they are offered.
func RefundReasons() []RefundReason {
	return []RefundReason{ReasonNotDescribed, ReasonBroken, ReasonMistaken, ReasonDuplicate, ReasonFraudulent, ReasonOther}
}

// Known reports whether the reason is one of RefundReasons.
func (r RefundReason) Known() bool { return slices.Contains(RefundReasons(), r) }

// Refund is money of an order that goes back: a part of what was paid or all of it, or a payment that nothing is sold for.
type Refund struct {
	ID            int64
	OrderID       int64
	RequestID     int64 // by which the buyer asked for it; 0: nobody did
	Needless      bool  // nothing is sold for the money
	Provider      string
	Payment       string // the provider's name of the payment
	Object        string // the provider's name of the refund; "" where it has none, or none yet
	Amount        Amount
	Currency      string
	State         RefundState
	Reason        RefundReason
	Note          string // in the words of who decided
	Failure       string // why it did not go back
	KeepDownloads bool   // when nothing is left of the order
	ByID          int64  // who decided; 0: nobody with an account
	By            string // name of who decided, as it was then
	Version       int64
	CreatedAt     time.Time
	UpdatedAt     time.Time
	SettledAt     time.Time // zero: it is not settled
}

// Settled reports whether nothing is to be done about the refund any more.
func (r Refund) Settled() bool { return r.State == RefundDone || r.State == RefundFailed }

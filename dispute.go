package vitrine

import "time"

// DisputeStatus is what becomes of money that a buyer's bank asks back.
type DisputeStatus string

// The states of disputes. Those of inquiries move no money.
const (
	InquiryOpen     DisputeStatus = "inquiry"          // the bank asks, and an answer may prevent a dispute
	InquiryReview   DisputeStatus = "inquiry_reviewed" // it reads the answer
	InquiryOver     DisputeStatus = "inquiry_over"
	DisputeOpen     DisputeStatus = "needs_response"
	DisputeReviewed DisputeStatus = "under_review"
	DisputeWon      DisputeStatus = "won"
	DisputeLost     DisputeStatus = "lost"
)

// Over reports whether nothing becomes of it any more.
func (s DisputeStatus) Over() bool { return s == DisputeWon || s == DisputeLost || s == InquiryOver }

// Answerable reports whether the bank takes an answer.
func (s DisputeStatus) Answerable() bool { return s == DisputeOpen || s == InquiryOpen }

// Answered is the state once an answer was sent; what takes none stays as it is.
func (s DisputeStatus) Answered() DisputeStatus {
	switch s {
	case DisputeOpen:
		return DisputeReviewed
	case InquiryOpen:
		return InquiryReview
	default:
		return s
	}
}

// Inquiry reports whether no money has moved.
func (s DisputeStatus) Inquiry() bool {
	return s == InquiryOpen || s == InquiryReview || s == InquiryOver
}

// Dispute is money of an order that the buyer's bank asks back. One that is about a payment of several orders is a
// Dispute of each, with the same Object.
type Dispute struct {
	ID        int64
	OrderID   int64
	Provider  string
	Object    string // the provider's name of it
	Payment   string
	Amount    Amount // of the order
	Currency  string
	Reason    string // as the bank gives it
	Status    DisputeStatus
	DueAt     time.Time       // until when an answer is taken; zero where there is none
	Evidence  DisputeEvidence // that was sent; empty before
	SentAt    time.Time       // zero: no answer was sent
	SentBy    string
	TellDue   bool // operators are to be told that the time runs out
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
	ClosedAt  time.Time // zero: it is not over
}

// DisputeEvidence is the answer to a dispute.
type DisputeEvidence struct {
	Product string `json:"product,omitempty"` // what was sold
	Buyer   string `json:"buyer,omitempty"`   // address of the buyer
	Terms   string `json:"terms,omitempty"`   // what they agreed to
	Access  string `json:"access,omitempty"`  // what they downloaded, and when
	Text    string `json:"text,omitempty"`    // all else, in the words of the operator
}

// Empty reports whether there is nothing in it.
func (e DisputeEvidence) Empty() bool { return e == DisputeEvidence{} }

package vitrine

import (
	"cmp"
	"time"
	"unicode/utf8"
)

// RefundRequestState is how far a buyer's request for their money has come.
type RefundRequestState string

// The states of requests. The last three are ends of it.
const (
	RequestOpen      RefundRequestState = "open"     // the seller is to answer
	RequestRefused   RefundRequestState = "refused"  // the seller refused it, and the buyer may take it to the operators
	RequestPassed    RefundRequestState = "passed"   // the operators are to answer
	RequestGranted   RefundRequestState = "granted"  // the money goes back
	RequestDeclined  RefundRequestState = "declined" // it stays with the seller
	RequestWithdrawn RefundRequestState = "withdrawn"
)

// RefundRequestStates are all states, in the order in which a request may come into them.
func RefundRequestStates() []RefundRequestState {
	return []RefundRequestState{RequestOpen, RequestRefused, RequestPassed, RequestGranted, RequestDeclined, RequestWithdrawn}
}

// Over reports whether nobody answers any more.
func (s RefundRequestState) Over() bool {
	return s == RequestGranted || s == RequestDeclined || s == RequestWithdrawn
}

// RefundRequest is a buyer's wish for the money of an order, or for a part of it. An order has one that is not over at most.
type RefundRequest struct {
	ID           int64
	OrderID      int64
	BuyerID      int64 // 0: bought without an account
	SellerID     int64
	Title        string // of the model that was bought
	Amount       Amount // that is asked for
	Granted      Amount // of it; 0 where nothing was
	Currency     string
	Reason       RefundReason
	Text         string // in the words of the buyer
	State        RefundRequestState
	DueAt        time.Time // until when somebody is to answer, or the buyer may insist; zero once it is over
	SellerAnswer string    // in the words of the seller; "" where they said nothing
	DeskAnswer   string    // in those of an operator
	AnsweredByID int64     // who ended it; 0: the buyer, or the time
	AnsweredBy   string    // their name, as it was then
	Version      int64
	CreatedAt    time.Time
	UpdatedAt    time.Time
	AnsweredAt   time.Time // of the seller's answer; zero before
	EndedAt      time.Time // zero: it is not over
}

// MaxRequests is how often the money of one order can be asked for.
const MaxRequests = 5

// MaxRequestText is how many characters the words of a request, and of each answer to it, have at most.
const MaxRequestText = 2000

// CheckRequestText returns what is wrong with the words of a request, or of an answer to one.
func CheckRequestText(pointer, text string) []Field {
	if n := utf8.RuneCountInString(text); n == 0 || n > MaxRequestText || !utf8.ValidString(text) {
		return []Field{{Pointer: pointer, Code: "bad_length", Detail: "say why in 1 to 2000 characters"}}
	}
	return nil
}

// RefundRules say when buyers may ask for their money, and how long each has for an answer. The zero value of a number is
// the shipped one.
type RefundRules struct {
	Closed     bool `json:"closed,omitzero"`      // buyers write to the marketplace, and have no form
	AskDays    int  `json:"ask_days,omitzero"`    // after the payment
	SellerDays int  `json:"seller_days,omitzero"` // for the seller's answer, and for the buyer to insist
	DeskDays   int  `json:"desk_days,omitzero"`   // for that of the operators
	// Grants says that a request which no operator has answered in time is granted; else it goes on waiting for them.
	Grants bool `json:"grants,omitzero"`
}

// How many days there are for what, unless an operator says otherwise, and at most.
const (
	DefaultAskDays    = 30
	DefaultSellerDays = 5
	DefaultDeskDays   = 7
	MaxRefundDays     = 365
)

// AskTime is for how long after the payment a buyer may ask.
func (r RefundRules) AskTime() time.Duration { return days(cmp.Or(r.AskDays, DefaultAskDays)) }

// SellerTime is for how long a seller may think about an answer.
func (r RefundRules) SellerTime() time.Duration { return days(cmp.Or(r.SellerDays, DefaultSellerDays)) }

// DeskTime is for how long operators may.
func (r RefundRules) DeskTime() time.Duration { return days(cmp.Or(r.DeskDays, DefaultDeskDays)) }

func (r RefundRules) check() (faults []Field) {
	for _, n := range []struct {
		pointer string
		days    int
	}{{"/refunds/ask_days", r.AskDays}, {"/refunds/seller_days", r.SellerDays}, {"/refunds/desk_days", r.DeskDays}} {
		if n.days < 0 || n.days > MaxRefundDays {
			faults = append(faults, Field{Pointer: n.pointer, Code: "not_allowed", Detail: "write 1 to 365 days, or nothing"})
		}
	}
	return faults
}

package vitrine

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

// EventType is what happened that programs are told of: the kind of the object that it
// happened to, a dot, and what it was.
type EventType string

// The events. A model is published when it comes into the catalogue, by whoever's word, and
// unpublished when it leaves it.
const (
	EventOrderCreated     EventType = "order.created"
	EventOrderPaid        EventType = "order.paid" // also when a dispute about it is over
	EventOrderExpired     EventType = "order.expired"
	EventOrderCanceled    EventType = "order.canceled"
	EventOrderRefunded    EventType = "order.refunded"
	EventOrderDisputed    EventType = "order.disputed"
	EventCheckoutCreated  EventType = "checkout.created"
	EventCheckoutPaid     EventType = "checkout.paid"
	EventCheckoutCanceled EventType = "checkout.canceled"
	EventCheckoutExpired  EventType = "checkout.expired"
	EventModelPublished   EventType = "model.published"
	EventModelUnpublished EventType = "model.unpublished"
	EventModelDeleted     EventType = "model.deleted"
	EventFileReady        EventType = "file.ready"
	EventFileRejected     EventType = "file.rejected"
	EventPayoutCreated    EventType = "payout.created"
	EventPayoutSent       EventType = "payout.sent"
	EventPayoutPaid       EventType = "payout.paid"
	EventPayoutFailed     EventType = "payout.failed"
	EventPayoutCanceled   EventType = "payout.canceled"
	EventTransferCreated  EventType = "transfer.created"  // money of an order was moved to its seller's account with the provider
	EventTransferReversed EventType = "transfer.reversed" // or back
	EventTransferFailed   EventType = "transfer.failed"   // or could not be
	EventUserCreated      EventType = "user.created"      // an account was made, by whoever
	EventUserRemoved      EventType = "user.removed"

	// EventTest is sent on request alone, to see whether an address is reached.
	EventTest EventType = "webhook.test"
)

// EventTypes are the events that an endpoint can ask for.
func EventTypes() []EventType {
	return []EventType{EventOrderCreated, EventOrderPaid, EventOrderExpired, EventOrderCanceled, EventOrderRefunded, EventOrderDisputed,
		EventCheckoutCreated, EventCheckoutPaid, EventCheckoutCanceled, EventCheckoutExpired, EventModelPublished, EventModelUnpublished,
		EventModelDeleted, EventFileReady, EventFileRejected,
		EventPayoutCreated, EventPayoutSent, EventPayoutPaid, EventPayoutFailed, EventPayoutCanceled,
		EventTransferCreated, EventTransferReversed, EventTransferFailed, EventUserCreated, EventUserRemoved}
}

// Object is the kind of what an event happened to: order, checkout, model, file, payout, transfer or user.
func (t EventType) Object() string {
	object, _, _ := strings.Cut(string(t), ".")
	return object
}

// OrderEvent is the event of an order that came into a state.
func OrderEvent(status OrderStatus) EventType {
	if status == Unpaid {
		return EventOrderCreated
	}
	return EventType("order." + string(status))
}

// Event is something that happened to an object, as programs are told of it.
type Event struct {
	ID        int64
	Key       string // by which receivers know it again: the same each time that it is told
	Type      EventType
	ObjectID  int64
	Sequence  int64  // counts the events of the object, from 1 on
	SellerID  int64  // whose model, file or sale it is; 0 for nobody's
	Data      string // JSON object with what is told of the object; "" for nothing but its id
	CreatedAt time.Time
}

// Why an endpoint is disabled.
const (
	DisabledByOwner = "owner"   // who looks after it said so
	DisabledGone    = "gone"    // its address answered 410
	DisabledFailing = "failing" // too much of what it was sent was not taken
)

// Endpoint is where a program is told of events: of the orders that its application made, of
// its owner's own models, files, orders and sales, or of all of the marketplace.
type Endpoint struct {
	ID              int64
	UserID          int64  // its owner
	ApplicationID   int64  // that it belongs to; 0 for the owner's own
	GrantID         int64  // by which the application acts for the owner; 0 where it acts by itself
	Whole           bool   // it is told of the whole marketplace: its owner is an operator
	URL             string // "" for one that is polled
	Description     string
	Events          []EventType // nil: all that it may be told of
	Thin            bool        // it is told ids alone
	Secret          string
	OldSecret       string    // good beside Secret until OldUntil
	OldUntil        time.Time // zero: there is none
	Version         int64
	CreatedAt       time.Time
	UpdatedAt       time.Time
	DisabledAt      time.Time // zero: it is not
	DisabledBecause string
}

// ForCustomers reports whether the endpoint is that of an application by itself.
func (e *Endpoint) ForCustomers() bool { return e.ApplicationID != 0 && e.GrantID == 0 }

// May are the events that the endpoint may be told of.
func (e *Endpoint) May() []EventType {
	return slices.DeleteFunc(EventTypes(), func(t EventType) bool {
		switch t.Object() {
		case "order", "checkout":
			return false
		case "user": // which concern the marketplace alone
			return !e.Whole
		default:
			return e.ForCustomers() && !e.Whole
		}
	})
}

// The limits of endpoints.
const (
	MaxEndpoints           = 20 // of an owner, and of an application
	MaxEndpointURL         = 2048
	MaxEndpointDescription = 200 // characters
)

// Check returns what is wrong with an endpoint. plain allows http.
func (e *Endpoint) Check(plain bool) []Field {
	var faults []Field
	if e.URL != "" && !endpointURL(e.URL, plain) {
		detail := "the address is https://, without a user name and #, of at most 2048 characters"
		faults = append(faults, Field{Pointer: "/url", Code: "bad_format", Detail: detail})
	}
	if e.Description != "" && !isLine(e.Description, MaxEndpointDescription) {
		faults = append(faults, Field{Pointer: "/description", Code: "bad_format", Detail: "a description is one line of at most 200 characters"})
	}
	for _, t := range e.Events {
		if !slices.Contains(e.May(), t) {
			faults = append(faults, Field{Pointer: "/events", Code: "not_allowed", Detail: "this endpoint is not told of " + string(t)})
		}
	}
	return faults
}

// endpointURL reports whether something can be sent to an address.
func endpointURL(address string, plain bool) bool {
	parsed, err := url.Parse(address)
	if err != nil || len(address) > MaxEndpointURL || !plainASCII(address) || strings.Contains(address, "#") {
		return false
	}
	secure := parsed.Scheme == "https" || plain && parsed.Scheme == "http"
	return secure && parsed.User == nil && parsed.Hostname() != "" && parsed.Opaque == ""
}

// The states of a delivery.
const (
	DeliveryPending   = "pending"   // it will be tried, or tried again
	DeliveryDelivered = "delivered" // the endpoint answered 2xx
	DeliveryFailed    = "failed"    // it is given up
)

// Delivery is one event on its way to one endpoint.
type Delivery struct {
	ID         int64
	EndpointID int64
	Private    bool // the endpoint may know who bought
	Status     string
	Attempts   int
	DueAt      time.Time // of the next attempt, while it is pending
	CreatedAt  time.Time
	SettledAt  time.Time // zero while it is pending
	Last       Attempt
	Event      Event

	BuyersEmail string // of the order, as it is now, where Private
	Seller      string // username, as it is now
}

// Attempt is how an endpoint answered last; the zero value before the first time.
type Attempt struct {
	At     time.Time
	Status int           // of HTTP; 0 where there was no answer
	Took   time.Duration // until the answer, or until it was waited for no more
	Fault  string        // why there was none
	Answer string        // its beginning
}

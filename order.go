package vitrine

import (
	"slices"
	"strings"
	"time"
)

// OrderStatus is the state of an order.
type OrderStatus string

// The states of an order.
const (
	Unpaid   OrderStatus = "unpaid"
	Paid     OrderStatus = "paid"
	Canceled OrderStatus = "canceled"
	Expired  OrderStatus = "expired"
	Refunded OrderStatus = "refunded"
	Disputed OrderStatus = "disputed"
)

// ParseOrderStatus reads the state of an order, and names all of them when there is no
// such state. "" is none in particular.
func ParseOrderStatus(text string) (OrderStatus, error) {
	states := []OrderStatus{Unpaid, Paid, Canceled, Expired, Refunded, Disputed}
	if status := OrderStatus(text); status == "" || slices.Contains(states, status) {
		return status, nil
	}
	words := make([]string, len(states))
	for i, status := range states {
		words[i] = string(status)
	}
	return "", Errorf(Invalid, "orders have no state %q; the states are %s", text, strings.Join(words, ", "))
}

// CanBecome reports whether an order may go from one state to another. A late
// payment revives an expired or canceled order.
func (s OrderStatus) CanBecome(next OrderStatus) bool {
	allowed := map[OrderStatus][]OrderStatus{
		Unpaid:   {Paid, Canceled, Expired},
		Expired:  {Paid},
		Canceled: {Paid},
		Paid:     {Refunded, Disputed},
		Disputed: {Paid, Refunded},
	}
	return slices.Contains(allowed[s], next)
}

// Taken reports whether money came for an order in this state, also when it went back.
func (s OrderStatus) Taken() bool { return s == Paid || s == Disputed || s == Refunded }

// Proves reports whether an order in this state has a receipt that holds.
func (s OrderStatus) Proves() bool { return s == Paid || s == Disputed }

// RepeatKept is how long a request can be repeated by its key, and gets its
// first answer again.
const RepeatKept = 24 * time.Hour

// Order is one purchase of one model. What it sells was pinned when it was
// made and never changes: price, the marketplace's share of it, licence text and file set.
type Order struct {
	ID              int64
	UUID            string // the caller's own identifier, unique for the caller
	UserID          int64  // who made it
	ApplicationID   int64  // that made it for its owner; 0 for a user's own token
	BuyerID         int64  // the user who buys; 0 when only an address is known
	BuyersEmail     string
	Language        string // that the buyer reads: tags of BCP 47, best first, with commas; "" where nobody said
	Status          OrderStatus
	ModelID         int64
	Model           PinnedModel
	Price           Amount
	Currency        string
	Share           Share // of the price, that the marketplace keeps
	License         PinnedLicense
	Files           []OrderFile
	ReturnURL       string
	Handle          string    // what the two secrets are derived from
	CheckoutKey     string    // secret in the checkout address
	DownloadToken   string    // secret of the application
	DownloadsKept   bool      // the operator left the downloads at the refund
	Again           bool      // it may buy what the buyer has already
	PayingUntil     time.Time // when a payment that has begun counts as given up; zero: none has begun
	Confirming      bool      // its customer has paid elsewhere, and their bank has not confirmed it yet
	CanceledBecause CancelReason
	Live            bool     // real money, not a sandbox
	Waiver          Waiver   // what the buyer agreed to at the checkout
	Discount        Discount // what a bundle and a coupon took off
	Billing         Billing  // what the buyer says of themselves for the invoice
	Tax             OrderTax // pinned when a payment begins
	PaymentID       string   // the provider's reference
	Version         int64
	CreatedAt       time.Time
	UpdatedAt       time.Time
	ExpiresAt       time.Time
	PaidAt          time.Time // zero: not paid
	RefundedAt      time.Time // zero: not refunded
	Refunded        Amount    // of the price, that went back or was lost by a dispute
}

// CancelReason says why an order was canceled; "" when somebody asked for it.
type CancelReason string

// ModelGone cancels the unpaid orders of a model that leaves the catalogue.
const ModelGone CancelReason = "model_gone"

// PinnedModel is the model as it was when it was ordered.
type PinnedModel struct {
	Title      string
	Slug       string
	AuthorID   int64
	AuthorName string
}

// PinnedLicense is the licence as it was when the model was ordered.
type PinnedLicense struct {
	Type    License
	Name    string
	Version int64  // of text and terms; 0 where it is a seller's own text, or was not noted
	Hash    string // SHA-256 of Text, hex
	Text    string
}

// OrderFile is a file that was bought. It outlives the model.
type OrderFile struct {
	FileID  int64
	Name    string
	Size    int64
	SHA256  string
	BlobKey string
}

// Downloads reports whether the order opens its files.
func (o *Order) Downloads() bool {
	return o.Status == Paid || o.Status == Disputed || o.Status == Refunded && o.DownloadsKept
}

// Payable reports whether the order can still be paid on its checkout page.
func (o *Order) Payable(now time.Time) bool {
	return o.Status == Unpaid && now.Before(o.ExpiresAt)
}

// Left is what is left of the price.
func (o *Order) Left() Amount { return o.Price - o.Refunded }

// Paying reports whether a payment of the order has begun and may still come to
// its outcome.
func (o *Order) Paying(now time.Time) bool { return o.Status == Unpaid && now.Before(o.PayingUntil) }

// StatusAt is the order's state at a time: one that was not paid in time is
// expired, also before that is written down.
func (o *Order) StatusAt(now time.Time) OrderStatus {
	if o.Status == Unpaid && !o.Payable(now) && !o.Paying(now) {
		return Expired
	}
	return o.Status
}

// CheckUUID returns what is wrong with the caller's own order id.
func CheckUUID(id string) []Field {
	if id != "" && len(id) <= 64 && !slices.ContainsFunc([]byte(id), func(b byte) bool { return b <= ' ' || b > '~' }) {
		return nil
	}
	return []Field{{Pointer: "/uuid", Code: "bad_format", Detail: "uuid has 1 to 64 printable ASCII characters without spaces"}}
}

// SecretKind is a kind of secret. Those of an order are derived from its handle, by keys
// that the database does not hold; those of an app that shows codes, of an endpoint and of
// receipts are sealed by them.
type SecretKind string

// The kinds of secrets.
const (
	CheckoutSecret SecretKind = "checkout"
	DownloadSecret SecretKind = "download"
	FactorSecret   SecretKind = "factor"
	WebhookSecret  SecretKind = "webhook"
	ReceiptSecret  SecretKind = "receipt"
	AccountSecret  SecretKind = "account" // where a seller is paid
	TaxSecret      SecretKind = "tax"     // what a tax office asks about a seller
)

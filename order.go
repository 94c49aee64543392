package vitrine

import (
	"net/url"
	"slices"
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

// CanBecome says whether an order may go from one state to another. A late
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

// RepeatKept is how long a request can be repeated by its key, and gets its
// first answer again.
const RepeatKept = 24 * time.Hour

// Order is one purchase of one model. What it sells was pinned when it was
// made and never changes: price, licence text and file set.
type Order struct {
	ID            int64
	UUID          string // the caller's own identifier, unique for the caller
	UserID        int64  // who made it
	BuyerID       int64  // the user who buys; 0 when only an address is known
	BuyersEmail   string
	Status        OrderStatus
	ModelID       int64
	Model         PinnedModel
	Price         Amount
	Currency      string
	License       PinnedLicense
	Files         []OrderFile
	ReturnURL     string
	CheckoutKey   string // secret in the checkout address
	DownloadToken string // secret of the application
	DownloadsKept bool   // the operator left the downloads at the refund
	Live          bool   // real money, not a sandbox
	PaymentID     string // the provider's reference
	Version       int64
	CreatedAt     time.Time
	UpdatedAt     time.Time
	ExpiresAt     time.Time
	PaidAt        time.Time // zero: not paid
	RefundedAt    time.Time // zero: not refunded
}

// PinnedModel is the model as it was when it was ordered.
type PinnedModel struct {
	Title      string
	Slug       string
	AuthorID   int64
	AuthorName string
}

// PinnedLicense is the licence as it was when the model was ordered.
type PinnedLicense struct {
	Type License
	Hash string // SHA-256 of Text, hex
	Text string
}

// OrderFile is a file that was bought. It outlives the model.
type OrderFile struct {
	FileID  int64
	Name    string
	Size    int64
	SHA256  string
	BlobKey string
}

// Downloads says whether the order opens its files.
func (o *Order) Downloads() bool {
	return o.Status == Paid || o.Status == Disputed || o.Status == Refunded && o.DownloadsKept
}

// Payable says whether the order can still be paid on its checkout page.
func (o *Order) Payable(now time.Time) bool {
	return o.Status == Unpaid && now.Before(o.ExpiresAt)
}

// ReturnTo is the address that the customer comes back to, with the order's
// id, uuid and status added; "" when the caller gave none.
func (o *Order) ReturnTo(id string) string {
	if o.ReturnURL == "" {
		return ""
	}
	address, err := url.Parse(o.ReturnURL)
	if err != nil {
		return ""
	}
	query := address.Query()
	query.Set("id", id)
	query.Set("uuid", o.UUID)
	query.Set("status", string(o.Status))
	address.RawQuery = query.Encode()
	return address.String()
}

// CheckReturnURL says what is wrong with a return address.
func CheckReturnURL(address string) []Field {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" || len(address) > 2048 {
		return []Field{{"/return_url", "bad_format", "return_url is an absolute http or https address of at most 2048 characters"}}
	}
	return nil
}

// CheckUUID says what is wrong with the caller's own order id.
func CheckUUID(id string) []Field {
	if id != "" && len(id) <= 64 && !slices.ContainsFunc([]byte(id), func(b byte) bool { return b <= ' ' || b > '~' }) {
		return nil
	}
	return []Field{{"/uuid", "bad_format", "uuid has 1 to 64 printable ASCII characters without spaces"}}
}

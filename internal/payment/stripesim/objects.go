package stripesim

// The objects, as they are answered. Those that another one names are written as identifiers.

type session struct {
	ID              string            `json:"id"`
	Object          string            `json:"object"`
	AmountTotal     int64             `json:"amount_total"`
	CancelURL       string            `json:"cancel_url"`
	ClientReference string            `json:"client_reference_id"`
	Created         int64             `json:"created"`
	Currency        string            `json:"currency"`
	CustomerEmail   string            `json:"customer_email,omitempty"`
	ExpiresAt       int64             `json:"expires_at"`
	Livemode        bool              `json:"livemode"`
	Metadata        map[string]string `json:"metadata"`
	Mode            string            `json:"mode"`
	PaymentIntent   any               `json:"payment_intent"` // nil, an identifier, or the object
	PaymentStatus   string            `json:"payment_status"` // paid, unpaid
	Status          string            `json:"status"`         // open, complete, expired
	SuccessURL      string            `json:"success_url"`
	URL             *string           `json:"url"`
	AutomaticTax    automaticTax      `json:"automatic_tax"`
	Customer        *customer         `json:"customer_details"`
	Totals          totals            `json:"total_details"`

	titles []string
	lines  []*line
	intent map[string]string // its metadata
	group  string            // of transfers
}

type charge struct {
	ID             string            `json:"id"`
	Object         string            `json:"object"`
	Amount         int64             `json:"amount"`
	AmountRefunded int64             `json:"amount_refunded"`
	Balance        any               `json:"balance_transaction"`
	Created        int64             `json:"created"`
	Currency       string            `json:"currency"`
	Disputed       bool              `json:"disputed"`
	Livemode       bool              `json:"livemode"`
	Metadata       map[string]string `json:"metadata"`
	Method         *method           `json:"payment_method_details"`
	PaymentIntent  string            `json:"payment_intent"`
	Refunded       bool              `json:"refunded"`
	Status         string            `json:"status"` // pending, succeeded, failed

	group string // of transfers
}

type intent struct {
	ID            string            `json:"id"`
	Object        string            `json:"object"`
	Amount        int64             `json:"amount"`
	Currency      string            `json:"currency"`
	LatestCharge  any               `json:"latest_charge"`
	Livemode      bool              `json:"livemode"`
	Metadata      map[string]string `json:"metadata"`
	TransferGroup string            `json:"transfer_group,omitempty"`
	Status        string            `json:"status"` // processing, succeeded, requires_payment_method
}

type balance struct {
	ID       string `json:"id"`
	Object   string `json:"object"`
	Amount   int64  `json:"amount"`
	Created  int64  `json:"created"`
	Currency string `json:"currency"`
	Fee      int64  `json:"fee"`
	Net      int64  `json:"net"`
	Type     string `json:"type"`
}

type refund struct {
	ID            string            `json:"id"`
	Object        string            `json:"object"`
	Amount        int64             `json:"amount"`
	Charge        string            `json:"charge"`
	Created       int64             `json:"created"`
	Currency      string            `json:"currency"`
	FailureMoved  any               `json:"failure_balance_transaction,omitempty"` // a name; *balance where it is asked for
	FailureReason string            `json:"failure_reason,omitempty"`
	Metadata      map[string]string `json:"metadata"`
	PaymentIntent string            `json:"payment_intent"`
	Status        string            `json:"status"` // pending, succeeded, failed
}

type dispute struct {
	ID            string            `json:"id"`
	Object        string            `json:"object"`
	Amount        int64             `json:"amount"`
	Charge        string            `json:"charge"`
	Created       int64             `json:"created"`
	Currency      string            `json:"currency"`
	Livemode      bool              `json:"livemode"`
	Metadata      map[string]string `json:"metadata"`
	PaymentIntent string            `json:"payment_intent"`
	Reason        string            `json:"reason"`
	Status        string            `json:"status"` // needs_response, won, lost, …
	Balances      []*balance        `json:"balance_transactions"`
	Details       *details          `json:"evidence_details"`
	Evidence      map[string]string `json:"evidence"`
}

type details struct {
	DueBy       int64 `json:"due_by"`
	HasEvidence bool  `json:"has_evidence"`
	Submissions int64 `json:"submission_count"`
}

// Event is what the Sim tells of.
type Event struct {
	ID         string    `json:"id"`
	Object     string    `json:"object"`
	Account    string    `json:"account,omitempty"` // connected, that it is of
	APIVersion string    `json:"api_version"`
	Created    int64     `json:"created"`
	Data       EventData `json:"data"`
	Livemode   bool      `json:"livemode"`
	Type       string    `json:"type"`
}

// EventData is what an event is about, as it was then.
type EventData struct {
	Object any `json:"object"`
}

// list is a page of a list, which has no other.
type list struct {
	Object  string `json:"object"`
	Data    any    `json:"data"`
	HasMore bool   `json:"has_more"`
	URL     string `json:"url"`
}

// The share of a payment that is kept, as of a European card: 1.5 % and 25 of the smallest unit.
func feeOf(amount int64) int64 { return (amount*15+999)/1000 + 25 }

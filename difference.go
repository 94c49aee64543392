package vitrine

import "time"

// MovementKind says what has changed what a provider of payments holds.
type MovementKind string

// The kinds of movements.
const (
	MovedCharge       MovementKind = "charge"
	MovedRefund       MovementKind = "refund" // also one that came back
	MovedDispute      MovementKind = "dispute"
	MovedTransfer     MovementKind = "transfer"
	MovedTransferBack MovementKind = "transfer_back"
	MovedPayout       MovementKind = "payout" // to the marketplace's bank; above zero it came back
	MovedFee          MovementKind = "fee"    // that is of no payment
	MovedOther        MovementKind = "other"
)

// ProviderMovement is a change of what a provider holds. Amounts are what it adds, or takes below zero; the fee is what
// is kept of it.
type ProviderMovement struct {
	ID          string
	Kind        MovementKind
	Object      string    // the provider's name of what was moved
	About       string    // of the charge that a refund or dispute is of, or of the transfer that is moved back; "" for none
	Orders      []OrderOf // that a charge pays for
	Amount      Amount
	Currency    string
	Fee         Amount
	FeeCurrency string
	// Settled is, of what was settled in another currency than it counts in, how much that was, in the currency of the fee.
	Settled Amount
	At      time.Time
}

// OrderOf names an order, with what payment.Reference says of it: another marketplace has orders of the same numbers.
type OrderOf struct {
	ID int64
	Of string
}

// Held is an amount that a provider holds.
type Held struct {
	Currency string `json:"currency"`
	Amount   Amount `json:"amount"`
}

// The kinds of differences.
const (
	DifferenceOrder   = "order"   // of what an order, and those that were paid with it, moved
	DifferenceForeign = "foreign" // money came, went back or was disputed that is of no order
	DifferenceOther   = "other"   // all else that has changed the balance
)

// Difference is where what a provider reports and what the ledger has of it at that provider disagree.
type Difference struct {
	ID         int64
	Provider   string
	Live       bool
	About      string // the least number of the orders that it is of, or the provider's name of a movement
	Kind       string
	OrderID    int64 // 0 where it is of none
	Currency   string
	Reported   Amount
	Booked     Amount
	FoundAt    time.Time
	ResolvedAt time.Time // zero while it is open
	ResolvedBy int64     // an operator; 0: both agree now
	Note       string
}

// Off is how much more the provider reports than is booked.
func (d *Difference) Off() Amount { return d.Reported - d.Booked }

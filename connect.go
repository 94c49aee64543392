package vitrine

import "time"

// The states of a seller's account with a provider of payments.
const (
	ConnectBegun      = "begun"      // the provider still asks something
	ConnectActive     = "active"     // the seller is paid by it
	ConnectRestricted = "restricted" // it was active, and the provider pays nothing to it now
)

// ConnectedAccount is a seller's own account with a provider of payments, who pays them from it.
type ConnectedAccount struct {
	UserID    int64
	Live      bool // of real money
	Provider  string
	Account   string // the provider's name of it
	Status    string
	Reason    string // why it is restricted, in the provider's words; "" for none
	Fault     string // why the provider's last payout from it failed; "" where it did not
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// OrderTransfer is what of an order's money stands at the seller's own account with a provider.
type OrderTransfer struct {
	OrderID   int64
	SellerID  int64
	Currency  string
	Live      bool
	Wanted    Amount    // what is to stand there, as it was last looked at
	There     Amount    // what does
	Step      int64     // counts what was asked of the provider
	Planned   Amount    // that is being moved, below zero back; 0 for nothing
	Fault     string    // why the last step failed; "" where it did not
	Tries     int64     // that failed since the last one that did not
	DueAt     time.Time // when it is looked at again; zero: nothing is to be done
	CreatedAt time.Time
	UpdatedAt time.Time
}

// MadeTransfer is a transfer of an order's money that was made.
type MadeTransfer struct {
	OrderID   int64
	Step      int64
	Reference string // the provider's name of it
	Amount    Amount
	Reversed  Amount // of it, that was moved back
	CreatedAt time.Time
}

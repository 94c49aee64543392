package vitrine

import (
	"slices"
	"time"
)

// AccountKind says what the money on an account of the ledger is.
type AccountKind string

// The kinds of accounts. A balance above zero is what the marketplace has, or has spent;
// one below zero is what it owes, or has earned.
const (
	AccountClearing  AccountKind = "clearing"  // at a provider of payments
	AccountBank      AccountKind = "bank"      // at the marketplace's own bank
	AccountDisputes  AccountKind = "disputes"  // drawn from a provider while a dispute is open
	AccountReturns   AccountKind = "returns"   // owed to buyers: it came needlessly, or did not arrive when it went back
	AccountLosses    AccountKind = "losses"    // borne by the marketplace: drawn once more of what had gone back
	AccountShare     AccountKind = "share"     // what the marketplace keeps of sales
	AccountFees      AccountKind = "fees"      // what a provider keeps
	AccountTax       AccountKind = "tax"       // owed to the state
	AccountHold      AccountKind = "hold"      // a seller's, and not to be paid out yet
	AccountAvailable AccountKind = "available" // a seller's, to be paid out
	AccountTransit   AccountKind = "transit"   // on its way to a seller
	AccountExchange  AccountKind = "exchange"  // given for another currency by a provider, or got for one
)

// Belonging says what an account of a kind belongs to: a provider, a seller, or neither.
func (k AccountKind) Belonging() (toProvider, toSeller bool) {
	switch k {
	case AccountClearing, AccountDisputes, AccountReturns, AccountFees, AccountExchange:
		return true, false
	case AccountHold, AccountAvailable, AccountTransit:
		return false, true
	default:
		return false, false
	}
}

// LedgerAccount is one account of the ledger. All but ID says which one it is, so that accounts can be
// compared before they are stored.
type LedgerAccount struct {
	ID       int64 // 0: not stored
	Kind     AccountKind
	Provider string // "" where it belongs to none
	SellerID int64  // 0 where it belongs to none; it stays when the person is erased
	Currency string
	Live     bool // real money: it never meets any that is not
}

// EntryKind says what happened to money.
type EntryKind string

// The kinds of entries.
const (
	EntrySold           EntryKind = "sold"
	EntryFee            EntryKind = "fee"
	EntryNeedless       EntryKind = "needless" // money came that nothing is sold for
	EntryReturned       EntryKind = "returned" // and went back
	EntryRefunded       EntryKind = "refunded"
	EntryRefundFailed   EntryKind = "refund_failed" // it came back from the buyer's bank, and is owed to them
	EntryDisputed       EntryKind = "disputed"
	EntryDisputeWon     EntryKind = "dispute_won"
	EntryDisputeLost    EntryKind = "dispute_lost"
	EntryLost           EntryKind = "lost"     // by a dispute of a needless payment, or got back again
	EntryCovered        EntryKind = "covered"  // what was owed to a buyer, by what was lost to them
	EntryReleased       EntryKind = "released" // from hold to what is available
	EntryTransferred    EntryKind = "transferred"
	EntryTransferBack   EntryKind = "transfer_back"
	EntryPayout         EntryKind = "payout"
	EntryPayoutArrived  EntryKind = "payout_arrived"
	EntryPayoutReturned EntryKind = "payout_returned"
	EntryBanked         EntryKind = "banked"    // from a provider to the marketplace's bank
	EntryExchanged      EntryKind = "exchanged" // by a provider, from one currency to another one: an entry in each
	EntryAdjusted       EntryKind = "adjusted"
)

// LedgerEntry is one movement of money between accounts. Its lines sum to zero, and it is never
// changed: what is wrong is put right by another one.
type LedgerEntry struct {
	ID        int64
	Kind      EntryKind
	Cause     string // unique: what is booked again by the same cause is booked once
	OrderID   int64  // 0 where it is of none
	Note      string
	Lines     []LedgerLine
	CreatedAt time.Time
}

// Moves is how much an entry moves: the sum of its lines above zero.
func (e *LedgerEntry) Moves() (sum Amount) {
	for _, line := range e.Lines {
		sum += max(line.Amount, 0)
	}
	return sum
}

// EntryKinds are all kinds of entries.
func EntryKinds() []EntryKind {
	return []EntryKind{
		EntrySold, EntryFee, EntryNeedless, EntryReturned, EntryRefunded, EntryRefundFailed, EntryDisputed, EntryDisputeWon, EntryDisputeLost,
		EntryLost, EntryCovered, EntryReleased,
		EntryTransferred, EntryTransferBack, EntryPayout, EntryPayoutArrived, EntryPayoutReturned, EntryBanked, EntryExchanged, EntryAdjusted,
	}
}

// AccountKinds are all kinds of accounts, those of what the marketplace has before those of what it owes and earned.
func AccountKinds() []AccountKind {
	return []AccountKind{
		AccountClearing, AccountBank, AccountDisputes, AccountReturns, AccountHold, AccountAvailable, AccountTransit, AccountTax, AccountShare,
		AccountFees, AccountLosses, AccountExchange,
	}
}

// Known reports whether the kind is one of AccountKinds.
func (k AccountKind) Known() bool { return slices.Contains(AccountKinds(), k) }

// Known reports whether the kind is one of EntryKinds.
func (k EntryKind) Known() bool { return slices.Contains(EntryKinds(), k) }

// LedgerQuery selects entries of the ledger, the newest first. The zero value of a field asks for nothing.
type LedgerQuery struct {
	OrderID  int64
	SellerID int64 // on whose accounts they move something
	Kind     EntryKind
	Cause    string
	Account  AccountKind
	Amount   Amount    // that they move
	From, To time.Time // of the days; To is the first moment behind them
	Page     Page
}

// LedgerLine is what an entry does to one account.
type LedgerLine struct {
	Account LedgerAccount
	Amount  Amount // never 0
}

// Check returns what is wrong with an entry: it would break the books.
func (e *LedgerEntry) Check() error {
	if e.Cause == "" || len(e.Lines) < 2 {
		return Errorf(Invalid, "an entry has a cause and two lines or more")
	}
	first, seen, sum := e.Lines[0].Account, map[LedgerAccount]bool{}, Amount(0)
	for _, line := range e.Lines {
		if err := line.check(); err != nil {
			return err
		}
		if line.Account.Currency != first.Currency || line.Account.Live != first.Live {
			return Errorf(Invalid, "an entry moves money of one currency, which is real in all of its lines or in none")
		}
		which := line.Account
		which.ID = 0
		if seen[which] {
			return Errorf(Invalid, "an entry has one line for each account")
		}
		seen[which] = true
		sum += line.Amount
	}
	if sum != 0 {
		return Errorf(Invalid, "the lines of an entry sum to zero, and not to %s", sum)
	}
	return nil
}

// MaxLine is the most that a line moves, either way: sums of ten million of them are exact.
const MaxLine Amount = 900_000_000_000

func (l LedgerLine) check() error {
	toProvider, toSeller := l.Account.Kind.Belonging()
	switch {
	case l.Amount == 0 || l.Amount > MaxLine || l.Amount < -MaxLine:
		return Errorf(Invalid, "a line of an entry moves up to %s, and not nothing", MaxLine)
	case !IsCurrency(l.Account.Currency):
		return Errorf(Invalid, "an account has a currency")
	case toProvider != (l.Account.Provider != "") || toSeller != (l.Account.SellerID != 0):
		return Errorf(Invalid, "an account of the kind %q belongs to another one", l.Account.Kind)
	}
	return nil
}

// Balance is what a seller has, in one currency, of money that is real or of such that is not.
type Balance struct {
	Currency  string
	Live      bool
	Hold      Amount
	Available Amount // below zero: owed to the marketplace
	Transit   Amount
}

// Add adds an amount to what the balance has on accounts of a kind; those that are no seller's
// change nothing.
func (b *Balance) Add(kind AccountKind, amount Amount) {
	switch kind {
	case AccountHold:
		b.Hold += amount
	case AccountAvailable:
		b.Available += amount
	case AccountTransit:
		b.Transit += amount
	}
}

// Movement is what an entry of the ledger does to the balance of a seller.
type Movement struct {
	EntryID int64
	Kind    EntryKind
	OrderID int64 // 0 where it is of none
	Note    string
	At      time.Time
	Balance // that is added
}

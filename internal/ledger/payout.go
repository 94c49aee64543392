package ledger

import "vitrine"

// Payout is money that the marketplace sends a seller from its own bank.
type Payout struct {
	SellerID int64
	Currency string
	Live     bool
	Amount   vitrine.Amount
}

// Sent puts a payout on its way.
func (p Payout) Sent(cause string) (vitrine.LedgerEntry, error) {
	return p.entry(vitrine.EntryPayout, cause, vitrine.AccountAvailable, vitrine.AccountTransit)
}

// Arrived is a payout that has left the bank for good.
func (p Payout) Arrived(cause string) (vitrine.LedgerEntry, error) {
	return p.entry(vitrine.EntryPayoutArrived, cause, vitrine.AccountTransit, vitrine.AccountBank)
}

// Returned is a payout that did not arrive: it is available again.
func (p Payout) Returned(cause string) (vitrine.LedgerEntry, error) {
	return p.entry(vitrine.EntryPayoutReturned, cause, vitrine.AccountTransit, vitrine.AccountAvailable)
}

// Bounced is a payout that came back after it had arrived: it is available again.
func (p Payout) Bounced(cause string) (vitrine.LedgerEntry, error) {
	return p.entry(vitrine.EntryPayoutReturned, cause, vitrine.AccountBank, vitrine.AccountAvailable)
}

func (p Payout) entry(kind vitrine.EntryKind, cause string, to, from vitrine.AccountKind) (vitrine.LedgerEntry, error) {
	if p.Amount <= 0 {
		return vitrine.LedgerEntry{}, vitrine.Errorf(vitrine.Invalid, "a payout is above zero, and not %s", p.Amount)
	}
	s := Sale{SellerID: p.SellerID, Currency: p.Currency, Live: p.Live}
	return s.entry(kind, cause, moves{{to, p.Amount}, {from, -p.Amount}})
}

// Banked is money that a provider paid to the marketplace's bank.
func Banked(clearing vitrine.LedgerAccount, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	bank := vitrine.LedgerAccount{Kind: vitrine.AccountBank, Currency: clearing.Currency, Live: clearing.Live}
	return between(clearing, bank, amount, vitrine.LedgerEntry{Kind: vitrine.EntryBanked, Cause: cause})
}

// Exchanged is one side of what a provider exchanged: the amount came in the currency of a clearing account, or went, below
// zero. The other side is an entry of the account in the other currency.
func Exchanged(clearing vitrine.LedgerAccount, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	other := clearing
	other.Kind = vitrine.AccountExchange
	from, to := other, clearing
	if amount < 0 {
		from, to, amount = clearing, other, -amount
	}
	return between(from, to, amount, vitrine.LedgerEntry{Kind: vitrine.EntryExchanged, Cause: cause})
}

// Adjusted moves an amount from one account to another by an operator's word, which the note
// gives the reason of.
func Adjusted(from, to vitrine.LedgerAccount, amount vitrine.Amount, cause, note string) (vitrine.LedgerEntry, error) {
	if amount <= 0 || note == "" {
		return vitrine.LedgerEntry{}, vitrine.Errorf(vitrine.Invalid, "an adjustment moves an amount above zero, and says why")
	}
	return between(from, to, amount, vitrine.LedgerEntry{Kind: vitrine.EntryAdjusted, Cause: cause, Note: note})
}

// between gives an entry the lines that move an amount.
func between(from, to vitrine.LedgerAccount, amount vitrine.Amount, e vitrine.LedgerEntry) (vitrine.LedgerEntry, error) {
	e.Lines = []vitrine.LedgerLine{{Account: to, Amount: amount}, {Account: from, Amount: -amount}}
	return e, e.Check()
}

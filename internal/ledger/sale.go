package ledger

import "vitrine"

// Sold is the payment of an order: what its seller earns is on hold. An order has one; what is
// free has none, and is Invalid.
func Sold(s Sale) (vitrine.LedgerEntry, error) {
	if s.Price <= 0 || s.Tax < 0 || s.Tax > s.Price || s.Share < 0 || s.Share > vitrine.WholePrice {
		return vitrine.LedgerEntry{}, vitrine.Errorf(vitrine.Invalid, "an order of %s, of which %s is tax, is no sale", s.Price, s.Tax)
	}
	p := s.Parts()
	return s.entry(vitrine.EntrySold, Cause(s.OrderID, "paid"), moves{
		{vitrine.AccountClearing, s.Price},
		{vitrine.AccountTax, -p.Tax},
		{vitrine.AccountShare, -p.Share},
		{vitrine.AccountHold, -p.Earned},
	})
}

// Fee is what the provider kept of its money, for a payment or for a dispute. The marketplace
// bears it.
func Fee(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryFee, cause, moves{{vitrine.AccountFees, amount}, {vitrine.AccountClearing, -amount}})
}

// Needless is a payment that nothing is sold for: a second one, or one that came too late.
func Needless(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryNeedless, cause, moves{{vitrine.AccountClearing, amount}, {vitrine.AccountReturns, -amount}})
}

// Returned is what became of a needless payment, or of a refund that did not arrive: its money went back.
func Returned(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryReturned, cause, moves{{vitrine.AccountReturns, amount}, {vitrine.AccountClearing, -amount}})
}

// ReturnedByBank is Returned where the marketplace sent the money from its own bank.
func ReturnedByBank(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryReturned, cause, moves{{vitrine.AccountReturns, amount}, {vitrine.AccountBank, -amount}})
}

// RefundFailed is money of a refund that came back from the buyer's bank. It is not the sale's again: the
// marketplace owes it to the buyer.
func RefundFailed(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryRefundFailed, cause, moves{{vitrine.AccountClearing, amount}, {vitrine.AccountReturns, -amount}})
}

// Lost is money that a bank drew of a payment that had gone back; below zero it came again.
func Lost(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryLost, cause, moves{{vitrine.AccountLosses, amount}, {vitrine.AccountClearing, -amount}})
}

// Covered ends a debt to a buyer who already got as much beyond what they paid; no money moves.
func Covered(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryCovered, cause, moves{{vitrine.AccountReturns, amount}, {vitrine.AccountLosses, -amount}})
}

// Transferred is what a provider moved of a sale's money to the seller's own account with it.
func Transferred(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryTransferred, cause, moves{{vitrine.AccountAvailable, amount}, {vitrine.AccountClearing, -amount}})
}

// TransferBack is what a provider moved back from there.
func TransferBack(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryTransferBack, cause, moves{{vitrine.AccountClearing, amount}, {vitrine.AccountAvailable, -amount}})
}

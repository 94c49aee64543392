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

// Returned is what became of a needless payment: its money went back.
func Returned(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryReturned, cause, moves{{vitrine.AccountReturns, amount}, {vitrine.AccountClearing, -amount}})
}

// Refunded gives an amount of what is left of a sale back, all who earned by it bearing their
// part. What was released comes out of what is available, which may end below zero. It also
// returns what is left then.
func Refunded(s Sale, left Parts, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, Parts, error) {
	return s.takeBack(left, amount, entryOf{vitrine.EntryRefunded, cause, vitrine.AccountClearing})
}

// Disputed is money of a sale that the buyer's bank has drawn. What is earned by it and was
// released is on hold again.
func Disputed(s Sale, left Parts, cause string) (vitrine.LedgerEntry, error) {
	all := moves{{vitrine.AccountDisputes, left.Sum()}, {vitrine.AccountClearing, -left.Sum()}}
	if s.Released {
		all = append(all, move{vitrine.AccountAvailable, left.Earned}, move{vitrine.AccountHold, -left.Earned})
	}
	return s.entry(vitrine.EntryDisputed, cause, all)
}

// DisputeWon is disputed money that came back. What is earned by it stays on hold until it is released.
func DisputeWon(s Sale, left Parts, cause string) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryDisputeWon, cause, moves{{vitrine.AccountClearing, left.Sum()}, {vitrine.AccountDisputes, -left.Sum()}})
}

// DisputeLost is disputed money that stays with the buyer. A dispute has put what is earned
// on hold: it is taken from there.
func DisputeLost(s Sale, left Parts, cause string) (vitrine.LedgerEntry, error) {
	s.Released = false
	e, _, err := s.takeBack(left, left.Sum(), entryOf{vitrine.EntryDisputeLost, cause, vitrine.AccountDisputes})
	return e, err
}

// entryOf says what an entry that takes a sale back is, and which account its money is on.
type entryOf struct {
	kind  vitrine.EntryKind
	cause string
	from  vitrine.AccountKind
}

func (s Sale) takeBack(left Parts, amount vitrine.Amount, of entryOf) (vitrine.LedgerEntry, Parts, error) {
	taken, err := left.Take(amount, s.step())
	if err != nil {
		return vitrine.LedgerEntry{}, left, err
	}
	e, err := s.entry(of.kind, of.cause, moves{
		{of.from, -amount},
		{vitrine.AccountTax, taken.Tax},
		{vitrine.AccountShare, taken.Share},
		{s.earnings(), taken.Earned},
	})
	return e, left.Less(taken), err
}

// Released makes what is earned by a sale available. Invalid where nothing is.
func Released(s Sale, left Parts, cause string) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryReleased, cause, moves{{vitrine.AccountHold, left.Earned}, {vitrine.AccountAvailable, -left.Earned}})
}

// Transferred is what a provider moved of a sale's money to the seller's own account with it.
func Transferred(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryTransferred, cause, moves{{vitrine.AccountAvailable, amount}, {vitrine.AccountClearing, -amount}})
}

// TransferBack is what a provider moved back from there.
func TransferBack(s Sale, cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return s.entry(vitrine.EntryTransferBack, cause, moves{{vitrine.AccountClearing, amount}, {vitrine.AccountAvailable, -amount}})
}

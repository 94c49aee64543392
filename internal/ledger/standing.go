package ledger

import "vitrine"

// Standing is what the ledger has of a sale after all that was booked of it.
type Standing struct {
	Sale
	Left     Parts          // of the price, neither given back nor lost
	Held     vitrine.Amount // of what is earned by what is left: on hold, the rest of it is available
	Disputed vitrine.Amount // drawn by banks, whose disputes are not over
}

// Stand returns what a sale stands at by its entries; false where it is not among them.
func Stand(s Sale, booked []vitrine.LedgerEntry) (Standing, bool) {
	st, sold := Standing{Sale: s}, false
	for _, e := range booked {
		switch e.Kind {
		case vitrine.EntrySold:
			sold = true
			st.Provider, st.Price = clearingOf(e)
		case vitrine.EntryRefunded, vitrine.EntryDisputed, vitrine.EntryDisputeWon, vitrine.EntryDisputeLost, vitrine.EntryReleased:
		default:
			continue
		}
		for _, line := range e.Lines {
			st.add(line.Account.Kind, line.Amount)
		}
	}
	st.Tax, st.Released = st.Left.Tax, st.Held < st.Left.Earned
	return st, sold
}

func clearingOf(e vitrine.LedgerEntry) (provider string, amount vitrine.Amount) {
	for _, line := range e.Lines {
		if line.Account.Kind == vitrine.AccountClearing {
			return line.Account.Provider, line.Amount
		}
	}
	return "", 0
}

// add counts a line. What is owed stands below zero on the accounts.
func (st *Standing) add(kind vitrine.AccountKind, amount vitrine.Amount) {
	switch kind {
	case vitrine.AccountTax:
		st.Left.Tax -= amount
	case vitrine.AccountShare:
		st.Left.Share -= amount
	case vitrine.AccountHold:
		st.Left.Earned -= amount
		st.Held -= amount
	case vitrine.AccountAvailable:
		st.Left.Earned -= amount
	case vitrine.AccountDisputes:
		st.Disputed += amount
	}
}

// Gone is how much of the price was given back or lost.
func (st Standing) Gone() vitrine.Amount { return st.Price - st.Left.Sum() }

// within is as much of an amount as there is left of the sale.
func (st Standing) within(amount vitrine.Amount) vitrine.Amount { return min(amount, st.Left.Sum()) }

// Refunded gives an amount back, all who earned by what is left bearing their part. What a seller has of it comes out
// of what is available, which may end below zero, before what is on hold. More than is left is the marketplace's loss.
func (st Standing) Refunded(cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return st.takeBack(amount, entryOf{vitrine.EntryRefunded, cause, vitrine.AccountClearing}, func(earned vitrine.Amount) vitrine.Amount {
		return max(0, earned-(st.Left.Earned-st.Held))
	})
}

// Draw is money that the buyer's bank has drawn. What is earned by as much of it as is left, and was released, is on
// hold again.
func (st Standing) Draw(cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	all := moves{{vitrine.AccountDisputes, amount}, {vitrine.AccountClearing, -amount}}
	if left := st.within(amount); left > 0 {
		taken, err := st.Left.Take(left, st.step())
		if err != nil {
			return vitrine.LedgerEntry{}, err
		}
		again := min(taken.Earned, st.Left.Earned-st.Held)
		all = append(all, move{vitrine.AccountAvailable, again}, move{vitrine.AccountHold, -again})
	}
	return st.entry(vitrine.EntryDisputed, cause, all)
}

// DisputeWon is disputed money that came back. What is earned by it stays on hold until it is released.
func (st Standing) DisputeWon(cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return st.entry(vitrine.EntryDisputeWon, cause, moves{{vitrine.AccountClearing, amount}, {vitrine.AccountDisputes, -amount}})
}

// DisputeLost is disputed money that stays with the buyer. A dispute has put what is earned on hold: it is taken from
// there first. More than is left of the sale is the marketplace's loss.
func (st Standing) DisputeLost(cause string, amount vitrine.Amount) (vitrine.LedgerEntry, error) {
	return st.takeBack(amount, entryOf{vitrine.EntryDisputeLost, cause, vitrine.AccountDisputes}, func(earned vitrine.Amount) vitrine.Amount {
		return min(earned, st.Held)
	})
}

// Release makes what is on hold available. Invalid where nothing is.
func (st Standing) Release(cause string) (vitrine.LedgerEntry, error) {
	return st.entry(vitrine.EntryReleased, cause, moves{{vitrine.AccountHold, st.Held}, {vitrine.AccountAvailable, -st.Held}})
}

// entryOf says what an entry that takes a sale back is, and which account its money is on.
type entryOf struct {
	kind  vitrine.EntryKind
	cause string
	from  vitrine.AccountKind
}

// takeBack takes an amount from all who have a part of what is left; held says how much of what the seller gives is
// taken from what is on hold.
func (st Standing) takeBack(amount vitrine.Amount, of entryOf, held func(earned vitrine.Amount) vitrine.Amount,
) (vitrine.LedgerEntry, error) {
	if amount <= 0 {
		return vitrine.LedgerEntry{}, vitrine.Errorf(vitrine.Invalid, "what is given back is above zero, and not %s", amount)
	}
	var taken Parts
	if left := st.within(amount); left > 0 {
		var err error
		if taken, err = st.Left.Take(left, st.step()); err != nil {
			return vitrine.LedgerEntry{}, err
		}
	}
	fromHold := held(taken.Earned)
	return st.entry(of.kind, of.cause, moves{
		{of.from, -amount},
		{vitrine.AccountTax, taken.Tax},
		{vitrine.AccountShare, taken.Share},
		{vitrine.AccountHold, fromHold},
		{vitrine.AccountAvailable, taken.Earned - fromHold},
		{vitrine.AccountLosses, amount - taken.Sum()},
	})
}

// Package ledger says what each event of a sale does to money, as entries in double entry:
// what was sold, refunded, disputed, released and paid out.
//
// An entry's lines sum to zero. An amount above zero is what the marketplace has or has spent,
// one below zero is what it owes or has earned. The functions are pure: they know neither
// stores nor providers, and whoever calls them books the entry in the transaction in which
// the event changes its order.
package ledger

import (
	"strconv"

	"vitrine"
)

// Sale is what the ledger has to know of an order: all of it was pinned when it was made,
// but whether the seller's part is released.
type Sale struct {
	OrderID  int64
	SellerID int64
	Provider string // that has its money
	Currency string
	Live     bool
	Price    vitrine.Amount // tax included
	Tax      vitrine.Amount // of it, owed by the marketplace
	Share    vitrine.Share  // of what is left behind the tax
	Released bool           // what is earned is not on hold any more
}

// Parts divide an amount of a sale.
type Parts struct{ Tax, Share, Earned vitrine.Amount }

// Sum is the amount that is divided.
func (p Parts) Sum() vitrine.Amount { return p.Tax + p.Share + p.Earned }

// Less is what is left of parts.
func (p Parts) Less(taken Parts) Parts {
	return Parts{Tax: p.Tax - taken.Tax, Share: p.Share - taken.Share, Earned: p.Earned - taken.Earned}
}

// Take divides an amount as the parts are to each other, in steps of their currency (vitrine.StepOf). No part is
// more than there is of it, so that amounts that are taken one after the other come to exactly the whole. Invalid
// when the amount is not above zero, more than there is, or between two steps; all that is left can always be taken.
func (p Parts) Take(amount, step vitrine.Amount) (Parts, error) {
	if amount <= 0 || amount > p.Sum() || amount%step != 0 && amount != p.Sum() {
		return Parts{}, vitrine.Errorf(vitrine.Invalid, "of %s no %s can be given back", p.Sum(), amount)
	}
	if p.Tax%step != 0 || p.Share%step != 0 || p.Earned%step != 0 {
		step = 1 // booked before sales were divided by steps
	}
	taken := Parts{Earned: portion(p.Earned, amount, p.Sum(), step)}
	rest := amount - taken.Earned
	taken.Share = portion(p.Share, rest, p.Tax+p.Share, step)
	taken.Tax = rest - taken.Share
	return taken, nil
}

// portion is part × amount / whole, rounded half up to a step. Prices end at vitrine.MaxPrice: it stays exact.
func portion(part, amount, whole, step vitrine.Amount) vitrine.Amount {
	if whole == 0 {
		return 0
	}
	return (2*part*amount + whole*step) / (2 * whole * step) * step
}

// Parts divides the price.
func (s Sale) Parts() Parts {
	net := s.Price - s.Tax
	return Parts{Tax: s.Tax, Share: s.Share.Of(net, s.step()), Earned: s.Share.Rest(net, s.step())}
}

// step is that of the currency of the sale.
func (s Sale) step() vitrine.Amount { return vitrine.StepOf(s.Currency) }

// account returns one of the accounts that a sale moves money on.
func (s Sale) account(kind vitrine.AccountKind) vitrine.LedgerAccount {
	a := vitrine.LedgerAccount{Kind: kind, Currency: s.Currency, Live: s.Live}
	toProvider, toSeller := kind.Belonging()
	if toProvider {
		a.Provider = s.Provider
	}
	if toSeller {
		a.SellerID = s.SellerID
	}
	return a
}

// moves are amounts by the kind of account that they are added to.
type moves []move

type move struct {
	kind   vitrine.AccountKind
	amount vitrine.Amount
}

// entry makes the entry of a sale. What moves nothing has no line.
func (s Sale) entry(kind vitrine.EntryKind, cause string, all moves) (vitrine.LedgerEntry, error) {
	e := vitrine.LedgerEntry{Kind: kind, Cause: cause, OrderID: s.OrderID}
	for _, m := range all {
		if m.amount != 0 {
			e.Lines = append(e.Lines, vitrine.LedgerLine{Account: s.account(m.kind), Amount: m.amount})
		}
	}
	return e, e.Check()
}

// Cause names what happens to an order once, such as "order:12:paid".
func Cause(orderID int64, what string) string {
	return "order:" + strconv.FormatInt(orderID, 10) + ":" + what
}

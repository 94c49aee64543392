package shop

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// aside is what the ledger has of a payment beside the sale: money that nothing is sold for, and money of refunds that came
// back from the buyer's bank. It is owed to the buyer.
type aside struct {
	sale    ledger.Sale      // with the provider and the currency of the money
	owed    vitrine.Amount   // that has not gone back
	lost    vitrine.Amount   // that the buyer got beyond what was paid
	known   bool             // whether anything stood aside
	refunds []vitrine.Refund // by which it goes back
}

// readAside reads what stands aside for the buyer of the payment that an event is of.
func readAside(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) (aside, error) {
	rows, err := tx.RefundsOfOrder(ctx, o.ID)
	if err != nil {
		return aside{}, err
	}
	booked, err := tx.EntriesOfOrder(ctx, o.ID)
	if err != nil {
		return aside{}, err
	}
	return asideOf(o, e, booked, rows), nil
}

// asideOf tells what stands aside for that buyer by all that was booked of the order, and its refunds.
func asideOf(o *vitrine.Order, e payment.Event, booked []vitrine.LedgerEntry, rows []vitrine.Refund) (a aside) {
	a.sale = saleOf(o, e.Provider)
	name := paymentOf(o, e)
	var failed []string // causes of entries by which refunds came back
	for _, r := range rows {
		if r.Payment != name {
			continue
		}
		failed = append(failed, failedCause(r.OrderID, r.Provider, r.Object), failedCause(r.OrderID, r.Provider, settledName(r)))
		if r.Needless || cameBack(booked, r) {
			a.refunds = append(a.refunds, r)
		}
	}
	for _, b := range booked {
		if movesAside(o, name, b) || slices.Contains(failed, b.Cause) {
			a.add(b)
		}
	}
	return a
}

// movesAside reports whether an entry changed what is owed, or was lost, of the payment of that name.
func movesAside(o *vitrine.Order, name string, e vitrine.LedgerEntry) bool {
	switch e.Kind {
	case vitrine.EntryRefunded, vitrine.EntryDisputeLost:
		return name == o.PaymentID
	case vitrine.EntryNeedless, vitrine.EntryReturned, vitrine.EntryLost, vitrine.EntryCovered:
		_, what, _ := strings.Cut(strings.TrimPrefix(e.Cause, ledger.Cause(o.ID, "")), ":")
		of, _, _ := strings.Cut(what, "#")
		return of == name
	default:
		return false
	}
}

func (a *aside) add(e vitrine.LedgerEntry) {
	for _, line := range e.Lines {
		switch line.Account.Kind {
		case vitrine.AccountLosses:
			a.lost += line.Amount
		case vitrine.AccountReturns:
			a.owed -= line.Amount
			a.known = true
			a.sale.Currency = line.Account.Currency
			a.sale.Provider = cmp.Or(line.Account.Provider, a.sale.Provider)
		}
	}
}

// evenAside ends what is owed of a payment as far as the buyer got the money in another way, and lowers the refunds that are
// to send it to what is left.
func (s *Shop) evenAside(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	a, err := readAside(ctx, tx, o, e)
	if err != nil || !a.known {
		return err
	}
	if covered := min(a.owed, a.lost); covered > 0 {
		entry, err := ledger.Covered(a.sale, ledger.Cause(o.ID, "covered:"+paymentOf(o, e)+"#"+e.ID), covered)
		if err := s.enter(ctx, tx, entry, err); err != nil {
			return err
		}
		a.owed -= covered
	}
	return s.lowerRefunds(ctx, tx, a.owed, a.refunds, wentBack)
}

// wentBack is why nothing is left for a refund of what stood aside.
const wentBack = "the money went back in another way"

// lowerRefunds lowers refunds that were not sent to what is owed, and ends those for which nothing is left, for a reason. Those on
// their way are left alone, and what they will send counts first: an event tells what became of them.
func (s *Shop) lowerRefunds(ctx context.Context, tx *store.Tx, owed vitrine.Amount, rows []vitrine.Refund, why string) error {
	for _, r := range rows {
		if r.State == vitrine.RefundPending {
			owed -= min(r.Amount, owed)
		}
	}
	for _, r := range rows {
		if r.State != vitrine.RefundAsked && r.State != vitrine.RefundOwed {
			continue
		}
		if owed <= 0 || r.Amount > owed {
			if err := s.lowerRefund(ctx, tx, r, owed, why); err != nil {
				return err
			}
		}
		owed -= min(r.Amount, owed)
	}
	return nil
}

// lowerRefund lowers a refund to what is owed, or ends it for a reason where that is nothing.
func (s *Shop) lowerRefund(ctx context.Context, tx *store.Tx, r vitrine.Refund, owed vitrine.Amount, why string) (err error) {
	seen := func() facts { return facts{"refund": r.ID, "amount": r.Amount.String(), "state": string(r.State)} }
	before := seen()
	if owed <= 0 {
		err = s.settleRefund(ctx, tx, &r, vitrine.RefundFailed, strings.TrimSuffix(why+": "+r.Failure, ": "))
	} else {
		r.Amount = owed
		err = tx.UpdateRefund(ctx, &r, s.now())
	}
	if err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderRefundLess, ID: idText(r.OrderID), Before: before, After: seen()})
}

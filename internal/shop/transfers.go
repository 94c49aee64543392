package shop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// transfersAtOnce is of how many orders money is moved in one turn.
const transfersAtOnce = 20

// The rests until something is looked at again.
const (
	longestTransferRest = time.Hour      // after a step that failed
	accountRest         = 24 * time.Hour // while an account takes nothing; it is looked at earlier when that is over
	shortRest           = time.Minute    // of what was short, so that what was just released goes first
)

// transfersAfter says what an entry means to sellers' own accounts with the provider: what was released is moved there,
// what became of it is looked at, and what was not moved since too little was available may be now.
func (s *Shop) transfersAfter(ctx context.Context, tx *store.Tx, entry *vitrine.LedgerEntry) error {
	i := slices.IndexFunc(entry.Lines, func(l vitrine.LedgerLine) bool { return l.Account.Kind == vitrine.AccountAvailable })
	if i < 0 || entry.Kind == vitrine.EntryTransferred {
		return nil
	}
	line := entry.Lines[i]
	if line.Amount < 0 {
		if err := tx.LookAtShort(ctx, line.Account, s.now().Add(shortRest)); err != nil {
			return err
		}
	}
	switch {
	case entry.Kind == vitrine.EntryReleased:
		return s.queueTransfer(ctx, tx, entry.OrderID, line.Account)
	case entry.OrderID == 0 || entry.Kind == vitrine.EntryTransferBack:
		return nil
	default:
		return tx.LookAtTransfer(ctx, entry.OrderID, s.now())
	}
}

// queueTransfer has what was released of a sale moved to the seller's own account with the provider that took its
// money, where they have one that was active. Until then it waits, and no batch pays it.
func (s *Shop) queueTransfer(ctx context.Context, tx *store.Tx, orderID int64, of vitrine.LedgerAccount) error {
	account, err := tx.ConnectedAccount(ctx, of.SellerID, of.Live)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && account.Status == vitrine.ConnectBegun {
		return nil
	}
	if err != nil {
		return err
	}
	booked, err := tx.EntriesOfOrder(ctx, orderID)
	if err != nil || takenBy(booked) != account.Provider {
		return err
	}
	t, err := tx.OrderTransfer(ctx, orderID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		t, err = vitrine.OrderTransfer{OrderID: orderID, SellerID: of.SellerID, Currency: of.Currency, Live: of.Live, CreatedAt: s.now()}, nil
	}
	if err != nil {
		return err
	}
	t.Wanted, t.DueAt, t.UpdatedAt = transferable(booked), s.now(), s.now()
	return tx.SetOrderTransfer(ctx, &t)
}

// takenBy is the provider that took the money of a sale.
func takenBy(booked []vitrine.LedgerEntry) string {
	for _, e := range booked {
		for _, line := range e.Lines {
			if e.Kind == vitrine.EntrySold && line.Account.Kind == vitrine.AccountClearing {
				return line.Account.Provider
			}
		}
	}
	return ""
}

// transferable is what of an order's money is the seller's and on hold no more, wherever it stands.
func transferable(booked []vitrine.LedgerEntry) (sum vitrine.Amount) {
	for _, e := range booked {
		if e.Kind == vitrine.EntryTransferred || e.Kind == vitrine.EntryTransferBack {
			continue
		}
		for _, line := range e.Lines {
			if line.Account.Kind == vitrine.AccountAvailable {
				sum -= line.Amount
			}
		}
	}
	return max(sum, 0)
}

// TransfersToMove reports whether MoveTransfers has anything to do.
func (s *Shop) TransfersToMove(ctx context.Context) (bool, error) {
	return s.db.AreTransfersDue(ctx, s.now(), s.payments.Live())
}

// MoveTransfers moves what is due to sellers' own accounts, and back from there. Where the provider does not answer, the
// rest waits for the next turn.
func (s *Shop) MoveTransfers(ctx context.Context) error {
	if _, err := s.payer(); err != nil {
		return s.db.Write(ctx, func(tx *store.Tx) error { return tx.WaitForNoTransfers(ctx, s.payments.Live()) })
	}
	due, err := s.db.TransfersDue(ctx, s.now(), s.payments.Live(), transfersAtOnce)
	if err != nil {
		return err
	}
	var wrong error
	for _, id := range due {
		if wrong = errors.Join(wrong, s.moveTransfer(ctx, id)); vitrine.CodeOf(wrong) == vitrine.Unavailable {
			return wrong
		}
	}
	return wrong
}

// moving is a step of an order's money to its seller's account, or back from there.
type moving struct {
	vitrine.OrderTransfer
	order   *vitrine.Order
	account string
	back    vitrine.MadeTransfer // that some is moved back of
}

// moveTransfer does what there is to be done of an order, one step: what is planned is written down before the provider
// is asked, and what came of it after. It returns why the provider could not be asked, or the result not be noted.
func (s *Shop) moveTransfer(ctx context.Context, orderID int64) error {
	payer, err := s.payer()
	if err != nil {
		return err
	}
	var m moving
	err = s.db.Write(ctx, func(tx *store.Tx) (err error) {
		m, err = s.plan(ctx, tx, orderID)
		return err
	})
	if err != nil || m.Planned == 0 {
		return err
	}
	key := fmt.Sprintf("%s:%d", payment.Reference(m.order), m.Step)
	var made payment.Moved
	var failed error
	if m.Planned > 0 {
		made, failed = payer.Transfer(ctx, payment.Transfer{Key: key, Order: m.order, Account: m.account, Amount: m.Planned})
	} else {
		made, failed = payer.Reverse(ctx, payment.Reversal{Key: key, Transfer: m.back.Reference, Amount: -m.Planned, Currency: m.Currency})
	}
	if failed != nil {
		s.log.Warn("money of an order was not moved to its seller's account, or back", "order", orderID, "step", m.Step, "error", failed)
		return s.moveFailed(ctx, m, failed)
	}
	return s.db.Write(ctx, func(tx *store.Tx) error { return s.moved(ctx, tx, m, made) })
}

// plan says what is to be moved next of an order. What is under way is not planned anew.
func (s *Shop) plan(ctx context.Context, tx *store.Tx, orderID int64) (m moving, err error) {
	if m.OrderTransfer, err = tx.OrderTransfer(ctx, orderID); err != nil {
		return m, err
	}
	if m.order, err = tx.Order(ctx, orderID); err != nil {
		return m, err
	}
	account, err := tx.ConnectedAccount(ctx, m.SellerID, m.Live)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return m, err
	}
	m.account = account.Account
	made, err := tx.Transfers(ctx, orderID)
	if err != nil {
		return m, err
	}
	for _, t := range made {
		if t.Reversed < t.Amount {
			m.back = t // the latest of them
		}
	}
	if m.Planned != 0 {
		return m, nil
	}
	booked, err := tx.EntriesOfOrder(ctx, orderID)
	if err != nil {
		return m, err
	}
	m.Wanted, m.UpdatedAt, m.DueAt = transferable(booked), s.now(), time.Time{}
	switch {
	case m.Wanted < m.There:
		m.Planned = -min(m.There-m.Wanted, m.back.Amount-m.back.Reversed)
	case m.Wanted > m.There:
		err = s.planForward(ctx, tx, &m.OrderTransfer, account)
	}
	if m.Planned != 0 {
		m.Step, m.DueAt = m.Step+1, s.now()
	} else if m.Wanted == m.There {
		m.Fault, m.Tries = "", 0
	}
	return m, errors.Join(err, tx.SetOrderTransfer(ctx, &m.OrderTransfer))
}

// planForward plans a transfer to an account that takes one: not more than is available, so that what a seller owes is
// taken from it.
func (s *Shop) planForward(ctx context.Context, tx *store.Tx, t *vitrine.OrderTransfer, account vitrine.ConnectedAccount) error {
	if account.Account == "" || account.Status == vitrine.ConnectBegun {
		return nil
	}
	seller, err := tx.User(ctx, t.SellerID)
	if err != nil {
		return err
	}
	if account.Status != vitrine.ConnectActive || !seller.SuspendedAt.IsZero() {
		t.DueAt = s.now().Add(accountRest)
		return nil
	}
	balances, err := tx.Balances(ctx, t.SellerID)
	if err != nil {
		return err
	}
	for _, b := range balances {
		if b.Currency == t.Currency && b.Live == t.Live {
			others, err := tx.TransfersUnderWay(ctx, t)
			t.Planned = max(0, min(t.Wanted-t.There, b.Available-others))
			return err
		}
	}
	return nil
}

// moveFailed notes that a step failed. Where it is not known what came of it, it is tried again as it is; else it is
// over, and planned anew by what the order stands at then.
func (s *Shop) moveFailed(ctx context.Context, m moving, failed error) error {
	unknown := vitrine.CodeOf(failed) == vitrine.Unavailable
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		t, err := tx.OrderTransfer(ctx, m.OrderID)
		if err != nil || t.Step != m.Step || t.Planned != m.Planned {
			return err // another process was faster
		}
		known := t.Fault
		t.Tries, t.Fault, t.UpdatedAt = t.Tries+1, failed.Error(), s.now()
		t.DueAt = s.now().Add(min(longestTransferRest, time.Minute<<min(t.Tries, 10)))
		if t.Planned < 0 && vitrine.CodeOf(failed) == vitrine.Conflict {
			t.DueAt = time.Time{} // what the seller owes stays in the ledger, and is taken from later sales
		}
		if !unknown {
			if t.Fault != known { // else it was told
				transferHappens(tx, &t, vitrine.EventTransferFailed, t.Planned)
			}
			t.Planned = 0
		}
		return tx.SetOrderTransfer(ctx, &t)
	})
	if err != nil || unknown {
		return errors.Join(err, failed)
	}
	if m.Planned > 0 { // the account may take nothing any more, which nobody told
		return s.LookAtConnected(ctx, m.SellerID)
	}
	return nil
}

// moved notes what a step has moved, with its money.
func (s *Shop) moved(ctx context.Context, tx *store.Tx, m moving, made payment.Moved) error {
	t, err := tx.OrderTransfer(ctx, m.OrderID)
	if err != nil || t.Step != m.Step || t.Planned != m.Planned {
		return err // another process was faster
	}
	booked, err := tx.EntriesOfOrder(ctx, t.OrderID)
	if err != nil {
		return err
	}
	sale := ledger.Sale{OrderID: t.OrderID, SellerID: t.SellerID, Currency: t.Currency, Live: t.Live, Provider: takenBy(booked)}
	transfer := m.back
	enter, told := ledger.TransferBack, vitrine.EventTransferReversed
	if t.Planned > 0 {
		told = vitrine.EventTransferCreated
		transfer = vitrine.MadeTransfer{OrderID: t.OrderID, Step: t.Step, Reference: made.Name, Amount: made.Amount, CreatedAt: s.now()}
		t.There, enter = t.There+made.Amount, ledger.Transferred
	} else {
		transfer.Reversed += made.Amount
		t.There -= made.Amount
	}
	t.Planned, t.Fault, t.Tries, t.UpdatedAt, t.DueAt = 0, "", 0, s.now(), s.now() // what happened meanwhile is looked at
	if err := errors.Join(tx.SetTransfer(ctx, &transfer), tx.SetOrderTransfer(ctx, &t)); err != nil {
		return err
	}
	transferHappens(tx, &t, told, made.Amount)
	entry, err := enter(sale, ledger.Cause(t.OrderID, fmt.Sprintf("transfer:%d", t.Step)), made.Amount)
	entry.Note = made.Arrived()
	if err := s.enter(ctx, tx, entry, err); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderTransfer, ID: idText(t.OrderID), After: facts{"there": t.There.String(),
		"currency": t.Currency, "transfer": transfer.Reference, "moved": made.Name}})
}

// Untransferred is what could not be moved to sellers' own accounts, or back, and accounts that nothing is moved to.
type Untransferred struct {
	Failed  []vitrine.OrderTransfer
	Stopped []store.StoppedAccount
}

// Untransferred lists up to limit of each to an operator.
func (s *Shop) Untransferred(ctx context.Context, in SignedIn, limit int) (u Untransferred, err error) {
	if err := in.MustOperate(); err != nil {
		return u, err
	}
	if u.Failed, err = s.db.FailedTransfers(ctx, limit); err != nil {
		return u, err
	}
	u.Stopped, err = s.db.StoppedAccounts(ctx, limit)
	return u, err
}

// checkTransfers returns orders of whose money something else stands at sellers' accounts than the ledger says.
func (s *Shop) checkTransfers(ctx context.Context) (wrong []Mismatch, err error) {
	faults, err := s.db.TransferFaults(ctx, maxMismatches)
	for _, f := range faults {
		wrong = append(wrong, Mismatch{"orders/" + idText(f.OrderID),
			fmt.Sprintf("%s of the order stands at its seller's account, %s by its transfers, and %s by the ledger", f.There,
				f.Transfers, f.Ledger)})
	}
	return wrong, err
}

package shop

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/store"
)

// owedAtOnce is of how many sellers it is read at once what is available to them, and unpaidShown how many are listed
// who are not paid.
const (
	owedAtOnce  = 500
	unpaidShown = 100
)

// DueSeller is a seller to whom something is available.
type DueSeller struct {
	store.Owed
	Why Unpayable // they are not paid it now
}

// DuePayout is a payout that was made before.
type DuePayout struct {
	*vitrine.Payout
	Why Unpayable // it is in no batch that is made now
}

// PayoutsDue is what would be paid if a batch was made now.
type PayoutsDue struct {
	Currency string
	Pending  []DuePayout    // made already, and in no batch
	Sellers  []DueSeller    // those who would be paid first
	Sum      vitrine.Amount // of the batch
	Count    int
	More     bool  // there are sellers who are not listed
	Version  int64 // another one for whatever else would be paid
}

// PayoutsDue tells an operator what would be paid in a currency, "" for the marketplace's.
func (s *Shop) PayoutsDue(ctx context.Context, in SignedIn, currency string) (PayoutsDue, error) {
	if err := in.MustOperate(); err != nil {
		return PayoutsDue{}, err
	}
	return s.payoutsDue(ctx, s.db, cmp.Or(currency, s.settings.Currency))
}

// payoutReader is a database or a transaction.
type payoutReader interface {
	House(ctx context.Context) (vitrine.House, error)
	PendingPayouts(ctx context.Context, currency string, limit int) ([]*vitrine.Payout, error)
	Owed(ctx context.Context, after int64, limit int) ([]store.Owed, error)
	Payees(ctx context.Context, sellerIDs []int64) (map[int64]store.Owed, error)
}

func (s *Shop) payoutsDue(ctx context.Context, from payoutReader, currency string) (due PayoutsDue, err error) {
	house, err := from.House(ctx)
	if err != nil {
		return due, err
	}
	due.Currency = currency
	if due.Pending, err = s.pendingDue(ctx, from, currency, &house.Payouts); err != nil {
		return due, err
	}
	room := map[bool]int{true: vitrine.MaxBatch - len(due.payable()), false: unpaidShown} // for who is paid, and who is not
	for after := int64(0); ; {
		owed, err := from.Owed(ctx, after, owedAtOnce)
		if err != nil || len(owed) == 0 {
			due.count()
			return due, err
		}
		for _, o := range owed {
			if after = o.AccountID; o.Currency != currency {
				continue
			}
			why := whyUnpaid(&o, &house.Payouts, s.now())
			if paid := why == PayableNow; room[paid] > 0 {
				room[paid]--
				due.Sellers = append(due.Sellers, DueSeller{o, why})
			} else {
				due.More = true
			}
		}
	}
}

// pendingDue are the payouts that are in no batch, with what has come in the way of some since they were made. That they
// were enough was asked then.
func (s *Shop) pendingDue(ctx context.Context, from payoutReader, currency string, rules *vitrine.PayoutRules) ([]DuePayout, error) {
	pending, err := from.PendingPayouts(ctx, currency, vitrine.MaxBatch)
	if err != nil {
		return nil, err
	}
	payees, err := from.Payees(ctx, sellersOf(pending))
	due := make([]DuePayout, len(pending))
	for i, p := range pending {
		payee := payees[p.SellerID]
		payee.Amount = max(p.Amount, rules.Threshold())
		due[i] = DuePayout{p, whyUnpaid(&payee, rules, s.now())}
	}
	return due, err
}

func sellersOf(payouts []*vitrine.Payout) (ids []int64) {
	for _, p := range payouts {
		ids = append(ids, p.SellerID)
	}
	return ids
}

// payable are the payouts that were made before and can be paid now.
func (d *PayoutsDue) payable() (found []*vitrine.Payout) {
	for _, p := range d.Pending {
		if p.Why == PayableNow {
			found = append(found, p.Payout)
		}
	}
	return found
}

// count says what a batch would have.
func (d *PayoutsDue) count() {
	type paid struct {
		Payout, Seller int64
		Amount         vitrine.Amount
	}
	var all []paid
	for _, p := range d.payable() {
		all = append(all, paid{p.ID, p.SellerID, p.Amount})
	}
	for _, o := range d.Sellers {
		if o.Why == PayableNow && len(all) < vitrine.MaxBatch {
			all = append(all, paid{0, o.SellerID, o.Amount})
		}
	}
	for _, one := range all {
		d.Sum += one.Amount
	}
	d.Count, d.Version = len(all), versionOf(struct {
		Currency string
		All      []paid
	}{d.Currency, all})
}

// MakeBatch makes payouts of what is available and puts them, with those that were made before, into a batch. seen
// is asked about the version of what is due: an operator makes the batch that they saw.
func (s *Shop) MakeBatch(ctx context.Context, in SignedIn, currency string, seen Precondition) (batch vitrine.PayoutBatch, err error) {
	currency = cmp.Or(currency, s.settings.Currency)
	err = s.operate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		due, err := s.payoutsDue(ctx, tx, currency)
		if err != nil {
			return err
		}
		if err := seen.check(due.Version); err != nil {
			return err
		}
		if due.Count == 0 {
			return vitrine.Errorf(vitrine.Conflict, "nothing is to be paid now")
		}
		batch = vitrine.PayoutBatch{Currency: currency, Status: vitrine.BatchOpen, MadeBy: in.User.ID, CreatedAt: s.now(),
			Count: int64(due.Count), Sum: due.Sum}
		if err := tx.InsertBatch(ctx, &batch); err != nil {
			return err
		}
		return s.fillBatch(ctx, tx, &batch, &due)
	})
	return batch, err
}

func (s *Shop) fillBatch(ctx context.Context, tx *store.Tx, batch *vitrine.PayoutBatch, due *PayoutsDue) error {
	all := due.payable()
	for _, o := range due.Sellers {
		if o.Why != PayableNow || len(all) >= vitrine.MaxBatch {
			continue
		}
		p, err := s.makePayout(ctx, tx, o.Owed, "batch "+idText(batch.ID))
		if err != nil {
			return err
		}
		if p != nil {
			all = append(all, p)
		}
	}
	for _, p := range all {
		p.BatchID = batch.ID
		if err := s.movePayout(ctx, tx, p, vitrine.PayoutInBatch, ""); err != nil {
			return err
		}
	}
	return nil
}

// Batch is a batch with its payouts.
type Batch struct {
	vitrine.PayoutBatch
	Payouts []*vitrine.Payout
	Stopped []*vitrine.Payout // those that were not sent, to sellers who have been suspended since
}

// Batch returns a batch to an operator. Where the payouts go is for those who have just shown who they are.
func (s *Shop) Batch(ctx context.Context, in SignedIn, id int64) (b Batch, err error) {
	if err := in.MustOperate(); err != nil {
		return b, err
	}
	if b.PayoutBatch, err = s.db.PayoutBatch(ctx, id); err != nil {
		return b, err
	}
	return b, b.read(ctx, s.db)
}

// batchReader is a database or a transaction.
type batchReader interface {
	PayoutsOfBatch(ctx context.Context, id int64) ([]*vitrine.Payout, error)
	Payees(ctx context.Context, sellerIDs []int64) (map[int64]store.Owed, error)
}

// read reads the payouts of a batch. Who was erased is owed what they were in it for, and can't say any more where
// to: they are no reason to stop.
func (b *Batch) read(ctx context.Context, from batchReader) (err error) {
	if b.Payouts, err = from.PayoutsOfBatch(ctx, b.ID); err != nil || b.Status != vitrine.BatchOpen {
		return err
	}
	payees, err := from.Payees(ctx, sellersOf(b.Payouts))
	for _, p := range b.Payouts {
		if p.Status == vitrine.PayoutInBatch && payees[p.SellerID].Suspended && p.Seller != vitrine.ErasedName(p.SellerID) {
			b.Stopped = append(b.Stopped, p)
		}
	}
	return err
}

// payoutNames lists payouts, each with its seller.
func payoutNames(payouts []*vitrine.Payout) string {
	parts := make([]string, len(payouts))
	for i, p := range payouts {
		parts[i] = idText(p.ID) + " (" + p.Seller + ")"
	}
	return strings.Join(parts, ", ")
}

// BatchForBank is a Batch whose accounts are about to leave the marketplace: to operators who showed who they are
// just now. It is noted. Conflict where a payout of it has no account any more, or is not sent yet and to somebody who has
// been suspended.
func (s *Shop) BatchForBank(ctx context.Context, in SignedIn, id int64, form string) (b Batch, err error) {
	err = s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		if b.PayoutBatch, err = tx.PayoutBatch(ctx, id); err != nil {
			return err
		}
		if err = b.read(ctx, tx); err != nil {
			return err
		}
		if len(b.Stopped) > 0 {
			return vitrine.Errorf(vitrine.Conflict, "payouts in this batch are to sellers who are suspended, %s: take them out first",
				payoutNames(b.Stopped))
		}
		var kept []*vitrine.Payout
		for _, p := range b.Payouts {
			if p.Status == vitrine.PayoutCanceled {
				continue
			}
			if p.To.IBAN == "" {
				return vitrine.Errorf(vitrine.Conflict, "where payout %d goes can't be read: cancel it, or bring back the key that "+
					"it was sealed with", p.ID)
			}
			kept = append(kept, p)
		}
		b.Payouts = kept
		return s.Note(ctx, tx, Noted{Act: vitrine.ActBatchExport, ID: idText(id), After: facts{"form": form, "payouts": len(kept)}})
	})
	return b, err
}

// Batches lists batches to an operator.
func (s *Shop) Batches(ctx context.Context, in SignedIn, before int64, limit int) ([]vitrine.PayoutBatch, error) {
	if err := in.MustOperate(); err != nil {
		return nil, err
	}
	return s.db.PayoutBatches(ctx, before, limit)
}

// SendBatch notes that the bank has a batch: its payouts are sent. Conflict where some are to sellers who have been
// suspended since, but for those of which the operator says that the bank had them before.
func (s *Shop) SendBatch(ctx context.Context, in SignedIn, id int64, had []int64, seen Precondition) error {
	return s.changeBatch(ctx, in, id, seen, func(tx *store.Tx, b *Batch) error {
		if b.Status != vitrine.BatchOpen {
			return vitrine.Errorf(vitrine.Conflict, "batch %d is %s already", id, b.Status)
		}
		stopped := slices.DeleteFunc(b.Stopped, func(p *vitrine.Payout) bool { return slices.Contains(had, p.ID) })
		if len(stopped) > 0 {
			return vitrine.Errorf(vitrine.Conflict, "payouts in this batch are to sellers who are suspended, %s: take out what your bank "+
				"does not have, and say of the others that it has them", payoutNames(stopped))
		}
		b.Status, b.SentAt = vitrine.BatchSent, s.now()
		return s.moveAll(ctx, tx, b.Payouts, vitrine.PayoutInBatch, vitrine.PayoutSent)
	})
}

// CancelBatch notes that the bank does not get a batch: its money is available again.
func (s *Shop) CancelBatch(ctx context.Context, in SignedIn, id int64, seen Precondition) error {
	return s.changeBatch(ctx, in, id, seen, func(tx *store.Tx, b *Batch) error {
		if b.Status != vitrine.BatchOpen {
			return vitrine.Errorf(vitrine.Conflict, "batch %d is %s already", id, b.Status)
		}
		b.Status = vitrine.BatchCanceled
		return s.moveAll(ctx, tx, b.Payouts, vitrine.PayoutInBatch, vitrine.PayoutCanceled)
	})
}

// BatchArrived notes that all of a batch that did not come back has arrived.
func (s *Shop) BatchArrived(ctx context.Context, in SignedIn, id int64, seen Precondition) error {
	return s.changeBatch(ctx, in, id, seen, func(tx *store.Tx, b *Batch) error {
		if b.Status != vitrine.BatchSent {
			return vitrine.Errorf(vitrine.Conflict, "batch %d is %s, and was not sent", id, b.Status)
		}
		return s.moveAll(ctx, tx, b.Payouts, vitrine.PayoutSent, vitrine.PayoutPaid)
	})
}

func (s *Shop) moveAll(ctx context.Context, tx *store.Tx, all []*vitrine.Payout, from, to vitrine.PayoutStatus) error {
	for _, p := range all {
		if p.Status != from {
			continue
		}
		if err := s.movePayout(ctx, tx, p, to, ""); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) changeBatch(ctx context.Context, in SignedIn, id int64, seen Precondition, change func(*store.Tx, *Batch) error) error {
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) (err error) {
		var b Batch
		if b.PayoutBatch, err = tx.PayoutBatch(ctx, id); err != nil {
			return err
		}
		if err := seen.check(b.Version); err != nil {
			return err
		}
		if err = b.read(ctx, tx); err != nil {
			return err
		}
		if err := change(tx, &b); err != nil {
			return err
		}
		return tx.MoveBatch(ctx, &b.PayoutBatch)
	})
}

// CancelPayout takes a payout back that no bank has: its money is available again.
func (s *Shop) CancelPayout(ctx context.Context, in SignedIn, id int64, seen Precondition) error {
	return s.changePayout(ctx, in, id, seen, vitrine.PayoutCanceled, "")
}

// PayoutBounced notes that a payout came back, with the reason that the bank gives.
func (s *Shop) PayoutBounced(ctx context.Context, in SignedIn, id int64, reason string, seen Precondition) error {
	reason = strings.TrimSpace(reason)
	if fault := vitrine.CheckPayoutReason(reason); fault != nil {
		return vitrine.InvalidFields(fault)
	}
	return s.changePayout(ctx, in, id, seen, vitrine.PayoutFailed, reason)
}

func (s *Shop) changePayout(ctx context.Context, in SignedIn, id int64, seen Precondition, to vitrine.PayoutStatus, reason string) error {
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		p, err := tx.Payout(ctx, id)
		if err != nil {
			return err
		}
		if err := seen.check(p.Version); err != nil {
			return err
		}
		if err := s.movePayout(ctx, tx, p, to, reason); err != nil || p.BatchID == 0 {
			return err
		}
		batch, err := tx.PayoutBatch(ctx, p.BatchID)
		if err != nil {
			return err
		}
		return tx.MoveBatch(ctx, &batch) // who is about to send it looks again
	})
}

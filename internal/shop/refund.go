package shop

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// Refund has the provider that took an order's money give it back; where none did,
// it is the operator's word that the money went back. The downloads stop unless they
// are kept. The order is returned unchanged while its refund is on its way.
func (s *Shop) Refund(ctx context.Context, id int64, keepDownloads bool) (*vitrine.Order, error) {
	return s.giveBack(ctx, id, keepDownloads, anybody)
}

func (s *Shop) giveBack(ctx context.Context, id int64, keepDownloads bool, may mayDecide) (*vitrine.Order, error) {
	kept := false
	o, err := s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error {
		if err := may(tx, o); err != nil {
			return err
		}
		kept = o.DownloadsKept
		if !o.Status.CanBecome(vitrine.Refunded) {
			return vitrine.Errorf(vitrine.Conflict, "the order is %s: only a paid order can be refunded", s.statusNow(o))
		}
		// Before the provider is asked: an event may bring the refund, and knows nothing of the downloads.
		before := orderFacts(o)
		if err := tx.KeepDownloads(ctx, o, keepDownloads, s.now()); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderRefund, ID: idText(id), Before: before, After: orderFacts(o)})
	})
	if err != nil {
		return nil, err
	}
	provider, err := s.paidWith(ctx, o)
	if err != nil {
		return nil, err
	}
	progress, err := provider.Refund(ctx, o)
	if err != nil {
		// What was to stay after this refund says nothing about a later one.
		return nil, errors.Join(err, s.undoRefund(context.WithoutCancel(ctx), id, kept))
	}
	return s.followRefund(context.WithoutCancel(ctx), o.ID, progress)
}

// undoRefund takes back what a refund that the provider did not take has changed.
func (s *Shop) undoRefund(ctx context.Context, id int64, kept bool) error {
	_, err := s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error {
		before := orderFacts(o)
		if err := tx.KeepDownloads(ctx, o, kept, s.now()); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderRefundFailed, ID: idText(id), Before: before, After: orderFacts(o)})
	})
	return err
}

// followRefund writes down how far the refund of an order has come: while it is
// pending, an event tells.
func (s *Shop) followRefund(ctx context.Context, id int64, progress payment.Progress) (*vitrine.Order, error) {
	if _, pending := progress.(payment.Pending); pending {
		return s.db.Order(ctx, id)
	}
	return s.follow(ctx, id, progress)
}

// paidWith returns the provider that moved the money of an order; Manual where the
// operator did, or where none was real. Conflict when another provider has the money: an
// order must not count as refunded while nobody was asked for it.
func (s *Shop) paidWith(ctx context.Context, o *vitrine.Order) (payment.Provider, error) {
	name, err := s.db.PaidWith(ctx, o.ID)
	switch {
	case err != nil:
		return nil, err
	case name == s.payments.Name():
		return s.payments, nil
	case o.Live && payment.MovesMoney(name):
		return nil, vitrine.Errorf(vitrine.Conflict,
			"order %d was paid with %s, and payments are %s here: refund it where --payments is %s", o.ID, name, s.payments.Name(), name)
	}
	return payment.Manual{}, nil
}

// sendBack ends an order whose money came and must go back: at once for its buyer,
// while a job asks the provider to send it.
func (s *Shop) sendBack(ctx context.Context, tx *store.Tx, o *vitrine.Order, provider string) error {
	if err := s.setRefunded(ctx, tx, o); err != nil || provider != s.payments.Name() {
		return err
	}
	return s.enqueueRefund(ctx, tx, PaymentJob{OrderID: o.ID, Provider: provider})
}

// enqueueRefund has a job ask for a payment's money to be sent back.
func (s *Shop) enqueueRefund(ctx context.Context, tx *store.Tx, job PaymentJob) error {
	return tx.Enqueue(ctx, JobRefundPayment, job, 0, JobRefundPayment+"."+strconv.FormatInt(job.OrderID, 10)+"."+job.Payment)
}

// RefundPayment carries a JobRefundPayment out. It may be run again: the provider
// sends money back once. It fails, and is tried again, while payments are another
// provider's: that one can't send what it did not take.
func (s *Shop) RefundPayment(ctx context.Context, job PaymentJob) error {
	o, err := s.db.Order(ctx, job.OrderID)
	if err != nil {
		return err
	}
	if job.Provider != s.payments.Name() {
		return fmt.Errorf("send the money of order %d back: it was paid with %s, and payments are %s now", o.ID, job.Provider, s.payments.Name())
	}
	if job.Payment != "" {
		o.PaymentID = job.Payment
	}
	progress, err := s.payments.Refund(ctx, o)
	if err != nil {
		return err
	}
	_, err = s.followRefund(ctx, o.ID, progress)
	return err
}

// AbandonRefund tells the operator of money that no RefundPayment could send back,
// however often it was tried: its order has ended, and nothing else would tell.
func (s *Shop) AbandonRefund(_ context.Context, _ *store.Tx, args, cause string) error {
	s.log.Error("the money of an order could not be sent back: send it by hand", "job", args, "error", cause)
	return nil
}

// refund takes the sale back.
func (s *Shop) refund(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	if err := s.setRefunded(ctx, tx, o); err != nil {
		return err
	}
	return tx.AddSale(ctx, o.ModelID, -1)
}

// setRefunded ends an order whose money goes back. What its buyer says of the model stays, and
// shows that.
func (s *Shop) setRefunded(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	if err := tx.SetOrderStatus(ctx, o, vitrine.Refunded, s.now()); err != nil || o.BuyerID == 0 {
		return err
	}
	return tx.MarkRefunded(ctx, o.ModelID, o.BuyerID)
}

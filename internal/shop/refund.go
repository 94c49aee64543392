package shop

import (
	"context"
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
	o, err := s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error {
		if !o.Status.CanBecome(vitrine.Refunded) {
			return vitrine.Errorf(vitrine.Conflict, "the order is %s: only a paid order can be refunded", s.statusNow(o))
		}
		return tx.KeepDownloads(ctx, o, keepDownloads, s.now())
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
		return nil, err
	}
	return s.follow(context.WithoutCancel(ctx), o.ID, progress)
}

// paidWith returns the provider that moved the money of an order. Where that isn't
// the one of today, the operator moves it by hand.
func (s *Shop) paidWith(ctx context.Context, o *vitrine.Order) (payment.Provider, error) {
	name, err := s.db.PaidWith(ctx, o.ID)
	if err == nil && name == s.payments.Name() {
		return s.payments, nil
	}
	return payment.Manual{}, err
}

// sendBack ends an order whose money came and must go back: at once for its buyer,
// while a job asks the provider to send it.
func (s *Shop) sendBack(ctx context.Context, tx *store.Tx, o *vitrine.Order, provider string) error {
	if err := tx.SetOrderStatus(ctx, o, vitrine.Refunded, s.now()); err != nil || provider != s.payments.Name() {
		return err
	}
	return tx.Enqueue(ctx, JobRefundPayment, PaymentJob{o.ID}, 0, JobRefundPayment+"."+strconv.FormatInt(o.ID, 10))
}

// RefundPayment carries a JobRefundPayment out. It may be run again: the provider
// sends money back once. It fails, and is tried again, while payments are another
// provider's: that one can't send what it did not take.
func (s *Shop) RefundPayment(ctx context.Context, job PaymentJob) error {
	o, err := s.db.Order(ctx, job.OrderID)
	if err != nil {
		return err
	}
	name, err := s.db.PaidWith(ctx, o.ID)
	if err != nil {
		return err
	}
	if name != s.payments.Name() {
		return fmt.Errorf("send the money of order %d back: it was paid with %s, and payments are %s now", o.ID, name, s.payments.Name())
	}
	progress, err := s.payments.Refund(ctx, o)
	if err != nil {
		return err
	}
	_, err = s.follow(ctx, o.ID, progress)
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
	if err := tx.SetOrderStatus(ctx, o, vitrine.Refunded, s.now()); err != nil {
		return err
	}
	return tx.AddSale(ctx, o.ModelID, -1)
}

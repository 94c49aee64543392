package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// noteDispute writes down how a dispute stands.
func (s *Shop) noteDispute(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	is := e.Dispute
	d := vitrine.Dispute{OrderID: o.ID, Provider: e.Provider, Object: is.Object, Payment: paymentOf(o, e), Amount: is.Amount,
		Currency: o.Currency,
		Reason:   clipped(is.Reason), Status: is.Status, DueAt: is.Due, CreatedAt: s.now()}
	d.TellDue = is.Status.Answerable() && !is.Due.IsZero()
	if is.Status.Over() {
		d.ClosedAt = s.now()
	}
	added, err := tx.InsertDispute(ctx, &d)
	if err != nil {
		return err
	}
	list, err := tx.DisputesByObject(ctx, e.Provider, is.Object)
	if err != nil {
		return err
	}
	if added {
		return s.answeredAlready(ctx, tx, d, list)
	}
	for _, was := range list {
		if was.OrderID == o.ID && !was.Status.Over() {
			return s.updateDispute(ctx, tx, was, d)
		}
	}
	return nil
}

// answeredAlready notes with the dispute of an order what was sent for the others that were paid with it, before it was known
// here that the dispute is of this one, too.
func (s *Shop) answeredAlready(ctx context.Context, tx *store.Tx, d vitrine.Dispute, list []vitrine.Dispute) error {
	for _, other := range list {
		if other.SentAt.IsZero() {
			continue
		}
		d.Evidence, d.SentAt, d.SentBy, d.TellDue = other.Evidence, other.SentAt, other.SentBy, false
		d.Status = d.Status.Answered()
		return tx.UpdateDispute(ctx, &d, s.now())
	}
	return nil
}

// contestedReader is a database, or a transaction.
type contestedReader interface {
	PaidWith(ctx context.Context, orderID int64) (string, error)
	OpenDisputeOf(ctx context.Context, provider, payment string) (int64, error)
}

// refuseContested refuses to give the money of an order back while the buyer's bank has some of the payment that it was paid by:
// the provider would refuse it, also where the bank has that of other orders.
func (s *Shop) refuseContested(ctx context.Context, db contestedReader, o *vitrine.Order, provider string) error {
	if !payment.MovesMoney(provider) {
		return nil
	}
	if o.Status == vitrine.Disputed {
		return vitrine.Errorf(vitrine.Conflict, "the buyer's bank has money of order %d: nothing can go back while the dispute lasts", o.ID)
	}
	dispute, err := db.OpenDisputeOf(ctx, provider, o.PaymentID)
	if err == nil && dispute != 0 {
		err = vitrine.Errorf(vitrine.Conflict,
			"the buyer's bank has money of the payment of order %d: nothing can go back while dispute %d lasts", o.ID, dispute)
	}
	return err
}

// Contested reports whether nothing of an order can go back as the buyer's bank has money of its payment.
func (s *Shop) Contested(ctx context.Context, o *vitrine.Order) (bool, error) {
	if !o.Status.Taken() {
		return false, nil
	}
	provider, err := s.db.PaidWith(ctx, o.ID)
	if err == nil {
		err = s.refuseContested(ctx, s.db, o, provider)
	}
	if vitrine.CodeOf(err) == vitrine.Conflict {
		return true, nil
	}
	return false, err
}

// DisputesAtDesk lists disputes to operators.
func (s *Shop) DisputesAtDesk(ctx context.Context, in SignedIn, q store.DisputeQuery) ([]vitrine.Dispute, error) {
	if err := in.MustOperate(); err != nil {
		return nil, err
	}
	return s.db.Disputes(ctx, q)
}

// DisputeAtDesk returns a dispute to operators, with what was sent of it, or would be.
func (s *Shop) DisputeAtDesk(ctx context.Context, in SignedIn, id int64) (d vitrine.Dispute, e vitrine.DisputeEvidence, err error) {
	if err = in.MustOperate(); err != nil {
		return d, e, err
	}
	if d, err = s.db.Dispute(ctx, id); err != nil || !d.SentAt.IsZero() {
		return d, d.Evidence, err
	}
	e, err = s.EvidenceOf(ctx, d)
	return d, e, err
}

// updateDispute writes down what has changed about a dispute.
func (s *Shop) updateDispute(ctx context.Context, tx *store.Tx, was, is vitrine.Dispute) error {
	now := was
	now.Amount, now.Reason, now.Status, now.DueAt, now.ClosedAt = is.Amount, is.Reason, is.Status, is.DueAt, is.ClosedAt
	now.TellDue = was.TellDue && is.TellDue
	if now == was {
		return nil
	}
	return tx.UpdateDispute(ctx, &now, s.now())
}

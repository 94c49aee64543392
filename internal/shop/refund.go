package shop

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// NewRefund is money of an order that is to go back.
type NewRefund struct {
	Amount        vitrine.Amount // 0: all that is left
	Reason        vitrine.RefundReason
	Note          string
	KeepDownloads bool  // when nothing is left; a part of the money never stops them
	RequestID     int64 // by which the buyer asked for it
}

// Refund has the provider that took an order's money give it back; where none did,
// it is the operator's word that the money went back. The downloads stop unless they
// are kept. The order is returned unchanged while its refund is on its way.
func (s *Shop) Refund(ctx context.Context, id int64, keepDownloads bool) (*vitrine.Order, error) {
	return s.RefundPart(ctx, id, NewRefund{KeepDownloads: keepDownloads})
}

// RefundPart is Refund of a part of the money, or of all that is left.
func (s *Shop) RefundPart(ctx context.Context, id int64, n NewRefund) (*vitrine.Order, error) {
	return s.giveBack(ctx, id, n, anybody)
}

func (s *Shop) giveBack(ctx context.Context, id int64, n NewRefund, may mayDecide) (*vitrine.Order, error) {
	var row vitrine.Refund
	_, err := s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) (err error) {
		if err := may(tx, o); err != nil {
			return err
		}
		row, err = s.beginRefund(ctx, tx, o, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.sendRefund(ctx, row)
}

// beginRefund writes down that money is to go back, before anybody is asked for it: what happens between here and the
// provider's answer is found again by the row, and by a job.
func (s *Shop) beginRefund(ctx context.Context, tx *store.Tx, o *vitrine.Order, n NewRefund) (row vitrine.Refund, err error) {
	if !o.Status.CanBecome(vitrine.Refunded) {
		return row, vitrine.Errorf(vitrine.Conflict, "the order is %s: only a paid order can be refunded", s.statusNow(o))
	}
	provider, err := s.paidWith(ctx, tx, o)
	if err != nil {
		return row, err
	}
	if err := s.refuseContested(ctx, tx, o, provider.Name()); err != nil {
		return row, err
	}
	if n.Amount, err = s.refundable(ctx, tx, o, n.Amount); err != nil {
		return row, err
	}
	who := actorOf(ctx)
	row = vitrine.Refund{OrderID: o.ID, RequestID: n.RequestID, Provider: provider.Name(), Payment: o.PaymentID, Amount: n.Amount,
		Currency: o.Currency, State: vitrine.RefundAsked, Reason: cmp.Or(n.Reason, vitrine.ReasonOther), Note: n.Note,
		KeepDownloads: n.KeepDownloads, ByID: who.UserID, By: who.Name, CreatedAt: s.now()}
	if o.Price == 0 { // nothing moves
		if err := tx.KeepDownloads(ctx, o, n.KeepDownloads, s.now()); err != nil {
			return row, err
		}
	} else {
		if err := tx.InsertRefund(ctx, &row); err != nil {
			return row, err
		}
		if err := s.enqueueRefund(ctx, tx, row, askLater); err != nil {
			return row, err
		}
	}
	after := facts{"refund": row.ID, "amount": n.Amount.String(), "keep_downloads": n.KeepDownloads, "reason": string(row.Reason)}
	return row, s.Note(ctx, tx, Noted{Act: vitrine.ActOrderRefund, ID: idText(o.ID), Before: facts{}, After: after, Text: n.Note})
}

// refundsReader is a database, or a transaction.
type refundsReader interface {
	RefundsOfOrder(ctx context.Context, orderID int64) ([]vitrine.Refund, error)
	EntriesOfOrder(ctx context.Context, orderID int64) ([]vitrine.LedgerEntry, error)
}

// refundable returns how much of an order is to go back: an amount, or for 0 all that is neither on its way already nor
// owed.
func (s *Shop) refundable(ctx context.Context, db refundsReader, o *vitrine.Order, amount vitrine.Amount) (vitrine.Amount, error) {
	rows, err := db.RefundsOfOrder(ctx, o.ID)
	if err != nil {
		return 0, err
	}
	left := o.Left()
	for _, r := range rows {
		if r.State.Open() && !r.Needless {
			left -= r.Amount
		}
	}
	owed, err := owedOf(ctx, db, o.ID, rows)
	if err != nil {
		return 0, err
	}
	for _, r := range owed {
		left -= r.Amount
	}
	bad := func(code, text string, args ...any) (vitrine.Amount, error) {
		return 0, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/amount", Code: code, Detail: fmt.Sprintf(text, args...)}})
	}
	switch err := vitrine.CheckStep(amount, o.Currency); {
	case o.Price == 0 && amount == 0:
		return 0, nil
	case left <= 0 && len(owed) > 0:
		return 0, vitrine.Errorf(vitrine.Conflict, "the money of order %d is owed to the buyer already: send it, and say so at refund %d "+
			"(/desk/refunds), or have it sent at the provider's own desk", o.ID, owed[0].ID)
	case left <= 0:
		return 0, vitrine.Errorf(vitrine.Conflict, "all of the money of order %d is on its way back already", o.ID)
	case amount == 0:
		return left, nil
	case amount < 0:
		return bad("too_small", "the amount is above 0")
	case amount > left:
		return bad("too_large", "the amount is at most %s %s: no more is left of the order", left, o.Currency)
	case err != nil:
		return bad("bad_price", "%s", err.Error())
	}
	return amount, nil
}

// askLater is when a job asks a provider about a refund: its answer to who began it has come by then.
const askLater = 2 * time.Minute

// sendRefund asks the provider to send a refund, and writes down what it says. What may have been taken is asked for
// again by the job of the refund, under the same name: it is never sent twice.
func (s *Shop) sendRefund(ctx context.Context, row vitrine.Refund) (*vitrine.Order, error) {
	o, err := s.db.Order(ctx, row.OrderID)
	if err != nil {
		return nil, err
	}
	provider := s.payments
	switch {
	case row.Provider == s.payments.Name():
	case payment.MovesMoney(row.Provider):
		return nil, fmt.Errorf("send the money of order %d back: it was paid with %s, and payments are %s now", o.ID, row.Provider,
			s.payments.Name())
	default:
		provider = payment.Manual{}
	}
	asked := *o
	asked.PaymentID = row.Payment
	progress, err := provider.Refund(ctx, &asked, payment.Repayment{ID: row.ID, Payment: row.Payment, Amount: row.Amount})
	ctx = context.WithoutCancel(ctx)
	if vitrine.CodeOf(err) == vitrine.Unavailable && row.ID != 0 {
		return s.db.Order(ctx, o.ID) // it may be on its way: the job finds out
	}
	if err != nil {
		return nil, errors.Join(err, s.failRefund(ctx, row, err))
	}
	return s.followRefund(ctx, row, progress)
}

// followRefund writes down how far a refund has come: while it is pending, an event tells.
func (s *Shop) followRefund(ctx context.Context, row vitrine.Refund, progress payment.Progress) (*vitrine.Order, error) {
	return s.withOrder(ctx, row.OrderID, func(tx *store.Tx, o *vitrine.Order) error {
		switch p := progress.(type) {
		case payment.Pending:
			now, err := tx.Refund(ctx, row.ID)
			if err != nil || now.State != vitrine.RefundAsked {
				return err
			}
			now.State = vitrine.RefundPending
			return tx.UpdateRefund(ctx, &now, s.now())
		case payment.Settled:
			for i := range p.Events {
				p.Events[i].Repayment = row.ID
				p.Events[i].Payment = cmp.Or(p.Events[i].Payment, row.Payment)
			}
			return s.takeAll(ctx, tx, o, p.Events)
		}
		return fmt.Errorf("a refund came to %T", progress)
	})
}

// failRefund writes down that a provider did not take a refund: the order is as it was.
func (s *Shop) failRefund(ctx context.Context, row vitrine.Refund, cause error) error {
	if row.Needless || row.ID == 0 {
		return nil // it is asked for again
	}
	_, err := s.withOrder(ctx, row.OrderID, func(tx *store.Tx, o *vitrine.Order) error {
		now, err := tx.Refund(ctx, row.ID)
		if err != nil || now.State != vitrine.RefundAsked {
			return err
		}
		if now.RequestID != 0 { // it was granted to the buyer, who waits for it
			now.State, now.Failure = vitrine.RefundOwed, clipped(cause.Error())
			err = tx.UpdateRefund(ctx, &now, s.now())
		} else {
			err = s.settleRefund(ctx, tx, &now, vitrine.RefundFailed, cause.Error())
		}
		if err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderRefundFailed, ID: idText(o.ID), After: facts{"refund": row.ID}})
	})
	return err
}

// settleRefund writes down what became of a refund.
func (s *Shop) settleRefund(ctx context.Context, tx *store.Tx, row *vitrine.Refund, state vitrine.RefundState, why string) error {
	row.State, row.Failure, row.SettledAt = state, clipped(why), s.now()
	return tx.UpdateRefund(ctx, row, s.now())
}

// clipped is a text of others as long as it is kept.
func clipped(text string) string {
	const most = 1000
	runes := []rune(text)
	return string(runes[:min(most, len(runes))])
}

// refundOf finds the refund that an event is of, and writes down what the event says of it. One that was asked for
// elsewhere, at the provider's own desk, is added.
func (s *Shop) refundOf(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) (row vitrine.Refund, err error) {
	rows, err := tx.RefundsOfOrder(ctx, o.ID)
	if err != nil {
		return row, err
	}
	name := paymentOf(o, e)
	i := slices.IndexFunc(rows, func(r vitrine.Refund) bool { return e.Object != "" && r.Object == e.Object && r.Provider == e.Provider })
	if i < 0 && e.Repayment != 0 {
		i = slices.IndexFunc(rows, func(r vitrine.Refund) bool { return r.ID == e.Repayment })
	}
	if i < 0 && e.Repayment == 0 && e.Object == "" { // a provider that names none: it is the one that is waited for
		i = slices.IndexFunc(rows, func(r vitrine.Refund) bool { return r.State.Open() && r.Payment == name })
	}
	if i < 0 && e.Repayment == 0 && e.Kind != payment.RefundFailed { // sent at the provider's own desk, where it was owed
		if row, err = s.owedBy(ctx, tx, o, e, rows); err != nil || row.ID != 0 {
			return row, err
		}
	}
	if i >= 0 {
		row = rows[i]
		if row.Object == "" && e.Object != "" || e.Kind == payment.RefundBegun && row.State == vitrine.RefundAsked {
			row.Object = cmp.Or(row.Object, e.Object)
			if row.State == vitrine.RefundAsked {
				row.State = vitrine.RefundPending
			}
			err = tx.UpdateRefund(ctx, &row, s.now())
		}
		return row, err
	}
	return s.addRefund(ctx, tx, o, e)
}

// addRefund adds a refund that nobody asked for here.
func (s *Shop) addRefund(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) (row vitrine.Refund, err error) {
	amount := e.Amount
	if amount == 0 && e.Payment != "" && e.Payment != o.PaymentID {
		amount = o.Price
	}
	row = vitrine.Refund{OrderID: o.ID, Needless: e.Payment != "" && e.Payment != o.PaymentID, Provider: e.Provider, Payment: paymentOf(o, e),
		Object: e.Object, Amount: cmp.Or(amount, o.Left()), Currency: o.Currency, State: vitrine.RefundPending, Reason: vitrine.ReasonOther,
		By: actorOf(ctx).Name, CreatedAt: s.now()}
	if row.Amount <= 0 {
		return vitrine.Refund{}, nil
	}
	return row, tx.InsertRefund(ctx, &row)
}

// paidWith returns the provider that moved the money of an order; Manual where the
// operator did, or where none was real. Conflict when another provider has the money: an
// order must not count as refunded while nobody was asked for it.
func (s *Shop) paidWith(ctx context.Context, tx *store.Tx, o *vitrine.Order) (payment.Provider, error) {
	name, err := tx.PaidWith(ctx, o.ID)
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
func (s *Shop) sendBack(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if err := s.setRefunded(ctx, tx, o); err != nil {
		return err
	}
	if err := tx.SetRefunded(ctx, o, o.Price, s.now()); err != nil {
		return err
	}
	return s.returnNeedless(ctx, tx, o, e)
}

// enqueueRefund has a job ask for money to be sent back.
func (s *Shop) enqueueRefund(ctx context.Context, tx *store.Tx, row vitrine.Refund, after time.Duration) error {
	return tx.Enqueue(ctx, JobRefundPayment, PaymentJob{OrderID: row.OrderID, Refund: row.ID}, after,
		JobRefundPayment+"."+strconv.FormatInt(row.ID, 10))
}

// RefundPayment carries a JobRefundPayment out. It may be run again: the provider
// sends money back once. It fails, and is tried again, while payments are another
// provider's: that one can't send what it did not take.
func (s *Shop) RefundPayment(ctx context.Context, job PaymentJob) error {
	row, err := s.refundOfJob(ctx, job)
	if err == nil && row.Needless {
		row, err = s.stillNeedless(ctx, row)
	}
	if err != nil || row.State != vitrine.RefundAsked {
		return err
	}
	if _, err := s.sendRefund(ctx, row); err != nil {
		return err
	}
	now, err := s.db.Refund(ctx, row.ID)
	if err == nil && now.State == vitrine.RefundAsked {
		err = vitrine.Errorf(vitrine.Unavailable, "refund %d of order %d: the payment service does not answer", row.ID, row.OrderID)
	}
	return err
}

// refundOfJob is the refund that a job is to send. A job of an earlier release gets one.
func (s *Shop) refundOfJob(ctx context.Context, job PaymentJob) (row vitrine.Refund, err error) {
	if job.Refund != 0 {
		return s.db.Refund(ctx, job.Refund)
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		o, err := tx.Order(ctx, job.OrderID)
		if err != nil {
			return err
		}
		name := cmp.Or(job.Payment, o.PaymentID)
		rows, err := tx.RefundsOfOrder(ctx, o.ID)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(rows, func(r vitrine.Refund) bool { return r.Payment == name && r.Needless }); i >= 0 {
			row = rows[i]
			return nil
		}
		row = vitrine.Refund{OrderID: o.ID, Needless: true, Provider: job.Provider, Payment: name, Amount: o.Price, Currency: o.Currency,
			State: vitrine.RefundAsked, Reason: vitrine.ReasonDuplicate, By: vitrine.ByServer, CreatedAt: s.now()}
		return tx.InsertRefund(ctx, &row)
	})
	return row, err
}

// AbandonRefund keeps for the operators' desk what no RefundPayment could send back, however often it was tried. Money
// that nothing is sold for is owed until somebody sends it by hand; an order whose refund did not come through is as it was.
func (s *Shop) AbandonRefund(ctx context.Context, tx *store.Tx, args, cause string) error {
	s.log.Error("the money of an order could not be sent back: send it by hand", "job", args, "error", cause)
	var job PaymentJob
	if err := json.Unmarshal([]byte(args), &job); err != nil || job.Refund == 0 {
		return err
	}
	row, err := tx.Refund(ctx, job.Refund)
	if err != nil || row.State != vitrine.RefundAsked {
		return err
	}
	row.State, row.Failure = vitrine.RefundOwed, clipped(cause)
	return tx.UpdateRefund(ctx, &row, s.now())
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
	if err := tx.SetOrderStatus(ctx, o, vitrine.Refunded, s.now()); err != nil {
		return err
	}
	if err := s.closeRequest(ctx, tx, o); err != nil || o.BuyerID == 0 {
		return err
	}
	return tx.MarkRefunded(ctx, o.ModelID, o.BuyerID)
}

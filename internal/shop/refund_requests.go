package shop

import (
	"context"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// NewRefundRequest is what a buyer asks for.
type NewRefundRequest struct {
	Amount vitrine.Amount // 0: all that is left
	Reason vitrine.RefundReason
	Text   string
}

// AskRefund asks for money of an order that the caller bought.
func (s *Shop) AskRefund(ctx context.Context, caller vitrine.Caller, orderID int64,
	n NewRefundRequest) (q vitrine.RefundRequest, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		o, err := boughtBy(ctx, tx, caller, orderID)
		if err != nil {
			return err
		}
		q, err = s.askRefund(ctx, tx, o, n)
		return err
	})
	return q, err
}

// AskRefundOfCheckout is AskRefund by whoever has the page of the checkout: who bought without an account.
func (s *Shop) AskRefundOfCheckout(ctx context.Context, key string, n NewRefundRequest) (q vitrine.RefundRequest, err error) {
	_, err = s.withCheckout(ctx, key, func(tx *store.Tx, o *vitrine.Order) error {
		q, err = s.askRefund(ctx, tx, o, n)
		return err
	})
	return q, err
}

// buys reports whether the caller bought an order, or made it: for themselves, or an application for a customer, whose files it may
// download too.
func buys(caller vitrine.Caller, o *vitrine.Order) bool {
	if caller.ForCustomers() {
		return o.UserID == caller.User.ID && ownOf(caller, o) == nil
	}
	return caller.User.ID != 0 && (o.BuyerID == caller.User.ID || o.UserID == caller.User.ID)
}

// boughtBy is an order that the caller bought, or made; NotFound for all others.
func boughtBy(ctx context.Context, tx *store.Tx, caller vitrine.Caller, id int64) (*vitrine.Order, error) {
	o, err := tx.Order(ctx, id)
	if err == nil && !buys(caller, o) {
		err = vitrine.Errorf(vitrine.NotFound, "there is no order %d", id)
	}
	return o, err
}

func (s *Shop) askRefund(ctx context.Context, tx *store.Tx, o *vitrine.Order, n NewRefundRequest) (q vitrine.RefundRequest, err error) {
	house, err := tx.House(ctx)
	if err != nil {
		return q, err
	}
	if err := s.mayAskRefund(o, house.Refunds); err != nil {
		return q, err
	}
	before, err := tx.RequestsOfOrder(ctx, o.ID)
	if err != nil {
		return q, err
	}
	if len(before) >= vitrine.MaxRequests {
		return q, vitrine.Errorf(vitrine.Conflict, "the money of order %d was asked for %d times already: write to the marketplace", o.ID,
			len(before))
	}
	n.Text = strings.TrimSpace(n.Text)
	faults := vitrine.CheckRequestText("/text", n.Text)
	if !n.Reason.Known() {
		faults = append(faults, vitrine.Field{Pointer: "/reason", Code: "not_allowed", Detail: "choose one of the reasons"})
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return q, err
	}
	if n.Amount, err = s.refundable(ctx, tx, o, n.Amount); err != nil {
		return q, err
	}
	q = vitrine.RefundRequest{OrderID: o.ID, BuyerID: o.BuyerID, SellerID: o.Model.AuthorID, Title: o.Model.Title,
		Amount: n.Amount, Currency: o.Currency,
		Reason: n.Reason, Text: n.Text, State: vitrine.RequestOpen, DueAt: s.now().Add(house.Refunds.SellerTime()), CreatedAt: s.now()}
	seller, err := tx.User(ctx, q.SellerID)
	if err != nil {
		return q, err
	}
	if !seller.SuspendedAt.IsZero() { // nobody is there who could answer, also of one who was erased
		q.State, q.DueAt = vitrine.RequestPassed, s.now().Add(house.Refunds.DeskTime())
	}
	if err := tx.InsertRefundRequest(ctx, &q); err != nil {
		return q, err
	}
	if err := s.tellRequest(ctx, tx, q); err != nil {
		return q, err
	}
	return q, s.Note(ctx, tx, Noted{Act: vitrine.ActOrderAsk, ID: idText(o.ID), After: requestFacts(q)})
}

// mayAskRefund refuses a request for money of an order that can't be asked for.
func (s *Shop) mayAskRefund(o *vitrine.Order, rules vitrine.RefundRules) error {
	switch {
	case rules.Closed:
		return vitrine.Errorf(vitrine.Conflict, "requests for refunds are not taken here: write to the marketplace")
	case o.Price == 0 || o.Status != vitrine.Paid:
		return vitrine.Errorf(vitrine.Conflict, "there is no money of order %d that could be asked for now", o.ID)
	case s.now().After(o.PaidAt.Add(rules.AskTime())):
		return vitrine.Errorf(vitrine.Conflict, "the time to ask for the money of order %d is over", o.ID)
	}
	return nil
}

func requestFacts(q vitrine.RefundRequest) facts {
	return facts{"request": q.ID, "state": string(q.State), "amount": q.Amount.String(), "reason": string(q.Reason)}
}

// InsistOnRefund takes a request that the seller refused to the operators, by the buyer.
func (s *Shop) InsistOnRefund(ctx context.Context, caller vitrine.Caller, id int64) (vitrine.RefundRequest, error) {
	return s.byBuyer(ctx, caller, id, s.insist)
}

// WithdrawRefundRequest ends a request, by the buyer.
func (s *Shop) WithdrawRefundRequest(ctx context.Context, caller vitrine.Caller, id int64) (vitrine.RefundRequest, error) {
	return s.byBuyer(ctx, caller, id, s.withdraw)
}

// byBuyer changes a request of an order that the caller bought.
func (s *Shop) byBuyer(ctx context.Context, caller vitrine.Caller, id int64,
	change func(context.Context, *store.Tx, *vitrine.RefundRequest) error) (q vitrine.RefundRequest, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if q, err = tx.RefundRequest(ctx, id); err != nil {
			return err
		}
		if _, err := boughtBy(ctx, tx, caller, q.OrderID); err != nil {
			return vitrine.Errorf(vitrine.NotFound, "there is no refund request %d", id)
		}
		return change(ctx, tx, &q)
	})
	return q, err
}

// ChangeRefundOfCheckout is InsistOnRefund, or WithdrawRefundRequest, of the request that waits for its buyer at the page of
// a checkout.
func (s *Shop) ChangeRefundOfCheckout(ctx context.Context, key string, insist bool) (q vitrine.RefundRequest, err error) {
	_, err = s.withCheckout(ctx, key, func(tx *store.Tx, o *vitrine.Order) error {
		list, err := tx.RequestsOfOrder(ctx, o.ID)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return vitrine.Errorf(vitrine.NotFound, "nobody has asked for the money of this order")
		}
		if q = list[len(list)-1]; insist {
			return s.insist(ctx, tx, &q)
		}
		return s.withdraw(ctx, tx, &q)
	})
	return q, err
}

func (s *Shop) insist(ctx context.Context, tx *store.Tx, q *vitrine.RefundRequest) error {
	if q.State != vitrine.RequestRefused {
		return vitrine.Errorf(vitrine.Conflict, "only a request that the seller refused goes to the marketplace")
	}
	return s.passRequest(ctx, tx, q)
}

func (s *Shop) withdraw(ctx context.Context, tx *store.Tx, q *vitrine.RefundRequest) error {
	if q.State.Over() {
		return vitrine.Errorf(vitrine.Conflict, "request %d is over already", q.ID)
	}
	return s.endRequest(ctx, tx, q, vitrine.RequestWithdrawn)
}

// passRequest has the operators answer.
func (s *Shop) passRequest(ctx context.Context, tx *store.Tx, q *vitrine.RefundRequest) error {
	house, err := tx.House(ctx)
	if err != nil {
		return err
	}
	before := requestFacts(*q)
	q.State, q.DueAt = vitrine.RequestPassed, s.now().Add(house.Refunds.DeskTime())
	return s.keepRequest(ctx, tx, q, before)
}

// endRequest brings a request to its end.
func (s *Shop) endRequest(ctx context.Context, tx *store.Tx, q *vitrine.RefundRequest, state vitrine.RefundRequestState) error {
	before := requestFacts(*q)
	q.State = state
	q.EndedAt, q.DueAt = s.now(), time.Time{}
	return s.keepRequest(ctx, tx, q, before)
}

func (s *Shop) keepRequest(ctx context.Context, tx *store.Tx, q *vitrine.RefundRequest, before facts) error {
	if err := tx.UpdateRefundRequest(ctx, q, s.now()); err != nil {
		return err
	}
	if err := s.tellRequest(ctx, tx, *q); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderRequest, ID: idText(q.OrderID), Before: before, After: requestFacts(*q)})
}

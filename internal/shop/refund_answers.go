package shop

import (
	"context"
	"fmt"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// RefundAnswer is what is answered to a request.
type RefundAnswer struct {
	Grant         bool
	Amount        vitrine.Amount // of what is asked for; 0: all of it
	KeepDownloads bool           // when nothing is left of the order; a part of the money never stops them
	Text          string         // needed where it is not granted
}

// AnswerRefundRequest is the answer of the seller, who saw the request in a version. What is granted goes back at once; what is refused
// the buyer may take to the operators.
func (s *Shop) AnswerRefundRequest(ctx context.Context, in SignedIn, id int64, a RefundAnswer,
	pre Precondition) (vitrine.RefundRequest, error) {
	if in.token == nil {
		if err := s.mustBeFresh(ctx, in); err != nil {
			return vitrine.RefundRequest{}, err
		}
	}
	a.Text = strings.TrimSpace(a.Text)
	return s.answerRequest(ctx, id, a, pre, func(tx *store.Tx, q *vitrine.RefundRequest) error {
		if _, err := s.asNow(ctx, tx, in); err != nil {
			return err
		}
		if q.SellerID != in.User.ID || in.token != nil && in.token.ForCustomers() {
			return vitrine.Errorf(vitrine.NotFound, "there is no refund request %d", id)
		}
		if q.State != vitrine.RequestOpen {
			return vitrine.Errorf(vitrine.Conflict, "request %d waits for no answer of its seller any more", id)
		}
		q.SellerAnswer, q.AnsweredAt = a.Text, s.now()
		return nil
	}, vitrine.RequestRefused)
}

// DecideRefundRequest is the answer of an operator, which ends the request.
func (s *Shop) DecideRefundRequest(ctx context.Context, in SignedIn, id int64, a RefundAnswer,
	pre Precondition) (vitrine.RefundRequest, error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleOperator); err != nil {
		return vitrine.RefundRequest{}, err
	}
	a.Text = strings.TrimSpace(a.Text)
	return s.answerRequest(ctx, id, a, pre, func(tx *store.Tx, q *vitrine.RefundRequest) error {
		if _, err := s.stillActs(ctx, tx, in, vitrine.RoleOperator); err != nil {
			return err
		}
		if q.State.Over() {
			return vitrine.Errorf(vitrine.Conflict, "request %d is over already", id)
		}
		q.DeskAnswer = a.Text
		return nil
	}, vitrine.RequestDeclined)
}

// answerRequest grants a request, or brings it into the state of what is not granted. The refund is written down in the same
// transaction, so that nothing is granted without its money, and sent after it.
func (s *Shop) answerRequest(ctx context.Context, id int64, a RefundAnswer, pre Precondition,
	may func(tx *store.Tx, q *vitrine.RefundRequest) error, otherwise vitrine.RefundRequestState) (q vitrine.RefundRequest, err error) {
	if a.Text != "" || !a.Grant {
		if err := vitrine.InvalidFields(vitrine.CheckRequestText("/text", a.Text)); err != nil {
			return q, err
		}
	}
	var row vitrine.Refund
	err = s.db.Write(ctx, func(tx *store.Tx) (err error) {
		row = vitrine.Refund{} // of a transaction that began anew
		if q, err = tx.RefundRequest(ctx, id); err != nil {
			return err
		}
		if err := may(tx, &q); err != nil {
			return err
		}
		if err := pre.check(q.Version); err != nil {
			return err
		}
		who := actorOf(ctx)
		q.AnsweredByID, q.AnsweredBy = who.UserID, who.Name
		if a.Grant {
			row, err = s.grantRequest(ctx, tx, &q, a)
			return err
		}
		return s.refuseRequest(ctx, tx, &q, otherwise)
	})
	if err != nil || row.ID == 0 {
		return q, err
	}
	if _, err := s.sendRefund(ctx, row); err != nil { // it waits for an operator's hand
		s.log.Warn("the money of a granted request was not sent", "request", q.ID, "order", q.OrderID, "error", err)
	}
	return q, nil
}

// grantRequest ends a request with a refund: of what is asked for or of a part of it, and of no more than is left. Of an order whose
// money has gone already there is none.
func (s *Shop) grantRequest(ctx context.Context, tx *store.Tx, q *vitrine.RefundRequest, a RefundAnswer) (row vitrine.Refund, err error) {
	o, err := tx.Order(ctx, q.OrderID)
	if err != nil {
		return row, err
	}
	if a.Amount < 0 || a.Amount > q.Amount {
		return row, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/amount", Code: "too_large",
			Detail: fmt.Sprintf("the amount is at most %s %s: the buyer asks for no more", q.Amount, q.Currency)}})
	}
	if o.Status != vitrine.Refunded {
		n := NewRefund{Amount: a.Amount, Reason: q.Reason, KeepDownloads: a.KeepDownloads, RequestID: q.ID}
		if n.Amount == 0 {
			n.Amount = min(q.Amount, o.Left())
		}
		if row, err = s.beginRefund(ctx, tx, o, n); err != nil {
			return row, err
		}
		q.Granted = row.Amount
	}
	return row, s.endRequest(ctx, tx, q, vitrine.RequestGranted)
}

// refuseRequest brings a request that is not granted to its end, or to its buyer.
func (s *Shop) refuseRequest(ctx context.Context, tx *store.Tx, q *vitrine.RefundRequest, state vitrine.RefundRequestState) error {
	if state.Over() {
		return s.endRequest(ctx, tx, q, state)
	}
	house, err := tx.House(ctx)
	if err != nil {
		return err
	}
	before := requestFacts(*q)
	q.State, q.DueAt = state, s.now().Add(house.Refunds.SellerTime())
	return s.keepRequest(ctx, tx, q, before)
}

// closeRequest ends the request of an order that all of the money went back of in another way.
func (s *Shop) closeRequest(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	list, err := tx.RequestsOfOrder(ctx, o.ID)
	if err != nil || len(list) == 0 || list[len(list)-1].State.Over() {
		return err
	}
	return s.endRequest(ctx, tx, &list[len(list)-1], vitrine.RequestGranted)
}

// requestsAtOnce is how many requests one turn looks at.
const requestsAtOnce = 50

// EndRefundRequests does what is due where nobody answered in time: the operators answer for a seller, a buyer who does not
// insist has agreed, and what the operators leave is granted where the house says so.
func (s *Shop) EndRefundRequests(ctx context.Context) error {
	due, err := s.db.RequestsDue(ctx, s.now(), requestsAtOnce)
	if err != nil {
		return err
	}
	for _, q := range due {
		if err := s.db.Write(ctx, func(tx *store.Tx) error { return s.requestDue(ctx, tx, q.ID) }); err != nil {
			return fmt.Errorf("end refund request %d: %w", q.ID, err)
		}
	}
	return nil
}

func (s *Shop) requestDue(ctx context.Context, tx *store.Tx, id int64) error {
	q, err := tx.RefundRequest(ctx, id)
	if err != nil || q.DueAt.IsZero() || q.DueAt.After(s.now()) {
		return err // somebody answered meanwhile
	}
	o, err := tx.Order(ctx, q.OrderID)
	if err != nil {
		return err
	}
	switch {
	case o.Status == vitrine.Refunded:
		return s.endRequest(ctx, tx, &q, vitrine.RequestGranted)
	case o.Status != vitrine.Paid: // the buyer's bank decides first
		q.DueAt = s.now().Add(24 * time.Hour)
		return tx.UpdateRefundRequest(ctx, &q, s.now())
	case q.State == vitrine.RequestOpen:
		return s.passRequest(ctx, tx, &q)
	case q.State == vitrine.RequestRefused:
		return s.endRequest(ctx, tx, &q, vitrine.RequestDeclined)
	}
	return s.deskDue(ctx, tx, &q, o)
}

// deskDue does what is due where the operators did not answer: what is left is granted where the house says so, and else the request
// stands at the desk as late.
func (s *Shop) deskDue(ctx context.Context, tx *store.Tx, q *vitrine.RefundRequest, o *vitrine.Order) error {
	house, err := tx.House(ctx)
	if err != nil {
		return err
	}
	left, err := s.refundable(ctx, tx, o, 0)
	if err != nil && vitrine.CodeOf(err) != vitrine.Conflict {
		return err
	}
	if house.Refunds.Grants && err == nil && left > 0 {
		_, err := s.grantRequest(ctx, tx, q, RefundAnswer{Amount: min(q.Amount, left)}) // its job sends it
		return err
	}
	q.DueAt = time.Time{}
	return tx.UpdateRefundRequest(ctx, q, s.now())
}

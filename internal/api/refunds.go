package api

import (
	"context"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

type refundOrderInput struct {
	ID      int64   `path:"id" doc:"The order's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the order is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct {
		Amount        *decimal `json:"amount,omitempty" doc:"How much goes back; all that is left when absent."`
		Reason        string   `json:"reason,omitempty" enum:"not_as_described,broken,mistaken,duplicate,fraudulent,other" doc:"Why; other when absent."`
		Note          string   `json:"note,omitempty" maxLength:"2000" doc:"For operators, kept with the refund."`
		KeepDownloads bool     `json:"keep_downloads,omitempty" doc:"The buyer keeps the files when all has gone back. A part of the money never stops them."`
	}
}

// RefundRecord is money of an order that goes back.
type RefundRecord struct {
	ID            int64      `json:"id" doc:"Names the refund."`
	OrderID       string     `json:"order_id" doc:"The order."`
	Amount        string     `json:"amount" pattern:"^[0-9]{1,7}\\.[0-9]{2}$" example:"2.50" doc:"How much goes back."`
	Currency      string     `json:"currency" example:"EUR" doc:"ISO 4217 code."`
	State         string     `json:"state" enum:"asked,pending,done,failed,owed" doc:"asked: the provider is being asked. pending: it has it in hand. done: the money went back. failed: it did not, and the order is as it was. owed: it did not, and an operator has to send it by hand."`
	Reason        string     `json:"reason" enum:"not_as_described,broken,mistaken,duplicate,fraudulent,other" doc:"Why."`
	Note          string     `json:"note" doc:"For operators."`
	Failure       string     `json:"failure" doc:"Why it did not go back; empty where it did, or may."`
	Needless      bool       `json:"needless" doc:"It is of a payment that nothing was sold for: a second one, or one that came too late."`
	KeepDownloads bool       `json:"keep_downloads" doc:"The buyer keeps the files when all has gone back."`
	Provider      string     `json:"provider" example:"stripe" doc:"Who has the money."`
	ProviderID    string     `json:"provider_id" example:"re_3Mo" doc:"The provider's name of the refund; empty where it has none."`
	By            string     `json:"by" doc:"Who decided."`
	CreatedAt     time.Time  `json:"created_at" doc:"When it was decided."`
	UpdatedAt     time.Time  `json:"updated_at" doc:"When it last changed."`
	SettledAt     *time.Time `json:"settled_at" doc:"When it came to its end; null before."`
}

type refundsOutput struct {
	Body struct {
		Total   int            `json:"total" doc:"How many there are."`
		Refunds []RefundRecord `json:"refunds" nullable:"false" doc:"The oldest first."`
	}
}

// refundOrder has money of an order go back by the word of an operator.
func (s *Server) refundOrder(ctx context.Context, in *refundOrderInput) (*orderOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	n := shop.NewRefund{Reason: vitrine.RefundReason(in.Body.Reason), Note: in.Body.Note, KeepDownloads: in.Body.KeepDownloads}
	if n.Amount, err = partOf(in.Body.Amount); err != nil {
		return nil, err
	}

	if _, err := s.shop.RefundOrderPart(ctx, who, in.ID, n, orderPrecondition(in.IfMatch, in.ID)); err != nil {
		return nil, err
	}
	// Read anew: what the change returns may be from before the provider's answer.
	changed, err := s.shop.FindOrder(ctx, in.ID)
	if err != nil {
		return nil, err
	}

	return s.orderOutput(ctx, changed)
}

// refundsOfOrder lists what went back of an order, or is to.
func (s *Server) refundsOfOrder(ctx context.Context, in *orderInput) (*refundsOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	list, err := s.shop.RefundsAtDesk(ctx, who, in.ID)
	if err != nil {
		return nil, err
	}

	out := &refundsOutput{}
	out.Body.Total, out.Body.Refunds = len(list), make([]RefundRecord, len(list))
	for i, r := range list {
		out.Body.Refunds[i] = encodeRefund(r)
	}
	return out, nil
}

func encodeRefund(r vitrine.Refund) RefundRecord {
	return RefundRecord{ID: r.ID, OrderID: strconv.FormatInt(r.OrderID, 10), Amount: r.Amount.String(), Currency: r.Currency,
		State: string(r.State), Reason: string(r.Reason), Note: r.Note, Failure: r.Failure, Needless: r.Needless, KeepDownloads: r.KeepDownloads,
		Provider: r.Provider, ProviderID: r.Object, By: r.By, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, SettledAt: timeOrNull(r.SettledAt)}
}

type listWaitingOutput struct {
	Body struct {
		Refunds []RefundRecord `json:"refunds" nullable:"false" doc:"At most 100: those first that an operator has to send by hand, the oldest first."`
	}
}

// waitingRefunds lists money that is still to go back.
func (s *Server) waitingRefunds(ctx context.Context, _ *struct{}) (*listWaitingOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	list, err := s.shop.RefundsWaiting(ctx, who, disputesShown)
	if err != nil {
		return nil, err
	}

	out := &listWaitingOutput{}
	out.Body.Refunds = make([]RefundRecord, len(list))
	for i, r := range list {
		out.Body.Refunds[i] = encodeRefund(r)
	}
	return out, nil
}

type settleRefundInput struct {
	ID   int64 `path:"id" doc:"The refund's id."`
	Body struct {
		Note   string   `json:"note" doc:"How the money was sent, in 1 to 2,000 characters." example:"By bank transfer, reference 4711."`
		Amount *decimal `json:"amount,omitempty" doc:"How much was sent, above 0: 409 where the refund is of another amount, as what is owed can have become less since it was read. What is owed when absent."`
	}
}

type refundOutput struct{ Body RefundRecord }

// settleRefund is an operator's word that money was sent by hand.
func (s *Server) settleRefund(ctx context.Context, in *settleRefundInput) (*refundOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	sent := shop.SentByHand{Note: in.Body.Note}
	if sent.Amount, err = partOf(in.Body.Amount); err != nil {
		return nil, err
	}

	row, err := s.shop.SettleRefund(ctx, who, in.ID, sent, nil)
	if err != nil {
		return nil, err
	}

	return &refundOutput{encodeRefund(row)}, nil
}

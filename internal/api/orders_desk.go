package api

import (
	"context"

	"vitrine"
	"vitrine/internal/shop"
)

type updateOrderInput struct {
	ID      int64   `path:"id" doc:"The order's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the order is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct {
		Status        string  `json:"status" enum:"paid,canceled,refunded" doc:"paid: the money came, as the operator saw. canceled: it can't be paid any more. refunded: who took the money is asked to give it back; where nobody did, the operator has."`
		PaidAt        *string `json:"paid_at,omitempty" nullable:"true" maxLength:"40" example:"2026-03-31" doc:"With paid: when the money came, by which its tax is of a quarter: a day in the time zone of the tax rules, or a moment in RFC 3339, since the order was made and not ahead. Now when absent or null. With all else, and at the end of a dispute, only as a read shows it."`
		KeepDownloads bool    `json:"keep_downloads,omitempty" doc:"With refunded: the buyer keeps the files."`
	}
}

type noteOrderInput struct {
	ID   int64 `path:"id" doc:"The order's id."`
	Body struct {
		Note string `json:"note" doc:"1 to 2,000 characters, for operators." example:"The transfer came in two parts."`
	}
}

// updateOrder carries out what an operator decides of an order.
func (s *Server) updateOrder(ctx context.Context, in *updateOrderInput) (*orderOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	changed, err := s.decideOrder(ctx, who, in)
	if err != nil {
		return nil, err
	}
	// Read anew: what the change returns may be from before the provider's answer.
	if changed, err = s.shop.FindOrder(ctx, changed.ID); err != nil {
		return nil, err
	}

	return s.orderOutput(ctx, changed)
}

func (s *Server) decideOrder(ctx context.Context, who shop.SignedIn, in *updateOrderInput) (*vitrine.Order, error) {
	pre := orderPrecondition(in.IfMatch, in.ID)
	came, status := cameIn(in.Body.PaidAt), vitrine.OrderStatus(in.Body.Status)
	if status != vitrine.Paid {
		if err := s.refuseCame(ctx, in.ID, came); err != nil {
			return nil, err
		}
	}
	switch status {
	case vitrine.Paid:
		return s.shop.ConfirmOrder(ctx, who, in.ID, came, pre)
	case vitrine.Canceled:
		return s.shop.CancelAnyOrder(ctx, who, in.ID, pre)
	default:
		return s.shop.RefundOrder(ctx, who, in.ID, in.Body.KeepDownloads, pre)
	}
}

// cameIn is a time of payment as it was sent, null being none.
func cameIn(sent *string) shop.Came {
	if sent == nil {
		return ""
	}
	return shop.Came(*sent)
}

// refuseCame refuses a time of payment for what does not become paid, unless it is the one that a read shows.
func (s *Server) refuseCame(ctx context.Context, id int64, came shop.Came) error {
	if came == "" {
		return nil
	}
	o, err := s.shop.FindOrder(ctx, id)
	if err != nil {
		return err
	}
	return came.Refuse(o.PaidAt, "only of an order that becomes paid can be said when its money came: leave it out")
}

func (s *Server) sendReceipt(ctx context.Context, in *orderInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.SendReceipt(ctx, who, in.ID)
}

func (s *Server) noteOrder(ctx context.Context, in *noteOrderInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.NoteOrder(ctx, who, in.ID, in.Body.Note)
}

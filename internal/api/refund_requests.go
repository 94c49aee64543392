package api

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

type listRefundRequestsInput struct {
	OnwardInput
	State   string       `query:"state" enum:"open,refused,passed,granted,declined,withdrawn" doc:"Only requests in this state."`
	OrderID param[int64] `query:"order_id" doc:"Only requests of this order."`
	Sold    bool         `query:"sold" doc:"Those of your own models' buyers instead of your own."`
	All     bool         `query:"all" doc:"Everybody's requests; for admins."`
}

type refundRequestInput struct {
	ID int64 `path:"id" doc:"The request's id."`
}

// RefundRequestRecord is what a buyer asks back.
type RefundRequestRecord struct {
	ID           int64      `json:"id" doc:"Names the request."`
	OrderID      string     `json:"order_id" doc:"The order."`
	Title        string     `json:"title" doc:"Of the model, as it was ordered."`
	Amount       string     `json:"amount" pattern:"^[0-9]{1,7}\\.[0-9]{2}$" example:"5.00" doc:"How much is asked for."`
	Granted      string     `json:"granted" pattern:"^[0-9]{1,7}\\.[0-9]{2}$" example:"0.00" doc:"How much of it goes back."`
	Currency     string     `json:"currency" example:"EUR" doc:"ISO 4217 code."`
	Reason       string     `json:"reason" enum:"not_as_described,broken,mistaken,duplicate,fraudulent,other" doc:"Why."`
	Text         string     `json:"text" doc:"In the words of the buyer; empty once they had their account erased."`
	State        string     `json:"state" enum:"open,refused,passed,granted,declined,withdrawn" doc:"open: the seller is to answer. refused: the seller did, and the buyer may insist. passed: the marketplace is to decide. granted, declined, withdrawn: it is over."`
	SellerAnswer string     `json:"seller_answer" doc:"What the seller says."`
	DeskAnswer   string     `json:"desk_answer" doc:"What the marketplace says."`
	DueAt        *time.Time `json:"due_at" doc:"Until when somebody is to answer, or the buyer may insist; null once that is over."`
	CreatedAt    time.Time  `json:"created_at" doc:"When it was asked for."`
	UpdatedAt    time.Time  `json:"updated_at" doc:"When it last changed."`
	AnsweredAt   *time.Time `json:"answered_at" doc:"When the seller answered; null before."`
	EndedAt      *time.Time `json:"ended_at" doc:"When it came to its end; null before."`
}

type refundRequestOutput struct {
	ETag string `header:"ETag"`
	Body RefundRequestRecord
}

type refundRequestsOutput struct {
	Link string `header:"Link"`
	Body struct {
		Requests []RefundRequestRecord `json:"refund_requests" nullable:"false" doc:"Those of this page, the newest first."`
	}
}

type askForRefundInput struct {
	ID   int64 `path:"id" doc:"The order's id."`
	Body struct {
		Amount *decimal `json:"amount,omitempty" doc:"How much; all that is left when absent."`
		Reason string   `json:"reason" enum:"not_as_described,broken,mistaken,duplicate,fraudulent,other" doc:"Why."`
		Text   string   `json:"text" doc:"What is wrong, in 1 to 2,000 characters." example:"One leg of the chair is missing."`
	}
}

type createdRefundRequestOutput struct {
	ETag     string `header:"ETag"`
	Location string `header:"Location"`
	Body     createdRefundRequest
}

type createdRefundRequest struct {
	Success bool `json:"success" doc:"Always true."`
	RefundRequestRecord
}

type answerRequestInput struct {
	ID      int64   `path:"id" doc:"The request's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the request is still the one with this ETag."`
	Body    struct {
		Grant         bool     `json:"grant" doc:"Whether money goes back."`
		Amount        *decimal `json:"amount,omitempty" doc:"How much of what is asked for; all of it when absent."`
		KeepDownloads bool     `json:"keep_downloads,omitempty" doc:"The buyer keeps the files when all of the order has gone back. A part of the money never stops them."`
		Text          string   `json:"text,omitempty" doc:"For the buyer, at most 2,000 characters; needed where nothing goes back." example:"I have mended it: this is for your trouble."`
	}
}

// listRefundRequests lists what buyers ask back: the caller, those who bought of them, or everybody.
func (s *Server) listRefundRequests(ctx context.Context, in *listRefundRequestsInput) (*refundRequestsOutput, error) {
	scope := vitrine.OrdersMade
	switch {
	case in.All && in.Sold:
		return nil, badParameter("sold", "unsupported", "all=true and sold=true ask for different lists: send one of them")
	case in.All:
		scope = vitrine.OrdersAll
	case in.Sold:
		scope = vitrine.OrdersSold
	}
	q := store.RefundRequestQuery{State: vitrine.RefundRequestState(in.State), OrderID: in.OrderID.value,
		Page: vitrine.Page{Number: 1, Size: in.size(), Cursor: in.Cursor}}
	if in.OrderID.set && q.OrderID <= 0 {
		q.OrderID = -1 // no order's, so that the list is empty
	}

	found, err := s.shop.RefundRequests(ctx, caller(ctx), scope, q)
	if err != nil {
		return nil, err
	}

	out := &refundRequestsOutput{Link: in.links(s, found.Next)}
	out.Body.Requests = encodeAll(found.Requests, encodeRefundRequest)
	return out, nil
}

func (s *Server) refundRequest(ctx context.Context, in *refundRequestInput) (*refundRequestOutput, error) {
	q, err := s.shop.RefundRequest(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return refundRequestOf(q), nil
}

// askForRefund asks for money of an order, by who bought or made it.
func (s *Server) askForRefund(ctx context.Context, in *askForRefundInput) (*createdRefundRequestOutput, error) {
	n := shop.NewRefundRequest{Reason: vitrine.RefundReason(in.Body.Reason), Text: in.Body.Text}
	var err error
	if n.Amount, err = partOf(in.Body.Amount); err != nil {
		return nil, err
	}

	q, err := s.shop.AskRefund(ctx, caller(ctx), in.ID, n)
	if err != nil {
		return nil, err
	}

	return &createdRefundRequestOutput{ETag: refundRequestETag(q.ID, q.Version),
		Location: s.absolute("/v1/refund_requests/" + strconv.FormatInt(q.ID, 10)),
		Body:     createdRefundRequest{true, encodeRefundRequest(&q)}}, nil
}

// partOf reads a part of some money; 0 for all of it, which is said by nothing.
func partOf(said *decimal) (vitrine.Amount, error) {
	if said == nil {
		return 0, nil
	}
	amount, wrong := said.parse("/amount")
	if wrong == nil && amount == 0 {
		wrong = &vitrine.Field{Pointer: "/amount", Code: "too_small", Detail: "amount is above 0"}
	}
	if wrong != nil {
		return 0, vitrine.InvalidFields([]vitrine.Field{*wrong})
	}
	return amount, nil
}

// answer reads what is answered.
func (in *answerRequestInput) answer() (shop.RefundAnswer, error) {
	amount, err := partOf(in.Body.Amount)
	return shop.RefundAnswer{Grant: in.Body.Grant, Amount: amount, KeepDownloads: in.Body.KeepDownloads, Text: in.Body.Text}, err
}

func (in *answerRequestInput) precondition() shop.Precondition {
	return precondition(in.IfMatch, func(version int64) string { return refundRequestETag(in.ID, version) })
}

// answerRefundRequest is the answer of the seller.
func (s *Server) answerRefundRequest(ctx context.Context, in *answerRequestInput) (*refundRequestOutput, error) {
	return s.answered(ctx, in, s.shop.AnswerRefundRequest)
}

// decideRefundRequest is the answer of an operator.
func (s *Server) decideRefundRequest(ctx context.Context, in *answerRequestInput) (*refundRequestOutput, error) {
	return s.answered(ctx, in, s.shop.DecideRefundRequest)
}

func (s *Server) answered(ctx context.Context, in *answerRequestInput,
	give func(context.Context, shop.SignedIn, int64, shop.RefundAnswer, shop.Precondition) (vitrine.RefundRequest, error),
) (*refundRequestOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	answer, err := in.answer()
	if err != nil {
		return nil, err
	}

	q, err := give(ctx, who, in.ID, answer, in.precondition())
	if err != nil {
		return nil, err
	}

	return refundRequestOf(q), nil
}

func (s *Server) insistOnRefund(ctx context.Context, in *refundRequestInput) (*refundRequestOutput, error) {
	q, err := s.shop.InsistOnRefund(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return refundRequestOf(q), nil
}

func (s *Server) withdrawRefundRequest(ctx context.Context, in *refundRequestInput) (*refundRequestOutput, error) {
	q, err := s.shop.WithdrawRefundRequest(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return refundRequestOf(q), nil
}

func refundRequestETag(id, version int64) string { return fmt.Sprintf(`"q%d-%d"`, id, version) }

func refundRequestOf(q vitrine.RefundRequest) *refundRequestOutput {
	return &refundRequestOutput{ETag: refundRequestETag(q.ID, q.Version), Body: encodeRefundRequest(&q)}
}

func encodeRefundRequest(q *vitrine.RefundRequest) RefundRequestRecord {
	return RefundRequestRecord{ID: q.ID, OrderID: strconv.FormatInt(q.OrderID, 10), Title: q.Title, Amount: q.Amount.String(),
		Granted: q.Granted.String(), Currency: q.Currency, Reason: string(q.Reason), Text: q.Text, State: string(q.State),
		SellerAnswer: q.SellerAnswer, DeskAnswer: q.DeskAnswer, DueAt: timeOrNull(q.DueAt), CreatedAt: q.CreatedAt, UpdatedAt: q.UpdatedAt,
		AnsweredAt: timeOrNull(q.AnsweredAt), EndedAt: timeOrNull(q.EndedAt)}
}

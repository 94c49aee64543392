package api

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

type listDisputesInput struct {
	State  string `query:"state" enum:"open,over" default:"open" doc:"open: those whose time runs out first; over: the newest first."`
	Before int64  `query:"before" minimum:"0" doc:"Of those that are over: with ids below this one."`
}

type disputeInput struct {
	ID int64 `path:"id" doc:"The dispute's id."`
}

type answerDisputeInput struct {
	ID      int64   `path:"id" doc:"The dispute's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the dispute is still the one with this ETag."`
	Body    EvidenceRecord
}

// EvidenceRecord is the answer to a dispute.
type EvidenceRecord struct {
	Product string `json:"product,omitempty" doc:"What was sold."`
	Buyer   string `json:"buyer,omitempty" doc:"Address of the buyer." example:"ada@example.com"`
	Terms   string `json:"terms,omitempty" doc:"What the buyer agreed to, and when."`
	Access  string `json:"access,omitempty" doc:"What was downloaded, and when. Networks are keyed hashes."`
	Text    string `json:"text,omitempty" doc:"All else."`
}

// DisputeRecord is money of an order that the buyer's bank asks back.
type DisputeRecord struct {
	ID         int64          `json:"id" doc:"Names the dispute."`
	OrderID    string         `json:"order_id" doc:"The order. A dispute of a payment of several orders is a record of each, with the same provider_id."`
	Provider   string         `json:"provider" example:"stripe" doc:"Who took the payment."`
	ProviderID string         `json:"provider_id" example:"dp_1Mo" doc:"The provider's name of the dispute."`
	Amount     string         `json:"amount" pattern:"^[0-9]{1,7}\\.[0-9]{2}$" example:"12.50" doc:"Of the order."`
	Currency   string         `json:"currency" example:"EUR" doc:"ISO 4217 code."`
	Reason     string         `json:"reason" example:"fraudulent" doc:"As the bank gives it."`
	Status     string         `json:"status" enum:"inquiry,inquiry_reviewed,inquiry_over,needs_response,under_review,won,lost" doc:"Where it stands. An inquiry has moved no money."`
	DueAt      *time.Time     `json:"due_at" doc:"Until when an answer is taken; null where there is no such time."`
	Evidence   EvidenceRecord `json:"evidence" doc:"What was sent; until then, what is known of the order and would be sent."`
	SentAt     *time.Time     `json:"sent_at" doc:"When it was answered; null before."`
	SentBy     string         `json:"sent_by" doc:"Who answered."`
	CreatedAt  time.Time      `json:"created_at" doc:"When it was heard of."`
	UpdatedAt  time.Time      `json:"updated_at" doc:"When it last changed."`
	ClosedAt   *time.Time     `json:"closed_at" doc:"When it was over; null before."`
}

type disputeOutput struct {
	ETag string `header:"ETag"`
	Body DisputeRecord
}

type disputesOutput struct {
	Body struct {
		Disputes []DisputeRecord `json:"disputes" nullable:"false" doc:"At most 100, without evidence that was not sent."`
	}
}

const disputesShown = 100

func (s *Server) listDisputes(ctx context.Context, in *listDisputesInput) (*disputesOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	list, err := s.shop.DisputesAtDesk(ctx, who, store.DisputeQuery{Over: in.State == "over", Before: in.Before, Limit: disputesShown})
	if err != nil {
		return nil, err
	}

	out := &disputesOutput{}
	out.Body.Disputes = make([]DisputeRecord, len(list))
	for i, d := range list {
		out.Body.Disputes[i] = encodeDispute(d, d.Evidence)
	}
	return out, nil
}

func (s *Server) dispute(ctx context.Context, in *disputeInput) (*disputeOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	d, evidence, err := s.shop.DisputeAtDesk(ctx, who, in.ID)
	if err != nil {
		return nil, err
	}

	return &disputeOutput{ETag: disputeETag(d.ID, d.Version), Body: encodeDispute(d, evidence)}, nil
}

func disputeETag(id, version int64) string { return fmt.Sprintf(`"d%d-%d"`, id, version) }

// answerDispute sends evidence to the bank.
func (s *Server) answerDispute(ctx context.Context, in *answerDisputeInput) (*disputeOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	pre := precondition(in.IfMatch, func(version int64) string { return disputeETag(in.ID, version) })
	d, err := s.shop.AnswerDispute(ctx, who, in.ID, vitrine.DisputeEvidence(in.Body), pre)
	if err != nil {
		return nil, err
	}

	return &disputeOutput{ETag: disputeETag(d.ID, d.Version), Body: encodeDispute(d, d.Evidence)}, nil
}

func encodeDispute(d vitrine.Dispute, e vitrine.DisputeEvidence) DisputeRecord {
	return DisputeRecord{ID: d.ID, OrderID: strconv.FormatInt(d.OrderID, 10), Provider: d.Provider, ProviderID: d.Object,
		Amount:   d.Amount.String(),
		Currency: d.Currency, Reason: d.Reason, Status: string(d.Status), DueAt: timeOrNull(d.DueAt), Evidence: EvidenceRecord(e),
		SentAt: timeOrNull(d.SentAt), SentBy: d.SentBy, CreatedAt: d.CreatedAt, UpdatedAt: d.UpdatedAt, ClosedAt: timeOrNull(d.ClosedAt)}
}

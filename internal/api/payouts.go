package api

import (
	"context"
	"fmt"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// Payout is money that a seller is paid from what is available to them.
type Payout struct {
	ID        int64      `json:"id" example:"3" doc:"Names the payout in addresses."`
	Seller    string     `json:"seller" example:"ada" doc:"Username of who is paid."`
	Status    string     `json:"status" enum:"pending,in_batch,sent,paid,failed,canceled" doc:"How far it has come."`
	Amount    string     `json:"amount" pattern:"^[0-9]+\\.[0-9]{2}$" example:"120.00" doc:"What is paid."`
	Currency  string     `json:"currency" example:"EUR" doc:"ISO 4217 code."`
	Live      bool       `json:"livemode" doc:"Whether it is real money."`
	Account   *string    `json:"account" nullable:"true" example:"DE…3000" doc:"Where it goes: the country and the last four characters of the IBAN; null once that is forgotten."`
	Reason    *string    `json:"reason" nullable:"true" doc:"Why it came back; null for one that did not."`
	BatchID   *int64     `json:"batch_id" nullable:"true" doc:"The batch in which it is given to the bank; null for none."`
	CreatedAt time.Time  `json:"created_at" doc:"When it was made: its money is on its way from then on."`
	UpdatedAt time.Time  `json:"updated_at" doc:"When it last came into another state."`
	SentAt    *time.Time `json:"sent_at" nullable:"true" doc:"When the bank got it; null before."`
	EndedAt   *time.Time `json:"ended_at" nullable:"true" doc:"When it was paid, came back or was canceled; null before."`
}

type listPayoutsInput struct {
	OnwardInput
	Status string `query:"status" enum:"pending,in_batch,sent,paid,failed,canceled" doc:"Those in this state alone."`
	All    bool   `query:"all" doc:"Everybody's payouts; for admins."`
}

type payoutsOutput struct {
	Link string `header:"Link"`
	Body struct {
		Payouts []Payout `json:"payouts" nullable:"false" doc:"Those of this page, the newest first."`
	}
}

type payoutInput struct {
	ID int64 `path:"id" doc:"The payout's id."`
}

type payoutOutput struct {
	ETag string `header:"ETag"`
	Body Payout
}

func (s *Server) listPayouts(ctx context.Context, in *listPayoutsInput) (*payoutsOutput, error) {
	who := caller(ctx)
	q := store.PayoutQuery{SellerID: who.User.ID, Status: vitrine.PayoutStatus(in.Status), Page: in.page()}
	if in.All {
		if err := who.Require(vitrine.ScopeAdmin); err != nil {
			return nil, err
		}
		q.SellerID = 0
	}

	found, err := s.db.Payouts(ctx, q)
	if err != nil {
		return nil, err
	}

	out := &payoutsOutput{Link: in.links(s, found.Next)}
	out.Body.Payouts = make([]Payout, len(found.Payouts))
	for i, p := range found.Payouts {
		out.Body.Payouts[i] = encodePayout(p)
	}
	return out, nil
}

func (s *Server) payout(ctx context.Context, in *payoutInput) (*payoutOutput, error) {
	p, err := s.db.Payout(ctx, in.ID)
	if who := caller(ctx); err == nil && p.SellerID != who.User.ID && !who.Admin() {
		err = vitrine.Errorf(vitrine.NotFound, "there is no payout %d", in.ID)
	}
	if err != nil {
		return nil, err
	}

	return &payoutOutput{ETag: fmt.Sprintf(`"p%d"`, p.Version), Body: encodePayout(p)}, nil
}

func encodePayout(p *vitrine.Payout) Payout {
	encoded := Payout{
		ID: p.ID, Seller: p.Seller, Status: string(p.Status), Amount: p.Amount.String(), Currency: p.Currency, Live: p.Live,
		Account: textOrNull(p.Masked), Reason: textOrNull(p.Reason), CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt,
		SentAt: timeOrNull(p.SentAt), EndedAt: timeOrNull(p.EndedAt),
	}
	if p.BatchID != 0 {
		encoded.BatchID = &p.BatchID
	}
	return encoded
}

package api

import (
	"context"
	"time"

	"vitrine"
)

// BalanceSum is what a seller has earned and not got yet, of one currency.
type BalanceSum struct {
	Currency  string `json:"currency" example:"USD" doc:"ISO 4217 code."`
	Live      bool   `json:"livemode" doc:"Whether it is real money."`
	Hold      string `json:"on_hold" pattern:"^-?[0-9]+\\.[0-9]{2}$" example:"10.94" doc:"Available when it was on hold for long enough: of sales that are new, or disputed."`
	Available string `json:"available" pattern:"^-?[0-9]+\\.[0-9]{2}$" example:"120.00" doc:"To be paid out. Below zero: what was refunded after it was paid out, which later sales make up for."`
	Transit   string `json:"on_its_way" pattern:"^-?[0-9]+\\.[0-9]{2}$" example:"0.00" doc:"Was sent to the seller, and has not arrived."`
}

type balanceOutput struct {
	Body struct {
		HoldDays int          `json:"hold_days" doc:"For how many days what is earned is on hold."`
		Balances []BalanceSum `json:"balances" nullable:"false" doc:"Real money first; none of somebody who has sold nothing."`
	}
}

// Movement is what something did to a balance.
type Movement struct {
	ID        int64     `json:"id" doc:"Of the entry in the ledger."`
	Kind      string    `json:"kind" enum:"sold,released,refunded,disputed,dispute_won,dispute_lost,transferred,transfer_back,payout,payout_arrived,payout_returned,adjusted" doc:"What happened."`
	OrderID   *int64    `json:"order_id" nullable:"true" doc:"The order that it is of; null where it is of none."`
	Currency  string    `json:"currency" example:"USD" doc:"ISO 4217 code."`
	Live      bool      `json:"livemode" doc:"Whether it is real money."`
	Hold      string    `json:"on_hold" pattern:"^-?[0-9]+\\.[0-9]{2}$" doc:"What it added to what is on hold."`
	Available string    `json:"available" pattern:"^-?[0-9]+\\.[0-9]{2}$" doc:"What it added to what is available."`
	Transit   string    `json:"on_its_way" pattern:"^-?[0-9]+\\.[0-9]{2}$" doc:"What it added to what is on its way."`
	Note      *string   `json:"note" nullable:"true" doc:"What is said of it: of a transfer, what arrived in the currency that the provider settles in, where that is another one. Null for nothing."`
	CreatedAt time.Time `json:"created_at" doc:"When it was booked."`
}

type listMovementsInput struct{ OnwardInput }

type movementsOutput struct {
	Link string `header:"Link"`
	Body struct {
		Entries []Movement `json:"entries" nullable:"false" doc:"Those of this page, the newest first."`
	}
}

func (s *Server) balance(ctx context.Context, _ *struct{}) (*balanceOutput, error) {
	house, err := s.shop.House(ctx)
	if err != nil {
		return nil, err
	}
	balances, err := s.db.Balances(ctx, caller(ctx).User.ID)
	if err != nil {
		return nil, err
	}

	out := &balanceOutput{}
	out.Body.HoldDays, out.Body.Balances = house.DaysOnHold(), encodeAll(balances, encodeBalance)
	return out, nil
}

func (s *Server) listMovements(ctx context.Context, in *listMovementsInput) (*movementsOutput, error) {
	found, err := s.db.Statement(ctx, caller(ctx).User.ID, in.page())
	if err != nil {
		return nil, err
	}

	out := &movementsOutput{Link: in.links(s, found.Next)}
	out.Body.Entries = encodeAll(found.Movements, encodeMovement)
	return out, nil
}

func encodeBalance(b *vitrine.Balance) BalanceSum {
	return BalanceSum{b.Currency, b.Live, b.Hold.String(), b.Available.String(), b.Transit.String()}
}

func encodeMovement(m *vitrine.Movement) Movement {
	encoded := Movement{
		ID: m.EntryID, Kind: string(m.Kind), Currency: m.Currency, Live: m.Live, CreatedAt: m.At,
		Hold: m.Hold.String(), Available: m.Available.String(), Transit: m.Transit.String(), Note: textOrNull(m.Note),
	}
	if m.OrderID != 0 {
		encoded.OrderID = &m.OrderID
	}
	return encoded
}

package api

import (
	"context"
	"fmt"
	"time"

	"vitrine"
)

// PayoutAccount is where a seller is paid.
type PayoutAccount struct {
	Holder    string    `json:"holder" example:"Ada Lovelace" doc:"Who holds the account; empty where the marketplace can't read it any more."`
	IBAN      string    `json:"iban" example:"DE…3000" doc:"Its country and its last four characters."`
	BIC       string    `json:"bic" example:"COBADEFF" doc:"Of its bank; empty where it was not said."`
	ChangedAt time.Time `json:"changed_at" doc:"When it was last changed."`
	PaidFrom  time.Time `json:"paid_from" doc:"Until then nothing is sent to it."`
}

type payoutAccountOutput struct {
	CacheControl string `header:"Cache-Control"`
	ETag         string `header:"ETag"`
	Body         PayoutAccount
}

type setPayoutAccountInput struct {
	IfMatch ifMatch `header:"If-Match" doc:"Only when it is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct {
		Holder string `json:"holder" doc:"Who holds the account: 1 to 70 characters." example:"Ada Lovelace"`
		IBAN   string `json:"iban" doc:"Its IBAN, with or without spaces." example:"DE89 3704 0044 0532 0130 00"`
		BIC    string `json:"bic,omitempty" doc:"Of its bank, where that asks for it." example:"COBADEFF"`
	}
}

func (s *Server) payoutAccount(ctx context.Context, _ *struct{}) (*payoutAccountOutput, error) {
	account, err := s.shop.PayoutAccount(ctx, caller(ctx).User.ID)
	if err != nil {
		return nil, err
	}

	return s.encodePayoutAccount(ctx, account)
}

func (s *Server) setPayoutAccount(ctx context.Context, in *setPayoutAccountInput) (*payoutAccountOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	bank := vitrine.BankAccount{Holder: in.Body.Holder, IBAN: in.Body.IBAN, BIC: in.Body.BIC}
	account, err := s.shop.SetPayoutAccount(ctx, who, bank, precondition(in.IfMatch, accountETag))
	if err != nil {
		return nil, err
	}

	return s.encodePayoutAccount(ctx, account)
}

func accountETag(version int64) string { return fmt.Sprintf(`"a%d"`, version) }

func (s *Server) encodePayoutAccount(ctx context.Context, a vitrine.PayoutAccount) (*payoutAccountOutput, error) {
	house, err := s.shop.House(ctx)
	return &payoutAccountOutput{CacheControl: "no-store", ETag: accountETag(a.Version), Body: PayoutAccount{
		Holder: a.Bank.Holder, IBAN: a.Masked, BIC: a.Bank.BIC, ChangedAt: a.ChangedAt, PaidFrom: a.ChangedAt.Add(house.Payouts.Cooling()),
	}}, err
}

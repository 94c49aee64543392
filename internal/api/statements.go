package api

import (
	"context"

	"vitrine"
	"vitrine/internal/shop"
)

// StatementMonth is a month that the caller has a statement of.
type StatementMonth struct {
	Month string `json:"month" example:"2026-05" doc:"Year and month, of UTC."`
	Final bool   `json:"final" doc:"Whether it is over: then the statement stays as it is."`
}

// StatementSum is what the entries of a kind come to.
type StatementSum struct {
	Count int64  `json:"count" doc:"How many entries there are."`
	Gross string `json:"gross" pattern:"^-?[0-9]+\\.[0-9]{2}$" example:"25.00" doc:"What buyers paid, or got back; of payouts what was paid out, below zero."`
	Tax   string `json:"tax" pattern:"^-?[0-9]+\\.[0-9]{2}$" example:"0.00" doc:"Of it, what is owed to the state."`
	Share string `json:"share" pattern:"^-?[0-9]+\\.[0-9]{2}$" example:"3.12" doc:"Of it, what the marketplace keeps."`
	Net   string `json:"net" pattern:"^-?[0-9]+\\.[0-9]{2}$" example:"21.88" doc:"What it added to the seller's balance."`
}

// MonthlyStatement accounts for a month of a seller's money, of one currency.
type MonthlyStatement struct {
	Month    string       `json:"month" example:"2026-05" doc:"Year and month, of UTC."`
	Final    bool         `json:"final" doc:"Whether it is over."`
	Currency string       `json:"currency" example:"USD" doc:"ISO 4217 code."`
	Live     bool         `json:"livemode" doc:"Whether it is real money."`
	Opening  string       `json:"opening" pattern:"^-?[0-9]+\\.[0-9]{2}$" example:"0.00" doc:"What was on hold, available and on its way as the month began: closing of the month before."`
	Sales    StatementSum `json:"sales" doc:"Orders that were paid."`
	Refunds  StatementSum `json:"refunds" doc:"What went back to buyers."`
	Disputes StatementSum `json:"disputes" doc:"What buyers' banks have drawn, and gave back."`
	Payouts  StatementSum `json:"payouts" doc:"What has arrived at the seller, less what came back from there."`
	Other    StatementSum `json:"other" doc:"What operators have put right."`
	Closing  string       `json:"closing" pattern:"^-?[0-9]+\\.[0-9]{2}$" example:"21.88" doc:"Opening, and the net of all sums."`
}

type statementMonthsOutput struct {
	Body struct {
		Months []StatementMonth `json:"months" nullable:"false" doc:"The newest first; none of somebody who has sold nothing."`
	}
}

type statementsInput struct {
	Month string `path:"month" pattern:"^[0-9]{4}-[0-9]{2}$" doc:"Year and month, such as 2026-05."`
}

type statementsOutput struct {
	Body struct {
		Statements []MonthlyStatement `json:"statements" nullable:"false" doc:"By currency, real money first. A currency in which nothing stood or moved has none."`
	}
}

func (s *Server) listStatements(ctx context.Context, _ *struct{}) (*statementMonthsOutput, error) {
	months, err := s.shop.StatementMonths(ctx, caller(ctx).User.ID)
	if err != nil {
		return nil, err
	}

	out := &statementMonthsOutput{}
	out.Body.Months = encodeAll(months, func(m *shop.StatementMonth) StatementMonth { return StatementMonth{m.Name(), m.Final} })
	return out, nil
}

func (s *Server) statements(ctx context.Context, in *statementsInput) (*statementsOutput, error) {
	month, err := vitrine.ParseMonth(in.Month)
	if err != nil {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no statement of %s", in.Month)
	}
	found, err := s.shop.Statements(ctx, caller(ctx).User.ID, month, nil)
	if err != nil {
		return nil, err
	}

	final := s.shop.MonthIsOver(month)
	out := &statementsOutput{}
	out.Body.Statements = encodeAll(found, func(one *vitrine.SellerStatement) MonthlyStatement { return encodeStatement(one, final) })
	return out, nil
}

func encodeStatement(s *vitrine.SellerStatement, final bool) MonthlyStatement {
	sum := func(group vitrine.StatementGroup) StatementSum {
		one := s.Sums[group]
		return StatementSum{one.Count, one.Gross.String(), one.Tax.String(), one.Share.String(), one.Net.String()}
	}
	return MonthlyStatement{
		Month: s.Month.Format("2006-01"), Final: final, Currency: s.Currency, Live: s.Live, Opening: s.Opening.String(),
		Sales: sum(vitrine.StatementSales), Refunds: sum(vitrine.StatementRefunds), Disputes: sum(vitrine.StatementDisputes),
		Payouts: sum(vitrine.StatementPayouts), Other: sum(vitrine.StatementOther), Closing: s.Closing.String(),
	}
}

package api

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// The days of listSales: as long as nobody says, and at most.
const (
	usualDays = 30
	mostDays  = 366
)

// modelsSold is of how many models listSales says what was sold.
const modelsSold = 100

type salesInput struct {
	From string `query:"from" doc:"First day, in UTC; 29 days before the last when absent." example:"2026-03-01"`
	To   string `query:"to" doc:"Last day, in UTC; today when absent. At most 366 days at once." example:"2026-03-31"`
}

type salesOutput struct {
	Body struct {
		From     string `json:"from" format:"date" doc:"The first day."`
		To       string `json:"to" format:"date" doc:"The last day."`
		Currency string `json:"currency" example:"USD" doc:"ISO 4217 code of the marketplace's currency. Orders in another one are left out."`
		Share    string `json:"share" pattern:"^[0-9]{1,3}(\\.[0-9]{1,2})?$" example:"12.5" doc:"Percent that the marketplace keeps of each order that is made now. Earned goes by what it was when each order was made."`
		SoldSum
		Days   []daySold   `json:"days" nullable:"false" doc:"Days on which something was sold, by when it was paid, the oldest first."`
		Models []modelSold `json:"models" nullable:"false" doc:"Models that were sold, at most 100, those first that brought most."`
		Places []placeSold `json:"countries" nullable:"false" doc:"Countries in which buyers live, those first that brought most."`
	}
}

// SoldSum adds orders up.
type SoldSum struct {
	Orders   int64  `json:"orders" doc:"How many were paid and not refunded."`
	Refunded int64  `json:"refunded" doc:"How many were paid and refunded."`
	Amount   string `json:"amount" pattern:"^[0-9]+\\.[0-9]{2}$" example:"1200.00" doc:"What buyers paid, without what was refunded."`
	Earned   string `json:"earned" pattern:"^[0-9]+\\.[0-9]{2}$" example:"1050.00" doc:"What of it is left after the share of the marketplace, as it was when each order was made, and is rounded for each."`
}

type daySold struct {
	Day string `json:"day" format:"date" doc:"In UTC."`
	SoldSum
}

type modelSold struct {
	ModelID int64  `json:"model_id" doc:"Names the model in addresses."`
	Title   string `json:"title" doc:"As it is now."`
	Deleted bool   `json:"deleted" doc:"The model is deleted."`
	SoldSum
}

type placeSold struct {
	Country string `json:"country" example:"DE" doc:"ISO 3166-1 code of the country in which buyers live, as the evidence says that is kept with the tax of their orders; empty for orders of which that is not known."`
	SoldSum
}

// days reads the parameters: the first day, and the one behind the last.
func (in *salesInput) days(now time.Time) (from, to time.Time, err error) {
	last := now.UTC().Truncate(24 * time.Hour)
	if in.To != "" {
		if last, err = time.Parse(time.DateOnly, in.To); err != nil {
			return from, to, badParameter("to", "bad_format", "a day is written as 2026-03-31")
		}
	}
	from, to = last.AddDate(0, 0, 1-usualDays), last.AddDate(0, 0, 1)
	if in.From != "" {
		if from, err = time.Parse(time.DateOnly, in.From); err != nil {
			return from, to, badParameter("from", "bad_format", "a day is written as 2026-03-01")
		}
	}
	if !from.Before(to) || to.Sub(from) > mostDays*24*time.Hour || from.Year() < 1970 || to.Year() > 9998 {
		return from, to, badParameter("from", "not_allowed", "from is a day since 1970, and at most 366 days before to")
	}
	return from, to, nil
}

func (s *Server) listSales(ctx context.Context, in *salesInput) (*salesOutput, error) {
	from, to, err := in.days(s.now())
	if err != nil {
		return nil, err
	}
	share, err := s.shop.ShareOf(ctx, &vitrine.Model{AuthorID: caller(ctx).User.ID})
	if err != nil {
		return nil, err
	}
	q := store.SoldQuery{SellerID: caller(ctx).User.ID, From: from, To: to, Currency: s.shop.Settings().Currency}

	days, err := s.db.SoldByDay(ctx, q)
	if err != nil {
		return nil, err
	}
	models, err := s.db.SoldByModel(ctx, q, modelsSold)
	if err != nil {
		return nil, err
	}
	places, err := s.db.SoldByCountry(ctx, q)
	if err != nil {
		return nil, err
	}

	out := &salesOutput{}
	out.Body.From, out.Body.To, out.Body.Currency = from.Format(time.DateOnly), to.AddDate(0, 0, -1).Format(time.DateOnly), q.Currency
	out.Body.Share = share.String()
	var sum store.Sold
	for _, day := range days {
		sum.Orders, sum.Back, sum.Amount, sum.Earned = sum.Orders+day.Orders, sum.Back+day.Back, sum.Amount+day.Amount, sum.Earned+day.Earned
	}
	out.Body.SoldSum, out.Body.Days, out.Body.Models = encodeSold(&sum), encodeAll(days, encodeDaySold), encodeAll(models, encodeModelSold)
	out.Body.Places = encodeAll(places, encodePlaceSold)
	return out, nil
}

func encodeSold(sold *store.Sold) SoldSum {
	return SoldSum{sold.Orders, sold.Back, sold.Amount.String(), sold.Earned.String()}
}

func encodeDaySold(sold *store.Sold) daySold {
	return daySold{sold.Day.Format(time.DateOnly), encodeSold(sold)}
}

func encodeModelSold(sold *store.Sold) modelSold {
	return modelSold{sold.ModelID, sold.Title, sold.Gone, encodeSold(sold)}
}

func encodePlaceSold(sold *store.Sold) placeSold {
	return placeSold{sold.Country, encodeSold(sold)}
}

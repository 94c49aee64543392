package seller

import (
	"context"
	"encoding/csv"
	"io"
	"strconv"

	"vitrine"
	"vitrine/internal/store"
)

// place is what was sold to a country.
type place struct {
	store.Sold
	Name string
	Part string // of the amount of all countries, in hundredths; "" where nothing was paid
}

// Bar is how wide the bar beside the part is, of 100.
func (p place) Bar() string {
	if p.Part == "" {
		return "0"
	}
	return p.Part
}

// places adds up where buyers live. Where that is known of no order there is nothing to say: the
// marketplace asks nobody.
func (p *Pages) places(ctx context.Context, s *sales, q store.SoldQuery) error {
	sold, err := p.db.SoldByCountry(ctx, q)
	if err != nil || len(sold) == 0 || len(sold) == 1 && sold[0].Country == "" {
		return err
	}
	var (
		l   = s.language
		all vitrine.Amount
	)
	for _, one := range sold {
		all += one.Amount
	}
	for _, one := range sold {
		at := place{Sold: one, Name: l.T("country|Not known")}
		if one.Country != "" {
			at.Name = l.Country(one.Country)
		}
		if all > 0 {
			at.Part = strconv.FormatFloat(float64(one.Amount)/float64(all)*100, 'f', 1, 64)
		}
		s.Places = append(s.Places, at)
	}
	return nil
}

// PartOf writes the part of a place.
func (s *sales) PartOf(p place) string {
	if p.Part == "" {
		return "–"
	}
	return s.language.Percent(p.Part)
}

// unknownPlace is what the CSV says in the place of a country that is not known.
const unknownPlace = "unknown"

// writePlaces writes what was sold to each country, that which brought most first.
func (p *Pages) writePlaces(ctx context.Context, to io.Writer, q store.SoldQuery) error {
	sold, err := p.db.SoldByCountry(ctx, q)
	if err != nil {
		return err
	}
	out := csv.NewWriter(to)
	out.UseCRLF = true
	_ = out.Write([]string{"country", "orders", "refunded", "amount", "currency", "earned"})
	for _, one := range sold {
		if one.Country == "" {
			one.Country = unknownPlace
		}
		_ = out.Write([]string{one.Country, strconv.FormatInt(one.Orders, 10), strconv.FormatInt(one.Back, 10), one.Amount.String(),
			q.Currency, one.Earned.String()})
	}
	out.Flush()
	return out.Error()
}

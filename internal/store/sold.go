package store

import (
	"context"
	"slices"
	"time"

	"vitrine"
)

// SoldQuery asks what somebody sold.
type SoldQuery struct {
	SellerID int64
	From, To time.Time // days in UTC, To excluded
	Currency string    // of the prices that are added up
}

// Sold is what was sold on a day, of a model or to a country.
type Sold struct {
	Day     time.Time // zero where it is of all days
	ModelID int64     // 0 where it is of all models
	Title   string    // of the model, as it is now
	Gone    bool      // the model is deleted
	Country string    // ISO 3166-1, in which buyers live; "" where that is not known, or it is of all
	Orders  int64     // that are paid, or disputed
	Amount  vitrine.Amount
	Earned  vitrine.Amount // of it, without the share that was pinned when each order was made
	Back    int64          // orders that were refunded
}

// dayMicros is a day in what times are stored in, and day the day of a payment in SQL.
const (
	dayMicros = 86_400_000_000
	paidDay   = "o.paid_at / 86400000000"
)

// soldColumns add orders up, behind what they are of. What is kept of each is rounded as
// vitrine.Share does it.
func (q SoldQuery) soldColumns(of string) *builder {
	step := int64(vitrine.StepOf(q.Currency))
	whole := step * int64(vitrine.WholePrice)
	return (&builder{}).add("SELECT "+of+`, SUM(CASE WHEN o.status <> 'refunded' THEN 1 ELSE 0 END),
	CAST(SUM(CASE WHEN o.status <> 'refunded' THEN o.price ELSE 0 END) AS BIGINT),
	CAST(SUM(CASE WHEN o.status <> 'refunded' THEN o.price - (o.price * o.share + ?) / ? * ? ELSE 0 END) AS BIGINT),
	SUM(CASE WHEN o.status = 'refunded' THEN 1 ELSE 0 END)`, whole/2, whole, step)
}

func (q SoldQuery) where(b *builder) *builder {
	return b.add(" FROM orders o WHERE o.seller_id = ? AND o.paid_at IS NOT NULL AND o.paid_at >= ? AND o.paid_at < ? AND o.currency = ?",
		q.SellerID, q.From.UnixMicro(), q.To.UnixMicro(), q.Currency)
}

func scanSold(row scanner) (s Sold, err error) {
	var day int64
	err = row.Scan(&day, &s.ModelID, &s.Orders, &s.Amount, &s.Earned, &s.Back)
	if day != 0 {
		s.Day = time.UnixMicro(day * dayMicros).UTC()
	}
	return s, err
}

// SoldByDay adds up what was sold on each day on which something was, by when it was paid.
func (r *reads) SoldByDay(ctx context.Context, q SoldQuery) ([]Sold, error) {
	b := q.where(q.soldColumns(paidDay + ", 0"))
	b.add(" GROUP BY " + paidDay + " ORDER BY " + paidDay)
	return query(ctx, r, scanSold, b.String(), b.args...)
}

// SoldByModel adds up what was sold of each model, that which brought most first.
func (r *reads) SoldByModel(ctx context.Context, q SoldQuery, limit int) ([]Sold, error) {
	b := q.where(q.soldColumns("0, o.model_id"))
	b.add(" GROUP BY o.model_id ORDER BY 4 DESC, 3 DESC, 2").window(limit, 0)
	return r.soldWithTitles(ctx, b)
}

// SoldByCountry adds up what was sold to each country, that which brought most first.
func (r *reads) SoldByCountry(ctx context.Context, q SoldQuery) ([]Sold, error) {
	b := q.where(q.soldColumns("o.country"))
	b.add(" GROUP BY o.country ORDER BY 3 DESC, 2 DESC, 1")
	return query(ctx, r, func(row scanner) (s Sold, err error) {
		return s, row.Scan(&s.Country, &s.Orders, &s.Amount, &s.Earned, &s.Back)
	}, b.String(), b.args...)
}

// SoldByDayAndModel adds up what was sold of each model on each day, oldest first.
func (r *reads) SoldByDayAndModel(ctx context.Context, q SoldQuery) ([]Sold, error) {
	b := q.where(q.soldColumns(paidDay + ", o.model_id"))
	return r.soldWithTitles(ctx, b.add(" GROUP BY "+paidDay+", o.model_id ORDER BY 1, 2"))
}

// titlesAtOnce is of how many models one statement reads the titles.
const titlesAtOnce = 1_000

func (r *reads) soldWithTitles(ctx context.Context, b *builder) ([]Sold, error) {
	list, err := query(ctx, r, scanSold, b.String(), b.args...)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, s := range list {
		ids = append(ids, s.ModelID)
	}
	models, err := r.Titles(ctx, ids)
	for i := range list {
		list[i].Title, list[i].Gone = models[list[i].ModelID].Title, models[list[i].ModelID].Gone
	}
	return list, err
}

// Titles returns what models are called now, and whether they are deleted, by their ids.
func (r *reads) Titles(ctx context.Context, ids []int64) (map[int64]Sold, error) {
	ids = slices.Sorted(slices.Values(ids))
	models := map[int64]Sold{}
	for some := range slices.Chunk(slices.Compact(ids), titlesAtOnce) {
		b := (&builder{}).add("SELECT id, title, deleted_at IS NOT NULL FROM models m WHERE id ").among(r.dialect, some)
		err := each(ctx, r, func(row scanner) error {
			var m Sold
			err := row.Scan(&m.ModelID, &m.Title, &m.Gone)
			models[m.ModelID] = m
			return err
		}, b.String(), b.args...)
		if err != nil {
			return nil, err
		}
	}
	return models, nil
}

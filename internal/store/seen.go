package store

import (
	"context"
	"time"
)

// Seen is how often a model was looked at and downloaded on a day.
type Seen struct {
	ModelID   int64     // 0 where it is of all models
	Day       time.Time // zero where it is of all days
	Views     int64
	Downloads int64
}

// SeenQuery asks how often the models of a seller were looked at.
type SeenQuery struct {
	SellerID int64
	ModelID  int64     // 0: all of them
	From, To time.Time // days in UTC, To excluded
}

// AddSeen adds to what was counted of a model on a day. Of a model that is not there
// nothing is.
func (tx *Tx) AddSeen(ctx context.Context, s Seen) error {
	_, err := tx.exec(ctx, "count views", `INSERT INTO model_days (model_id, day, seller_id, views, downloads)
		SELECT m.id, $2, m.author_id, $3, $4 FROM models m WHERE m.id = $1
		ON CONFLICT (model_id, day) DO UPDATE SET views = model_days.views + excluded.views, downloads = model_days.downloads + excluded.downloads`,
		s.ModelID, s.Day.UnixMicro()/dayMicros, s.Views, s.Downloads)
	return err
}

func (q SeenQuery) where(b *builder) *builder {
	b.add(" FROM model_days d WHERE d.seller_id = ? AND d.day >= ? AND d.day < ?", q.SellerID, q.From.UnixMicro()/dayMicros,
		q.To.UnixMicro()/dayMicros)
	if q.ModelID != 0 {
		b.add(" AND d.model_id = ?", q.ModelID)
	}
	return b
}

const seenColumns = "CAST(SUM(d.views) AS BIGINT), CAST(SUM(d.downloads) AS BIGINT)"

func scanSeen(row scanner) (s Seen, err error) {
	var day int64
	err = row.Scan(&day, &s.ModelID, &s.Views, &s.Downloads)
	if day != 0 {
		s.Day = time.UnixMicro(day * dayMicros).UTC()
	}
	return s, err
}

// SeenByDay adds up each day on which something was counted, oldest first.
func (r *reads) SeenByDay(ctx context.Context, q SeenQuery) ([]Seen, error) {
	b := q.where((&builder{}).add("SELECT d.day, 0, " + seenColumns))
	return query(ctx, r, scanSeen, b.add(" GROUP BY d.day ORDER BY d.day").String(), b.args...)
}

// SeenByModel adds up each model, that which was looked at most first.
func (r *reads) SeenByModel(ctx context.Context, q SeenQuery) ([]Seen, error) {
	b := q.where((&builder{}).add("SELECT 0, d.model_id, " + seenColumns))
	return query(ctx, r, scanSeen, b.add(" GROUP BY d.model_id ORDER BY 3 DESC, 4 DESC, 2").String(), b.args...)
}

// SeenByDayAndModel lists what was counted of each model on each day, oldest first.
func (r *reads) SeenByDayAndModel(ctx context.Context, q SeenQuery) ([]Seen, error) {
	b := q.where((&builder{}).add("SELECT d.day, d.model_id, " + seenColumns))
	return query(ctx, r, scanSeen, b.add(" GROUP BY d.day, d.model_id ORDER BY 1, 2").String(), b.args...)
}

package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

// priceWindow is for how long before a discount its lowest price is told: Directive 98/6/EC, Article 6a.
const priceWindow = 30 * 24 * time.Hour

// notePrice notes what a model costs from now on, where that changes for buyers. Copies of models are no offers.
func (tx *Tx) notePrice(ctx context.Context, m *vitrine.Model) error {
	if m.DraftOf != 0 {
		return nil
	}
	offered := any(nil)
	if m.Status == vitrine.Published {
		offered = priceOrNull(m.Price)
	}
	_, err := tx.exec(ctx, "note the price", `
		INSERT INTO model_prices (model_id, at, price) SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT)
		WHERE (SELECT p.price FROM model_prices p WHERE p.model_id = $1 ORDER BY p.at DESC LIMIT 1) IS DISTINCT FROM CAST($3 AS BIGINT)
		ON CONFLICT (model_id, at) DO UPDATE SET price = excluded.price`, m.ID, micros(m.UpdatedAt), offered)
	return err
}

// lowestBefore is the lowest price that a model had in the 30 days before the one that it has now; nil where
// it was not offered then, or that was not noted.
func (r *reads) lowestBefore(ctx context.Context, id int64) (*vitrine.Amount, error) {
	var lowest sql.NullInt64
	err := r.q.QueryRowContext(ctx, `
		WITH since AS (SELECT at FROM model_prices WHERE model_id = $1 ORDER BY at DESC LIMIT 1)
		SELECT MIN(p.price) FROM model_prices p, since
		WHERE p.model_id = $1 AND p.at < since.at AND p.at >= COALESCE((SELECT MAX(b.at) FROM model_prices b
			WHERE b.model_id = $1 AND b.at <= since.at - $2), 0)`, id, priceWindow.Microseconds()).Scan(&lowest)
	if err != nil {
		return nil, r.fail("read the lowest price", err)
	}
	return amountOf(lowest), nil
}

package store

import (
	"context"
	"time"

	"vitrine"
)

// Featured lists what somebody chose for the home page, in its order, also where it is not
// shown: its time is over, or it left the catalogue.
func (r *reads) Featured(ctx context.Context) ([]vitrine.Featured, error) {
	return query(ctx, r, func(row scanner) (f vitrine.Featured, err error) {
		return f, row.Scan(&f.ModelID, &f.Title, (*stamp)(&f.Until), &f.Listed)
	}, `SELECT f.model_id, m.title, f.until, l.model_id IS NOT NULL AND NOT l.adult_content
		FROM featured f JOIN models m ON m.id = f.model_id LEFT JOIN listings l ON l.model_id = f.model_id ORDER BY f.position, f.model_id`)
}

// FeaturedNow returns which models the home page shows at a time, in their order.
func (r *reads) FeaturedNow(ctx context.Context, now time.Time) ([]int64, error) {
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
		`SELECT f.model_id FROM featured f JOIN listings l ON l.model_id = f.model_id
			WHERE (f.until IS NULL OR f.until > $1) AND NOT l.adult_content ORDER BY f.position, f.model_id`, micros(now))
}

// SetFeatured stores what the home page shows, in its order.
func (tx *Tx) SetFeatured(ctx context.Context, list []vitrine.Featured) error {
	if _, err := tx.exec(ctx, "feature models", "DELETE FROM featured"); err != nil {
		return err
	}
	for i, f := range list {
		_, err := tx.exec(ctx, "feature models", "INSERT INTO featured (model_id, position, until) VALUES ($1, $2, $3)", f.ModelID, i+1,
			micros(f.Until))
		if err != nil {
			return err
		}
	}
	tx.noteFeatured()
	return nil
}

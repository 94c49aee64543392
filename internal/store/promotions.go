package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"vitrine"
)

const promotionColumns = `p.id, p.seller_id, p.name, p.percent, p.price, p.all_models, p.begins_at, p.ends_at, p.zone, p.state, p.through,
	p.carried, p.version, p.created_at, p.updated_at`

func scanPromotion(row scanner) (*vitrine.Promotion, error) {
	p := &vitrine.Promotion{}
	var seller, price sql.NullInt64
	var all bool
	err := row.Scan(&p.ID, &seller, &p.Name, &p.Lower.Percent, &price, &all, (*stamp)(&p.BeginsAt), (*stamp)(&p.EndsAt), &p.Zone, &p.State,
		&p.Through, &p.Carried, &p.Version, (*stamp)(&p.CreatedAt), (*stamp)(&p.UpdatedAt))
	p.SellerID, p.Lower.To = seller.Int64, amountOf(price)
	if !all {
		p.ModelIDs = []int64{}
	}
	return p, err
}

// addOwner appends the condition of what a seller owns, or the whole shop where that is 0.
func (b *builder) addOwner(column string, sellerID int64) *builder {
	if sellerID == 0 {
		return b.add(" " + column + " IS NULL")
	}
	return b.add(" "+column+" = ?", sellerID)
}

// Promotions lists the promotions of a seller, or of the whole shop where that is 0, the newest first, with those that have not ended
// alone where open says so.
func (r *reads) Promotions(ctx context.Context, sellerID int64, open bool, limit int) ([]*vitrine.Promotion, error) {
	b := (&builder{}).add("SELECT "+promotionColumns+" FROM promotions p WHERE").addOwner("p.seller_id", sellerID)
	if open {
		b.add(" AND p.state IN ('planned', 'running')")
	}
	b.add(" ORDER BY p.id DESC").window(limit, 0)
	list, err := query(ctx, r, scanPromotion, b.String(), b.args...)
	for _, p := range list {
		if err := r.addPromoted(ctx, p); err != nil {
			return nil, err
		}
	}
	return list, err
}

// Promotion returns a promotion, whoever's it is.
func (r *reads) Promotion(ctx context.Context, id int64) (*vitrine.Promotion, error) {
	p, err := scanPromotion(r.q.QueryRowContext(ctx, "SELECT "+promotionColumns+" FROM promotions p WHERE p.id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no promotion %d", id)
	}
	if err != nil {
		return nil, r.fail("read the promotion", err)
	}
	return p, r.addPromoted(ctx, p)
}

func (r *reads) addPromoted(ctx context.Context, p *vitrine.Promotion) (err error) {
	if p.ModelIDs == nil {
		return nil
	}
	p.ModelIDs, err = query(ctx, r, scanID, "SELECT model_id FROM promotion_models WHERE promotion_id = $1 ORDER BY model_id", p.ID)
	return err
}

// InsertPromotion adds a promotion with the models that it names, and sets its id.
func (tx *Tx) InsertPromotion(ctx context.Context, p *vitrine.Promotion) (err error) {
	p.Version = 1
	p.ID, err = tx.insert(ctx, "insert the promotion", `
		INSERT INTO promotions (seller_id, name, percent, price, all_models, begins_at, ends_at, zone, state, through, carried, version,
			created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
		orNull(p.SellerID), p.Name, p.Lower.Percent, priceOrNull(p.Lower.To), p.ModelIDs == nil, micros(p.BeginsAt), micros(p.EndsAt), p.Zone,
		string(p.State), p.Through, p.Carried, p.Version, micros(p.CreatedAt), micros(p.UpdatedAt))
	if err != nil {
		return err
	}
	return tx.namePromoted(ctx, p)
}

func (tx *Tx) namePromoted(ctx context.Context, p *vitrine.Promotion) error {
	for _, id := range p.ModelIDs {
		one := vitrine.PromotedModel{PromotionID: p.ID, ModelID: id, State: vitrine.PromotedNamed}
		if err := tx.PutPromoted(ctx, &one); err != nil {
			return err
		}
	}
	return nil
}

// UpdatePromotion stores a promotion that was read in this transaction and raises its version. named says that its models are others.
func (tx *Tx) UpdatePromotion(ctx context.Context, p *vitrine.Promotion, named bool) error {
	n, err := tx.exec(ctx, "update the promotion", `
		UPDATE promotions SET name = $1, percent = $2, price = $3, all_models = $4, begins_at = $5, ends_at = $6, zone = $7, state = $8,
			through = $9, carried = $10, version = version + 1, updated_at = $11
		WHERE id = $12 AND version = $13`,
		p.Name, p.Lower.Percent, priceOrNull(p.Lower.To), p.ModelIDs == nil, micros(p.BeginsAt), micros(p.EndsAt), p.Zone, string(p.State),
		p.Through, p.Carried, micros(p.UpdatedAt), p.ID, p.Version)
	if err != nil {
		return err
	}
	if n == 0 {
		return vitrine.Errorf(vitrine.Stale, "the promotion has changed since it was read: read it again")
	}
	p.Version++
	if !named {
		return nil
	}
	if _, err := tx.exec(ctx, "name other models", "DELETE FROM promotion_models WHERE promotion_id = $1", p.ID); err != nil {
		return err
	}
	return tx.namePromoted(ctx, p)
}

// CarryPromotion notes how far the state of a promotion was carried out. Its version stays: nobody has changed it.
func (tx *Tx) CarryPromotion(ctx context.Context, p *vitrine.Promotion) error {
	_, err := tx.exec(ctx, "carry the promotion out", "UPDATE promotions SET state = $1, through = $2, carried = $3 WHERE id = $4",
		string(p.State), p.Through, p.Carried, p.ID)
	return err
}

// PromotionsToCarry lists promotions that begin or end by a time, or whose begin or end was not carried out for all of their models; those
// that end come first, so that what follows on them finds the prices of before.
func (r *reads) PromotionsToCarry(ctx context.Context, now time.Time) ([]int64, error) {
	return query(ctx, r, scanID, `
		SELECT p.id FROM promotions p
		WHERE NOT p.carried OR p.state = 'planned' AND p.begins_at <= $1 OR p.state = 'running' AND p.ends_at <= $1
		ORDER BY p.ends_at, p.id`, micros(now))
}

// PromotionsDue reports whether there are any.
func (db *DB) PromotionsDue(ctx context.Context, now time.Time) (bool, error) {
	ids, err := db.PromotionsToCarry(ctx, now)
	return len(ids) > 0, err
}

const promotedColumns = "x.promotion_id, x.model_id, x.state, x.price, x.original_price, x.lowered"

func scanPromoted(row scanner) (vitrine.PromotedModel, error) {
	var p vitrine.PromotedModel
	var original sql.NullInt64
	err := row.Scan(&p.PromotionID, &p.ModelID, &p.State, &p.Price, &original, &p.Lowered)
	p.Original = amountOf(original)
	return p, err
}

// Promoted lists models of a promotion with numbers above after.
func (r *reads) Promoted(ctx context.Context, promotionID, after int64, limit int) ([]vitrine.PromotedModel, error) {
	b := (&builder{}).add("SELECT "+promotedColumns+" FROM promotion_models x WHERE x.promotion_id = ? AND x.model_id > ?", promotionID, after)
	b.add(" ORDER BY x.model_id").window(limit, 0)
	return query(ctx, r, scanPromoted, b.String(), b.args...)
}

// PromotedNow returns what a model is lowered by; NotFound where nothing does.
func (r *reads) PromotedNow(ctx context.Context, modelID int64) (*vitrine.PromotedModel, error) {
	p, err := scanPromoted(r.q.QueryRowContext(ctx, "SELECT "+promotedColumns+" FROM promotion_models x WHERE x.model_id = $1 AND "+
		"x.state = 'on'", modelID))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, vitrine.Errorf(vitrine.NotFound, "no promotion lowers model %d", modelID)
	}
	if err != nil {
		return nil, r.fail("read the promotion of the model", err)
	}
	return &p, nil
}

// PutPromoted stores a model of a promotion.
func (tx *Tx) PutPromoted(ctx context.Context, p *vitrine.PromotedModel) error {
	_, err := tx.exec(ctx, "store the promoted model", `
		INSERT INTO promotion_models (promotion_id, model_id, state, price, original_price, lowered) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (promotion_id, model_id) DO UPDATE SET state = excluded.state, price = excluded.price,
			original_price = excluded.original_price, lowered = excluded.lowered`,
		p.PromotionID, p.ModelID, string(p.State), int64(p.Price), priceOrNull(p.Original), int64(p.Lowered))
	return err
}

// Promotable lists published models with numbers above after, of a seller, or where that is 0 of all who take part.
func (r *reads) Promotable(ctx context.Context, sellerID, after int64, limit int) ([]int64, error) {
	b := (&builder{}).add("SELECT m.id FROM models m WHERE m.deleted_at IS NULL AND m.status = 'published' AND m.draft_of = 0 AND m.id > ?",
		after)
	if sellerID != 0 {
		b.add(" AND m.author_id = ?", sellerID)
	} else {
		b.add(" AND m.author_id IN (SELECT d.user_id FROM deal_partners d)")
	}
	b.add(" ORDER BY m.id").window(limit, 0)
	return query(ctx, r, scanID, b.String(), b.args...)
}

// AuthorsOf returns who the models are of, by their numbers; those that are deleted or no models are missing.
func (r *reads) AuthorsOf(ctx context.Context, ids []int64) (map[int64]int64, error) {
	authors := map[int64]int64{}
	if len(ids) == 0 {
		return authors, nil
	}
	b := (&builder{}).add("SELECT m.id, m.author_id FROM models m WHERE m.deleted_at IS NULL AND m.draft_of = 0")
	addList(b, " AND m.id IN", ids)
	err := each(ctx, r, func(row scanner) error {
		var id, author int64
		err := row.Scan(&id, &author)
		authors[id] = author
		return err
	}, b.String(), b.args...)
	return authors, err
}

// TakesPart reports whether a seller takes part in what the whole shop promotes.
func (r *reads) TakesPart(ctx context.Context, sellerID int64) (bool, error) {
	var n int64
	err := r.row(ctx, "", "SELECT count(*) FROM deal_partners d WHERE d.user_id = $1", []any{sellerID}, &n)
	return n > 0, err
}

// TakePart notes that a seller takes part, or no longer does.
func (tx *Tx) TakePart(ctx context.Context, sellerID int64, yes bool, now time.Time) error {
	statement, args := "DELETE FROM deal_partners WHERE user_id = $1", []any{sellerID}
	if yes {
		statement, args = "INSERT INTO deal_partners (user_id, created_at) VALUES ($1, $2) ON CONFLICT (user_id) DO NOTHING",
			append(args, micros(now))
	}
	_, err := tx.exec(ctx, fmt.Sprintf("note that seller %d takes part", sellerID), statement, args...)
	return err
}

// CancelPromotionsOf ends what a seller planned, who is erased.
func (tx *Tx) CancelPromotionsOf(ctx context.Context, sellerID int64, now time.Time) error {
	if err := tx.TakePart(ctx, sellerID, false, now); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "end promotions", `UPDATE promotions SET name = '', state = CASE WHEN state = 'planned' THEN 'canceled'
		ELSE 'ended' END, carried = TRUE, version = version + 1, updated_at = $1 WHERE seller_id = $2`, micros(now), sellerID)
	return err
}

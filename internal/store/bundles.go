package store

import (
	"context"
	"time"

	"vitrine"
)

const bundleColumns = `b.id, b.seller_id, u.username, b.name, b.price, b.begins_at, b.ends_at, b.zone, b.ended_at, b.version, b.created_at,
	b.updated_at`

const bundleTables = " FROM bundles b JOIN users u ON u.id = b.seller_id"

func scanBundle(row scanner) (*vitrine.Bundle, error) {
	b := &vitrine.Bundle{}
	return b, row.Scan(&b.ID, &b.SellerID, &b.SellerName, &b.Name, &b.Price, (*stamp)(&b.BeginsAt), (*stamp)(&b.EndsAt), &b.Zone,
		(*stamp)(&b.EndedAt), &b.Version, (*stamp)(&b.CreatedAt), (*stamp)(&b.UpdatedAt))
}

// BundleQuery asks for bundles.
type BundleQuery struct {
	SellerID int64     // 0: of all sellers
	ModelIDs []int64   // with one of these models; nil: whichever
	OnSale   time.Time // whose time it is then; zero: whichever
	Limit    int
}

// Bundles lists bundles with their models as they are now, the newest first.
func (r *reads) Bundles(ctx context.Context, q BundleQuery) ([]*vitrine.Bundle, error) {
	b := (&builder{}).add("SELECT " + bundleColumns + bundleTables + " WHERE TRUE")
	if q.SellerID != 0 {
		b.add(" AND b.seller_id = ?", q.SellerID)
	}
	if q.ModelIDs != nil {
		addList(b, " AND b.id IN (SELECT x.bundle_id FROM bundle_models x WHERE x.model_id IN", q.ModelIDs)
		b.add(")")
	}
	if !q.OnSale.IsZero() {
		b.add(" AND b.ended_at IS NULL AND b.begins_at <= ? AND (b.ends_at IS NULL OR b.ends_at > ?)", micros(q.OnSale), micros(q.OnSale))
	}
	b.add(" ORDER BY b.id DESC").window(q.Limit, 0)
	list, err := query(ctx, r, scanBundle, b.String(), b.args...)
	if err != nil {
		return nil, err
	}
	return list, r.addBundled(ctx, list...)
}

// Bundle returns a bundle with its models as they are now, whoever's it is.
func (r *reads) Bundle(ctx context.Context, id int64) (*vitrine.Bundle, error) {
	b, err := first(query(ctx, r, scanBundle, "SELECT "+bundleColumns+bundleTables+" WHERE b.id = $1", id))("there is no bundle %d", id)
	if err != nil {
		return nil, err
	}
	return b, r.addBundled(ctx, b)
}

const bundledColumns = "m.id, m.title, COALESCE(m.price, 0), m.status = 'published' AND m.deleted_at IS NULL AND m.price IS NOT NULL"

func scanBundled(row scanner) (m vitrine.BundledModel, err error) {
	return m, row.Scan(&m.ID, &m.Title, &m.Price, &m.Sold)
}

// addBundled adds the models of bundles, by one statement: the page of a model asks for all bundles that it is in.
func (r *reads) addBundled(ctx context.Context, list ...*vitrine.Bundle) error {
	if len(list) == 0 {
		return nil
	}
	ids, by := make([]int64, len(list)), make(map[int64]*vitrine.Bundle, len(list))
	for i, one := range list {
		ids[i], by[one.ID] = one.ID, one
	}
	b := (&builder{}).add("SELECT x.bundle_id, "+bundledColumns+" FROM bundle_models x JOIN models m ON m.id = x.model_id WHERE x.bundle_id ").
		among(r.dialect, ids).add(" ORDER BY m.id")
	return each(ctx, r, func(row scanner) error {
		var of int64
		var m vitrine.BundledModel
		if err := row.Scan(&of, &m.ID, &m.Title, &m.Price, &m.Sold); err != nil {
			return err
		}
		by[of].Models = append(by[of].Models, m)
		return nil
	}, b.String(), b.args...)
}

// Bundled reads models as those of a bundle; those that are not there are missing.
func (r *reads) Bundled(ctx context.Context, ids []int64) ([]vitrine.BundledModel, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	b := (&builder{}).add("SELECT " + bundledColumns + " FROM models m WHERE m.draft_of = 0")
	addList(b, " AND m.id IN", ids)
	b.add(" ORDER BY m.id")
	return query(ctx, r, scanBundled, b.String(), b.args...)
}

// BundlesOpen counts the bundles of a seller that nobody ended.
func (r *reads) BundlesOpen(ctx context.Context, sellerID int64) (n int64, err error) {
	return n, r.row(ctx, "", "SELECT count(*) FROM bundles b WHERE b.ended_at IS NULL AND b.seller_id = $1", []any{sellerID}, &n)
}

// OddBundles counts the bundles that nobody ended and whose price is no whole number of a step.
func (r *reads) OddBundles(ctx context.Context, step vitrine.Amount) (n int64, err error) {
	return n, r.row(ctx, "", "SELECT count(*) FROM bundles b WHERE b.ended_at IS NULL AND b.price % $1 <> 0", []any{int64(step)}, &n)
}

// InsertBundle adds a bundle with its models, and sets its id.
func (tx *Tx) InsertBundle(ctx context.Context, b *vitrine.Bundle) (err error) {
	b.Version = 1
	b.ID, err = tx.insert(ctx, "insert the bundle", `
		INSERT INTO bundles (seller_id, name, price, begins_at, ends_at, zone, ended_at, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
		b.SellerID, b.Name, int64(b.Price), micros(b.BeginsAt), micros(b.EndsAt), b.Zone, micros(b.EndedAt), b.Version, micros(b.CreatedAt),
		micros(b.UpdatedAt))
	if err != nil {
		return err
	}
	return tx.bundleModels(ctx, b)
}

// bundleModels notes which models a bundle is of; their pages show it.
func (tx *Tx) bundleModels(ctx context.Context, b *vitrine.Bundle) error {
	for _, m := range b.Models {
		_, err := tx.exec(ctx, "bundle a model", "INSERT INTO bundle_models (bundle_id, model_id) VALUES ($1, $2)", b.ID, m.ID)
		if err != nil {
			return err
		}
		tx.noteModel(m.ID)
	}
	return nil
}

// UpdateBundle stores a bundle that was read in this transaction and raises its version.
func (tx *Tx) UpdateBundle(ctx context.Context, b *vitrine.Bundle) error {
	n, err := tx.exec(ctx, "update the bundle", `
		UPDATE bundles SET name = $1, price = $2, begins_at = $3, ends_at = $4, zone = $5, ended_at = $6, version = version + 1, updated_at = $7
		WHERE id = $8 AND version = $9`,
		b.Name, int64(b.Price), micros(b.BeginsAt), micros(b.EndsAt), b.Zone, micros(b.EndedAt), micros(b.UpdatedAt), b.ID, b.Version)
	if err != nil {
		return err
	}
	if n == 0 {
		return vitrine.Errorf(vitrine.Stale, "the bundle has changed since it was read: read it again")
	}
	b.Version++
	was, err := query(ctx, &tx.reads, scanID, "DELETE FROM bundle_models WHERE bundle_id = $1 RETURNING model_id", b.ID)
	if err != nil {
		return err
	}
	for _, id := range was {
		tx.noteModel(id)
	}
	return tx.bundleModels(ctx, b)
}

// EndBundlesOf ends the bundles of a seller, who is erased.
func (tx *Tx) EndBundlesOf(ctx context.Context, sellerID int64, now time.Time) error {
	open, err := query(ctx, &tx.reads, scanID, `UPDATE bundles SET name = '', ended_at = COALESCE(ended_at, $1), version = version + 1,
		updated_at = $1 WHERE seller_id = $2 RETURNING id`, micros(now), sellerID)
	if err != nil || len(open) == 0 {
		return err
	}
	b := &builder{}
	addList(b, "SELECT DISTINCT x.model_id FROM bundle_models x WHERE x.bundle_id IN", open)
	models, err := query(ctx, &tx.reads, scanID, b.String(), b.args...)
	for _, id := range models {
		tx.noteModel(id)
	}
	return err
}

// BundleNames are what buyers see of bundles, by their numbers.
func (r *reads) BundleNames(ctx context.Context, ids []int64) (map[int64]string, error) {
	names := map[int64]string{}
	if len(ids) == 0 {
		return names, nil
	}
	b := &builder{}
	addList(b, "SELECT b.id, b.name FROM bundles b WHERE b.id IN", ids)
	return names, each(ctx, r, func(row scanner) error {
		var id int64
		var name string
		err := row.Scan(&id, &name)
		names[id] = name
		return err
	}, b.String(), b.args...)
}

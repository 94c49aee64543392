package store

import (
	"context"
	"time"

	"vitrine"
)

const collectionColumns = `cl.id, cl.user_id, u.username, cl.name, cl.body, cl.shown, cl.secret, COALESCE(cl.cover_id, 0), cl.models, cl.hidden, cl.version, cl.created_at, cl.updated_at`

const collectionTables = " FROM collections cl JOIN users u ON u.id = cl.user_id"

func scanCollection(row scanner) (*vitrine.Collection, error) {
	c := &vitrine.Collection{}
	return c, row.Scan(&c.ID, &c.UserID, &c.Username, &c.Name, &c.Text, &c.Shown, &c.Secret, &c.CoverID, &c.Models, &c.Hidden, &c.Version,
		(*stamp)(&c.CreatedAt), (*stamp)(&c.UpdatedAt))
}

// Collection reads a collection; NotFound when there is none.
func (r *reads) Collection(ctx context.Context, id int64) (*vitrine.Collection, error) {
	return first(query(ctx, r, scanCollection, "SELECT "+collectionColumns+collectionTables+" WHERE cl.id = $1", id))(
		"there is no collection %d", id)
}

// CollectionBySecret reads a collection by what is in the address of one that is shown by link.
func (r *reads) CollectionBySecret(ctx context.Context, secret string) (*vitrine.Collection, error) {
	return first(query(ctx, r, scanCollection, "SELECT "+collectionColumns+collectionTables+" WHERE cl.secret = $1", secret))(
		"there is no such collection")
}

// CollectionPage is a part of a list of collections.
type CollectionPage struct {
	Collections []*vitrine.Collection
	Next        string // the cursor of the next page, "" at the end
}

// CollectionsOf lists the collections of a user, newest first.
func (r *reads) CollectionsOf(ctx context.Context, userID int64, page vitrine.Page) (CollectionPage, error) {
	return r.collectionPage(ctx, "collections", (&builder{}).add(" WHERE cl.user_id = ?", userID), page)
}

// PublicCollections lists the collections that everybody sees and that hold something, newest
// first.
func (r *reads) PublicCollections(ctx context.Context, page vitrine.Page) (CollectionPage, error) {
	return r.collectionPage(ctx, "public collections",
		(&builder{}).add(" WHERE cl.shown = 'public' AND cl.models > 0 AND NOT cl.hidden AND u.suspended_at IS NULL"), page)
}

func (r *reads) collectionPage(ctx context.Context, list string, where *builder, page vitrine.Page) (found CollectionPage, err error) {
	after, err := parseCursor(page.Cursor, list)
	if err != nil {
		return found, err
	}
	b := (&builder{}).add("SELECT " + collectionColumns + collectionTables).splice(where)
	if after.set() {
		b.add(" AND cl.id < ?", after.id)
	}
	b.add(" ORDER BY cl.id DESC").window(page.Size+1, offset(page, after))
	found.Collections, err = query(ctx, r, scanCollection, b.String(), b.args...)
	if len(found.Collections) > page.Size {
		found.Collections = found.Collections[:page.Size]
		found.Next = next(page, list, 0, found.Collections[page.Size-1].ID)
	}
	return found, err
}

// Collected is a model in a collection.
type Collected struct {
	ModelID int64
	Title   string // "" while it is not in the catalogue
	Adult   bool
	Place   int64
}

// Collected lists the models of a collection in their order, also those that are not in the
// catalogue.
func (r *reads) Collected(ctx context.Context, id int64) ([]Collected, error) {
	return query(ctx, r, func(row scanner) (c Collected, err error) {
		return c, row.Scan(&c.ModelID, &c.Title, &c.Adult, &c.Place)
	}, `SELECT cm.model_id, CASE WHEN l.model_id IS NULL THEN '' ELSE m.title END, m.adult_content, cm.place
		FROM collection_models cm JOIN models m ON m.id = cm.model_id LEFT JOIN listings l ON l.model_id = cm.model_id
		WHERE cm.collection_id = $1 ORDER BY cm.place, cm.model_id`, id)
}

// Covers are the models that stand for collections, by collection: the chosen one or else the
// first, of those in the catalogue that are for everybody.
func (r *reads) Covers(ctx context.Context, ids []int64) (map[int64]int64, error) {
	covers := map[int64]int64{}
	if len(ids) == 0 {
		return covers, nil
	}
	b := (&builder{}).add(`SELECT cl.id, (SELECT cm.model_id FROM collection_models cm JOIN listings l ON l.model_id = cm.model_id
			WHERE cm.collection_id = cl.id AND NOT l.adult_content ORDER BY cm.model_id <> COALESCE(cl.cover_id, 0), cm.place, cm.model_id LIMIT 1)
		FROM collections cl WHERE cl.id `).among(r.dialect, ids)
	return covers, each(ctx, r, func(row scanner) error {
		var id int64
		var model *int64
		if err := row.Scan(&id, &model); err != nil || model == nil {
			return err
		}
		covers[id] = *model
		return nil
	}, b.String(), b.args...)
}

// Holding returns which collections of a user hold a model.
func (r *reads) Holding(ctx context.Context, userID, modelID int64) ([]int64, error) {
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
		`SELECT cl.id FROM collections cl JOIN collection_models cm ON cm.collection_id = cl.id AND cm.model_id = $2 WHERE cl.user_id = $1`,
		userID, modelID)
}

// CollectionsKept is how many collections a user has.
func (tx *Tx) CollectionsKept(ctx context.Context, userID int64) (int64, error) {
	return tx.kept(ctx, "collections", userID)
}

// InsertCollection stores a new collection and sets its identifier.
func (tx *Tx) InsertCollection(ctx context.Context, c *vitrine.Collection) (err error) {
	c.Version = 1
	c.ID, err = tx.insert(ctx, "insert a collection", `
		INSERT INTO collections (user_id, name, body, shown, secret, version, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, 1, $6, $7)
		RETURNING id`, c.UserID, c.Name, c.Text, string(c.Shown), c.Secret, micros(c.CreatedAt), micros(c.UpdatedAt))
	return err
}

// UpdateCollection stores a collection, but for its models, as its next version. Stale when
// somebody was faster.
func (tx *Tx) UpdateCollection(ctx context.Context, c *vitrine.Collection) error {
	n, err := tx.exec(ctx, "change a collection", `UPDATE collections SET name = $3, body = $4, shown = $5, secret = $6, cover_id = $7,
		version = version + 1, updated_at = $8 WHERE id = $1 AND version = $2`, c.ID, c.Version, c.Name, c.Text, string(c.Shown),
		c.Secret, orNull(c.CoverID), micros(c.UpdatedAt))
	if err == nil && n == 0 {
		err = vitrine.Errorf(vitrine.Stale, "the collection was changed in this moment: look at it as it is now")
	}
	c.Version++
	return err
}

// HideCollection takes a collection off, or shows it again; Conflict when that is done already.
func (tx *Tx) HideCollection(ctx context.Context, c *vitrine.Collection, hide bool) error {
	n, err := tx.exec(ctx, "hide a collection", "UPDATE collections SET hidden = $2, version = version + 1 WHERE id = $1 AND hidden <> $2",
		c.ID, hide)
	if err == nil && n == 0 {
		err = vitrine.Errorf(vitrine.Conflict, "somebody else has done this already: look at the collection as it is now")
	}
	return err
}

// Collect puts a model at the end of a collection. It reports false, and changes nothing,
// when it is in there.
func (tx *Tx) Collect(ctx context.Context, c *vitrine.Collection, modelID int64, now time.Time) (bool, error) {
	n, err := tx.exec(ctx, "collect a model", `INSERT INTO collection_models (collection_id, model_id, place, added_at)
		VALUES ($1, $2, COALESCE((SELECT max(cm.place) FROM collection_models cm WHERE cm.collection_id = $1), 0) + 1, $3)
		ON CONFLICT (collection_id, model_id) DO NOTHING`, c.ID, modelID, micros(now))
	if err != nil || n == 0 {
		return false, err
	}
	return true, tx.countCollected(ctx, c, now)
}

// Uncollect takes a model out of a collection. It is fine when it is not in there.
func (tx *Tx) Uncollect(ctx context.Context, c *vitrine.Collection, modelID int64, now time.Time) error {
	n, err := tx.exec(ctx, "take a model out", "DELETE FROM collection_models WHERE collection_id = $1 AND model_id = $2", c.ID, modelID)
	if err != nil || n == 0 {
		return err
	}
	return tx.countCollected(ctx, c, now)
}

// countCollected counts the models of a collection, which others add to at the same time.
func (tx *Tx) countCollected(ctx context.Context, c *vitrine.Collection, now time.Time) error {
	_, err := tx.exec(ctx, "count the models", `UPDATE collections SET version = version + 1, updated_at = $2,
		models = (SELECT count(*) FROM collection_models cm WHERE cm.collection_id = $1) WHERE id = $1`, c.ID, micros(now))
	if err != nil {
		return err
	}
	return tx.row(ctx, "the collection is gone", "SELECT models, version FROM collections WHERE id = $1", []any{c.ID}, &c.Models, &c.Version)
}

// OrderCollection puts the models of a collection into an order; those that it does not name
// follow as they were.
func (tx *Tx) OrderCollection(ctx context.Context, c *vitrine.Collection, models []int64) error {
	if len(models) == 0 {
		return nil
	}
	b := (&builder{}).add("UPDATE collection_models SET place = place + ? WHERE collection_id = ?", len(models), c.ID)
	if _, err := tx.exec(ctx, "order a collection", b.String(), b.args...); err != nil {
		return err
	}
	b = (&builder{}).add("UPDATE collection_models SET place = CASE model_id")
	for i, id := range models {
		b.add(" WHEN ? THEN CAST(? AS BIGINT)", id, i+1)
	}
	b.add(" END WHERE collection_id = ? AND model_id ", c.ID).among(tx.dialect, models)
	_, err := tx.exec(ctx, "order a collection", b.String(), b.args...)
	return err
}

// RemoveCollection removes a collection; its models stay what they are.
func (tx *Tx) RemoveCollection(ctx context.Context, id int64) error {
	if _, err := tx.exec(ctx, "empty a collection", "DELETE FROM collection_models WHERE collection_id = $1", id); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "remove a collection", "DELETE FROM collections WHERE id = $1", id)
	return err
}

// endDecisionsOfCollections ends what was decided about the collections of a user.
func (tx *Tx) endDecisionsOfCollections(ctx context.Context, userID int64, now time.Time) error {
	_, err := tx.exec(ctx, "end decisions", `UPDATE decisions SET lifted_at = COALESCE(lifted_at, $2),
			closed_at = CASE WHEN objected_at IS NOT NULL THEN COALESCE(closed_at, $2) END
		WHERE collection_id IN (SELECT c.id FROM collections c WHERE c.user_id = $1)`, userID, micros(now))
	return err
}

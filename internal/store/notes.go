package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"vitrine"
)

// notes is what a transaction has changed so far of what is kept of the database. It is
// logged with the transaction's end, and told once that is committed.
type notes struct {
	others []Change
	listed map[int64]*Change    // of models in whose rows of the catalogue somebody has looked
	shown  map[int64]ChangeKind // of models that something else was changed of: ModelChanged, or ModelRead or ModelSaid alone

	happened []Happened // that programs are told of, where anybody is to be
	deleted  []int64    // models
}

// maxLogged is how many changes a row of the log names. A transaction that changes more
// is said to change anything.
const maxLogged = 100

// noteAnything says that whatever is kept may be out of date.
func (tx *Tx) noteAnything() {
	tx.notes.others = append(tx.notes.others, Change{Kind: AnythingChanged})
}

// noteLicense says that the text of a licence is another one.
func (tx *Tx) noteLicense(license vitrine.License) {
	tx.notes.others = append(tx.notes.others, Change{Kind: LicenseChanged, License: license})
}

// noteFeatured says that the home page shows other models first.
func (tx *Tx) noteFeatured() {
	tx.notes.others = append(tx.notes.others, Change{Kind: FeaturedChanged})
}

// noteSeller says that a user says something else of themselves.
func (tx *Tx) noteSeller(id int64) {
	tx.notes.others = append(tx.notes.others, Change{Kind: SellerChanged, Author: id})
}

// noteTally says that more like or follow something, or fewer.
func (tx *Tx) noteTally(t tally) {
	c := Change{Kind: TallyChanged, Model: t.about}
	if t.kind == Followers {
		c = Change{Kind: TallyChanged, Author: t.about}
	}
	tx.notes.others = append(tx.notes.others, c)
}

// noteModel says that something of a model was changed that may be shown.
func (tx *Tx) noteModel(id int64) { tx.noteShown(id, ModelChanged) }

// noteReading says that the reading of a model's files went on.
func (tx *Tx) noteReading(id int64) {
	tx.noteShown(id, ModelRead)
}

// noteSaid says that people say something else of a model.
func (tx *Tx) noteSaid(id int64) { tx.noteShown(id, ModelSaid) }

// noteShown notes a kind of change, and that the whole model was changed where it is noted to
// be changed in another way.
func (tx *Tx) noteShown(id int64, kind ChangeKind) {
	if tx.notes.shown == nil {
		tx.notes.shown = map[int64]ChangeKind{}
	}
	if earlier := tx.notes.shown[id]; earlier != "" && earlier != kind {
		kind = ModelChanged
	}
	tx.notes.shown[id] = kind
}

// noteListing says what became of a model's row in the catalogue.
func (tx *Tx) noteListing(c Change) {
	c.Kind = ModelChanged
	if earlier := tx.notes.listed[c.Model]; earlier != nil {
		c.Before, c.Words = earlier.Before, c.Words || earlier.Words
	}
	if tx.notes.listed == nil {
		tx.notes.listed = map[int64]*Change{}
	}
	tx.notes.listed[c.Model] = &c
}

// changes lists what was noted and is of interest to anybody.
func (tx *Tx) changes(ctx context.Context) ([]Change, error) {
	list := tx.notes.others
	for _, id := range slices.Sorted(maps.Keys(tx.notes.listed)) {
		c := *tx.notes.listed[id]
		if c.Before == nil && c.After == nil {
			continue
		}
		if c.Stays = reflect.DeepEqual(c.Before, c.After); c.Stays {
			c.Before = nil
		}
		list = append(list, c)
	}
	shown := maps.Clone(tx.notes.shown)
	maps.DeleteFunc(shown, func(id int64, _ ChangeKind) bool { return tx.notes.listed[id] != nil })
	published, err := tx.published(ctx, slices.Sorted(maps.Keys(shown)))
	for _, id := range published {
		list = append(list, Change{Kind: shown[id], Model: id, Stays: true})
	}
	if len(list) > maxLogged || slices.ContainsFunc(list, func(c Change) bool { return c.Kind == AnythingChanged }) {
		list = []Change{{Kind: AnythingChanged}}
	}
	return list, err
}

// published returns which of some models are in the catalogue.
func (r *reads) published(ctx context.Context, ids []int64) ([]int64, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	b := &builder{}
	addList(b, "SELECT model_id FROM listings WHERE model_id IN", ids)
	b.add(" ORDER BY model_id")
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
}

// run runs the function of a transaction, has programs told of what happened in it, and logs
// what it has changed, as the last thing before the commit.
func (tx *Tx) run(ctx context.Context, fn func(*Tx) error) error {
	if err := fn(tx); err != nil {
		return err
	}
	if err := tx.tell(ctx); err != nil {
		return err
	}
	list, err := tx.changes(ctx)
	if err != nil || len(list) == 0 {
		return err
	}
	text, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("log the change: %w", err)
	}
	var id, position int64
	b := (&builder{}).add("INSERT INTO catalogue_changes (changed_at, changes) VALUES (").moment(tx.dialect, 0)
	b.add(", ?) RETURNING id, "+tx.dialect.position, string(text))
	if err := tx.q.QueryRowContext(ctx, b.String(), b.args...).Scan(&id, &position); err != nil {
		return tx.fail("log the change", err)
	}
	// Not before the commit: what is read in between is as it was, and would be kept as what is new.
	tx.AfterCommit(func() {
		tx.cache.log.wrote(id, position)
		tx.cache.changes.add(list...)
	})
	return nil
}

// ForgetChanges shortens the log of changes.
func (tx *Tx) ForgetChanges(ctx context.Context) error {
	b := (&builder{}).add("DELETE FROM catalogue_changes WHERE changed_at < ").moment(tx.dialect, -keepChanges)
	_, err := tx.exec(ctx, "forget changes", b.String(), b.args...)
	return err
}

// listing reads what the catalogue has of a model, beside what its row is found by. Both
// are empty where it is not there.
func (tx *Tx) listing(ctx context.Context, modelID int64) (listed, Change, error) {
	row, c, t := listed{}, Change{Model: modelID}, &Traits{}
	var extensions sql.NullString
	err := tx.q.QueryRowContext(ctx, `SELECT l.words, l.author_id, u.username, l.category_id, l.subcategory_id, l.product_type, l.price,
			l.published_at, l.adult_content, l.ai_generated, l.discounted, l.editorial, l.animated, l.pbr, l.rigged, l.collection, l.polygons,
			l.admin_rating,
			(SELECT string_agg(e.extension, ' ') FROM listing_extensions e WHERE e.model_id = l.model_id)
		FROM listings l JOIN users u ON u.id = l.author_id WHERE l.model_id = $1`, modelID).
		Scan(&row.words, &c.Author, &c.AuthorName, &t.Category, &t.Subcategory, &t.Type, &t.Price,
			&t.Published, &t.Adult, &t.AI, &t.Discounted, &t.Editorial, &t.Animated, &t.PBR, &t.Rigged, &t.Collection, &t.Polygons, &t.Rating,
			&extensions)
	if errors.Is(err, sql.ErrNoRows) {
		return listed{}, Change{Model: modelID}, nil
	}
	if err != nil {
		return listed{}, c, tx.fail("read what is listed", err)
	}
	row.category, row.subcategory = t.Category, t.Subcategory
	if extensions.String != "" {
		t.Extensions = strings.Split(extensions.String, " ")
		slices.Sort(t.Extensions)
	}
	c.Before = t
	return row, c, nil
}

// traitsOf are what the catalogue will have of a model, of whose files these are the
// extensions.
func traitsOf(m *vitrine.Model, extensions []string) *Traits {
	t := &Traits{
		Category: m.Category.ID, Subcategory: m.Subcategory.ID, Type: m.ProductType, Price: int64(*m.Price), Published: m.PublishedAt.UnixMicro(),
		Adult: m.AdultContent, AI: m.AIGenerated, Discounted: m.Discounted(), Editorial: m.License == vitrine.Editorial,
		Animated: m.Animated, PBR: m.PBR, Rigged: m.Rigged, Collection: m.Info.Collection != nil && *m.Info.Collection,
		Polygons: m.PolygonCount(), Rating: m.AdminRating,
	}
	if len(extensions) > 0 {
		t.Extensions = slices.Sorted(slices.Values(extensions))
	}
	return t
}

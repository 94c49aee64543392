package store

import (
	"context"
	"slices"
	"time"

	"vitrine"
)

// ModelList says which models are listed for those who look after them.
type ModelList string

// The lists of models. Those that wait come in the order in which they began to; what is
// published with the last publication first; all others with the newest first.
const (
	ModelsAll       ModelList = ""
	ModelsWaiting   ModelList = "waiting" // for review
	ModelsNew       ModelList = "new"     // published since a time
	ModelsPublished ModelList = "published"
	ModelsDrafts    ModelList = "drafts" // that nobody has hidden, and that do not wait
	ModelsHidden    ModelList = "hidden"
	ModelsTakenDown ModelList = "taken_down"
)

// ModelQuery asks for a page of models.
type ModelQuery struct {
	List   ModelList
	Author *vitrine.User // nil: of everybody
	Words  string        // that their texts have; "" for all
	Since  time.Time     // of ModelsNew
	Page   vitrine.Page  // by its cursor
}

// DeskModel is a model in a list for those who look after models.
type DeskModel struct {
	vitrine.Model      // without texts but the title, files and images
	TakenDown     bool // it is hidden by a decision that takes it down
}

// State is how the model stands, as a word of the lists.
func (m DeskModel) State() ModelList {
	switch {
	case m.TakenDown:
		return ModelsTakenDown
	case m.HiddenFrom != "":
		return ModelsHidden
	case !m.WaitingSince.IsZero():
		return ModelsWaiting
	case m.Status == vitrine.Published:
		return ModelsPublished
	default:
		return ModelsDrafts
	}
}

// DeskModels are a page of models.
type DeskModels struct {
	Models []DeskModel
	Next   string // cursor of the page after, "" for none
}

const (
	takenDown = "EXISTS (SELECT 1 FROM decisions d WHERE d.model_id = m.id AND d.action = 'take_down' AND d.lifted_at IS NULL)"

	deskColumns = `m.id, m.author_id, u.username, m.title, m.slug, m.product_type, m.status, m.hidden_from, m.price, m.sales, m.waiting_since,
	m.created_at, m.published_at, ` + takenDown
)

// stands are the conditions of the lists, each behind AND.
var stands = map[ModelList]string{
	ModelsAll: "", ModelsWaiting: " AND m.waiting_since IS NOT NULL", ModelsNew: " AND m.status = 'published'",
	ModelsPublished: " AND m.status = 'published'",
	ModelsDrafts:    " AND m.status <> 'published' AND m.hidden_from = '' AND m.waiting_since IS NULL",
	ModelsHidden:    " AND m.hidden_from <> '' AND NOT " + takenDown, ModelsTakenDown: " AND m.hidden_from <> '' AND " + takenDown,
}

func scanDeskModel(row scanner) (m DeskModel, err error) {
	var price *int64
	err = row.Scan(&m.ID, &m.AuthorID, &m.AuthorName, &m.Title, &m.Slug, &m.ProductType, &m.Status, &m.HiddenFrom, &price, &m.Sales,
		(*stamp)(&m.WaitingSince), (*stamp)(&m.CreatedAt), (*stamp)(&m.PublishedAt), &m.TakenDown)
	if price != nil {
		m.Price = new(vitrine.Amount(*price))
	}
	return m, err
}

// DeskModels lists models. Of those that are not published, words are looked for in the
// newest lookedThrough, whose texts no index has; they come before the published ones.
func (r *reads) DeskModels(ctx context.Context, q ModelQuery) (DeskModels, error) {
	if q.Words != "" {
		return r.deskModelsWith(ctx, q)
	}
	after, err := parseCursor(q.Page.Cursor, "desk_"+string(q.List))
	if err != nil {
		return DeskModels{}, err
	}
	o := q.order()
	b := (&builder{}).add("SELECT " + deskColumns + " FROM " + o.from + "users u ON u.id = m.author_id WHERE m.deleted_at IS NULL AND " +
		"m.draft_of = 0" + stands[q.List])
	if q.Author != nil {
		b.add(" AND m.author_id = ?", q.Author.ID)
	}
	if q.List == ModelsNew {
		b.add(" AND "+o.since+" >= ?", micros(q.Since))
	}
	if after.set() {
		b.add(" AND ("+o.key+", "+o.id+") "+o.compare+" (?, ?)", after.key, after.id)
	}
	b.add(" ORDER BY "+o.key+o.direction+", "+o.id+o.direction).window(q.Page.Size+1, 0)
	found, err := query(ctx, r, scanDeskModel, b.String(), b.args...)
	if err != nil || len(found) <= q.Page.Size {
		return DeskModels{Models: found}, err
	}
	last := &found[q.Page.Size-1]
	return DeskModels{found[:q.Page.Size], next(q.Page, "desk_"+string(q.List), o.keyOf(last), last.ID)}, nil
}

// DeskModelNamed returns the model that has a number, or a slug where that is none; NotFound
// where there is none, and of a deleted one.
func (r *reads) DeskModelNamed(ctx context.Context, id int64, slug string) (DeskModel, error) {
	b := (&builder{}).add("SELECT " + deskColumns + " FROM models m JOIN users u ON u.id = m.author_id WHERE m.deleted_at IS NULL AND " +
		"m.draft_of = 0")
	if id != 0 {
		b.add(" AND m.id = ?", id)
	} else {
		b.add(" AND m.slug = ?", slug)
	}
	return first(query(ctx, r, scanDeskModel, b.String(), b.args...))("there is no such model")
}

// deskOrder is how a list is sorted: by which columns, in which direction, and how an entry
// after a cursor compares.
type deskOrder struct {
	from, key, id, direction, compare, since string
	keyOf                                    func(m *DeskModel) int64
}

func (q *ModelQuery) order() deskOrder {
	published := func(m *DeskModel) int64 { return m.PublishedAt.UnixMicro() }
	switch {
	case q.List == ModelsWaiting:
		return deskOrder{from: "models m JOIN ", key: "m.waiting_since", id: "m.id", compare: ">",
			keyOf: func(m *DeskModel) int64 { return m.WaitingSince.UnixMicro() }}
	case q.Author == nil && (q.List == ModelsNew || q.List == ModelsPublished):
		return deskOrder{from: "listings l JOIN models m ON m.id = l.model_id JOIN ", key: "l.published_at", id: "l.model_id",
			direction: " DESC", compare: "<", since: "l.published_at", keyOf: published}
	default: // the id twice: along the primary key, or the index of the author
		return deskOrder{from: "models m JOIN ", key: "m.id", id: "m.id", direction: " DESC", compare: "<", since: "m.published_at",
			keyOf: func(m *DeskModel) int64 { return m.ID }}
	}
}

// lookedThrough is how many models that are not published are searched for words.
const lookedThrough = 2000

// deskModelsWith lists models whose texts have words.
func (r *reads) deskModelsWith(ctx context.Context, q ModelQuery) (page DeskModels, err error) {
	var ids []int64
	if q.Page.Cursor == "" && q.List != ModelsNew && q.List != ModelsPublished {
		if ids, err = r.unpublishedWith(ctx, q); err != nil {
			return page, err
		}
	}
	if q.List == ModelsAll || q.List == ModelsNew || q.List == ModelsPublished {
		asked := vitrine.CatalogueQuery{Keywords: q.Words, Language: "en", Sort: vitrine.BestMatch, AdultContent: true, Page: q.Page}
		if q.Author != nil {
			asked.Author = q.Author.Username
		}
		listed, err := r.ListedIDs(ctx, asked)
		if err != nil {
			return page, err
		}
		ids, page.Next = append(ids, listed.IDs...), listed.Next
	} else if _, err := parseCursor(q.Page.Cursor, "none"); err != nil { // there is one page
		return page, err
	}
	if len(ids) == 0 {
		return page, nil
	}
	b := (&builder{}).add("SELECT " + deskColumns + " FROM models m JOIN users u ON u.id = m.author_id WHERE m.deleted_at IS NULL AND m.id ")
	b.among(r.dialect, ids)
	if q.List == ModelsNew {
		b.add(" AND m.published_at >= ?", micros(q.Since))
	}
	page.Models, err = query(ctx, r, scanDeskModel, b.String(), b.args...)
	slices.SortFunc(page.Models, func(a, b DeskModel) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return page, err
}

// unpublishedWith returns which of the newest models that are not published have words.
func (r *reads) unpublishedWith(ctx context.Context, q ModelQuery) (ids []int64, err error) {
	groups := parseKeywords(vitrine.CatalogueQuery{Keywords: q.Words, Language: "en"}).Groups
	if len(groups) == 0 {
		return nil, nil
	}
	b := (&builder{}).add("SELECT m.id, d.document FROM models m JOIN search_documents d ON d.model_id = m.id WHERE m.status <> 'published'" +
		" AND m.deleted_at IS NULL" + stands[q.List])
	if q.Author != nil {
		b.add(" AND m.author_id = ?", q.Author.ID)
	}
	b.add(" ORDER BY m.id DESC").window(lookedThrough, 0)
	return ids, each(ctx, r, func(row scanner) error {
		stored, err := scanDocument(row)
		if err != nil {
			return err
		}
		if _, ok := bestTier(stored.Document, groups); ok && len(ids) < q.Page.Size {
			ids = append(ids, stored.ID)
		}
		return nil
	}, b.String(), b.args...)
}

// OrdersOfModel counts the orders of a model, in any state.
func (r *reads) OrdersOfModel(ctx context.Context, modelID int64) (vitrine.Total, error) {
	return r.boundedCount(ctx, (&builder{}).add("orders o WHERE o.model_id = ?", modelID))
}

package store

import (
	"context"
	"strings"
)

// searcher is the full-text search of one database. It knows the models that
// stand in the catalogue.
type searcher interface {
	index(ctx context.Context, r *reads, modelID int64, doc document) error
	remove(ctx context.Context, r *reads, modelID int64) error
	// from is the table of a FROM clause.
	from() string
	// id is the column of a match's model.
	id() string
	// where appends the condition that all words stand in a tier's fields and
	// not all of them in those of the tier before.
	where(b *builder, words []string, tier int)
}

// document is what is searched of a model.
type document struct {
	title, tags, author, description []string
}

// The tiers of a best match: all words in the title; in title, tags and
// author; anywhere. Within a tier the newest model comes first. Tiers can be
// read in order and left at any point, where a computed rank would have to
// see every match of a frequent word first.
const (
	tierTitle = iota
	tierHead
	tierAll
	tiers
	anyTier // all matches
)

// maxWords bounds what one search asks for; further words are left out.
const maxWords = 10

// fts5 searches with SQLite's FTS5.
type fts5 struct{}

func (fts5) index(ctx context.Context, r *reads, modelID int64, doc document) error {
	_, err := r.exec(ctx, "index the model for search",
		`INSERT OR REPLACE INTO listing_search (rowid, title, tags, author, description) VALUES ($1, $2, $3, $4, $5)`,
		modelID, strings.Join(doc.title, " "), strings.Join(doc.tags, " "),
		strings.Join(doc.author, " "), strings.Join(doc.description, " "))
	return err
}

func (fts5) remove(ctx context.Context, r *reads, modelID int64) error {
	_, err := r.exec(ctx, "remove the model from search", `DELETE FROM listing_search WHERE rowid = $1`, modelID)
	return err
}

func (fts5) from() string { return "listing_search" }

func (fts5) id() string { return "listing_search.rowid" }

// where asks in FTS5's query language (sqlite.org/fts5.html, section 3).
func (fts5) where(b *builder, words []string, tier int) {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = `"` + word + `"`
	}
	all := "(" + strings.Join(quoted, " AND ") + ")"
	title, head := "{title} : "+all, "{title tags author} : "+all
	match := all
	switch tier {
	case tierTitle:
		match = title
	case tierHead:
		match = "(" + head + ") NOT (" + title + ")"
	case tierAll:
		match = all + " NOT (" + head + ")"
	}
	b.add("listing_search MATCH ?", match)
}

// tsvector searches with PostgreSQL's full-text search: the title has weight
// A, the tags B, the author C and the description D.
type tsvector struct{}

func (tsvector) index(ctx context.Context, r *reads, modelID int64, doc document) error {
	_, err := r.exec(ctx, "index the model for search", `
		INSERT INTO listing_search (model_id, document)
		VALUES ($1, setweight(to_tsvector('simple', $2), 'A') || setweight(to_tsvector('simple', $3), 'B') ||
			setweight(to_tsvector('simple', $4), 'C') || setweight(to_tsvector('simple', $5), 'D'))
		ON CONFLICT (model_id) DO UPDATE SET document = excluded.document`,
		modelID, strings.Join(doc.title, " "), strings.Join(doc.tags, " "),
		strings.Join(doc.author, " "), strings.Join(doc.description, " "))
	return err
}

func (tsvector) remove(ctx context.Context, r *reads, modelID int64) error {
	_, err := r.exec(ctx, "remove the model from search", `DELETE FROM listing_search WHERE model_id = $1`, modelID)
	return err
}

func (tsvector) from() string { return "listing_search s" }

func (tsvector) id() string { return "s.model_id" }

func (tsvector) where(b *builder, words []string, tier int) {
	query := func(weights string) string {
		quoted := make([]string, len(words))
		for i, word := range words {
			quoted[i] = "'" + word + "'" + weights
		}
		return strings.Join(quoted, " & ")
	}
	has, not := "s.document @@ to_tsquery('simple', ?)", " AND NOT s.document @@ to_tsquery('simple', ?)"
	switch tier {
	case tierTitle:
		b.add(has, query(":A"))
	case tierHead:
		b.add(has+not, query(":ABC"), query(":A"))
	case tierAll:
		b.add(has+not, query(""), query(":ABC"))
	default:
		b.add(has, query(""))
	}
}

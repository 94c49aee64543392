package store

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// searcher is the full-text search of one database over the models of one list.
type searcher interface {
	index(ctx context.Context, tx *Tx, modelID int64, doc document) error
	remove(ctx context.Context, tx *Tx, modelID int64) error
	// from is the table of a FROM clause.
	from() string
	// id is the column of a match's model.
	id() string
	// where appends the condition that all words are in a tier's fields and
	// not all of them in those of the tier before.
	where(b *builder, words []string, tier int, within scope)
}

// scope is what the index itself narrows a search to.
type scope struct {
	family bool  // adult content is left out
	owner  int64 // whose models they are; 0: anybody's
}

// document is what is searched of a model.
type document struct {
	title, tags, author, description []string
	adult                            bool
	owner                            int64 // in an index of authors' own models
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

// A word is indexed once for each tier that it counts for, after the tier's
// digit, so that each tier has its own list of matches. A single list with the
// words' positions would have to be read to its end to find that a word is in no
// title. adultWord marks adult content, ownerWord the models of an author.
const adultWord = "0adult"

func ownerWord(id int64) string { return "0by" + strconv.FormatInt(id, 10) }

// terms are the words that a document is indexed by.
func (d document) terms() []string {
	var list []string
	add := func(words []string, digits ...string) {
		for _, word := range words {
			for _, digit := range digits {
				list = append(list, digit+word)
			}
		}
	}
	add(d.title, "1", "2", "3")
	add(d.tags, "2", "3")
	add(d.author, "2", "3")
	add(d.description, "3")
	if d.adult {
		list = append(list, adultWord)
	}
	if d.owner != 0 {
		list = append(list, ownerWord(d.owner))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// searchLanguage is how the query language of a full-text search is written.
type searchLanguage struct{ and, not, quote string }

// query asks for all words of a tier, and not all of those of the tier before.
func (l searchLanguage) query(words []string, tier int, within scope) string {
	var text string
	switch tier {
	case tierTitle:
		text = l.all("1", words)
	case tierHead:
		text = l.all("2", words) + l.not + l.all("1", words)
	case tierAll:
		text = l.all("3", words) + l.not + l.all("2", words)
	default:
		text = l.all("3", words)
	}
	if within.family {
		text = "(" + text + ")" + l.not + l.quoted(adultWord)
	}
	if within.owner != 0 {
		text = l.quoted(ownerWord(within.owner)) + l.and + "(" + text + ")"
	}
	return text
}

// all asks for all words behind the digit of a tier.
func (l searchLanguage) all(digit string, words []string) string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = l.quoted(digit + word)
	}
	return "(" + strings.Join(list, l.and) + ")"
}

// quoted needs no escape: words are letters and digits alone.
func (l searchLanguage) quoted(word string) string { return l.quote + word + l.quote }

// maxWords bounds what one search asks for; further words are left out.
const maxWords = 10

// fts5 searches a table of SQLite's FTS5.
type fts5 struct{ table string }

func (f fts5) index(ctx context.Context, tx *Tx, modelID int64, doc document) error {
	_, err := tx.exec(ctx, "index the model for search", "INSERT OR REPLACE INTO "+f.table+" (rowid, terms) VALUES ($1, $2)",
		modelID, strings.Join(doc.terms(), " "))
	return err
}

// merge merges parts of the index, up to 200 pages, where two or more are
// there of a size: a search looks into each (sqlite.org/fts5.html, section 6.9).
func (f fts5) merge() string {
	return "INSERT INTO " + f.table + " (" + f.table + ", rank) VALUES ('merge', 200)"
}

func (f fts5) remove(ctx context.Context, tx *Tx, modelID int64) error {
	_, err := tx.exec(ctx, "remove the model from search", "DELETE FROM "+f.table+" WHERE rowid = $1", modelID)
	return err
}

func (f fts5) from() string { return f.table }

func (f fts5) id() string { return f.table + ".rowid" }

// fts5Language is the one of sqlite.org/fts5.html, section 3.
var fts5Language = searchLanguage{and: " AND ", not: " NOT ", quote: `"`}

func (f fts5) where(b *builder, words []string, tier int, within scope) {
	b.add(f.table+" MATCH ?", fts5Language.query(words, tier, within))
}

// tsvector searches a table with PostgreSQL's full-text search.
type tsvector struct{ table string }

func (v tsvector) index(ctx context.Context, tx *Tx, modelID int64, doc document) error {
	_, err := tx.exec(ctx, "index the model for search", "INSERT INTO "+v.table+` (model_id, document)
		VALUES ($1, array_to_tsvector(string_to_array($2, ' ')))
		ON CONFLICT (model_id) DO UPDATE SET document = excluded.document`, modelID, strings.Join(doc.terms(), " "))
	return err
}

func (v tsvector) remove(ctx context.Context, tx *Tx, modelID int64) error {
	_, err := tx.exec(ctx, "remove the model from search", "DELETE FROM "+v.table+" WHERE model_id = $1", modelID)
	return err
}

func (v tsvector) from() string { return v.table + " s" }

func (tsvector) id() string { return "s.model_id" }

// tsqueryLanguage is the one of PostgreSQL's documentation, section 8.11.2.
var tsqueryLanguage = searchLanguage{and: " & ", not: " & !", quote: "'"}

func (tsvector) where(b *builder, words []string, tier int, within scope) {
	b.add("s.document @@ CAST(? AS tsquery)", tsqueryLanguage.query(words, tier, within))
}

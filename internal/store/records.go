package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unique"

	"vitrine"
)

// Record is a model as it is served: its stored JSON and what decides who may
// see it. In a list, that was decided already: there AuthorID, Status and
// Version are zero.
type Record struct {
	ID        int64
	AuthorID  int64
	Status    vitrine.Status
	Version   int64
	Languages []string // its first one first
	Language  string   // of JSON
	JSON      string   // in the form of package record; "" when it has to be made again
}

// A record is made when it is read while one of the model's files is: how far that
// is, is not stored in it.
const (
	beingRead = "EXISTS (SELECT 1 FROM files f WHERE f.model_id = m.id AND (f.working_from IS NOT NULL OR f.queued_from IS NOT NULL) AND " +
		"f.deleted_at IS NULL)"
	// One text, since each further column costs SQLite's driver several allocations.
	packedRecord = "SELECT m.languages || '" + partMark + "' || m.author_id || '" + partMark + "' || m.status || '" + partMark +
		"' || m.version || '" + partMark + "' || COALESCE(CASE WHEN " + beingRead + " THEN NULL ELSE m.record END, '') FROM models m " +
		"WHERE m.id = $1 AND m.deleted_at IS NULL AND m.draft_of = 0"
)

// setLanguages sets them, the first of which the JSON is in. The text may be a part of a longer one, such as a whole page, which
// what is remembered of one model must not hold: they are copies, which models share.
func (r *Record) setLanguages(text string) {
	r.Languages, r.Language = strings.Fields(text), ""
	for i, language := range r.Languages {
		r.Languages[i] = unique.Make(language).Value()
	}
	if len(r.Languages) > 0 {
		r.Language = r.Languages[0]
	}
}

// Record returns a model as it is served, in its first language.
func (r *reads) Record(ctx context.Context, id int64) (Record, error) {
	var packed string
	err := r.byKey(ctx, packedRecord, id).Scan(&packed)
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, noModel(id)
	}
	if err != nil {
		return Record{}, r.fail("read the model", err)
	}
	return parseRecord(id, packed)
}

func parseRecord(id int64, packed string) (Record, error) {
	languages, rest, _ := strings.Cut(packed, partMark)
	author, rest, _ := strings.Cut(rest, partMark)
	status, rest, _ := strings.Cut(rest, partMark)
	version, json, _ := strings.Cut(rest, partMark)
	record := Record{ID: id, Status: vitrine.Status(status), JSON: json}
	record.setLanguages(languages)
	var errs [2]error
	record.AuthorID, errs[0] = strconv.ParseInt(author, 10, 64)
	record.Version, errs[1] = strconv.ParseInt(version, 10, 64)
	return record, errors.Join(errs[:]...)
}

// Translation returns the stored record of a model in a further language.
func (r *reads) Translation(ctx context.Context, id int64, language string) (string, error) {
	var stored sql.NullString
	err := r.row(ctx, "there is no such translation",
		"SELECT CASE WHEN "+beingRead+" THEN NULL ELSE t.record END FROM models m JOIN model_texts t ON t.model_id = m.id WHERE m.id = $1 AND "+
			"t.language = $2",
		[]any{id, language}, &stored)
	return stored.String, err
}

// entry is a model of a list: its place in the list's order, and its record.
type entry struct {
	key int64 // the value that the list is sorted by; of a best match, its tier
	Record
}

// Marks between the parts of entries and between entries. Records are JSON,
// where control characters are escaped.
const (
	partMark  = "\x1f"
	entryMark = "\x1e"
)

// entries returns the models that a statement finds: its rows are id and key.
// They come as one row of one text: stepping through one row for each would cost
// more than reading them does.
func (r *reads) entries(ctx context.Context, found *builder) ([]entry, error) {
	record, models := "m.languages || ? || COALESCE(m.record, '')", " CROSS JOIN models m WHERE m.id = f.id"
	if r.bare {
		record, models = "?", ""
	}
	b := &builder{}
	b.add("SELECT string_agg(CAST(f.id AS TEXT) || ? || CAST(f.sort_key AS TEXT) || ? || "+record+", ?) FROM (",
		partMark, partMark, partMark, entryMark)
	b.splice(found).add(") AS f" + models)
	var packed sql.NullString
	if err := r.q.QueryRowContext(ctx, b.String(), b.args...).Scan(&packed); err != nil {
		return nil, r.fail("read a page", err)
	}
	if !packed.Valid {
		return []entry{}, nil
	}
	list := make([]entry, 0, strings.Count(packed.String, entryMark)+1)
	for text := range strings.SplitSeq(packed.String, entryMark) {
		e, err := parseEntry(text)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

func parseEntry(text string) (e entry, err error) {
	id, text, _ := strings.Cut(text, partMark)
	key, text, _ := strings.Cut(text, partMark)
	languages, json, found := strings.Cut(text, partMark)
	if !found {
		return e, errors.New("a page of the catalogue has an entry that is not whole")
	}
	if e.ID, err = strconv.ParseInt(id, 10, 64); err != nil {
		return e, fmt.Errorf("an entry of the catalogue: %w", err)
	}
	if e.key, err = strconv.ParseInt(key, 10, 64); err != nil {
		return e, fmt.Errorf("an entry of the catalogue: %w", err)
	}
	e.JSON = json
	e.setLanguages(languages)
	return e, nil
}

// ModelsWithoutRecord returns up to limit models whose record has to be made anew.
func (r *reads) ModelsWithoutRecord(ctx context.Context, limit int) ([]int64, error) {
	b := (&builder{}).add("SELECT id FROM models WHERE record IS NULL AND deleted_at IS NULL ORDER BY id").window(limit, 0)
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
}

// PutRecord stores the record of a model in one of its languages, and reports whether
// it differs from the one before.
func (tx *Tx) PutRecord(ctx context.Context, m *vitrine.Model, language, json string) (changed bool, err error) {
	var n int64
	if language == m.Language {
		n, err = tx.exec(ctx, "store the record", "UPDATE models SET record = $1 WHERE id = $2 AND record IS DISTINCT FROM $1", json, m.ID)
	} else {
		n, err = tx.exec(ctx, "store the record", "UPDATE model_texts SET record = $1 WHERE model_id = $2 AND language = $3 AND record IS "+
			"DISTINCT FROM $1",
			json, m.ID, language)
	}
	if n > 0 {
		tx.noteModel(m.ID)
	}
	return n > 0, err
}

// ForgetRecordsOfCategory drops the stored records of the models in a category,
// which are made again when they are next read.
func (tx *Tx) ForgetRecordsOfCategory(ctx context.Context, categoryID int64) error {
	// With a new version, since the record shows the category: its ETag must not stay good.
	_, err := tx.exec(ctx, "forget records", `UPDATE models SET record = NULL, version = version + 1
		WHERE category_id = $1 OR subcategory_id = $1`, categoryID)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, "forget records", `UPDATE model_texts SET record = NULL
		WHERE model_id IN (SELECT id FROM models WHERE category_id = $1 OR subcategory_id = $1)`, categoryID)
	if err != nil {
		return err
	}
	tx.noteAnything()
	return nil
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"vitrine"
)

// Record is a model as it is served: its stored JSON and what decides who may
// see it.
type Record struct {
	ID        int64
	AuthorID  int64
	Status    vitrine.Status
	Version   int64
	Languages []string // its first one first
	Language  string   // of JSON
	JSON      string   // in the form of package record; "" when it has to be made anew
}

const recordColumns = "id, author_id, status, version, languages, record"

func scanRecord(row scanner) (Record, error) {
	var r Record
	var languages string
	var stored sql.NullString
	err := row.Scan(&r.ID, &r.AuthorID, &r.Status, &r.Version, &languages, &stored)
	r.JSON = stored.String
	r.Language, _, _ = strings.Cut(languages, " ")
	if len(r.Language) == len(languages) {
		r.Languages = []string{languages}
	} else {
		r.Languages = strings.Fields(languages)
	}
	return r, err
}

// Record gives a model as it is served, in its first language.
func (r *reads) Record(ctx context.Context, id int64) (Record, error) {
	row := r.q.QueryRowContext(ctx, "SELECT "+recordColumns+" FROM models WHERE id = $1 AND deleted_at IS NULL", id)
	record, err := scanRecord(row)
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, noModel(id)
	}
	if err != nil {
		return Record{}, r.fail("read the model", err)
	}
	return record, nil
}

// Translation gives the stored record of a model in a further language.
func (r *reads) Translation(ctx context.Context, id int64, language string) (string, error) {
	var stored sql.NullString
	err := r.row(ctx, "there is no such translation", `SELECT record FROM model_texts WHERE model_id = $1 AND language = $2`,
		[]any{id, language}, &stored)
	return stored.String, err
}

// records gives models as they are served, in the order of ids; those that
// have gone meanwhile are left out.
func (r *reads) records(ctx context.Context, ids []int64) ([]Record, error) {
	if len(ids) == 0 {
		return []Record{}, nil
	}
	b := &builder{}
	b.add("SELECT " + recordColumns + " FROM models WHERE deleted_at IS NULL AND id IN")
	addList(b, "", ids)
	found, err := query(ctx, r, scanRecord, b.String(), b.args...)
	if err != nil {
		return nil, err
	}
	place := make(map[int64]int, len(found))
	for i := range found {
		place[found[i].ID] = i
	}
	ordered := make([]Record, 0, len(found))
	for _, id := range ids {
		if i, ok := place[id]; ok {
			ordered = append(ordered, found[i])
		}
	}
	return ordered, nil
}

// PutRecord stores the record of a model in one of its languages.
func (tx *Tx) PutRecord(ctx context.Context, m *vitrine.Model, language, json string) error {
	if language == m.Language {
		_, err := tx.exec(ctx, "store the record", "UPDATE models SET record = $1 WHERE id = $2", json, m.ID)
		return err
	}
	_, err := tx.exec(ctx, "store the record", "UPDATE model_texts SET record = $1 WHERE model_id = $2 AND language = $3",
		json, m.ID, language)
	return err
}

// ForgetRecordsOfCategory drops the stored records of the models in a category,
// which then are made anew when they are read.
func (tx *Tx) ForgetRecordsOfCategory(ctx context.Context, categoryID int64) error {
	_, err := tx.exec(ctx, "forget records", `UPDATE models SET record = NULL, version = version + 1
		WHERE category_id = $1 OR subcategory_id = $1`, categoryID)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, "forget records", `UPDATE model_texts SET record = NULL
		WHERE model_id IN (SELECT id FROM models WHERE category_id = $1 OR subcategory_id = $1)`, categoryID)
	return err
}

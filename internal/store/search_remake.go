package store

import (
	"context"

	"vitrine"
	"vitrine/internal/posting"
)

// remadeAtOnce is how many documents one transaction of a build makes anew.
const remadeAtOnce = 100

// remakeDocuments makes the documents of models behind one and before another anew,
// and returns those that blocks are built of, with the model that it came to. A document
// that waits for a merge is in the blocks as it was.
func (tx *Tx) remakeDocuments(ctx context.Context, after, before int64, spelled map[string]bool) (int64, []posting.Stored, error) {
	models, err := tx.ModelRows(ctx, 0, after, remadeAtOnce)
	if err != nil {
		return 0, nil, err
	}
	for i, m := range models {
		if m.ID >= before {
			models = models[:i]
			break
		}
	}
	if len(models) == 0 {
		return before, nil, tx.beginModels(ctx, after, before-1)
	}
	last := models[len(models)-1].ID
	if err := tx.beginModels(ctx, after, last); err != nil {
		return 0, nil, err
	}
	beside, err := tx.besideModels(ctx, after, last)
	if err != nil {
		return 0, nil, err
	}
	var built []posting.Stored
	for _, m := range models {
		if m.DraftOf != 0 {
			continue
		}
		stored, err := tx.remakeDocument(ctx, m, beside)
		if err != nil {
			return 0, nil, err
		}
		if stored != "" {
			spell(spelled, stored)
			built = append(built, posting.Stored{ID: m.ID, Document: unmarked(stored)})
		}
	}
	return last, built, nil
}

// remakeDocument makes a document anew and returns what blocks have of it.
func (tx *Tx) remakeDocument(ctx context.Context, m *vitrine.Model, beside besideModels) (folded string, err error) {
	if beside.translated[m.ID] {
		if m.Translations, err = tx.translations(ctx, m.ID); err != nil {
			return "", err
		}
	}
	m.Measured.Polygons = beside.polygons[m.ID]
	document := string(documentOf(m, beside.extensions[m.ID]))
	err = tx.row(ctx, "", `INSERT INTO search_documents AS d (model_id, document, listed, pending) VALUES ($1, $2, $3, FALSE)
		ON CONFLICT (model_id) DO UPDATE SET document = excluded.document
		RETURNING CASE WHEN pending THEN folded WHEN listed THEN document ELSE '' END`,
		[]any{m.ID, document, m.Status == vitrine.Published}, &folded)
	return folded, err
}

// besideModels is what documents are made of and other rows than those of models have.
type besideModels struct {
	polygons   map[int64]*int64
	extensions map[int64][]string
	translated map[int64]bool
}

func (r *reads) besideModels(ctx context.Context, after, last int64) (b besideModels, err error) {
	b = besideModels{map[int64]*int64{}, map[int64][]string{}, map[int64]bool{}}
	for _, part := range []struct {
		text string
		scan func(scanner) error
	}{
		{"SELECT model_id, polygons FROM own_listings WHERE model_id > $1 AND model_id <= $2", func(row scanner) error {
			var id int64
			var count *int64
			err := row.Scan(&id, &count)
			b.polygons[id] = count
			return err
		}},
		{"SELECT model_id, extension FROM own_extensions WHERE model_id > $1 AND model_id <= $2", func(row scanner) error {
			var id int64
			var extension string
			err := row.Scan(&id, &extension)
			b.extensions[id] = append(b.extensions[id], extension)
			return err
		}},
		{"SELECT DISTINCT model_id FROM model_texts WHERE model_id > $1 AND model_id <= $2", func(row scanner) error {
			var id int64
			err := row.Scan(&id)
			b.translated[id] = true
			return err
		}},
	} {
		if err := each(ctx, r, part.scan, part.text, after, last); err != nil {
			return b, err
		}
	}
	return b, nil
}

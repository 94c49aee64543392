package store

import (
	"cmp"
	"context"
	"slices"

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
	var made []remade
	for _, m := range models {
		if m.DraftOf != 0 {
			continue
		}
		if beside.translated[m.ID] {
			if m.Translations, err = tx.translations(ctx, m.ID); err != nil {
				return 0, nil, err
			}
		}
		m.Measured.Polygons = beside.polygons[m.ID]
		made = append(made, remade{m.ID, documentOf(m, beside.extensions[m.ID]), m.Status == vitrine.Published})
	}
	built, err := tx.putRemade(ctx, made, spelled)
	return last, built, err
}

// remade is a document that was made anew.
type remade struct {
	model    int64
	document posting.Document
	listed   bool // where the model had none
}

// putRemade writes documents and returns what blocks have of them, in the order of the models.
func (tx *Tx) putRemade(ctx context.Context, documents []remade, spelled map[string]bool) ([]posting.Stored, error) {
	if len(documents) == 0 {
		return nil, nil
	}
	b := (&builder{}).add("INSERT INTO search_documents AS d (model_id, document, listed, pending) VALUES ")
	for i, d := range documents {
		b.add(separator(i, ", ")+"(?, ?, ?, FALSE)", d.model, string(d.document), d.listed)
	}
	b.add(` ON CONFLICT (model_id) DO UPDATE SET document = excluded.document
		RETURNING model_id, CASE WHEN pending THEN folded WHEN listed THEN document ELSE '' END`)
	var built []posting.Stored
	err := each(ctx, &tx.reads, func(row scanner) error {
		var id int64
		var stored string
		err := row.Scan(&id, &stored)
		if stored != "" {
			spell(spelled, stored)
			built = append(built, posting.Stored{ID: id, Document: unmarked(stored)})
		}
		return err
	}, b.String(), b.args...)
	slices.SortFunc(built, func(a, b posting.Stored) int { return cmp.Compare(a.ID, b.ID) })
	return built, err
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

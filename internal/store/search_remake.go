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
		return before, nil, tx.forgetRemoved(ctx, after, before-1)
	}
	last := models[len(models)-1].ID
	if err := tx.forgetRemoved(ctx, after, last); err != nil {
		return 0, nil, err
	}
	beside, err := tx.besideModels(ctx, after, last)
	if err != nil {
		return 0, nil, err
	}
	var built []posting.Stored
	for _, m := range models {
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

// forgetRemoved has the blocks that are built know nothing of models that were removed
// and wait for a merge, which would otherwise take out, and count, what was never put in.
func (tx *Tx) forgetRemoved(ctx context.Context, after, last int64) error {
	_, err := tx.exec(ctx, "remove the model from search", `UPDATE search_documents SET folded = ''
		WHERE pending AND document = '' AND folded <> '' AND model_id > $1 AND model_id <= $2`, after, last)
	return err
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

// countedAtOnce is how many blocks are counted between two writes.
const countedAtOnce = 5_000

// count sets how many models have each word, from the blocks that were built.
func (b *rebuild) count(ctx context.Context) error {
	columns, err := b.db.readWords(ctx, []string{posting.ColumnWord(columnPrice), posting.ColumnWord(columnRating),
		posting.ColumnWord(columnDay), posting.ColumnWord(columnSales)})
	if err != nil {
		return err
	}
	counts := counts{columns: map[int64]bool{}, words: map[int64]int64{}}
	for _, column := range columns {
		counts.columns[column.id] = true
	}
	for after, end := b.epochKey(0)-1, b.epochKey(0)+(epochKeys-1); ; {
		n := 0
		err := each(ctx, &b.db.reads, func(row scanner) error {
			n++
			var stored []byte
			if err := row.Scan(&after, &stored); err != nil {
				return err
			}
			return counts.add(after-b.epochKey(0), stored)
		}, "SELECT id, bits FROM search_blocks WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3", after, end, countedAtOnce)
		if err != nil {
			return err
		}
		// Up to the word before the one that the next blocks may go on with.
		whole := counts.whole(n < countedAtOnce)
		if err := b.write(ctx, func(tx *Tx) error { return tx.setCounts(ctx, whole) }); err != nil {
			return err
		}
		if n < countedAtOnce {
			return nil
		}
	}
}

// counts are the numbers of models that have words, of blocks that come in the order of
// their keys.
type counts struct {
	columns map[int64]bool
	words   map[int64]int64
	last    int64 // the word that comes now
	from    int64 // the first word that no write has set
}

func (c *counts) add(key int64, stored []byte) error {
	term, _ := posting.SplitKey(key)
	c.last = term.Word()
	if tier := term.Tier(); tier != posting.TierAny && tier != posting.TierAttribute {
		return nil
	}
	if c.columns[c.last] {
		n, err := countValues(stored)
		c.words[c.last] += n
		return err
	}
	bits, err := posting.ParseBits(stored)
	c.words[c.last] += int64(bits.Len())
	return err
}

func countValues(stored []byte) (n int64, err error) {
	values, err := posting.ParseValues(stored)
	if err != nil {
		return 0, err
	}
	for offset := range posting.BlockSize {
		if _, ok := values.Get(offset); ok {
			n++
		}
	}
	return n, nil
}

// counted are the counts of all words from one to before another, of which those that
// are not named have none.
type counted struct {
	from, before int64
	words        map[int64]int64
}

// whole takes the words off that no later block belongs to.
func (c *counts) whole(end bool) counted {
	done := counted{c.from, c.last, c.words}
	c.words = map[int64]int64{}
	if end {
		done.before = 1 << 62
	} else if n, ok := done.words[c.last]; ok {
		c.words[c.last] = n
		delete(done.words, c.last)
	}
	c.from = done.before
	return done
}

// setCounts changes the numbers of models that are others.
func (tx *Tx) setCounts(ctx context.Context, done counted) error {
	more := map[int64]int64{}
	err := each(ctx, &tx.reads, func(row scanner) error {
		var id, models int64
		err := row.Scan(&id, &models)
		if models != done.words[id] {
			more[id] = done.words[id] - models
		}
		return err
	}, "SELECT id, models FROM search_words WHERE id >= $1 AND id < $2", done.from, done.before)
	if err != nil {
		return err
	}
	return tx.countWords(ctx, more)
}

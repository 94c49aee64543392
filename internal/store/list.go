package store

import (
	"context"

	"vitrine"
)

// list is one of the two that models are found in.
type list struct {
	table      string // a narrow row for each of its models
	extensions string // their file extensions
	byTime     string // the column of the orders by time
	state      string // of a model, as SQL
}

// The lists: of what is published, and of all models by their authors.
var (
	catalogueList = list{"listings", "listing_extensions", "published_at", "'published'"}
	ownList       = list{"own_listings", "own_extensions", "model_id", "status"}
)

// unpriced is the price of a model that has none in the list of its author.
const unpriced = -1

// PutOwnListing puts a model into the list of its author, or brings its row there
// up to date. What is there already is not written again.
func (tx *Tx) PutOwnListing(ctx context.Context, m *vitrine.Model, extensions []string) error {
	old, err := tx.listed(ctx, ownList, m.ID)
	if err != nil {
		return err
	}
	price := int64(unpriced)
	if m.Price != nil {
		price = int64(*m.Price)
	}
	if _, err := tx.putRow(ctx, ownList, m, append(listedValues(m), value{"status", string(m.Status)}, value{"price", price})); err != nil {
		return err
	}
	if err := tx.tallyOwn(ctx, m.AuthorID, old.state, m.Status); err != nil {
		return err
	}
	words, err := tx.putWords(ctx, ownList, m, extensions, old.words)
	if err != nil || words == old.words && m.Status == old.state {
		return err
	}
	return tx.tally(ctx, worded, m.AuthorID, 1)
}

// RemoveOwnListing takes a model out of the list of its author.
func (tx *Tx) RemoveOwnListing(ctx context.Context, modelID int64) error {
	const author = ", l.author_id, "
	_, err := tx.exec(ctx, "count the author's models", "INSERT INTO new_tallies (kind, about, n) SELECT '"+string(ownState)+"' || l.status"+
		author+"-1 FROM own_listings l WHERE l.model_id = $1 UNION ALL SELECT '"+string(worded)+"'"+author+
		"1 FROM own_listings l WHERE l.model_id = $1", modelID)
	if err != nil {
		return err
	}
	if err := tx.removeRow(ctx, ownList, modelID); err != nil {
		return err
	}
	return tx.removeDocument(ctx, modelID)
}

// value is what a column of a row is to have.
type value struct {
	column string
	value  any
}

// listedValues are those that the rows of both lists have.
func listedValues(m *vitrine.Model) []value {
	var polygons, rating any
	if count := m.PolygonCount(); count != nil {
		polygons = *count
	}
	if m.AdminRating != nil {
		rating = *m.AdminRating
	}
	return []value{
		{"category_id", m.Category.ID}, {"subcategory_id", m.Subcategory.ID}, {"product_type", string(m.ProductType)},
		{"adult_content", m.AdultContent}, {"ai_generated", m.AIGenerated},
		{"discounted", m.Discounted()}, {"editorial", m.License == vitrine.Editorial},
		{"animated", m.Animated}, {"pbr", m.PBR}, {"rigged", m.Rigged}, {"collection", m.Info.Collection != nil && *m.Info.Collection},
		{"polygons", polygons}, {"admin_rating", rating},
	}
}

// putRow writes the row of a model, and reports whether it was another one. Author and
// sales are those of when it is first written.
func (tx *Tx) putRow(ctx context.Context, l list, m *vitrine.Model, values []value) (changed bool, err error) {
	b := (&builder{}).add("INSERT INTO " + l.table + " (model_id, author_id, sales")
	for _, v := range values {
		b.add(", " + v.column)
	}
	b.add(") VALUES (?, ?, ?", m.ID, m.AuthorID, m.Sales)
	for _, v := range values {
		b.add(", ?", v.value)
	}
	b.add(") ON CONFLICT (model_id) DO UPDATE SET ")
	for i, v := range values {
		b.add(separator(i, ", ") + v.column + " = excluded." + v.column)
	}
	// An equal row is left alone: the number of rows then says that nothing changed, and no cached page is lost.
	b.add(" WHERE ")
	for i, v := range values {
		b.add(separator(i, " OR ") + l.table + "." + v.column + " IS DISTINCT FROM excluded." + v.column)
	}
	n, err := tx.exec(ctx, "list the model", b.String(), b.args...)
	return n > 0, err
}

// separator is what stands before the i-th item.
func separator(i int, text string) string {
	if i == 0 {
		return ""
	}
	return text
}

// putWords writes what a model is found by beside its row where it is not what had the
// digest old, and returns its digest.
func (tx *Tx) putWords(ctx context.Context, l list, m *vitrine.Model, extensions []string, old string) (words string, err error) {
	document := documentOf(m, extensions)
	if words = digest(document); words == old {
		return words, nil
	}
	if err := tx.putExtensions(ctx, l, m.ID, extensions); err != nil {
		return words, err
	}
	if err := tx.putDocument(ctx, m.ID, document, l == catalogueList); err != nil {
		return words, err
	}
	_, err = tx.exec(ctx, "list the model", "UPDATE "+l.table+" SET words = $1 WHERE model_id = $2", words, m.ID)
	return words, err
}

func (tx *Tx) putExtensions(ctx context.Context, l list, modelID int64, extensions []string) error {
	if _, err := tx.exec(ctx, "list extensions", "DELETE FROM "+l.extensions+" WHERE model_id = $1", modelID); err != nil {
		return err
	}
	for _, extension := range extensions {
		_, err := tx.exec(ctx, "list extensions", "INSERT INTO "+l.extensions+" (extension, model_id) VALUES ($1, $2)", extension, modelID)
		if err != nil {
			return err
		}
	}
	return nil
}

// removeRow removes a model's row and what stands beside it.
func (tx *Tx) removeRow(ctx context.Context, l list, modelID int64) error {
	if err := tx.putExtensions(ctx, l, modelID, nil); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "unlist the model", "DELETE FROM "+l.table+" WHERE model_id = $1", modelID)
	return err
}

// listed is what a list has of a model; the zero value is nothing.
type listed struct {
	category, subcategory int64
	words                 string // digest of what it is found by
	state                 vitrine.Status
}

func (tx *Tx) listed(ctx context.Context, l list, modelID int64) (listed, error) {
	found, err := query(ctx, &tx.reads, func(row scanner) (found listed, err error) {
		return found, row.Scan(&found.category, &found.subcategory, &found.words, &found.state)
	}, "SELECT category_id, subcategory_id, words, "+l.state+" FROM "+l.table+" WHERE model_id = $1", modelID)
	if err != nil || len(found) == 0 {
		return listed{}, err
	}
	return found[0], nil
}

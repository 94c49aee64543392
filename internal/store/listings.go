package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"vitrine"
)

// PutListing puts a published model into the catalogue, or brings its row
// there up to date. What is there already is not written again; the caller says
// whether the model's record, which lists show, has changed.
func (tx *Tx) PutListing(ctx context.Context, m *vitrine.Model, extensions []string, recordChanged bool) error {
	old, err := tx.listed(ctx, m.ID)
	if err != nil {
		return err
	}
	if err := tx.moveCount(ctx, old, listed{category: m.Category.ID, subcategory: m.Subcategory.ID}); err != nil {
		return err
	}
	changed, err := tx.putListing(ctx, m)
	if err != nil {
		return err
	}
	doc := documentOf(m)
	if words := digest(doc.terms(), extensions); words != old.words {
		changed = true
		if err := tx.putWords(ctx, m.ID, doc, extensions, words); err != nil {
			return err
		}
	}
	if !changed && !recordChanged {
		return nil
	}
	return tx.catalogueChanged(ctx)
}

// putListing writes the row of a model, and says whether it was another one.
func (tx *Tx) putListing(ctx context.Context, m *vitrine.Model) (changed bool, err error) {
	collection := m.Info.Collection != nil && *m.Info.Collection
	var polygons any
	if count := m.PolygonCount(); count != nil {
		polygons = *count
	}
	var rating any
	if m.AdminRating != nil {
		rating = *m.AdminRating
	}
	n, err := tx.exec(ctx, "list the model", `
		INSERT INTO listings (model_id, category_id, subcategory_id, author_id, product_type, price, sales, published_at,
			adult_content, discounted, editorial, animated, pbr, rigged, collection, polygons, admin_rating)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
		ON CONFLICT (model_id) DO UPDATE SET category_id = excluded.category_id, subcategory_id = excluded.subcategory_id,
			product_type = excluded.product_type, price = excluded.price, published_at = excluded.published_at,
			adult_content = excluded.adult_content, discounted = excluded.discounted, editorial = excluded.editorial,
			animated = excluded.animated, pbr = excluded.pbr, rigged = excluded.rigged, collection = excluded.collection,
			polygons = excluded.polygons, admin_rating = excluded.admin_rating
		WHERE (listings.category_id, listings.subcategory_id, listings.product_type, listings.price, listings.published_at, listings.adult_content,
				listings.discounted, listings.editorial, listings.animated, listings.pbr, listings.rigged, listings.collection)
			<> (excluded.category_id, excluded.subcategory_id, excluded.product_type, excluded.price, excluded.published_at, excluded.adult_content,
				excluded.discounted, excluded.editorial, excluded.animated, excluded.pbr, excluded.rigged, excluded.collection)
			OR listings.polygons IS DISTINCT FROM excluded.polygons OR listings.admin_rating IS DISTINCT FROM excluded.admin_rating`,
		m.ID, m.Category.ID, m.Subcategory.ID, m.AuthorID, string(m.ProductType), int64(*m.Price), m.Sales, micros(m.PublishedAt),
		m.AdultContent, m.Discounted(), m.License == vitrine.Editorial, m.Animated, m.PBR, m.Rigged, collection, polygons, rating)
	return n > 0, err
}

// putWords writes what a model is found by beside its row.
func (tx *Tx) putWords(ctx context.Context, modelID int64, doc document, extensions []string, words string) error {
	if err := tx.putExtensions(ctx, modelID, extensions); err != nil {
		return err
	}
	if err := tx.dialect.search.index(ctx, tx, modelID, doc); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "list the model", "UPDATE listings SET words = $1 WHERE model_id = $2", words, modelID)
	return err
}

// digest is a short text that differs where any of the lists do.
func digest(lists ...[]string) string {
	hash := sha256.New()
	for _, list := range lists {
		for _, text := range list {
			fmt.Fprintf(hash, "%d %s", len(text), text)
		}
		hash.Write([]byte{0})
	}
	return hex.EncodeToString(hash.Sum(nil)[:16])
}

// documentOf collects the words of a model in all its languages.
func documentOf(m *vitrine.Model) document {
	doc := document{author: words(m.AuthorName), adult: m.AdultContent}
	for _, text := range m.Texts() {
		doc.title = append(doc.title, words(text.Title)...)
		doc.description = append(doc.description, words(text.RawDescription)...)
		for _, tag := range text.Tags {
			doc.tags = append(doc.tags, words(tag)...)
		}
	}
	return doc
}

func (tx *Tx) putExtensions(ctx context.Context, modelID int64, extensions []string) error {
	if _, err := tx.exec(ctx, "list extensions", "DELETE FROM listing_extensions WHERE model_id = $1", modelID); err != nil {
		return err
	}
	for _, extension := range extensions {
		_, err := tx.exec(ctx, "list extensions", "INSERT INTO listing_extensions (extension, model_id) VALUES ($1, $2)", extension, modelID)
		if err != nil {
			return err
		}
	}
	return nil
}

// RemoveListing takes a model out of the catalogue. It is fine when it is
// not there.
func (tx *Tx) RemoveListing(ctx context.Context, modelID int64) error {
	old, err := tx.listed(ctx, modelID)
	if err != nil || old == (listed{}) {
		return err
	}
	if err := tx.moveCount(ctx, old, listed{}); err != nil {
		return err
	}
	if err := tx.putExtensions(ctx, modelID, nil); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, "unlist the model", "DELETE FROM listings WHERE model_id = $1", modelID); err != nil {
		return err
	}
	if err := tx.catalogueChanged(ctx); err != nil {
		return err
	}
	return tx.dialect.search.remove(ctx, tx, modelID)
}

// listed is what the catalogue has of a model; the zero value is nothing.
type listed struct {
	category, subcategory int64
	words                 string // digest of what it is found by
}

func (tx *Tx) listed(ctx context.Context, modelID int64) (listed, error) {
	found, err := query(ctx, &tx.reads, func(row scanner) (l listed, err error) {
		return l, row.Scan(&l.category, &l.subcategory, &l.words)
	}, "SELECT category_id, subcategory_id, words FROM listings WHERE model_id = $1", modelID)
	if err != nil || len(found) == 0 {
		return listed{}, err
	}
	return found[0], nil
}

// moveCount keeps the number of published models of each category when a
// model goes from the categories of its listing, if it has one, to others.
func (tx *Tx) moveCount(ctx context.Context, from, to listed) error {
	for _, move := range [][2]int64{{from.category, to.category}, {from.subcategory, to.subcategory}} {
		if move[0] == move[1] {
			continue
		}
		_, err := tx.exec(ctx, "count the category's models", `UPDATE categories
			SET models_count = models_count + CASE WHEN id = $1 THEN 1 ELSE -1 END WHERE id IN ($1, $2)`, move[1], move[0])
		if err != nil {
			return err
		}
	}
	return nil
}

// AddSale counts a sale, or with -1 takes one back.
func (tx *Tx) AddSale(ctx context.Context, modelID int64, n int) error {
	if _, err := tx.exec(ctx, "count the sale", "UPDATE models SET sales = sales + $1 WHERE id = $2", n, modelID); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "count the sale", "UPDATE listings SET sales = sales + $1 WHERE model_id = $2", n, modelID)
	return err
}

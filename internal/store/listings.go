package store

import (
	"context"

	"vitrine"
)

// PutListing puts a published model into the catalogue, or brings its row
// there up to date.
func (tx *Tx) PutListing(ctx context.Context, m *vitrine.Model, extensions []string) error {
	collection := m.Info.Collection != nil && *m.Info.Collection
	var polygons any
	if count := m.PolygonCount(); count != nil {
		polygons = *count
	}
	var rating any
	if m.AdminRating != nil {
		rating = *m.AdminRating
	}
	if err := tx.moveCount(ctx, m.ID, &m.Category, &m.Subcategory); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "list the model", `
		INSERT INTO listings (model_id, category_id, subcategory_id, author_id, product_type, price, sales, published_at,
			adult_content, discounted, editorial, animated, pbr, rigged, collection, polygons, admin_rating)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
		ON CONFLICT (model_id) DO UPDATE SET category_id = excluded.category_id, subcategory_id = excluded.subcategory_id,
			product_type = excluded.product_type, price = excluded.price, published_at = excluded.published_at,
			adult_content = excluded.adult_content, discounted = excluded.discounted, editorial = excluded.editorial,
			animated = excluded.animated, pbr = excluded.pbr, rigged = excluded.rigged, collection = excluded.collection,
			polygons = excluded.polygons, admin_rating = excluded.admin_rating`,
		m.ID, m.Category.ID, m.Subcategory.ID, m.AuthorID, string(m.ProductType), int64(*m.Price), m.Sales, micros(m.PublishedAt),
		m.AdultContent, m.Discounted(), m.License == vitrine.Editorial, m.Animated, m.PBR, m.Rigged, collection, polygons, rating)
	if err != nil {
		return err
	}
	if err := tx.putExtensions(ctx, m.ID, extensions); err != nil {
		return err
	}
	if err := tx.catalogueChanged(ctx); err != nil {
		return err
	}
	return tx.dialect.search.index(ctx, tx, m.ID, documentOf(m))
}

// documentOf collects the words of a model in all its languages.
func documentOf(m *vitrine.Model) document {
	doc := document{author: words(m.AuthorName), adult: m.AdultContent}
	for _, text := range append([]vitrine.Text{m.Text}, m.Translations...) {
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
	if err := tx.moveCount(ctx, modelID, &vitrine.Category{}, &vitrine.Category{}); err != nil {
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

// moveCount keeps the number of published models of each category when a
// model goes from the categories of its listing, if it has one, to others.
func (tx *Tx) moveCount(ctx context.Context, modelID int64, category, subcategory *vitrine.Category) error {
	type pair struct{ category, subcategory int64 }
	old, err := query(ctx, &tx.reads, func(row scanner) (p pair, err error) {
		return p, row.Scan(&p.category, &p.subcategory)
	}, "SELECT category_id, subcategory_id FROM listings WHERE model_id = $1", modelID)
	if err != nil {
		return err
	}
	was := pair{}
	if len(old) > 0 {
		was = old[0]
	}
	for _, move := range [][2]int64{{was.category, category.ID}, {was.subcategory, subcategory.ID}} {
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

package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"vitrine"
)

const modelColumns = `m.id, m.author_id, u.username, m.status, m.slug, m.language, m.title, m.description,
	m.raw_description, m.tags, m.product_type, m.license, m.custom_license, m.price, m.original_price,
	m.adult_content, m.ai_generated, m.game_ready, m.animated, m.rigged, m.pbr, m.units, m.pre_supported,
	m.split_into_parts, m.parts_details, m.info, m.admin_rating, m.sales, m.version, m.created_at,
	m.updated_at, m.published_at, m.deleted_at, m.picture_refused_at, m.preview, m.whole_key, m.whole_kind, m.whole_form, m.whole_size,
		m.hidden_from, m.waiting_since, m.sent_back, m.draft_of, m.no_ai_training,
	c.id, c.slug, c.title, s.id, s.slug, s.title`

const modelTables = ` FROM models m JOIN users u ON u.id = m.author_id
	LEFT JOIN categories c ON c.id = m.category_id
	LEFT JOIN categories s ON s.id = m.subcategory_id`

// Model returns a model with its files and images; a deleted one is NotFound.
func (r *reads) Model(ctx context.Context, id int64) (*vitrine.Model, error) {
	m, err := r.ModelRow(ctx, id)
	if err != nil {
		return nil, err
	}
	if m.Translations, err = r.translations(ctx, id); err != nil {
		return nil, err
	}
	if m.Files, err = r.Files(ctx, id); err != nil {
		return nil, err
	}
	if m.Images, err = r.Images(ctx, id); err != nil {
		return nil, err
	}
	if m.Discounted() {
		m.LowestBefore, err = r.lowestBefore(ctx, id)
	}
	return m, err
}

// ModelRow returns a model without its translations, files and images.
func (r *reads) ModelRow(ctx context.Context, id int64) (*vitrine.Model, error) {
	row := r.q.QueryRowContext(ctx, "SELECT "+modelColumns+modelTables+" WHERE m.id = $1 AND m.deleted_at IS NULL", id)
	m, err := scanModel(row)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, noModel(id)
	}
	if err != nil {
		return nil, r.fail("read the model", err)
	}
	return m, nil
}

// ModelRows lists up to limit models with identifiers above after, oldest first,
// of an author, or of all when authorID is 0.
func (r *reads) ModelRows(ctx context.Context, authorID, after int64, limit int) ([]*vitrine.Model, error) {
	b := (&builder{}).add("SELECT "+modelColumns+modelTables+" WHERE m.deleted_at IS NULL AND m.id > ?", after)
	if authorID != 0 {
		b.add(" AND m.author_id = ?", authorID)
	}
	b.add(" ORDER BY m.id").window(limit, 0)
	return query(ctx, r, scanModel, b.String(), b.args...)
}

// HideModel notes what a model was when the operator hid it; "" when it is hidden
// no more.
func (tx *Tx) HideModel(ctx context.Context, id int64, from vitrine.Status) error {
	_, err := tx.exec(ctx, "hide the model", "UPDATE models SET hidden_from = $1 WHERE id = $2", string(from), id)
	return err
}

// ReviewModel notes since when a model waits for review, the zero time that it does not, and
// why it was sent back.
func (tx *Tx) ReviewModel(ctx context.Context, m *vitrine.Model) error {
	_, err := tx.exec(ctx, "review the model", "UPDATE models SET waiting_since = $1, sent_back = $2 WHERE id = $3", micros(m.WaitingSince),
		m.SentBack, m.ID)
	return err
}

// ClosePictures shows the pictures of a model that was sent back from the catalogue to its author
// and to moderators alone, until it is published again.
func (tx *Tx) ClosePictures(ctx context.Context, id int64) error {
	_, err := tx.exec(ctx, "close the pictures", "UPDATE models SET pictures_closed = TRUE WHERE id = $1", id)
	return err
}

func noModel(id int64) error {
	return vitrine.Errorf(vitrine.NotFound, "there is no model %d", id)
}

func scanModel(row scanner) (*vitrine.Model, error) {
	m := &vitrine.Model{}
	var tags, info string
	var price, original, categoryID, subcategoryID sql.NullInt64
	var rating sql.NullFloat64
	var category, subcategory [2]sql.NullString
	err := row.Scan(&m.ID, &m.AuthorID, &m.AuthorName, &m.Status, &m.Slug, &m.Language, &m.Title, &m.Description,
		&m.RawDescription, &tags, &m.ProductType, &m.License, &m.CustomLicense, &price, &original,
		&m.AdultContent, &m.AIGenerated, &m.GameReady, &m.Animated, &m.Rigged, &m.PBR, &m.Units, &m.PreSupported,
		&m.SplitIntoParts, &m.PartsDetails, &info, &rating, &m.Sales, &m.Version, (*stamp)(&m.CreatedAt),
		(*stamp)(&m.UpdatedAt), (*stamp)(&m.PublishedAt), (*stamp)(&m.DeletedAt), (*stamp)(&m.PictureRefused), &m.PreviewChoice,
		&m.Whole.BlobKey, &m.Whole.Kind, &m.Whole.Form, &m.Whole.Size, &m.HiddenFrom,
		(*stamp)(&m.WaitingSince), &m.SentBack, &m.DraftOf, &m.NoAITraining,
		&categoryID, &category[0], &category[1], &subcategoryID, &subcategory[0], &subcategory[1])
	if err != nil {
		return nil, err
	}
	m.Price, m.OriginalPrice = amountOf(price), amountOf(original)
	m.Category = vitrine.Category{ID: categoryID.Int64, Slug: category[0].String, Title: category[1].String}
	m.Subcategory = vitrine.Category{ID: subcategoryID.Int64, ParentID: categoryID.Int64, Slug: subcategory[0].String,
		Title: subcategory[1].String}
	if subcategoryID.Int64 == 0 {
		m.Subcategory = vitrine.Category{}
	}
	if rating.Valid {
		m.AdminRating = &rating.Float64
	}
	return m, readModelJSON(m, tags, info)
}

func readModelJSON(m *vitrine.Model, tags, info string) error {
	if info != "" {
		// What is stored passed the rules of its day.
		m.Info, _ = vitrine.ParseInfo([]byte(info))
	}
	if err := json.Unmarshal([]byte(tags), &m.Tags); err != nil {
		return fmt.Errorf("tags of model %d: %w", m.ID, err)
	}
	return nil
}

func amountOf(v sql.NullInt64) *vitrine.Amount {
	if !v.Valid {
		return nil
	}
	amount := vitrine.Amount(v.Int64)
	return &amount
}

func (r *reads) translations(ctx context.Context, modelID int64) ([]vitrine.Text, error) {
	return query(ctx, r, func(row scanner) (vitrine.Text, error) {
		var text vitrine.Text
		var tags string
		if err := row.Scan(&text.Language, &text.Title, &text.Description, &text.RawDescription, &tags); err != nil {
			return text, err
		}
		return text, json.Unmarshal([]byte(tags), &text.Tags)
	}, `SELECT language, title, description, raw_description, tags FROM model_texts WHERE model_id = $1 ORDER BY language`, modelID)
}

// SlugTaken reports whether a model or a category has or had the slug:
// both are the end of a page's address.
func (r *reads) SlugTaken(ctx context.Context, slug string) (bool, error) {
	var n int64
	err := r.q.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM models WHERE slug = $1)
		+ (SELECT count(*) FROM categories WHERE slug = $1) + (SELECT count(*) FROM former_categories WHERE slug = $1)`, slug).Scan(&n)
	if err != nil {
		return false, r.fail("look for the slug", err)
	}
	return n > 0, nil
}

// InsertModel stores a new model and sets its identifier and version.
func (tx *Tx) InsertModel(ctx context.Context, m *vitrine.Model) error {
	tags, err := json.Marshal(orEmpty(m.Tags))
	if err != nil {
		return fmt.Errorf("insert the model: %w", err)
	}
	m.Version = 1
	m.ID, err = tx.insert(ctx, "insert the model", `
		INSERT INTO models (author_id, status, slug, language, languages, title, description, raw_description, tags,
			category_id, subcategory_id, product_type, license, custom_license, price, original_price,
			adult_content, ai_generated, game_ready, animated, rigged, pbr, units, pre_supported,
			split_into_parts, parts_details, info, version, created_at, updated_at, preview, no_ai_training)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
			$21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32)
		RETURNING id`,
		m.AuthorID, string(m.Status), m.Slug, m.Language, strings.Join(m.Languages(), " "), m.Title, m.Description, m.RawDescription,
		string(tags),
		orNull(m.Category.ID), orNull(m.Subcategory.ID), string(m.ProductType), string(m.License), m.CustomLicense, priceOrNull(m.Price),
		priceOrNull(m.OriginalPrice),
		m.AdultContent, m.AIGenerated, m.GameReady, m.Animated, m.Rigged, m.PBR, m.Units, m.PreSupported,
		m.SplitIntoParts, m.PartsDetails, m.Info.JSON, m.Version, micros(m.CreatedAt), micros(m.UpdatedAt), string(m.PreviewChoice),
		m.NoAITraining)
	if err != nil {
		return err
	}
	return tx.putTranslations(ctx, m)
}

// UpdateModel stores a model that was read as version m.Version and raises the
// version. What is published shows its pictures. It is Stale when somebody else was faster.
func (tx *Tx) UpdateModel(ctx context.Context, m *vitrine.Model) error {
	tags, err := json.Marshal(orEmpty(m.Tags))
	if err != nil {
		return fmt.Errorf("update the model: %w", err)
	}
	n, err := tx.exec(ctx, "update the model", `
		UPDATE models SET status = $1, slug = $2, languages = $3, title = $4, description = $5, raw_description = $6,
			tags = $7, category_id = $8, subcategory_id = $9, product_type = $10, license = $11, custom_license = $12,
			price = $13, original_price = $14, adult_content = $15, ai_generated = $16, game_ready = $17, animated = $18,
			rigged = $19, pbr = $20, units = $21, pre_supported = $22, split_into_parts = $23, parts_details = $24,
			info = $25, version = version + 1, updated_at = $26, published_at = $27, language = $28, preview = $29, no_ai_training = $32,
			pictures_closed = pictures_closed AND $1 <> 'published'
		WHERE id = $30 AND version = $31 AND deleted_at IS NULL`,
		string(m.Status), m.Slug, strings.Join(m.Languages(), " "), m.Title, m.Description, m.RawDescription,
		string(tags), orNull(m.Category.ID), orNull(m.Subcategory.ID), string(m.ProductType), string(m.License), m.CustomLicense,
		priceOrNull(m.Price), priceOrNull(m.OriginalPrice), m.AdultContent, m.AIGenerated, m.GameReady, m.Animated,
		m.Rigged, m.PBR, m.Units, m.PreSupported, m.SplitIntoParts, m.PartsDetails,
		m.Info.JSON, micros(m.UpdatedAt), micros(m.PublishedAt), m.Language, string(m.PreviewChoice), m.ID, m.Version,
		m.NoAITraining)
	if err != nil {
		return err
	}
	if n == 0 {
		return vitrine.Errorf(vitrine.Stale, "the model has changed since it was read: read it again")
	}
	m.Version++
	tx.noteModel(m.ID)
	if err := tx.notePrice(ctx, m); err != nil {
		return err
	}
	return tx.putTranslations(ctx, m)
}

func (tx *Tx) putTranslations(ctx context.Context, m *vitrine.Model) error {
	for _, text := range m.Translations {
		tags, err := json.Marshal(orEmpty(text.Tags))
		if err != nil {
			return fmt.Errorf("store the translation: %w", err)
		}
		_, err = tx.exec(ctx, "store the translation", `
			INSERT INTO model_texts (model_id, language, title, description, raw_description, tags)
			VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (model_id, language) DO UPDATE SET title = excluded.title, description = excluded.description,
				raw_description = excluded.raw_description, tags = excluded.tags`,
			m.ID, text.Language, text.Title, text.Description, text.RawDescription, string(tags))
		if err != nil {
			return err
		}
	}
	return nil
}

// DropTranslations removes the stored texts in languages that the model has no
// translation in.
func (tx *Tx) DropTranslations(ctx context.Context, m *vitrine.Model) error {
	b := (&builder{}).add("DELETE FROM model_texts WHERE model_id = ?", m.ID)
	for _, text := range m.Translations {
		b.add(" AND language <> ?", text.Language)
	}
	tx.noteModel(m.ID)
	_, err := tx.exec(ctx, "remove translations", b.String(), b.args...)
	return err
}

// TouchModel raises a model's version after a change of its files or images.
func (tx *Tx) TouchModel(ctx context.Context, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "touch the model", `UPDATE models SET version = version + 1, updated_at = $1
		WHERE id = $2 AND deleted_at IS NULL`, micros(now), id)
	if err == nil && n == 0 {
		return noModel(id)
	}
	tx.noteModel(id)
	return err
}

// DeleteModel marks a model as deleted. Its row stays for the orders, its pictures are
// seen no more.
func (tx *Tx) DeleteModel(ctx context.Context, id int64, now time.Time) error {
	if err := tx.tallyStored(ctx, -1, "m.id = $1", id); err != nil {
		return err
	}
	n, err := tx.exec(ctx, "delete the model", `UPDATE models SET deleted_at = $1, status = 'draft', version = version + 1
		WHERE id = $2 AND deleted_at IS NULL`, micros(now), id)
	if err == nil && n == 0 {
		return noModel(id)
	}
	if err != nil {
		return err
	}
	tx.noteModel(id)
	tx.notes.deleted = append(tx.notes.deleted, id)
	if _, err = tx.exec(ctx, "delete the model's files", "UPDATE files SET deleted_at = $1 WHERE model_id = $2 AND deleted_at IS NULL",
		micros(now), id); err != nil {
		return err
	}
	_, err = tx.exec(ctx, "hide the images", "DELETE FROM image_keys WHERE image_id IN (SELECT id FROM images WHERE model_id = $1 AND "+
		"deleted_at IS NULL)", id)
	return err
}

// RefusePicture notes since when the author wants no drawn picture; the zero time
// takes it back.
func (tx *Tx) RefusePicture(ctx context.Context, id int64, since time.Time) error {
	n, err := tx.exec(ctx, "refuse drawn pictures", "UPDATE models SET picture_refused_at = $1 WHERE id = $2 AND deleted_at IS NULL",
		micros(since), id)
	if err == nil && n == 0 {
		return noModel(id)
	}
	return err
}

// RateModel sets the operator's rating.
func (tx *Tx) RateModel(ctx context.Context, id int64, rating float64) error {
	n, err := tx.exec(ctx, "rate the model", `UPDATE models SET admin_rating = $1, version = version + 1 WHERE id = $2 AND deleted_at IS NULL`,
		rating, id)
	if err == nil && n == 0 {
		return noModel(id)
	}
	tx.noteModel(id)
	return err
}

func priceOrNull(amount *vitrine.Amount) any {
	if amount == nil {
		return nil
	}
	return int64(*amount)
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

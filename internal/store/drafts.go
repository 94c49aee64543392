package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"vitrine"
)

// DraftVersion returns what is kept of a model's draft version; NotFound where there is none.
func (r *reads) DraftVersion(ctx context.Context, modelID int64) (*vitrine.DraftVersion, error) {
	d := &vitrine.DraftVersion{ModelID: modelID}
	var base, clashes string
	err := r.row(ctx, fmt.Sprintf("model %d has no draft version", modelID),
		"SELECT author_id, copy_id, note, base, seen, clashes, version, created_at, updated_at FROM draft_versions WHERE model_id = $1",
		[]any{modelID}, &d.AuthorID, &d.CopyID, &d.Note, &base, &d.Seen, &clashes, &d.Version, (*stamp)(&d.CreatedAt), (*stamp)(&d.UpdatedAt))
	if err != nil {
		return nil, err
	}
	d.Clashes = strings.Fields(clashes)
	return d, json.Unmarshal([]byte(base), &d.Base)
}

// Drafted returns which of some models have a draft version.
func (r *reads) Drafted(ctx context.Context, modelIDs []int64) (map[int64]bool, error) {
	drafted := map[int64]bool{}
	b := (&builder{}).add("SELECT model_id FROM draft_versions WHERE model_id ").among(r.dialect, modelIDs)
	return drafted, each(ctx, r, func(row scanner) error {
		var id int64
		err := row.Scan(&id)
		drafted[id] = true
		return err
	}, b.String(), b.args...)
}

// The columns that a copy has as its model.
const (
	copiedOfModel = `author_id, language, languages, title, description, raw_description, tags, category_id, subcategory_id, product_type,
		license, custom_license, price, original_price, adult_content, ai_generated, game_ready, animated, rigged, pbr, units, pre_supported,
		split_into_parts, parts_details, info, published_at, picture_refused_at, preview, whole_key, whole_kind, whole_form, whole_size,
		no_ai_training`
	copiedOfText = "language, title, description, raw_description, tags"
	copiedOfFile = `name, extension, file_type_id, size, sha256, blob_key, status, format, inside, problems, facts, missing, preview_key,
		preview_kind, preview_form, preview_plays, preview_size, preview_made, shape_key, shape_tried, version, checked_at, damaged_at, crc32,
		for_buyers, rejected_of`
	copiedOfImage = "size, width, height, blob_key, thumbnails, position, generated, version, crop"
)

// CopyModel begins a copy of a model, without its files and images, for its draft version
// and returns its identifier.
func (tx *Tx) CopyModel(ctx context.Context, m *vitrine.Model, now time.Time) (int64, error) {
	id, err := tx.insert(ctx, "copy the model", "INSERT INTO models (status, slug, version, created_at, updated_at, draft_of, "+copiedOfModel+
		") SELECT 'draft', '~' || id, 1, CAST($2 AS BIGINT), CAST($2 AS BIGINT), id, "+copiedOfModel+" FROM models WHERE id = $1 RETURNING id",
		m.ID, micros(now))
	if err != nil {
		return 0, err
	}
	_, err = tx.exec(ctx, "copy the texts", "INSERT INTO model_texts (model_id, "+copiedOfText+") SELECT CAST($2 AS BIGINT), "+copiedOfText+
		" FROM model_texts WHERE model_id = $1", m.ID, id)
	return id, err
}

// CopyParts gives a copy of a model those files and images of the model that it never had:
// no drawn image where it has one of its author's, and no file whose name it has.
func (tx *Tx) CopyParts(ctx context.Context, modelID, copyID int64, now time.Time) error {
	if err := tx.tallyStored(ctx, -1, "m.id = $1", copyID); err != nil {
		return err
	}
	for _, text := range []string{
		"INSERT INTO files (model_id, copy_of, created_at, updated_at, " + copiedOfFile +
			") SELECT CAST($2 AS BIGINT), f.id, f.created_at, CAST($3 AS BIGINT), " +
			copiedOfFile +
			` FROM files f WHERE f.model_id = $1 AND f.deleted_at IS NULL
			AND NOT EXISTS (SELECT 1 FROM files c WHERE c.model_id = $2 AND (c.copy_of = f.id OR c.name = f.name AND c.deleted_at IS NULL))
			ORDER BY f.id`,
		"INSERT INTO images (model_id, copy_of, file_id, created_at, updated_at, " + copiedOfImage + `) SELECT CAST($2 AS BIGINT), i.id,
			(SELECT c.id FROM files c WHERE c.model_id = $2 AND c.copy_of = i.file_id AND i.file_id > 0), i.created_at, CAST($3 AS BIGINT), ` +
			copiedOfImage +
			` FROM images i WHERE i.model_id = $1 AND i.deleted_at IS NULL
			AND NOT EXISTS (SELECT 1 FROM images c WHERE c.model_id = $2 AND c.copy_of = i.id)
			AND NOT (i.generated AND EXISTS (SELECT 1 FROM images c WHERE c.model_id = $2 AND NOT c.generated AND c.deleted_at IS NULL))
			ORDER BY i.position, i.id`,
	} {
		if _, err := tx.exec(ctx, "copy files and images", text, modelID, copyID, micros(now)); err != nil {
			return err
		}
	}
	if err := tx.tallyStored(ctx, 1, "m.id = $1", copyID); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "show the images", `INSERT INTO image_keys (blob_key, image_id)
		SELECT k.blob_key, i.id FROM images i JOIN image_keys k ON k.image_id = i.copy_of
		WHERE i.model_id = $1 AND i.copy_of > 0 AND i.deleted_at IS NULL
			AND NOT EXISTS (SELECT 1 FROM image_keys had WHERE had.image_id = i.id)`, copyID)
	return err
}

// DropLost takes out of a copy what its model has no more.
func (tx *Tx) DropLost(ctx context.Context, modelID, copyID int64, now time.Time) error {
	if err := tx.tallyStored(ctx, -1, "m.id = $1", copyID); err != nil {
		return err
	}
	for _, table := range []string{"files", "images"} {
		if _, err := tx.exec(ctx, "follow removals", "UPDATE "+table+" SET deleted_at = $3 WHERE model_id = $2 AND copy_of > 0 "+
			"AND deleted_at IS NULL AND copy_of NOT IN (SELECT id FROM "+table+" WHERE model_id = $1 AND deleted_at IS NULL)",
			modelID, copyID, micros(now)); err != nil {
			return err
		}
	}
	if err := tx.tallyStored(ctx, 1, "m.id = $1", copyID); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "hide the images", "DELETE FROM image_keys WHERE image_id IN (SELECT id FROM images WHERE model_id = $1 "+
		"AND deleted_at IS NOT NULL)", copyID)
	return err
}

// HasUncopied reports whether a model has a file that its copy never had, whose name another
// one has there.
func (r *reads) HasUncopied(ctx context.Context, modelID, copyID int64) (has bool, err error) {
	return has, r.row(ctx, "", `SELECT EXISTS (SELECT 1 FROM files f WHERE f.model_id = $1 AND f.deleted_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM files c WHERE c.model_id = $2 AND c.copy_of = f.id))`, []any{modelID, copyID}, &has)
}

// PutDraftVersion stores what is kept of a draft version, and raises its version.
func (tx *Tx) PutDraftVersion(ctx context.Context, d *vitrine.DraftVersion) error {
	base, err := json.Marshal(d.Base)
	if err != nil {
		return fmt.Errorf("store the draft version: %w", err)
	}
	d.Version++
	_, err = tx.exec(ctx, "store the draft version", `
		INSERT INTO draft_versions (model_id, author_id, copy_id, note, base, seen, clashes, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (model_id) DO UPDATE SET note = excluded.note, base = excluded.base, seen = excluded.seen, clashes = excluded.clashes,
			version = excluded.version, updated_at = excluded.updated_at`,
		d.ModelID, d.AuthorID, d.CopyID, d.Note, string(base), d.Seen, strings.Join(d.Clashes, " "), d.Version, micros(d.CreatedAt),
		micros(d.UpdatedAt))
	return err
}

// RemoveDraftVersion removes a draft version and all that its copy still has, with the
// uploads that go to it. It returns the pieces of those.
func (tx *Tx) RemoveDraftVersion(ctx context.Context, d *vitrine.DraftVersion) ([]UploadPart, error) {
	scan := func(row scanner) (p UploadPart, err error) { return p, row.Scan(&p.Starts, &p.Size, &p.BlobKey) }
	parts, err := query(ctx, &tx.reads, scan, "SELECT p.starts, p.size, p.blob_key FROM uploads u JOIN upload_parts p ON p.upload_id = u.id "+
		"WHERE u.model_id = $1", d.CopyID)
	if err != nil {
		return nil, err
	}
	if err := tx.tallyStored(ctx, -1, "m.id = $1", d.CopyID); err != nil {
		return nil, err
	}
	for _, text := range []string{
		"DELETE FROM draft_versions WHERE copy_id = $1",
		"DELETE FROM upload_parts WHERE upload_id IN (SELECT id FROM uploads WHERE model_id = $1)",
		"DELETE FROM uploads WHERE model_id = $1",
		"DELETE FROM image_keys WHERE image_id IN (SELECT id FROM images WHERE model_id = $1)",
		"DELETE FROM images WHERE model_id = $1",
		"DELETE FROM files WHERE model_id = $1",
		"DELETE FROM model_texts WHERE model_id = $1",
		"DELETE FROM models WHERE id = $1 AND draft_of > 0",
	} {
		if _, err := tx.exec(ctx, "remove the draft version", text, d.CopyID); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// MoveFile gives a model a file of its copy.
func (tx *Tx) MoveFile(ctx context.Context, modelID int64, f *vitrine.File) error {
	_, err := tx.exec(ctx, "move the file", "UPDATE files SET model_id = $1 WHERE id = $2 AND model_id = $3", modelID, f.ID, f.ModelID)
	tx.noteModel(modelID)
	return err
}

// MoveImage gives a model an image of its copy, which shows another file there.
func (tx *Tx) MoveImage(ctx context.Context, modelID int64, image vitrine.Image) error {
	_, err := tx.exec(ctx, "move the image", "UPDATE images SET model_id = $1, file_id = $2, position = $3 WHERE id = $4 AND model_id = $5",
		modelID, orNull(image.FileID), image.Position, image.ID, image.ModelID)
	tx.noteModel(modelID)
	return err
}

// InsertVersion stores that a version of a model was published.
func (tx *Tx) InsertVersion(ctx context.Context, v vitrine.ModelVersion) error {
	_, err := tx.exec(ctx, "store the version", "INSERT INTO model_versions (model_id, number, note, published_at) VALUES ($1, $2, $3, $4)",
		v.ModelID, v.Number, v.Note, micros(v.PublishedAt))
	tx.noteModel(v.ModelID)
	return err
}

// Versions lists the published versions of a model behind the first, newest first, some at
// most.
func (r *reads) Versions(ctx context.Context, modelID int64, limit int) ([]vitrine.ModelVersion, error) {
	b := (&builder{}).add("SELECT number, note, published_at FROM model_versions WHERE model_id = ? ORDER BY number DESC", modelID)
	b.window(limit, 0)
	return query(ctx, r, func(row scanner) (vitrine.ModelVersion, error) {
		v := vitrine.ModelVersion{ModelID: modelID}
		return v, row.Scan(&v.Number, &v.Note, (*stamp)(&v.PublishedAt))
	}, b.String(), b.args...)
}

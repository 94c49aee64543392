package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"vitrine"
)

const imageColumns = `id, model_id, size, width, height, blob_key, thumbnails, position, generated, file_id, version, created_at, updated_at`

func scanImage(row scanner) (vitrine.Image, error) {
	var m vitrine.Image
	var thumbnails string
	var file sql.NullInt64
	err := row.Scan(&m.ID, &m.ModelID, &m.Size, &m.Width, &m.Height, &m.BlobKey, &thumbnails, &m.Position, &m.Generated, &file,
		&m.Version, (*stamp)(&m.CreatedAt), (*stamp)(&m.UpdatedAt))
	if err != nil {
		return m, err
	}
	m.FileID = file.Int64
	return m, json.Unmarshal([]byte(thumbnails), &m.Thumbnails)
}

// Images lists a model's images in order of position.
func (r *reads) Images(ctx context.Context, modelID int64) ([]vitrine.Image, error) {
	return query(ctx, r, scanImage, "SELECT "+imageColumns+" FROM images WHERE model_id = $1 AND deleted_at IS NULL ORDER BY position, id", modelID)
}

// InsertImage stores a new image and sets its identifier.
func (tx *Tx) InsertImage(ctx context.Context, m *vitrine.Image) error {
	thumbnails, err := json.Marshal(append([]vitrine.Thumbnail{}, m.Thumbnails...))
	if err != nil {
		return fmt.Errorf("insert the image: %w", err)
	}
	m.Version = 1
	m.ID, err = tx.insert(ctx, "insert the image", `
		INSERT INTO images (model_id, size, width, height, blob_key, thumbnails, position, generated, file_id, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
		m.ModelID, m.Size, m.Width, m.Height, m.BlobKey, string(thumbnails), m.Position, m.Generated, orNull(m.FileID), m.Version, micros(m.CreatedAt), micros(m.UpdatedAt))
	return err
}

// DeleteImage marks an image as deleted.
func (tx *Tx) DeleteImage(ctx context.Context, modelID, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "delete the image", "UPDATE images SET deleted_at = $1 WHERE id = $2 AND model_id = $3 AND deleted_at IS NULL", micros(now), id, modelID)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "model %d has no image %d", modelID, id)
	}
	return err
}

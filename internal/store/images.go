package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"vitrine"
)

const imageColumns = `id, model_id, size, width, height, blob_key, thumbnails, position, generated, file_id, version, created_at,
	updated_at, copy_of, crop`

func scanImage(row scanner) (vitrine.Image, error) {
	var m vitrine.Image
	var thumbnails, crop string
	var file sql.NullInt64
	err := row.Scan(&m.ID, &m.ModelID, &m.Size, &m.Width, &m.Height, &m.BlobKey, &thumbnails, &m.Position, &m.Generated, &file,
		&m.Version, (*stamp)(&m.CreatedAt), (*stamp)(&m.UpdatedAt), &m.CopyOf, &crop)
	if err != nil {
		return m, err
	}
	m.FileID = file.Int64
	if crop != "" {
		if err := json.Unmarshal([]byte(crop), &m.Crop); err != nil {
			return m, fmt.Errorf("image %d: %w", m.ID, err)
		}
	}
	return m, json.Unmarshal([]byte(thumbnails), &m.Thumbnails)
}

// Images lists a model's images in order of position.
func (r *reads) Images(ctx context.Context, modelID int64) ([]vitrine.Image, error) {
	return query(ctx, r, scanImage, "SELECT "+imageColumns+" FROM images WHERE model_id = $1 AND deleted_at IS NULL ORDER BY position, id",
		modelID)
}

// InsertImage stores a new image and sets its identifier.
func (tx *Tx) InsertImage(ctx context.Context, m *vitrine.Image) error {
	thumbnails, err := json.Marshal(append([]vitrine.Thumbnail{}, m.Thumbnails...))
	if err != nil {
		return fmt.Errorf("insert the image: %w", err)
	}
	crop := ""
	if m.Crop != nil {
		text, err := json.Marshal(m.Crop)
		if err != nil {
			return fmt.Errorf("insert the image: %w", err)
		}
		crop = string(text)
	}
	m.Version = 1
	tx.noteModel(m.ModelID)
	m.ID, err = tx.insert(ctx, "insert the image", `
		INSERT INTO images (model_id, size, width, height, blob_key, thumbnails, position, generated, file_id, version, created_at, updated_at,
			crop)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id`,
		m.ModelID, m.Size, m.Width, m.Height, m.BlobKey, string(thumbnails), m.Position, m.Generated, orNull(m.FileID), m.Version,
		micros(m.CreatedAt), micros(m.UpdatedAt), crop)
	if err != nil {
		return err
	}
	return tx.showPictures(ctx, m)
}

// showPictures lets the stored bytes of an image be seen.
func (tx *Tx) showPictures(ctx context.Context, m *vitrine.Image) error {
	keys := []string{m.BlobKey}
	for _, thumbnail := range m.Thumbnails {
		keys = append(keys, thumbnail.BlobKey)
	}
	if m.Crop != nil {
		keys = append(keys, m.Crop.Original.BlobKey) // which its author sees where it is cropped
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if _, err := tx.exec(ctx, "show the image", "INSERT INTO image_keys (blob_key, image_id) VALUES ($1, $2)", key, m.ID); err != nil {
			return err
		}
	}
	return nil
}

// takenOut are models that those who look after the catalogue took out of it, or sent back from
// there: the addresses of their pictures are known.
const takenOut = "(m.hidden_from <> '' OR m.pictures_closed)"

// CheckPicture is nil for the stored bytes of an image that is there, or of an
// application's logo, and NotFound for those of deleted images and models. Those that a model
// shares with its draft version are reserved if either says so. Pictures of models that were taken
// out of the catalogue have viewers of their own. Those of other drafts have not: programs of their authors
// show them, and who was told an address before may see them.
func (r *reads) CheckPicture(ctx context.Context, key string) (vitrine.Shown, error) {
	found, err := query(ctx, r, func(row scanner) (s vitrine.Shown, err error) {
		var author int64
		var out bool
		if err = row.Scan(&s.Size, &s.Reserved, &author, &out); out {
			s.Only = &vitrine.Viewers{AuthorID: author, Moderators: true}
		}
		return s, err
	}, `SELECT CASE WHEN i.blob_key = k.blob_key THEN i.size ELSE 0 END, x.no_ai_training, m.author_id, `+takenOut+`
		FROM image_keys k JOIN images i ON i.id = k.image_id JOIN models x ON x.id = i.model_id
		JOIN models m ON m.id = CASE WHEN x.draft_of > 0 THEN x.draft_of ELSE x.id END
		WHERE k.blob_key = $1 ORDER BY x.no_ai_training DESC LIMIT 1`, key)
	if err != nil {
		return vitrine.Shown{}, err
	}
	if len(found) == 0 {
		return vitrine.Shown{}, r.checkLogo(ctx, key)
	}
	return found[0], nil
}

// DeleteImage marks an image as deleted. Its pictures are seen no more.
func (tx *Tx) DeleteImage(ctx context.Context, modelID, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "delete the image", "UPDATE images SET deleted_at = $1 WHERE id = $2 AND model_id = $3 AND deleted_at IS NULL",
		micros(now), id, modelID)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "model %d has no image %d", modelID, id)
	}
	if err != nil {
		return err
	}
	tx.noteModel(modelID)
	_, err = tx.exec(ctx, "hide the image", "DELETE FROM image_keys WHERE image_id = $1", id)
	return err
}

// PlaceImage moves an image to a position among those of its model; NotFound when the model
// has no such image.
func (tx *Tx) PlaceImage(ctx context.Context, m vitrine.Image, position int, now time.Time) error {
	n, err := tx.exec(ctx, "place the image", `UPDATE images SET position = $1, version = version + 1, updated_at = $2
		WHERE id = $3 AND model_id = $4 AND deleted_at IS NULL`, position, micros(now), m.ID, m.ModelID)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "model %d has no image %d", m.ModelID, m.ID)
	}
	tx.noteModel(m.ModelID)
	return err
}

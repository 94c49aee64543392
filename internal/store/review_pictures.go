package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"vitrine"
)

// addPictures reads the pictures of reviews.
func (r *reads) addPictures(ctx context.Context, reviews []*vitrine.Review) error {
	if len(reviews) == 0 {
		return nil
	}
	byID := map[int64]*vitrine.Review{}
	ids := make([]int64, len(reviews))
	for i, v := range reviews {
		byID[v.ID], ids[i] = v, v.ID
	}
	b := (&builder{}).add("SELECT p.id, p.review_id, p.size, p.width, p.height, p.blob_key, p.thumbnails, p.created_at "+
		"FROM review_pictures p WHERE p.review_id ").among(r.dialect, ids).add(" ORDER BY p.review_id, p.id")
	return each(ctx, r, func(row scanner) error {
		image, review, err := scanReviewPicture(row)
		if err == nil {
			byID[review].Pictures = append(byID[review].Pictures, image)
		}
		return err
	}, b.String(), b.args...)
}

func scanReviewPicture(row scanner) (m vitrine.Image, review int64, err error) {
	var thumbnails string
	err = row.Scan(&m.ID, &review, &m.Size, &m.Width, &m.Height, &m.BlobKey, &thumbnails, (*stamp)(&m.CreatedAt))
	if err == nil {
		err = json.Unmarshal([]byte(thumbnails), &m.Thumbnails)
	}
	return m, review, err
}

// InsertReviewPicture adds a picture to a review and sets its id.
func (tx *Tx) InsertReviewPicture(ctx context.Context, v *vitrine.Review, m *vitrine.Image) error {
	thumbnails, err := json.Marshal(append([]vitrine.Thumbnail{}, m.Thumbnails...))
	if err != nil {
		return fmt.Errorf("insert the picture: %w", err)
	}
	if err := tx.reviewShowsOthers(ctx, v); err != nil {
		return err
	}
	m.ID, err = tx.insert(ctx, "insert the picture", `
		INSERT INTO review_pictures (review_id, size, width, height, blob_key, thumbnails, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
		v.ID, m.Size, m.Width, m.Height, m.BlobKey, string(thumbnails), micros(m.CreatedAt))
	if err != nil {
		return err
	}
	keys := []string{m.BlobKey}
	for _, thumbnail := range m.Thumbnails {
		keys = append(keys, thumbnail.BlobKey)
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if _, err := tx.exec(ctx, "show the picture", "INSERT INTO review_keys (blob_key, picture_id) VALUES ($1, $2)", key, m.ID); err != nil {
			return err
		}
	}
	return nil
}

// RemoveReviewPicture takes a picture out of a review.
func (tx *Tx) RemoveReviewPicture(ctx context.Context, v *vitrine.Review, id int64) error {
	if err := tx.reviewShowsOthers(ctx, v); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, "hide the picture", "DELETE FROM review_keys WHERE picture_id = $1", id); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "remove the picture", "DELETE FROM review_pictures WHERE id = $1 AND review_id = $2", id, v.ID)
	return err
}

// reviewShowsOthers notes that a review has other pictures than before. Its words are the same.
func (tx *Tx) reviewShowsOthers(ctx context.Context, v *vitrine.Review) error {
	tx.noteSaid(v.ModelID)
	_, err := tx.exec(ctx, "change the pictures of a review", "UPDATE reviews SET version = version + 1 WHERE id = $1", v.ID)
	return err
}

// reviewBytes are the stored bytes of reviews' pictures.
func (r *reads) reviewBytes(ctx context.Context, fn func(BlobRef)) error {
	return each(ctx, r, func(row scanner) error {
		image, _, err := scanReviewPicture(row)
		if err != nil {
			return err
		}
		pictureBytes(image, fn)
		return nil
	}, "SELECT p.id, p.review_id, p.size, p.width, p.height, p.blob_key, p.thumbnails, p.created_at FROM review_pictures p")
}

package store

import (
	"context"
	"encoding/json"
	"time"

	"vitrine"
)

// BlobRef is what the database says of an object among the stored bytes.
type BlobRef struct {
	Key    string
	Size   int64  // bytes; -1 where the database doesn't say
	SHA256 string // hex; "" where the database doesn't say
}

// BlobsInUse calls fn with all stored bytes that something needs: files and
// images of models that are there, files that an order holds open, and the logo. An
// order that ended unpaid holds them until a payment can't arrive any more: if
// it ended after lateSince.
func (r *reads) BlobsInUse(ctx context.Context, lateSince time.Time, fn func(BlobRef)) error {
	err := r.eachBlob(ctx, fn, `SELECT f.blob_key, f.size, f.sha256 FROM files f JOIN models m ON m.id = f.model_id
		WHERE f.deleted_at IS NULL AND m.deleted_at IS NULL`)
	if err != nil {
		return err
	}
	if err := r.previewBytes(ctx, fn); err != nil {
		return err
	}
	if err := r.imageBytes(ctx, fn); err != nil {
		return err
	}
	if err := r.logoBytes(ctx, fn); err != nil {
		return err
	}
	if err := r.reviewBytes(ctx, fn); err != nil {
		return err
	}
	house, err := r.House(ctx)
	if err != nil {
		return err
	}
	if house.Logo.Key != "" {
		fn(BlobRef{Key: house.Logo.Key, Size: -1})
	}
	return r.boughtBytes(ctx, lateSince, fn)
}

func (r *reads) previewBytes(ctx context.Context, fn func(BlobRef)) error {
	return r.eachBlob(ctx, fn, `SELECT f.preview_key, f.preview_size, '' FROM files f JOIN models m ON m.id = f.model_id
		WHERE f.preview_key <> '' AND f.deleted_at IS NULL AND m.deleted_at IS NULL
		UNION ALL SELECT f.shape_key, -1, '' FROM files f JOIN models m ON m.id = f.model_id
		WHERE f.shape_key <> '' AND f.deleted_at IS NULL AND m.deleted_at IS NULL
		UNION ALL SELECT whole_key, whole_size, '' FROM models WHERE whole_key <> '' AND deleted_at IS NULL`)
}

// eachBlob calls fn with what a statement selects: key, size and SHA-256.
func (r *reads) eachBlob(ctx context.Context, fn func(BlobRef), statement string) error {
	return each(ctx, r, func(row scanner) error {
		var b BlobRef
		if err := row.Scan(&b.Key, &b.Size, &b.SHA256); err != nil {
			return err
		}
		fn(b)
		return nil
	}, statement)
}

func (r *reads) imageBytes(ctx context.Context, fn func(BlobRef)) error {
	return each(ctx, r, func(row scanner) error {
		image, err := scanImage(row)
		if err != nil {
			return err
		}
		pictureBytes(image, fn)
		return nil
	}, `SELECT `+imageColumns+` FROM images WHERE deleted_at IS NULL
		AND model_id IN (SELECT id FROM models WHERE deleted_at IS NULL)`)
}

// pictureBytes calls fn with a picture and its thumbnails.
func pictureBytes(image vitrine.Image, fn func(BlobRef)) {
	fn(BlobRef{Key: image.BlobKey, Size: image.Size})
	for _, thumbnail := range image.Thumbnails {
		fn(BlobRef{Key: thumbnail.BlobKey, Size: -1})
	}
	if image.Crop != nil {
		fn(BlobRef{Key: image.Crop.Original.BlobKey, Size: image.Crop.Original.Size})
	}
}

// boughtBytes returns what orders hold open: those that are paid or may still be.
func (r *reads) boughtBytes(ctx context.Context, lateSince time.Time, fn func(BlobRef)) error {
	return each(ctx, r, func(row scanner) error {
		var text string
		var files []vitrine.OrderFile
		if err := row.Scan(&text); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(text), &files); err != nil {
			return err
		}
		for _, file := range files {
			fn(BlobRef{Key: file.BlobKey, Size: file.Size, SHA256: file.SHA256})
		}
		return nil
	}, `SELECT DISTINCT files FROM orders WHERE status IN ('unpaid', 'paid', 'disputed') OR downloads_kept
		OR status IN ('expired', 'canceled') AND updated_at > $1`, micros(lateSince))
}

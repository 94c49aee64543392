package store

import (
	"context"
	"database/sql"
	"errors"

	"vitrine"
)

// Offer is what an order pins of a model, as it is now.
type Offer struct {
	ModelID     int64
	Version     int64 // of the model
	Status      vitrine.Status
	Model       vitrine.PinnedModel
	Price       *vitrine.Amount // nil: none yet
	License     vitrine.License
	LicenseText string
	Files       []vitrine.OrderFile // that are ready, in order of upload
}

// Offer returns what an order of a model would pin; NotFound when it is deleted.
func (r *reads) Offer(ctx context.Context, modelID int64) (*Offer, error) {
	o := &Offer{ModelID: modelID}
	var price sql.NullInt64
	err := r.q.QueryRowContext(ctx, `SELECT m.version, m.status, m.title, m.slug, m.author_id, u.username, m.price, m.license,
			CASE WHEN m.license = 'custom' THEN m.custom_license ELSE coalesce(l.body, '') END
		FROM models m JOIN users u ON u.id = m.author_id LEFT JOIN licenses l ON l.type = m.license
		WHERE m.id = $1 AND m.deleted_at IS NULL`, modelID).
		Scan(&o.Version, &o.Status, &o.Model.Title, &o.Model.Slug, &o.Model.AuthorID, &o.Model.AuthorName, &price, &o.License, &o.LicenseText)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, noModel(modelID)
	}
	if err != nil {
		return nil, r.fail("read the offer", err)
	}
	o.Price = amountOf(price)
	o.Files, err = query(ctx, r, func(row scanner) (f vitrine.OrderFile, err error) {
		return f, row.Scan(&f.FileID, &f.Name, &f.Size, &f.SHA256, &f.BlobKey)
	}, "SELECT id, name, size, sha256, blob_key FROM files WHERE model_id = $1 AND status = 'ready' AND deleted_at IS NULL ORDER BY id",
		modelID)
	return o, err
}

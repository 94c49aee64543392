package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"vitrine"
)

// Offer is what an order pins of a model, as it is now.
type Offer struct {
	ModelID     int64
	Status      vitrine.Status
	Model       vitrine.PinnedModel
	Price       *vitrine.Amount // nil: none yet
	Share       *vitrine.Share  // of the most specific rule; nil: the marketplace's own
	Currency    string          // of the marketplace; "" when it was never served
	License     vitrine.License
	LicenseText string
	LicenseName string
	LicensedBy  int64               // version of text and terms; 0 of a seller's own
	Files       []vitrine.OrderFile // that are ready, in order of upload
}

// Offer returns what an order of a model would pin, in one row; NotFound when it is
// deleted.
func (r *reads) Offer(ctx context.Context, modelID int64) (*Offer, error) {
	o := &Offer{ModelID: modelID}
	var price, share sql.NullInt64
	var files sql.NullString
	err := r.q.QueryRowContext(ctx, `SELECT m.status, m.title, m.slug, m.author_id, u.username, m.price, m.license,
			CASE WHEN m.license = 'custom' THEN m.custom_license ELSE coalesce(l.body, '') END,
			coalesce(l.name, ''), CASE WHEN m.license = 'custom' THEN 0 ELSE coalesce(l.version, 0) END,
			coalesce((SELECT value FROM settings WHERE name = $2), ''),
			(`+sharedBy("m.id", "m.author_id", "m.subcategory_id", "m.category_id")+`),
			(SELECT string_agg(CAST(f.id AS TEXT) || $3 || f.name || $3 || CAST(f.size AS TEXT) || $3 || f.sha256 || $3 || f.blob_key, $4
				ORDER BY f.id) FROM files f WHERE f.model_id = m.id AND f.status = 'ready' AND f.deleted_at IS NULL)
		FROM models m JOIN users u ON u.id = m.author_id LEFT JOIN licenses l ON l.type = m.license
		WHERE m.id = $1 AND m.deleted_at IS NULL`, modelID, currencySetting, partMark, entryMark).
		Scan(&o.Status, &o.Model.Title, &o.Model.Slug, &o.Model.AuthorID, &o.Model.AuthorName, &price, &o.License, &o.LicenseText,
			&o.LicenseName, &o.LicensedBy, &o.Currency, &share, &files)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, noModel(modelID)
	}
	if err != nil {
		return nil, r.fail("read the offer", err)
	}
	o.Price = amountOf(price)
	if share.Valid {
		rule := vitrine.Share(share.Int64)
		o.Share = &rule
	}
	o.Files, err = parseFiles(files.String)
	return o, err
}

// parseFiles reads the files of an offer. Their names have no control characters, as
// the marks between them are.
func parseFiles(packed string) ([]vitrine.OrderFile, error) {
	files := []vitrine.OrderFile{}
	if packed == "" {
		return files, nil
	}
	for text := range strings.SplitSeq(packed, entryMark) {
		parts := strings.Split(text, partMark)
		if len(parts) != 5 {
			return nil, errors.New("an offer has a file that is not whole")
		}
		id, idErr := strconv.ParseInt(parts[0], 10, 64)
		size, sizeErr := strconv.ParseInt(parts[2], 10, 64)
		if err := errors.Join(idErr, sizeErr); err != nil {
			return nil, fmt.Errorf("a file of an offer: %w", err)
		}
		files = append(files, vitrine.OrderFile{FileID: id, Name: parts[1], Size: size, SHA256: parts[3], BlobKey: parts[4]})
	}
	return files, nil
}

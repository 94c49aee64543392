package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

// UploadPart is a piece of a file that arrives in parts.
type UploadPart struct {
	Starts, Size int64 // bytes
	BlobKey      string
}

// InsertUpload adds a file that will arrive in parts.
func (tx *Tx) InsertUpload(ctx context.Context, in *vitrine.Incoming) error {
	_, err := tx.exec(ctx, "insert upload", `
		INSERT INTO uploads (id, user_id, model_id, name, file_type_id, for_buyers, sha256, metadata, size, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		in.ID, in.UserID, in.ModelID, in.Name, in.FileTypeID, in.ForBuyers, in.SHA256, in.Metadata, in.Size, micros(in.CreatedAt),
		micros(in.ExpiresAt))
	return err
}

// UploadsUnderWay counts the files that a user sends in parts, and the bytes that they
// announced.
func (r *reads) UploadsUnderWay(ctx context.Context, userID int64) (count int, bytes int64, err error) {
	err = r.row(ctx, "", "SELECT count(*), COALESCE(CAST(sum(size) AS BIGINT), 0) FROM uploads WHERE user_id = $1 AND file_id IS NULL",
		[]any{userID}, &count, &bytes)
	return count, bytes, err
}

// AllUploadsUnderWay is UploadsUnderWay of all users.
func (r *reads) AllUploadsUnderWay(ctx context.Context) (count int, bytes int64, err error) {
	err = r.row(ctx, "", "SELECT count(*), COALESCE(CAST(sum(size) AS BIGINT), 0) FROM uploads WHERE file_id IS NULL", nil, &count, &bytes)
	return count, bytes, err
}

// Upload returns what a user sends; NotFound when it is somebody else's.
func (r *reads) Upload(ctx context.Context, userID int64, id string) (vitrine.Incoming, error) {
	b := (&builder{}).add("SELECT id, user_id, model_id, name, file_type_id, for_buyers, sha256, metadata, size, received, parts, file_id, ").
		add("lease <> '' AND lease_until > ").moment(r.dialect, 0).
		add(", created_at, expires_at FROM uploads WHERE id = ? AND user_id = ?", id, userID)
	scan := func(row scanner) (in vitrine.Incoming, err error) {
		var file sql.NullInt64
		err = row.Scan(&in.ID, &in.UserID, &in.ModelID, &in.Name, &in.FileTypeID, &in.ForBuyers, &in.SHA256, &in.Metadata, &in.Size,
			&in.Received, &in.Parts, &file, &in.Held, (*stamp)(&in.CreatedAt), (*stamp)(&in.ExpiresAt))
		in.FileID = file.Int64
		return in, err
	}
	return first(query(ctx, r, scan, b.String(), b.args...))("there is no such upload: it has expired, was removed, or never was; begin anew")
}

// UploadParts returns the pieces of an upload in their order.
func (r *reads) UploadParts(ctx context.Context, id string) ([]UploadPart, error) {
	scan := func(row scanner) (p UploadPart, err error) { return p, row.Scan(&p.Starts, &p.Size, &p.BlobKey) }
	return query(ctx, r, scan, "SELECT starts, size, blob_key FROM upload_parts WHERE upload_id = $1 ORDER BY starts", id)
}

// HoldUpload takes the lease of an upload that has received so many bytes and is no file
// yet, and reports whether it got it. One that ran out is taken over.
func (tx *Tx) HoldUpload(ctx context.Context, id string, received int64, lease Lease) (bool, error) {
	b := (&builder{}).add("UPDATE uploads SET lease = ?, lease_until = ", lease.Name).moment(tx.dialect, lease.For)
	b.add(" WHERE id = ? AND received = ? AND file_id IS NULL AND (lease = '' OR lease_until <= ", id, received).moment(tx.dialect, 0).add(")")
	n, err := tx.exec(ctx, "hold upload", b.String(), b.args...)
	return n == 1, err
}

// RenewUpload keeps a lease; Locked when it was lost.
func (tx *Tx) RenewUpload(ctx context.Context, id string, lease Lease) error {
	b := (&builder{}).add("UPDATE uploads SET lease_until = ").moment(tx.dialect, lease.For)
	return tx.heldUpload(ctx, b.add(" WHERE id = ? AND lease = ?", id, lease.Name))
}

// ReleaseUpload gives a lease back, where it was not lost.
func (tx *Tx) ReleaseUpload(ctx context.Context, id string, lease Lease) error {
	_, err := tx.exec(ctx, "release upload", "UPDATE uploads SET lease = '', lease_until = 0 WHERE id = $1 AND lease = $2", id, lease.Name)
	return err
}

// AddUploadParts notes pieces whose bytes are stored, and keeps the lease; Locked when it
// was lost.
func (tx *Tx) AddUploadParts(ctx context.Context, id string, lease Lease, parts []UploadPart, expires time.Time) error {
	last := parts[len(parts)-1]
	b := (&builder{}).add("UPDATE uploads SET received = ?, parts = parts + ?, expires_at = ?, lease_until = ",
		last.Starts+last.Size, len(parts), micros(expires)).moment(tx.dialect, lease.For)
	if err := tx.heldUpload(ctx, b.add(" WHERE id = ? AND lease = ? AND received = ?", id, lease.Name, parts[0].Starts)); err != nil {
		return err
	}
	for _, p := range parts {
		_, err := tx.exec(ctx, "insert part", "INSERT INTO upload_parts (upload_id, starts, size, blob_key) VALUES ($1, $2, $3, $4)",
			id, p.Starts, p.Size, p.BlobKey)
		if err != nil {
			return err
		}
	}
	return nil
}

// FinishUpload notes which file an upload became, and forgets its pieces; Locked when the
// lease was lost.
func (tx *Tx) FinishUpload(ctx context.Context, id string, lease Lease, fileID int64, expires time.Time) error {
	b := (&builder{}).add("UPDATE uploads SET file_id = ?, expires_at = ?, lease = '', lease_until = 0", fileID, micros(expires))
	if err := tx.heldUpload(ctx, b.add(" WHERE id = ? AND lease = ? AND file_id IS NULL", id, lease.Name)); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "forget parts", "DELETE FROM upload_parts WHERE upload_id = $1", id)
	return err
}

// heldUpload changes an upload that is held.
func (tx *Tx) heldUpload(ctx context.Context, change *builder) error {
	n, err := tx.exec(ctx, "change a held upload", change.String(), change.args...)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Locked, "another request has taken this upload over, or removed it: ask with HEAD where to go on")
	}
	return err
}

// RemoveUpload removes an upload with its pieces.
func (tx *Tx) RemoveUpload(ctx context.Context, id string) error {
	if _, err := tx.exec(ctx, "forget parts", "DELETE FROM upload_parts WHERE upload_id = $1", id); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "remove upload", "DELETE FROM uploads WHERE id = $1", id)
	return err
}

// UploadsExpired lists uploads whose time is over and that nobody writes to.
func (r *reads) UploadsExpired(ctx context.Context, now time.Time, limit int) ([]string, error) {
	b := (&builder{}).add("SELECT id FROM uploads WHERE expires_at <= ? AND (lease = '' OR lease_until <= ", micros(now)).moment(r.dialect, 0)
	b.add(") ORDER BY expires_at").window(limit, 0)
	return query(ctx, r, func(row scanner) (id string, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
}

// UploadsWhole lists up to limit uploads with identifiers above after whose bytes are all
// there, of which no file came, and that nobody writes to: their server died, or had no room.
// It leaves out those of users who are suspended.
func (r *reads) UploadsWhole(ctx context.Context, after string, limit int) ([]vitrine.Incoming, error) {
	b := (&builder{}).add(`SELECT p.id, p.user_id, p.model_id FROM uploads p JOIN users u ON u.id = p.user_id
		WHERE p.file_id IS NULL AND p.received = p.size AND u.suspended_at IS NULL AND p.id > ?`, after)
	b.add(" AND (p.lease = '' OR p.lease_until <= ").moment(r.dialect, 0).add(") ORDER BY p.id").window(limit, 0)
	return query(ctx, r, func(row scanner) (in vitrine.Incoming, err error) {
		return in, row.Scan(&in.ID, &in.UserID, &in.ModelID)
	}, b.String(), b.args...)
}

// UploadBytes calls fn with the stored pieces of uploads. They are in use too, but in no
// backup, and gone at once when their upload is over.
func (r *reads) UploadBytes(ctx context.Context, fn func(BlobRef)) error {
	return r.eachBlob(ctx, fn, "SELECT blob_key, size, '' FROM upload_parts")
}

package store

import (
	"context"
	"time"

	"vitrine"
)

// Checked is what is known of a file's stored bytes.
type Checked struct {
	FileID  int64
	ModelID int64
	Name    string
	BlobKey string
	Size    int64
	SHA256  string
	At      time.Time // when they were last compared with the digest
	Damaged time.Time // since when they are known to be wrong; zero while they are right
	Deleted bool      // the file: its bytes may be gone, unless somebody bought it
}

const checkedColumns = `f.id, f.model_id, f.name, f.blob_key, f.size, f.sha256, f.checked_at, f.damaged_at, f.deleted_at IS NOT NULL
	OR m.deleted_at IS NOT NULL`

const checkedTables = ` FROM files f JOIN models m ON m.id = f.model_id`

func scanChecked(row scanner) (c Checked, err error) {
	return c, row.Scan(&c.FileID, &c.ModelID, &c.Name, &c.BlobKey, &c.Size, &c.SHA256, (*stamp)(&c.At), (*stamp)(&c.Damaged), &c.Deleted)
}

// CheckedFile returns what is known of the bytes under a key, NotFound when they are
// no file's.
func (r *reads) CheckedFile(ctx context.Context, key string) (Checked, error) {
	found, err := query(ctx, r, scanChecked, "SELECT "+checkedColumns+checkedTables+" WHERE f.blob_key = $1 ORDER BY f.id LIMIT 1", key)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "no file has the bytes %s", key)
	}
	if err != nil {
		return Checked{}, err
	}
	return found[0], nil
}

// FilesToCheck returns the file that was compared with its digest longest ago, if that
// was before a time, and before it one that is damaged and was looked at before
// another.
func (r *reads) FilesToCheck(ctx context.Context, before, damagedBefore time.Time) ([]Checked, error) {
	// The plus keeps the databases from walking all files in the order of checked_at in search of the few, or
	// none, that are damaged: those have an index of their own.
	damaged, err := query(ctx, r, scanChecked, "SELECT "+checkedColumns+checkedTables+
		" WHERE f.damaged_at IS NOT NULL AND +f.checked_at <= $1 ORDER BY +f.checked_at, f.id LIMIT 1", micros(damagedBefore))
	if err != nil || len(damaged) > 0 {
		return damaged, err
	}
	// By checked_at alone, as the index is: many files have the same, and sorting them by another column too reads them all.
	return query(ctx, r, scanChecked, "SELECT "+checkedColumns+checkedTables+
		" WHERE f.checked_at <= $1 AND f.damaged_at IS NULL ORDER BY f.checked_at LIMIT 1", micros(before))
}

// DamagedFiles returns up to limit files whose bytes are known to be wrong.
func (r *reads) DamagedFiles(ctx context.Context, limit int) ([]Checked, error) {
	return query(ctx, r, scanChecked, "SELECT "+checkedColumns+checkedTables+
		" WHERE f.damaged_at IS NOT NULL ORDER BY f.damaged_at, f.id LIMIT $1", limit)
}

// CountDamaged counts the files whose bytes are known to be wrong.
func (r *reads) CountDamaged(ctx context.Context) (n int64, err error) {
	return n, r.row(ctx, "", "SELECT count(*) FROM files WHERE damaged_at IS NOT NULL", nil, &n)
}

// StoredFiles returns the number of files and the sum of their bytes.
func (r *reads) StoredFiles(ctx context.Context) (files, bytes int64, err error) {
	return files, bytes, r.row(ctx, "", "SELECT count(*), CAST(COALESCE(sum(size), 0) AS BIGINT) FROM files", nil, &files, &bytes)
}

// NoteChecked stores how the bytes under a key compared with their digest.
func (tx *Tx) NoteChecked(ctx context.Context, key string, at time.Time, damaged bool) error {
	text := "UPDATE files SET checked_at = $1, damaged_at = NULL WHERE blob_key = $2"
	if damaged {
		text = "UPDATE files SET checked_at = $1, damaged_at = COALESCE(damaged_at, $1) WHERE blob_key = $2"
	}
	_, err := tx.exec(ctx, "note the state of a file's bytes", text, micros(at), key)
	return err
}

// CheckSoon has the bytes under a key compared with their digest before all others.
func (tx *Tx) CheckSoon(ctx context.Context, key string) error {
	_, err := tx.exec(ctx, "have a file's bytes checked", "UPDATE files SET checked_at = 0 WHERE blob_key = $1 AND checked_at > 0", key)
	return err
}

// EnqueueSole adds a job of a kind unless there is one, waiting or claimed, so that
// all processes together do it one at a time.
func (tx *Tx) EnqueueSole(ctx context.Context, kind string) error {
	// The unique key alone would not do: a job that was claimed has given it up.
	var n int64
	if err := tx.row(ctx, "", "SELECT count(*) FROM jobs WHERE kind = $1 AND failed_at IS NULL", []any{kind}, &n); err != nil || n > 0 {
		return err
	}
	return tx.Enqueue(ctx, kind, struct{}{}, 0, kind)
}

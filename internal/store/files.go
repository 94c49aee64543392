package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"vitrine"
)

const fileColumns = `id, model_id, name, extension, file_type_id, size, sha256, blob_key, status, format, inside, problems,
	facts, missing, preview_key, preview_kind, preview_form, preview_plays, preview_size, preview_made, shape_key, shape_tried, working_from,
		queued_from, version, created_at, updated_at, crc32, for_buyers, copy_of`

func scanFile(row scanner) (vitrine.File, error) {
	var f vitrine.File
	var crc sql.NullInt64
	var inside, problems, missing string
	err := row.Scan(&f.ID, &f.ModelID, &f.Name, &f.Extension, &f.FileTypeID, &f.Size, &f.SHA256, &f.BlobKey, &f.Status, &f.Format,
		&inside, &problems, &f.Facts, &missing, &f.Preview.BlobKey, &f.Preview.Kind, &f.Preview.Form, &f.Preview.Plays, &f.Preview.Size, &f.Shown,
		&f.ShapeKey, &f.ShapeTried, (*stamp)(&f.WorkedOn), (*stamp)(&f.Queued), &f.Version, (*stamp)(&f.CreatedAt), (*stamp)(&f.UpdatedAt),
		&crc, &f.ForBuyers, &f.CopyOf)
	if err != nil {
		return f, err
	}
	if crc.Valid {
		sum := uint32(crc.Int64)
		f.CRC32 = &sum
	}
	return f, errors.Join(json.Unmarshal([]byte(inside), &f.Inside), json.Unmarshal([]byte(problems), &f.Problems),
		json.Unmarshal([]byte(missing), &f.Missing))
}

// Files lists a model's files in order of upload.
func (r *reads) Files(ctx context.Context, modelID int64) ([]vitrine.File, error) {
	return query(ctx, r, scanFile, "SELECT "+fileColumns+" FROM files WHERE model_id = $1 AND deleted_at IS NULL ORDER BY id", modelID)
}

// File returns one file of a model.
func (r *reads) File(ctx context.Context, modelID, id int64) (vitrine.File, error) {
	found, err := query(ctx, r, scanFile, "SELECT "+fileColumns+" FROM files WHERE id = $1 AND model_id = $2 AND deleted_at IS NULL", id,
		modelID)
	if err != nil {
		return vitrine.File{}, err
	}
	if len(found) == 0 {
		return vitrine.File{}, vitrine.Errorf(vitrine.NotFound, "model %d has no file %d", modelID, id)
	}
	return found[0], nil
}

// InsertFile stores a new file and sets its identifier; Conflict when its name
// is taken in the model.
func (tx *Tx) InsertFile(ctx context.Context, f *vitrine.File) error {
	lists, err := listsOf(f)
	if err != nil {
		return fmt.Errorf("insert the file: %w", err)
	}
	taken, err := tx.fileNameTaken(ctx, f.ModelID, f.Name)
	if err != nil {
		return err
	}
	if taken {
		return FileNameTaken(f.Name)
	}
	f.Version = 1
	tx.noteModel(f.ModelID)
	f.ID, err = tx.insert(ctx, "insert the file", `
		INSERT INTO files (model_id, name, extension, file_type_id, size, sha256, blob_key, status, format, inside, problems,
			facts, missing, preview_key, preview_kind, preview_form, preview_plays, preview_size, preview_made, shape_key, shape_tried, version,
				created_at, updated_at, checked_at, crc32, for_buyers, rejected_of)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
			$26, $27, CASE WHEN $8 = 'rejected' THEN (SELECT m.author_id FROM models m WHERE m.id = $1) END) RETURNING id`,
		f.ModelID, f.Name, f.Extension, f.FileTypeID, f.Size, f.SHA256, f.BlobKey, string(f.Status), f.Format, lists.inside, lists.problems,
		f.Facts, lists.missing, f.Preview.BlobKey, f.Preview.Kind, string(f.Preview.Form), f.Preview.Plays, f.Preview.Size, f.Shown, f.ShapeKey,
		f.ShapeTried, f.Version, micros(f.CreatedAt), micros(f.UpdatedAt), f.CreatedAt.UnixMicro(), crcValue(f.CRC32), f.ForBuyers)
	if err != nil {
		return err
	}
	if err := tx.tallyStored(ctx, 1, "f.id = $1", f.ID); err != nil {
		return err
	}
	return tx.noteShared(ctx, f)
}

// fileLists are the lists of a file as they are stored.
type fileLists struct{ inside, problems, missing string }

func listsOf(f *vitrine.File) (fileLists, error) {
	inside, err := json.Marshal(orEmpty(f.Inside))
	if err != nil {
		return fileLists{}, err
	}
	problems, err := json.Marshal(append([]vitrine.Problem{}, f.Problems...))
	if err != nil {
		return fileLists{}, err
	}
	missing, err := json.Marshal(orEmpty(f.Missing))
	return fileLists{string(inside), string(problems), string(missing)}, err
}

// UpdateFile stores what was found out about a file. Its version stays: the file
// is the one that was uploaded.
func (tx *Tx) UpdateFile(ctx context.Context, f *vitrine.File) error {
	lists, err := listsOf(f)
	if err != nil {
		return fmt.Errorf("update the file: %w", err)
	}
	n, err := tx.exec(ctx, "update the file", `
		UPDATE files SET status = $1, format = $2, inside = $3, problems = $4, facts = $5, missing = $6,
			preview_key = $7, preview_kind = $8, preview_form = $9, preview_plays = $10, preview_size = $11, preview_made = $12,
			shape_key = $13, shape_tried = $14, working_from = $15, queued_from = $16, updated_at = $17,
			rejected_of = CASE WHEN $1 = 'rejected' THEN (SELECT m.author_id FROM models m WHERE m.id = $19) END
		WHERE id = $18 AND model_id = $19 AND deleted_at IS NULL`,
		string(f.Status), f.Format, lists.inside, lists.problems, f.Facts, lists.missing,
		f.Preview.BlobKey, f.Preview.Kind, string(f.Preview.Form), f.Preview.Plays, f.Preview.Size, f.Shown, f.ShapeKey, f.ShapeTried,
		micros(f.WorkedOn), micros(f.Queued), micros(f.UpdatedAt), f.ID, f.ModelID)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "model %d has no file %d", f.ModelID, f.ID)
	}
	tx.noteModel(f.ModelID)
	return err
}

// NoteProgress stores how far the reading of a file is, and by which rules it was shown and its shape tried, and
// nothing else: neither the file nor its model changes by being read.
func (tx *Tx) NoteProgress(ctx context.Context, f *vitrine.File) error {
	tx.noteReading(f.ModelID)
	_, err := tx.exec(ctx, "note how far a reading is",
		"UPDATE files SET working_from = $1, queued_from = $2, preview_made = $3, shape_tried = $4 WHERE id = $5",
		micros(f.WorkedOn), micros(f.Queued), f.Shown, f.ShapeTried, f.ID)
	return err
}

// FileRef names a file.
type FileRef struct{ ModelID, FileID int64 }

// FilesAfter lists files that are there, those with an identifier above after
// and of one model when it is not 0, up to limit of them.
func (r *reads) FilesAfter(ctx context.Context, after, modelID int64, limit int) ([]FileRef, error) {
	b := &builder{}
	b.add("SELECT f.model_id, f.id FROM files f JOIN models m ON m.id = f.model_id WHERE f.id > ? AND f.deleted_at IS NULL AND "+
		"m.deleted_at IS NULL", after)
	if modelID != 0 {
		b.add(" AND f.model_id = ?", modelID)
	}
	b.add(" ORDER BY f.id").window(limit, 0)
	text, args := b.String(), b.args
	return query(ctx, r, func(row scanner) (ref FileRef, err error) { return ref, row.Scan(&ref.ModelID, &ref.FileID) }, text, args...)
}

// FilesShownBefore lists ready files whose previews were made by other rules than
// these and that nobody reads yet, up to limit of them.
func (r *reads) FilesShownBefore(ctx context.Context, rules, limit int) ([]FileRef, error) {
	return query(ctx, r, func(row scanner) (ref FileRef, err error) { return ref, row.Scan(&ref.ModelID, &ref.FileID) },
		`SELECT f.model_id, f.id FROM files f JOIN models m ON m.id = f.model_id
		WHERE f.preview_made < $1 AND f.deleted_at IS NULL AND m.deleted_at IS NULL AND f.status = 'ready'
			AND f.queued_from IS NULL AND f.working_from IS NULL ORDER BY f.preview_made, f.id LIMIT $2`, rules, limit)
}

// ModelsOfPreview returns the models that a stored preview is of: a draft version has what it did
// not change of its model, which comes first.
func (r *reads) ModelsOfPreview(ctx context.Context, key string) ([]int64, error) {
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
		`SELECT m.id FROM files f JOIN models m ON m.id = f.model_id
		WHERE f.preview_key = $1 AND f.preview_key <> '' AND f.deleted_at IS NULL AND m.deleted_at IS NULL
		UNION SELECT id FROM models WHERE whole_key = $1 AND whole_key <> '' AND deleted_at IS NULL
		ORDER BY id LIMIT 2`, key)
}

// SetWhole stores what pages show of all pieces of a model together; the zero Preview is
// nothing.
func (tx *Tx) SetWhole(ctx context.Context, modelID int64, whole vitrine.Preview) error {
	tx.noteModel(modelID)
	_, err := tx.exec(ctx, "set what is shown of the whole",
		"UPDATE models SET whole_key = $1, whole_kind = $2, whole_form = $3, whole_size = $4 WHERE id = $5",
		whole.BlobKey, whole.Kind, string(whole.Form), whole.Size, modelID)
	return err
}

func (r *reads) fileNameTaken(ctx context.Context, modelID int64, name string) (bool, error) {
	var n int64
	err := r.q.QueryRowContext(ctx, "SELECT count(*) FROM files WHERE model_id = $1 AND name = $2 AND deleted_at IS NULL", modelID,
		name).Scan(&n)
	if err != nil {
		return false, r.fail("look for the file name", err)
	}
	return n > 0, nil
}

// FilesOf returns how many files a model has, and whether one of them has a name.
func (r *reads) FilesOf(ctx context.Context, modelID int64, name string) (n int, taken bool, err error) {
	err = r.row(ctx, "", `SELECT (SELECT count(*) FROM files f WHERE f.model_id = $1 AND f.deleted_at IS NULL),
		EXISTS (SELECT 1 FROM files f WHERE f.model_id = $1 AND f.name = $2 AND f.deleted_at IS NULL)`, []any{modelID, name}, &n, &taken)
	return n, taken, err
}

// FileNameTaken is the error of a second file of the same name.
func FileNameTaken(name string) error {
	detail := fmt.Sprintf("the model has a file named %q already: delete it first, or use another name", name)
	return &vitrine.Error{Code: vitrine.Conflict, Message: detail, Fields: []vitrine.Field{{Pointer: "/name", Code: "taken", Detail: detail}}}
}

// DeleteFile marks a file as deleted. Its bytes may have been bought.
func (tx *Tx) DeleteFile(ctx context.Context, modelID, id int64, now time.Time) error {
	if err := tx.tallyStored(ctx, -1, "f.id = $1 AND f.model_id = $2", id, modelID); err != nil {
		return err
	}
	n, err := tx.exec(ctx, "delete the file", "UPDATE files SET deleted_at = $1 WHERE id = $2 AND model_id = $3 AND deleted_at IS NULL",
		micros(now), id, modelID)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "model %d has no file %d", modelID, id)
	}
	tx.noteModel(modelID)
	return err
}

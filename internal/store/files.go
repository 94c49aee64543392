package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"vitrine"
)

const fileColumns = `id, model_id, name, extension, file_type_id, size, sha256, blob_key, status, format, inside, problems,
	facts, missing, preview_key, preview_kind, preview_size, working_from, queued_from, version, created_at, updated_at`

func scanFile(row scanner) (vitrine.File, error) {
	var f vitrine.File
	var inside, problems, missing string
	err := row.Scan(&f.ID, &f.ModelID, &f.Name, &f.Extension, &f.FileTypeID, &f.Size, &f.SHA256, &f.BlobKey, &f.Status, &f.Format,
		&inside, &problems, &f.Facts, &missing, &f.Preview.BlobKey, &f.Preview.Kind, &f.Preview.Size, (*stamp)(&f.WorkedOn), (*stamp)(&f.Queued), &f.Version, (*stamp)(&f.CreatedAt), (*stamp)(&f.UpdatedAt))
	if err != nil {
		return f, err
	}
	return f, errors.Join(json.Unmarshal([]byte(inside), &f.Inside), json.Unmarshal([]byte(problems), &f.Problems), json.Unmarshal([]byte(missing), &f.Missing))
}

// Files lists a model's files in order of upload.
func (r *reads) Files(ctx context.Context, modelID int64) ([]vitrine.File, error) {
	return query(ctx, r, scanFile, "SELECT "+fileColumns+" FROM files WHERE model_id = $1 AND deleted_at IS NULL ORDER BY id", modelID)
}

// File gives one file of a model.
func (r *reads) File(ctx context.Context, modelID, id int64) (vitrine.File, error) {
	found, err := query(ctx, r, scanFile, "SELECT "+fileColumns+" FROM files WHERE id = $1 AND model_id = $2 AND deleted_at IS NULL", id, modelID)
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
	f.ID, err = tx.insert(ctx, "insert the file", `
		INSERT INTO files (model_id, name, extension, file_type_id, size, sha256, blob_key, status, format, inside, problems,
			facts, missing, preview_key, preview_kind, preview_size, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) RETURNING id`,
		f.ModelID, f.Name, f.Extension, f.FileTypeID, f.Size, f.SHA256, f.BlobKey, string(f.Status), f.Format, lists.inside, lists.problems,
		f.Facts, lists.missing, f.Preview.BlobKey, f.Preview.Kind, f.Preview.Size, f.Version, micros(f.CreatedAt), micros(f.UpdatedAt))
	return err
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
			preview_key = $7, preview_kind = $8, preview_size = $9, working_from = $10, queued_from = $11, updated_at = $12
		WHERE id = $13 AND model_id = $14 AND deleted_at IS NULL`,
		string(f.Status), f.Format, lists.inside, lists.problems, f.Facts, lists.missing,
		f.Preview.BlobKey, f.Preview.Kind, f.Preview.Size, micros(f.WorkedOn), micros(f.Queued), micros(f.UpdatedAt), f.ID, f.ModelID)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "model %d has no file %d", f.ModelID, f.ID)
	}
	return err
}

// FileRef names a file.
type FileRef struct{ ModelID, FileID int64 }

// FilesAfter lists files that are there, those with an identifier above after
// and of one model when it is not 0, up to limit of them.
func (r *reads) FilesAfter(ctx context.Context, after, modelID int64, limit int) ([]FileRef, error) {
	b := &builder{}
	b.add("SELECT f.model_id, f.id FROM files f JOIN models m ON m.id = f.model_id WHERE f.id > ? AND f.deleted_at IS NULL AND m.deleted_at IS NULL", after)
	if modelID != 0 {
		b.add(" AND f.model_id = ?", modelID)
	}
	b.add(" ORDER BY f.id").window(limit, 0)
	text, args := b.String(), b.args
	return query(ctx, r, func(row scanner) (ref FileRef, err error) { return ref, row.Scan(&ref.ModelID, &ref.FileID) }, text, args...)
}

func (r *reads) fileNameTaken(ctx context.Context, modelID int64, name string) (bool, error) {
	var n int64
	err := r.q.QueryRowContext(ctx, "SELECT count(*) FROM files WHERE model_id = $1 AND name = $2 AND deleted_at IS NULL", modelID, name).Scan(&n)
	if err != nil {
		return false, r.fail("look for the file name", err)
	}
	return n > 0, nil
}

// FileNameTaken is the error of a second file of the same name.
func FileNameTaken(name string) error {
	detail := fmt.Sprintf("the model has a file named %q already: delete it first, or use another name", name)
	return &vitrine.Error{Code: vitrine.Conflict, Message: detail, Fields: []vitrine.Field{{Pointer: "/name", Code: "taken", Detail: detail}}}
}

// DeleteFile marks a file as deleted. Its bytes may have been bought.
func (tx *Tx) DeleteFile(ctx context.Context, modelID, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "delete the file", "UPDATE files SET deleted_at = $1 WHERE id = $2 AND model_id = $3 AND deleted_at IS NULL", micros(now), id, modelID)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "model %d has no file %d", modelID, id)
	}
	return err
}

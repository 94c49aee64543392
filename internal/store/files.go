package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"vitrine"
)

const fileColumns = `id, model_id, name, extension, file_type_id, size, sha256, blob_key, status, format, inside, problems, version, created_at, updated_at`

func scanFile(row scanner) (vitrine.File, error) {
	var f vitrine.File
	var inside, problems string
	err := row.Scan(&f.ID, &f.ModelID, &f.Name, &f.Extension, &f.FileTypeID, &f.Size, &f.SHA256, &f.BlobKey, &f.Status, &f.Format,
		&inside, &problems, &f.Version, (*stamp)(&f.CreatedAt), (*stamp)(&f.UpdatedAt))
	if err != nil {
		return f, err
	}
	return f, errors.Join(json.Unmarshal([]byte(inside), &f.Inside), json.Unmarshal([]byte(problems), &f.Problems))
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
	inside, err := json.Marshal(orEmpty(f.Inside))
	if err != nil {
		return fmt.Errorf("insert the file: %w", err)
	}
	problems, err := json.Marshal(append([]vitrine.Problem{}, f.Problems...))
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
		INSERT INTO files (model_id, name, extension, file_type_id, size, sha256, blob_key, status, format, inside, problems, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
		f.ModelID, f.Name, f.Extension, f.FileTypeID, f.Size, f.SHA256, f.BlobKey, string(f.Status), f.Format, string(inside), string(problems),
		f.Version, micros(f.CreatedAt), micros(f.UpdatedAt))
	return err
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

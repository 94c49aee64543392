package survey

import (
	"context"
	"fmt"
	"time"

	"vitrine"
	"vitrine/internal/inspect"
	"vitrine/internal/store"
)

// JobReadFile is the kind of the jobs that read an uploaded file: they detect its
// format, measure it, and draw it where its model has no picture. Those that name no
// file draw the pieces of a set together.
const JobReadFile = "read_file"

// JobRereadFile is the kind of the jobs that read a stored file again, as a newer
// release may. They have a kind of their own so that uploads need not wait for them.
const JobRereadFile = "reread_file"

// fileJob are the arguments of JobReadFile and JobRereadFile.
type fileJob struct {
	Model int64 `json:"model"`
	File  int64 `json:"file"` // 0: all pieces of a set

	Views []inspect.View `json:"views,omitempty"` // that become pictures of its author's
}

// burst is how long a file waits to be read again, so that many siblings that come
// together have it read once.
const burst = time.Second

// queueFirst has a new file read.
func (s *Surveyor) queueFirst(ctx context.Context, tx *store.Tx, f *vitrine.File) error {
	return tx.Enqueue(ctx, JobReadFile, fileJob{Model: f.ModelID, File: f.ID}, 0, "")
}

// queueAgain has a file read again soon.
func (s *Surveyor) queueAgain(ctx context.Context, tx *store.Tx, f *vitrine.File) error {
	err := tx.Enqueue(ctx, JobReadFile, fileJob{Model: f.ModelID, File: f.ID}, s.burst, fmt.Sprintf("%s.%d", JobReadFile, f.ID))
	if err != nil {
		return err
	}
	return s.noteQueued(ctx, tx, f)
}

// queueSet has the pieces of a set drawn together soon.
func (s *Surveyor) queueSet(ctx context.Context, tx *store.Tx, modelID int64) error {
	return tx.Enqueue(ctx, JobReadFile, fileJob{Model: modelID}, s.burst, fmt.Sprintf("%s.all.%d", JobReadFile, modelID))
}

// queueRereads has stored files read anew, behind all uploads.
func (s *Surveyor) queueRereads(ctx context.Context, tx *store.Tx, refs []store.FileRef) error {
	for _, ref := range refs {
		f, err := tx.File(ctx, ref.ModelID, ref.FileID)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			continue
		}
		if err != nil {
			return err
		}
		err = tx.Enqueue(ctx, JobRereadFile, fileJob{Model: f.ModelID, File: f.ID}, 0, fmt.Sprintf("%s.%d", JobRereadFile, f.ID))
		if err != nil {
			return err
		}
		if err := s.noteQueued(ctx, tx, &f); err != nil {
			return err
		}
	}
	return nil
}

// noteQueued stores that a file waits to be read again.
func (s *Surveyor) noteQueued(ctx context.Context, tx *store.Tx, f *vitrine.File) error {
	if f.Queued.IsZero() {
		f.Queued = s.now()
	}
	return tx.NoteProgress(ctx, f)
}

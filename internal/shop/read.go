package shop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

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

// ReadLosses is how many processes a file may end by being read before it is given
// up.
const ReadLosses = 5

// fileJob are the arguments of JobReadFile.
type fileJob struct {
	Model int64 `json:"model"`
	File  int64 `json:"file"` // 0: all pieces of a set
}

// Read reads a file and what lies beside it: inspect.Runner.Read in a server.
type Read func(ctx context.Context, file inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error)

func (s *Shop) enqueueRead(ctx context.Context, tx *store.Tx, modelID, fileID int64) error {
	return tx.Enqueue(ctx, JobReadFile, fileJob{modelID, fileID}, 0, "")
}

// burst is how long a file waits to be read again, so that many siblings that come
// together have it read once.
const burst = time.Second

// enqueueAgain has a file read again soon.
func (s *Shop) enqueueAgain(ctx context.Context, tx *store.Tx, f *vitrine.File) error {
	err := tx.Enqueue(ctx, JobReadFile, fileJob{f.ModelID, f.ID}, s.burst, fmt.Sprintf("%s.%d", JobReadFile, f.ID))
	if err != nil {
		return err
	}
	return s.noteQueued(ctx, tx, f)
}

// noteQueued stores that a file waits to be read again.
func (s *Shop) noteQueued(ctx context.Context, tx *store.Tx, f *vitrine.File) error {
	if f.Queued.IsZero() {
		f.Queued = s.now()
	}
	return tx.NoteProgress(ctx, f)
}

// ReadFile does a job of the kind JobReadFile or JobRereadFile. A file that is gone by now is
// fine.
func (s *Shop) ReadFile(ctx context.Context, args string) error {
	var job fileJob
	if err := json.Unmarshal([]byte(args), &job); err != nil {
		return fmt.Errorf("read a file: %w", err)
	}
	select {
	case s.readTurns <- struct{}{}:
		defer func() { <-s.readTurns }()
	case <-ctx.Done():
		return fmt.Errorf("wait for a turn to read: %w", ctx.Err())
	}
	if job.File == 0 {
		return s.readTogether(ctx, job.Model)
	}
	m, f, err := s.beginReading(ctx, job)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	r := &reading{then: m, file: f, want: wanted(m, f), used: map[int64]bool{}}
	if err := s.readStored(ctx, r); err != nil {
		return err
	}
	return s.keepReading(ctx, r)
}

// reading is a file that is read: what was asked for, and what came of it.
type reading struct {
	then   *vitrine.Model // as it was when the reading began
	file   *vitrine.File  // of it
	want   inspect.Want
	used   map[int64]bool // the files beside it that it was read with
	result inspect.Result
}

// beginReading gives a file with its model, and notes that it is being read.
func (s *Shop) beginReading(ctx context.Context, job fileJob) (m *vitrine.Model, f *vitrine.File, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if m, err = tx.Model(ctx, job.Model); err != nil {
			return err
		}
		if f = m.File(job.File); f == nil {
			return vitrine.Errorf(vitrine.NotFound, "model %d has no file %d", job.Model, job.File)
		}
		f.WorkedOn, f.Queued = s.now(), time.Time{}
		return tx.NoteProgress(ctx, f)
	})
	return m, f, err
}

// readStored has a stored file read, with the others of its model beside it.
func (s *Shop) readStored(ctx context.Context, r *reading) error {
	file, err := s.local(ctx, r.file)
	if err != nil {
		return err
	}
	defer file.Close()
	var broken error
	r.result, err = s.read(ctx, file, func(name string) (inspect.File, bool) {
		other := sibling(r.then, name)
		if other == nil || other.ID == r.file.ID {
			return inspect.File{}, false
		}
		r.used[other.ID] = true
		beside, err := s.local(ctx, other)
		if err != nil {
			broken = err
			return inspect.File{}, false
		}
		return beside, true
	}, r.want)
	return errors.Join(err, broken)
}

// sibling finds a file of the model by the name that another one calls it: files
// come from systems that take upper and lower case for the same.
func sibling(m *vitrine.Model, name string) *vitrine.File {
	name = norm.NFC.String(name)
	var found *vitrine.File
	for i := range m.Files {
		f := &m.Files[i]
		if f.Status == vitrine.FileRejected {
			continue
		}
		if f.Name == name {
			return f
		}
		if found == nil && strings.EqualFold(f.Name, name) {
			found = f
		}
	}
	return found
}

// local gives the bytes of a file as a file of this machine: those that are far
// away are copied into a temporary file that is gone when it is closed.
func (s *Shop) local(ctx context.Context, f *vitrine.File) (inspect.File, error) {
	object, err := s.openNeeded(ctx, f.BlobKey)
	if err != nil {
		return inspect.File{}, err
	}
	if file, ok := object.Content.(*os.File); ok {
		return inspect.File{Name: f.Name, File: file}, nil
	}
	defer object.Close()
	copied, err := os.CreateTemp("", "vitrine-read-")
	if err != nil {
		return inspect.File{}, fmt.Errorf("copy a file to be read: %w", err)
	}
	err = os.Remove(copied.Name())
	if err == nil {
		_, err = io.Copy(copied, object)
	}
	if err != nil {
		return inspect.File{}, errors.Join(fmt.Errorf("copy a file to be read: %w", err), copied.Close())
	}
	return inspect.File{Name: f.Name, File: copied}, nil
}

// AbandonFile rejects a file that could not be read however often it was tried. One
// that was read before stays as it was, and so do files that can't be drawn together.
func (s *Shop) AbandonFile(ctx context.Context, tx *store.Tx, args, cause string) error {
	var job fileJob
	if err := json.Unmarshal([]byte(args), &job); err != nil {
		return nil // nobody can know which file it was
	}
	if job.File == 0 {
		s.log.Error("the files of a model could not be drawn together", "model", job.Model, "error", cause)
		return nil
	}
	f, err := tx.File(ctx, job.Model, job.File)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	s.log.Error("a file could not be read", "model", job.Model, "file", job.File, "error", cause)
	f.Shown = inspect.PreviewRules
	f.WorkedOn = time.Time{}
	if f.Status != vitrine.FileProcessing {
		err = tx.NoteProgress(ctx, &f)
	} else {
		f.Status = vitrine.FileRejected
		f.Problems = []vitrine.Problem{{Code: "internal", Detail: "the server tried to read the file again and again and failed: upload it anew, or ask the operator to run `vitrine reprocess`"}}
		err = s.putReading(ctx, tx, &f)
	}
	if err != nil {
		return err
	}
	m, err := tx.Model(ctx, f.ModelID)
	if err != nil {
		return err
	}
	return s.showTogether(ctx, tx, m)
}

// Reprocess has stored files read again: all, or those of one model. It gives
// their number.
func (s *Shop) Reprocess(ctx context.Context, modelID int64) (files int, err error) {
	if modelID != 0 {
		if _, err := s.db.ModelRow(ctx, modelID); err != nil {
			return 0, err
		}
	}
	for after := int64(0); ; {
		refs, err := s.db.FilesAfter(ctx, after, modelID, refreshAtOnce)
		if err != nil || len(refs) == 0 {
			return files, err
		}
		if err := s.db.Write(ctx, func(tx *store.Tx) error { return s.enqueueRereads(ctx, tx, refs) }); err != nil {
			return files, err
		}
		after, files = refs[len(refs)-1].FileID, files+len(refs)
	}
}

// enqueueRereads has files read anew.
func (s *Shop) enqueueRereads(ctx context.Context, tx *store.Tx, refs []store.FileRef) error {
	for _, ref := range refs {
		f, err := tx.File(ctx, ref.ModelID, ref.FileID)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			continue
		}
		if err != nil {
			return err
		}
		if err := tx.Enqueue(ctx, JobRereadFile, fileJob{f.ModelID, f.ID}, 0, fmt.Sprintf("%s.%d", JobRereadFile, f.ID)); err != nil {
			return err
		}
		if err := s.noteQueued(ctx, tx, &f); err != nil {
			return err
		}
	}
	return nil
}

// Package survey finds out what the 3D files of models hold. It decides what of an
// uploaded file is to be measured and drawn, has inspect do so in jobs, keeps the facts,
// pictures and previews that come of it, and holds what authors claim against what was
// measured. Files that belong together, a set, are drawn together as well.
//
// The shop tells a Surveyor of each change, inside the transaction that makes it, and
// the Surveyor queues what has to be read. A Reader does those jobs. What it keeps gets
// into a model's record and into the catalogue by shop.Touch alone.
//
// The package knows nothing of HTTP, contains no SQL, and leaves it to inspect and what
// is below to parse files and to draw them.
package survey

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/inspect"
	"vitrine/internal/store"
)

// Surveyor follows the changes of models and queues what has to be read of them. It
// is the shop.Surveyor of a server.
type Surveyor struct {
	burst time.Duration
	now   func() time.Time
}

// Options is what a Surveyor works with.
type Options struct {
	Burst time.Duration    // how long a file waits to be read again, with those that come after it; 0 is a second
	Now   func() time.Time // nil: time.Now
}

// New makes a Surveyor.
func New(o Options) *Surveyor {
	if o.Now == nil {
		o.Now = time.Now
	}
	// Times are kept to the microsecond, and shown as they are kept.
	return &Surveyor{cmp.Or(o.Burst, burst), func() time.Time { return o.Now().UTC().Truncate(time.Microsecond) }}
}

// Measured returns what the files of a model say of it.
func (s *Surveyor) Measured(m *vitrine.Model) vitrine.Measured { return Measured(m) }

// Contradicts reports whether a file of so many bytes that starts so is surely none of
// those with an extension.
func (s *Surveyor) Contradicts(extension string, start []byte, size int64) bool {
	detected, err := detect.Detect(bytes.NewReader(start), size, "file."+extension)
	return err == nil && detected.Contradicts(extension)
}

// FileAdded has a new file read, and those again that miss one of its name. m is the
// model without it.
func (s *Surveyor) FileAdded(ctx context.Context, tx *store.Tx, m *vitrine.Model, f *vitrine.File) error {
	if err := s.queueFirst(ctx, tx, f); err != nil {
		return err
	}
	for i := range m.Files {
		if other := &m.Files[i]; other.Status != vitrine.FileProcessing && other.Lacks(f.Name) {
			if err := s.queueAgain(ctx, tx, other); err != nil {
				return err
			}
		}
	}
	return nil
}

// FileTaken has a file read, or read again, where it stands now, when that was still to be
// done where it stood.
func (s *Surveyor) FileTaken(ctx context.Context, tx *store.Tx, was, f *vitrine.File) error {
	switch {
	case was.Status == vitrine.FileProcessing:
		return s.queueFirst(ctx, tx, f)
	case was.Pending():
		return s.queueAgain(ctx, tx, f)
	}
	return nil
}

// FileRemoved has the files read again that may have been read with one that is gone,
// and has made of another one what was drawn or shown of it.
func (s *Surveyor) FileRemoved(ctx context.Context, tx *store.Tx, gone *vitrine.File) error {
	m, err := tx.Model(ctx, gone.ModelID)
	if err != nil {
		return err
	}
	for _, image := range m.Images {
		if image.Generated && (image.FileID == gone.ID || showsSet(image)) && len(m.ReadyFiles()) == 0 {
			if err := tx.DeleteImage(ctx, m.ID, image.ID, s.now()); err != nil {
				return err
			}
		}
	}
	if err := s.dropWhole(ctx, tx, m); err != nil {
		return err
	}
	for i := range m.Files {
		f := &m.Files[i]
		unseen := gone.Preview.BlobKey != "" && (len(ShownOf(m)) == 0 || f.Preview.BlobKey == "" && measured(f) && wanted(m, f).Preview != "")
		drawn := slices.ContainsFunc(m.Images, func(image vitrine.Image) bool {
			return image.Generated && (image.FileID == gone.ID || showsSet(image) && setOf(m) == nil)
		})
		if f.Status == vitrine.FileReady && (drawn || unseen || detect.AsksForOthers(geometry.Format(f.Format))) {
			if err := s.queueAgain(ctx, tx, f); err != nil {
				return err
			}
		}
	}
	return s.redrawSet(ctx, tx, m)
}

// LastImageRemoved has a picture drawn for a model that lost its last image. When that was
// a drawn one itself, its author wants no picture of the files that are there.
func (s *Surveyor) LastImageRemoved(ctx context.Context, tx *store.Tx, modelID int64, drawn bool) error {
	if drawn {
		return tx.RefusePicture(ctx, modelID, s.now())
	}
	if err := tx.RefusePicture(ctx, modelID, time.Time{}); err != nil {
		return err
	}
	m, err := tx.Model(ctx, modelID)
	if err != nil {
		return err
	}
	files := representatives(m)
	if len(files) == 0 {
		files = m.ReadyFiles()
	}
	for _, f := range files {
		if err := s.queueAgain(ctx, tx, &f); err != nil {
			return err
		}
	}
	return nil
}

// ModelChanged follows a change of what may be shown of a model: previews that show too
// much are dropped at once, and those that are wanted now are made.
func (s *Surveyor) ModelChanged(ctx context.Context, tx *store.Tx, before, m *vitrine.Model) error {
	if formWanted(m) == formWanted(before) {
		return nil
	}
	if !m.MayShow(m.Whole) {
		if err := s.dropWhole(ctx, tx, m); err != nil {
			return err
		}
	}
	for i := range m.Files {
		f := &m.Files[i]
		if f.Preview.BlobKey != "" && !m.MayShow(f.Preview) {
			f.Preview = vitrine.Preview{}
			if err := tx.UpdateFile(ctx, f); err != nil {
				return err
			}
		}
		if f.Status == vitrine.FileReady && wanted(m, f).Preview != "" {
			if err := s.queueAgain(ctx, tx, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// ViewsWanted has pictures of a model drawn from some sides, of the file that speaks for it.
// Conflict where no file can be drawn.
func (s *Surveyor) ViewsWanted(ctx context.Context, tx *store.Tx, m *vitrine.Model, views []vitrine.PictureView) error {
	files := representatives(m)
	if len(files) == 0 {
		return vitrine.Errorf(vitrine.Conflict, "none of the model's files can be drawn: wait until they are read, or upload one that can")
	}
	job := fileJob{Model: m.ID, File: files[0].ID}
	for _, view := range views {
		job.Views = append(job.Views, inspect.View(view))
	}
	if err := tx.Enqueue(ctx, JobReadFile, job, 0, ""); err != nil {
		return err
	}
	return s.noteQueued(ctx, tx, &files[0])
}

package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/inspect"
	"vitrine/internal/store"
)

// CheckPreview is nil for the stored bytes that a page shows in 3D now, and NotFound
// for what it showed before, at another price or by another choice of the author. size
// is how many bytes there are.
func (s *Shop) CheckPreview(ctx context.Context, key string) (size int64, err error) {
	m, err := s.db.ModelOfPreview(ctx, key)
	if err != nil {
		return 0, err
	}
	for _, shown := range ShownOf(m) {
		if shown.BlobKey == key {
			return shown.Size, nil
		}
	}
	return 0, vitrine.Errorf(vitrine.NotFound, "there is no such preview")
}

// formWanted is what is to be made of a model's files, "" for nothing.
func formWanted(m *vitrine.Model) inspect.Form {
	switch limit := m.PreviewLimit(); {
	case limit == vitrine.PreviewNone:
		return ""
	case m.PreviewChoice == "" && limit == vitrine.PreviewReduced:
		return inspect.Fitting
	default:
		return inspect.Form(limit)
	}
}

// showAnew follows a change of what may be shown of a model: previews that show too
// much are dropped at once, and those that are wanted now are made.
func (s *Shop) showAnew(ctx context.Context, tx *store.Tx, before inspect.Form, m *vitrine.Model) error {
	if formWanted(m) == before {
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
			if err := s.enqueueAgain(ctx, tx, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// renewedAtOnce is how many files are queued together to have their previews made
// anew, so that uploads do not wait behind them.
const renewedAtOnce = 20

// RenewPreviews has files read again whose previews were made by the rules of an
// earlier release, some at a time.
func (s *Shop) RenewPreviews(ctx context.Context) error {
	if busy, err := s.db.JobDue(ctx, JobRereadFile); err != nil || busy {
		return err
	}
	refs, err := s.db.FilesShownBefore(ctx, inspect.PreviewRules, renewedAtOnce)
	if err != nil || len(refs) == 0 {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error { return s.enqueueRereads(ctx, tx, refs) })
}

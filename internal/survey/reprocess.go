package survey

import (
	"context"

	"vitrine/internal/inspect"
	"vitrine/internal/store"
)

// queuedAtOnce is how many files one transaction queues. Previews are made anew for so
// many at a time, and for more when those were read.
const queuedAtOnce = 20

// Reprocess has stored files read again: all, or those of one model. It returns
// their number.
func (r *Reader) Reprocess(ctx context.Context, modelID int64) (files int, err error) {
	if modelID != 0 {
		if _, err := r.db.ModelRow(ctx, modelID); err != nil {
			return 0, err
		}
	}
	for after := int64(0); ; {
		refs, err := r.db.FilesAfter(ctx, after, modelID, queuedAtOnce)
		if err != nil || len(refs) == 0 {
			return files, err
		}
		if err := r.db.Write(ctx, func(tx *store.Tx) error { return r.surveyor.queueRereads(ctx, tx, refs) }); err != nil {
			return files, err
		}
		after, files = refs[len(refs)-1].FileID, files+len(refs)
	}
}

// PreviewsToRenew reports whether any file has a preview by the rules of an earlier release.
func (r *Reader) PreviewsToRenew(ctx context.Context) (bool, error) {
	refs, err := r.db.FilesShownBefore(ctx, inspect.PreviewRules, 1)
	return len(refs) > 0, err
}

// RenewPreviews has files read again whose previews were made by the rules of an
// earlier release, some at a time.
func (r *Reader) RenewPreviews(ctx context.Context) error {
	if busy, err := r.db.JobDue(ctx, JobRereadFile); err != nil || busy {
		return err
	}
	refs, err := r.db.FilesShownBefore(ctx, inspect.PreviewRules, queuedAtOnce)
	if err != nil || len(refs) == 0 {
		return err
	}
	return r.db.Write(ctx, func(tx *store.Tx) error { return r.surveyor.queueRereads(ctx, tx, refs) })
}

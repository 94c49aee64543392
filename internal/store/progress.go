package store

import (
	"context"
	"fmt"
)

// Progress is how far the files of a model are read: of one with a draft version, those of
// that.
type Progress struct {
	AuthorID int64
	Mark     string // another one once the model has changed, or the reading has gone on
	Pending  int    // files that are read, or wait to be
}

// Progress returns how far the files of a model are read, which costs a row by its key: whoever
// follows a reading asks again and again. The log of changes knows nothing of drafts.
func (r *reads) Progress(ctx context.Context, modelID int64) (p Progress, err error) {
	var version, copied, copiedVersion int64
	var working int
	err = r.row(ctx, fmt.Sprintf("there is no model %d", modelID), `SELECT m.author_id, m.version, COALESCE(d.id, 0), COALESCE(d.version, 0),
			COUNT(f.id), COUNT(f.working_from)
		FROM models m
		LEFT JOIN models d ON d.draft_of = m.id AND d.draft_of > 0 AND d.deleted_at IS NULL
		LEFT JOIN files f ON f.model_id = COALESCE(d.id, m.id) AND f.deleted_at IS NULL
			AND (f.status = 'processing' OR f.working_from IS NOT NULL OR f.queued_from IS NOT NULL)
		WHERE m.id = $1 AND m.draft_of = 0 AND m.deleted_at IS NULL
		GROUP BY m.author_id, m.version, d.id, d.version`, []any{modelID},
		&p.AuthorID, &version, &copied, &copiedVersion, &p.Pending, &working)
	p.Mark = fmt.Sprintf("%d.%d.%d.%d.%d", version, copied, copiedVersion, p.Pending, working)
	return p, err
}

package shop

import (
	"context"
	"time"

	"vitrine/internal/store"
)

// answersKept is how long the first answers to requests with an
// Idempotency-Key are kept.
const answersKept = 24 * time.Hour

// Forget removes what was only kept for a while: answers that are older than
// that, and old entries of the log of the catalogue's changes.
func (s *Shop) Forget(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.PruneIdempotencyKeys(ctx, s.now().Add(-answersKept)); err != nil {
			return err
		}
		return tx.ForgetChanges(ctx, s.now())
	})
}

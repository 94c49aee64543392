package shop

import (
	"context"
	"time"

	"vitrine/internal/store"
)

// answersKept is how long the first answers to requests with an
// Idempotency-Key are kept.
const answersKept = 24 * time.Hour

// ForgetAnswers removes answers that are older than that.
func (s *Shop) ForgetAnswers(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.PruneIdempotencyKeys(ctx, s.now().Add(-answersKept))
		return err
	})
}

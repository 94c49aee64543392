package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// Forget removes what was only kept for a while: answers to requests that can't
// be repeated any more, and old entries of the log of the catalogue's changes.
func (s *Shop) Forget(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.PruneIdempotencyKeys(ctx, s.now().Add(-vitrine.RepeatKept)); err != nil {
			return err
		}
		return tx.ForgetChanges(ctx, s.now())
	})
}

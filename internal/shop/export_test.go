package shop

import (
	"context"
	"time"

	"vitrine/internal/store"
)

// PauseWith replaces how the scheduled comparison waits.
func (s *Shop) PauseWith(pause func(context.Context, time.Duration) error) { s.pause = pause }

// PasswordsHashed is how many passwords the shop has hashed, to store or to compare them.
func (s *Shop) PasswordsHashed() int64 { return s.passwords.Hashed() }

// NewUUID makes a UUID at a time.
func NewUUID(now time.Time) string { return newUUID(now) }

// MergeSome does the first part of what MergeModels does.
func (s *Shop) MergeSome(ctx context.Context, tx *store.Tx, id int64) error {
	_, _, err := s.mergeSome(ctx, tx, id, 0)
	return err
}

package shop

import (
	"context"
	"time"
)

// PauseWith replaces how the scheduled comparison waits.
func (s *Shop) PauseWith(pause func(context.Context, time.Duration) error) { s.pause = pause }

// NewUUID makes a UUID at a time.
func NewUUID(now time.Time) string { return newUUID(now) }

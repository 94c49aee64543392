package shop

import (
	"context"
	"time"
)

// PauseWith replaces how the scheduled comparison waits.
func (s *Shop) PauseWith(pause func(context.Context, time.Duration) error) { s.pause = pause }

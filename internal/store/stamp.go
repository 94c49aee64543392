package store

import (
	"fmt"
	"time"
)

// stamp reads a stored time into a time.Time; null becomes the zero time.
type stamp time.Time

// time returns the time that was read.
func (s stamp) time() time.Time { return time.Time(s) }

// Scan implements sql.Scanner.
func (s *stamp) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		*s = stamp{}
	case int64:
		*s = stamp(time.UnixMicro(v).UTC())
	default:
		return fmt.Errorf("a stored time is %T, not an integer", v)
	}
	return nil
}

package shop

import (
	"context"
	"fmt"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// Came says when the money came that an operator confirms: a day such as 2026-03-31 in the marketplace's zone, or a moment
// such as 2026-03-31T09:30:00Z; "" for now.
type Came string

// Refuse refuses a time where there is none to say, but for the one that is stored: programs send what they read.
func (c Came) Refuse(stored time.Time, why string) error {
	if at, err := time.Parse(time.RFC3339, string(c)); c == "" || err == nil && at.Equal(stored) {
		return nil
	}
	return cameFault("not_allowed", why)
}

// cameAt is when money came by an operator's word, for what was made at a time; zero where they do not say. A day is its noon, which
// is of the same day in most other zones, or when that was made; paidAt takes now for the noon of today that is ahead.
func (s *Shop) cameAt(ctx context.Context, tx *store.Tx, made time.Time, came Came) (time.Time, error) {
	now := s.now()
	if at, err := time.Parse(time.RFC3339, string(came)); came == "" || err == nil {
		return at.UTC(), came.refuseMoment(at, made, now)
	}
	rules, err := tx.TaxRules(ctx)
	if err != nil {
		return time.Time{}, err
	}
	day, err := rules.Begins(string(came))
	if err != nil {
		return day, cameFault("bad_format", "write a day as 2026-03-31, or a moment as 2026-03-31T09:30:00Z")
	}
	// Days are written so that their texts are in their order.
	first, last := rules.Day(made), rules.Day(now)
	if text := string(came); text < first || text > last {
		return day, outside(text < first, fmt.Sprintf("write a day from %s, when it was made, to %s, which is today", first, last))
	}
	noon := time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, day.Location())
	if noon.Before(made) {
		noon = made // for each order of a checkout, too
	}
	return noon.UTC(), nil
}

// refuseMoment refuses a moment before something was made, or ahead.
func (c Came) refuseMoment(at, made, now time.Time) error {
	early := at.Before(made)
	if c == "" || !early && !at.After(now) {
		return nil
	}
	moment := func(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
	return outside(early, fmt.Sprintf("write a moment from %s, when it was made, to %s, which is now", moment(made), moment(now)))
}

// outside refuses a time before the one that it has to follow, or ahead.
func outside(early bool, detail string) error {
	if early {
		return cameFault("too_early", detail)
	}
	return cameFault("not_allowed", detail)
}

func cameFault(code, detail string) error {
	return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/paid_at", Code: code, Detail: detail}})
}

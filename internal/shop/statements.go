package shop

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// StatementMonth is a month that a seller has a statement of.
type StatementMonth struct {
	Month time.Time // its first moment, of UTC
	Final bool      // it is over: the statement stays as it is
}

// Name is the month as addresses have it, such as 2026-05.
func (m StatementMonth) Name() string { return m.Month.Format("2006-01") }

func monthOf(t time.Time) time.Time {
	t = t.UTC()
	return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// StatementMonths lists the months that a seller has statements of, the newest first: since they earned something.
func (s *Shop) StatementMonths(ctx context.Context, sellerID int64) (list []StatementMonth, err error) {
	first, err := s.db.FirstEarned(ctx, sellerID)
	if err != nil || first.IsZero() {
		return nil, err
	}
	now := monthOf(s.now())
	for month := now; !month.Before(monthOf(first)); month = month.AddDate(0, -1, 0) {
		list = append(list, StatementMonth{month, month.Before(now)})
	}
	return list, nil
}

// MonthIsOver reports whether nothing is booked in a month any more.
func (s *Shop) MonthIsOver(month time.Time) bool { return month.Before(monthOf(s.now())) }

// Statements returns the statements of a seller of a month, by currency, and has each entry that moved something
// given to a function; nil for none. NotFound for a month that is not there.
func (s *Shop) Statements(ctx context.Context, sellerID int64, month time.Time, each func(vitrine.StatementEntry) error) (
	list []vitrine.SellerStatement, err error,
) {
	months, err := s.StatementMonths(ctx, sellerID)
	if err != nil {
		return nil, err
	}
	if len(months) == 0 || month.After(months[0].Month) || month.Before(months[len(months)-1].Month) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no statement of %s", month.Format("2006-01"))
	}
	err = s.db.Look(ctx, func(at *store.View) error {
		list, err = at.SellerStatements(ctx, sellerID, month, month.AddDate(0, 1, 0), func(e vitrine.StatementEntry) error {
			if each == nil || e.Net == 0 && e.Share == 0 && e.Tax == 0 {
				return nil
			}
			return each(e)
		})
		return err
	})
	return list, err
}

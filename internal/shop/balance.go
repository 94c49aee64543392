package shop

import (
	"context"
	"fmt"
	"time"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/store"
)

// releasedAtOnce is how many orders one transaction releases the earnings of.
const releasedAtOnce = 20

// ReleaseEarnings makes available what sellers have earned, and was on hold for as long as the
// house says.
func (s *Shop) ReleaseEarnings(ctx context.Context) error {
	house, err := s.House(ctx)
	if err != nil {
		return err
	}
	for n := releasedAtOnce; n == releasedAtOnce; {
		err := s.db.Write(ctx, func(tx *store.Tx) error {
			ids, err := tx.HeldOrders(ctx, s.now().Add(-house.HoldTime()), releasedAtOnce)
			for n = len(ids); err == nil && len(ids) > 0; ids = ids[1:] {
				err = s.releaseEarned(ctx, tx, ids[0])
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("release what sellers earned: %w", err)
		}
	}
	return nil
}

func (s *Shop) releaseEarned(ctx context.Context, tx *store.Tx, orderID int64) error {
	o, err := tx.Order(ctx, orderID)
	if err != nil {
		return err
	}
	booked, err := tx.EntriesOfOrder(ctx, orderID)
	if err != nil {
		return err
	}
	st, ok := ledger.Stand(saleOf(o, ""), booked)
	if ok && o.Status == vitrine.Paid && st.Held > 0 {
		// After a dispute that was won it is released once more.
		entry, err := st.Release(ledger.Cause(orderID, fmt.Sprintf("released:%d", len(booked))))
		if err := s.enter(ctx, tx, entry, err); err != nil {
			return err
		}
	}
	return tx.HoldEarnings(ctx, orderID, time.Time{})
}

package shop

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// House returns what the operator says about the marketplace, as any process has known
// it within a fifth of a second.
func (s *Shop) House(ctx context.Context) (vitrine.House, error) {
	now := s.now()
	s.lookAtCallers(ctx, now)
	known, epoch, ok := s.house.Find("", now)
	if ok {
		return known, nil
	}
	house, err := s.db.House(ctx)
	if err != nil {
		return house, err
	}
	s.house.Put("", house, epoch, now, time.Time{})
	return house, nil
}

// SetHouse stores what the operator says about the marketplace.
func (s *Shop) SetHouse(ctx context.Context, house vitrine.House) error {
	if err := vitrine.InvalidFields(house.Check()); err != nil {
		return err
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.SetHouse(ctx, house) })
	s.forgetCallers()
	return err
}

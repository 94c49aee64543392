package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// House returns what the operator says about the marketplace, as any process has known
// it within a fifth of a second.
func (s *Shop) House(ctx context.Context) (vitrine.House, error) {
	s.lookAtCallers(ctx, s.now())
	if known := s.house.Load(); known != nil {
		return *known, nil
	}
	house, err := s.db.House(ctx)
	if err != nil {
		return house, err
	}
	s.house.Store(&house)
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

package shop

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// Limits returns the settings with what operators have said since the server was started, as
// any process has known it within a fifth of a second.
func (s *Shop) Limits(ctx context.Context) (Settings, error) {
	house, err := s.House(ctx)
	return s.limited(house), err
}

// LimitsIn is Limits as a transaction reads them: one that waited for another connection to
// the database would keep its own from those who wait for that.
func (s *Shop) LimitsIn(ctx context.Context, tx *store.Tx) (Settings, error) {
	house, err := tx.House(ctx)
	return s.limited(house), err
}

// started are the limits that the server was started with.
func (s *Shop) started() vitrine.Limits {
	set := s.settings
	return vitrine.Limits{
		FileBytes: set.FileSize, Files: int64(set.Files), ImageBytes: set.ImageSize, Images: int64(set.Images),
		OrderSeconds: int64(set.OrderLifetime / time.Second),
	}
}

// limited lowers what the server was started with. It may have been started with less since
// operators said what they did.
func (s *Shop) limited(house vitrine.House) Settings {
	set, said := s.Settings(), house.Limits
	set.FileSize, set.ImageSize = lower(set.FileSize, said.FileBytes), lower(set.ImageSize, said.ImageBytes)
	set.Files, set.Images = int(lower(int64(set.Files), said.Files)), int(lower(int64(set.Images), said.Images))
	if said.OrderSeconds > 0 {
		set.OrderLifetime = time.Duration(said.OrderSeconds) * time.Second
	}
	return set
}

func lower(most, said int64) int64 {
	if said <= 0 {
		return most
	}
	return min(most, said)
}

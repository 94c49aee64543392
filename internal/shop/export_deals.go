package shop

import (
	"context"

	"vitrine"
)

func (s *Shop) exportPromotions(ctx context.Context, user vitrine.User, add func(any) error) error {
	list, err := s.db.Promotions(ctx, user.ID, false, promotionsListed)
	if err != nil {
		return err
	}
	for _, p := range list {
		record := object{
			"id": p.ID, "name": p.Name, "state": p.StateAt(s.now()), "price": amountOrNull(p.Lower.To), "model_ids": p.ModelIDs,
			"begins_at": when(p.BeginsAt), "ends_at": when(p.EndsAt), "time_zone": p.Zone, "created_at": when(p.CreatedAt),
		}
		if p.Lower.To == nil {
			record["percent"] = p.Lower.Percent
		}
		if err := add(record); err != nil {
			return err
		}
	}
	return nil
}

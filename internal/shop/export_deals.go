package shop

import (
	"context"

	"vitrine"
)

func (s *Shop) exportCoupons(ctx context.Context, user vitrine.User, add func(any) error) error {
	list, err := s.db.Coupons(ctx, user.ID, couponsListed)
	if err != nil {
		return err
	}
	for _, c := range list {
		record := object{
			"id": c.ID, "code": c.Code, "name": c.Name, "state": c.StateAt(s.now()), "amount": amountOrNull(c.Less.Amount),
			"model_ids": c.ModelIDs, "uses": c.Uses, "uses_each": c.UsesEach, "begins_at": when(c.BeginsAt), "ends_at": when(c.EndsAt),
			"time_zone": c.Zone, "created_at": when(c.CreatedAt),
		}
		if c.Less.Amount == nil {
			record["percent"] = c.Less.Percent
		}
		if err := add(record); err != nil {
			return err
		}
	}
	return nil
}

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

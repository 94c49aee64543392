package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
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

func (s *Shop) exportBundles(ctx context.Context, user vitrine.User, add func(any) error) error {
	list, err := s.db.Bundles(ctx, store.BundleQuery{SellerID: user.ID, Limit: bundlesListed})
	if err != nil {
		return err
	}
	for _, b := range list {
		err := add(object{
			"id": b.ID, "name": b.Name, "state": b.StateAt(s.now()), "price": b.Price.String(), "model_ids": b.ModelIDs(),
			"begins_at": when(b.BeginsAt), "ends_at": when(b.EndsAt), "time_zone": b.Zone, "created_at": when(b.CreatedAt),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

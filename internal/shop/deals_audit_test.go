package shop_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/tax"
)

// promotionActs are those of sellers and operators who lower prices for a time.
func promotionActs() []act {
	// planned makes a promotion of which nothing is noted as the operator's.
	planned := func(t *testing.T, a *acting) *vitrine.Promotion {
		t.Helper()
		p, err := a.shop.PlanPromotion(t.Context(), a.seller, plan(20, a.clock.Now().Add(time.Hour), a.model.ID))
		wantCode(t, "plan", err, "")
		return p
	}
	return []act{
		{"PlanPromotion", "promotion.plan", func(_ *testing.T, a *acting) error {
			_, err := a.shop.PlanPromotion(a.ctx, a.seller, plan(20, a.clock.Now().Add(time.Hour), a.model.ID))
			return err
		}},
		{"ChangePromotion", "promotion.change", func(t *testing.T, a *acting) error {
			p := planned(t, a)
			_, err := a.shop.ChangePromotion(a.ctx, a.seller, p.ID, shop.PromotionChange{Percent: vitrine.Some[int64](30)}, nil)
			return err
		}},
		{"EndPromotion", "promotion.end", func(t *testing.T, a *acting) error {
			p := planned(t, a)
			_, err := a.shop.EndPromotion(a.ctx, a.seller, p.ID, nil)
			return err
		}},
		{"TakePart", "promotion.join", func(_ *testing.T, a *acting) error { return a.shop.TakePart(a.ctx, a.seller, true) }},
	}
}

// taxActs are those of operators and sellers who say how sales are taxed, and by whom.
func taxActs() []act {
	finnish := tax.Rate{Country: "FI", Rate: 1000, From: "2020-01-01"}
	return []act{
		{"SetTaxRules", "tax.change", func(t *testing.T, a *acting) error {
			chief := a.operator(t)
			rules, err := a.shop.TaxRules(t.Context())
			wantCode(t, "read the rules", err, "")
			rules.Series = "BILL-"
			return a.shop.SetTaxRules(a.ctx, chief, rules, nil)
		}},
		{"AddTaxRate", "tax.rate", func(t *testing.T, a *acting) error { return a.shop.AddTaxRate(a.ctx, a.operator(t), finnish) }},
		{"EndTaxRate", "tax.rate-end tax.rate", func(t *testing.T, a *acting) error {
			chief := a.operator(t)
			wantCode(t, "add", a.shop.AddTaxRate(t.Context(), chief, finnish), "")
			list, err := a.shop.TaxRates(t.Context(), chief)
			wantCode(t, "list", err, "")
			return a.shop.EndTaxRate(a.ctx, chief, list.Own[0].ID, "2030-01-01")
		}},
		{"SetTaxProfile", "tax.profile", func(_ *testing.T, a *acting) error {
			p := vitrine.TaxProfile{Party: vitrine.Party{Name: "Sally Seller", Address: "1 Harbour Street", Country: "DE"}}
			return a.keep("Sally", a.shop.SetTaxProfile(a.ctx, a.as(a.seller, false), p))
		}},
	}
}

// couponActs are those of sellers and operators who make codes.
func couponActs() []act {
	// made makes a coupon of which nothing is noted as the operator's.
	made := func(t *testing.T, a *acting) *vitrine.Coupon {
		t.Helper()
		c, err := a.shop.MakeCoupon(t.Context(), a.seller, percentOff("ACT-1", 20))
		wantCode(t, "make", err, "")
		return c
	}
	return []act{
		{"MakeCoupon", "coupon.make", func(_ *testing.T, a *acting) error {
			_, err := a.shop.MakeCoupon(a.ctx, a.seller, percentOff("ACT-2", 20))
			return err
		}},
		{"ChangeCoupon", "coupon.change", func(t *testing.T, a *acting) error {
			_, err := a.shop.ChangeCoupon(a.ctx, a.seller, made(t, a).ID, shop.CouponChange{Percent: vitrine.Some[int64](30)}, nil)
			return err
		}},
		{"EndCoupon", "coupon.end", func(t *testing.T, a *acting) error { return a.shop.EndCoupon(a.ctx, a.seller, made(t, a).ID, nil) }},
	}
}

// bundleActs are those of sellers and operators about bundles.
func bundleActs() []act {
	// made makes a bundle of which nothing is noted as the operator's.
	made := func(t *testing.T, a *acting) *vitrine.Bundle {
		t.Helper()
		b, err := a.shop.MakeBundle(t.Context(), a.seller, bundleOf("Set", 100, a.model.ID, a.publish(t, "Stool", 1000).ID))
		wantCode(t, "make", err, "")
		return b
	}
	return []act{
		{"MakeBundle", "bundle.make", func(t *testing.T, a *acting) error {
			_, err := a.shop.MakeBundle(a.ctx, a.seller, bundleOf("Set", 100, a.model.ID, a.publish(t, "Stool", 1000).ID))
			return err
		}},
		{"ChangeBundle", "bundle.change", func(t *testing.T, a *acting) error {
			_, err := a.shop.ChangeBundle(a.ctx, a.seller, made(t, a).ID, shop.BundleChange{Price: vitrine.Some[vitrine.Amount](200)}, nil)
			return err
		}},
		{"EndBundle", "bundle.end", func(t *testing.T, a *acting) error { return a.shop.EndBundle(a.ctx, a.seller, made(t, a).ID, nil) }},
	}
}

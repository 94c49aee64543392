package shop

import (
	"context"
	"slices"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// CouponChange is what somebody wants of a coupon.
type CouponChange struct {
	Code     vitrine.Optional[string]
	Name     vitrine.Optional[string]
	Percent  vitrine.Optional[int64]          // null, or with Amount: none
	Amount   vitrine.Optional[vitrine.Amount] // null, or with Percent: none
	ModelIDs vitrine.Optional[[]int64]        // null: all
	Uses     vitrine.Optional[int64]          // null: any number, as for UsesEach
	UsesEach vitrine.Optional[int64]
	BeginsAt vitrine.Optional[time.Time]
	EndsAt   vitrine.Optional[time.Time] // null: no end
	Zone     vitrine.Optional[string]
	Faults   []vitrine.Field // found while it was read
}

// NewCoupon is a coupon to be.
type NewCoupon struct {
	CouponChange
	Whole  bool // for the models of all sellers who take part: for operators
	Answer Answer[*vitrine.Coupon]
}

// CountedCoupon is a coupon with how often it was used.
type CountedCoupon struct {
	*vitrine.Coupon
	Used int64
}

// couponsListed is how many coupons are read at once.
const couponsListed = 1000

// Coupons lists what the caller made, or what is made for the whole shop, the newest first.
func (s *Shop) Coupons(ctx context.Context, caller vitrine.Caller, whole bool) ([]CountedCoupon, error) {
	if whole {
		if err := s.mayDeal(ctx, caller, true); err != nil {
			return nil, err
		}
	}
	list, err := s.db.Coupons(ctx, dealerOf(caller, whole), couponsListed)
	if err != nil {
		return nil, err
	}
	uses, err := s.db.UsesOfCoupons(ctx, dealerOf(caller, whole), s.counting())
	counted := make([]CountedCoupon, len(list))
	for i, c := range list {
		counted[i] = CountedCoupon{c, uses[c.ID]}
	}
	return counted, err
}

// Coupon returns a coupon of the caller; NotFound for those of others.
func (s *Shop) Coupon(ctx context.Context, caller vitrine.Caller, id int64) (CountedCoupon, error) {
	c, err := s.db.Coupon(ctx, id)
	if err != nil {
		return CountedCoupon{}, err
	}
	if err := ownDeal(caller, c.SellerID, "coupon", id); err != nil {
		return CountedCoupon{}, err
	}
	used, err := s.db.CouponUses(ctx, c.ID, "", s.counting())
	return CountedCoupon{c, used}, err
}

// TakesCoupons reports whether there is any code to enter.
func (s *Shop) TakesCoupons(ctx context.Context) (bool, error) { return s.db.AnyCoupon(ctx) }

// MakeCoupon makes a coupon.
func (s *Shop) MakeCoupon(ctx context.Context, caller vitrine.Caller, n NewCoupon) (*vitrine.Coupon, error) {
	if err := s.mayDeal(ctx, caller, n.Whole); err != nil {
		return nil, err
	}
	c := &vitrine.Coupon{SellerID: dealerOf(caller, n.Whole), Zone: "UTC", BeginsAt: s.now(), CreatedAt: s.now(), UpdatedAt: s.now()}
	faults := n.apply(c)
	if err := vitrine.InvalidFields(append(faults, s.checkCoupon(c)...)); err != nil {
		return nil, err
	}
	return c, s.db.Write(ctx, func(tx *store.Tx) error {
		open, err := tx.CouponsOpen(ctx, c.SellerID)
		if err != nil {
			return err
		}
		if open >= vitrine.MaxCoupons {
			return vitrine.Errorf(vitrine.Conflict, "%d coupons are there, as many as may: end one first", open)
		}
		if err := fitCoupon(ctx, tx, c); err != nil {
			return err
		}
		if err := tx.InsertCoupon(ctx, c); err != nil {
			return err
		}
		if err := s.Note(ctx, tx, Noted{Act: vitrine.ActCouponMake, ID: idText(c.ID), After: couponFacts(c)}); err != nil {
			return err
		}
		return n.Answer.save(ctx, tx, c)
	})
}

// checkCoupon returns what is wrong with a coupon in the marketplace's currency.
func (s *Shop) checkCoupon(c *vitrine.Coupon) []vitrine.Field {
	return append(c.Check(s.now()), s.checkCoins("/amount", c.Less.Amount)...)
}

// apply makes the change in c, and returns what was wrong with it.
func (n CouponChange) apply(c *vitrine.Coupon) []vitrine.Field {
	set(&c.BeginsAt, n.BeginsAt)
	set(&c.EndsAt, n.EndsAt)
	set(&c.Zone, n.Zone)
	set(&c.Uses, n.Uses)
	set(&c.UsesEach, n.UsesEach)
	if n.Code.Set {
		c.Code = vitrine.FoldCoupon(n.Code.Value)
	}
	if n.Name.Set {
		c.Name = strings.TrimSpace(n.Name.Value)
	}
	if n.Percent.Set && !n.Percent.Null || n.Amount.Set && !n.Amount.Null {
		c.Less = vitrine.Less{}
	}
	if n.Percent.Set && !n.Percent.Null {
		c.Less.Percent = n.Percent.Value
	}
	if n.Amount.Set && !n.Amount.Null {
		amount := n.Amount.Value
		c.Less.Amount = &amount
	}
	if n.ModelIDs.Set {
		c.ModelIDs = namedModels(n.ModelIDs)
	}
	faults := slices.Clone(n.Faults)
	for pointer, uses := range map[string]vitrine.Optional[int64]{"/uses": n.Uses, "/uses_each": n.UsesEach} {
		if uses.Set && !uses.Null && uses.Value == 0 {
			faults = append(faults, vitrine.Field{Pointer: pointer, Code: "not_allowed",
				Detail: "say 1 or more, or null for any number"})
		}
	}
	return faults
}

// fitCoupon refuses a coupon of models of others, and a code that its owner has already.
func fitCoupon(ctx context.Context, tx *store.Tx, c *vitrine.Coupon) error {
	if err := fitModels(ctx, tx, c.SellerID, c.ModelIDs); err != nil {
		return err
	}
	others, err := tx.CouponsOfCode(ctx, c.Code)
	if err != nil {
		return err
	}
	for _, other := range others {
		if other.SellerID == c.SellerID && other.ID != c.ID {
			detail := "another coupon of yours has this code: end it, or choose another code"
			return &vitrine.Error{Code: vitrine.Conflict, Message: detail,
				Fields: []vitrine.Field{{Pointer: "/code", Code: "taken", Detail: detail}}}
		}
	}
	return nil
}

// ChangeCoupon changes a coupon. Orders that it was entered for keep their price while it is good.
func (s *Shop) ChangeCoupon(
	ctx context.Context, caller vitrine.Caller, id int64, change CouponChange, pre Precondition,
) (c *vitrine.Coupon, err error) {
	return c, s.db.Write(ctx, func(tx *store.Tx) error {
		if c, err = s.couponToChange(ctx, tx, caller, id, pre); err != nil {
			return err
		}
		before := couponFacts(c)
		faults := change.apply(c)
		if err := vitrine.InvalidFields(append(faults, s.checkCoupon(c)...)); err != nil {
			return err
		}
		if err := fitCoupon(ctx, tx, c); err != nil {
			return err
		}
		c.UpdatedAt = s.now()
		if err := tx.UpdateCoupon(ctx, c); err != nil {
			return err
		}
		return s.noteChange(ctx, tx, Noted{Act: vitrine.ActCouponChange, ID: idText(id), Before: before, After: couponFacts(c)})
	})
}

func (s *Shop) couponToChange(
	ctx context.Context, tx *store.Tx, caller vitrine.Caller, id int64, pre Precondition,
) (*vitrine.Coupon, error) {
	c, err := tx.Coupon(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := ownDeal(caller, c.SellerID, "coupon", id); err != nil {
		return nil, err
	}
	if !c.EndedAt.IsZero() {
		return nil, vitrine.Errorf(vitrine.Conflict, "the coupon was ended: make another one")
	}
	return c, pre.check(c.Version)
}

// EndCoupon ends a coupon: it lowers nothing any more, and its code can be given to another one.
func (s *Shop) EndCoupon(ctx context.Context, caller vitrine.Caller, id int64, pre Precondition) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		c, err := s.couponToChange(ctx, tx, caller, id, pre)
		if err != nil {
			return err
		}
		before := couponFacts(c)
		c.EndedAt, c.UpdatedAt = s.now(), s.now()
		if err := tx.UpdateCoupon(ctx, c); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActCouponEnd, ID: idText(id), Before: before, After: couponFacts(c)})
	})
}

func couponFacts(c *vitrine.Coupon) facts {
	said := facts{"code": c.Code, "name": c.Name, "percent": c.Less.Percent, "amount": amountOrNull(c.Less.Amount), "models": c.ModelIDs,
		"uses": c.Uses, "uses_each": c.UsesEach, "begins_at": c.BeginsAt, "ends_at": when(c.EndsAt), "ended": !c.EndedAt.IsZero()}
	if c.SellerID != 0 {
		said["seller"] = c.SellerID
	}
	return said
}

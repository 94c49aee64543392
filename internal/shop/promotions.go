package shop

import (
	"context"
	"slices"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// PromotionChange is what somebody wants of a promotion.
type PromotionChange struct {
	Name     vitrine.Optional[string]
	Percent  vitrine.Optional[int64]          // null, or with Price: none
	Price    vitrine.Optional[vitrine.Amount] // null, or with Percent: none
	ModelIDs vitrine.Optional[[]int64]        // null: all
	BeginsAt vitrine.Optional[time.Time]
	EndsAt   vitrine.Optional[time.Time]
	Zone     vitrine.Optional[string]
	Faults   []vitrine.Field // found while it was read
}

// NewPromotion is a promotion to be.
type NewPromotion struct {
	PromotionChange
	Whole  bool // of all sellers who take part: for operators
	Answer Answer[*vitrine.Promotion]
}

// promotionsListed is how many promotions are read at once: those of years.
const promotionsListed = 500

// mayDeal refuses what is of the whole shop to who does not act as its operator, and what is of a seller to who may not sell.
func (s *Shop) mayDeal(ctx context.Context, caller vitrine.Caller, whole bool) error {
	switch {
	case !whole:
		house, err := s.House(ctx)
		if err != nil {
			return err
		}
		return maySell(house, caller)
	case !caller.Admin():
		return &vitrine.Error{Code: vitrine.Forbidden, Scope: string(vitrine.ScopeAdmin),
			Message: "what is of the whole marketplace is for admins: the access token lacks the scope " + string(vitrine.ScopeAdmin)}
	default:
		return nil
	}
}

// ActsAtDesk refuses a change for the whole marketplace to who does not operate it any more, or has not shown just now that it is them.
func (s *Shop) ActsAtDesk(ctx context.Context, in SignedIn) error {
	return s.operate(ctx, in, func(*store.Tx, SignedIn) error { return nil })
}

// dealerOf is whose deals a caller looks after: 0 for those of the whole shop.
func dealerOf(caller vitrine.Caller, whole bool) int64 {
	if whole {
		return 0
	}
	return caller.User.ID
}

// ownDeal is NotFound for a deal of somebody else; those of the whole shop, whose seller is 0, are the operators'.
func ownDeal(caller vitrine.Caller, sellerID int64, what string, id int64) error {
	if sellerID == caller.User.ID || sellerID == 0 && caller.Admin() {
		return nil
	}
	return vitrine.Errorf(vitrine.NotFound, "there is no %s %d", what, id)
}

// Promotions lists what the caller planned, or what is planned for the whole shop, the newest first.
func (s *Shop) Promotions(ctx context.Context, caller vitrine.Caller, whole bool) ([]*vitrine.Promotion, error) {
	if whole {
		if err := s.mayDeal(ctx, caller, true); err != nil {
			return nil, err
		}
	}
	return s.db.Promotions(ctx, dealerOf(caller, whole), false, promotionsListed)
}

// Promotion returns a promotion of the caller; NotFound for those of others.
func (s *Shop) Promotion(ctx context.Context, caller vitrine.Caller, id int64) (*vitrine.Promotion, error) {
	p, err := s.db.Promotion(ctx, id)
	if err != nil {
		return nil, err
	}
	return p, ownDeal(caller, p.SellerID, "promotion", id)
}

// PlanPromotion plans a promotion. One that begins now lowers its prices before the answer.
func (s *Shop) PlanPromotion(ctx context.Context, caller vitrine.Caller, n NewPromotion) (*vitrine.Promotion, error) {
	if err := s.mayDeal(ctx, caller, n.Whole); err != nil {
		return nil, err
	}
	p := &vitrine.Promotion{SellerID: dealerOf(caller, n.Whole), Zone: "UTC", State: vitrine.PromotionPlanned, Carried: true,
		CreatedAt: s.now()}
	faults := n.apply(p)
	if !n.BeginsAt.Set {
		p.BeginsAt = s.now()
	}
	p.UpdatedAt = s.now()
	if err := vitrine.InvalidFields(append(faults, s.checkPromotion(p)...)); err != nil {
		return nil, err
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		if err := s.fitPromotion(ctx, tx, p); err != nil {
			return err
		}
		if err := tx.InsertPromotion(ctx, p); err != nil {
			return err
		}
		if err := s.Note(ctx, tx, Noted{Act: vitrine.ActPromotionPlan, ID: idText(p.ID), After: promotionFacts(p)}); err != nil {
			return err
		}
		return n.Answer.save(ctx, tx, p)
	})
	if err != nil {
		return nil, err
	}
	return s.carriedNow(ctx, p)
}

// checkPromotion returns what is wrong with a promotion in the marketplace's currency.
func (s *Shop) checkPromotion(p *vitrine.Promotion) []vitrine.Field {
	return append(p.Check(s.now()), s.checkCoins("/price", p.Lower.To)...)
}

// checkCoins finds an amount that the marketplace's currency has no coins for.
func (s *Shop) checkCoins(pointer string, a *vitrine.Amount) []vitrine.Field {
	if a == nil {
		return nil
	}
	if err := vitrine.CheckStep(*a, s.currencyNow()); err != nil {
		return []vitrine.Field{{Pointer: pointer, Code: "bad_price", Detail: err.Error()}}
	}
	return nil
}

// apply makes the change in p, and returns what was wrong with it.
func (c PromotionChange) apply(p *vitrine.Promotion) []vitrine.Field {
	set(&p.BeginsAt, c.BeginsAt)
	set(&p.EndsAt, c.EndsAt)
	set(&p.Zone, c.Zone)
	if c.Name.Set {
		p.Name = strings.TrimSpace(c.Name.Value)
	}
	if c.Percent.Set && !c.Percent.Null || c.Price.Set && !c.Price.Null {
		p.Lower = vitrine.Lowering{}
	}
	if c.Percent.Set && !c.Percent.Null {
		p.Lower.Percent = c.Percent.Value
	}
	if c.Price.Set && !c.Price.Null {
		to := c.Price.Value
		p.Lower.To = &to
	}
	if c.ModelIDs.Set {
		p.ModelIDs = namedModels(c.ModelIDs)
	}
	return slices.Clone(c.Faults)
}

// namedModels returns those that a promotion or coupon names, in ascending order; nil for null, which is all.
func namedModels(ids vitrine.Optional[[]int64]) []int64 {
	if ids.Null {
		return nil
	}
	return append([]int64{}, slices.Compact(slices.Sorted(slices.Values(ids.Value)))...) // none named is not all
}

// fitPromotion refuses a promotion that names models of others, that meets another one, or that is one too many.
func (s *Shop) fitPromotion(ctx context.Context, tx *store.Tx, p *vitrine.Promotion) error {
	if err := fitModels(ctx, tx, p.SellerID, p.ModelIDs); err != nil {
		return err
	}
	others, err := tx.Promotions(ctx, p.SellerID, true, promotionsListed)
	if err != nil {
		return err
	}
	count := 0
	for _, other := range others {
		if other.ID == p.ID {
			continue
		}
		if count++; p.ID == 0 && count >= vitrine.MaxPromotions {
			return vitrine.Errorf(vitrine.Conflict, "%d promotions are planned or running, as many as may: cancel one first", count)
		}
		if p.Meets(other) {
			detail := "another promotion lowers prices of the same models in this time: " + other.Name
			return &vitrine.Error{Code: vitrine.Conflict, Message: detail,
				Fields: []vitrine.Field{{Pointer: "/begins_at", Code: "overlaps", Detail: detail}}}
		}
	}
	return nil
}

// fitModels refuses models that are not there, or not of the seller; of the whole shop none need be named.
func fitModels(ctx context.Context, tx *store.Tx, sellerID int64, ids []int64) error {
	authors, err := tx.AuthorsOf(ctx, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if author, ok := authors[id]; !ok || sellerID != 0 && author != sellerID {
			return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/model_ids", Code: "unknown",
				Detail: "there is no model " + idText(id) + " of yours"}})
		}
	}
	return nil
}

// ChangePromotion changes a promotion. Of one that runs the name and the end can be changed.
func (s *Shop) ChangePromotion(
	ctx context.Context, caller vitrine.Caller, id int64, change PromotionChange, pre Precondition,
) (p *vitrine.Promotion, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if p, err = s.promotionToChange(ctx, tx, caller, id, pre); err != nil {
			return err
		}
		before, was := promotionFacts(p), *p
		faults := append(change.apply(p), s.checkPromotion(p)...)
		if p.State == vitrine.PromotionRunning && (p.Lower.Percent != was.Lower.Percent || !sameAmount(p.Lower.To, was.Lower.To) ||
			!p.BeginsAt.Equal(was.BeginsAt) || !slices.Equal(p.ModelIDs, was.ModelIDs)) {
			return vitrine.Errorf(vitrine.Conflict, "the promotion runs: its name and end can be changed, or it is ended")
		}
		if err := vitrine.InvalidFields(faults); err != nil {
			return err
		}
		if err := s.fitPromotion(ctx, tx, p); err != nil {
			return err
		}
		p.UpdatedAt = s.now()
		if err := tx.UpdatePromotion(ctx, p, !slices.Equal(p.ModelIDs, was.ModelIDs)); err != nil {
			return err
		}
		return s.noteChange(ctx, tx, Noted{Act: vitrine.ActPromotionChange, ID: idText(id), Before: before, After: promotionFacts(p)})
	})
	if err != nil {
		return nil, err
	}
	return s.carriedNow(ctx, p)
}

func sameAmount(a, b *vitrine.Amount) bool { return a == b || a != nil && b != nil && *a == *b }

func (s *Shop) promotionToChange(
	ctx context.Context, tx *store.Tx, caller vitrine.Caller, id int64, pre Precondition,
) (*vitrine.Promotion, error) {
	p, err := tx.Promotion(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := ownDeal(caller, p.SellerID, "promotion", id); err != nil {
		return nil, err
	}
	if state := p.StateAt(s.now()); state == vitrine.PromotionEnded || state == vitrine.PromotionCanceled {
		return nil, vitrine.Errorf(vitrine.Conflict, "the promotion is over: plan another one")
	}
	return p, pre.check(p.Version)
}

// EndPromotion cancels a promotion that is planned, and ends one that runs: prices are those of before when it answers.
func (s *Shop) EndPromotion(ctx context.Context, caller vitrine.Caller, id int64, pre Precondition) (p *vitrine.Promotion, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if p, err = s.promotionToChange(ctx, tx, caller, id, pre); err != nil {
			return err
		}
		before := promotionFacts(p)
		if p.State == vitrine.PromotionPlanned {
			p.State = vitrine.PromotionCanceled
		} else {
			p.State, p.Through, p.Carried = vitrine.PromotionEnded, 0, false
			p.EndsAt = later(p.BeginsAt.Add(time.Microsecond), s.now())
		}
		p.UpdatedAt = s.now()
		if err := tx.UpdatePromotion(ctx, p, false); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActPromotionEnd, ID: idText(id), Before: before, After: promotionFacts(p)})
	})
	if err != nil {
		return nil, err
	}
	return s.carriedNow(ctx, p)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func promotionFacts(p *vitrine.Promotion) facts {
	said := facts{"name": p.Name, "state": p.State, "percent": p.Lower.Percent, "price": amountOrNull(p.Lower.To), "models": p.ModelIDs,
		"begins_at": p.BeginsAt, "ends_at": p.EndsAt}
	if p.SellerID != 0 {
		said["seller"] = p.SellerID
	}
	return said
}

// TakesPart reports whether the caller takes part in what operators promote for the whole shop.
func (s *Shop) TakesPart(ctx context.Context, caller vitrine.Caller) (bool, error) {
	return s.db.TakesPart(ctx, caller.User.ID)
}

// TakePart says whether the caller takes part in what operators promote for the whole shop. What runs already goes on.
func (s *Shop) TakePart(ctx context.Context, caller vitrine.Caller, yes bool) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.TakesPart(ctx, caller.User.ID)
		if err != nil || before == yes {
			return err
		}
		if err := tx.TakePart(ctx, caller.User.ID, yes, s.now()); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActPromotionJoin, ID: idText(caller.User.ID), Before: facts{"takes_part": before},
			After: facts{"takes_part": yes}})
	})
}

package shop

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// BundleChange is what somebody wants of a bundle.
type BundleChange struct {
	Name     vitrine.Optional[string]
	Price    vitrine.Optional[vitrine.Amount]
	ModelIDs vitrine.Optional[[]int64]
	BeginsAt vitrine.Optional[time.Time]
	EndsAt   vitrine.Optional[time.Time] // null: no end
	Zone     vitrine.Optional[string]
	Faults   []vitrine.Field // found while it was read
}

// NewBundle is a bundle to be.
type NewBundle struct {
	BundleChange
	Answer Answer[*vitrine.Bundle]
}

// bundlesListed is how many bundles are read at once.
const bundlesListed = 1000

// Bundles lists what the caller made, or what all sellers did for operators, the newest first.
func (s *Shop) Bundles(ctx context.Context, caller vitrine.Caller, all bool) ([]*vitrine.Bundle, error) {
	q := store.BundleQuery{SellerID: caller.User.ID, Limit: bundlesListed}
	if all {
		if err := s.mayDeal(ctx, caller, true); err != nil {
			return nil, err
		}
		q.SellerID = 0
	}
	return s.db.Bundles(ctx, q)
}

// OfferedBundles lists bundles with one of these models that are sold now, the newest first.
func (s *Shop) OfferedBundles(ctx context.Context, limit int, models ...int64) ([]*vitrine.Bundle, error) {
	if len(models) == 0 {
		return nil, nil
	}
	list, err := s.db.Bundles(ctx, store.BundleQuery{ModelIDs: models, OnSale: s.now(), Limit: bundlesListed})
	list = slices.DeleteFunc(list, func(b *vitrine.Bundle) bool { return b.StateAt(s.now()) != vitrine.BundleOffered })
	return list[:min(len(list), limit)], err
}

// Bundle returns a bundle that is sold now, or that is the caller's own; the operator sees all. NotFound for others.
func (s *Shop) Bundle(ctx context.Context, caller vitrine.Caller, id int64) (*vitrine.Bundle, error) {
	b, err := s.db.Bundle(ctx, id)
	if err != nil || b.StateAt(s.now()) == vitrine.BundleOffered || caller.Admin() {
		return b, err
	}
	return b, ownDeal(caller, b.SellerID, "bundle", id)
}

// MakeBundle makes a bundle of models of the caller.
func (s *Shop) MakeBundle(ctx context.Context, caller vitrine.Caller, n NewBundle) (*vitrine.Bundle, error) {
	if err := s.mayDeal(ctx, caller, false); err != nil {
		return nil, err
	}
	b := &vitrine.Bundle{SellerID: caller.User.ID, SellerName: caller.User.Username, Zone: "UTC", BeginsAt: s.now(), CreatedAt: s.now(),
		UpdatedAt: s.now()}
	faults := n.apply(b)
	if !n.Price.Set {
		faults = append(faults, vitrine.Field{Pointer: "/price", Code: "required", Detail: "say what the models cost together"})
	}
	if err := vitrine.InvalidFields(append(faults, s.checkBundle(b)...)); err != nil {
		return nil, err
	}
	return b, s.db.Write(ctx, func(tx *store.Tx) error {
		open, err := tx.BundlesOpen(ctx, b.SellerID)
		if err != nil {
			return err
		}
		if open >= vitrine.MaxBundles {
			return vitrine.Errorf(vitrine.Conflict, "%d bundles are there, as many as may: end one first", open)
		}
		if err := s.fitBundle(ctx, tx, b); err != nil {
			return err
		}
		if err := tx.InsertBundle(ctx, b); err != nil {
			return err
		}
		if err := s.Note(ctx, tx, Noted{Act: vitrine.ActBundleMake, ID: idText(b.ID), After: bundleFacts(b)}); err != nil {
			return err
		}
		return n.Answer.save(ctx, tx, b)
	})
}

// checkBundle returns what is wrong with a bundle in the marketplace's currency.
func (s *Shop) checkBundle(b *vitrine.Bundle) []vitrine.Field {
	faults := append(b.Check(s.now()), s.checkCoins("/price", &b.Price)...)
	if least := payment.Least(s.payments, s.currencyNow()); b.Price > 0 && b.Price < least {
		faults = append(faults, vitrine.Field{Pointer: "/price", Code: "too_small",
			Detail: fmt.Sprintf("a payment is of at least %s %s: say more, or 0", least, s.currencyNow())})
	}
	return faults
}

// apply makes the change in b, and returns what was wrong with it. Of models it sets the numbers alone.
func (n BundleChange) apply(b *vitrine.Bundle) []vitrine.Field {
	set(&b.Price, n.Price)
	set(&b.BeginsAt, n.BeginsAt)
	set(&b.EndsAt, n.EndsAt)
	set(&b.Zone, n.Zone)
	if n.Name.Set {
		b.Name = strings.TrimSpace(n.Name.Value)
	}
	if n.ModelIDs.Set {
		b.Models = nil
		for _, id := range namedModels(n.ModelIDs) {
			b.Models = append(b.Models, vitrine.BundledModel{ID: id})
		}
	}
	return slices.Clone(n.Faults)
}

// fitBundle refuses a bundle that could not be sold as it is, and reads its models.
func (s *Shop) fitBundle(ctx context.Context, tx *store.Tx, b *vitrine.Bundle) error {
	if err := s.sellsInItsCurrency(ctx, tx); err != nil {
		return err
	}
	ids := b.ModelIDs()
	if err := fitModels(ctx, tx, b.SellerID, ids); err != nil {
		return err
	}
	var err error
	if b.Models, err = tx.Bundled(ctx, ids); err != nil {
		return err
	}
	for _, m := range b.Models {
		fault := vitrine.Field{Pointer: "/model_ids", Code: "not_published", Detail: fmt.Sprintf("model %d is a draft: publish it first", m.ID)}
		if m.Sold {
			fault = vitrine.Field{Pointer: "/model_ids", Code: "free", Detail: fmt.Sprintf("model %d is free: whoever wants it has it", m.ID)}
		}
		if !m.Sold || m.Price == 0 {
			return vitrine.InvalidFields([]vitrine.Field{fault})
		}
	}
	if b.Fault() == vitrine.BundleNoLower {
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/price", Code: "too_large",
			Detail: fmt.Sprintf("one by one the models cost %s: a bundle costs less", b.Singly())}})
	}
	return nil
}

// ChangeBundle changes a bundle. Checkouts that have its price keep it.
func (s *Shop) ChangeBundle(
	ctx context.Context, caller vitrine.Caller, id int64, change BundleChange, pre Precondition,
) (b *vitrine.Bundle, err error) {
	return b, s.db.Write(ctx, func(tx *store.Tx) error {
		if b, err = s.bundleToChange(ctx, tx, caller, id, false, pre); err != nil {
			return err
		}
		before, price, models := bundleFacts(b), b.Price, b.ModelIDs()
		faults := change.apply(b)
		if err := vitrine.InvalidFields(append(faults, s.checkBundle(b)...)); err != nil {
			return err
		}
		// What keeps it from being sold now need not be mended for another name or end.
		if b.Price != price || !slices.Equal(b.ModelIDs(), models) {
			err = s.fitBundle(ctx, tx, b)
		} else {
			b.Models, err = tx.Bundled(ctx, models)
		}
		if err != nil {
			return err
		}
		b.UpdatedAt = s.now()
		if err := tx.UpdateBundle(ctx, b); err != nil {
			return err
		}
		return s.noteChange(ctx, tx, Noted{Act: vitrine.ActBundleChange, ID: idText(id), Before: before, After: bundleFacts(b)})
	})
}

// bundleToChange reads a bundle of the caller; or of anybody, where operators may do so.
func (s *Shop) bundleToChange(
	ctx context.Context, tx *store.Tx, caller vitrine.Caller, id int64, operators bool, pre Precondition,
) (*vitrine.Bundle, error) {
	b, err := tx.Bundle(ctx, id)
	if err != nil {
		return nil, err
	}
	if !operators || !caller.Admin() {
		if err := ownDeal(caller, b.SellerID, "bundle", id); err != nil {
			return nil, err
		}
	}
	if !b.EndedAt.IsZero() {
		return nil, vitrine.Errorf(vitrine.Conflict, "the bundle was ended: make another one")
	}
	return b, pre.check(b.Version)
}

// EndBundle ends a bundle of the caller, or of any seller for operators: it is sold no more. Checkouts that have its price keep it.
func (s *Shop) EndBundle(ctx context.Context, caller vitrine.Caller, id int64, pre Precondition) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		b, err := s.bundleToChange(ctx, tx, caller, id, true, pre)
		if err != nil {
			return err
		}
		before := bundleFacts(b)
		b.EndedAt, b.UpdatedAt = s.now(), s.now()
		if err := tx.UpdateBundle(ctx, b); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActBundleEnd, ID: idText(id), Before: before, After: bundleFacts(b)})
	})
}

func bundleFacts(b *vitrine.Bundle) facts {
	return facts{"seller": b.SellerID, "name": b.Name, "price": b.Price.String(), "models": b.ModelIDs(), "begins_at": b.BeginsAt,
		"ends_at": when(b.EndsAt), "ended": !b.EndedAt.IsZero()}
}

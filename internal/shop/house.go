package shop

import (
	"context"
	"io"
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
	return house, s.adoptCurrency(ctx)
}

// SetHouse stores what the operator says about the marketplace. The logo stays what it is.
func (s *Shop) SetHouse(ctx context.Context, house vitrine.House) error {
	return s.ChangeHouse(ctx, HouseChange{House: house})
}

// HouseChange is what an operator says anew.
type HouseChange struct {
	House    vitrine.House // but for the logo
	Logo     io.Reader     // nil: the one that is there
	DropLogo bool          // go back to the shipped one
}

// ChangeHouse stores what the operator says about the marketplace, but for its papers. What a
// logo that is replaced leaves behind is swept.
func (s *Shop) ChangeHouse(ctx context.Context, c HouseChange) error {
	if err := vitrine.InvalidFields(c.House.Check()); err != nil {
		return err
	}
	logo, err := s.storeLogo(ctx, c.Logo)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.House(ctx)
		if err != nil {
			return err
		}
		house := c.House
		if house.Logo = logo; c.Logo == nil && !c.DropLogo {
			house.Logo = before.Logo
		}
		house.Papers = before.Papers
		if err := tx.SetHouse(ctx, house); err != nil {
			return err
		}
		return s.noteChange(ctx, tx, Noted{Act: vitrine.ActHouseChange, Before: before, After: house})
	})
	s.forgetCallers()
	if err != nil {
		return s.DiscardAfter(ctx, err, logo.Keys()...)
	}
	return nil
}

// ChangeHouseAs is ChangeHouse for an operator at a browser.
func (s *Shop) ChangeHouseAs(ctx context.Context, in SignedIn, c HouseChange) error {
	if !in.Operator() {
		return vitrine.Errorf(vitrine.Forbidden, "operators alone may change this")
	}
	if err := s.mustBeFresh(ctx, in); err != nil {
		return err
	}
	if c.House.StrongOperators && !in.Session.Strong {
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/strong_operators", Code: "locks_out",
			Detail: "sign in with a passkey or a second factor first: else you could not act as operator any more"}})
	}
	return s.ChangeHouse(ctx, c)
}

// maySell refuses to publish models to those who may not sell here. An address that
// somebody else vouches for counts as a confirmed one, as those of accounts do that the
// operator or an application made.
func maySell(house vitrine.House, caller vitrine.Caller) error {
	switch {
	case caller.User.IsAdmin:
		return nil
	case house.Selling == vitrine.SellOperators && !caller.User.Has(vitrine.RoleSeller):
		return vitrine.Errorf(vitrine.Forbidden, "in this marketplace its operators alone publish models, and whom they let")
	case caller.User.EmailClaimed:
		return vitrine.Errorf(vitrine.Forbidden, "confirm your email address before you publish: the mail that was sent to it has a link")
	}
	return nil
}

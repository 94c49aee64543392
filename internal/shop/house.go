package shop

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"github.com/cespare/xxhash/v2"

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

// HouseNow is House as everybody sees it at this moment: without an announcement that has
// ended. What was made for one house is made anew for another, so that no page which was
// kept shows it any longer.
func (s *Shop) HouseNow(ctx context.Context) (vitrine.House, error) {
	house, err := s.House(ctx)
	house.Announcement = house.Announcement.At(s.now())
	return house, err
}

// HouseVersion is the version that a Precondition is asked about: another one for whatever
// else is said, but for the papers, which are published by themselves.
func HouseVersion(house vitrine.House) int64 {
	house.Papers = vitrine.Papers{}
	return versionOf(house)
}

// versionOf is a version of a record that keeps none: another one for whatever else it says.
func versionOf(record any) int64 {
	text, err := json.Marshal(record)
	if err != nil {
		panic(err) // only of times in no calendar, which no record has
	}
	return int64(xxhash.Sum64(text) >> 1)
}

// SetHouse stores what the operator says about the marketplace. The logo stays what it is.
func (s *Shop) SetHouse(ctx context.Context, house vitrine.House) error {
	_, err := s.ChangeHouse(ctx, HouseChange{Say: func(h *vitrine.House) { *h = house }})
	return err
}

// HouseChange is what an operator says anew.
type HouseChange struct {
	Say      func(*vitrine.House) // changes all but logo and papers; nil: nothing. It may be called twice.
	Logo     io.Reader            // nil: the one that is there
	DropLogo bool                 // go back to the shipped one
	If       Precondition         // of HouseVersion
}

// ChangeHouse changes what the operator says about the marketplace, but for its papers. What a
// logo that is replaced leaves behind is swept.
func (s *Shop) ChangeHouse(ctx context.Context, c HouseChange) (vitrine.House, error) {
	return s.changeHouse(ctx, c, func(*store.Tx, vitrine.House, vitrine.House) error { return nil })
}

// HouseAtDesk is what operators have said, as it is stored.
func (s *Shop) HouseAtDesk(ctx context.Context, in SignedIn) (vitrine.House, error) {
	if err := in.MustOperate(); err != nil {
		return vitrine.House{}, err
	}
	return s.db.House(ctx)
}

// ChangeHouseAs is ChangeHouse for an operator.
func (s *Shop) ChangeHouseAs(ctx context.Context, in SignedIn, c HouseChange) (vitrine.House, error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleOperator); err != nil {
		return vitrine.House{}, err
	}
	return s.changeHouse(ctx, c, func(tx *store.Tx, before, after vitrine.House) error {
		in, err := s.stillActs(ctx, tx, in, vitrine.RoleOperator)
		if err != nil {
			return err
		}
		return in.mayAskForStrength(before, after)
	})
}

// mayAskForStrength refuses to change how operators sign in to programs, and to those who
// could not act as operator any more.
func (in SignedIn) mayAskForStrength(before, after vitrine.House) error {
	switch {
	case before.StrongOperators == after.StrongOperators:
		return nil
	case in.token != nil:
		return vitrine.Errorf(vitrine.Forbidden, "how operators sign in is changed at a browser, not by a program")
	case after.StrongOperators && !in.Session.Strong:
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/strong_operators", Code: "locks_out",
			Detail: "sign in with a passkey or a second factor first: else you could not act as operator any more"}})
	}
	return nil
}

// changeHouse makes a change that may be made as the house is when it is.
func (s *Shop) changeHouse(ctx context.Context, c HouseChange, may func(tx *store.Tx, before, after vitrine.House) error) (
	house vitrine.House, err error,
) {
	logo, err := s.storeLogo(ctx, c.Logo)
	if err != nil {
		return house, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.House(ctx)
		if err != nil {
			return err
		}
		if err := c.If.check(HouseVersion(before)); err != nil {
			return err
		}
		if house, err = s.housed(before, c, logo); err != nil {
			return err
		}
		if err := may(tx, before, house); err != nil {
			return err
		}
		if err := tx.SetHouse(ctx, house); err != nil {
			return err
		}
		if err := s.rescheduled(ctx, tx, before.Payouts, house.Payouts); err != nil {
			return err
		}
		return s.noteChange(ctx, tx, Noted{Act: vitrine.ActHouseChange, Before: before, After: house})
	})
	s.forgetCallers()
	if err != nil {
		return house, s.DiscardAfter(ctx, err, logo.Keys()...)
	}
	return house, nil
}

// rescheduled leaves out the last run of another schedule: what was never announced is not made up for.
func (s *Shop) rescheduled(ctx context.Context, tx *store.Tx, before, after vitrine.PayoutRules) error {
	if after.Schedule == vitrine.PayoutsByHand || before.Schedule == after.Schedule && before.Day == after.Day {
		return nil
	}
	return tx.SetPayoutRun(ctx, after.LastRun(s.now()).Format(time.DateOnly))
}

// housed is a house after a change.
func (s *Shop) housed(before vitrine.House, c HouseChange, logo vitrine.Logo) (vitrine.House, error) {
	house := before
	if c.Say != nil {
		c.Say(&house)
	}
	house.Papers, house.Logo = before.Papers, logo
	if c.Logo == nil && !c.DropLogo {
		house.Logo = before.Logo
	}
	house.Announcement.Until = house.Announcement.Until.UTC().Truncate(time.Second)
	faults := append(house.Check(), house.Limits.Check(before.Limits, s.started())...)
	return house, vitrine.InvalidFields(append(faults, s.ended(house.Announcement, before.Announcement)...))
}

// ended returns what is wrong with a new end of an announcement.
func (s *Shop) ended(a, before vitrine.Announcement) []vitrine.Field {
	if a.Until.Equal(before.Until) || a.At(s.now()) == a {
		return nil
	}
	return []vitrine.Field{{Pointer: "/announcement/until", Code: "not_allowed",
		Detail: "this moment is over: say when the announcement ends, or nothing"}}
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

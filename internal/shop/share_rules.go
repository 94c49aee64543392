package shop

import (
	"context"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/store"
)

// ShareOf is what the marketplace keeps of a model that is sold now: by the most specific rule, or
// what it keeps of all.
func (s *Shop) ShareOf(ctx context.Context, m *vitrine.Model) (vitrine.Share, error) {
	rule, err := s.db.ShareFor(ctx, m)
	if err != nil {
		return 0, err
	}
	if rule != nil {
		return *rule, nil
	}
	house, err := s.House(ctx)
	return house.Share, err
}

// ShareRules lists shares that are asked in the place of the marketplace's own, to operators.
func (s *Shop) ShareRules(ctx context.Context, in SignedIn, page vitrine.Page) (store.ShareList, error) {
	if err := in.MustOperate(); err != nil {
		return store.ShareList{}, err
	}
	return s.db.ShareRules(ctx, page)
}

// SetShareRule has an operator say what the marketplace keeps of something from now on. Orders that were
// made keep what they were made with. Invalid for a category that is being merged away.
func (s *Shop) SetShareRule(ctx context.Context, in SignedIn, about vitrine.ShareSubject, share vitrine.Share) error {
	if share < 0 || share > vitrine.WholePrice {
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/share", Code: "out_of_range", Detail: "a share is 0 to 100 percent"}})
	}
	return s.operate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		if err := mayHaveShare(ctx, tx, about); err != nil {
			return err
		}
		n := Noted{Act: vitrine.ActShareSet, ID: about.String(), After: facts{"share": share.String()}}
		before, err := tx.ShareRule(ctx, about)
		switch {
		case err == nil && before.Share == share:
			return nil // who set it, and when, stays
		case err == nil:
			n.Before = facts{"share": before.Share.String()}
		case vitrine.CodeOf(err) != vitrine.NotFound:
			return err
		}
		if err := tx.SetShareRule(ctx, vitrine.ShareRule{ShareSubject: about, Share: share, SetBy: in.User.ID, SetAt: s.now()}); err != nil {
			return err
		}
		return s.Note(ctx, tx, n)
	})
}

// NamedShare is a share as people type it.
type NamedShare struct {
	About vitrine.ShareAbout
	Name  string // number of the model, username of the seller, or slug of the category
	Share string // percent
}

// SetNamedShare is SetShareRule of what an operator typed.
func (s *Shop) SetNamedShare(ctx context.Context, in SignedIn, named NamedShare) error {
	about, err := s.shareSubject(ctx, named)
	if err != nil {
		return err
	}
	share, err := vitrine.ParseShare(named.Share)
	if err != nil || strings.TrimSpace(named.Share) == "" {
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/share", Code: "bad_format",
			Detail: "write percent from 0 to 100 with at most two decimals, such as 12.5"}})
	}
	return s.SetShareRule(ctx, in, about, share)
}

// shareSubject finds what somebody named.
func (s *Shop) shareSubject(ctx context.Context, named NamedShare) (about vitrine.ShareSubject, err error) {
	about.About = named.About
	name, unknown := strings.TrimSpace(named.Name), ""
	switch named.About {
	case vitrine.ShareOfModel:
		unknown = "there is no model of this number"
		about.ID, err = strconv.ParseInt(name, 10, 64)
	case vitrine.ShareOfSeller:
		unknown = "nobody has this username"
		var user *vitrine.User
		if user, err = s.db.UserByUsername(ctx, strings.ToLower(name)); err == nil {
			about.ID = user.ID
		}
	default:
		about.About, unknown = vitrine.ShareOfCategory, "no category has this slug"
		var category *vitrine.Category
		if category, err = s.db.CategoryBySlug(ctx, name); err == nil {
			about.ID = category.ID
		}
	}
	if err != nil {
		return about, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/which", Code: "unknown", Detail: unknown}})
	}
	return about, nil
}

// mayHaveShare is NotFound where there is nothing that a rule could be about.
func mayHaveShare(ctx context.Context, tx *store.Tx, about vitrine.ShareSubject) error {
	switch about.About {
	case vitrine.ShareOfModel:
		m, err := tx.ModelRow(ctx, about.ID)
		if err == nil && m.DraftOf != 0 {
			return vitrine.Errorf(vitrine.NotFound, "there is no model %d", about.ID)
		}
		return err
	case vitrine.ShareOfSeller:
		_, err := tx.User(ctx, about.ID)
		return err
	default:
		c, err := tx.Category(ctx, about.ID)
		if err != nil {
			return err
		}
		if c.MergedInto != 0 {
			return vitrine.Errorf(vitrine.Invalid, "the category %q is being merged into another one: set the share of that", c.Slug)
		}
		return nil
	}
}

// EndShareRule has an operator take a rule back: what is less specific holds again.
func (s *Shop) EndShareRule(ctx context.Context, in SignedIn, about vitrine.ShareSubject) error {
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		if _, err := tx.ShareRule(ctx, about); err != nil {
			return err
		}
		return s.endShare(ctx, tx, about)
	})
}

// endShare ends the rule about something, which may have none.
func (s *Shop) endShare(ctx context.Context, tx *store.Tx, about vitrine.ShareSubject) error {
	rule, err := tx.ShareRule(ctx, about)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := tx.EndShareRule(ctx, about); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActShareEnd, ID: about.String(), Before: facts{"share": rule.Share.String()}})
}

// mergeShare has the share of a category that is to be merged be asked of the other one too, where that has
// neither a share of its own nor models. Else those are asked what they were told, also when others join
// them. The rule of what is merged ends with its last model.
func (s *Shop) mergeShare(ctx context.Context, tx *store.Tx, c, into *vitrine.Category) error {
	rule, err := tx.ShareRule(ctx, shareOfCategory(c.ID))
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	rule.ShareSubject, rule.SetAt = shareOfCategory(into.ID), s.now()
	if _, err := tx.ShareRule(ctx, rule.ShareSubject); vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	subcategories, models, err := tx.CategoryInUse(ctx, into.ID)
	if err != nil || subcategories > 0 || models > 0 {
		return err
	}
	if err := tx.SetShareRule(ctx, rule); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActShareSet, ID: rule.ShareSubject.String(), After: facts{"share": rule.Share.String()}})
}

func shareOfCategory(id int64) vitrine.ShareSubject {
	return vitrine.ShareSubject{About: vitrine.ShareOfCategory, ID: id}
}

package shop

import (
	"context"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// Featured lists what somebody chose for the home page, for those who choose.
func (s *Shop) Featured(ctx context.Context, in SignedIn) ([]vitrine.Featured, error) {
	if err := in.MustAct(vitrine.RoleModerator); err != nil {
		return nil, err
	}
	return s.db.Featured(ctx)
}

// Feature puts a model at a place of the home page, from 1 on, until a time; the zero time
// for as long as nobody takes it off. Where it stands already, it is moved.
func (s *Shop) Feature(ctx context.Context, in SignedIn, id int64, place int, until time.Time) error {
	faults := []vitrine.Field{}
	if place < 1 || place > vitrine.MaxFeatured {
		faults = append(faults, vitrine.Field{Pointer: "/place", Code: "not_allowed", Detail: "a place is a number from 1 to 12"})
	}
	if !until.IsZero() && !until.After(s.now()) {
		faults = append(faults, vitrine.Field{Pointer: "/until", Code: "not_allowed", Detail: "choose a day that is not over"})
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return err
	}
	return s.featuring(ctx, in, id, func(m *vitrine.Model, list []vitrine.Featured) ([]vitrine.Featured, error) {
		if m.Status != vitrine.Published || m.AdultContent {
			return nil, vitrine.Errorf(vitrine.Conflict, "the home page shows published models without adult content")
		}
		list = slices.DeleteFunc(list, func(f vitrine.Featured) bool { return !f.Shown(s.now()) })
		if len(list) >= vitrine.MaxFeatured {
			return nil, vitrine.Errorf(vitrine.Conflict, "the home page has room for 12: take another model off first")
		}
		return slices.Insert(list, min(place-1, len(list)), vitrine.Featured{ModelID: id, Until: until}), nil
	})
}

// Unfeature takes a model off the home page. Where it is not there, nothing happens.
func (s *Shop) Unfeature(ctx context.Context, in SignedIn, id int64) error {
	return s.featuring(ctx, in, id, func(_ *vitrine.Model, list []vitrine.Featured) ([]vitrine.Featured, error) { return list, nil })
}

// featuring makes another list of the home page of the one without a model.
func (s *Shop) featuring(
	ctx context.Context, in SignedIn, id int64, change func(m *vitrine.Model, list []vitrine.Featured) ([]vitrine.Featured, error),
) error {
	return s.moderate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		m, err := anothers(ctx, tx, in, id)
		if err != nil {
			return err
		}
		before, err := tx.Featured(ctx)
		if err != nil {
			return err
		}
		others := slices.DeleteFunc(slices.Clone(before), func(f vitrine.Featured) bool { return f.ModelID == id })
		after, err := change(m, others)
		if err != nil {
			return err
		}
		if err := tx.SetFeatured(ctx, after); err != nil {
			return err
		}
		return s.noteChange(ctx, tx, Noted{Act: vitrine.ActModelFeature, ID: idText(id), Before: placeOf(before, id), After: placeOf(after, id)})
	})
}

// placeOf says where a model stands on the home page.
func placeOf(list []vitrine.Featured, id int64) facts {
	i := slices.IndexFunc(list, func(f vitrine.Featured) bool { return f.ModelID == id })
	if i < 0 {
		return facts{"place": 0}
	}
	known := facts{"place": i + 1}
	if !list[i].Until.IsZero() {
		known["until"] = list[i].Until.UTC().Format(time.RFC3339)
	}
	return known
}

package shop

import (
	"context"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// ModelLicense returns the terms that a model is sold under. NotFound when the
// caller may not know of the model, or it has no licence yet.
func (s *Shop) ModelLicense(ctx context.Context, caller vitrine.Caller, modelID int64) (*vitrine.LicenseText, error) {
	m, err := s.db.ModelRow(ctx, modelID)
	if err != nil {
		return nil, err
	}
	if !caller.MaySee(m) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no model %d", modelID)
	}
	if m.License == "" {
		return nil, vitrine.Errorf(vitrine.NotFound, "model %d has no license yet", modelID)
	}
	text, err := s.db.License(ctx, m.License)
	if err != nil {
		return nil, err
	}
	if m.License == vitrine.Custom {
		text.Text, text.CreatedAt, text.UpdatedAt = m.CustomLicense, m.CreatedAt, m.UpdatedAt
	}
	return text, nil
}

// Licenses lists all licences: those of every marketplace, then those of this one, as they were made.
func (s *Shop) Licenses(ctx context.Context) ([]vitrine.LicenseText, error) {
	return s.db.Licenses(ctx)
}

// SetLicenseText writes another text for a licence. Orders keep the text that they were made
// with. The text that stands makes no version.
func (s *Shop) SetLicenseText(ctx context.Context, license vitrine.License, text string) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		l, err := tx.License(ctx, license)
		if err != nil {
			return err
		}
		l.Text = text
		return s.setLicense(ctx, tx, *l)
	})
}

// setLicense stores what a licence says from now on, in place of what it said.
func (s *Shop) setLicense(ctx context.Context, tx *store.Tx, l vitrine.LicenseText) error {
	if l.Type == vitrine.Custom {
		return vitrine.Errorf(vitrine.Invalid, "the text of a custom license is the seller's, model by model")
	}
	l.Text = tidy(l.Text)
	if err := vitrine.InvalidFields(l.Check()); err != nil {
		return err
	}
	before, err := tx.License(ctx, l.Type)
	if err != nil {
		return err
	}
	was, is := licenseFacts(before), licenseFacts(&l)
	if err := tx.SetLicense(ctx, l, s.now()); err != nil {
		return err
	}
	now, err := tx.License(ctx, l.Type)
	if err != nil {
		return err
	}
	is["version"] = now.Version
	return s.noteChange(ctx, tx, Noted{Act: vitrine.ActLicenseChange, ID: string(l.Type), Before: was, After: is})
}

// MakeLicense has an operator add a licence that models can be sold under. Its type names it
// in addresses and in the interface, and never changes.
func (s *Shop) MakeLicense(ctx context.Context, in SignedIn, l vitrine.LicenseText, answer Answer[*vitrine.LicenseText]) (
	made *vitrine.LicenseText, err error,
) {
	err = s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		if err := s.checkNewLicense(ctx, tx, &l); err != nil {
			return err
		}
		l.CreatedAt, l.UpdatedAt, l.Version = s.now(), s.now(), 1
		if err := tx.AddLicense(ctx, l); err != nil {
			return err
		}
		made = &l
		if err := answer.save(ctx, tx, made); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActLicenseMake, ID: string(l.Type), After: licenseFacts(&l)})
	})
	return made, err
}

func (s *Shop) checkNewLicense(ctx context.Context, tx *store.Tx, l *vitrine.LicenseText) error {
	l.Text = tidy(l.Text)
	faults := l.Check()
	all, err := tx.Licenses(ctx)
	if err != nil {
		return err
	}
	taken := slices.ContainsFunc(all, func(other vitrine.LicenseText) bool { return other.Type == l.Type })
	switch {
	case !l.Type.WellFormed():
		faults = append(faults, vitrine.Field{Pointer: "/type", Code: "bad_format",
			Detail: "the name in addresses has 1 to 40 characters of a–z and 0–9, with single dashes between"})
	case taken || l.Type.Builtin() || l.Type == vitrine.GeneralAlias || l.Type == "new": // which is the address of the form
		faults = append(faults, vitrine.Field{Pointer: "/type", Code: "taken", Detail: "another licence has this name in addresses"})
	}
	if len(all) >= vitrine.MaxLicenses {
		return vitrine.Errorf(vitrine.Conflict, "a marketplace has at most %d licenses", vitrine.MaxLicenses)
	}
	return vitrine.InvalidFields(faults)
}

// WriteLicense has an operator change what a licence says, who saw a version: Conflict when
// there is a later one. Another text, or other terms, are a new version; the name and the
// summary are not part of what is agreed.
func (s *Shop) WriteLicense(ctx context.Context, in SignedIn, seen int64, l vitrine.LicenseText) error {
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		now, err := tx.License(ctx, l.Type)
		if err != nil {
			return err
		}
		if now.Version != seen {
			return vitrine.Errorf(vitrine.Conflict, "somebody else has written version %d meanwhile: read it, then send yours once more",
				now.Version)
		}
		l.RetiredAt = now.RetiredAt
		return s.setLicense(ctx, tx, l)
	})
}

// RetireLicense has an operator offer a licence no more, or again. Models that have it keep it,
// and are sold under it.
func (s *Shop) RetireLicense(ctx context.Context, in SignedIn, license vitrine.License, retire bool) error {
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		l, err := ownLicense(ctx, tx, license)
		if err != nil || retire != l.RetiredAt.IsZero() {
			return err
		}
		act := vitrine.ActLicenseOffer
		if l.RetiredAt = (time.Time{}); retire {
			act, l.RetiredAt = vitrine.ActLicenseRetire, s.now()
		}
		if err := tx.SetLicense(ctx, *l, s.now()); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: act, ID: string(license)})
	})
}

// RemoveLicense has an operator remove a licence that no model and no order ever had; Conflict
// else: it can be retired.
func (s *Shop) RemoveLicense(ctx context.Context, in SignedIn, license vitrine.License) error {
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		l, err := ownLicense(ctx, tx, license)
		if err != nil {
			return err
		}
		used, err := tx.LicenseUsed(ctx, license)
		if err == nil && used {
			err = vitrine.Errorf(vitrine.Conflict, "models or orders have the license %q: it can be retired, not removed", l.Name)
		}
		if err != nil {
			return err
		}
		if err := tx.RemoveLicense(ctx, license); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActLicenseRemove, ID: string(license), Before: licenseFacts(l)})
	})
}

// ownLicense reads a licence that an operator has made; Conflict for those that are in every
// marketplace.
func ownLicense(ctx context.Context, tx *store.Tx, license vitrine.License) (*vitrine.LicenseText, error) {
	l, err := tx.License(ctx, license)
	if err == nil && license.Builtin() {
		err = vitrine.Errorf(vitrine.Conflict, "the license %q is in every marketplace: its text can be another one, and it stays", license)
	}
	return l, err
}

// LicensedBy returns what an order was licensed by, without the text: nil where that is a text
// of the seller's, or one of before there were versions.
func (s *Shop) LicensedBy(ctx context.Context, o *vitrine.Order) (*vitrine.LicenseVersion, error) {
	if o.License.Type == vitrine.Custom {
		return nil, nil
	}
	if o.License.Version != 0 {
		v, err := s.db.LicenseVersion(ctx, o.License.Type, o.License.Version)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			return nil, nil
		}
		return &v, err
	}
	list, err := s.db.LicenseVersions(ctx, o.License.Type)
	for _, v := range list {
		if textHash(v.Text) == o.License.Hash && !v.CreatedAt.After(o.CreatedAt) {
			return &v, nil
		}
	}
	return nil, err
}

// offered finds fault with a licence that a model is to have from now on, where it is not one
// of every marketplace.
func offered(ctx context.Context, tx *store.Tx, m *vitrine.Model, license vitrine.Optional[vitrine.License]) ([]vitrine.Field, error) {
	asked := license.Value
	if !license.Set || license.Null || asked == m.License || asked == vitrine.GeneralAlias || asked.Builtin() || !asked.WellFormed() {
		return nil, nil
	}
	l, err := tx.License(ctx, asked)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		return []vitrine.Field{{Pointer: "/license", Code: "not_allowed",
			Detail: "the license is general, editorial, custom or another one that is offered here"}}, nil
	case err != nil:
		return nil, err
	case !l.RetiredAt.IsZero():
		return []vitrine.Field{{Pointer: "/license", Code: "not_allowed", Detail: "this license is offered no more: choose another one"}}, nil
	}
	return nil, nil
}

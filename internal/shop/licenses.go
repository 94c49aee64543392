package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// maxLicenseBytes bounds a licence text of the operator.
const maxLicenseBytes = vitrine.MaxTextBytes

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

// SetLicenseText makes a new version of the text of the general or the editorial licence.
// Orders keep the text that they were made with. The text that stands makes no version.
func (s *Shop) SetLicenseText(ctx context.Context, license vitrine.License, text string) error {
	return s.db.Write(ctx, func(tx *store.Tx) error { return s.setLicenseText(ctx, tx, license, text) })
}

func (s *Shop) setLicenseText(ctx context.Context, tx *store.Tx, license vitrine.License, text string) error {
	text = tidy(text)
	if license == vitrine.Custom {
		return vitrine.Errorf(vitrine.Invalid, "the text of a custom license is the seller's, model by model")
	}
	if text == "" || len(text) > maxLicenseBytes {
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/text", Code: "bad_length", Detail: "a license text has 1 to 65,536 bytes"}})
	}
	before, err := tx.License(ctx, license)
	if err != nil || before.Text == text {
		return err
	}
	if err := tx.SetLicenseText(ctx, license, text, s.now()); err != nil {
		return err
	}
	was, is := textFacts(before.Text), textFacts(text)
	was["version"], is["version"] = before.Version, before.Version+1
	return s.noteChange(ctx, tx, Noted{Act: vitrine.ActLicenseChange, ID: string(license), Before: was, After: is})
}

// WriteLicense is SetLicenseText by an operator at a browser, who saw a version: Conflict
// when there is a later one.
func (s *Shop) WriteLicense(ctx context.Context, in SignedIn, license vitrine.License, seen int64, text string) error {
	return s.operate(ctx, in, func(tx *store.Tx) error {
		now, err := tx.License(ctx, license)
		if err != nil {
			return err
		}
		if now.Version != seen {
			return vitrine.Errorf(vitrine.Conflict, "somebody else has written version %d meanwhile: read it, then send yours once more",
				now.Version)
		}
		return s.setLicenseText(ctx, tx, license, text)
	})
}

// LicenseOf returns the version of a licence that an order was made with: 0 where it is a
// text of the seller's, or one of before there were versions.
func (s *Shop) LicenseOf(ctx context.Context, o *vitrine.Order) (version int64, err error) {
	if o.License.Type == vitrine.Custom {
		return 0, nil
	}
	list, err := s.db.LicenseVersions(ctx, o.License.Type)
	for _, v := range list {
		if textHash(v.Text) == o.License.Hash && !v.CreatedAt.After(o.CreatedAt) {
			return v.Version, nil
		}
	}
	return 0, err
}

// operate has an operator change something who showed who they are just now, as the
// transaction reads them.
func (s *Shop) operate(ctx context.Context, in SignedIn, change func(tx *store.Tx) error) error {
	if err := in.MustOperate(); err != nil {
		return err
	}
	if err := s.mustBeFresh(ctx, in); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		in, err := s.asNow(ctx, tx, in)
		if err == nil {
			err = in.MustOperate()
		}
		if err != nil {
			return err
		}
		return change(tx)
	})
}

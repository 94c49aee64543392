package shop

import (
	"context"
	"strings"

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

// SetLicenseText replaces the text of the general or the editorial licence.
// Orders keep the text that they were made with.
func (s *Shop) SetLicenseText(ctx context.Context, license vitrine.License, text string) error {
	switch text = strings.TrimSpace(text); {
	case license == vitrine.Custom:
		return vitrine.Errorf(vitrine.Invalid, "the text of a custom license is the seller's, model by model")
	case text == "" || len(text) > maxLicenseBytes:
		return vitrine.Errorf(vitrine.Invalid, "a license text has 1 to %d bytes", maxLicenseBytes)
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.License(ctx, license)
		if err != nil {
			return err
		}
		if err := tx.SetLicenseText(ctx, license, text, s.now()); err != nil {
			return err
		}
		return s.noteChange(ctx, tx, Noted{Act: vitrine.ActLicenseChange, ID: string(license), Before: textFacts(before.Text),
			After: textFacts(text)})
	})
}

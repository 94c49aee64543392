package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// Translations are a model's texts, that in its first language first, for somebody
// who may know of it.
func (s *Shop) Translations(ctx context.Context, caller vitrine.Caller, modelID int64) ([]vitrine.Text, error) {
	m, err := s.db.Model(ctx, modelID)
	if err != nil {
		return nil, err
	}
	if !caller.MaySee(m) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no model %d", modelID)
	}
	return m.Texts(), nil
}

// RemoveTranslation takes away a model's text in a language, but never the last.
func (s *Shop) RemoveTranslation(ctx context.Context, caller vitrine.Caller, modelID int64, language string, pre Precondition) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		m, err := s.editable(ctx, tx, caller, modelID, pre)
		if err != nil {
			return err
		}
		if err := m.RemoveText(language); err != nil {
			return err
		}
		if err := s.keepPublishable(m); err != nil {
			return err
		}
		m.UpdatedAt = s.now()
		if err := tx.UpdateModel(ctx, m); err != nil {
			return err
		}
		if err := tx.DropTranslations(ctx, m); err != nil {
			return err
		}
		_, err = s.refresh(ctx, tx, modelID)
		return err
	})
}

package shop

import (
	"context"
	"slices"

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
		if err := s.storeSaid(ctx, tx, m); err != nil {
			return err
		}
		_, err = s.refresh(ctx, tx, modelID)
		return err
	})
}

// storeSaid stores what a model says now, in all languages that it is said in.
func (s *Shop) storeSaid(ctx context.Context, tx *store.Tx, m *vitrine.Model) error {
	m.UpdatedAt = s.now()
	if err := tx.UpdateModel(ctx, m); err != nil {
		return err
	}
	return tx.DropTranslations(ctx, m)
}

// TextRequest is what a model is to say in a language.
type TextRequest struct {
	Language    string
	Title       string
	Description vitrine.Optional[string] // HTML; it stays as it is where it is not set
	Tags        []string                 // none: to be said later
	Remove      bool                     // the model is to have no text in the language
}

// texts are the changes of what a model says in its languages. Texts that go make room before
// others come; the first of all goes last, since no model is without one.
func (r ModelRequest) texts(m *vitrine.Model) []TextRequest {
	if !r.OnlyTexts {
		return r.Texts
	}
	kept := func(language string) bool {
		return slices.ContainsFunc(r.Texts, func(t TextRequest) bool { return t.Language == language })
	}
	var list []TextRequest
	for _, text := range m.Translations {
		if !kept(text.Language) {
			list = append(list, TextRequest{Language: text.Language, Remove: true})
		}
	}
	list = append(list, r.Texts...)
	if m.Language != "" && !kept(m.Language) {
		list = append(list, TextRequest{Language: m.Language, Remove: true})
	}
	return list
}

// apply makes the change in a model, or says what is wrong with it, each fault with its
// language.
func (r TextRequest) apply(m *vitrine.Model) []vitrine.Field {
	if r.Remove {
		if err := m.RemoveText(r.Language); err != nil {
			return []vitrine.Field{{Language: r.Language, Code: "not_allowed", Detail: err.Error()}}
		}
		return nil
	}
	change := vitrine.ModelChange{Language: r.Language, Title: vitrine.Some(r.Title),
		Tags: vitrine.Optional[[]string]{Set: true, Null: len(r.Tags) == 0, Value: r.Tags}}
	if change.Description = r.Description; r.Description.Set && len(r.Description.Value) <= vitrine.MaxTextBytes {
		change.Description.Value, change.RawText = sanitize(r.Description.Value)
	}
	faults := m.Apply(change)
	for i := range faults {
		faults[i].Language = r.Language
	}
	return faults
}

// storeTexts stores a model, without the texts that a request takes away.
func (s *Shop) storeTexts(ctx context.Context, tx *store.Tx, m *vitrine.Model, request ModelRequest) error {
	if err := tx.UpdateModel(ctx, m); err != nil {
		return err
	}
	if request.OnlyTexts || slices.ContainsFunc(request.Texts, func(r TextRequest) bool { return r.Remove }) {
		return tx.DropTranslations(ctx, m)
	}
	return nil
}

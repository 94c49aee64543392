package shop

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// addDraft adds to the record of a model what is changed of it and not published yet, and
// what was published before.
func (s *Shop) addDraft(ctx context.Context, m *vitrine.Model, record object) error {
	versions, err := s.db.Versions(ctx, m.ID, versionsListed)
	if err != nil {
		return err
	}
	var published []object
	for _, v := range versions {
		published = append(published, object{"number": v.Number, "note": v.Note, "published_at": when(v.PublishedAt)})
	}
	record["versions"] = published
	kept, err := s.db.DraftVersion(ctx, m.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	drafted, err := s.db.Model(ctx, kept.CopyID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil // it was published, or thrown away, since
	}
	if err != nil {
		return err
	}
	changed := exportedModel(drafted)
	changed["id"], changed["note"] = m.ID, kept.Note
	record["draft_version"] = changed
	return nil
}

// exportStatistics exports how often a user's models were looked at, a month at a time.
func (s *Shop) exportStatistics(ctx context.Context, user vitrine.User, add func(any) error) error {
	year, month, _ := user.CreatedAt.UTC().Date()
	for from := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC); !from.After(s.now()); from = from.AddDate(0, 1, 0) {
		days, err := s.db.SeenByDayAndModel(ctx, store.SeenQuery{SellerID: user.ID, From: from, To: from.AddDate(0, 1, 0)})
		if err != nil {
			return err
		}
		for _, d := range days {
			record := object{"day": d.Day.Format(time.DateOnly), "model_id": d.ModelID, "views": d.Views, "downloads": d.Downloads}
			if err := add(record); err != nil {
				return err
			}
		}
	}
	return nil
}

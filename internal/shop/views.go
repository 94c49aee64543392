package shop

import (
	"context"
	"slices"

	"vitrine"
	"vitrine/internal/store"
)

// DrawViews has pictures of a model drawn from some sides. They come behind its images soon,
// as its author's own, as many as there is room for. Conflict where none of its files can be
// drawn.
func (s *Shop) DrawViews(ctx context.Context, caller vitrine.Caller, modelID int64, views []vitrine.PictureView) error {
	var faults []vitrine.Field
	for _, view := range views {
		if !slices.Contains(vitrine.PictureViews(), view) {
			faults = append(faults, vitrine.Field{Pointer: "/views", Code: "not_allowed", Detail: "a view is three-quarter, front, side or top"})
		}
	}
	views = slices.DeleteFunc(vitrine.PictureViews(), func(view vitrine.PictureView) bool { return !slices.Contains(views, view) })
	if len(views) == 0 && len(faults) == 0 {
		faults = append(faults, vitrine.Field{Pointer: "/views", Code: "required", Detail: "choose at least one view"})
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return err
	}
	return s.changeParts(ctx, caller, modelID, func(tx *store.Tx) error {
		m, err := tx.Model(ctx, modelID)
		if err != nil {
			return err
		}
		set, err := s.LimitsIn(ctx, tx)
		if err != nil {
			return err
		}
		if err := roomForImage(set, m.Images); err != nil {
			return err
		}
		return s.surveyor.ViewsWanted(ctx, tx, m, views)
	})
}

package shop

import (
	"context"
	"slices"

	"vitrine"
	"vitrine/internal/store"
)

// keepUp brings a draft version up to date with its model, if that was changed since: what
// was changed there alone is taken over, and what was changed in both is noted as a clash.
func (s *Shop) keepUp(ctx context.Context, tx *store.Tx, public *vitrine.Model, kept *vitrine.DraftVersion) error {
	if kept.Seen == public.Version {
		return nil
	}
	drafted, err := tx.Model(ctx, kept.CopyID)
	if err != nil {
		return err
	}
	before := *drafted
	speakAs(drafted, public.Language)
	taken, clashes := merge(kept.Base, public, drafted)
	if taken {
		if err := s.storeCopy(ctx, tx, &before, drafted); err != nil {
			return err
		}
	}
	in, err := s.followParts(ctx, tx, public, kept, drafted)
	if err != nil {
		return err
	}
	clashes = append(clashes, in...)
	for _, field := range clashes {
		if !slices.Contains(kept.Clashes, field) {
			kept.Clashes = append(kept.Clashes, field)
		}
	}
	kept.Base, kept.Seen = draftValues(public), public.Version
	return tx.PutDraftVersion(ctx, kept)
}

// speakAs makes the text of a copy in some language its first, where it has one.
func speakAs(drafted *vitrine.Model, language string) {
	texts := drafted.Texts()
	at := slices.IndexFunc(texts, func(t vitrine.Text) bool { return t.Language == language })
	if at > 0 {
		drafted.Text, drafted.Translations = texts[at], slices.Delete(texts, at, at+1)
	}
}

// merge takes over into a copy what its model says otherwise than the base and the copy
// doesn't, and returns the fields in which all three differ.
func merge(base map[string]string, public, drafted *vitrine.Model) (taken bool, clashes []string) {
	for _, field := range draftFields(public, drafted) {
		was, theirs, ours := base[field.name], field.of(public), field.of(drafted)
		switch {
		case theirs == was || theirs == ours:
		case ours == was:
			field.take(drafted, public)
			taken = true
		default:
			clashes = append(clashes, field.name)
		}
	}
	return taken, clashes
}

// followParts takes over which files and images came and went, and the order of the images
// where the draft version has not changed it.
func (s *Shop) followParts(
	ctx context.Context, tx *store.Tx, public *vitrine.Model, kept *vitrine.DraftVersion, drafted *vitrine.Model,
) (clashes []string, err error) {
	was, theirs, ours := kept.Base[picturesField], orderOf(public.Images), orderOf(drafted.Images)
	if err := tx.DropLost(ctx, public.ID, kept.CopyID, s.now()); err != nil {
		return nil, err
	}
	if err := s.copyParts(ctx, tx, public, kept.CopyID); err != nil {
		return nil, err
	}
	switch {
	case theirs == was || theirs == ours:
	case ours == was:
		err = s.placeAs(ctx, tx, public.Images, kept.CopyID)
	default:
		clashes = []string{picturesField}
	}
	if err != nil {
		return nil, err
	}
	hidden, err := tx.HasUncopied(ctx, public.ID, kept.CopyID)
	if hidden {
		clashes = append(clashes, filesField)
	}
	return clashes, err
}

// copyParts copies what a copy never had of its model. What was still to be read of a file
// is read of the copy.
func (s *Shop) copyParts(ctx context.Context, tx *store.Tx, public *vitrine.Model, copyID int64) error {
	had, err := tx.Files(ctx, copyID)
	if err != nil {
		return err
	}
	if err := tx.CopyParts(ctx, public.ID, copyID, s.now()); err != nil {
		return err
	}
	drafted, err := s.refresh(ctx, tx, copyID)
	if err != nil {
		return err
	}
	for i := range drafted.Files {
		f := &drafted.Files[i]
		was := public.File(f.CopyOf)
		if was == nil || slices.ContainsFunc(had, func(old vitrine.File) bool { return old.ID == f.ID }) {
			continue
		}
		if err := s.surveyor.FileTaken(ctx, tx, was, f); err != nil {
			return err
		}
	}
	return nil
}

// placeAs gives the images of a copy the order of those that they stand for.
func (s *Shop) placeAs(ctx context.Context, tx *store.Tx, public []vitrine.Image, copyID int64) error {
	images, err := tx.Images(ctx, copyID)
	if err != nil {
		return err
	}
	for _, image := range images {
		at := slices.IndexFunc(public, func(p vitrine.Image) bool { return p.ID == image.CopyOf })
		if at < 0 || image.Position == public[at].Position {
			continue
		}
		if err := tx.PlaceImage(ctx, image, public[at].Position, s.now()); err != nil {
			return err
		}
	}
	return nil
}

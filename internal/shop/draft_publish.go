package shop

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/store"
)

// PublishRequest is how a draft version is to be published.
type PublishRequest struct {
	Means  DraftPrecondition
	Note   vitrine.Optional[string]
	Answer Answer[*vitrine.ModelVersion]
}

// versionsListed is how many versions of a model are listed at most.
const versionsListed = 100

// Versions lists the published versions of a model, the newest first, for somebody who may
// know of it.
func (s *Shop) Versions(ctx context.Context, caller vitrine.Caller, modelID int64) ([]vitrine.ModelVersion, error) {
	m, err := s.db.ModelRow(ctx, modelID)
	if err != nil {
		return nil, err
	}
	if !caller.MaySee(m) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no model %d", modelID)
	}
	versions, err := s.db.Versions(ctx, modelID, versionsListed)
	if err == nil && len(versions) < versionsListed && !m.PublishedAt.IsZero() {
		versions = append(versions, vitrine.ModelVersion{ModelID: modelID, Number: 1, PublishedAt: m.PublishedAt})
	}
	return versions, err
}

// PublishDraft makes a model what its draft version says, all at once, under the rules of
// publishing, and publishes it again if it was taken back. What buyers have stays theirs. It
// is a Conflict that names the fields as long as there are clashes.
func (s *Shop) PublishDraft(ctx context.Context, caller vitrine.Caller, id int64, request PublishRequest) (*vitrine.ModelVersion, error) {
	var published *vitrine.ModelVersion
	var parts []store.UploadPart
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		d, err := s.draftAs(ctx, tx, caller, id, request.Means)
		if err != nil {
			return err
		}
		if err := vitrine.InvalidFields(d.noted(request.Note)); err != nil {
			return err
		}
		if err := s.mayPublishDraft(ctx, tx, caller, d); err != nil {
			return err
		}
		if err := s.takeDraft(ctx, tx, caller, d); err != nil {
			return err
		}
		if parts, err = tx.RemoveDraftVersion(ctx, &d.DraftVersion); err != nil {
			return err
		}
		published = &vitrine.ModelVersion{ModelID: id, Number: d.Number, Note: d.Note, PublishedAt: s.now()}
		if err := tx.InsertVersion(ctx, *published); err != nil {
			return err
		}
		if _, err = s.refresh(ctx, tx, id); err != nil {
			return err
		}
		return request.Answer.save(ctx, tx, published)
	})
	if err == nil {
		s.discardParts(ctx, parts)
	}
	return published, err
}

// mayPublishDraft refuses what may not be published, or not yet.
func (s *Shop) mayPublishDraft(ctx context.Context, tx *store.Tx, caller vitrine.Caller, d *Draft) error {
	if err := notSuspended(ctx, tx, caller); err != nil {
		return err
	}
	house, err := tx.House(ctx)
	if err == nil {
		err = maySell(house, caller)
	}
	if err != nil {
		return err
	}
	if err := d.settled(); err != nil {
		return err
	}
	for i := range d.Copy.Files {
		if d.Copy.Files[i].CopyOf != 0 {
			continue
		}
		if err := notBlocked(ctx, tx, &d.Copy.Files[i]); err != nil {
			return err
		}
	}
	return lacking(d.Problems())
}

// settled refuses a draft version with clashes.
func (d *Draft) settled() error {
	var fields []vitrine.Field
	for _, field := range d.Clashes {
		fields = append(fields, vitrine.Field{Pointer: "/" + field, Code: "changed",
			Detail: "this was changed in the model too, since the draft version was begun: save the draft version again with what is to be"})
	}
	if len(fields) == 0 {
		return nil
	}
	return &vitrine.Error{Code: vitrine.Conflict, Fields: fields,
		Message: "the model was changed meanwhile where the draft version changes it too: " + strings.Join(d.Clashes, ", ")}
}

// Problems lists what keeps the draft version from being published.
func (d *Draft) Problems() []vitrine.Field {
	would := *d.Copy
	would.HiddenFrom = d.Public.HiddenFrom
	return would.PublicationProblems()
}

// changes reports whether the draft version differs in a field.
func (d *Draft) changes(field string) bool {
	return slices.ContainsFunc(d.Changes, func(c DraftChange) bool { return c.Field == field })
}

// takeDraft makes the model what its copy is.
func (s *Shop) takeDraft(ctx context.Context, tx *store.Tx, caller vitrine.Caller, d *Draft) error {
	m, before := d.Public, *d.Public
	for _, field := range draftFields(m, d.Copy) {
		field.take(m, d.Copy)
	}
	s.setStatus(m, vitrine.Published)
	var err error
	switch {
	case before.Status != vitrine.Published:
		err = s.reviewFirst(ctx, tx, caller, &before, m)
	case looksOtherwise(&before, m) || d.changes(filesField) || d.changes(picturesField):
		err = s.lookAgain(ctx, tx, caller, m)
	}
	if err != nil {
		return err
	}
	if err := s.storeSaid(ctx, tx, m); err != nil {
		return err
	}
	if err := s.takeFiles(ctx, tx, d); err != nil {
		return err
	}
	if err := s.takeImages(ctx, tx, d); err != nil {
		return err
	}
	if err := tx.SetWhole(ctx, m.ID, d.Copy.Whole); err != nil {
		return err
	}
	if err := tx.RefusePicture(ctx, m.ID, d.Copy.PictureRefused); err != nil {
		return err
	}
	now, err := tx.Model(ctx, m.ID)
	if err != nil {
		return err
	}
	return s.surveyor.ModelChanged(ctx, tx, &before, now)
}

// takeFiles removes those files of a model that its draft version has no more, and moves
// those to it that were added there. The others stay what they are for who bought them, and
// are known as well as their copies are.
func (s *Shop) takeFiles(ctx context.Context, tx *store.Tx, d *Draft) error {
	copies := map[int64]*vitrine.File{}
	for i := range d.Copy.Files {
		copies[d.Copy.Files[i].CopyOf] = &d.Copy.Files[i]
	}
	for i := range d.Public.Files {
		f := &d.Public.Files[i]
		c := copies[f.ID]
		if c == nil {
			if err := tx.DeleteFile(ctx, f.ModelID, f.ID, s.now()); err != nil {
				return err
			}
			continue
		}
		if err := s.takeReading(ctx, tx, f, c); err != nil {
			return err
		}
	}
	for i := range d.Copy.Files {
		if c := d.Copy.Files[i]; c.CopyOf == 0 {
			if err := tx.MoveFile(ctx, d.ModelID, &c); err != nil {
				return err
			}
			c.ModelID = d.ModelID
			if err := s.surveyor.FileTaken(ctx, tx, &c, &c); err != nil {
				return err
			}
		}
	}
	return nil
}

// takeReading writes what was found out of a copy beside the files of the draft version into
// the file that it stands for, unless that was read later. What was sold stays so.
func (s *Shop) takeReading(ctx context.Context, tx *store.Tx, f, c *vitrine.File) error {
	if c.UpdatedAt.After(f.UpdatedAt) && (c.Status == f.Status || f.Status != vitrine.FileReady) && !sameReading(f, c) {
		f.Status, f.Format, f.Inside, f.Problems, f.Facts, f.Missing = c.Status, c.Format, c.Inside, c.Problems, c.Facts, c.Missing
		f.Preview, f.Shown, f.ShapeKey, f.ShapeTried, f.UpdatedAt = c.Preview, c.Shown, c.ShapeKey, c.ShapeTried, s.now()
		if err := tx.UpdateFile(ctx, f); err != nil {
			return err
		}
	}
	if f.Pending() {
		return nil
	}
	return s.surveyor.FileTaken(ctx, tx, c, f)
}

// sameReading reports whether as much is known of one file as of the other.
func sameReading(f, c *vitrine.File) bool {
	known := func(f *vitrine.File) string {
		return fmt.Sprint(f.Status, f.Format, f.Inside, f.Problems, f.Facts, f.Missing, f.Preview, f.Shown, f.ShapeKey, f.ShapeTried)
	}
	return known(f) == known(c)
}

// takeImages gives a model the images of its draft version, in their order.
func (s *Shop) takeImages(ctx context.Context, tx *store.Tx, d *Draft) error {
	for _, image := range d.Public.Images {
		if slices.ContainsFunc(d.Copy.Images, func(c vitrine.Image) bool { return c.CopyOf == image.ID }) {
			continue
		}
		if err := tx.DeleteImage(ctx, image.ModelID, image.ID, s.now()); err != nil {
			return err
		}
	}
	for i, c := range d.Copy.Images {
		if err := s.takeImage(ctx, tx, d, c, i+1); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) takeImage(ctx context.Context, tx *store.Tx, d *Draft, c vitrine.Image, position int) error {
	at := slices.IndexFunc(d.Public.Images, func(p vitrine.Image) bool { return p.ID == c.CopyOf })
	if at >= 0 && d.Public.Images[at].Position == position {
		return nil
	}
	if at >= 0 {
		return tx.PlaceImage(ctx, d.Public.Images[at], position, s.now())
	}
	if f := d.Copy.File(c.FileID); f != nil && f.CopyOf != 0 {
		c.FileID = f.CopyOf
	}
	c.Position = position
	return tx.MoveImage(ctx, d.ModelID, c)
}

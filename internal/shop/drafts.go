package shop

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/store"
)

// Draft is the draft version of a published model: a copy of it that its author changes,
// with files and images of its own, until all of it is published at once or thrown away.
type Draft struct {
	vitrine.DraftVersion
	Public  *vitrine.Model
	Copy    *vitrine.Model
	Changes []DraftChange // in which the two differ
	Number  int64         // of the version that it will be
}

// Mark names the draft version as it stands: another one says that it was changed, or its
// model was.
func (d *Draft) Mark() string {
	return fmt.Sprintf("%d-%d-%d", d.CopyID, d.Copy.Version, d.DraftVersion.Version)
}

// Editor is the caller as one who may change the copy, by all that changes models.
func (d *Draft) Editor(caller vitrine.Caller) vitrine.Caller {
	caller.CopyID = d.CopyID
	return caller
}

// DraftRequest is what somebody wants of a draft version.
type DraftRequest struct {
	ModelRequest
	Note  vitrine.Optional[string]
	Means DraftPrecondition
}

// DraftPrecondition reports whether a draft version with this mark is the one that the caller
// means; nil says so of each.
type DraftPrecondition func(mark string) bool

// Marked means the draft version that has a mark.
func Marked(mark string) DraftPrecondition {
	return func(now string) bool { return now == mark }
}

// Would is the model as the draft version will make it. Files and images keep their numbers.
func (d *Draft) Would() *vitrine.Model {
	would := *d.Copy
	would.ID, would.DraftOf, would.Slug, would.Status, would.HiddenFrom = d.Public.ID, 0, d.Public.Slug, d.Public.Status, d.Public.HiddenFrom
	would.Sales, would.AdminRating, would.PublishedAt, would.CreatedAt = d.Public.Sales, d.Public.AdminRating, d.Public.PublishedAt,
		d.Public.CreatedAt
	would.Files = slices.Clone(d.Copy.Files)
	for i := range would.Files {
		f := &would.Files[i]
		if f.ModelID = would.ID; f.CopyOf != 0 {
			f.ID = f.CopyOf
		}
	}
	would.Images = slices.Clone(d.Copy.Images)
	for i := range would.Images {
		image := &would.Images[i]
		if image.ModelID = would.ID; image.CopyOf != 0 {
			image.ID = image.CopyOf
		}
	}
	return &would
}

// Draft returns a model's draft version for somebody who may change the model; NotFound
// where there is none. What was changed in the model meanwhile is in it as well, but for what
// was changed in both: there the draft version stays, and Clashes says so.
func (s *Shop) Draft(ctx context.Context, caller vitrine.Caller, id int64) (*Draft, error) {
	d, err := s.draftAsItIs(ctx, caller, id)
	if err != nil || d.Seen == d.Public.Version {
		return d, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		d, err = s.draftIn(ctx, tx, caller, id)
		return err
	})
	return d, err
}

func (s *Shop) draftAsItIs(ctx context.Context, caller vitrine.Caller, id int64) (*Draft, error) {
	public, err := s.db.Model(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := caller.RequireEdit(public); err != nil {
		return nil, err
	}
	kept, err := s.db.DraftVersion(ctx, id)
	if err != nil {
		return nil, err
	}
	drafted, err := s.db.Model(ctx, kept.CopyID)
	if err != nil {
		return nil, err
	}
	versions, err := s.db.Versions(ctx, id, 1)
	return draftWith(kept, public, drafted, versions), err
}

func draftWith(kept *vitrine.DraftVersion, public, drafted *vitrine.Model, versions []vitrine.ModelVersion) *Draft {
	d := &Draft{DraftVersion: *kept, Public: public, Copy: drafted, Changes: draftChanges(public, drafted), Number: 2}
	if len(versions) > 0 {
		d.Number = versions[0].Number + 1
	}
	d.Clashes = slices.DeleteFunc(slices.Clone(d.Clashes), func(field string) bool {
		return !slices.ContainsFunc(d.Changes, func(c DraftChange) bool { return c.Field == field })
	})
	return d
}

// draftIn reads a draft version in the transaction of its change, and has it follow its
// model.
func (s *Shop) draftIn(ctx context.Context, tx *store.Tx, caller vitrine.Caller, id int64) (*Draft, error) {
	public, err := s.editable(ctx, tx, caller, id, nil)
	if err != nil {
		return nil, err
	}
	kept, err := tx.DraftVersion(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := s.keepUp(ctx, tx, public, kept); err != nil {
		return nil, err
	}
	return s.draftNow(ctx, tx, public, kept)
}

func (s *Shop) draftNow(ctx context.Context, tx *store.Tx, public *vitrine.Model, kept *vitrine.DraftVersion) (*Draft, error) {
	drafted, err := tx.Model(ctx, kept.CopyID)
	if err != nil {
		return nil, err
	}
	versions, err := tx.Versions(ctx, public.ID, 1)
	return draftWith(kept, public, drafted, versions), err
}

// OpenDraft returns a published model's draft version, begun where there is none.
func (s *Shop) OpenDraft(ctx context.Context, caller vitrine.Caller, id int64) (d *Draft, err error) {
	if d, err = s.Draft(ctx, caller, id); vitrine.CodeOf(err) != vitrine.NotFound {
		return d, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		d, _, err = s.openDraft(ctx, tx, caller, id)
		return err
	})
	return d, err
}

// openDraft is OpenDraft in a transaction; begun reports whether there was none.
func (s *Shop) openDraft(ctx context.Context, tx *store.Tx, caller vitrine.Caller, id int64) (d *Draft, begun bool, err error) {
	d, err = s.draftIn(ctx, tx, caller, id)
	if vitrine.CodeOf(err) != vitrine.NotFound {
		return d, false, err
	}
	public, err := s.editable(ctx, tx, caller, id, nil)
	if err != nil {
		return nil, false, err
	}
	if public.Status != vitrine.Published {
		return nil, false, vitrine.Errorf(vitrine.Conflict, "model %d is not published: change the model itself", id)
	}
	now := s.now()
	kept := &vitrine.DraftVersion{
		ModelID: id, AuthorID: public.AuthorID, Base: draftValues(public), Seen: public.Version, CreatedAt: now, UpdatedAt: now,
	}
	if kept.CopyID, err = tx.CopyModel(ctx, public, now); err != nil {
		return nil, false, err
	}
	if err := s.copyParts(ctx, tx, public, kept.CopyID); err != nil {
		return nil, false, err
	}
	if err := tx.PutDraftVersion(ctx, kept); err != nil {
		return nil, false, err
	}
	d, err = s.draftNow(ctx, tx, public, kept)
	return d, true, err
}

// SaveDraft changes what the request sets in the draft version of a published model, which
// it begins where there is none; one that would change nothing is not begun: its
// changes are empty. Clashes that were told before are settled by it.
func (s *Shop) SaveDraft(ctx context.Context, caller vitrine.Caller, id int64, request DraftRequest) (*Draft, error) {
	var saved *Draft
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		told, err := toldClashes(ctx, tx, id)
		if err != nil {
			return err
		}
		d, begun, err := s.openDraft(ctx, tx, caller, id)
		if err != nil {
			return err
		}
		if err := request.Means.check(d); err != nil {
			return err
		}
		if err := s.changeDraft(ctx, tx, d, request); err != nil {
			return err
		}
		kept := d.DraftVersion
		kept.Clashes = slices.DeleteFunc(slices.Clone(kept.Clashes), func(field string) bool { return slices.Contains(told, field) })
		kept.UpdatedAt = s.now()
		if err := tx.PutDraftVersion(ctx, &kept); err != nil {
			return err
		}
		if saved, err = s.draftNow(ctx, tx, d.Public, &kept); err != nil {
			return err
		}
		if begun && len(saved.Changes) == 0 && saved.Note == "" {
			_, err = tx.RemoveDraftVersion(ctx, &kept)
		}
		return err
	})
	return saved, err
}

// toldClashes are those that the author of a draft version was told of before.
func toldClashes(ctx context.Context, tx *store.Tx, id int64) ([]string, error) {
	kept, err := tx.DraftVersion(ctx, id)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return kept.Clashes, nil
}

// check refuses another draft version than the one that is meant.
func (p DraftPrecondition) check(d *Draft) error {
	if p == nil || p(d.Mark()) {
		return nil
	}
	return vitrine.Errorf(vitrine.Stale, "the draft version, or its model, was changed meanwhile: look at it again")
}

// draftAs is draftIn for a change of the draft version that is meant.
func (s *Shop) draftAs(ctx context.Context, tx *store.Tx, caller vitrine.Caller, id int64, means DraftPrecondition) (*Draft, error) {
	d, err := s.draftIn(ctx, tx, caller, id)
	if err != nil {
		return nil, err
	}
	return d, means.check(d)
}

// changeDraft makes a change in the copy, and in what is kept with it.
func (s *Shop) changeDraft(ctx context.Context, tx *store.Tx, d *Draft, request DraftRequest) error {
	if request.Status.Set {
		request.Faults = append(request.Faults, vitrine.Field{Pointer: "/status", Code: "not_allowed",
			Detail: "a draft version has no status: publish it, or change that of the model"})
	}
	request.Faults = append(request.Faults, d.noted(request.Note)...)
	drafted, before := d.Copy, *d.Copy
	if err := s.apply(ctx, tx, drafted, request.judged(drafted)); err != nil {
		return err
	}
	return s.storeCopy(ctx, tx, &before, drafted)
}

// noted sets the note of a draft version, or says what is wrong with it.
func (d *Draft) noted(note vitrine.Optional[string]) []vitrine.Field {
	if !note.Set {
		return nil
	}
	d.Note = tidy(note.Value)
	if utf8.RuneCountInString(d.Note) <= vitrine.MaxVersionNote {
		return nil
	}
	return []vitrine.Field{{Pointer: "/note", Code: "too_long",
		Detail: fmt.Sprintf("what changed is said in at most %d characters", vitrine.MaxVersionNote)}}
}

// storeCopy stores what a copy says now.
func (s *Shop) storeCopy(ctx context.Context, tx *store.Tx, before, drafted *vitrine.Model) error {
	if err := s.storeSaid(ctx, tx, drafted); err != nil {
		return err
	}
	if err := s.surveyor.ModelChanged(ctx, tx, before, drafted); err != nil {
		return err
	}
	_, err := s.refresh(ctx, tx, drafted.ID)
	return err
}

// DiscardDraft throws the draft version of a model away, with the files and pictures that
// were added to it.
func (s *Shop) DiscardDraft(ctx context.Context, caller vitrine.Caller, id int64, means DraftPrecondition) error {
	var parts []store.UploadPart
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		d, err := s.draftAs(ctx, tx, caller, id, means)
		if err != nil {
			return err
		}
		parts, err = tx.RemoveDraftVersion(ctx, &d.DraftVersion)
		return err
	})
	if err == nil {
		s.discardParts(ctx, parts)
	}
	return err
}

// dropDraft removes the draft version of a model that is deleted, if there is one. Pieces of
// uploads that go to it are removed by the next sweep.
func dropDraft(ctx context.Context, tx *store.Tx, id int64) error {
	kept, err := tx.DraftVersion(ctx, id)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err == nil {
		_, err = tx.RemoveDraftVersion(ctx, kept)
	}
	return err
}

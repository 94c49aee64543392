package shop

import (
	"context"
	"slices"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// ModelRequest is what somebody wants of a model: a new draft or an update.
type ModelRequest struct {
	vitrine.ModelChange // its categories are looked up here by their slugs
	CategorySlug        vitrine.Optional[string]
	SubcategorySlug     vitrine.Optional[string]
	Texts               []TextRequest          // in several languages at once, besides the text of the change
	OnlyTexts           bool                   // the model says nothing in other languages than those of Texts
	Faults              []vitrine.Field        // found while the request was read
	Answer              Answer[*vitrine.Model] // to the request for a new draft
	// Judge, when set, finds faults by the model as it is before the change.
	Judge func(*vitrine.Model) []vitrine.Field
}

// judged is the request with the faults that the model tells.
func (r ModelRequest) judged(m *vitrine.Model) ModelRequest {
	if r.Judge != nil {
		r.Faults = slices.Concat(r.Faults, r.Judge(m))
	}
	return r
}

// CreateModel makes a draft.
func (s *Shop) CreateModel(ctx context.Context, caller vitrine.Caller, request ModelRequest) (*vitrine.Model, error) {
	if !request.Title.Set {
		return nil, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/title", Code: "required", Detail: "a model needs a title"}})
	}
	var created *vitrine.Model
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		now := s.now()
		m := &vitrine.Model{AuthorID: caller.User.ID, AuthorName: caller.User.Username, Status: vitrine.Draft, CreatedAt: now, UpdatedAt: now}
		profile, err := tx.Profile(ctx, caller.User.ID)
		if err != nil {
			return err
		}
		m.NoAITraining = profile.NoAITraining
		if err := s.apply(ctx, tx, m, request); err != nil {
			return err
		}
		if err := tx.InsertModel(ctx, m); err != nil {
			return err
		}
		if created, err = s.refresh(ctx, tx, m.ID); err != nil {
			return err
		}
		return request.Answer.save(ctx, tx, created)
	})
	return created, err
}

// UpdateModel changes what the request sets, and publishes the model or takes
// it back when the request says so.
func (s *Shop) UpdateModel(
	ctx context.Context, caller vitrine.Caller, id int64, request ModelRequest, pre Precondition,
) (*vitrine.Model, error) {
	var updated *vitrine.Model
	left := false
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		m, err := s.editable(ctx, tx, caller, id, pre)
		if err != nil {
			return err
		}
		before := *m
		if err := s.apply(ctx, tx, m, request.judged(m)); err != nil {
			return err
		}
		switch {
		case before.Status != vitrine.Published && m.Status == vitrine.Published:
			err = s.reviewFirst(ctx, tx, caller, &before, m)
		case request.Status.Set && m.Status != vitrine.Published:
			err = s.waitNoMore(ctx, tx, m, m.SentBack)
		case looksOtherwise(&before, m):
			err = s.lookAgain(ctx, tx, caller, m)
		}
		if err != nil {
			return err
		}
		m.UpdatedAt = s.now()
		if err := s.storeTexts(ctx, tx, m, request); err != nil {
			return err
		}
		if left = before.Status == vitrine.Published && m.Status != vitrine.Published; left {
			if err := s.leaves(ctx, tx, id); err != nil {
				return err
			}
		}
		if err := s.surveyor.ModelChanged(ctx, tx, &before, m); err != nil {
			return err
		}
		updated, err = s.refresh(ctx, tx, m.ID)
		return err
	})
	if err == nil && left {
		s.cancelOrders(ctx, id)
	}
	return updated, err
}

// DeleteModel takes a model from every read. Buyers keep their files.
func (s *Shop) DeleteModel(ctx context.Context, caller vitrine.Caller, id int64, pre Precondition) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		if _, err := s.editable(ctx, tx, caller, id, pre); err != nil {
			return err
		}
		return s.removeModel(ctx, tx, id)
	})
	if err == nil {
		s.cancelOrders(ctx, id)
	}
	return err
}

// removeModel puts a model into the trash and takes it off all lists.
func (s *Shop) removeModel(ctx context.Context, tx *store.Tx, id int64) error {
	if err := dropDraft(ctx, tx, id); err != nil {
		return err
	}
	if err := tx.DeleteModel(ctx, id, s.now()); err != nil {
		return err
	}
	if err := s.endShare(ctx, tx, vitrine.ShareSubject{About: vitrine.ShareOfModel, ID: id}); err != nil {
		return err
	}
	if err := s.leaves(ctx, tx, id); err != nil {
		return err
	}
	if err := tx.RemoveOwnListing(ctx, id); err != nil {
		return err
	}
	return tx.RemoveListing(ctx, id)
}

// editable reads a model that the caller may change and means.
func (s *Shop) editable(ctx context.Context, tx *store.Tx, caller vitrine.Caller, id int64, pre Precondition) (*vitrine.Model, error) {
	m, err := tx.Model(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := caller.RequireEdit(m); err != nil {
		return nil, err
	}
	return m, pre.check(m.Version)
}

// apply makes the change in m, its status included, or reports every fault.
func (s *Shop) apply(ctx context.Context, tx *store.Tx, m *vitrine.Model, request ModelRequest) error {
	faults, err := request.resolve(ctx, tx)
	if err != nil {
		return err
	}
	licensed, err := offered(ctx, tx, m, request.License)
	if err != nil {
		return err
	}
	faults = append(faults, licensed...)
	change := request.ModelChange
	change.Currency = s.currencyNow()
	change.Least = payment.Least(s.payments, change.Currency)
	if change.Description.Set && len(change.Description.Value) <= vitrine.MaxTextBytes {
		change.Description.Value, change.RawText = sanitize(change.Description.Value)
	}
	if err := s.leavePromotion(ctx, tx, m, &change); err != nil {
		return err
	}
	title, before := m.Title, *m
	faults = append(faults, m.Apply(change)...)
	for _, text := range request.texts(m) {
		faults = append(faults, text.apply(m)...)
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return err
	}
	if change.Info.Set {
		m.Info = s.surveyor.Measured(&before).Unfilled(m.Info)
	}
	// Until the first publication: from then on the address is out in the world.
	if m.Slug == "" || m.PublishedAt.IsZero() && slugOf(m.Title) != slugOf(title) {
		if m.Slug, err = freeSlug(ctx, tx, m); err != nil {
			return err
		}
	}
	was := m.Status
	if change.Status.Set {
		s.setStatus(m, change.Status.Value)
	}
	if was != vitrine.Published && m.Status == vitrine.Published {
		return lacking(s.publicationProblems(m))
	}
	return s.keepPublishable(m)
}

// resolve looks the categories up.
func (r *ModelRequest) resolve(ctx context.Context, tx *store.Tx) ([]vitrine.Field, error) {
	faults := slices.Clone(r.Faults)
	for _, look := range []struct {
		slug    vitrine.Optional[string]
		found   *vitrine.Optional[vitrine.Category]
		pointer string
	}{
		{r.CategorySlug, &r.Category, "/category"},
		{r.SubcategorySlug, &r.Subcategory, "/subcategory"},
	} {
		if !look.slug.Set {
			continue
		}
		*look.found = vitrine.Optional[vitrine.Category]{Set: true, Null: look.slug.Null}
		if look.slug.Null {
			continue
		}
		category, err := standing(ctx, tx, look.slug.Value)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			look.found.Set = false
			faults = append(faults, vitrine.Field{Pointer: look.pointer, Code: "unknown",
				Detail: "there is no such category: GET /v1/categories lists their slugs"})
			continue
		}
		if err != nil {
			return nil, err
		}
		look.found.Value = *category
	}
	if r.CategorySlug.Set && !r.Category.Set {
		r.Subcategory.Set = false // the category that it is to belong to is not known
	}
	return faults, r.settle(ctx, tx)
}

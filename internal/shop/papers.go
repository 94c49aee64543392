package shop

import (
	"context"
	"strings"

	"vitrine"
	"vitrine/internal/store"
)

// Binds says whom a version of a paper binds.
type Binds string

// Who has to agree to a version.
const (
	BindsNobody Binds = ""
	BindsAnew   Binds = "anew"  // who agreed to earlier versions, too
	BindsAsEver Binds = "still" // who agreed to the binding version need not again: nothing changes for them
)

// NewPaper is a version of a paper to be.
type NewPaper struct {
	Texts []vitrine.PaperText
	Binds Binds
	Since int64 // the version that it was made from
}

// LastPaper returns to operators what is shown of a paper, and its last version, which may have been
// withdrawn; one without a number where there was none.
func (s *Shop) LastPaper(ctx context.Context, in SignedIn, kind vitrine.PaperKind) (state vitrine.PaperState, last vitrine.Paper,
	err error) {
	if err := in.MustOperate(); err != nil {
		return state, last, err
	}
	house, err := s.db.House(ctx)
	if err != nil {
		return state, last, err
	}
	found := house.Papers.Of(kind)
	if found == nil {
		return state, last, vitrine.Errorf(vitrine.NotFound, "there is no page %q", kind)
	}
	versions, err := s.db.PaperVersions(ctx, kind)
	if err != nil || len(versions) == 0 {
		return *found, vitrine.Paper{Kind: kind}, err
	}
	last, err = s.db.Paper(ctx, kind, versions[0].Version)
	return *found, last, err
}

// PaperDraft tidies the texts of a form and returns what is wrong with them. Where nothing
// was typed into one it is none.
func PaperDraft(texts []vitrine.PaperText) (kept []vitrine.PaperText, err error) {
	for _, t := range texts {
		t.Language, t.Title, t.Text = strings.TrimSpace(t.Language), strings.TrimSpace(t.Title), tidy(t.Text)
		if t.Title != "" || t.Text != "" {
			kept = append(kept, t)
		}
	}
	return kept, vitrine.InvalidFields(vitrine.CheckPaper(kept))
}

// PublishPaper adds a version of a paper and shows it from now on. Conflict when another one
// was published since the form was opened.
func (s *Shop) PublishPaper(ctx context.Context, in SignedIn, kind vitrine.PaperKind, n NewPaper) (version int64, err error) {
	texts, err := PaperDraft(n.Texts)
	if err != nil {
		return 0, err
	}
	err = s.onPaper(ctx, in, kind, func(tx *store.Tx, state *vitrine.PaperState) error {
		versions, err := tx.PaperVersions(ctx, kind)
		if err != nil {
			return err
		}
		if len(versions) > 0 && versions[0].Version != n.Since {
			return vitrine.Errorf(vitrine.Conflict, "somebody published another version meanwhile: look at it, and send yours again to replace it")
		}
		paper := vitrine.Paper{Kind: kind, Texts: texts, At: s.now()}
		if err := tx.InsertPaper(ctx, &paper); err != nil {
			return err
		}
		version = paper.Version
		*state = vitrine.PaperState{Version: version, Binding: bindingOf(n.Binds, state.Binding, version)}
		return nil
	})
	return version, err
}

// bindingOf is the version to which people must have agreed.
func bindingOf(binds Binds, before, version int64) int64 {
	switch {
	case binds == BindsAnew, binds == BindsAsEver && before == 0:
		return version
	case binds == BindsAsEver:
		return before
	default:
		return 0
	}
}

// WithdrawPaper takes a paper's page away. Its versions can still be read by who agreed to them.
func (s *Shop) WithdrawPaper(ctx context.Context, in SignedIn, kind vitrine.PaperKind) error {
	return s.onPaper(ctx, in, kind, func(_ *store.Tx, state *vitrine.PaperState) error {
		*state = vitrine.PaperState{}
		return nil
	})
}

// onPaper has an operator change what is shown of a paper.
func (s *Shop) onPaper(
	ctx context.Context, in SignedIn, kind vitrine.PaperKind, change func(tx *store.Tx, state *vitrine.PaperState) error,
) error {
	err := s.operate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		house := in.House
		state := house.Papers.Of(kind)
		if state == nil {
			return vitrine.Errorf(vitrine.NotFound, "there is no page %q", kind)
		}
		before := *state
		if err := change(tx, state); err != nil {
			return err
		}
		if err := tx.SetHouse(ctx, house); err != nil {
			return err
		}
		act := vitrine.ActPagePublish
		if !state.Shown() {
			act = vitrine.ActPageWithdraw
		}
		return s.noteChange(ctx, tx, Noted{Act: act, ID: string(kind), Before: before, After: *state})
	})
	s.forgetCallers()
	return err
}

// agreedTo is what a user agreed to: of each paper the latest version.
func agreedTo(list []vitrine.Agreement) map[vitrine.PaperKind]int64 {
	agreed := map[vitrine.PaperKind]int64{}
	for _, a := range list {
		agreed[a.Kind] = max(agreed[a.Kind], a.Version)
	}
	return agreed
}

// owes lists the papers that a user has still to agree to. Operators need not agree with
// themselves.
func (s *Shop) owes(ctx context.Context, user vitrine.User, house vitrine.House) ([]vitrine.PaperKind, error) {
	if user.IsAdmin || len(house.Papers.Owed(nil)) == 0 {
		return nil, nil
	}
	list, err := s.db.Agreements(ctx, user.ID)
	return house.Papers.Owed(agreedTo(list)), err
}

// Agree notes that somebody agrees to papers in the versions that they were shown. Invalid
// where one that they owe is missing, or there is another version since.
func (s *Shop) Agree(ctx context.Context, in SignedIn, agreed map[vitrine.PaperKind]int64) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		list, err := tx.Agreements(ctx, in.User.ID)
		if err != nil {
			return err
		}
		house, err := tx.House(ctx)
		if err != nil {
			return err
		}
		return s.agreePapers(ctx, tx, in.User.ID, house.Papers.Owed(agreedTo(list)), agreed)
	})
	s.forgetCallers()
	return err
}

// agreeAtJoining is Agree for an account that is being made.
func (s *Shop) agreeAtJoining(ctx context.Context, tx *store.Tx, userID int64, agreed map[vitrine.PaperKind]int64) error {
	house, err := tx.House(ctx)
	if err != nil {
		return err
	}
	return s.agreePapers(ctx, tx, userID, house.Papers.Owed(nil), agreed)
}

func (s *Shop) agreePapers(
	ctx context.Context, tx *store.Tx, userID int64, owed []vitrine.PaperKind, agreed map[vitrine.PaperKind]int64,
) error {
	house, err := tx.House(ctx)
	if err != nil {
		return err
	}
	if err := vitrine.InvalidFields(notAgreed(house, owed, agreed)); err != nil {
		return err
	}
	for _, kind := range owed {
		a := vitrine.Agreement{Kind: kind, Version: agreed[kind], At: s.now()}
		added, err := tx.Agree(ctx, userID, a)
		if err != nil {
			return err
		}
		if !added {
			continue
		}
		n := Noted{Act: vitrine.ActPageAgree, ID: string(kind), After: facts{"user": userID, "version": a.Version}}
		if err := s.Note(ctx, tx, n); err != nil {
			return err
		}
	}
	return nil
}

// notAgreed is what is missing, by the paper. Nobody agrees to a version that they were not shown.
func notAgreed(house vitrine.House, owed []vitrine.PaperKind, agreed map[vitrine.PaperKind]int64) (faults []vitrine.Field) {
	for _, kind := range owed {
		state := house.Papers.Of(kind)
		switch version := agreed[kind]; {
		case version == 0:
			faults = append(faults, vitrine.Field{Pointer: "/agree_" + string(kind), Code: "required",
				Detail: "read it, and tick the box if you agree: nothing goes on without"})
		case version < state.Binding, version > state.Version:
			faults = append(faults, vitrine.Field{Pointer: "/agree_" + string(kind), Code: "changed",
				Detail: "there is a newer version by now: read that one, and tick the box again"})
		}
	}
	return faults
}

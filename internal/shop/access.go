package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// What operators see, and end, of all that acts for somebody: applications, what people allow
// them, and the access tokens that people made.

// ApplicationsAtDesk lists applications to operators.
func (s *Shop) ApplicationsAtDesk(ctx context.Context, in SignedIn, q store.DeskApplications) (store.OwnedApplications, error) {
	if err := in.MustOperate(); err != nil {
		return store.OwnedApplications{}, err
	}
	return s.db.ApplicationsAtDesk(ctx, q)
}

// Program is an application as operators see it.
type Program struct {
	*vitrine.Application
	Owner    *vitrine.User
	Allowed  []store.Allowance // by people, newest first
	Counted  int               // how many allow it something, up to store.CountedHoldings
	LastSeen int64             // number of the last one that is listed; 0 where all are
}

// ProgramAtDesk returns an application with so many of those who allow it something, whose
// grants have a number below before, or the newest for 0.
func (s *Shop) ProgramAtDesk(ctx context.Context, in SignedIn, id, before int64, size int) (p Program, err error) {
	if err := in.MustOperate(); err != nil {
		return p, err
	}
	if p.Application, err = s.db.Application(ctx, id); err != nil {
		return p, err
	}
	if !p.RemovedAt.IsZero() {
		return p, vitrine.Errorf(vitrine.NotFound, "the application %d was removed", id)
	}
	if p.Owner, err = s.db.User(ctx, p.OwnerID); err != nil {
		return p, err
	}
	if p.Counted, err = s.db.GrantsCounted(ctx, id); err != nil {
		return p, err
	}
	p.Allowed, err = s.db.GrantsOfApplication(ctx, id, before, size+1)
	if len(p.Allowed) > size {
		p.Allowed = p.Allowed[:size]
		p.LastSeen = p.Allowed[size-1].ID
	}
	return p, err
}

// RemoveProgram ends an application and all its tokens by an operator's word.
func (s *Shop) RemoveProgram(ctx context.Context, in SignedIn, id int64) error {
	err := s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error { return s.removeApplication(ctx, tx, id) })
	s.forgetCallers()
	return err
}

// EndGrant ends what somebody allowed an application by an operator's word, with the tokens
// that came of it.
func (s *Shop) EndGrant(ctx context.Context, in SignedIn, applicationID, userID int64) error {
	err := s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		grant, err := tx.Grant(ctx, userID, applicationID)
		if err != nil {
			return err
		}
		return s.revokeGrant(ctx, tx, userID, grant.ID)
	})
	s.forgetCallers()
	return err
}

// TokensAtDesk lists access tokens that people made for themselves to operators.
func (s *Shop) TokensAtDesk(ctx context.Context, in SignedIn, q store.DeskTokens) ([]vitrine.Token, error) {
	if err := in.MustOperate(); err != nil {
		return nil, err
	}
	return s.db.TokensAtDesk(ctx, q)
}

// EndTokenOf revokes an access token that somebody made for themselves by an operator's word.
func (s *Shop) EndTokenOf(ctx context.Context, in SignedIn, id int64) error {
	err := s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		found, err := tx.TokensAtDesk(ctx, store.DeskTokens{TokenID: id, Size: 1})
		if err == nil && len(found) == 0 {
			err = vitrine.Errorf(vitrine.NotFound, "there is no token %d", id)
		}
		if err != nil {
			return err
		}
		if err := tx.RevokeToken(ctx, id, s.now()); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActTokenRevoke, ID: idText(id), Before: tokenFacts(found[0])})
	})
	s.forgetCallers()
	return err
}

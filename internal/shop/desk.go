package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// sureAtDesk asks for somebody who acts in one of some roles and showed who they are just now.
func (s *Shop) sureAtDesk(ctx context.Context, in SignedIn, roles ...vitrine.Role) error {
	if err := in.MustAct(roles...); err != nil {
		return err
	}
	if in.token != nil {
		return nil // asked when the token was given its scopes
	}
	return s.mustBeFresh(ctx, in)
}

// stillActs asks in the transaction of a change whether somebody acts in one of some roles,
// and returns them as they are there: a session is remembered for a moment.
func (s *Shop) stillActs(ctx context.Context, tx *store.Tx, in SignedIn, roles ...vitrine.Role) (SignedIn, error) {
	now, err := s.asNow(ctx, tx, in)
	if err != nil {
		return now, err
	}
	return now, now.MustAct(roles...)
}

// writeAtDesk makes a change by the word of somebody who acts in a role: they showed who they
// are just now, and have the role still in the transaction of the change.
func (s *Shop) writeAtDesk(
	ctx context.Context, in SignedIn, role vitrine.Role, change func(tx *store.Tx, in SignedIn) error,
) error {
	if err := s.sureAtDesk(ctx, in, role); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		in, err := s.stillActs(ctx, tx, in, role)
		if err != nil {
			return err
		}
		return change(tx, in)
	})
}

// moderate is writeAtDesk for moderators.
func (s *Shop) moderate(ctx context.Context, in SignedIn, change func(tx *store.Tx, in SignedIn) error) error {
	return s.writeAtDesk(ctx, in, vitrine.RoleModerator, change)
}

// operate is writeAtDesk for operators.
func (s *Shop) operate(ctx context.Context, in SignedIn, change func(tx *store.Tx, in SignedIn) error) error {
	return s.writeAtDesk(ctx, in, vitrine.RoleOperator, change)
}

// anothers returns a model for who decides about it: operators alone decide about their own.
func anothers(ctx context.Context, tx *store.Tx, in SignedIn, id int64) (*vitrine.Model, error) {
	m, err := tx.Model(ctx, id)
	if err != nil {
		return nil, err
	}
	return m, notAboutSelf(in, m)
}

package shop

import (
	"context"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// forPeople are the roles whose holders look after people.
func forPeople() []vitrine.Role { return []vitrine.Role{vitrine.RoleModerator, vitrine.RoleSupport} }

// People lists people for those who look after them.
func (s *Shop) People(ctx context.Context, in SignedIn, q store.PeopleQuery) (store.People, error) {
	if err := in.MustAct(forPeople()...); err != nil {
		return store.People{}, err
	}
	return s.db.People(ctx, q)
}

// Dossier is an account as those see it who look after people.
type Dossier struct {
	User         *vitrine.User
	Has          store.Holdings
	Applications []*vitrine.Application // of their own
	Granted      []store.Granted        // that act for them
	Room         Room
	Erasure      vitrine.Erasure // zero where nobody asked for that
}

// Dossier returns an account. Who asks showed who they are just now.
func (s *Shop) Dossier(ctx context.Context, in SignedIn, id int64) (d Dossier, err error) {
	if err := s.sureAtDesk(ctx, in, forPeople()...); err != nil {
		return d, err
	}
	if d.User, err = s.db.User(ctx, id); err != nil {
		return d, err
	}
	if d.Room, err = s.RoomOf(ctx, d.User); err != nil {
		return d, err
	}
	if d.Has, err = s.db.Holdings(ctx, id, s.now()); err != nil {
		return d, err
	}
	if d.Applications, err = s.db.ApplicationsOf(ctx, id); err != nil {
		return d, err
	}
	if d.Erasure, err = s.db.ErasureOf(ctx, id); err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return d, err
	}
	d.Granted, err = s.db.Grants(ctx, id)
	return d, err
}

// MayAct reports whether whoever is signed in may act on an account in one of some roles, as
// far as what is known of both tells: the error is Forbidden for their own account, and, but
// for operators, for that of somebody who acts for the marketplace.
func (in SignedIn) MayAct(on *vitrine.User, roles ...vitrine.Role) error {
	if err := in.MustAct(roles...); err != nil {
		return err
	}
	if on.ID == in.User.ID {
		return vitrine.Errorf(vitrine.Forbidden, "this is your own account: somebody else has to do that")
	}
	if on.Staff() && !in.Operator() {
		return vitrine.Errorf(vitrine.Forbidden, "%s acts for the marketplace: operators alone decide about such accounts", on.Username)
	}
	return nil
}

// asNow is who is signed in as the transaction reads them: a role may have been taken away,
// and the marketplace may ask for more, since the page was asked for.
func (s *Shop) asNow(ctx context.Context, tx *store.Tx, in SignedIn) (SignedIn, error) {
	user, err := tx.User(ctx, in.User.ID)
	if err != nil {
		return in, err
	}
	switch {
	case user.SuspendedAt.IsZero():
	case in.token != nil:
		return in, ofSuspended()
	default:
		return in, notSignedIn()
	}
	in.User = *user
	in.House, err = tx.House(ctx)
	return in, err
}

// onPerson has somebody who showed who they are just now act on the account of somebody else.
func (s *Shop) onPerson(
	ctx context.Context, in SignedIn, id int64, roles []vitrine.Role, act func(tx *store.Tx, user *vitrine.User) error,
) error {
	if err := s.sureAtDesk(ctx, in, roles...); err != nil {
		return err
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		in, err := s.asNow(ctx, tx, in)
		if err != nil {
			return err
		}
		user, err := tx.User(ctx, id)
		if err != nil {
			return err
		}
		if err := in.MayAct(user, roles...); err != nil {
			return err
		}
		return act(tx, user)
	})
	s.forgetCallers()
	return err
}

// reasonOf checks the reason that somebody is given.
func reasonOf(text string) (string, error) {
	text = tidy(text)
	n := utf8.RuneCountInString(text)
	if utf8.ValidString(text) && n >= 1 && n <= vitrine.MaxReason {
		return text, nil
	}
	return "", vitrine.InvalidFields([]vitrine.Field{{Pointer: "/reason", Code: "bad_length",
		Detail: "say why, in at most 5,000 characters: others read these words"}})
}

// SuspendPerson suspends an account by the word of an operator or moderator. Its user gets
// the reason by mail.
func (s *Shop) SuspendPerson(ctx context.Context, in SignedIn, id int64, reason string) error {
	return s.judgePerson(ctx, in, id, mail.Suspended, reason)
}

// RestorePerson opens a suspended account again, and tells its user.
func (s *Shop) RestorePerson(ctx context.Context, in SignedIn, id int64, reason string) error {
	return s.judgePerson(ctx, in, id, mail.Restored, reason)
}

func (s *Shop) judgePerson(ctx context.Context, in SignedIn, id int64, kind mail.Kind, reason string) error {
	if err := in.MustAct(vitrine.RoleModerator); err != nil {
		return err
	}
	reason, err := reasonOf(reason)
	if err != nil {
		return err
	}
	return s.onPerson(ctx, in, id, []vitrine.Role{vitrine.RoleModerator}, func(tx *store.Tx, user *vitrine.User) error {
		how := suspension{note: reason}
		if kind == mail.Suspended {
			how.since, how.reason = s.now(), reason
		}
		if user.SuspendedAt.IsZero() == how.since.IsZero() {
			return vitrine.Errorf(vitrine.Conflict, "somebody else has done this already: look at the account as it is now")
		}
		if kind == mail.Suspended && user.IsAdmin {
			if err := keepOperator(ctx, tx, user); err != nil {
				return err
			}
		}
		if err := s.suspend(ctx, tx, user, how); err != nil {
			return err
		}
		return s.post(ctx, tx, user, kind, mail.Args{Values: map[string]string{mail.Reason: reason}})
	})
}

// keepOperator refuses to take the last operator away.
func keepOperator(ctx context.Context, tx *store.Tx, user *vitrine.User) error {
	others, err := tx.OtherOperators(ctx, user.ID)
	if err == nil && !others {
		err = vitrine.Errorf(vitrine.Conflict, "%s is the last operator: make somebody else one first", user.Username)
	}
	return err
}

// GiveRoles sets the roles of an account to these. An operator may lay the role down, but not
// the last one. Who loses a role is signed out, so that no page of theirs stays open.
func (s *Shop) GiveRoles(ctx context.Context, in SignedIn, id int64, roles []vitrine.Role) error {
	err := s.operate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		user, err := tx.User(ctx, id)
		if err != nil {
			return err
		}
		return s.giveRoles(ctx, tx, in, user, roles)
	})
	s.forgetCallers()
	return err
}

func (s *Shop) giveRoles(ctx context.Context, tx *store.Tx, in SignedIn, user *vitrine.User, roles []vitrine.Role) error {
	before := *user
	user.SetRoles(roles)
	if user.EmailClaimed && (user.IsAdmin || user.Roles != "") {
		return vitrine.Errorf(vitrine.Conflict, "the address of %s is not confirmed: roles are for accounts that mail reaches", user.Username)
	}
	if before.IsAdmin && !user.IsAdmin {
		if err := keepOperator(ctx, tx, user); err != nil {
			return err
		}
	}
	if before.Staff() && user.Roles != before.Roles || before.IsAdmin && !user.IsAdmin {
		here := int64(0)
		if user.ID == in.User.ID {
			here = in.Session.ID
		}
		if err := tx.EndSessions(ctx, user.ID, here, s.now()); err != nil {
			return err
		}
	}
	if err := tx.SetRoles(ctx, user, s.now()); err != nil {
		return err
	}
	return s.noteChange(ctx, tx, Noted{Act: vitrine.ActUserRole, ID: idText(user.ID), Before: userFacts(&before), After: userFacts(user)})
}

// SignOutPerson ends all sessions of an account.
func (s *Shop) SignOutPerson(ctx context.Context, in SignedIn, id int64) error {
	return s.onPerson(ctx, in, id, forPeople(), func(tx *store.Tx, user *vitrine.User) error {
		if err := tx.EndSessions(ctx, user.ID, 0, s.now()); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActUserEndSessions, ID: idText(user.ID)})
	})
}

// AskPersonToConfirm sends the link by which a user confirms their address once more.
func (s *Shop) AskPersonToConfirm(ctx context.Context, in SignedIn, id int64) error {
	return s.onPerson(ctx, in, id, []vitrine.Role{vitrine.RoleSupport}, func(tx *store.Tx, user *vitrine.User) error {
		if user.EmailStands() {
			return addressStands()
		}
		if err := s.spendIn(ctx, tx, mailing(user.Email)); err != nil {
			return err
		}
		if err := s.Note(ctx, tx, Noted{Act: vitrine.ActUserAsk, ID: idText(user.ID)}); err != nil {
			return err
		}
		return s.askToConfirm(ctx, tx, user)
	})
}

// ConfirmPerson makes the address of a user theirs by an operator's word, who knows by other
// ways that it is. Conflict when another account has it.
func (s *Shop) ConfirmPerson(ctx context.Context, in SignedIn, id int64) error {
	return s.onPerson(ctx, in, id, []vitrine.Role{vitrine.RoleOperator}, func(tx *store.Tx, user *vitrine.User) error {
		if user.EmailStands() {
			return addressStands()
		}
		if err := s.Note(ctx, tx, Noted{Act: vitrine.ActUserConfirm, ID: idText(user.ID)}); err != nil {
			return err
		}
		return s.confirm(ctx, tx, user)
	})
}

func addressStands() error {
	return vitrine.Errorf(vitrine.Conflict, "the address is confirmed already")
}

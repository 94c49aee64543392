package shop

import (
	"context"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// StartFactor gives a user the secret for an app that shows codes. Nothing is asked of it
// until ConfirmFactor; one that was started before is forgotten.
func (s *Shop) StartFactor(ctx context.Context, in SignedIn, name string) error {
	name = strings.TrimSpace(name)
	if err := vitrine.InvalidFields(vitrine.CheckKeyName(name)); err != nil {
		return err
	}
	if err := s.mustBeSure(ctx, in); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if err := tx.RemovePendingFactors(ctx, in.User.ID); err != nil {
			return err
		}
		ways, err := s.strongWays(ctx, tx, in.User.ID)
		if err != nil {
			return err
		}
		if len(ways.Factors) >= vitrine.MaxFactors {
			return vitrine.Errorf(vitrine.Conflict, "you have %d apps: remove one first", vitrine.MaxFactors)
		}
		return tx.InsertFactor(ctx, &vitrine.Factor{UserID: in.User.ID, Name: name, Secret: auth.NewTOTPSecret(), CreatedAt: s.now()})
	})
}

// ConfirmFactor takes the first code of an app that was started. From then on the password
// alone lets the user in no more, and all other sessions end. It returns recovery codes
// where the user has none, which are shown now and never again.
func (s *Shop) ConfirmFactor(ctx context.Context, in SignedIn, typed string) (codes []string, err error) {
	if err := s.mustBeSure(ctx, in); err != nil {
		return nil, err
	}
	if err := s.spend(ctx, secondOf(in.User)); err != nil {
		return nil, err
	}
	err = s.changeWays(ctx, in, "factor", func(tx *store.Tx) error {
		ways, err := s.strongWays(ctx, tx, in.User.ID)
		if err != nil {
			return err
		}
		if ways.Pending == nil {
			return vitrine.Errorf(vitrine.Conflict, "no app waits to be added: begin again")
		}
		ok, err := s.showsCode(ctx, tx, ways.Pending, cleanCode(typed))
		if err != nil {
			return err
		}
		if !ok {
			return wrongCode()
		}
		if err := tx.ConfirmFactor(ctx, ways.Pending.ID, s.now()); err != nil {
			return err
		}
		if codes, err = s.firstCodes(ctx, tx, in.User.ID); err != nil {
			return err
		}
		return s.proveAlone(ctx, tx, in)
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// firstCodes makes recovery codes for who has none.
func (s *Shop) firstCodes(ctx context.Context, tx *store.Tx, userID int64) ([]string, error) {
	left, err := tx.RecoveryCodes(ctx, userID)
	if err != nil || left > 0 {
		return nil, err
	}
	return s.newCodes(ctx, tx, userID)
}

func (s *Shop) newCodes(ctx context.Context, tx *store.Tx, userID int64) ([]string, error) {
	codes, hashes := make([]string, vitrine.RecoveryCodes), make([]string, vitrine.RecoveryCodes)
	for i := range codes {
		codes[i] = auth.NewRecoveryCode()
		hashes[i] = recoveryHash(userID, cleanCode(codes[i]))
	}
	return codes, tx.ReplaceRecoveryCodes(ctx, userID, hashes, s.now())
}

// NewRecoveryCodes replaces the recovery codes of a user who has a passkey or an app that
// they stand in for. They are shown now and never again.
func (s *Shop) NewRecoveryCodes(ctx context.Context, in SignedIn) (codes []string, err error) {
	if err := s.mustBeSure(ctx, in); err != nil {
		return nil, err
	}
	err = s.changeWays(ctx, in, "recovery", func(tx *store.Tx) error {
		ways, err := s.strongWays(ctx, tx, in.User.ID)
		if err != nil {
			return err
		}
		if !ways.Any() {
			return vitrine.Errorf(vitrine.Conflict, "add a passkey or an app first: recovery codes stand in for them")
		}
		codes, err = s.newCodes(ctx, tx, in.User.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// RenameFactor gives an app another name; NotFound when it is none of the user's.
func (s *Shop) RenameFactor(ctx context.Context, in SignedIn, id int64, name string) error {
	name = strings.TrimSpace(name)
	if err := vitrine.InvalidFields(vitrine.CheckKeyName(name)); err != nil {
		return err
	}
	if err := s.mustBeSure(ctx, in); err != nil {
		return err
	}
	return s.changeWays(ctx, in, "factor", func(tx *store.Tx) error { return tx.RenameFactor(ctx, in.User.ID, id, name) })
}

// RemoveFactor removes an app, and ends all other sessions. NotFound when it is none of the
// user's.
func (s *Shop) RemoveFactor(ctx context.Context, in SignedIn, id int64) error {
	if err := s.mustBeSure(ctx, in); err != nil {
		return err
	}
	return s.changeWays(ctx, in, "factor", func(tx *store.Tx) error {
		if err := tx.RemoveFactor(ctx, in.User.ID, id); err != nil {
			return err
		}
		return s.afterRemoval(ctx, tx, in)
	})
}

// ForgetWaysIn removes all passkeys, apps, recovery codes and accounts elsewhere of a user,
// and ends their sessions. It is the operator's help for who has lost all of them: the
// password and mails let the user in again.
func (s *Shop) ForgetWaysIn(ctx context.Context, username string) (user *vitrine.User, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if user, err = tx.UserByUsername(ctx, username); err != nil {
			return err
		}
		if err := tx.RemoveWaysIn(ctx, user.ID); err != nil {
			return err
		}
		if err := tx.EndSessions(ctx, user.ID, 0, s.now()); err != nil {
			return err
		}
		if err := s.Note(ctx, tx, Noted{Act: vitrine.ActUserForgetWays, ID: idText(user.ID)}); err != nil {
			return err
		}
		return s.post(ctx, tx, user, mail.Changed, changedWhat("factor"))
	})
	s.forgetCallers()
	return user, err
}

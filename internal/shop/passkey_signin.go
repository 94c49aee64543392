package shop

import (
	"context"
	"encoding/json"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/passkey"
	"vitrine/internal/store"
)

// AskPasskey asks a browser for a passkey, whosever it is: nobody is named. It returns a
// secret for a cookie of the browser, the one that it has where it has one.
func (s *Shop) AskPasskey(ctx context.Context, cookie string, from Browser) (options json.RawMessage, browser string, err error) {
	if err := s.NoPasskeys(); err != nil {
		return nil, "", err
	}
	if err := s.spend(ctx, askingPasskey(from.Network)); err != nil {
		return nil, "", err
	}
	question, err := s.passkeys.AskToShow(nil)
	if err != nil {
		return nil, "", err
	}
	browser = newBrowser(cookie)
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		return s.ask(ctx, tx, asking{purpose: vitrine.SigningIn, browser: browser}, question.Challenge)
	})
	return question.Options, browser, err
}

// SignInByPasskey signs the user in whose passkey a browser answers with. No second factor
// is owed: the authenticator has verified its user.
func (s *Shop) SignInByPasskey(ctx context.Context, answer []byte, cookie string, from Browser) (Started, error) {
	if err := s.spend(ctx, showingPasskey(from.Network)); err != nil {
		return Started{}, err
	}
	key, err := s.shownPasskey(ctx, answer, asking{purpose: vitrine.SigningIn, browser: cookie})
	if err != nil {
		return Started{}, err
	}
	return s.startByPasskey(ctx, key, from)
}

// AskOwnPasskey asks the browser of a signed-in user for one of their passkeys, so that
// they show once more who they are.
func (s *Shop) AskOwnPasskey(ctx context.Context, in SignedIn, cookie string) (options json.RawMessage, browser string, err error) {
	if err := s.NoPasskeys(); err != nil {
		return nil, "", err
	}
	keys, err := s.db.Passkeys(ctx, in.User.ID)
	if err != nil {
		return nil, "", err
	}
	if len(keys) == 0 {
		return nil, "", vitrine.Errorf(vitrine.Conflict, "this account has no passkey")
	}
	question, err := s.passkeys.AskToShow(keys)
	if err != nil {
		return nil, "", err
	}
	browser = newBrowser(cookie)
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		return s.ask(ctx, tx, asking{purpose: vitrine.ProvingAgain, userID: in.User.ID, browser: browser}, question.Challenge)
	})
	return question.Options, browser, err
}

// ProveByPasskey is SignInByPasskey for somebody who has a session, or one that waits, with
// one of their own passkeys. They get another session, which is strong.
func (s *Shop) ProveByPasskey(ctx context.Context, in SignedIn, answer []byte, cookie string, from Browser) (Started, error) {
	if err := s.spend(ctx, proving(in)); err != nil {
		return Started{}, err
	}
	key, err := s.shownPasskey(ctx, answer, asking{purpose: vitrine.ProvingAgain, userID: in.User.ID, browser: cookie})
	if err != nil {
		return Started{}, err
	}
	if key.UserID != in.User.ID {
		return Started{}, unknownPasskey()
	}
	return s.startByPasskey(ctx, key, from)
}

func unknownPasskey() error {
	return vitrine.Errorf(vitrine.Unauthenticated, "this passkey is not known here: it was removed, or is of another account")
}

// shownPasskey is the passkey that a browser answers with, as its authenticator says that
// it is now.
func (s *Shop) shownPasskey(ctx context.Context, answer []byte, a asking) (vitrine.Passkey, error) {
	if err := s.NoPasskeys(); err != nil {
		return vitrine.Passkey{}, err
	}
	shown, err := passkey.ReadShown(answer)
	if err != nil {
		return vitrine.Passkey{}, err
	}
	if _, err := s.answered(ctx, a, shown.Challenge()); err != nil {
		return vitrine.Passkey{}, err
	}
	key, err := s.db.PasskeyOf(ctx, shown.CredentialID())
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return key, unknownPasskey()
	}
	if err != nil {
		return key, err
	}
	return s.passkeys.Check(shown, key)
}

// startByPasskey begins a session, unless the passkey was removed just now, or its
// authenticator has counted less far than one with the same passkey did before.
func (s *Shop) startByPasskey(ctx context.Context, key vitrine.Passkey, from Browser) (started Started, err error) {
	copied := false
	b := beginning{method: vitrine.ByPasskey, strong: true, from: from}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		now, err := tx.PasskeyOf(ctx, key.CredentialID)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			return unknownPasskey()
		}
		if err != nil {
			return err
		}
		user, err := tx.User(ctx, now.UserID)
		if err != nil {
			return err
		}
		further, err := tx.UsePasskey(ctx, &key, s.now())
		if copied = err == nil && !further; copied {
			return s.tellOfCopy(ctx, tx, user, key)
		}
		if err != nil {
			return err
		}
		started, err = s.begin(ctx, tx, user, b)
		return err
	})
	s.forgetCallers()
	if err == nil && copied {
		err = vitrine.Errorf(vitrine.Forbidden,
			"there seems to be a copy of this passkey: sign in another way, and remove it if you did not make the copy yourself")
	}
	return started, err
}

// tellOfCopy notes that somebody showed a passkey whose authenticator has counted less far
// than before (WebAuthn 3, section 7.2, step 22), and writes to its user.
func (s *Shop) tellOfCopy(ctx context.Context, tx *store.Tx, user *vitrine.User, key vitrine.Passkey) error {
	if err := tx.SuspectPasskey(ctx, key.ID, s.now()); err != nil {
		return err
	}
	args := changedWhat("passkey-copied")
	args.Values["name"] = key.Name
	return s.post(ctx, tx, user, mail.Changed, args)
}

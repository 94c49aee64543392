package shop

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/passkey"
	"vitrine/internal/store"
)

// handleBytes is the length of what authenticators know a user by; random, as it is shown
// to whoever has the authenticator (WebAuthn 3, section 14.6.1).
const handleBytes = 32

// askingPasskey is how often browsers of a network may ask to be asked for a passkey: each
// look at the page to sign in does.
func askingPasskey(network string) attempts {
	return attempts{"passkey from", network, 120, 5 * time.Second}
}

// showingPasskey is how often browsers of a network may answer. Nobody guesses a passkey: who
// has used up the attempts at passwords there leaves this way open to others.
func showingPasskey(network string) attempts {
	return attempts{"passkey shown from", network, 30, 20 * time.Second}
}

// NoPasskeys says why there can be no passkeys here; nil where there can.
func (s *Shop) NoPasskeys() error {
	if s.noPasskeys != nil {
		return &vitrine.Error{Code: vitrine.Unavailable, Message: s.noPasskeys.Error()}
	}
	return nil
}

// AskNewPasskey asks the browser of a signed-in user for a passkey to be added.
func (s *Shop) AskNewPasskey(ctx context.Context, in SignedIn) (json.RawMessage, error) {
	if err := s.NoPasskeys(); err != nil {
		return nil, err
	}
	if err := s.mustBeSure(ctx, in); err != nil {
		return nil, err
	}
	person, err := s.person(ctx, in.User)
	if err != nil {
		return nil, err
	}
	question, err := s.passkeys.AskToAdd(in.House.Name, person)
	if err != nil {
		return nil, err
	}
	a := adding(in)
	a.note = base64.RawURLEncoding.EncodeToString(person.Handle)
	err = s.db.Write(ctx, func(tx *store.Tx) error { return s.ask(ctx, tx, a, question.Challenge) })
	return question.Options, err
}

// adding is the ceremony of adding a passkey. It is answered in the session that asked.
func adding(in SignedIn) asking {
	return asking{purpose: vitrine.AddingPasskey, userID: in.User.ID, browser: "session " + strconv.FormatInt(in.Session.ID, 10)}
}

// person is a user as authenticators know them.
func (s *Shop) person(ctx context.Context, user vitrine.User) (passkey.Person, error) {
	keys, err := s.db.Passkeys(ctx, user.ID)
	if err != nil {
		return passkey.Person{}, err
	}
	p := passkey.Person{Name: user.Username, Passkeys: keys}
	if len(keys) > 0 {
		p.Handle = keys[0].UserHandle
		return p, nil
	}
	p.Handle = make([]byte, handleBytes)
	_, _ = rand.Read(p.Handle) // never fails, as its documentation says
	return p, nil
}

// AddPasskey adds the passkey that the browser of a signed-in user answers with. Whoever
// adds it has shown it: the session is strong from then on.
func (s *Shop) AddPasskey(ctx context.Context, in SignedIn, name string, answer []byte) (vitrine.Passkey, error) {
	name = strings.TrimSpace(name)
	if err := vitrine.InvalidFields(vitrine.CheckKeyName(name)); err != nil {
		return vitrine.Passkey{}, err
	}
	if err := s.mustBeSure(ctx, in); err != nil {
		return vitrine.Passkey{}, err
	}
	key, err := s.newPasskey(ctx, in, answer)
	if err != nil {
		return key, err
	}
	key.UserID, key.Name, key.CreatedAt = in.User.ID, name, s.now()
	err = s.changeWays(ctx, in, "passkey", func(tx *store.Tx) error {
		has, err := tx.Passkeys(ctx, in.User.ID)
		if err != nil {
			return err
		}
		if len(has) >= vitrine.MaxPasskeys {
			return vitrine.Errorf(vitrine.Conflict, "you have %d passkeys: remove one first", vitrine.MaxPasskeys)
		}
		if err := tx.InsertPasskey(ctx, &key); err != nil {
			return err
		}
		return s.proveAlone(ctx, tx, in)
	})
	return key, err
}

// proveAlone makes the session strong in which somebody has shown what they add, and ends
// all others: who is at one of those has shown less, and never would be asked for it.
func (s *Shop) proveAlone(ctx context.Context, tx *store.Tx, in SignedIn) error {
	if err := tx.EndSessions(ctx, in.User.ID, in.Session.ID, s.now()); err != nil {
		return err
	}
	return tx.ProveSession(ctx, in.Session.ID, true, s.now())
}

func (s *Shop) newPasskey(ctx context.Context, in SignedIn, answer []byte) (vitrine.Passkey, error) {
	if err := s.NoPasskeys(); err != nil {
		return vitrine.Passkey{}, err
	}
	added, err := passkey.ReadAdded(answer)
	if err != nil {
		return vitrine.Passkey{}, err
	}
	c, err := s.answered(ctx, adding(in), added.Challenge())
	if err != nil {
		return vitrine.Passkey{}, err
	}
	handle, err := base64.RawURLEncoding.DecodeString(c.Note)
	if err != nil {
		return vitrine.Passkey{}, err
	}
	return s.passkeys.Accept(added, passkey.Person{Handle: handle, Name: in.User.Username})
}

// changeWays changes how a user signs in, and tells them of it.
func (s *Shop) changeWays(ctx context.Context, in SignedIn, what string, change func(tx *store.Tx) error) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		if err := change(tx); err != nil {
			return err
		}
		user, err := tx.User(ctx, in.User.ID)
		if err != nil {
			return err
		}
		return s.post(ctx, tx, user, mail.Changed, changedWhat(what))
	})
	s.forgetCallers()
	return err
}

func changedWhat(what string) mail.Args {
	return mail.Args{Values: map[string]string{"what": what}}
}

// RenamePasskey gives a passkey another name; NotFound when it is none of the user's.
func (s *Shop) RenamePasskey(ctx context.Context, in SignedIn, id int64, name string) error {
	name = strings.TrimSpace(name)
	if err := vitrine.InvalidFields(vitrine.CheckKeyName(name)); err != nil {
		return err
	}
	if err := s.mustBeSure(ctx, in); err != nil {
		return err
	}
	return s.changeWays(ctx, in, "passkey", func(tx *store.Tx) error { return tx.RenamePasskey(ctx, in.User.ID, id, name) })
}

// RemovePasskey removes a passkey, and ends all other sessions: whoever has it may be at
// one of them. NotFound when it is none of the user's.
func (s *Shop) RemovePasskey(ctx context.Context, in SignedIn, id int64) error {
	if err := s.mustBeSure(ctx, in); err != nil {
		return err
	}
	return s.changeWays(ctx, in, "passkey", func(tx *store.Tx) error {
		if err := tx.RemovePasskey(ctx, in.User.ID, id); err != nil {
			return err
		}
		return s.afterRemoval(ctx, tx, in)
	})
}

// afterRemoval ends what went on beside what was removed. Recovery codes stand in for
// something: where there is nothing any more, they go too. An operator who may act only
// with something stronger than a password keeps the last of it.
func (s *Shop) afterRemoval(ctx context.Context, tx *store.Tx, in SignedIn) error {
	if err := tx.EndSessions(ctx, in.User.ID, in.Session.ID, s.now()); err != nil {
		return err
	}
	left, err := s.strongWays(ctx, tx, in.User.ID)
	if err != nil || left.Any() {
		return err
	}
	user, err := tx.User(ctx, in.User.ID)
	if err != nil {
		return err
	}
	if err := s.mustHaveWay(ctx, tx, user); err != nil {
		return err
	}
	house, err := tx.House(ctx)
	if err != nil {
		return err
	}
	if in.User.IsAdmin && house.StrongOperators {
		return vitrine.Errorf(vitrine.Conflict,
			"operators of this marketplace need a passkey or an app that shows codes, and this is your last one: add another first, then remove it")
	}
	return tx.ReplaceRecoveryCodes(ctx, in.User.ID, nil, s.now())
}

package shop

import (
	"context"
	"strings"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// Credentials are what somebody types to sign in.
type Credentials struct {
	Name     string // an email address or a username
	Password string
}

// SignIn signs a user in by a password. It says the same, after the same work, of a wrong
// password, a name that nobody has, an account without a password and one that is suspended.
func (s *Shop) SignIn(ctx context.Context, c Credentials, from Browser) (Started, error) {
	if err := s.spend(ctx, signingFrom(from.Network), signingAs(c.Name)); err != nil {
		return Started{}, err
	}
	user, err := s.named(ctx, c.Name)
	if err != nil {
		return Started{}, err
	}
	hash := auth.NoPassword
	if user != nil {
		hash = user.PasswordHash
	}
	ok, err := s.passwords.Match(ctx, c.Password, hash)
	if err != nil {
		return Started{}, err
	}
	if !ok {
		return Started{}, wrongPassword()
	}
	return s.start(ctx, user.ID, beginning{method: vitrine.ByPassword, from: from}, func(tx *store.Tx, now *vitrine.User) error {
		if now.PasswordHash != hash || !now.SuspendedAt.IsZero() {
			return wrongPassword() // it was changed just now, or the right one is not enough
		}
		return tx.RefillBudget(ctx, s.budgetName(signingAs(c.Name)))
	})
}

func wrongPassword() error {
	return vitrine.Errorf(vitrine.Unauthenticated, "name and password do not fit together, or the account is suspended")
}

// named returns the user whom somebody means who signs in, nil for nobody.
func (s *Shop) named(ctx context.Context, name string) (user *vitrine.User, err error) {
	name = strings.TrimSpace(name)
	if !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
		return nil, nil // no database stores such a text, and PostgreSQL does not look for it
	}
	if strings.Contains(name, "@") {
		user, err = s.ofAddress(ctx, name)
	} else {
		// A username is ASCII: letters that lower case makes ASCII would have attempts of their own.
		if strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
			return nil, nil
		}
		user, err = s.db.UserByUsername(ctx, strings.ToLower(name))
	}
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, nil
	}
	return user, err
}

// ofAddress returns the user whose address it is, or else the one who claims it. It asks
// for both in any case: it takes as long for an address that has no account.
func (s *Shop) ofAddress(ctx context.Context, email string) (*vitrine.User, error) {
	owner, err := s.db.UserByEmail(ctx, email)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return nil, err
	}
	claims, other := s.db.UserClaiming(ctx, email)
	if err == nil {
		return owner, nil
	}
	return claims, other
}

// start begins a session of a user as they are now, if check finds nothing against it.
func (s *Shop) start(ctx context.Context, userID int64, b beginning,
	check func(tx *store.Tx, user *vitrine.User) error) (started Started, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, userID)
		if err != nil {
			return err
		}
		if err := check(tx, user); err != nil {
			return err
		}
		started, err = s.begin(ctx, tx, user, b)
		return err
	})
	s.forgetCallers()
	return started, err
}

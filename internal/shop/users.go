package shop

import (
	"context"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// NewUser is what a user is made from. Only the email address is needed.
type NewUser struct {
	Email    string
	Username string // made up when empty
	Password string // none when empty: then no password signs the user in
	Admin    bool   // the operator's to give
	// Vouched says that who makes the user has the data at hand: their word confirms the
	// address. A program's word does not.
	Vouched bool
	Scopes  []vitrine.Scope // of the user's first token; nil for the default ones
	Answer  Answer[Account]
}

// Account is a new user with a first access token.
type Account struct {
	User   *vitrine.User
	Access Access
}

// CreateUser adds a user with a first access token, whose secret is given here
// and never again. Conflict when the username or the email address is taken.
func (s *Shop) CreateUser(ctx context.Context, n NewUser) (*vitrine.User, Access, error) {
	// Hashing a password is slow on purpose: it is done before the transaction, which other writers wait for.
	user, err := s.prepareUser(ctx, n)
	if err != nil {
		return nil, Access{}, err
	}
	access, err := s.prepareToken(user, NewToken{Scopes: n.Scopes, Lifetime: s.settings.TokenLifetime})
	if err != nil {
		return nil, Access{}, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if err := tx.InsertUser(ctx, user); err != nil {
			return err
		}
		if err := s.claimOrders(ctx, tx, user); err != nil {
			return err
		}
		access.UserID = user.ID
		if err := tx.InsertToken(ctx, &access.Token, auth.Hash(access.Secret)); err != nil {
			return err
		}
		if err := s.noteUser(ctx, tx, user, access); err != nil {
			return err
		}
		return n.Answer.save(ctx, tx, Account{user, access})
	})
	if err != nil {
		return nil, Access{}, err
	}
	return user, access, nil
}

func (s *Shop) noteUser(ctx context.Context, tx *store.Tx, user *vitrine.User, access Access) error {
	if err := s.Note(ctx, tx, Noted{Act: vitrine.ActUserMake, ID: idText(user.ID), After: userFacts(user)}); err != nil {
		return err
	}
	return s.noteToken(ctx, tx, vitrine.ActTokenMake, access.Token)
}

// prepareUser checks what was asked for and fills in the rest.
func (s *Shop) prepareUser(ctx context.Context, n NewUser) (*vitrine.User, error) {
	now := s.now()
	user := &vitrine.User{
		Email: strings.TrimSpace(n.Email), Username: n.Username, PasswordHash: auth.NoPassword,
		IsAdmin: n.Admin, CreatedAt: now, UpdatedAt: now,
	}
	if n.Vouched {
		user.EmailConfirmedAt = now
	}
	faults := vitrine.CheckEmail("/email", user.Email)
	if user.Username == "" {
		user.Username = "user-" + strings.ToLower(auth.RandomText(10))
	}
	faults = append(faults, vitrine.CheckUsername(user.Username)...)
	if n.Password != "" {
		faults = append(faults, vitrine.CheckPassword(n.Password)...)
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return nil, err
	}
	if n.Password == "" {
		return user, nil
	}
	var err error
	if user.PasswordHash, err = s.passwords.Hash(ctx, n.Password); err != nil {
		return nil, err
	}
	return user, nil
}

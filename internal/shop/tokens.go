package shop

import (
	"context"
	"net/url"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// Access is a new access token with its secret, which is not kept.
type Access struct {
	vitrine.Token
	Secret string
}

// NewToken is an access token to be.
type NewToken struct {
	Scopes   []vitrine.Scope // nil for the default ones
	Lifetime time.Duration   // 0: it does not expire
}

// CreateToken makes an access token for a user. Its secret is given here and
// never again.
func (s *Shop) CreateToken(ctx context.Context, userID int64, n NewToken) (Access, error) {
	var access Access
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, userID)
		if err != nil {
			return err
		}
		if access, err = s.prepareToken(user, n); err != nil {
			return err
		}
		return tx.InsertToken(ctx, &access.Token, auth.Hash(access.Secret))
	})
	return access, err
}

func (s *Shop) prepareToken(user *vitrine.User, n NewToken) (Access, error) {
	if n.Lifetime < 0 {
		return Access{}, vitrine.Errorf(vitrine.Invalid, "a token's lifetime is not negative")
	}
	now := s.now()
	access := Access{
		Token:  vitrine.Token{UserID: user.ID, Scopes: n.Scopes, CreatedAt: now},
		Secret: auth.NewSecret(auth.TokenPrefix),
	}
	if len(n.Scopes) == 0 {
		access.Scopes = vitrine.DefaultScopes()
	}
	if n.Lifetime > 0 {
		access.ExpiresAt = now.Add(n.Lifetime)
	}
	for _, scope := range access.Scopes {
		if scope == vitrine.ScopeAdmin && !user.IsAdmin {
			return Access{}, vitrine.Errorf(vitrine.Invalid, "the scope %s is for admin users: %s is none", scope, user.Username)
		}
	}
	return access, nil
}

// RevokeToken ends an access token: at once on this node, within a few seconds
// on the others.
func (s *Shop) RevokeToken(ctx context.Context, id int64) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.RevokeToken(ctx, id, s.now()) })
	if err != nil {
		return err
	}
	s.callers.Forget(id)
	return nil
}

// Authenticate gives the caller whom an access token identifies. Unauthenticated, with a
// field of code invalid_token, when it is wrong, revoked or expired.
func (s *Shop) Authenticate(ctx context.Context, secret string) (vitrine.Caller, error) {
	if !auth.ValidSecret(auth.TokenPrefix, secret) {
		return vitrine.Caller{}, invalidToken("this is not an access token of this server")
	}
	hash, now := auth.Hash(secret), s.now()
	known, epoch, ok := s.callers.Find(hash, now)
	if ok {
		return known, nil
	}
	token, found, err := s.db.TokenCaller(ctx, hash)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		return vitrine.Caller{}, invalidToken("the access token is not known")
	case err != nil:
		return vitrine.Caller{}, err
	case !token.RevokedAt.IsZero():
		return vitrine.Caller{}, invalidToken("the access token was revoked")
	case !token.ExpiresAt.IsZero() && !now.Before(token.ExpiresAt):
		return vitrine.Caller{}, invalidToken("the access token has expired")
	}
	s.callers.Put(hash, found, epoch, now, token.ExpiresAt)
	return found, nil
}

func invalidToken(detail string) error {
	return &vitrine.Error{Code: vitrine.Unauthenticated, Message: detail,
		Fields: []vitrine.Field{{Pointer: "access_token", Code: "invalid_token", Detail: detail}}}
}

// NewApplication is an application to be.
type NewApplication struct {
	Name         string
	OwnerID      int64
	RedirectURIs []string
	Scopes       []vitrine.Scope // that its tokens may have; nil for the default ones
}

// CreateApplication registers an application. Its client secret is given here
// and never again.
func (s *Shop) CreateApplication(ctx context.Context, n NewApplication) (*vitrine.Application, string, error) {
	secret, now := auth.NewSecret(auth.ClientPrefix), s.now()
	app := &vitrine.Application{
		ClientID: auth.RandomText(22), ClientSecretHash: auth.Hash(secret), Name: strings.TrimSpace(n.Name),
		OwnerID: n.OwnerID, RedirectURIs: n.RedirectURIs, Scopes: n.Scopes, CreatedAt: now, UpdatedAt: now,
	}
	if len(app.Scopes) == 0 {
		app.Scopes = vitrine.DefaultScopes()
	}
	if err := checkApplication(app); err != nil {
		return nil, "", err
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.User(ctx, app.OwnerID); err != nil {
			return err
		}
		return tx.InsertApplication(ctx, app)
	})
	if err != nil {
		return nil, "", err
	}
	return app, secret, nil
}

func checkApplication(app *vitrine.Application) error {
	if app.Name == "" || len(app.Name) > 100 {
		return vitrine.Errorf(vitrine.Invalid, "an application has a name of 1 to 100 bytes")
	}
	for _, uri := range app.RedirectURIs {
		parsed, err := url.Parse(uri)
		if err != nil || !parsed.IsAbs() || parsed.Fragment != "" {
			return vitrine.Errorf(vitrine.Invalid, "the redirect address %q is not absolute or has a fragment", uri)
		}
	}
	return nil
}

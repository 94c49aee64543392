package shop

import (
	"context"
	"crypto/subtle"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// Refusal is why an application gets nothing, by a name that RFC 6749, section 5.2, or one
// of its neighbours gives.
type Refusal struct{ Name, Detail string }

// Error returns the detail.
func (r *Refusal) Error() string { return r.Detail }

// The names of refusals.
const (
	InvalidRequest       = "invalid_request"
	InvalidClient        = "invalid_client"
	InvalidGrant         = "invalid_grant"
	InvalidScope         = "invalid_scope"
	UnauthorizedClient   = "unauthorized_client"
	UnsupportedGrant     = "unsupported_grant_type"
	AccessDenied         = "access_denied"
	AuthorizationPending = "authorization_pending" // RFC 8628, section 3.5
	SlowDown             = "slow_down"
	ExpiredToken         = "expired_token"
)

func refuse(name, detail string) error { return &Refusal{name, detail} }

// Issued are the tokens that an application gets.
type Issued struct {
	Access    string
	Refresh   string // "" for none
	Scopes    []vitrine.Scope
	CreatedAt time.Time
	ExpiresAt time.Time // of Access
}

// ClientProof is how an application says which it is.
type ClientProof struct {
	ID     string
	Secret string // "" for none
}

// Client returns the application that calls, if it shows that it is. It is refused alike,
// after the same work, when there is none of its name and when the secret is wrong.
func (s *Shop) Client(ctx context.Context, proof ClientProof) (*vitrine.Application, error) {
	wrong := refuse(InvalidClient, "the client is not known, or its secret is wrong")
	app, err := s.db.ApplicationByClient(ctx, proof.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		app, err = &vitrine.Application{}, nil
	}
	if err != nil {
		return nil, err
	}
	same := subtle.ConstantTimeCompare([]byte(auth.Hash(proof.Secret)), []byte(app.ClientSecretHash)) == 1
	if app.ID == 0 || !app.Good() || app.Public != (proof.Secret == "") || !app.Public && !same {
		return nil, wrong
	}
	return app, nil
}

// TokenOfApplication gives an application a token by which it acts for its owner.
func (s *Shop) TokenOfApplication(ctx context.Context, app *vitrine.Application, asked []vitrine.Scope) (issued Issued, err error) {
	if app.Public || app.Registered {
		return issued, refuse(UnauthorizedClient, "this application has no secret or no owner: it acts only for people who allow it")
	}
	scopes := asked
	if len(asked) == 0 {
		scopes = app.Unnamed()
	}
	if len(app.May(scopes)) < len(scopes) {
		return issued, refuse(InvalidScope, "this application may have the scopes "+vitrine.JoinScopes(app.Scopes))
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		owner, err := tx.User(ctx, app.OwnerID)
		if err != nil {
			return err
		}
		for _, scope := range scopes {
			if !owner.MayHave(scope) {
				return refuse(InvalidScope, "the scope "+string(scope)+" is for applications of those who have a role that its owner has not")
			}
		}
		issued, err = s.issue(ctx, tx, vitrine.Token{UserID: owner.ID, ApplicationID: app.ID, Scopes: scopes})
		return err
	})
	return issued, err
}

// issue makes an access token.
func (s *Shop) issue(ctx context.Context, tx *store.Tx, token vitrine.Token) (Issued, error) {
	token.CreatedAt, token.ExpiresAt = s.now(), s.now().Add(vitrine.AccessLife)
	secret := auth.NewSecret(auth.TokenPrefix)
	issued := Issued{Access: secret, Scopes: token.Scopes, CreatedAt: token.CreatedAt, ExpiresAt: token.ExpiresAt}
	return issued, tx.InsertToken(ctx, &token, auth.Hash(secret))
}

// RevokeByClient ends a token that an application has; a refresh token with all that
// came of it (RFC 7009, section 2.1). What is no token of anybody is no error.
func (s *Shop) RevokeByClient(ctx context.Context, app *vitrine.Application, secret string) error {
	notYours := refuse(UnauthorizedClient, "this token was given to another application")
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		hash := auth.Hash(secret)
		_, authorization, err := tx.RefreshToken(ctx, hash)
		switch {
		case err == nil && authorization.ApplicationID != app.ID:
			return notYours
		case err == nil:
			return tx.RevokeAuthorization(ctx, authorization.ID, s.now())
		case vitrine.CodeOf(err) != vitrine.NotFound:
			return err
		}
		token, _, err := tx.TokenCaller(ctx, hash)
		switch {
		case vitrine.CodeOf(err) == vitrine.NotFound:
			return nil
		case err != nil:
			return err
		case token.ApplicationID != app.ID:
			return notYours
		}
		return tx.RevokeToken(ctx, token.ID, s.now())
	})
	s.forgetCallers()
	return err
}

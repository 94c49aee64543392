package shop

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// Redemption is a code with what an application says beside it.
type Redemption struct {
	Code        string
	RedirectURI string // "" for none
	Verifier    string // of PKCE; "" for none
}

// RedeemCode exchanges a code for tokens, once. When a code comes again, all that came of
// it ends: it is in hands that it was not meant for (RFC 6749, section 4.1.2).
func (s *Shop) RedeemCode(ctx context.Context, app *vitrine.Application, r Redemption) (Issued, error) {
	return s.exchange(ctx, func(tx *store.Tx) (issued Issued, refused, err error) {
		z, err := tx.AuthorizationByCode(ctx, auth.Hash(r.Code))
		if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && z.ApplicationID != app.ID {
			return issued, refuse(InvalidGrant, "this code is not known"), nil
		}
		if err != nil {
			return issued, nil, err
		}
		if !z.CodeUsedAt.IsZero() {
			return issued, refuse(InvalidGrant, "this code was used before: what came of it has ended"), tx.RevokeAuthorization(ctx, z.ID, s.now())
		}
		if refused := s.checkRedemption(z, r); refused != nil {
			return issued, refused, nil
		}
		if err := tx.UseCode(ctx, z.ID, s.now()); err != nil {
			return issued, nil, err
		}
		return s.issueFor(ctx, tx, app, z, nil)
	})
}

// checkRedemption refuses a code that comes too late or from somebody else than who asked
// for it.
func (s *Shop) checkRedemption(z *vitrine.Authorization, r Redemption) error {
	switch {
	case !z.RevokedAt.IsZero():
		return refuse(InvalidGrant, "what the user allowed was revoked")
	case !s.now().Before(z.CodeExpiresAt):
		return refuse(InvalidGrant, "this code has expired")
	case (z.RedirectNamed || r.RedirectURI != "") && r.RedirectURI != z.RedirectURI:
		return refuse(InvalidGrant, "redirect_uri is not the one that the code was asked for with")
	case z.Challenge == "" && r.Verifier != "":
		// Somebody may have taken the challenge away from the request (RFC 9700, section 2.1.1).
		return refuse(InvalidGrant, "code_verifier came, and the code was asked for without a code_challenge")
	case z.Challenge != "" && !verifies(r.Verifier, z.Challenge):
		return refuse(InvalidGrant, "code_verifier does not fit the code_challenge")
	}
	return nil
}

// verifies reports whether a verifier is what a challenge was made from with S256 (RFC
// 7636, section 4.6).
func verifies(verifier, challenge string) bool {
	sum := sha256.Sum256([]byte(verifier))
	return subtle.ConstantTimeCompare([]byte(base64.RawURLEncoding.EncodeToString(sum[:])), []byte(challenge)) == 1
}

// exchange runs a transaction that gives tokens, or refuses and changes something all the
// same: a refusal is then as sure as an answer. A fault fails the request.
func (s *Shop) exchange(ctx context.Context, do func(tx *store.Tx) (issued Issued, refused, err error)) (issued Issued, err error) {
	var refused error
	err = s.db.Write(ctx, func(tx *store.Tx) (err error) {
		issued, refused, err = do(tx)
		return err
	})
	if err != nil {
		return Issued{}, err
	}
	if refused != nil {
		s.forgetCallers() // tokens may have ended
		return Issued{}, refused
	}
	return issued, nil
}

// issueFor gives an application tokens for what a user allowed it.
func (s *Shop) issueFor(ctx context.Context, tx *store.Tx, app *vitrine.Application, z *vitrine.Authorization,
	asked []vitrine.Scope) (issued Issued, refused, err error) {
	user, err := tx.User(ctx, z.UserID)
	if err != nil {
		return issued, nil, err
	}
	scopes, refused := narrowed(app, user, z, asked)
	if refused != nil {
		return issued, refused, nil
	}
	if err := tx.SeeAuthorization(ctx, z, s.now()); err != nil {
		return issued, nil, err
	}
	issued, err = s.issue(ctx, tx, vitrine.Token{
		UserID: user.ID, ApplicationID: app.ID, GrantID: z.GrantID, AuthorizationID: z.ID, Scopes: scopes,
	})
	if err != nil {
		return issued, nil, err
	}
	issued.Refresh = auth.NewSecret(auth.RefreshPrefix)
	next := vitrine.RefreshToken{AuthorizationID: z.ID, CreatedAt: s.now(), ExpiresAt: s.now().Add(vitrine.RefreshLife)}
	return issued, nil, tx.InsertRefreshToken(ctx, &next, auth.Hash(issued.Refresh))
}

// narrowed returns the scopes of a token for what a user allowed: those that are asked for
// of those that the application still may have.
func narrowed(app *vitrine.Application, user *vitrine.User, z *vitrine.Authorization, asked []vitrine.Scope) ([]vitrine.Scope, error) {
	if !user.SuspendedAt.IsZero() {
		return nil, refuse(InvalidGrant, "the user is suspended")
	}
	scopes := app.May(z.Scopes)
	scopes = slices.DeleteFunc(scopes, func(scope vitrine.Scope) bool { return !user.MayAllow(scope) })
	for _, scope := range asked {
		if !slices.Contains(scopes, scope) {
			return nil, refuse(InvalidScope, "the user did not allow the scope "+string(scope))
		}
	}
	if len(asked) > 0 {
		return asked, nil
	}
	if len(scopes) == 0 {
		return nil, refuse(InvalidGrant, "the application may have none of the scopes any more that the user allowed")
	}
	return scopes, nil
}

// Refresh exchanges a refresh token for new tokens, once. Two requests of an application
// that come together get the same successor. When it comes later, or its successor was
// exchanged already, one of the two is not the application's: then all that came of the same
// yes ends.
func (s *Shop) Refresh(ctx context.Context, app *vitrine.Application, secret string, asked []vitrine.Scope) (Issued, error) {
	return s.exchange(ctx, func(tx *store.Tx) (issued Issued, refused, err error) {
		t, z, err := tx.RefreshToken(ctx, auth.Hash(secret))
		if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && z.ApplicationID != app.ID {
			return issued, refuse(InvalidGrant, "this refresh token is not known"), nil
		}
		if err != nil {
			return issued, nil, err
		}
		switch {
		case !z.RevokedAt.IsZero():
			return issued, refuse(InvalidGrant, "what the user allowed was revoked"), nil
		case !t.ReplacedAt.IsZero():
			return s.refreshAgain(ctx, tx, t, secret)
		case !s.now().Before(t.ExpiresAt):
			return issued, refuse(InvalidGrant, "this refresh token has expired"), nil
		}
		issued, refused, err = s.issueFor(ctx, tx, app, &z, asked)
		if err != nil || refused != nil {
			return issued, refused, err
		}
		return issued, nil, s.replace(ctx, tx, t, secret, issued)
	})
}

// replace uses a refresh token up, and keeps the answer for whoever has its secret.
func (s *Shop) replace(ctx context.Context, tx *store.Tx, t vitrine.RefreshToken, secret string, issued Issued) error {
	next, _, err := tx.RefreshToken(ctx, auth.Hash(issued.Refresh))
	if err != nil {
		return err
	}
	text, err := json.Marshal(issued)
	if err != nil {
		return fmt.Errorf("keep an answer: %w", err)
	}
	sealed, err := auth.SealWith(secret, string(text))
	if err != nil {
		return err
	}
	return tx.ReplaceRefreshToken(ctx, t.ID, next.ID, sealed, s.now())
}

// refreshAgain answers a refresh token that was exchanged before.
func (s *Shop) refreshAgain(ctx context.Context, tx *store.Tx, t vitrine.RefreshToken, secret string) (issued Issued, refused, err error) {
	if t.Passed || t.Successor == "" || s.now().Sub(t.ReplacedAt) >= vitrine.RefreshGrace {
		refused = refuse(InvalidGrant, "this refresh token was used before: all tokens that came of the same consent have ended")
		return issued, refused, tx.RevokeAuthorization(ctx, t.AuthorizationID, s.now())
	}
	text, err := auth.OpenWith(secret, t.Successor)
	if err == nil {
		err = json.Unmarshal([]byte(text), &issued)
	}
	if err != nil {
		return Issued{}, nil, errors.Join(errors.New("read the answer to a refresh"), err)
	}
	return issued, nil, nil
}

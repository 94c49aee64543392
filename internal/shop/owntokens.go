package shop

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// maxTokens is how many access tokens that still work a user may make for themselves.
const maxTokens = 100

// MakeToken makes an access token of the caller's own, with no scope that they lack. Its
// secret is given here and never again. Forbidden to applications: such a token would
// outlive what their users allowed them. One that is made by a token with an end ends with
// that one at the latest.
func (s *Shop) MakeToken(ctx context.Context, caller vitrine.Caller, n NewToken) (Access, error) {
	var access Access
	if caller.Application != nil {
		return access, notForApplications()
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		tokens, err := s.ownTokens(ctx, tx, caller.User.ID)
		if err != nil {
			return err
		}
		if len(tokens) >= maxTokens {
			return vitrine.Errorf(vitrine.Conflict, "you have %d access tokens that work: revoke one first", maxTokens)
		}
		last, err := endOf(caller, tokens)
		if err != nil {
			return err
		}
		access, err = s.addToken(ctx, tx, caller, n, last)
		return err
	})
	return access, err
}

func notForApplications() error {
	return vitrine.Errorf(vitrine.Forbidden, "applications don't look after the access tokens of their users: make a token of your own")
}

// endOf is when what a caller calls with ends; zero for never, and for a session.
func endOf(caller vitrine.Caller, tokens map[int64]vitrine.Token) (time.Time, error) {
	token, ok := tokens[caller.TokenID]
	if !ok && caller.TokenID != 0 {
		return time.Time{}, invalidToken("the access token has ended")
	}
	return token.ExpiresAt, nil
}

// addToken makes a token that ends when last is at the latest; zero for no such time.
func (s *Shop) addToken(ctx context.Context, tx *store.Tx, caller vitrine.Caller, n NewToken, last time.Time) (Access, error) {
	user, err := tx.User(ctx, caller.User.ID)
	if err != nil {
		return Access{}, err
	}
	if len(n.Scopes) == 0 {
		n.Scopes = vitrine.DefaultScopes()
	}
	for _, scope := range n.Scopes {
		if err := caller.Require(scope); err != nil {
			return Access{}, err
		}
		if !user.MayHave(scope) {
			return Access{}, vitrine.Errorf(vitrine.Forbidden, "the scope %s is for a role that you have not any more", scope)
		}
	}
	access, err := s.prepareToken(user, n)
	if err != nil {
		return Access{}, err
	}
	if !last.IsZero() && (access.ExpiresAt.IsZero() || access.ExpiresAt.After(last)) {
		access.ExpiresAt = last
	}
	if err := tx.InsertToken(ctx, &access.Token, auth.Hash(access.Secret)); err != nil {
		return Access{}, err
	}
	if err := s.noteToken(ctx, tx, vitrine.ActTokenMake, access.Token); err != nil {
		return Access{}, err
	}
	return access, n.Answer.save(ctx, tx, access)
}

// RotateToken ends an access token of the caller's own and makes one in its place, of the
// same scopes and lifetime where no others are asked for. NotFound when the caller has no
// such token. A token with an end gets nothing that lasts longer than itself, or than it did
// itself where it is the one that is replaced.
func (s *Shop) RotateToken(ctx context.Context, caller vitrine.Caller, id int64, n NewToken) (Access, error) {
	var access Access
	if caller.Application != nil {
		return access, notForApplications()
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		tokens, err := s.ownTokens(ctx, tx, caller.User.ID)
		if err != nil {
			return err
		}
		old, ok := tokens[id]
		if !ok {
			return vitrine.Errorf(vitrine.NotFound, "there is no token %d", id)
		}
		last, err := endOf(caller, tokens)
		if err != nil {
			return err
		}
		if id == caller.TokenID && !last.IsZero() {
			last = s.now().Add(old.ExpiresAt.Sub(old.CreatedAt))
		}
		if err := s.endOwn(ctx, tx, caller, id); err != nil {
			return err
		}
		access, err = s.addToken(ctx, tx, caller, n.inPlaceOf(old), last)
		return err
	})
	s.forgetCallers()
	return access, err
}

// inPlaceOf fills in what is not said from the token that goes.
func (n NewToken) inPlaceOf(old vitrine.Token) NewToken {
	if len(n.Scopes) == 0 {
		n.Scopes = old.Scopes
	}
	if n.Lifetime == 0 && !old.ExpiresAt.IsZero() {
		n.Lifetime = old.ExpiresAt.Sub(old.CreatedAt)
	}
	return n
}

// EndToken revokes an access token of the caller's own; NotFound when it is none.
func (s *Shop) EndToken(ctx context.Context, caller vitrine.Caller, id int64) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error { return s.endOwn(ctx, tx, caller, id) })
	s.forgetCallers()
	return err
}

func (s *Shop) endOwn(ctx context.Context, tx *store.Tx, caller vitrine.Caller, id int64) error {
	if err := tx.RevokeOwnToken(ctx, caller.User.ID, id, s.now()); err != nil {
		return err
	}
	return s.noteEnd(ctx, tx, id)
}

// OwnTokens lists the access tokens that a user made for themselves and that still work,
// oldest first.
func (s *Shop) OwnTokens(ctx context.Context, userID int64) ([]vitrine.Token, error) {
	all, err := s.db.OwnTokens(ctx, userID)
	if err != nil {
		return nil, err
	}
	var list []vitrine.Token
	for _, token := range all {
		if s.works(token) {
			list = append(list, token)
		}
	}
	return list, nil
}

// works reports whether a token that was not revoked has not expired either.
func (s *Shop) works(t vitrine.Token) bool {
	return t.ExpiresAt.IsZero() || s.now().Before(t.ExpiresAt)
}

// ownTokens are OwnTokens by their identifiers, as a transaction sees them.
func (s *Shop) ownTokens(ctx context.Context, tx *store.Tx, userID int64) (map[int64]vitrine.Token, error) {
	all, err := tx.OwnTokens(ctx, userID)
	if err != nil {
		return nil, err
	}
	found := map[int64]vitrine.Token{}
	for _, token := range all {
		if s.works(token) {
			found[token.ID] = token
		}
	}
	return found, nil
}

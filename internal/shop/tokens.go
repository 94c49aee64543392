package shop

import (
	"context"
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

// NewToken is what an access token is made from.
type NewToken struct {
	Scopes   []vitrine.Scope // nil for the default ones
	Lifetime time.Duration   // 0: it does not expire
	Answer   Answer[Access]
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
		if err := tx.InsertToken(ctx, &access.Token, auth.Hash(access.Secret)); err != nil {
			return err
		}
		return s.noteToken(ctx, tx, vitrine.ActTokenMake, access.Token)
	})
	return access, err
}

func (s *Shop) noteToken(ctx context.Context, tx *store.Tx, act vitrine.Act, token vitrine.Token) error {
	return s.Note(ctx, tx, Noted{Act: act, ID: idText(token.ID), After: tokenFacts(token)})
}

// noteEnd notes that a token ended, and what it was.
func (s *Shop) noteEnd(ctx context.Context, tx *store.Tx, id int64) error {
	token, err := tx.Token(ctx, id)
	if err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActTokenRevoke, ID: idText(id), Before: tokenFacts(token)})
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
		if !user.MayHave(scope) {
			return Access{}, vitrine.Errorf(vitrine.Invalid, "the scope %s is for those who have a role that %s has not", scope, user.Username)
		}
	}
	return access, nil
}

// RevokeToken ends an access token: at once in this process, within a moment in all
// others of the database.
func (s *Shop) RevokeToken(ctx context.Context, id int64) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		if err := tx.RevokeToken(ctx, id, s.now()); err != nil {
			return err
		}
		return s.noteEnd(ctx, tx, id)
	})
	if err != nil {
		return err
	}
	s.callers.Forget(func(c vitrine.Caller) bool { return c.TokenID == id })
	return nil
}

// Authenticate returns the caller whom an access token identifies. Unauthenticated, with a
// field of code invalid_token, when it is wrong, revoked or expired.
func (s *Shop) Authenticate(ctx context.Context, secret string) (vitrine.Caller, error) {
	if !auth.ValidSecret(auth.TokenPrefix, secret) {
		return vitrine.Caller{}, unknownToken("this is not an access token of this server")
	}
	hash, now := auth.Hash(secret), s.now()
	s.lookAtCallers(ctx, now)
	known, epoch, ok := s.callers.Find(hash, now)
	if ok {
		return known, nil
	}
	token, found, err := s.db.TokenCaller(ctx, hash)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		return vitrine.Caller{}, unknownToken("the access token is not known")
	case err != nil:
		return vitrine.Caller{}, err
	case !token.RevokedAt.IsZero():
		return vitrine.Caller{}, invalidToken("the access token was revoked")
	case !found.User.SuspendedAt.IsZero():
		return vitrine.Caller{}, ofSuspended()
	case found.Application != nil && !found.Application.RemovedAt.IsZero():
		return vitrine.Caller{}, invalidToken("the application of the access token was removed")
	case found.Application != nil && !found.Application.Good():
		return vitrine.Caller{}, invalidToken("the owner of the access token's application is suspended: ask the operator")
	case !token.ExpiresAt.IsZero() && !now.Before(token.ExpiresAt):
		return vitrine.Caller{}, invalidToken("the access token has expired")
	}
	s.seeToken(ctx, token, now)
	s.callers.Put(hash, found, epoch, now, token.ExpiresAt)
	return found, nil
}

// seeToken notes that a token is used. Nobody waits in vain for that: where the database takes
// no writes, whoever reads is let in all the same, and the next one notes it.
func (s *Shop) seeToken(ctx context.Context, token vitrine.Token, now time.Time) {
	if now.Sub(token.UsedAt) < store.SeenToTheHour {
		return
	}
	_ = s.db.Write(ctx, func(tx *store.Tx) error { return tx.SeeToken(ctx, token, now) })
}

// lookAtCallers forgets what is known of tokens when another process has changed what
// they are good for. One of those who come within a moment looks for all. While the
// database doesn't tell, what is known is good for callersKept.
func (s *Shop) lookAtCallers(ctx context.Context, now time.Time) {
	last := s.callersSeen.Load()
	if now.UnixMicro()-last < callersLooked.Microseconds() || !s.callersSeen.CompareAndSwap(last, now.UnixMicro()) {
		return
	}
	mark, err := s.db.CallersMark(ctx)
	if err != nil {
		s.callersSeen.CompareAndSwap(now.UnixMicro(), last) // the next one looks
		return
	}
	if old := s.callersMark.Swap(&mark); old == nil || *old != mark {
		s.forgetCallers()
	}
}

// forgetCallers has everyone asked for again, who comes with a token or a session, and the
// rules of the house.
func (s *Shop) forgetCallers() {
	s.callers.ForgetAll()
	s.signedIn.ForgetAll()
	s.house.ForgetAll()
}

// unknownToken is for what never was a token: those that have ended are no guesses.
func unknownToken(detail string) error {
	err := invalidToken(detail)
	err.Err = vitrine.ErrUnknownSecret
	return err
}

func ofSuspended() error {
	return invalidToken("the user of the access token is suspended: ask the operator")
}

func invalidToken(detail string) *vitrine.Error {
	return &vitrine.Error{Code: vitrine.Unauthenticated, Message: detail,
		Fields: []vitrine.Field{{Header: "Authorization", Code: "invalid_token", Detail: detail}}}
}

package shop

import (
	"context"
	"slices"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// seenEvery is how often the use of a session is written down.
const seenEvery = time.Minute

// Browser is where somebody comes from who is about to sign in.
type Browser struct {
	Network  string    // that attempts are counted of; "" for one whom nobody counts
	Agent    string    // what the browser says of itself, for people
	Session  string    // secret of the session that it has, which signing in ends; "" for none
	Asked    string    // secret that AskLink gave it before; "" for none
	Language string    // that its reader likes, as vitrine.Order has it
	In       *SignedIn // who is signed in there; nil for nobody
}

// SignedIn is who uses a browser, or the desks by an access token.
type SignedIn struct {
	User    vitrine.User
	Session vitrine.Session // the zero value with a token
	House   vitrine.House
	Owes    []vitrine.PaperKind // that the user has still to agree to
	token   *vitrine.Caller     // nil at a browser; see WithToken
}

// Caller is a signed-in user as those who make changes know them. Who has a role acts in it
// only where the session is as strong as the marketplace asks.
func (in SignedIn) Caller() vitrine.Caller {
	if in.token != nil {
		caller := *in.token
		caller.User = in.User
		return caller
	}
	scopes := vitrine.OwnScopes()
	for _, scope := range vitrine.AllScopes() {
		if !slices.Contains(scopes, scope) && in.mayAllow(scope) {
			scopes = append(scopes, scope)
		}
	}
	return vitrine.Caller{User: in.User, Scopes: scopes}
}

// mayAllow reports whether a user may let a program have a scope, in this session.
func (in SignedIn) mayAllow(scope vitrine.Scope) bool {
	return in.Operator() || slices.Contains(vitrine.SharedScopes(), scope) || slices.ContainsFunc(scope.Roles(), in.Acts)
}

// Operator reports whether the user may act as operator in this session.
func (in SignedIn) Operator() bool { return in.Acts(vitrine.RoleOperator) }

// Acts reports whether the user may act in a role in this session, as operators may in all.
// Who acts for the marketplace signs in as strongly as it asks of operators.
func (in SignedIn) Acts(role vitrine.Role) bool {
	if in.token != nil {
		return in.Caller().Acts(role)
	}
	return (in.User.IsAdmin || in.User.Has(role)) && (in.Session.Strong || !in.House.StrongOperators)
}

// Among reports whether the user is one of those who may see what is not public of a model.
func (in SignedIn) Among(a *vitrine.Viewers) bool {
	return a.AuthorID == in.User.ID || a.Moderators && in.Acts(vitrine.RoleModerator)
}

// reads reports whether an address is the user's, so that mails to it are theirs to ask for.
func (in SignedIn) reads(email string) bool {
	return !in.User.EmailClaimed && store.FoldEmail(strings.TrimSpace(email)) == store.FoldEmail(in.User.Email)
}

// ErrBeStrong is the cause of an Error that asks an operator for a passkey or a code before
// they act as such.
var ErrBeStrong = vitrine.Errorf(vitrine.Forbidden, "operators act with a passkey or a code here")

// MustOperate refuses the pages of operators: NotFound to all others, ErrBeStrong to those
// who have shown less than the marketplace asks of them.
func (in SignedIn) MustOperate() error { return in.MustAct(vitrine.RoleOperator) }

// MustAct is MustOperate for the pages of those who have one of some roles, and operators.
func (in SignedIn) MustAct(roles ...vitrine.Role) error {
	if in.token != nil {
		return mustActByToken(in.Caller(), roles)
	}
	refused := vitrine.Errorf(vitrine.NotFound, "nothing is at this address")
	for _, role := range roles {
		if in.Acts(role) {
			return nil
		}
		if in.User.IsAdmin || in.User.Has(role) {
			refused = &vitrine.Error{Code: vitrine.Forbidden, Message: "operators act with a passkey or a code here", Err: ErrBeStrong}
		}
	}
	return refused
}

// Started is a session that has begun.
type Started struct {
	Session vitrine.Session
	User    vitrine.User
	Secret  string // for the cookie; shown to nobody else
}

// SessionOf returns who is signed in at the browser with a session's secret, or is about
// to be where the session waits. Unauthenticated when nobody is.
func (s *Shop) SessionOf(ctx context.Context, secret string) (SignedIn, error) {
	if !auth.ValidSecret(auth.SessionPrefix, secret) {
		return SignedIn{}, notSignedIn()
	}
	hash, now := auth.Hash(secret), s.now()
	s.lookAtCallers(ctx, now)
	known, epoch, ok := s.signedIn.Find(hash, now)
	if ok && now.Sub(known.Session.SeenAt) < seenEvery {
		return known, nil
	}
	found, err := s.readSession(ctx, hash, now)
	if err != nil {
		return SignedIn{}, err
	}
	s.signedIn.Put(hash, found, epoch, now, found.Session.CreatedAt.Add(vitrine.SessionLife))
	return found, nil
}

func (s *Shop) readSession(ctx context.Context, hash string, now time.Time) (found SignedIn, err error) {
	found.Session, found.User, err = s.db.SessionUser(ctx, hash)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && (!found.Session.Good(now) || !found.User.SuspendedAt.IsZero()) {
		return SignedIn{}, notSignedIn()
	}
	if err != nil {
		return SignedIn{}, err
	}
	if found.House, err = s.House(ctx); err != nil {
		return SignedIn{}, err
	}
	if found.Owes, err = s.owes(ctx, found.User, found.House); err != nil {
		return SignedIn{}, err
	}
	if now.Sub(found.Session.SeenAt) >= seenEvery {
		err = s.db.Write(ctx, func(tx *store.Tx) error { return tx.SeeSession(ctx, found.Session.ID, now) })
		found.Session.SeenAt = now
	}
	return found, err
}

func notSignedIn() error {
	return vitrine.Errorf(vitrine.Unauthenticated, "nobody is signed in here: sign in first")
}

// beginning is a session to be.
type beginning struct {
	method vitrine.SignInMethod
	strong bool
	from   Browser
}

// begin starts a session of a user, and ends the one that the browser had: whoever knew
// its secret learns nothing by that (RFC 9700 calls it fixation). The user is told of a
// browser that was not there before. The session waits where a second factor is owed.
func (s *Shop) begin(ctx context.Context, tx *store.Tx, user *vitrine.User, b beginning) (Started, error) {
	if !user.SuspendedAt.IsZero() {
		return Started{}, vitrine.Errorf(vitrine.Forbidden, "this account is suspended: ask the operator")
	}
	now := s.now()
	if old, _, err := tx.SessionUser(ctx, auth.Hash(b.from.Session)); err == nil {
		if err := tx.EndSession(ctx, old.UserID, old.ID, now); err != nil {
			return Started{}, err
		}
	} else if vitrine.CodeOf(err) != vitrine.NotFound {
		return Started{}, err
	}
	waits, err := s.owesSecond(ctx, tx, user, b)
	if err != nil {
		return Started{}, err
	}
	if !waits {
		if err := s.tellOfSignIn(ctx, tx, user, b); err != nil {
			return Started{}, err
		}
	}
	started := Started{User: *user, Secret: auth.NewSecret(auth.SessionPrefix), Session: vitrine.Session{
		UserID: user.ID, Method: b.method, Strong: b.strong, Waits: waits, Agent: b.from.Agent, CreatedAt: now, SeenAt: now, ProvedAt: now,
	}}
	return started, tx.InsertSession(ctx, &started.Session, auth.Hash(started.Secret))
}

// tellOfSignIn writes a mail to one who signs in at a browser unlike those before.
func (s *Shop) tellOfSignIn(ctx context.Context, tx *store.Tx, user *vitrine.User, b beginning) error {
	before, err := tx.Agents(ctx, user.ID)
	if err != nil || len(before) == 0 || slices.Contains(before, b.from.Agent) {
		return err
	}
	return s.post(ctx, tx, user, mail.NewSignIn, mail.Args{Values: map[string]string{"agent": b.from.Agent, "method": string(b.method)}})
}

// post writes a mail to a user; none to an address that is only claimed, whose owner has
// asked for nothing, but for the one that asks whether it is the user's.
func (s *Shop) post(ctx context.Context, tx *store.Tx, user *vitrine.User, kind mail.Kind, args mail.Args) error {
	if user.EmailClaimed && kind != mail.Confirm {
		return nil
	}
	args.Name = user.Username
	return mail.Post(ctx, tx, mail.Message{Kind: kind, UserID: user.ID, To: user.Email, Language: user.Language, Args: args}, s.now())
}

// SignOut ends the session with a secret. It is no error when there is none.
func (s *Shop) SignOut(ctx context.Context, secret string) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		session, _, err := tx.SessionUser(ctx, auth.Hash(secret))
		if vitrine.CodeOf(err) == vitrine.NotFound {
			return nil
		}
		if err != nil {
			return err
		}
		return tx.EndSession(ctx, session.UserID, session.ID, s.now())
	})
	s.forgetCallers()
	return err
}

// EndSession ends one session of a user; NotFound when it is none of theirs.
func (s *Shop) EndSession(ctx context.Context, userID, id int64) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.EndSession(ctx, userID, id, s.now()) })
	s.forgetCallers()
	return err
}

// EndSessions signs a user out everywhere but in one session, 0 for everywhere.
func (s *Shop) EndSessions(ctx context.Context, userID, but int64) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.EndSessions(ctx, userID, but, s.now()) })
	s.forgetCallers()
	return err
}

// SessionsOf lists the browsers at which a user is signed in, the one used last first.
func (s *Shop) SessionsOf(ctx context.Context, userID int64) ([]vitrine.Session, error) {
	all, err := s.db.Sessions(ctx, userID)
	return slices.DeleteFunc(all, func(session vitrine.Session) bool { return session.Waits || !session.Good(s.now()) }), err
}

// SetLanguage says in which language a user's mails are written; "" for the marketplace's.
func (s *Shop) SetLanguage(ctx context.Context, userID int64, language string) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.SetLanguage(ctx, userID, language, s.now()) })
	s.forgetCallers()
	return err
}

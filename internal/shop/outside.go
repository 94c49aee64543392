package shop

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/openid"
	"vitrine/internal/store"
)

// askingProvider is how often browsers of a network may be sent to the outside provider.
func askingProvider(network string) attempts {
	return attempts{"provider from", network, 30, 20 * time.Second}
}

// leaving is askingProvider, of a session where somebody is signed in.
func leaving(in *SignedIn, network string) attempts {
	if in == nil {
		return askingProvider(network)
	}
	return attempts{"provider in session", strconv.FormatInt(in.Session.ID, 10), 30, 20 * time.Second}
}

// comingBack is how often browsers may come back from the provider.
func comingBack(in *SignedIn, network string) attempts {
	if in == nil {
		return attempts{"back from provider", network, 30, 20 * time.Second}
	}
	return proving(*in)
}

// Provider is what people call the outside provider, "" where there is none.
func (s *Shop) Provider() string {
	if s.provider == nil {
		return ""
	}
	return s.provider.Name
}

func (s *Shop) needProvider() error {
	if s.provider == nil {
		return vitrine.Errorf(vitrine.NotFound, "nothing is at this address")
	}
	return nil
}

// Errand is what a browser is sent to the outside provider for.
type Errand string

// The errands.
const (
	ErrandSignIn Errand = "sign-in" // of whoever it will be
	ErrandLink   Errand = "link"    // a signed-in user wants to sign in by the provider from now on
	ErrandProve  Errand = "prove"   // a signed-in user shows once more who they are
)

// outing is what is noted of a browser that was sent to the provider.
type outing struct {
	Errand     Errand `json:"errand"`
	Next       string `json:"next"`
	Invitation string `json:"invitation,omitempty"` // hash of its secret
}

// Sent is where a browser goes, and the secret for its cookie.
type Sent struct{ Address, Browser string }

// Leaving is what a browser is about to be sent to the provider with.
type Leaving struct {
	Errand     Errand
	Next       string // where it goes on to
	Invitation string // secret of the invitation that somebody has who may want to join, "" for none
	Cookie     string // secret of the browser, "" for none
}

// AskProvider sends a browser to the outside provider. in is who is signed in there; nil
// for an errand of nobody yet. Conflict when an invitation is good no more.
func (s *Shop) AskProvider(ctx context.Context, in *SignedIn, l Leaving, from Browser) (Sent, error) {
	if err := s.needProvider(); err != nil {
		return Sent{}, err
	}
	if err := s.spend(ctx, leaving(in, from.Network)); err != nil {
		return Sent{}, err
	}
	if l.Errand == ErrandLink {
		if err := s.mustBeSure(ctx, *in); err != nil {
			return Sent{}, err
		}
	}
	o := outing{Errand: l.Errand, Next: l.Next}
	if l.Invitation != "" {
		if _, err := s.Invited(ctx, l.Invitation); err != nil {
			return Sent{}, err
		}
		o.Invitation = auth.Hash(l.Invitation)
	}
	note, err := json.Marshal(o)
	if err != nil {
		return Sent{}, err
	}
	sent := Sent{Browser: newBrowser(l.Cookie)}
	state := auth.RandomText(stateLength)
	sent.Address, err = s.provider.Address(ctx, questionOf(state, sent.Browser, l.Errand))
	if err != nil {
		return Sent{}, err
	}
	a := asking{purpose: vitrine.AskingProvider, userID: userOf(in), browser: sent.Browser, note: string(note)}
	return sent, s.db.Write(ctx, func(tx *store.Tx) error { return s.ask(ctx, tx, a, state) })
}

const stateLength = 32

func userOf(in *SignedIn) int64 {
	if in == nil {
		return 0
	}
	return in.User.ID
}

// questionOf makes what the provider is asked with of the state and the browser's secret:
// whoever reads the database can answer for no browser.
func questionOf(state, browser string, o Errand) openid.Question {
	derived := func(what string) string {
		sum := sha256.Sum256([]byte(what + "\x00" + browser + "\x00" + state))
		return base64.RawURLEncoding.EncodeToString(sum[:])
	}
	return openid.Question{State: state, Nonce: derived("nonce"), Verifier: derived("verifier"), Anew: o == ErrandProve}
}

// Back is what a browser comes back from the provider with.
type Back struct {
	openid.Answer
	State  string
	Cookie string
}

// Outcome is what came of it: a session that has begun, an account elsewhere that was
// linked, or somebody who has no account here yet.
type Outcome struct {
	Errand  Errand
	Next    string
	Started *Started
	New     *Newcomer
}

// AnswerProvider carries out what a browser was sent to the provider for. in is who is
// signed in there now, nil for nobody.
func (s *Shop) AnswerProvider(ctx context.Context, in *SignedIn, b Back, from Browser) (Outcome, error) {
	if err := s.needProvider(); err != nil {
		return Outcome{}, err
	}
	if err := s.spend(ctx, comingBack(in, from.Network)); err != nil {
		return Outcome{}, err
	}
	c, err := s.answered(ctx, asking{purpose: vitrine.AskingProvider, userID: userOf(in), browser: b.Cookie}, b.State)
	if err != nil {
		return Outcome{}, err
	}
	var o outing
	if err := json.Unmarshal([]byte(c.Note), &o); err != nil {
		return Outcome{}, err
	}
	person, err := s.provider.Check(ctx, questionOf(b.State, b.Cookie, o.Errand), b.Answer)
	if err != nil {
		return Outcome{}, err
	}
	out := Outcome{Errand: o.Errand, Next: o.Next}
	switch o.Errand {
	case ErrandLink:
		return out, s.link(ctx, *in, person)
	case ErrandProve:
		out.Started, err = s.proveByProvider(ctx, *in, person, from)
	default:
		out.Started, out.New, err = s.signInByProvider(ctx, arrival{person, o.Invitation}, b.Cookie, from)
	}
	return out, err
}

// signInByProvider begins a session of the user who has linked the account elsewhere. Who
// has none may make an account. An address alone links nothing: whoever runs the provider,
// or gave the address away there, would come into an account that is not theirs.
func (s *Shop) signInByProvider(ctx context.Context, a arrival, browser string, from Browser) (*Started, *Newcomer, error) {
	identity, err := s.db.Identity(ctx, a.Issuer, a.Subject)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		newcomer, err := s.newcomer(ctx, a, browser)
		return nil, newcomer, err
	}
	if err != nil {
		return nil, nil, err
	}
	started, err := s.startByIdentity(ctx, identity, from)
	return started, nil, err
}

func (s *Shop) startByIdentity(ctx context.Context, identity vitrine.Identity, from Browser) (*Started, error) {
	b := beginning{method: vitrine.ByProvider, from: from}
	started, err := s.start(ctx, identity.UserID, b, func(tx *store.Tx, _ *vitrine.User) error {
		now, err := tx.Identity(ctx, identity.Issuer, identity.Subject)
		if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && now.UserID != identity.UserID {
			return notLinked() // it was removed just now
		}
		if err != nil {
			return err
		}
		return tx.UseIdentity(ctx, now.ID, s.now())
	})
	return &started, err
}

func notLinked() error {
	return vitrine.Errorf(vitrine.Conflict, "this account elsewhere is not one that you sign in with here")
}

// proveByProvider begins another session of a signed-in user, who has shown at the provider
// that they are still there. It owes a second factor as every sign-in there does.
func (s *Shop) proveByProvider(ctx context.Context, in SignedIn, person openid.Person, from Browser) (*Started, error) {
	identity, err := s.db.Identity(ctx, person.Issuer, person.Subject)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && identity.UserID != in.User.ID {
		return nil, notLinked()
	}
	if err != nil {
		return nil, err
	}
	return s.startByIdentity(ctx, identity, from)
}

// link lets a signed-in user sign in by an account elsewhere.
func (s *Shop) link(ctx context.Context, in SignedIn, person openid.Person) error {
	if err := s.mustBeSure(ctx, in); err != nil {
		return err
	}
	return s.changeWays(ctx, in, "identity", func(tx *store.Tx) error {
		has, err := tx.Identity(ctx, person.Issuer, person.Subject)
		switch {
		case err == nil && has.UserID == in.User.ID:
			return nil
		case err == nil:
			return vitrine.Errorf(vitrine.Conflict, "with this account elsewhere somebody else signs in here")
		case vitrine.CodeOf(err) != vitrine.NotFound:
			return err
		}
		return s.addIdentity(ctx, tx, in.User.ID, person)
	})
}

func (s *Shop) addIdentity(ctx context.Context, tx *store.Tx, userID int64, person openid.Person) error {
	return tx.InsertIdentity(ctx, &vitrine.Identity{
		UserID: userID, Issuer: person.Issuer, Subject: person.Subject, Email: person.Email, CreatedAt: s.now(), UsedAt: s.now(),
	})
}

// Unlink removes an account elsewhere of a user, and ends all other sessions. NotFound when
// it is none of the user's, Conflict when it is the only way in that they have.
func (s *Shop) Unlink(ctx context.Context, in SignedIn, id int64) error {
	if err := s.mustBeSure(ctx, in); err != nil {
		return err
	}
	return s.changeWays(ctx, in, "identity", func(tx *store.Tx) error {
		if err := tx.RemoveIdentity(ctx, in.User.ID, id); err != nil {
			return err
		}
		user, err := tx.User(ctx, in.User.ID)
		if err != nil {
			return err
		}
		if err := s.mustHaveWay(ctx, tx, user); err != nil {
			return err
		}
		return tx.EndSessions(ctx, user.ID, in.Session.ID, s.now())
	})
}

// mustHaveWay refuses to leave a user without any way in.
func (s *Shop) mustHaveWay(ctx context.Context, tx *store.Tx, user *vitrine.User) error {
	if user.PasswordHash != auth.NoPassword || !user.EmailClaimed {
		return nil // where it is not the password, a mail lets them in
	}
	ways, err := s.strongWays(ctx, tx, user.ID)
	if err != nil || len(ways.Passkeys) > 0 && s.NoPasskeys() == nil {
		return err
	}
	others, err := tx.Identities(ctx, user.ID)
	if err != nil || s.letsIn(others) {
		return err
	}
	return vitrine.Errorf(vitrine.Conflict, "you could not sign in any more: choose a password or confirm your address first")
}

// letsIn reports whether one of some accounts elsewhere is at the provider that is there
// now: the operator may have named another one since, or none.
func (s *Shop) letsIn(identities []vitrine.Identity) bool {
	return s.provider != nil && slices.ContainsFunc(identities, func(i vitrine.Identity) bool { return i.Issuer == s.provider.Issuer })
}

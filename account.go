package vitrine

import "time"

// SignInMethod is how somebody showed who they are.
type SignInMethod string

// The ways to sign in.
const (
	ByPassword SignInMethod = "password"
	ByPasskey  SignInMethod = "passkey"
	ByMail     SignInMethod = "mail"     // a link or code sent to the address
	ByProvider SignInMethod = "provider" // an outside OpenID provider
	BySetup    SignInMethod = "setup"    // the one-time key of a new marketplace
	ByRecovery SignInMethod = "recovery" // a recovery code
)

// SignInMethods are all ways to sign in.
func SignInMethods() []SignInMethod {
	return []SignInMethod{ByPassword, ByPasskey, ByMail, ByProvider, BySetup, ByRecovery}
}

// Session is a browser at which a user is signed in. Only its cookie holds the secret.
type Session struct {
	ID     int64
	UserID int64
	Method SignInMethod
	Strong bool   // a passkey or a second factor was shown
	Waits  bool   // for a second factor: nobody is signed in yet
	Agent  string // "Firefox on Linux", as the browser says of itself
	// SeenAt is when the session was last used, give or take a minute, ProvedAt when its user
	// last showed who they are.
	CreatedAt, SeenAt, ProvedAt time.Time
	EndedAt                     time.Time // zero: it goes on
}

// The lifetimes of a session.
const (
	SessionIdle  = 14 * 24 * time.Hour // without a request
	SessionLife  = 90 * 24 * time.Hour // in any case
	SessionWaits = 10 * time.Minute    // for a second factor
	FreshFor     = 10 * time.Minute    // after its user showed who they are
)

// Good reports whether a session has neither ended nor expired.
func (s *Session) Good(now time.Time) bool {
	if !s.EndedAt.IsZero() || now.Sub(s.CreatedAt) >= SessionLife || now.Sub(s.SeenAt) >= SessionIdle {
		return false
	}
	return !s.Waits || now.Sub(s.CreatedAt) < SessionWaits
}

// Fresh reports whether the user showed who they are just now: what hurts asks for it.
func (s *Session) Fresh(now time.Time) bool { return now.Sub(s.ProvedAt) < FreshFor }

// LinkPurpose is the one thing that a link in a mail lets its reader do.
type LinkPurpose string

// The purposes of links.
const (
	LinkConfirm LinkPurpose = "confirm" // the address is the user's
	LinkSignIn  LinkPurpose = "sign-in" // sign in without a password
	LinkReset   LinkPurpose = "reset"   // choose a new password
	LinkLeave   LinkPurpose = "leave"   // the user leaves this address for another one
	LinkArrive  LinkPurpose = "arrive"  // the user changes to this address
	LinkOrders  LinkPurpose = "orders"  // see what was bought with this address
	LinkInvite  LinkPurpose = "invite"  // join a marketplace that is not open
	LinkSetup   LinkPurpose = "setup"   // make the first operator and name the marketplace; never in a mail
	// LinkFound is no mail's: a browser has shown to read the mail of an address, and sees what
	// was bought with it.
	LinkFound LinkPurpose = "found"
)

// Lifetime is how long a link of the purpose works.
func (p LinkPurpose) Lifetime() time.Duration {
	switch p {
	case LinkSignIn, LinkReset, LinkOrders:
		return 15 * time.Minute
	case LinkFound:
		return time.Hour
	case LinkInvite:
		return 14 * 24 * time.Hour
	case LinkSetup:
		return 24 * time.Hour
	default:
		return 48 * time.Hour
	}
}

// Link is something that was sent by mail to let its reader do one thing, once.
type Link struct {
	ID        int64
	Purpose   LinkPurpose
	UserID    int64  // 0: of nobody yet
	Email     string // that it was sent to
	Tries     int64  // of its code
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // zero: not yet
}

// MaxCodeTries is how often the code of a link may be typed.
const MaxCodeTries = 5

// Good reports whether a link still works.
func (l *Link) Good(now time.Time) bool {
	return l.UsedAt.IsZero() && now.Before(l.ExpiresAt) && l.Tries < MaxCodeTries
}

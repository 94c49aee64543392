package vitrine

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

// Application is a program that has tokens of its own: it acts for its owner, or for the
// people who grant it that.
type Application struct {
	ID               int64
	ClientID         string
	ClientSecretHash string // "" for a public one
	Name             string
	OwnerID          int64
	Public           bool // it runs where no secret can be kept, such as in a browser
	Registered       bool // by itself: nobody has looked at it, and it acts for no owner
	RedirectURIs     []string
	ReturnURLs       []string // where its orders may send customers back to; empty: anywhere
	Scopes           []Scope
	Logo             string // key of its stored picture; "" for none
	CreatedAt        time.Time
	UpdatedAt        time.Time
	RemovedAt        time.Time // zero: it is there
	OwnerSuspendedAt time.Time // zero: its owner is not
	UsedAt           time.Time // when something was last done by it, to the hour; zero: not yet
}

// Good reports whether the application is there and its owner is not suspended: else its
// tokens are good for nothing.
func (a *Application) Good() bool { return a.RemovedAt.IsZero() && a.OwnerSuspendedAt.IsZero() }

// May returns those of some scopes that the application may have.
func (a *Application) May(scopes []Scope) []Scope {
	var list []Scope
	for _, scope := range scopes {
		if slices.Contains(a.Scopes, scope) {
			list = append(list, scope)
		}
	}
	return list
}

// Unnamed are the scopes of a token that is asked for without naming any: the default ones
// that the application may have, and all that it may have where none of those is among them.
func (a *Application) Unnamed() []Scope {
	if list := a.May(DefaultScopes()); len(list) > 0 {
		return list
	}
	return a.Scopes
}

// MaxRedirectURIs is how many redirect addresses an application has at most.
const MaxRedirectURIs = 20

// CheckRedirectURI returns what is wrong with a redirect address. People are led there with
// a code: https, http on this machine alone, or a scheme that belongs to a program, which has
// a dot (RFC 8252, section 7.1).
func CheckRedirectURI(address string) []Field {
	parsed, err := url.Parse(address)
	if err == nil && len(address) <= 2048 && parsed.Fragment == "" && !strings.Contains(address, "#") && plainASCII(address) {
		if _, ok := parseReturnURL(address); ok || strings.Contains(parsed.Scheme, ".") && parsed.User == nil {
			return nil
		}
	}
	return []Field{{Pointer: "/redirect_uris", Code: "bad_format",
		Detail: "a redirect address is https://, http:// on this machine alone, or a program's own scheme such as com.example.app:/signed-in, " +
			"without # and a user name, of at most 2048 characters"}}
}

// plainASCII reports whether a text can stand in a header.
func plainASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

// MayRedirectTo reports whether people may be led to an address with a code: exactly one of
// the registered ones. A public application on the user's machine listens where it can, so
// there the port may be another one (RFC 8252, section 7.3).
func (a *Application) MayRedirectTo(address string) bool {
	if CheckRedirectURI(address) != nil {
		return false
	}
	return slices.ContainsFunc(a.RedirectURIs, func(registered string) bool {
		return registered == address || a.Public && samePlaceHere(registered, address)
	})
}

// samePlaceHere reports whether two addresses of this machine differ in their port alone.
func samePlaceHere(a, b string) bool {
	one, errOne := url.Parse(a)
	other, errOther := url.Parse(b)
	if errOne != nil || errOther != nil || one.Scheme != "http" || other.Scheme != "http" {
		return false
	}
	switch one.Hostname() {
	case "127.0.0.1", "::1", "localhost":
	default:
		return false
	}
	return one.Hostname() == other.Hostname() && one.EscapedPath() == other.EscapedPath() && one.RawQuery == other.RawQuery
}

// Grant is what a user has allowed an application to do for them.
type Grant struct {
	ID            int64
	UserID        int64
	ApplicationID int64
	Scopes        []Scope
	CreatedAt     time.Time
	UsedAt        time.Time // when a token of it was last given; zero: never
	RevokedAt     time.Time // zero: it holds
}

// Authorization is one time that a user said yes to an application, with the code that
// came of it. All tokens that come of it end together.
type Authorization struct {
	ID            int64
	GrantID       int64
	UserID        int64
	ApplicationID int64
	Scopes        []Scope
	RedirectURI   string // that the code was sent to; "" for a device
	RedirectNamed bool   // in the request: then it is named again with the code
	Challenge     string // PKCE with S256 (RFC 7636); "" for none
	CreatedAt     time.Time
	CodeExpiresAt time.Time
	CodeUsedAt    time.Time // zero: not yet
	RevokedAt     time.Time // zero: it holds
}

// RefreshToken stands for an Authorization until it is exchanged for its successor.
type RefreshToken struct {
	ID              int64
	AuthorizationID int64
	CreatedAt       time.Time
	ExpiresAt       time.Time
	ReplacedAt      time.Time // zero: not yet
	Successor       string    // the answer that it was exchanged for, sealed with its secret
	Passed          bool      // its successor was exchanged too
}

// DeviceRequest is a program without a browser that waits for somebody to type its code
// (RFC 8628).
type DeviceRequest struct {
	ID              int64
	ApplicationID   int64
	Scopes          []Scope
	Network         string // that it came from, for people
	CreatedAt       time.Time
	ExpiresAt       time.Time
	PolledAt        time.Time     // zero: never
	Interval        time.Duration // that it waits between its questions
	DeniedAt        time.Time     // zero: not denied
	AuthorizationID int64         // 0: not allowed
	UsedAt          time.Time     // zero: it has no token yet
}

// Decided reports whether somebody has said yes or no.
func (d *DeviceRequest) Decided() bool { return d.AuthorizationID != 0 || !d.DeniedAt.IsZero() }

// How long what OAuth gives is good for.
const (
	AccessLife   = 2 * time.Hour
	CodeLife     = 10 * time.Minute
	DeviceLife   = 10 * time.Minute
	RefreshLife  = 90 * 24 * time.Hour // without being used
	RefreshGrace = 5 * time.Second     // in which a used one answers the same successor
	DevicePause  = 5 * time.Second     // between a device's questions
)

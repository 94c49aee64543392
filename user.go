package vitrine

import (
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// User is a person or studio: a seller, a buyer, an operator, or all three.
type User struct {
	ID           int64
	Username     string // 3–40 of a–z, 0–9, "-", "_"; also the seller's name
	Email        string
	PasswordHash string // Argon2id, never shown
	IsAdmin      bool
	Roles        string // besides operator, with spaces between them: see Has
	Language     string // that mails are written in; "" for the marketplace's
	CreatedAt    time.Time
	UpdatedAt    time.Time
	SuspendedAt  time.Time // zero: tokens are good
	SuspendedFor string    // what the user was told; "" for nothing
	// EmailConfirmedAt is when the user showed that mail to the address reaches them; zero: not
	// yet. EmailClaimed says that nobody else vouches for the address either: the user typed it,
	// and until it is confirmed others may do so too.
	EmailConfirmedAt time.Time
	EmailClaimed     bool
	// EmailBouncedAt is since when mail to the address comes back, and EmailBounce with which status
	// (RFC 3463, or the code of an SMTP server); zero: it does not, as far as is known.
	EmailBouncedAt time.Time
	EmailBounce    string
}

// EmailStands reports whether the address need not be confirmed: it was, and mail to it does not
// come back.
func (u User) EmailStands() bool { return !u.EmailConfirmedAt.IsZero() && u.EmailBouncedAt.IsZero() }

// EmailGone reports whether a server said that there is no such mailbox, or no such domain, any
// more. One that is only full or closed for a while may be its owner's still.
func (u User) EmailGone() bool {
	return slices.Contains([]string{"5.1.1", "5.1.2", "5.1.6", "5.1.10"}, u.EmailBounce)
}

// Scope is one thing that a token permits.
type Scope string

// The scopes there are.
const (
	ScopeModelsRead  Scope = "models:read"
	ScopeModelsWrite Scope = "models:write"
	ScopeOrdersRead  Scope = "orders:read"
	ScopeOrdersWrite Scope = "orders:write"
	ScopeUsersCreate Scope = "users:create" // granted by the operator only
	ScopeAdmin       Scope = "admin"        // granted by the operator only

	ScopeProfileWrite Scope = "profile:write"
	ScopeLibraryRead  Scope = "library:read"
	ScopeReviewsWrite Scope = "reviews:write"
	ScopeKeepingRead  Scope = "keeping:read"
	ScopeKeepingWrite Scope = "keeping:write"

	ScopeWebhooksRead  Scope = "webhooks:read"
	ScopeWebhooksWrite Scope = "webhooks:write"

	// Whoever may change where a seller is paid could be paid instead: it is for the seller's own tokens.
	ScopePayoutsWrite Scope = "payouts:write"

	// The keys of an account are for its user's own tokens: no application has them.
	ScopeTokensRead    Scope = "tokens:read"
	ScopeTokensWrite   Scope = "tokens:write"
	ScopeSessionsRead  Scope = "sessions:read"
	ScopeSessionsWrite Scope = "sessions:write"
	ScopeGrantsRead    Scope = "grants:read"
	ScopeGrantsWrite   Scope = "grants:write"
	ScopeExport        Scope = "account:export"

	// What the desks do. Who has one of the roles that it is for gives it to tokens of their
	// own; operators give it to applications.
	ScopeAuditRead       Scope = "audit:read"
	ScopePeopleRead      Scope = "people:read"
	ScopePeopleWrite     Scope = "people:write"
	ScopeModerationRead  Scope = "moderation:read"
	ScopeModerationWrite Scope = "moderation:write"
)

// AllScopes are all scopes, those that only the operator grants included.
func AllScopes() []Scope {
	return slices.Concat(DefaultScopes(), []Scope{ScopeUsersCreate, ScopeAdmin}, accountScopes(), keyScopes(), deskScopes())
}

func deskScopes() []Scope {
	return []Scope{ScopeAuditRead, ScopePeopleRead, ScopePeopleWrite, ScopeModerationRead, ScopeModerationWrite}
}

// Roles are those whose holders may have the scope, as operators may in any case; nil for a
// scope that asks for none.
func (s Scope) Roles() []Role {
	switch s {
	case ScopeAdmin, ScopeAuditRead:
		return []Role{RoleOperator}
	case ScopePeopleRead, ScopePeopleWrite:
		return []Role{RoleModerator, RoleSupport}
	case ScopeModerationRead, ScopeModerationWrite:
		return []Role{RoleModerator}
	default:
		return nil
	}
}

func accountScopes() []Scope {
	return []Scope{ScopeProfileWrite, ScopeLibraryRead, ScopeReviewsWrite, ScopeKeepingRead, ScopeKeepingWrite,
		ScopeWebhooksRead, ScopeWebhooksWrite}
}

func keyScopes() []Scope {
	return []Scope{ScopeTokensRead, ScopeTokensWrite, ScopeSessionsRead, ScopeSessionsWrite, ScopeGrantsRead, ScopeGrantsWrite, ScopeExport,
		ScopePayoutsWrite}
}

// OwnScopes are those that users give their own tokens.
func OwnScopes() []Scope { return slices.Concat(DefaultScopes(), accountScopes(), keyScopes()) }

// SharedScopes are those that users allow applications.
func SharedScopes() []Scope { return slices.Concat(DefaultScopes(), accountScopes()) }

// ForApplications reports whether an application may have the scope. It would outlive what
// its users allowed it if it could make tokens, and hide itself if it could end their sessions.
func (s Scope) ForApplications() bool { return !slices.Contains(keyScopes(), s) }

// DefaultScopes are the scopes of a token made without naming any.
func DefaultScopes() []Scope {
	return []Scope{ScopeModelsRead, ScopeModelsWrite, ScopeOrdersRead, ScopeOrdersWrite}
}

// ParseScopes reads scopes separated by spaces or commas and drops duplicates. A
// text that names none means the default ones.
func ParseScopes(text string) ([]Scope, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) == 0 {
		return DefaultScopes(), nil
	}
	var scopes []Scope
	for _, word := range words {
		scope := Scope(word)
		if !slices.Contains(AllScopes(), scope) {
			return nil, Errorf(Invalid, "there is no scope %q; the scopes are %s", word, JoinScopes(AllScopes()))
		}
		if !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	return scopes, nil
}

// JoinScopes writes scopes as OAuth does, separated by spaces.
func JoinScopes(scopes []Scope) string {
	words := make([]string, len(scopes))
	for i, scope := range scopes {
		words[i] = string(scope)
	}
	return strings.Join(words, " ")
}

// Token is an access token as it is stored: only its holder knows the secret.
type Token struct {
	ID                        int64
	UserID                    int64
	ApplicationID             int64  // 0 for a user's own token
	GrantID                   int64  // of the user to the application; 0 where there is none
	AuthorizationID           int64  // that it came of; 0 where there is none
	Username, ApplicationName string // of its user and application, where tokens are listed
	Scopes                    []Scope
	CreatedAt                 time.Time
	ExpiresAt                 time.Time // zero: never
	RevokedAt                 time.Time // zero: not revoked
	UsedAt                    time.Time // to the hour; zero: not yet, or not since that is noted
}

// Caller is who makes a request: a user by one of their tokens, or an
// application acting for its owner.
type Caller struct {
	User        User
	TokenID     int64
	Scopes      []Scope
	Application *Application // nil for a user's own token
	GrantID     int64        // that the application has of the user; 0: it acts for its owner
	CopyID      int64        // the copy of a model that the shop has led them to, for its draft version; 0: none
}

// ForCustomers reports whether the caller is an application by itself: what it orders is
// for customers that it names. One that a user has granted acts for that user.
func (c Caller) ForCustomers() bool { return c.Application != nil && c.GrantID == 0 }

// Has reports whether the caller's token carries the scope.
func (c Caller) Has(scope Scope) bool { return slices.Contains(c.Scopes, scope) }

// Admin reports whether the caller acts as operator: an admin user with a token
// that says so.
func (c Caller) Admin() bool { return c.User.IsAdmin && c.Has(ScopeAdmin) }

// Acts reports whether the caller acts in a role: who has it, with a token that is for it.
// The scope admin alone makes an operator act as one; their other tokens do what moderators
// and support do.
func (c Caller) Acts(role Role) bool {
	if c.Admin() || role == RoleOperator {
		return c.Admin()
	}
	fits := func(s Scope) bool { return slices.Contains(s.Roles(), role) }
	return (c.User.IsAdmin || c.User.Has(role)) && slices.ContainsFunc(c.Scopes, fits)
}

// Require returns a Forbidden error that names the scope when it is missing.
func (c Caller) Require(scope Scope) error {
	if c.Has(scope) {
		return nil
	}
	return &Error{Code: Forbidden, Scope: string(scope), Message: "the access token lacks the scope " + string(scope)}
}

var usernamePattern = regexp.MustCompile(`^[a-z0-9_-]{3,40}$`)

// The lengths of usernames and passwords, in characters.
const (
	MinUsernameLength = 3
	MaxUsernameLength = 40
	MinPasswordLength = 8
	MaxPasswordLength = 128
)

// CheckUsername returns what is wrong with a username.
func CheckUsername(username string) []Field {
	if usernamePattern.MatchString(username) {
		return nil
	}
	return []Field{{Pointer: "/username", Code: "bad_format", Detail: "a username has 3 to 40 characters of a–z, 0–9, - and _"}}
}

// CheckPassword returns what is wrong with a password.
func CheckPassword(password string) []Field {
	if !utf8.ValidString(password) {
		return []Field{{Pointer: "/password", Code: "bad_format", Detail: "a password is text in UTF-8"}}
	}
	n := utf8.RuneCountInString(password)
	if n >= MinPasswordLength && n <= MaxPasswordLength {
		return nil
	}
	detail := fmt.Sprintf("a password has %d to %d characters", MinPasswordLength, MaxPasswordLength)
	return []Field{{Pointer: "/password", Code: "bad_length", Detail: detail}}
}

// CheckEmail returns what is wrong with an email address at pointer.
func CheckEmail(pointer, email string) []Field {
	addr, err := mail.ParseAddress(email)
	if err == nil && addr.Address == email && len(email) <= 254 && !strings.ContainsAny(email, "\r\n\"") && isLine(email, len(email)) {
		return nil
	}
	return []Field{{Pointer: pointer, Code: "bad_format", Detail: "this is not an email address such as ada@example.com"}}
}

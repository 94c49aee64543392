package vitrine

import (
	"time"
)

// Passkey is a key pair in an authenticator of a user, of which the marketplace has the
// public half.
type Passkey struct {
	ID           int64
	UserID       int64
	Name         string // that the user gave it
	CredentialID []byte
	UserHandle   []byte // that authenticators know the user by
	PublicKey    []byte // COSE
	SignCount    int64  // of the authenticator when it was last used; 0: it does not count
	// BackupEligible says that the passkey may be on several devices of the user, BackedUp that
	// it is kept elsewhere too.
	BackupEligible, BackedUp bool
	Transports               []string
	CreatedAt                time.Time
	UsedAt                   time.Time // zero: never
	CopiedAt                 time.Time // when it looked as if there were a copy of it; zero: never
}

// Factor is an app of a user that shows codes which change (RFC 6238).
type Factor struct {
	ID          int64
	UserID      int64
	Name        string
	Secret      string // base32; "" where no key of the marketplace opens it any more
	LastStep    int64  // of the last code that was used: none works twice
	CreatedAt   time.Time
	ConfirmedAt time.Time // zero: the app has not shown yet that it knows the secret
}

// Identity is an account elsewhere that somebody signs in with.
type Identity struct {
	ID              int64
	UserID          int64
	Issuer, Subject string // who says so, and whom they say it of
	Email           string // as it was then
	CreatedAt       time.Time
	UsedAt          time.Time
}

// CeremonyPurpose is what a browser was asked for.
type CeremonyPurpose string

// The purposes of ceremonies.
const (
	AddingPasskey  CeremonyPurpose = "add"
	SigningIn      CeremonyPurpose = "sign-in"
	ProvingAgain   CeremonyPurpose = "prove"
	AskingProvider CeremonyPurpose = "provider"
	// KeepingTyped keeps what somebody typed until they have shown who they are.
	KeepingTyped CeremonyPurpose = "typed"
	// JoiningByProvider is answered by somebody whom an outside provider knows.
	JoiningByProvider CeremonyPurpose = "join"
)

// Ceremony is something that a browser was asked to show and has not shown yet.
type Ceremony struct {
	ID        int64
	Purpose   CeremonyPurpose
	UserID    int64  // 0: whoever it will be
	Browser   string // hash of a secret of the browser that was asked
	Note      string // what is to be known when it answers
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // zero: not yet
}

// CeremonyLife is how long a browser may take, TypedLife how long what was typed is kept for it.
const (
	CeremonyLife = 10 * time.Minute
	TypedLife    = time.Hour
)

// How many of each a user may have.
const (
	MaxPasskeys   = 20
	MaxFactors    = 5
	RecoveryCodes = 10
)

// MaxKeyName is how many characters the name of a passkey or an app has at most.
const MaxKeyName = 60

// CheckKeyName returns what is wrong with the name of a passkey or an app.
func CheckKeyName(name string) []Field {
	if isLine(name, MaxKeyName) {
		return nil
	}
	return []Field{{Pointer: "/name", Code: "bad_length", Detail: "a name has 1 to 60 characters"}}
}

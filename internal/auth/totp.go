package auth

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"math/big"
	"net/url"
	"strings"
	"time"

	"github.com/pquerna/otp/hotp"
)

// totpStep is how long a code of an app is shown, totpBytes how much is random in its
// secret (RFC 6238, section 5.2; RFC 4226, section 4).
const (
	totpStep  = 30 * time.Second
	totpBytes = 20
)

// NewTOTPSecret makes what an app that shows codes is given, in base32.
func NewTOTPSecret() string {
	secret := make([]byte, totpBytes)
	_, _ = rand.Read(secret) // never fails, as its documentation says
	return base32.StdEncoding.EncodeToString(secret)
}

// MatchTOTP returns the step of a code that an app with a secret shows now, or did or will
// half a minute off; false when it shows no such code, or only one of a step up to used.
func MatchTOTP(secret, code string, now time.Time, used int64) (int64, bool) {
	step, found := now.Unix()/int64(totpStep/time.Second), int64(-1)
	for s := step - 1; s <= step+1; s++ {
		want, err := hotp.GenerateCode(secret, uint64(max(s, 0)))
		// The loop goes on in any case: how long it takes tells nothing.
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 && s > used && secret != "" {
			found = s
		}
	}
	return found, found >= 0
}

// TOTPAddress is what an app reads from a picture: the secret, whose it is, and where.
func TOTPAddress(place, name, secret string) string {
	place = strings.ReplaceAll(place, ":", " ") // it ends the place
	query := url.Values{"secret": {secret}, "issuer": {place}}
	return "otpauth://totp/" + url.PathEscape(place) + ":" + url.PathEscape(name) + "?" + strings.ReplaceAll(query.Encode(), "+", "%20")
}

// recoveryLetters has none that look like others.
const recoveryLetters = "abcdefghjkmnpqrstuvwxyz23456789"

// recoveryLength is 16 characters of 4.95 bits: too many to be tried against a hash.
const recoveryLength = 16

// NewRecoveryCode makes a code to be written down, in four groups.
func NewRecoveryCode() string {
	text := make([]byte, 0, recoveryLength+3)
	for n := range recoveryLength {
		if n > 0 && n%4 == 0 {
			text = append(text, '-')
		}
		i, _ := rand.Int(rand.Reader, big.NewInt(int64(len(recoveryLetters)))) // never fails, as the documentation of crypto/rand says
		text = append(text, recoveryLetters[i.Int64()])
	}
	return string(text)
}

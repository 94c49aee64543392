// Package auth makes and checks credentials: access tokens and other secrets,
// which are random and carry a checksum, and passwords, which are hashed slowly.
//
// A secret is PREFIX_ followed by 30 random characters of 0–9, A–Z, a–z (178
// bits) and 6 characters with the CRC-32 of those 30. Leak scanners recognise it
// by its prefix, and a mistyped one is refused without asking the database. Only
// the SHA-256 hash of a secret is stored: it has enough entropy not to need a slow
// hash.
//
// The package knows nothing of HTTP, users or the database.
package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"math/big"
	"strings"
	"time"
)

// The prefixes of the secrets that a person may see.
const (
	TokenPrefix   = "vtr" // access token
	ClientPrefix  = "vtc" // secret of an application
	SessionPrefix = "vts" // of a browser at which somebody is signed in
	LinkPrefix    = "vtl" // in the address of a link in a mail
	SetupPrefix   = "vtn" // in the address where a new marketplace is set up
	BrowserPrefix = "vtb" // of a browser that asked for a mail
	CodePrefix    = "vta" // code that an application exchanges for tokens
	RefreshPrefix = "vtf" // refresh token
	DevicePrefix  = "vtd" // of a device that waits for its code to be typed
)

const (
	alphabet       = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	randomLength   = 30 // characters of 5.95 bits each
	checksumLength = 6  // 62^6 > 2^32
	timeLength     = 8  // milliseconds for some thousand years
)

// NewSecret makes a secret with a prefix, such as "vtr_…".
func NewSecret(prefix string) string {
	text := RandomText(randomLength)
	return prefix + "_" + text + checksum(text)
}

// TimedText returns the time in 8 characters that sort by time, followed by n
// random ones. A database index of such texts grows only at its end; random ones would
// each touch a different page.
func TimedText(now time.Time, n int) string {
	text := make([]byte, timeLength, timeLength+n)
	left := uint64(max(now.UnixMilli(), 0))
	for i := timeLength - 1; i >= 0; i-- {
		text[i] = alphabet[left%62]
		left /= 62
	}
	return string(append(text, RandomText(n)...))
}

// ValidSecret reports whether text has the form and the checksum of a secret with
// the prefix, not whether it was ever issued.
func ValidSecret(prefix, text string) bool {
	body, ok := strings.CutPrefix(text, prefix+"_")
	if !ok || len(body) != randomLength+checksumLength {
		return false
	}
	return checksum(body[:randomLength]) == body[randomLength:]
}

// Hash is the form in which a secret is stored and looked up.
func Hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// NewCode returns eight random digits, to be typed.
func NewCode() string {
	n, _ := rand.Int(rand.Reader, big.NewInt(100_000_000)) // never fails, as the documentation of crypto/rand says
	return fmt.Sprintf("%08d", n)
}

// RandomText returns n random characters of 0–9, A–Z, a–z.
func RandomText(n int) string {
	text := make([]byte, 0, n)
	buffer := make([]byte, 2*n)
	for len(text) < n {
		_, _ = rand.Read(buffer) // never fails, as its documentation says
		for _, b := range buffer {
			// 248 is the highest multiple of 62 in a byte: no character is more likely.
			if b < 248 && len(text) < n {
				text = append(text, alphabet[b%62])
			}
		}
	}
	return string(text)
}

// checksum writes the CRC-32 (IEEE) of text in base 62.
func checksum(text string) string {
	sum := crc32.ChecksumIEEE([]byte(text))
	digits := make([]byte, checksumLength)
	for i := checksumLength - 1; i >= 0; i-- {
		digits[i] = alphabet[sum%62]
		sum /= 62
	}
	return string(digits)
}

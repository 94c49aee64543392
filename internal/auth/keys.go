package auth

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"vitrine"
)

// KeyPrefix begins a key of a marketplace.
const KeyPrefix = "vtk"

// keyBytes is the length of what is derived from a key: as much as HMAC-SHA256 makes
// use of.
const keyBytes = 32

// Keys are a marketplace's keys, the newest first. Secrets that need not be stored
// are derived from the newest; what was derived from any of them is valid. They live
// outside the database, so that a copy of it gives nobody access.
type Keys struct {
	texts   []string
	derived []map[vitrine.SecretKind][]byte // of each key
}

// NewKey makes a key, such as "vtk_…".
func NewKey() string { return NewSecret(KeyPrefix) }

// ParseKeys reads keys that are separated by commas or white space. Lines that begin
// with # are left out.
func ParseKeys(text string) (*Keys, error) {
	k := &Keys{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		for key := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) }) {
			if !ValidSecret(KeyPrefix, key) {
				// By its number, as this goes to logs.
				return nil, fmt.Errorf("key %d is none: a key is what `vitrine keys new` prints, and begins with %s_", len(k.texts)+1, KeyPrefix)
			}
			if err := k.add(key); err != nil {
				return nil, err
			}
		}
	}
	if len(k.texts) == 0 {
		return nil, errors.New("there is no key: `vitrine keys new` prints one")
	}
	return k, nil
}

func (k *Keys) add(key string) error {
	derived := map[vitrine.SecretKind][]byte{}
	kinds := []vitrine.SecretKind{vitrine.CheckoutSecret, vitrine.DownloadSecret, vitrine.FactorSecret, vitrine.WebhookSecret,
		vitrine.ReceiptSecret, vitrine.AccountSecret, vitrine.TaxSecret,
		signing, visitors, naming}
	for _, kind := range kinds {
		// A secret for each purpose: whoever learns one of them can't derive what another one protects.
		secret, err := hkdf.Key(sha256.New, []byte(key), nil, "vitrine "+string(kind)+" 1", keyBytes)
		if err != nil {
			return fmt.Errorf("derive from a key: %w", err)
		}
		derived[kind] = secret
	}
	k.texts, k.derived = append(k.texts, key), append(k.derived, derived)
	return nil
}

// What else is derived from a key: what signs download addresses, what visitors'
// addresses are hashed with, and its name.
const (
	signing  vitrine.SecretKind = "signing"
	visitors vitrine.SecretKind = "visitors"
	naming   vitrine.SecretKind = "naming"
)

// Visitors returns what visitors' addresses are hashed with, of the newest key.
func (k *Keys) Visitors() []byte { return k.derived[0][visitors] }

// Text is what ParseKeys reads.
func (k *Keys) Text() string { return strings.Join(k.texts, "\n") + "\n" }

// String keeps keys out of logs.
func (k *Keys) String() string { return fmt.Sprintf("%d keys", len(k.texts)) }

// Len is how many keys there are.
func (k *Keys) Len() int { return len(k.texts) }

// Newest are the newest key alone.
func (k *Keys) Newest() *Keys { return &Keys{texts: k.texts[:1], derived: k.derived[:1]} }

// Fingerprint names the newest key and tells nothing about it.
func (k *Keys) Fingerprint() string { return fingerprint(k.derived[0]) }

// Has reports whether one of the keys has a fingerprint.
func (k *Keys) Has(name string) bool {
	for _, derived := range k.derived {
		if fingerprint(derived) == name {
			return true
		}
	}
	return false
}

func fingerprint(derived map[vitrine.SecretKind][]byte) string {
	return hex.EncodeToString(derived[naming][:8])
}

// Signing returns what signs download addresses, of each key.
func (k *Keys) Signing() [][]byte {
	var list [][]byte
	for _, derived := range k.derived {
		list = append(list, derived[signing])
	}
	return list
}

// A handle is what a derived secret begins with and what is stored of it: the time,
// by which an index sorts, a dash, which no other secret has, and what keeps those of
// one millisecond apart.
const handleLength = 6

// downloadPrefix begins every download token.
const downloadPrefix = "vdl_"

// NewHandle makes what secrets are derived from.
func NewHandle(now time.Time) string { return TimedText(now, 0) + "-" + RandomText(handleLength) }

// Derive returns the secret of a kind that belongs to a handle.
func (k *Keys) Derive(kind vitrine.SecretKind, handle string) string {
	return dress(kind, handle+expand(k.derived[0][kind], handle))
}

// dress gives a secret the form of its kind.
func dress(kind vitrine.SecretKind, text string) string {
	if kind == vitrine.DownloadSecret {
		return downloadPrefix + text + checksum(text)
	}
	return text
}

// Derived reports whether a text has the form of a derived secret, not whether it is one.
func (k *Keys) Derived(secret string) bool { return strings.Contains(secret, "-") }

// Handle returns the handle that a secret of a kind was derived from, "" when none of
// the keys derives it.
func (k *Keys) Handle(kind vitrine.SecretKind, secret string) string {
	text := secret
	if kind == vitrine.DownloadSecret {
		text = strings.TrimPrefix(text, downloadPrefix)
		text = text[:max(0, len(text)-checksumLength)]
	}
	if len(text) <= randomLength {
		return ""
	}
	handle := text[:len(text)-randomLength]
	for _, derived := range k.derived {
		// The whole secret in constant time: nobody must learn how much of a guess was right.
		if hmac.Equal([]byte(dress(kind, handle+expand(derived[kind], handle))), []byte(secret)) {
			return handle
		}
	}
	return ""
}

// Seal returns the handle under which a secret is kept that an earlier release stored
// in clear: its time, if it has one, and a hash, from which nobody finds it.
func (k *Keys) Seal(secret string) string {
	begin := strings.TrimPrefix(secret, downloadPrefix)
	begin = (begin + strings.Repeat("0", timeLength))[:timeLength]
	return begin + "-" + expand([]byte("vitrine sealed 1"), secret)
}

// expand returns 178 bits of HMAC-SHA256 over a text, in 0–9, A–Z, a–z.
func expand(key []byte, text string) string {
	out := make([]byte, 0, randomLength)
	for block := byte(0); len(out) < randomLength; block++ {
		m := hmac.New(sha256.New, key)
		m.Write([]byte{block})
		m.Write([]byte(text))
		for _, b := range m.Sum(nil) {
			// 248 is the highest multiple of 62 in a byte: no character is more likely.
			if b < 248 && len(out) < randomLength {
				out = append(out, alphabet[b%62])
			}
		}
	}
	return string(out)
}

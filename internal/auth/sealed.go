package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// SealWith encrypts a text so that only who has a secret can read it: what is stored tells
// nobody anything, as only the hash of the secret is stored beside it.
func SealWith(secret, text string) (string, error) {
	aead, err := sealer(secret)
	if err != nil {
		return "", err
	}
	return base64.RawStdEncoding.EncodeToString(aead.Seal(nil, nil, []byte(text), nil)), nil
}

// OpenWith returns the text that was sealed with a secret.
func OpenWith(secret, sealed string) (string, error) {
	data, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return "", fmt.Errorf("open what was sealed: %w", err)
	}
	aead, err := sealer(secret)
	if err != nil {
		return "", err
	}
	text, err := aead.Open(nil, nil, data, nil)
	if err != nil {
		return "", errors.New("open what was sealed: it was sealed with another secret, or is damaged")
	}
	return string(text), nil
}

func sealer(secret string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(secret), nil, "vitrine sealed answer 1", 32)
	if err != nil {
		return nil, fmt.Errorf("derive from a secret: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("seal with a secret: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// userCodeLetters are those that are hard to mistake for others, and make no words
// (RFC 8628, section 6.1).
const userCodeLetters = "BCDFGHJKLMNPQRSTVWXZ"

const userCodeLength = 8 // 20^8: 34 bits, for ten minutes

// NewUserCode returns a code that a device shows for somebody to type: XXXX-XXXX.
func NewUserCode() string {
	text := make([]byte, userCodeLength)
	for i := range text {
		n, _ := rand.Int(rand.Reader, big.NewInt(int64(len(userCodeLetters)))) // never fails, as the documentation of crypto/rand says
		text[i] = userCodeLetters[n.Int64()]
	}
	return string(text[:4]) + "-" + string(text[4:])
}

// CleanUserCode returns a code that somebody typed as NewUserCode writes it, "" when it is
// none.
func CleanUserCode(typed string) string {
	text := strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, strings.ToUpper(typed))
	if len(text) != userCodeLength || strings.Trim(text, userCodeLetters) != "" {
		return ""
	}
	return text[:4] + "-" + text[4:]
}

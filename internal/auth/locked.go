package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"

	"vitrine"
)

// Lock encrypts a secret (AES-256-GCM, a random nonce) with the newest key. It opens for
// the one whom it is for alone.
func (k *Keys) Lock(kind vitrine.SecretKind, whose, secret string) string {
	sealed := locker(k.derived[0][kind]).Seal(nil, nil, []byte(secret), []byte(whose))
	return base64.RawURLEncoding.EncodeToString(sealed)
}

// Unlock decrypts what was locked with any of the keys; "" when none does.
func (k *Keys) Unlock(kind vitrine.SecretKind, whose, locked string) string {
	sealed, err := base64.RawURLEncoding.DecodeString(locked)
	if err != nil {
		return ""
	}
	for _, derived := range k.derived {
		if secret, err := locker(derived[kind]).Open(nil, nil, sealed, []byte(whose)); err == nil {
			return string(secret)
		}
	}
	return ""
}

// locker never fails with a key of keyBytes.
func locker(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return aead
}

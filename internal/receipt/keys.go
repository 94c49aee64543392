package receipt

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
)

// Key signs receipts.
type Key struct {
	ID      string // the thumbprint of its public half (RFC 7638)
	private ed25519.PrivateKey
}

// Public is a key that checks receipts.
type Public struct {
	ID  string
	key ed25519.PublicKey
}

// base64Strict refuses spare bits.
var base64Strict = base64.RawURLEncoding.Strict()

// NewKey makes a key.
func NewKey() (*Key, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make a key for receipts: %w", err)
	}
	return keyOf(private)
}

// ParseKey reads what Secret wrote.
func ParseKey(secret string) (*Key, error) {
	seed, err := base64Strict.DecodeString(secret)
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, errors.New("this is no key for receipts")
	}
	return keyOf(ed25519.NewKeyFromSeed(seed))
}

func keyOf(private ed25519.PrivateKey) (*Key, error) {
	id, err := thumbprint(private.Public().(ed25519.PublicKey))
	return &Key{ID: id, private: private}, err
}

// Secret is the private half as text.
func (k *Key) Secret() string { return base64Strict.EncodeToString(k.private.Seed()) }

// Public is the public half.
func (k *Key) Public() Public { return Public{ID: k.ID, key: k.private.Public().(ed25519.PublicKey)} }

// Text is the key as ParsePublic reads it.
func (p Public) Text() string { return base64Strict.EncodeToString(p.key) }

// ParsePublic reads a public key.
func ParsePublic(text string) (Public, error) {
	key, err := base64Strict.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return Public{}, errors.New("this is no public key of receipts")
	}
	id, err := thumbprint(key)
	return Public{ID: id, key: key}, err
}

func thumbprint(key ed25519.PublicKey) (string, error) {
	sum, err := (&jose.JSONWebKey{Key: key}).Thumbprint(crypto.SHA256)
	if err != nil {
		return "", fmt.Errorf("name a key for receipts: %w", err)
	}
	return base64Strict.EncodeToString(sum), nil
}

// MaxSet is the largest set of keys that is read, in bytes.
const MaxSet = 1 << 20

// Set is the public keys that a marketplace signed receipts with, as they were given.
type Set []Public

func (s Set) find(id string) (ed25519.PublicKey, bool) {
	for _, p := range s {
		if p.ID == id {
			return p.key, true
		}
	}
	return nil, false
}

// JSON is the set as a JWK set, for /.well-known/jwks.json.
func (s Set) JSON() ([]byte, error) {
	set := jose.JSONWebKeySet{Keys: make([]jose.JSONWebKey, len(s))}
	for i, p := range s {
		set.Keys[i] = jose.JSONWebKey{Key: p.key, KeyID: p.ID, Algorithm: string(jose.EdDSA), Use: "sig"}
	}
	text, err := json.Marshal(set)
	if err != nil {
		return nil, fmt.Errorf("write the keys of receipts: %w", err)
	}
	return text, nil
}

// ParseSet reads a JWK set. Keys of other kinds are left out, as RFC 7517 says; a key whose
// name is not its thumbprint never signed a receipt.
func ParseSet(text []byte) (Set, error) {
	if len(text) > MaxSet {
		return nil, fmt.Errorf("a set of keys has at most %d bytes", MaxSet)
	}
	var raw struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, fmt.Errorf("this is no JWK set: %w", err)
	}
	set := Set{}
	for _, one := range raw.Keys {
		if p, ok := parseJWK(one); ok {
			set = append(set, p)
		}
	}
	if len(set) == 0 {
		return nil, errors.New("there is no key that receipts are signed with in this JWK set")
	}
	return set, nil
}

// parseJWK reads one key, and reports whether receipts could be signed with it.
func parseJWK(text []byte) (Public, bool) {
	var members struct {
		Type  string `json:"kty"`
		Curve string `json:"crv"`
		X     string `json:"x"`
		ID    string `json:"kid"`
		Use   string `json:"use"`
		Alg   string `json:"alg"`
	}
	if json.Unmarshal(text, &members) != nil || members.Type != "OKP" || members.Curve != "Ed25519" {
		return Public{}, false
	}
	if members.Use != "" && members.Use != "sig" || members.Alg != "" && members.Alg != string(jose.EdDSA) {
		return Public{}, false
	}
	p, err := ParsePublic(members.X)
	return p, err == nil && p.ID == members.ID
}

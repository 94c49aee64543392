package client

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// ErrForged says that none of the keys signed a receipt as it is.
var ErrForged = errors.New("the marketplace did not sign this receipt")

// receiptType is what the header of a receipt says: nothing else that a key signs passes for one.
const receiptType = "vitrine-receipt+jwt"

// Keys check receipts: what a marketplace publishes at /.well-known/jwks.json, by the keys' ids.
type Keys map[string]ed25519.PublicKey

// base64URL refuses spare bits, so that a receipt has one text.
var base64URL = base64.RawURLEncoding.Strict()

// ReceiptKeys returns the keys that check the receipts of the marketplace.
func (c *Client) ReceiptKeys(ctx context.Context) (Keys, error) {
	set, err := ask[jwks](ctx, c, &request{method: http.MethodGet, path: "/.well-known/jwks.json"}, nil)
	if err != nil {
		return nil, err
	}
	return set.keys(), nil
}

// ParseKeys reads a file of /.well-known/jwks.json.
func ParseKeys(data []byte) (Keys, error) {
	set := &jwks{}
	if err := json.Unmarshal(data, set); err != nil {
		return nil, fmt.Errorf("vitrine: read the keys: %w", err)
	}
	return set.keys(), nil
}

// jwks is a JWK set (RFC 7517) with keys of Ed25519 (RFC 8037).
type jwks struct {
	Keys []struct {
		Kind  string `json:"kty"`
		Curve string `json:"crv"`
		ID    string `json:"kid"`
		X     string `json:"x"`
	} `json:"keys"`
}

// keys returns those that can have signed a receipt.
func (s *jwks) keys() Keys {
	keys := Keys{}
	for _, k := range s.Keys {
		x, err := base64URL.DecodeString(k.X)
		if err == nil && k.Kind == "OKP" && k.Curve == "Ed25519" && k.ID != "" && len(x) == ed25519.PublicKeySize {
			keys[k.ID] = x
		}
	}
	return keys
}

// Verify returns what a receipt says, if one of the keys signed it as it is; else [ErrForged].
// Whether the order was refunded since is known to the marketplace alone.
func (k Keys) Verify(receipt string) (*ReceiptClaims, error) {
	forged := func(why string) error { return fmt.Errorf("vitrine: %w: %s", ErrForged, why) }
	parts := strings.Split(strings.TrimSpace(receipt), ".")
	if len(parts) != 3 {
		return nil, forged("it is no receipt")
	}
	var decoded [3][]byte
	for i, part := range parts {
		text, err := base64URL.DecodeString(part)
		if err != nil || strings.ContainsAny(part, "\r\n") {
			return nil, forged("it is not written as receipts are")
		}
		decoded[i] = text
	}
	head := map[string]string{}
	if json.Unmarshal(decoded[0], &head) != nil || len(head) != 3 || head["alg"] != "EdDSA" || head["typ"] != receiptType {
		return nil, forged("it is not of the type " + receiptType)
	}
	key, ok := k[head["kid"]]
	if !ok {
		return nil, forged("its key is not one of these")
	}
	if !ed25519.Verify(key, []byte(parts[0]+"."+parts[1]), decoded[2]) {
		return nil, forged("it was changed after it was signed")
	}
	claims := &ReceiptClaims{}
	if err := json.Unmarshal(decoded[1], claims); err != nil {
		return nil, fmt.Errorf("vitrine: read the receipt: %w", err)
	}
	return claims, nil
}

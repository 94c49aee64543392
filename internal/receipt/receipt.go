// Package receipt makes and checks texts that prove what somebody bought, and under which
// licence: a compact JWS (RFC 7515) whose payload is the claims of a JWT (RFC 7519), signed
// with Ed25519 (RFC 8037).
//
// Whoever holds a receipt checks it by the public keys of the marketplace, a JWK set
// (RFC 7517), without asking anybody. Whether the order was refunded since is not in it: that
// the marketplace says alone. The package is pure: it knows neither stores nor requests.
package receipt

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
)

// Type is the typ of a receipt's header: nothing else that a key signs passes for a receipt.
const Type = "vitrine-receipt+jwt"

// MaxSize is the largest receipt that is made or read, in bytes.
const MaxSize = 1 << 20

// MediaType is what a receipt is sent as (RFC 7519, section 10.3.1).
const MediaType = "application/jwt"

// What is wrong with a receipt.
var (
	ErrTooLarge   = fmt.Errorf("a receipt has at most %d bytes", MaxSize)
	ErrMalformed  = errors.New("this is no receipt")
	ErrUnknownKey = errors.New("none of the keys that are known here signed this receipt")
	ErrForged     = errors.New("the receipt was changed after it was signed, or was never signed with the key that it names")
)

// Claims are what a receipt says.
type Claims struct {
	Issuer      string  `json:"iss"` // address of the marketplace
	IssuedAt    int64   `json:"iat"` // seconds since 1970
	Marketplace string  `json:"marketplace"`
	Live        bool    `json:"livemode"` // real money was paid, not a sandbox's
	Order       Order   `json:"order"`
	Model       Model   `json:"model"`
	License     License `json:"license"`
	Files       []File  `json:"files"`
	Buyer       string  `json:"buyers_email,omitempty"` // as they named themselves
}

// Order is what was paid.
type Order struct {
	ID       string    `json:"id"`
	UUID     string    `json:"uuid"`
	PaidAt   time.Time `json:"paid_at"`
	Price    string    `json:"price"`
	Currency string    `json:"currency"` // ISO 4217
}

// Model is what was bought, as it was then.
type Model struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Author string `json:"author_name"`
}

// License is what the buyer may do, as it was then.
type License struct {
	Type     string `json:"type"`
	Name     string `json:"name,omitempty"`
	Version  int64  `json:"version,omitempty"` // 0: a seller's own text, or not noted
	TextHash string `json:"text_sha256"`       // of the text in UTF-8, hex
}

// File is one of the files.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"` // hex
}

// Sign returns the receipt that says the claims.
func Sign(c *Claims, key *Key) (string, error) {
	if err := c.check(); err != nil {
		return "", fmt.Errorf("sign a receipt: %w", err)
	}
	signer, err := jose.NewSigner(
		jose.SigningKey{Algorithm: jose.EdDSA, Key: jose.JSONWebKey{Key: key.private, KeyID: key.ID}},
		(&jose.SignerOptions{}).WithType(Type))
	if err != nil {
		return "", fmt.Errorf("sign a receipt: %w", err)
	}
	payload, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("write the claims of a receipt: %w", err)
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", fmt.Errorf("sign a receipt: %w", err)
	}
	text, err := signed.CompactSerialize()
	if err == nil && len(text) > MaxSize {
		return "", fmt.Errorf("sign a receipt: %w", ErrTooLarge)
	}
	return text, err
}

// Verify returns what a receipt says, if a key of the set signed it as it is. ErrTooLarge,
// ErrMalformed, ErrUnknownKey or ErrForged.
func Verify(text string, keys Set) (*Claims, error) {
	signed, err := parse(text)
	if err != nil {
		return nil, err
	}
	public, ok := keys.find(signed.Signatures[0].Protected.KeyID)
	if !ok {
		return nil, ErrUnknownKey
	}
	payload, err := signed.Verify(public)
	if err != nil {
		return nil, ErrForged
	}
	return claims(payload)
}

// Claimed returns what a text says that nobody has checked: it tells no more than where to
// ask for keys.
func Claimed(text string) (*Claims, error) {
	signed, err := parse(text)
	if err != nil {
		return nil, err
	}
	return claims(signed.UnsafePayloadWithoutVerification())
}

// parse reads a text of exactly the form that Sign writes. A header with any other member is
// refused, so that no text brings its own key, or an address of one.
func parse(text string) (*jose.JSONWebSignature, error) {
	if len(text) > MaxSize {
		return nil, ErrTooLarge
	}
	signed, err := jose.ParseSignedCompact(text, []jose.SignatureAlgorithm{jose.EdDSA})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	// Decoders of Base64 pass over line ends and spare bits: one receipt has one text.
	if again, err := signed.CompactSerialize(); err != nil || again != text {
		return nil, fmt.Errorf("%w: it is not written as receipts are", ErrMalformed)
	}
	head, _, _ := strings.Cut(text, ".")
	return signed, checkHeader(head, signed.Signatures[0].Protected.KeyID)
}

// checkHeader reports an error unless a header has three members, which are what they have to be.
func checkHeader(encoded, kid string) error {
	text, err := base64Strict.DecodeString(encoded)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	members := map[string]string{}
	if err := json.Unmarshal(text, &members); err != nil {
		return fmt.Errorf("%w: its header: %w", ErrMalformed, err)
	}
	if len(members) != 3 || members["alg"] != string(jose.EdDSA) || members["typ"] != Type || members["kid"] == "" || members["kid"] != kid {
		return fmt.Errorf("%w: its header has to have alg %s, kid, typ %s, and nothing else", ErrMalformed, jose.EdDSA, Type)
	}
	return nil
}

// claims reads a payload. A member twice is refused; one that is not known is passed over, so
// that later receipts may say more.
func claims(payload []byte) (*Claims, error) {
	if !utf8.Valid(payload) {
		return nil, fmt.Errorf("%w: it is not UTF-8", ErrMalformed)
	}
	c := &Claims{}
	if err := json.Unmarshal(payload, c); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	return c, nil
}

var hexDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

// check reports an error when the claims lack what every receipt says.
func (c *Claims) check() error {
	needed := []string{c.Issuer, c.Order.ID, c.Order.UUID, c.Order.Price, c.Order.Currency, c.Model.ID, c.License.Type}
	if slices.Contains(needed, "") {
		return fmt.Errorf("%w: it doesn't say who made it, for which order, price, model or license", ErrMalformed)
	}
	if c.IssuedAt <= 0 || c.Order.PaidAt.IsZero() || !hexDigest.MatchString(c.License.TextHash) {
		return fmt.Errorf("%w: it doesn't say when it was made or paid, or under which text", ErrMalformed)
	}
	for _, f := range c.Files {
		if f.Name == "" || f.Size < 0 || !hexDigest.MatchString(f.SHA256) {
			return fmt.Errorf("%w: it has a file without a name, size or digest", ErrMalformed)
		}
	}
	return nil
}

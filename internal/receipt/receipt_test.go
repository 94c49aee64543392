package receipt_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"

	"vitrine/internal/receipt"
)

// somebody's receipt.
func some() *receipt.Claims {
	digest := strings.Repeat("0a", 32)
	return &receipt.Claims{Issuer: "https://shop.example", IssuedAt: 1_790_000_000, Marketplace: "Shop & Söhne", Live: true,
		Order: receipt.Order{ID: "7", UUID: "a-b", PaidAt: time.Date(2026, 9, 1, 2, 3, 4, 5000, time.UTC), Price: "12.00", Currency: "EUR"},
		Model: receipt.Model{ID: "3", Title: "Stuhl <椅子>", Author: "ada"}, Buyer: "bo@example.com",
		License: receipt.License{Type: "general", Name: "General license", Version: 2, TextHash: digest},
		Files:   []receipt.File{{Name: "chair.glb", Size: 12, SHA256: digest}},
	}
}

func key(t *testing.T) *receipt.Key {
	t.Helper()
	k, err := receipt.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func signed(t *testing.T, k *receipt.Key) string {
	t.Helper()
	text, err := receipt.Sign(some(), k)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestReceipt(t *testing.T) {
	old, k := key(t), key(t)
	set, err := receipt.Set{old.Public(), k.Public()}.JSON()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := receipt.ParseSet(set)
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range []*receipt.Key{old, k} {
		got, err := receipt.Verify(signed(t, by), keys)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(some(), got); diff != "" {
			t.Error(diff)
		}
	}
	again, err := receipt.ParseKey(k.Secret())
	if err != nil || again.ID != k.ID {
		t.Errorf("key read again: %v, %v", again, err)
	}
}

func TestEveryChangedByteIsSeen(t *testing.T) {
	k := key(t)
	text, keys := signed(t, k), receipt.Set{k.Public()}
	for i := range len(text) {
		for _, b := range []byte{text[i] ^ 1, text[i] ^ 0x20, 'A', '_', '.', '\n', ' ', '=', 0, 0xff} {
			changed := text[:i] + string([]byte{b}) + text[i+1:]
			if changed == text {
				continue
			}
			if _, err := receipt.Verify(changed, keys); err == nil {
				t.Fatalf("byte %d may be %q", i, b)
			}
		}
		if _, err := receipt.Verify(text[:i]+text[i+1:], keys); err == nil {
			t.Fatalf("byte %d may be left out", i)
		}
		if _, err := receipt.Verify(text[:i]+"\n"+text[i:], keys); err == nil {
			t.Fatalf("a line end may stand before byte %d", i)
		}
	}
}

// hostile writes a text with a header, a payload and a signature of its own.
func hostile(header, payload, signature string) string {
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(header)) + "." + encode([]byte(payload)) + "." + encode([]byte(signature))
}

func TestHostileReceipts(t *testing.T) {
	k, other := key(t), key(t)
	good := signed(t, k)
	parts := strings.Split(good, ".")
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	ours := `"kid":"` + k.ID + `"`
	theirs := jose.JSONWebKey{Key: receipt.Private(other).Public()}
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"another key":           {signed(t, other), receipt.ErrUnknownKey},
		"another key, our name": {signWith(t, other, k.ID, nil, payload), receipt.ErrForged},
		"alg none":              {hostile(`{"alg":"none",`+ours+`,"typ":"`+receipt.Type+`"}`, string(payload), ""), receipt.ErrMalformed},
		"alg HS256":             {hostile(`{"alg":"HS256",`+ours+`,"typ":"`+receipt.Type+`"}`, string(payload), "x"), receipt.ErrMalformed},
		"no signature":          {parts[0] + "." + parts[1] + ".", receipt.ErrForged},
		"two parts":             {parts[0] + "." + parts[1], receipt.ErrMalformed},
		"four parts":            {good + ".x", receipt.ErrMalformed},
		"nothing":               {"", receipt.ErrMalformed},
		"JSON form":             {`{"payload":"` + parts[1] + `","protected":"` + parts[0] + `","signature":"` + parts[2] + `"}`, receipt.ErrMalformed},
		"padding":               {good + "=", receipt.ErrMalformed},
		"another typ":           {signWith(t, k, k.ID, headers{"typ": "JWT"}, payload), receipt.ErrMalformed},
		"jku":                   {signWith(t, k, k.ID, headers{"jku": "https://evil.example"}, payload), receipt.ErrMalformed},
		"x5u":                   {signWith(t, k, k.ID, headers{"x5u": "https://evil.example"}, payload), receipt.ErrMalformed},
		"crit":                  {signWith(t, k, k.ID, headers{"crit": []string{"b64"}, "b64": true}, payload), receipt.ErrMalformed},
		"jwk":                   {signWith(t, k, k.ID, headers{"jwk": theirs}, payload), receipt.ErrMalformed},
		"another member":        {signWith(t, k, k.ID, headers{"cty": "x"}, payload), receipt.ErrMalformed},
		"twice a member":        {signWith(t, k, k.ID, nil, []byte(strings.Replace(string(payload), "{", `{"iss":"x",`, 1))), receipt.ErrMalformed},
		"no member":             {signWith(t, k, k.ID, nil, []byte("{}")), receipt.ErrMalformed},
		"no object":             {signWith(t, k, k.ID, nil, []byte("7")), receipt.ErrMalformed},
		"no UTF-8":              {signWith(t, k, k.ID, nil, bytes.Replace(payload, []byte("chair"), []byte("\xff"), 1)), receipt.ErrMalformed},
		"deep":                  {signWith(t, k, k.ID, nil, []byte(strings.Repeat("[", 100_000))), receipt.ErrMalformed},
		"huge":                  {strings.Repeat("a", receipt.MaxSize+1), receipt.ErrTooLarge},
		"duplicate in a header": {hostile(`{"alg":"none","alg":"EdDSA",`+ours+`}`, string(payload), "x"), receipt.ErrMalformed},
	} {
		if got, err := receipt.Verify(c.text, receipt.Set{k.Public()}); !errors.Is(err, c.want) || got != nil {
			t.Errorf("%s: %v, %v; want %v", name, got, err, c.want)
		}
	}
}

type headers = map[jose.HeaderKey]any

// signWith signs anything, under any name of a key and with more members of the header.
func signWith(t *testing.T, k *receipt.Key, kid string, members headers, payload []byte) string {
	t.Helper()
	options := (&jose.SignerOptions{}).WithType(receipt.Type)
	for name, value := range members {
		options.WithHeader(name, value)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: jose.JSONWebKey{Key: receipt.Private(k), KeyID: kid}}, options)
	if err != nil {
		t.Fatal(err)
	}
	signature, err := signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	text, err := signature.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestSets(t *testing.T) {
	k := key(t)
	x := k.Public().Text()
	good := `{"kty":"OKP","crv":"Ed25519","x":"` + x + `","kid":"` + k.ID + `"}`
	for name, c := range map[string]struct {
		text string
		keys int // 0: refused
	}{
		"one":             {`{"keys":[` + good + `]}`, 1},
		"others beside":   {`{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","kid":"r"},7,` + good + `]}`, 1},
		"none":            {`{"keys":[]}`, 0},
		"no set":          {`[]`, 0},
		"keys twice":      {`{"keys":[],"keys":[` + good + `]}`, 0},
		"wrong name":      {`{"keys":[` + strings.Replace(good, k.ID, "x", 1) + `]}`, 0},
		"to encrypt":      {`{"keys":[` + strings.Replace(good, `"kty"`, `"use":"enc","kty"`, 1) + `]}`, 0},
		"another curve":   {`{"keys":[` + strings.Replace(good, "Ed25519", "X25519", 1) + `]}`, 0},
		"a key too short": {`{"keys":[` + strings.Replace(good, x, x[1:], 1) + `]}`, 0},
		"huge":            {strings.Repeat(" ", receipt.MaxSet) + `{"keys":[` + good + `]}`, 0},
	} {
		set, err := receipt.ParseSet([]byte(c.text))
		if len(set) != c.keys || (err == nil) != (c.keys > 0) {
			t.Errorf("%s: %d keys, %v; want %d", name, len(set), err, c.keys)
		}
	}
}

func FuzzVerify(f *testing.F) {
	k, err := receipt.NewKey()
	if err != nil {
		f.Fatal(err)
	}
	text, err := receipt.Sign(some(), k)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add("..")
	f.Fuzz(func(t *testing.T, changed string) {
		if _, err := receipt.Verify(changed, receipt.Set{k.Public()}); err == nil && changed != text {
			t.Errorf("accepted: %q", changed)
		}
	})
}

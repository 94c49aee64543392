package client_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"vitrine/client"
	"vitrine/internal/receipt"
)

const (
	webhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
	otherSecret   = "whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
)

// delivered is a request that was sent just now.
func delivered(body string) *http.Request { return delivery(time.Now(), body) }

// delivery is a request as the library of Standard Webhooks signs it.
func delivery(at time.Time, body string) *http.Request {
	signer, err := standardwebhooks.NewWebhook(webhookSecret)
	if err != nil {
		panic(err)
	}
	signature, err := signer.Sign("evt_1", at, []byte(body))
	if err != nil {
		panic(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(body))
	r.Header.Set("webhook-id", "evt_1")
	r.Header.Set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
	r.Header.Set("webhook-signature", signature)
	return r
}

func TestReadEvent(t *testing.T) {
	t.Parallel()
	const body = `{"type": "order.paid", "id": "evt_1", "timestamp": "2026-03-04T05:06:07Z", "sequence": 2, "data": {"object": "order", "id": "123"}}`
	now := time.Now()
	for _, test := range []struct {
		name    string
		at      time.Time
		change  func(r *http.Request)
		secrets []string
		want    error
	}{
		{"good", now, nil, []string{webhookSecret}, nil},
		{"a secret that is replaced", now, nil, []string{otherSecret, webhookSecret}, nil},
		{"two signatures", now, func(r *http.Request) {
			r.Header.Set("webhook-signature", "v2,AA v1,AA "+r.Header.Get("webhook-signature"))
		}, []string{webhookSecret}, nil},
		{"another secret", now, nil, []string{otherSecret}, client.ErrSignature},
		{"no secret", now, nil, nil, client.ErrSignature},
		{"old", now.Add(-6 * time.Minute), nil, []string{webhookSecret}, client.ErrSignature},
		{"of the future", now.Add(6 * time.Minute), nil, []string{webhookSecret}, client.ErrSignature},
		{"another id", now, func(r *http.Request) { r.Header.Set("webhook-id", "evt_2") }, []string{webhookSecret}, client.ErrSignature},
		{"no time", now, func(r *http.Request) { r.Header.Del("webhook-timestamp") }, []string{webhookSecret}, client.ErrSignature},
		{"no signature", now, func(r *http.Request) { r.Header.Del("webhook-signature") }, []string{webhookSecret}, client.ErrSignature},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := delivery(test.at, body)
			if test.change != nil {
				test.change(r)
			}

			event, err := client.ReadEvent(r, test.secrets...)

			if !errors.Is(err, test.want) || (err == nil) != (test.want == nil) {
				t.Fatal(err)
			}
			if err != nil {
				return
			}
			if kind, id := event.Object(); kind != "order" || id != "123" || event.Type != client.WebhookEventOrderPaid || event.Sequence != 2 {
				t.Errorf("%+v", event)
			}
		})
	}
	long := delivery(now, strings.Repeat(" ", 1<<20)+body)
	if _, err := client.ReadEvent(long, webhookSecret); !errors.Is(err, client.ErrSignature) {
		t.Errorf("a long one: %v", err)
	}
	if _, err := client.ReadEvent(delivery(now, body), "whsec_!"); err == nil || errors.Is(err, client.ErrSignature) {
		t.Errorf("a bad secret: %v", err)
	}
}

func encode(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// other returns a text with another letter in it.
func other(text string) string {
	letter := "A"
	if text[20] == 'A' {
		letter = "B"
	}
	return text[:20] + letter + text[21:]
}

// TestReceipts: what the server signs is verified, and nothing else.
func TestReceipts(t *testing.T) {
	t.Parallel()
	key, err := receipt.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	hash := strings.Repeat("ab", 32)
	text, err := receipt.Sign(&receipt.Claims{Issuer: "https://models.example", IssuedAt: 1772600000, Marketplace: "Models",
		Order: receipt.Order{ID: "123", UUID: "u", PaidAt: time.Unix(1772600000, 0).UTC(), Price: "12.00", Currency: "USD"},
		Model: receipt.Model{ID: "7", Title: "Chair"}, License: receipt.License{Type: "general", TextHash: hash},
		Files: []receipt.File{{Name: "chair.stl", Size: 5, SHA256: hash}}}, key)
	if err != nil {
		t.Fatal(err)
	}
	set, err := receipt.Set{key.Public()}.JSON()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := client.ParseKeys(set)
	if err != nil {
		t.Fatal(err)
	}

	claims, err := keys.Verify(text)

	if err != nil || claims.Order.ID != "123" || claims.Files[0].SHA256 != hash || claims.Issuer != "https://models.example" {
		t.Fatalf("%+v, %v", claims, err)
	}
	parts := strings.Split(text, ".")
	for name, forged := range map[string]string{
		"no receipt":          "",
		"two parts":           parts[0] + "." + parts[1],
		"another payload":     parts[0] + "." + other(parts[1]) + "." + parts[2],
		"another signature":   parts[0] + "." + parts[1] + "." + other(parts[2]),
		"no algorithm":        encode(`{"alg":"none","kid":"`+key.ID+`","typ":"vitrine-receipt+jwt"}`) + "." + parts[1] + ".",
		"another type":        encode(`{"alg":"EdDSA","kid":"`+key.ID+`","typ":"JWT"}`) + "." + parts[1] + "." + parts[2],
		"a key of its own":    encode(`{"alg":"EdDSA","kid":"`+key.ID+`","typ":"vitrine-receipt+jwt","jwk":"x"}`) + "." + parts[1] + "." + parts[2],
		"a line end":          parts[0] + "." + parts[1] + "\n." + parts[2],
		"an unknown key":      encode(`{"alg":"EdDSA","kid":"x","typ":"vitrine-receipt+jwt"}`) + "." + parts[1] + "." + parts[2],
		"members that differ": encode(`{"alg":["EdDSA"]}`) + "." + parts[1] + "." + parts[2],
	} {
		if claims, err := keys.Verify(forged); !errors.Is(err, client.ErrForged) {
			t.Errorf("%s: %+v, %v", name, claims, err)
		}
	}
	if _, err := client.ParseKeys(bytes.TrimSuffix(set, []byte("}"))); err == nil {
		t.Error("half a set is read")
	}
}

// TestReceiptsOfOneForm: a header that says more than a receipt's is refused, though it is signed.
func TestReceiptsOfOneForm(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for head, good := range map[string]bool{
		`{"alg":"EdDSA","kid":"k","typ":"vitrine-receipt+jwt"}`:              true,
		`{"alg":"EdDSA","kid":"k","typ":"vitrine-receipt+jwt","jku":"x"}`:    false,
		`{"alg":"EdDSA","kid":"k","typ":"JWT"}`:                              false,
		`{"alg":"none","kid":"k","typ":"vitrine-receipt+jwt"}`:               false,
		`{"alg":"EdDSA","kid":"other","typ":"vitrine-receipt+jwt"}`:          false,
		`{"alg":"EdDSA","kid":"k","typ":"vitrine-receipt+jwt","crit":["x"]}`: false,
	} {
		text := encode(head) + "." + encode(`{"order": {"id": "123"}}`)
		text += "." + encode(string(ed25519.Sign(private, []byte(text))))
		claims, err := client.Keys{"k": public}.Verify(text)
		if (err == nil) != good || good && claims.Order.ID != "123" || !good && !errors.Is(err, client.ErrForged) {
			t.Errorf("%s: %+v, %v", head, claims, err)
		}
	}
}

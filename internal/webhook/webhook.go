// Package webhook tells programs what happened. Tell writes an event down in the transaction
// in which it happens, for those endpoints that are to be told of it; an Office sends what was
// written down, signed by Standard Webhooks (https://www.standardwebhooks.com), until each
// endpoint has taken it or three days are over.
//
// An event is told at least once: an answer is written down after it came, and a process that
// ends in between leaves the delivery to the next one, with the same webhook-id. Each event
// says which of its object's events it is, since they may arrive in another order.
//
// The package decides who is told by what the store says, and knows nothing of how endpoints
// are made.
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"vitrine"
)

// SecretPrefix begins the secret of an endpoint. The base64 of what it signs with follows.
const SecretPrefix = "whsec_"

// secretBytes is how many bytes an endpoint signs with.
const secretBytes = 32

// NewSecret makes a secret of random bytes.
func NewSecret(random func([]byte)) string {
	key := make([]byte, secretBytes)
	random(key)
	return SecretPrefix + base64.StdEncoding.EncodeToString(key)
}

// Sign sets the three headers of a message that is sent at a time, with a signature by each
// secret.
func Sign(header http.Header, key string, at time.Time, body []byte, secrets ...string) error {
	seconds := strconv.FormatInt(at.Unix(), 10)
	signatures := make([]string, len(secrets))
	for i, secret := range secrets {
		raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, SecretPrefix))
		if err != nil {
			return vitrine.Errorf(vitrine.Invalid, "a secret is %s and base64", SecretPrefix)
		}
		mac := hmac.New(sha256.New, raw)
		mac.Write([]byte(key + "." + seconds + "."))
		mac.Write(body)
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	header.Set("webhook-id", key)
	header.Set("webhook-timestamp", seconds)
	header.Set("webhook-signature", strings.Join(signatures, " "))
	return nil
}

// message is the body of a delivery.
type message struct {
	Type      vitrine.EventType `json:"type"`
	Timestamp time.Time         `json:"timestamp"`
	ID        string            `json:"id"`
	Sequence  int64             `json:"sequence"`
	Data      map[string]any    `json:"data"`
}

// Body is what an endpoint is told of an event; thin for one that is told numbers alone. Names
// of people are as they are now: the event itself has none.
func Body(d *vitrine.Delivery, thin bool) ([]byte, error) {
	data := map[string]any{}
	object := d.Event.Type.Object()
	if !thin && d.Event.Data != "" {
		if err := json.Unmarshal([]byte(d.Event.Data), &data); err != nil {
			return nil, err
		}
		switch object {
		case "webhook", "checkout":
		case "user":
			data["username"] = orNull(d.Seller)
		default:
			data["author_name"] = orNull(d.Seller)
		}
		if object == "order" && d.Private {
			data["buyers_email"] = orNull(d.BuyersEmail)
		}
	}
	data["object"], data["id"] = object, d.Event.ObjectID
	if object == "order" || object == "checkout" { // as the interface has them
		data["id"] = strconv.FormatInt(d.Event.ObjectID, 10)
	}
	return json.Marshal(message{Type: d.Event.Type, Timestamp: d.Event.CreatedAt, ID: d.Event.Key, Sequence: d.Event.Sequence, Data: data})
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// Retries are the pauses before an event is sent again, for three days in all; each is up to a
// fifth shorter by chance, so that what failed together does not come again together.
func Retries() []time.Duration {
	return []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour,
		4 * time.Hour, 6 * time.Hour, 8 * time.Hour, 12 * time.Hour, 12 * time.Hour, 12 * time.Hour, 14 * time.Hour}
}

// The times of endpoints and events.
const (
	Patience = 3 * 24 * time.Hour  // for which an event waits to be taken
	Kept     = 30 * 24 * time.Hour // for which events and their deliveries can be read, and sent again
	Rotation = 24 * time.Hour      // for which the secret of before signs beside the new one
	PollLife = time.Hour           // for which an endpoint that is polled waits for the next time
)

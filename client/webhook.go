package client

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The bounds of what a webhook may be.
const (
	webhookBody = 1 << 20
	webhookAge  = 5 * time.Minute
)

// ErrSignature says that a message was not sent by the marketplace, or long ago.
var ErrSignature = errors.New("the message is not signed as it has to be")

// Event is what a webhook tells of.
type Event struct {
	ID        string       `json:"id"` // the same each time that the event is sent: keep those of a few days
	Type      WebhookEvent `json:"type"`
	Timestamp time.Time    `json:"timestamp"`
	// Sequence counts the events of the object: what has a lower number than one that was seen is
	// older.
	Sequence int64 `json:"sequence"`
	// Data is the object as it was in that moment: an order, a model, a file, …
	Data json.RawMessage `json:"data"`
}

// Object returns what an event is about: the kind of the object, such as order, and its id.
func (e *Event) Object() (kind, id string) {
	var data struct {
		Object string          `json:"object"`
		ID     json.RawMessage `json:"id"`
	}
	if json.Unmarshal(e.Data, &data) != nil {
		return "", ""
	}
	return data.Object, strings.Trim(string(data.ID), `"`)
}

// ReadEvent reads the event that a request to a webhook's address brings, and verifies that one
// of the secrets signed it. While a secret is replaced there are two. [ErrSignature] is to be
// answered with 400 or 401, and nothing done.
func ReadEvent(r *http.Request, secrets ...string) (*Event, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, webhookBody+1))
	if err != nil {
		return nil, fmt.Errorf("vitrine: read the event: %w", err)
	}
	if len(body) > webhookBody {
		return nil, fmt.Errorf("vitrine: an event has at most %d bytes: %w", webhookBody, ErrSignature)
	}
	if err := VerifyWebhook(r.Header, body, time.Now(), secrets...); err != nil {
		return nil, err
	}
	event := &Event{}
	if err := json.Unmarshal(body, event); err != nil {
		return nil, fmt.Errorf("vitrine: read the event: %w", err)
	}
	return event, nil
}

// VerifyWebhook reports [ErrSignature] unless one of the secrets signed a body, by Standard
// Webhooks, at most five minutes before or after a time.
func VerifyWebhook(header http.Header, body []byte, now time.Time, secrets ...string) error {
	id, at := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || id == "" {
		return fmt.Errorf("vitrine: %w: webhook-id or webhook-timestamp is missing", ErrSignature)
	}
	if age := now.Sub(time.Unix(seconds, 0)); age.Abs() > webhookAge {
		return fmt.Errorf("vitrine: %w: it was sent %s ago", ErrSignature, age.Round(time.Second))
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return errors.New("vitrine: a secret of a webhook is whsec_ and base64")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + at + "."))
		mac.Write(body)
		want := mac.Sum(nil)
		for signature := range strings.FieldsSeq(header.Get("webhook-signature")) {
			version, text, _ := strings.Cut(signature, ",")
			got, err := base64.StdEncoding.DecodeString(text)
			if err == nil && version == "v1" && hmac.Equal(got, want) {
				return nil
			}
		}
	}
	return fmt.Errorf("vitrine: %w", ErrSignature)
}

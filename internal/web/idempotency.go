package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"

	"vitrine"
)

// IdempotencyKey names a request of a caller.
type IdempotencyKey struct {
	Owner string
	Key   string
}

// SavedAnswer is the first answer to a request.
type SavedAnswer struct {
	Status  int
	Headers map[string]string
	Body    []byte
}

// IdempotencyStore remembers requests and their answers.
type IdempotencyStore interface {
	// Claim begins a request, or gives the answer that it had. It is a Conflict
	// while the first one runs, and Invalid when that had another fingerprint.
	Claim(ctx context.Context, key IdempotencyKey, fingerprint string) (*SavedAnswer, error)
	// Save keeps the answer of a claimed request.
	Save(ctx context.Context, key IdempotencyKey, answer SavedAnswer) error
	// Release forgets a claimed request that was refused.
	Release(ctx context.Context, key IdempotencyKey) error
}

// savedHeaders are kept of an answer.
var savedHeaders = []string{"Content-Type", "Content-Language", "Location", "ETag"}

// Idempotent answers a POST that carries an Idempotency-Key at most once:
// repeated, it gets the first answer again.
func Idempotent(store IdempotencyStore, owner func(context.Context) string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || len(r.Header.Values("Idempotency-Key")) == 0 {
			next.ServeHTTP(w, r)
			return
		}
		if err := answerOnce(store, owner, next, w, r); err != nil {
			WriteProblem(w, r, err)
		}
	})
}

func answerOnce(store IdempotencyStore, owner func(context.Context) string, next http.Handler, w http.ResponseWriter, r *http.Request) error {
	name, err := idempotencyKey(r.Header.Values("Idempotency-Key"))
	if err != nil {
		return err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody+1))
	if err != nil {
		return vitrine.Errorf(vitrine.TooLarge, "the body is larger than %d bytes, or ended before it was whole", MaxBody)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	key := IdempotencyKey{owner(r.Context()), name}
	saved, err := store.Claim(r.Context(), key, fingerprint(r, body))
	if err != nil {
		return err
	}
	if saved != nil {
		replay(w, saved)
		return nil
	}
	// What becomes of the claim must not depend on the caller's patience.
	ctx := context.WithoutCancel(r.Context())
	held := &heldWriter{ResponseWriter: w, status: http.StatusOK}
	settled := false
	defer func() {
		if !settled {
			_ = store.Release(ctx, key)
		}
	}()
	next.ServeHTTP(held, r)
	if held.status < 400 {
		if err := store.Save(ctx, key, held.saved()); err != nil {
			infoOf(ctx).fail(err)
		}
		settled = true
	}
	held.send(r)
	return nil
}

func (w *heldWriter) saved() SavedAnswer {
	answer := SavedAnswer{Status: w.status, Headers: map[string]string{}, Body: bytes.Clone(w.body)}
	for _, name := range savedHeaders {
		if value := w.Header().Get(name); value != "" {
			answer.Headers[name] = value
		}
	}
	return answer
}

func replay(w http.ResponseWriter, saved *SavedAnswer) {
	for name, value := range saved.Headers {
		w.Header().Set(name, value)
	}
	w.Header().Set("Idempotent-Replayed", "true")
	w.WriteHeader(saved.Status)
	_, _ = w.Write(saved.Body)
}

// idempotencyKey reads the key, bare or as a quoted string of a structured field.
func idempotencyKey(values []string) (string, error) {
	key := strings.TrimSpace(values[0])
	if len(key) >= 2 && key[0] == '"' && key[len(key)-1] == '"' {
		key = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(key[1 : len(key)-1])
	}
	odd := strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' })
	if len(values) > 1 || key == "" || len(key) > 255 || odd {
		return "", vitrine.Errorf(vitrine.Malformed, "Idempotency-Key is one key of 1 to 255 printable ASCII characters")
	}
	return key, nil
}

// fingerprint tells requests apart that carry the same key.
func fingerprint(r *http.Request, body []byte) string {
	hash := sha256.New()
	hash.Write([]byte(r.Method + " " + r.URL.Path + "\n"))
	hash.Write(body)
	return hex.EncodeToString(hash.Sum(nil))
}

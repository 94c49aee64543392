package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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

type keyOfRequest struct{}

// claimed is a request whose key this process holds.
type claimed struct {
	key  IdempotencyKey
	kept bool // its answer is stored
}

// KeyOf returns the key of the request that is being answered, false when it has
// none.
func KeyOf(ctx context.Context) (IdempotencyKey, bool) {
	if request, ok := ctx.Value(keyOfRequest{}).(*claimed); ok {
		return request.key, true
	}
	return IdempotencyKey{}, false
}

// AnswerKept tells that a handler has stored the answer of its request itself, so that
// it need not be stored once more.
func AnswerKept(ctx context.Context) {
	if request, ok := ctx.Value(keyOfRequest{}).(*claimed); ok {
		request.kept = true
	}
}

// IdempotencyStore remembers requests and their answers.
type IdempotencyStore interface {
	// Claim begins a request, or gives the answer that it had. It is a Conflict
	// while the first one runs, and Invalid when that had another fingerprint.
	Claim(ctx context.Context, key IdempotencyKey, fingerprint string) (*SavedAnswer, error)
	// Save keeps the answer of a claimed request, unless it has one: a handler
	// that writes to a database keeps it there with what it writes (AnswerOf).
	Save(ctx context.Context, key IdempotencyKey, answer SavedAnswer) error
	// Hold lets a claim hold until ctx ends.
	Hold(ctx context.Context, key IdempotencyKey)
	// Release forgets a claimed request that was refused.
	Release(ctx context.Context, key IdempotencyKey) error
}

// Idempotent answers a POST with a JSON body that carries an Idempotency-Key at
// most once: repeated, it gets the first answer again. owner names the caller,
// whose keys are not those of others.
func Idempotent(store IdempotencyStore, owner func(context.Context) string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind := r.Header.Get("Content-Type")
		if r.Method != http.MethodPost || len(r.Header["Idempotency-Key"]) == 0 || kind != "" && !isJSON(kind) && !isMessage(kind) {
			next.ServeHTTP(w, r)
			return
		}
		if err := answerOnce(claims{store, owner(r.Context())}, next, w, r); err != nil {
			WriteProblem(w, r, err)
		}
	})
}

// claims are the keys of one caller.
type claims struct {
	IdempotencyStore
	owner string
}

func answerOnce(store claims, next http.Handler, w http.ResponseWriter, r *http.Request) error {
	name, err := idempotencyKey(r.Header["Idempotency-Key"])
	if err != nil {
		return err
	}
	body, err := ReadBody(w, r, MaxBody)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	key := IdempotencyKey{store.owner, name}
	saved, err := store.Claim(r.Context(), key, fingerprint(r, body))
	if err != nil {
		return err
	}
	if saved != nil {
		replay(w, saved)
		return nil
	}
	request := &claimed{key: key}
	r = r.WithContext(context.WithValue(r.Context(), keyOfRequest{}, request))
	held := &heldWriter{ResponseWriter: w}
	runClaimed(r.Context(), store, request, held, func() { next.ServeHTTP(held, r) })
	held.send(r)
	return nil
}

// runClaimed runs the handler and keeps its answer before anybody sees it. A
// refused request, and one whose handler panicked, gives its key up.
func runClaimed(ctx context.Context, store claims, request *claimed, held *heldWriter, run func()) {
	// What becomes of the claim must not depend on the caller's patience.
	ctx = context.WithoutCancel(ctx)
	// Stays so when the handler panics.
	done := false
	defer func() {
		var err error
		switch answered := done && held.status < http.StatusBadRequest; {
		case !answered:
			err = store.Release(ctx, request.key)
		case !request.kept:
			err = store.Save(ctx, request.key, held.saved())
		}
		if err != nil {
			infoOf(ctx).fail(fmt.Errorf("settle an idempotency key: %w", err))
		}
	}()
	run()
	done = true
}

// idempotencyKey reads the key, bare or as a quoted string of a structured field.
func idempotencyKey(values []string) (string, error) {
	key, ok := strings.TrimSpace(values[0]), true
	if quoted, begins := strings.CutPrefix(key, `"`); begins {
		key, ok = unquote(quoted)
	}
	odd := !ok || strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' })
	if len(values) > 1 || key == "" || len(key) > 255 || odd {
		return "", vitrine.Errorf(vitrine.Malformed, "Idempotency-Key is one key of 1 to 255 printable ASCII characters")
	}
	return key, nil
}

// unquote reads a string of a structured field (RFC 9651, section 3.3.3) behind
// its first quote.
func unquote(text string) (string, bool) {
	var plain strings.Builder
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			return plain.String(), i == len(text)-1
		case '\\':
			i++
			if i == len(text) || text[i] != '"' && text[i] != '\\' {
				return "", false
			}
		}
		plain.WriteByte(text[i])
	}
	return "", false
}

// fingerprint tells requests apart that carry the same key.
func fingerprint(r *http.Request, body []byte) string {
	hash := sha256.New()
	// The language is a part of what a body means.
	hash.Write([]byte(r.Method + " " + r.URL.Path + "\n" + r.Header.Get("Content-Language") + "\n"))
	hash.Write(body)
	return hex.EncodeToString(hash.Sum(nil))
}

package web_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/web"
)

// memory is a store of answers that works as the database's does.
type memory struct {
	mu      sync.Mutex
	entries map[web.IdempotencyKey]*entry
	saveErr error
}

type entry struct {
	fingerprint string
	answer      *web.SavedAnswer
}

func newMemory() *memory { return &memory{entries: map[web.IdempotencyKey]*entry{}} }

func (m *memory) Claim(_ context.Context, key web.IdempotencyKey, fingerprint string) (*web.SavedAnswer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.entries[key]
	switch {
	case found == nil:
		m.entries[key] = &entry{fingerprint: fingerprint}
		return nil, nil
	case found.fingerprint != fingerprint:
		return nil, vitrine.Errorf(vitrine.Invalid, "another request")
	case found.answer == nil:
		return nil, vitrine.Errorf(vitrine.Conflict, "still running")
	}
	return found.answer, nil
}

func (m *memory) Save(ctx context.Context, key web.IdempotencyKey, answer web.SavedAnswer) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := errors.Join(m.saveErr, ctx.Err()); err != nil {
		return err
	}
	m.entries[key].answer = &answer
	return nil
}

func (m *memory) Hold(ctx context.Context, _ web.IdempotencyKey) { <-ctx.Done() }

func (m *memory) Release(ctx context.Context, key web.IdempotencyKey) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() == nil {
		delete(m.entries, key)
	}
	return ctx.Err()
}

// counter creates things and counts them. A body of "bad" is refused, one of
// "panic" panics.
type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	c.mu.Lock()
	c.n++
	n := c.n
	c.mu.Unlock()
	w.Header().Set("X-Other", "not kept")
	switch string(body) {
	case "bad":
		web.WriteProblem(w, r, vitrine.Errorf(vitrine.Invalid, "bad"))
		return
	case "panic":
		panic("bad")
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Location", fmt.Sprint("/v1/things/", n))
	w.WriteHeader(http.StatusCreated)
	fmt.Fprintf(w, `{"n":%d}`, n)
}

func (c *counter) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

type ownerKey struct{}

func idempotent(store web.IdempotencyStore, next http.Handler) http.Handler {
	owner := func(ctx context.Context) string { name, _ := ctx.Value(ownerKey{}).(string); return name }
	mux := http.NewServeMux()
	mux.HandleFunc("/v1/", func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(context.WithValue(r.Context(), ownerKey{}, r.Header.Get("As")))
		web.Idempotent(store, owner, next).ServeHTTP(w, r)
	})
	return web.Wrap(mux, web.Options{})
}

func TestIdempotent(t *testing.T) {
	t.Parallel()
	handler := &counter{}
	server := idempotent(newMemory(), handler)
	for _, step := range []struct {
		name, method, target, body string
		headers                    []string
		status, count              int
		replayed                   string
	}{
		{"first", "POST", "/v1/things", "a", []string{"Idempotency-Key: k"}, 201, 1, ""},
		{"again", "POST", "/v1/things", "a", []string{"Idempotency-Key: k"}, 201, 1, "true"},
		{"again, quoted", "POST", "/v1/things", "a", []string{`Idempotency-Key: "k"`}, 201, 1, "true"},
		{"again, by another form of the path", "POST", "/v1/things.json", "a", []string{`Idempotency-Key: k`}, 201, 1, "true"},
		{"another body", "POST", "/v1/things", "b", []string{"Idempotency-Key: k"}, 422, 1, ""},
		{"another path", "POST", "/v1/others", "a", []string{"Idempotency-Key: k"}, 422, 1, ""},
		{"another owner", "POST", "/v1/things", "a", []string{"Idempotency-Key: k", "As: ada"}, 201, 2, ""},
		{"another key", "POST", "/v1/things", "a", []string{"Idempotency-Key: l"}, 201, 3, ""},
		{"no key", "POST", "/v1/things", "a", nil, 201, 4, ""},
		{"not a POST", "PUT", "/v1/things", "a", []string{"Idempotency-Key: k"}, 201, 5, ""},
		{"not JSON", "POST", "/v1/things", "a", []string{"Idempotency-Key: k", "Content-Type: text/plain"}, 201, 6, ""},
		{"refused", "POST", "/v1/things", "bad", []string{"Idempotency-Key: m"}, 422, 7, ""},
		{"refused again", "POST", "/v1/things", "bad", []string{"Idempotency-Key: m"}, 422, 8, ""},
		{"the key of what was refused is free", "POST", "/v1/things", "good", []string{"Idempotency-Key: m"}, 201, 9, ""},
		{"panic", "POST", "/v1/things", "panic", []string{"Idempotency-Key: n"}, 500, 10, ""},
		{"the key behind a panic is free", "POST", "/v1/things", "good", []string{"Idempotency-Key: n"}, 201, 11, ""},
		{"empty key", "POST", "/v1/things", "a", []string{"Idempotency-Key: "}, 400, 11, ""},
		{"empty quoted key", "POST", "/v1/things", "a", []string{`Idempotency-Key: ""`}, 400, 11, ""},
		{"half quoted key", "POST", "/v1/things", "a", []string{`Idempotency-Key: "k`}, 400, 11, ""},
		{"more behind the quote", "POST", "/v1/things", "a", []string{`Idempotency-Key: "k"x`}, 400, 11, ""},
		{"long key", "POST", "/v1/things", "a", []string{"Idempotency-Key: " + strings.Repeat("k", 256)}, 400, 11, ""},
		{"longest key", "POST", "/v1/things", "a", []string{"Idempotency-Key: " + strings.Repeat("k", 255)}, 201, 12, ""},
		{"odd key", "POST", "/v1/things", "a", []string{"Idempotency-Key: é"}, 400, 12, ""},
		{"two keys", "POST", "/v1/things", "a", []string{"Idempotency-Key: k", "Idempotency-Key: l"}, 400, 12, ""},
		{"too large", "POST", "/v1/things", strings.Repeat("a", web.MaxBody+1), []string{"Idempotency-Key: o"}, 413, 12, ""},
	} {
		w := ask(server, step.method, step.target, step.body, step.headers...)
		got := []any{w.Code, handler.count(), w.Header().Get("Idempotent-Replayed")}
		if diff := cmp.Diff([]any{step.status, step.count, step.replayed}, got); diff != "" {
			t.Errorf("%s: status, count, replayed (-want +got):\n%s%s", step.name, diff, w.Body)
		}
	}
}

func TestReplayedAnswer(t *testing.T) {
	t.Parallel()
	server := idempotent(newMemory(), &counter{})
	first := ask(server, http.MethodPost, "/v1/things", "a", "Idempotency-Key: k")
	again := ask(server, http.MethodPost, "/v1/things", "a", "Idempotency-Key: k", "X-Request-Id: own")
	if first.Body.String() != again.Body.String() || again.Header().Get("X-Request-Id") != "own" {
		t.Errorf("first %s, then %s (%v)", first.Body, again.Body, again.Header())
	}
	for name, value := range map[string]string{"Location": "/v1/things/1", "Content-Type": "application/json", "X-Other": ""} {
		if got := again.Header().Get(name); got != value {
			t.Errorf("%s = %q, want %q", name, got, value)
		}
	}
}

func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	begun, finish := make(chan struct{}), make(chan struct{})
	handler := &counter{}
	server := idempotent(newMemory(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		<-finish
		handler.ServeHTTP(w, r)
	}))
	first := make(chan *httptest.ResponseRecorder)
	go func() { first <- ask(server, http.MethodPost, "/v1/things", "a", "Idempotency-Key: k") }()
	<-begun
	if w := ask(server, http.MethodPost, "/v1/things", "a", "Idempotency-Key: k"); w.Code != http.StatusConflict {
		t.Errorf("the second at once: %d", w.Code)
	}
	close(finish)
	if w := <-first; w.Code != http.StatusCreated {
		t.Errorf("the first: %d", w.Code)
	}
	if w := ask(server, http.MethodPost, "/v1/things", "a", "Idempotency-Key: k"); w.Header().Get("Idempotent-Replayed") != "true" ||
		handler.count() != 1 {
		t.Errorf("afterwards: %v, %d made", w.Header(), handler.count())
	}
}

func TestCallerGoesAway(t *testing.T) {
	t.Parallel()
	store := newMemory()
	ctx, leave := context.WithCancel(t.Context())
	server := idempotent(store, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		leave()
		w.WriteHeader(http.StatusCreated)
		_ = http.NewResponseController(w).Flush() // nothing may go before it is kept
		_, _ = io.WriteString(w, "made")
	}))
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/v1/things", strings.NewReader("a"))
	r.Header.Set("Idempotency-Key", "k")
	record(server, r)
	if saved := store.entries[web.IdempotencyKey{Key: "k"}]; saved == nil || saved.answer == nil || string(saved.answer.Body) != "made" {
		t.Error("the answer to a caller who left was not kept")
	}
}

func TestSaveFails(t *testing.T) {
	t.Parallel()
	store := newMemory()
	store.saveErr = errors.New("disk full")
	if w := ask(idempotent(store, &counter{}), http.MethodPost, "/v1/things", "a", "Idempotency-Key: k"); w.Code != http.StatusCreated {
		t.Errorf("what was done is answered with %d", w.Code)
	}
}

func TestBrokenBody(t *testing.T) {
	t.Parallel()
	for name, server := range map[string]http.Handler{"idempotent": idempotent(newMemory(), &counter{}), "typed": testServer()} {
		r := httptest.NewRequest(http.MethodPut, "/v1/things/7", brokenBody{strings.NewReader(`{"na`)})
		if name == "idempotent" {
			r.Method = http.MethodPost
			r.Header.Set("Idempotency-Key", "k")
		}
		if w := record(server, r); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "ended before it was whole") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

// TestAnswerKept has a handler keep its answer itself: it is not kept once more, and
// one that does not is kept.
func TestAnswerKept(t *testing.T) {
	t.Parallel()
	for _, keeps := range []bool{false, true} {
		answers := newMemory()
		owner := func(context.Context) string { return "ada" }
		handler := web.Idempotent(answers, owner, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if key, ok := web.KeyOf(r.Context()); !ok || key != (web.IdempotencyKey{Owner: "ada", Key: "k"}) {
				t.Errorf("the key is %+v, %t", key, ok)
			}
			if keeps {
				web.AnswerKept(r.Context())
			}
			w.WriteHeader(http.StatusCreated)
		}))
		request := httptest.NewRequest(http.MethodPost, "/v1/orders", strings.NewReader("{}"))
		request.Header.Set("Idempotency-Key", "k")
		got := httptest.NewRecorder()
		handler.ServeHTTP(got, request)
		kept := answers.entries[web.IdempotencyKey{Owner: "ada", Key: "k"}]
		if got.Code != http.StatusCreated || kept == nil || (kept.answer != nil) == keeps {
			t.Errorf("the handler keeps its answer: %t; status %d, kept %+v", keeps, got.Code, kept)
		}
	}
}

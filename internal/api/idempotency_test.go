package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
)

// halted is the connection of a server that stands still once its handler has
// done its work: what it did is in the database, and the middlewares around it
// have not heard of it.
type halted struct {
	*httptest.ResponseRecorder
	reached, resume chan struct{}
}

// Header is asked for again when the handler's output is being written.
func (h *halted) Header() http.Header {
	header := h.ResponseRecorder.Header()
	if header.Get("Location") != "" {
		select {
		case <-h.reached:
		default:
			close(h.reached)
		}
		<-h.resume
	}
	return header
}

// TestServerDiesBehindTheCommit has a server stand still between the commit and
// the answer of a creation. The same request again gets that answer, and what
// it asks for is there once.
func TestServerDiesBehindTheCommit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		create request
		count  func(t *testing.T, s *server) any
	}{
		"a model": {create("ada", "/v1/models", `{"title":"Once"}`), func(t *testing.T, s *server) any {
			return s.do(t, get("ada", "/v1/models?mine=true&status=draft")).at(t, "total")
		}},
		"an order": {create("bob", "/v1/orders", `{"model_id":1,"return_url":"https://shop.example/thanks?a=1&b=2"}`),
			func(t *testing.T, s *server) any {
				return s.do(t, get("bob", "/v1/orders")).at(t, "total")
			}},
		"a user": {create(support, "/v1/users", `{"email":"once@example.com"}`), nil}, // its address is taken once
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			s.user(t, support, vitrine.ScopeUsersCreate)
			s.offer(t, "ada", complete, "a.stl")
			dead := &halted{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
			over := make(chan struct{})
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, c.create.path, strings.NewReader(c.create.body))
			for name, value := range map[string]string{"Idempotency-Key": "once", "Content-Type": "application/json",
				"Authorization": "Bearer " + s.user(t, c.create.as).Token} {
				r.Header.Set(name, value)
			}
			go func() {
				defer close(over)
				s.handler.ServeHTTP(dead, r)
			}()
			select {
			case <-dead.reached:
			case <-over:
				t.Fatalf("the request was refused: %d %s", dead.Code, dead.Body)
			}

			s.clock.Advance(2 * time.Minute)
			again := s.do(t, c.create.with("Idempotency-Key", "once"))
			close(dead.resume)
			<-over

			if again.Status != http.StatusCreated || again.Header.Get("Idempotent-Replayed") != "true" {
				t.Errorf("again: %d, replayed %q: %s", again.Status, again.Header.Get("Idempotent-Replayed"), again.Body)
			}
			if !bytes.Equal(dead.Body.Bytes(), again.Body) {
				t.Errorf("the first answer would have been\n%s, the second is\n%s", dead.Body, again.Body)
			}
			for _, header := range []string{"Content-Type", "Content-Language", "Location", "ETag", "Cache-Control"} {
				if diff := cmp.Diff(dead.ResponseRecorder.Header()[http.CanonicalHeaderKey(header)],
					again.Header[http.CanonicalHeaderKey(header)]); diff != "" {
					t.Errorf("%s (-first +again):\n%s", header, diff)
				}
			}
			if c.count != nil {
				if diff := cmp.Diff(any(json.Number("1")), c.count(t, s)); diff != "" {
					t.Errorf("how many there are (-want +got):\n%s", diff)
				}
			}
		})
	}
}

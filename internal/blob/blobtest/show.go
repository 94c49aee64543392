package blobtest

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobhttp"
)

// shown is a picture and a preview with what serves them.
type shown struct {
	key     string
	handler http.Handler
	size    int64 // that the database knows
	allowed func() error
	told    []string // what the operator was told
	refused error    // the last one
}

func newShown(t *testing.T, store blob.Store, prefix, data string, handler func(blobhttp.Showing) http.Handler) *shown {
	t.Helper()
	s := &shown{key: put(t, store, prefix, []byte(data)).Key, size: int64(len(data)), allowed: func() error { return nil }}
	s.handler = handler(blobhttp.Showing{
		Store:   store,
		Allowed: func(context.Context, string) (vitrine.Shown, error) { return vitrine.Shown{Size: s.size}, s.allowed() },
		Damaged: func(key, why string) { s.told = append(s.told, key+": "+why) },
		Refuse:  func(_ http.ResponseWriter, _ *http.Request, err error) { s.refused = err },
	})
	return s
}

// want asks for the bytes, which are answered when code is "".
func (s *shown) want(t *testing.T, when string, code vitrine.Code, told ...string) {
	t.Helper()
	s.told, s.refused = nil, nil
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/"+s.key, nil))
	if vitrine.CodeOf(s.refused) != code || (w.Body.Len() > 0) != (code == "") {
		t.Errorf("%s: %d bytes, refused with %v; want %q", when, w.Body.Len(), s.refused, code)
	}
	if got := strings.Join(s.told, ", "); got != strings.Join(told, ", ") {
		t.Errorf("%s: the operator was told %q, want %q", when, got, told)
	}
	waits, ok := errors.AsType[interface {
		error
		RetryAfter() time.Duration
	}](s.refused)
	if code == vitrine.Unavailable && (!ok || waits.RetryAfter() != 5*time.Minute) {
		t.Errorf("%s: the visitor is asked to try again at once: %v", when, s.refused)
	}
}

// showDamaged shows bytes that may be seen and were damaged in every way.
func showDamaged(t *testing.T, open Open) {
	store := open(t, time.Now)
	for _, s := range []*shown{
		newShown(t, store, "media", "\xff\xd8\xff the picture", blobhttp.Media),
		newShown(t, store, "previews", "glTF a  preview", blobhttp.Previews),
	} {
		s.want(t, "whole", "")
		must(t, store.Discard(t.Context(), s.key))
		s.want(t, "in the trash", "")
		s.size++
		s.want(t, "another size", vitrine.Unavailable, s.key+": 15 bytes are stored, the database says 16")
		s.size = 0
		s.want(t, "a size that nobody knows", "")
		must(t, store.Delete(t.Context(), s.key))
		must(t, store.Erase(t.Context(), s.key))
		s.want(t, "missing", vitrine.Unavailable, s.key+": they are missing")
		s.allowed = hidden
		s.want(t, "not to be seen", vitrine.NotFound)
	}
	page := newShown(t, store, "media", "<html>", blobhttp.Media)
	page.want(t, "no picture", vitrine.Unavailable, page.key+": they are of no type that is shown")
}

func hidden() error { return vitrine.Errorf(vitrine.NotFound, "there is no such picture") }

// showDeleted deletes a picture between the question whether it may be seen and the look at
// its bytes: nobody is told of damage.
func showDeleted(t *testing.T, open Open) {
	store := open(t, time.Now)
	s := newShown(t, store, "media", "\xff\xd8\xff the picture", blobhttp.Media)
	s.allowed = func() error {
		s.allowed = hidden
		return store.Delete(t.Context(), s.key)
	}
	s.want(t, "deleted meanwhile", vitrine.NotFound)
}

package api

import (
	"context"
	"maps"
	"net/http"
	"strings"

	"vitrine/internal/kept"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// maxKept bounds the memory of whole answers, in bytes.
const maxKept = 16 << 20

// asked is all that an answer of a kept operation depends on but who asks, and whether he
// has the answer already.
type asked struct{ path, language, encoding string }

// keptAnswer is a whole answer that all callers get who may call the operation.
type keptAnswer struct {
	model  int64       // whose record it shows; 0 where it must not be kept
	header http.Header // without what is of one request
	body   []byte
}

func newAnswers(db *store.DB) *kept.Memory[asked, *keptAnswer] {
	return kept.New[asked](db, maxKept, func(a *keptAnswer, c *store.Change) bool { return c.TouchesRecord(a.model) })
}

// Kept tells how often an answer was found in the memory.
func (s *Server) Kept() store.MemoryCounts { return s.answers.Counts() }

// keeps reports whether answers of an operation are kept: its handler says of which.
func (op operation) keeps() bool { return op.id == "getModel" }

// keep answers from the memory what somebody was answered before, byte for byte. It
// stands behind whatever decides who may call, and before all that makes an answer.
func (s *Server) keep(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, ok := askedBy(r)
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		answer, moment, ok := s.answers.Find(r.Context(), key)
		switch {
		case ok:
			maps.Copy(w.Header(), answer.header)
			_, _ = w.Write(answer.body) // nobody is left who could act on a connection that broke
		case !s.answers.Again(key.clone()):
			next.ServeHTTP(w, r)
		default:
			heard := &listener{ResponseWriter: w, keptAnswer: keptAnswer{header: http.Header{}}}
			next.ServeHTTP(heard, r.WithContext(context.WithValue(r.Context(), listenerKey{}, heard)))
			if heard.status == http.StatusOK && heard.model != 0 && !heard.cut {
				s.answers.Keep(key.clone(), &heard.keptAnswer, cap(heard.body)+answerOverhead, moment)
			}
		}
	})
}

const (
	// answerOverhead is about what an answer needs beside its body.
	answerOverhead = 1000
	// longestAsked bounds a path and a header that are remembered.
	longestAsked = 200
)

// askedBy reads what a request asks for; ok is false where the answer is not to come from
// the memory.
func askedBy(r *http.Request) (key asked, ok bool) {
	key = asked{r.URL.Path, r.Header.Get("Accept-Language"), web.BestEncoding(r)}
	return key, r.Method == http.MethodGet && r.URL.RawQuery == "" && len(r.Header["If-None-Match"]) == 0 &&
		len(key.path)+len(key.language) <= longestAsked
}

// clone is a key that is no part of a request's head, which would be kept with it.
func (a asked) clone() asked {
	return asked{strings.Clone(a.path), strings.Clone(a.language), a.encoding}
}

// listener passes an answer on and keeps a copy of it.
type listener struct {
	http.ResponseWriter
	keptAnswer
	status int
	cut    bool // the caller has gone: who writes the rest may have stopped
}

type listenerKey struct{}

// showsToAll says of the answer that a handler makes that it depends on nothing but the
// record of a published model.
func showsToAll(ctx context.Context, model int64) {
	if heard, ok := ctx.Value(listenerKey{}).(*listener); ok {
		heard.model = model
	}
}

// Header is that of the answer, without what is of this one request.
func (l *listener) Header() http.Header { return l.header }

// WriteHeader begins the answer.
func (l *listener) WriteHeader(status int) {
	if l.status == 0 && status >= http.StatusOK {
		l.status = status
		maps.Copy(l.ResponseWriter.Header(), l.header)
	}
	l.ResponseWriter.WriteHeader(status)
}

// Write copies a piece of the body.
func (l *listener) Write(p []byte) (int, error) {
	if l.status == 0 {
		l.WriteHeader(http.StatusOK)
	}
	l.body = append(l.body, p...)
	n, err := l.ResponseWriter.Write(p)
	l.cut = l.cut || err != nil
	return n, err
}

// Unwrap is for http.ResponseController.
func (l *listener) Unwrap() http.ResponseWriter { return l.ResponseWriter }

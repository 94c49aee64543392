package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/smithy-go/middleware"
)

// The time that S3 has. No limit cuts a body that makes progress.
const (
	attemptTime = 8 * time.Second  // for an answer to begin, and between two pieces of a body
	totalTime   = 15 * time.Second // for all attempts of a request without a body
	joinTime    = 3 * time.Minute  // for a server to join parts or to copy an object
	dialTime    = 4 * time.Second
	// sendFactor gives a request with a body more: what was read of it last may wait in
	// the buffers of a slow connection for some time.
	sendFactor = 4
)

// guard sends the requests to S3: each attempt has a deadline that moves with
// progress, and none is sent while S3 is known to be bad.
type guard struct {
	inner interface {
		Do(*http.Request) (*http.Response, error)
	}
	breaker breaker
	attempt time.Duration
	total   time.Duration
}

func newGuard(o S3Options) *guard {
	inner := awshttp.NewBuildableClient().WithDialerOptions(func(d *net.Dialer) { d.Timeout = dialTime })
	return &guard{inner: inner, attempt: o.AttemptTime, total: o.TotalTime}
}

// begun is the key of the time when an operation began, of all its attempts.
type begun struct{}

// noteBegin has the operations of a client know when they began.
func noteBegin(stack *middleware.Stack) error {
	note := func(ctx context.Context, in middleware.InitializeInput,
		next middleware.InitializeHandler) (middleware.InitializeOutput, middleware.Metadata, error) {
		return next.HandleInitialize(context.WithValue(ctx, begun{}, time.Now()), in)
	}
	return stack.Initialize.Add(middleware.InitializeMiddlewareFunc("NoteBegin", note), middleware.Before)
}

// limit is how long S3 may take to make progress with a request.
func (g *guard) limit(r *http.Request) time.Duration {
	joins := r.Method == http.MethodPost && r.URL.Query().Has("uploadId")
	switch {
	case joins || r.Header.Get("X-Amz-Copy-Source") != "":
		return max(joinTime, g.attempt)
	case r.Method == http.MethodPut || r.Method == http.MethodPost:
		return sendFactor * g.attempt
	}
	if since, ok := r.Context().Value(begun{}).(time.Time); ok {
		return min(g.attempt, g.total-time.Since(since))
	}
	return g.attempt
}

// Do sends a request, as http.Client does.
func (g *guard) Do(r *http.Request) (*http.Response, error) {
	limit := g.limit(r)
	if limit <= 0 {
		return nil, &slowError{g.total}
	}
	if err := g.breaker.enter(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(r.Context())
	watch := newWatch(limit, func() { cancel(&slowError{limit}) })
	sent := r.Clone(ctx)
	if r.Body != nil && r.Body != http.NoBody {
		sent.Body = &sending{r.Body, watch}
	}
	answer, err := g.inner.Do(sent)
	watch.end()
	// By the caller's own context: when the watch has cut the request, that says something of S3.
	g.breaker.leave(judge(r.Context(), answer, err))
	if err != nil {
		if slow, ok := errors.AsType[*slowError](context.Cause(ctx)); ok {
			err = errors.Join(slow, err)
		}
		cancel(nil)
		return nil, err
	}
	// What attempts took before is no word about how the body comes.
	limit = max(limit, g.attempt)
	answer.Body = &receiving{answer.Body, limit, func() { cancel(&slowError{limit}) }, func() { cancel(nil) }}
	return answer, nil
}

// judge returns what an answer, or the lack of one, tells about S3.
func judge(caller context.Context, answer *http.Response, err error) outcome {
	switch {
	case err != nil && caller.Err() != nil:
		return undecided
	case err != nil:
		return bad
	// With 501 and 507 a server that works says that it lacks a feature, or room.
	case answer.StatusCode >= http.StatusInternalServerError && answer.StatusCode != http.StatusNotImplemented &&
		answer.StatusCode != http.StatusInsufficientStorage:
		return bad
	}
	return good
}

// watch cuts a request that makes no progress for a time, until it is answered.
type watch struct {
	mu    sync.Mutex
	limit time.Duration
	timer *time.Timer // nil when the request is answered
}

func newWatch(limit time.Duration, cut func()) *watch {
	return &watch{limit: limit, timer: time.AfterFunc(limit, cut)}
}

func (w *watch) progress() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Reset(w.limit)
	}
}

func (w *watch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
	w.timer = nil
}

// sending is the body of a request: that S3 takes of it is progress.
type sending struct {
	io.ReadCloser
	watch *watch
}

func (s *sending) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	s.watch.progress()
	return n, err
}

// receiving is the body of an answer. It is watched while it is waited for: who
// reads it may take any time.
type receiving struct {
	io.ReadCloser
	limit time.Duration
	cut   func()
	done  func()
}

func (r *receiving) Read(p []byte) (int, error) {
	timer := time.AfterFunc(r.limit, r.cut)
	defer timer.Stop()
	return r.ReadCloser.Read(p)
}

func (r *receiving) Close() error {
	err := r.ReadCloser.Close()
	r.done()
	return err
}

// slowError says that S3 made no progress.
type slowError struct{ limit time.Duration }

func (e *slowError) Error() string {
	return fmt.Sprintf("the storage made no progress for %v", e.limit.Round(time.Millisecond))
}

// Timeout marks the error as one of time: the client of S3 tries again.
func (e *slowError) Timeout() bool { return true }

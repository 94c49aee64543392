package client

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// uploadsRead is how many bytes a second a server reads at least of an upload that it has whole,
// before it answers.
const uploadsRead = 16 << 20

// watch ends a request when nothing has moved for a while.
type watch struct {
	wait   time.Duration
	timer  *time.Timer
	cancel context.CancelCauseFunc
}

// watchOver returns a context that ends when nothing moves.
func watchOver(ctx context.Context, wait time.Duration) (context.Context, *watch) {
	ctx, cancel := context.WithCancelCause(ctx)
	w := &watch{wait: wait, cancel: cancel}
	w.timer = time.AfterFunc(wait, func() { cancel(fmt.Errorf("nothing came for %s: %w", wait, os.ErrDeadlineExceeded)) })
	return ctx, w
}

func (w *watch) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

// reads watches what comes.
func (w *watch) reads(from io.Reader) io.Reader {
	return reader(func(p []byte) (int, error) {
		n, err := from.Read(p)
		w.timer.Reset(w.wait)
		return n, err
	})
}

type reader func([]byte) (int, error)

func (r reader) Read(p []byte) (int, error) { return r(p) }

// sending is a body on its way. Once it has ended nothing is read of it any more, whatever the
// transport still does: then it can be sent again.
type sending struct {
	watch *watch
	mu    sync.Mutex
	body  io.Reader
	sent  int64
	ended bool
}

func (s *sending) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return 0, io.ErrClosedPipe
	}
	n, err := s.body.Read(p)
	s.sent += int64(n)
	wait := s.watch.wait
	if err == io.EOF {
		wait += time.Duration(s.sent/uploadsRead) * time.Second
	}
	s.watch.timer.Reset(wait)
	return n, err
}

func (s *sending) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
}

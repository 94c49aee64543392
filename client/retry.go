package client

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

// The pauses before a request is made again.
const (
	firstPause   = 250 * time.Millisecond // doubled each time, up to the longest, and shortened by chance
	longestPause = 8 * time.Second
	longestWait  = time.Minute // longer than that the server's wish is the caller's to know
)

// repeats reports whether a request may be made again after an error: when it can't do anything
// twice, and another try may be answered otherwise.
func repeats(r *request, s *call, try int, err error) bool {
	if r.stream != nil && r.stream.rewind == nil {
		return false
	}
	safe := r.harmless || r.method == http.MethodGet || r.method == http.MethodHead || s.header.Get(idempotencyKey) != ""
	var answer *Error
	if errors.As(err, &answer) {
		switch answer.Status {
		case http.StatusTooManyRequests: // nothing was done
			return true
		case http.StatusConflict: // the one whose answer was lost may be still running
			return safe && try > 1 && len(answer.Fields) == 0
		}
		return safe && passing(answer.Status)
	}
	var line *brokenError
	if !errors.As(err, &line) {
		return false
	}
	var dial *net.OpError
	return safe || errors.As(err, &dial) && dial.Op == "dial" // it never left
}

// passing reports whether a status may be another one in a moment.
func passing(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// pause waits before another try: as long as the server asks for, else a while by chance. It
// returns an error when the context ends before that.
func pause(ctx context.Context, try int, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	wait := min(firstPause<<min(try-1, 10), longestPause)
	wait -= rand.N(wait/2 + 1)
	var answer *Error
	if errors.As(err, &answer) && answer.RetryAfter > 0 {
		wait = answer.RetryAfter
	}
	if wait > longestWait {
		return fmt.Errorf("the server asks to wait for %s", wait)
	}
	if end, ok := ctx.Deadline(); ok && time.Until(end) < wait {
		return context.DeadlineExceeded // rather now than when it is over
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

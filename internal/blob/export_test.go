package blob

import (
	"context"
	"net/http"
	"time"
)

// What external tests look at inside.
var (
	DiskFault = diskFault
	PartSize  = partSize
)

// CopyInParts has objects of more than some bytes copied in parts of as many.
func (s *S3) CopyInParts(size int64) { s.copyAtOnce, s.copyPart = size, size }

type sender func(*http.Request) (*http.Response, error)

// Do sends a request.
func (s sender) Do(r *http.Request) (*http.Response, error) { return s(r) }

// Guard is what guards requests to S3 that are sent in some way.
func Guard(send func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error) {
	g := newGuard(S3Options{}.withDefaults())
	g.inner = sender(send)
	return g.Do
}

// Begin has an operation begin, whose attempts take their time from then on.
func Begin(ctx context.Context) context.Context { return context.WithValue(ctx, begun{}, time.Now()) }

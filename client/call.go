package client

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// CallOption is something that one call sends or notes.
type CallOption func(*call)

// call is what a call has beside its request.
type call struct {
	header   http.Header
	query    url.Values
	captures []*Response
}

func settle(options []CallOption) *call {
	s := &call{header: http.Header{}, query: url.Values{}}
	for _, option := range options {
		option(s)
	}
	return s
}

// Header sends a header.
func Header(name, value string) CallOption { return func(s *call) { s.header.Set(name, value) } }

// IfMatch has a change made only if the record is still that of the ETag; else the error is
// [ErrStale].
func IfMatch(etag string) CallOption { return Header("If-Match", etag) }

// IfNoneMatch has a read answered only if the record is no more that of the ETag; else the error
// is [ErrNotModified].
func IfNoneMatch(etag string) CallOption { return Header("If-None-Match", etag) }

// IdempotencyKey names a creation: the same call with the same key does nothing twice, for 24
// hours, and returns what the first one did. Without it each call makes a key of its own, by which
// it repeats itself safely; an empty key sends none, and such a call is not repeated.
func IdempotencyKey(key string) CallOption { return Header(idempotencyKey, key) }

const idempotencyKey = "Idempotency-Key"

// Language names the language (BCP 47) of the texts that are written, and of those that are
// read.
func Language(tag string) CallOption {
	return func(s *call) {
		s.header.Set("Content-Language", tag)
		s.header.Set("Accept-Language", tag)
	}
}

// InDraft does it in the draft version of a published model, which nobody else sees before
// [Client.PublishVersion].
func InDraft() CallOption { return func(s *call) { s.query.Set("draft", "true") } }

// Capture notes what the answer says beside its record.
func Capture(into *Response) CallOption {
	return func(s *call) { s.captures = append(s.captures, into) }
}

// Response is what an answer says beside its record.
type Response struct {
	Status    int
	Header    http.Header
	ETag      string // for [IfMatch] and [IfNoneMatch]
	RequestID string // names the request in the server's log
	Language  string // of the texts
	Next      string // the cursor of the next page, "" for none
	Replayed  bool   // it is what an earlier call with the same idempotency key did
	Rate      Rate
}

// Rate is what is left of the budget that a request spent.
type Rate struct {
	Limit     int       // how many requests may come at once
	Remaining int       // how many of them are left
	Reset     time.Time // when all of them are there again
}

// note fills in what the calls want to know.
func (s *call) note(answer *http.Response) {
	if len(s.captures) == 0 {
		return
	}
	h := answer.Header
	noted := Response{
		Status: answer.StatusCode, Header: h, ETag: h.Get("ETag"), RequestID: h.Get("X-Request-Id"), Language: h.Get("Content-Language"),
		Next: next(h), Replayed: h.Get("Idempotent-Replayed") == "true", Rate: rate(h),
	}
	for _, into := range s.captures {
		*into = noted
	}
}

func rate(h http.Header) Rate {
	number := func(name string) int {
		n, _ := strconv.Atoi(h.Get(name)) // what is not said is zero
		return n
	}
	r := Rate{Limit: number("X-RateLimit-Limit"), Remaining: number("X-RateLimit-Remaining")}
	if reset := number("X-RateLimit-Reset"); reset > 0 {
		r.Reset = time.Unix(int64(reset), 0)
	}
	return r
}

// next returns the cursor of the Link header's rel="next" (RFC 8288).
func next(h http.Header) string {
	for link := range strings.SplitSeq(strings.Join(h.Values("Link"), ","), ",") {
		address, parameters, ok := strings.Cut(strings.TrimSpace(link), ">")
		if !ok || !slices.Contains(strings.Fields(strings.ReplaceAll(parameters, ";", " ")), `rel="next"`) {
			continue
		}
		if to, err := url.Parse(strings.TrimPrefix(address, "<")); err == nil {
			return to.Query().Get("cursor")
		}
	}
	return ""
}

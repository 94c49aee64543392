package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"net/url"
	"time"

	"vitrine"
	"vitrine/internal/door"
)

// Refuse returns the answers to what never became a request: a head that can't be
// read, or a connection that finds no place. They are problems like all others,
// and logged like them.
func Refuse(o Options) func(door.Refusal) []byte {
	return func(refused door.Refusal) []byte {
		info := &requestInfo{id: rand.Text(), base: o.BaseURL, path: refused.Path, client: refused.Client}
		problem := newProblem(info, unreadable(refused.Status))
		var body, answer bytes.Buffer
		_ = encodeJSON(&body, problem) // it holds only strings and numbers
		header := problem.headers
		header["Content-Type"] = []string{problemType}
		header["Date"] = []string{time.Now().UTC().Format(http.TimeFormat)}
		header["X-Request-Id"] = []string{info.id}
		header["X-Content-Type-Options"] = nosniff
		header["Referrer-Policy"] = sameOrigin
		if forOtherOrigins(refused.Path) {
			header["Access-Control-Allow-Origin"], header["Access-Control-Expose-Headers"] = anyOrigin, exposed
		}
		whole := http.Response{
			StatusCode: problem.Status, ProtoMajor: 1, ProtoMinor: 1, Header: header, Close: true,
			ContentLength: int64(body.Len()), Body: io.NopCloser(&body),
		}
		size := whole.ContentLength
		_ = whole.Write(&answer) // a buffer takes all of it
		r := &http.Request{Method: refused.Method, URL: &url.URL{Path: refused.Path}}
		logRequest(o.Log, r.WithContext(context.WithValue(context.Background(), infoKey{}, info)),
			&responseWriter{status: problem.Status, bytes: size}, 0)
		if o.Observe != nil {
			o.Observe("", refused.Method, problem.Status, 0)
		}
		return answer.Bytes()
	}
}

// unreadable is the error behind a status that net/http refuses with.
func unreadable(status int) *vitrine.Error {
	switch status {
	case http.StatusRequestHeaderFieldsTooLarge:
		return vitrine.Errorf(HeadTooLarge, "the request's line and headers are too large together: GET /v1/limits says how large they may be")
	case http.StatusExpectationFailed:
		return vitrine.Errorf(ExpectationFailed, "the header Expect asks for something other than 100-continue")
	case http.StatusNotImplemented:
		return vitrine.Errorf(NotImplemented, "the header Transfer-Encoding names something other than chunked")
	case http.StatusHTTPVersionNotSupported:
		return vitrine.Errorf(VersionNotSupported, "this server speaks HTTP/1.1")
	case http.StatusServiceUnavailable:
		return vitrine.Errorf(vitrine.Unavailable, "the server has as many connections as it can serve: try again in a moment")
	}
	return vitrine.Errorf(vitrine.Malformed, "this is not a request of HTTP/1.1: its line or a header can't be read, or Host is missing")
}

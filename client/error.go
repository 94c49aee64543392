package client

import (
	"cmp"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// What errors of the server are, for [errors.Is]. [Error] has the rest.
var (
	ErrNotModified     = errors.New("not modified")             // 304, by [IfNoneMatch]
	ErrMalformed       = errors.New("malformed")                // 400
	ErrUnauthenticated = errors.New("no access token is valid") // 401
	ErrPaymentRequired = errors.New("not paid yet")             // 402
	ErrForbidden       = errors.New("forbidden")                // 403
	ErrNotFound        = errors.New("not found")                // 404
	ErrConflict        = errors.New("conflict")                 // 409
	ErrStale           = errors.New("stale")                    // 412, by [IfMatch]
	ErrTooLarge        = errors.New("too large")                // 413
	ErrInvalid         = errors.New("invalid")                  // 422
	ErrRateLimited     = errors.New("rate limited")             // 429
	ErrInternal        = errors.New("the server failed")        // 500
	ErrUnavailable     = errors.New("unavailable")              // 502, 503, 504
)

// kinds are the errors of statuses.
var kinds = map[int]error{
	http.StatusNotModified: ErrNotModified, http.StatusBadRequest: ErrMalformed, http.StatusUnauthorized: ErrUnauthenticated,
	http.StatusPaymentRequired: ErrPaymentRequired, http.StatusForbidden: ErrForbidden, http.StatusNotFound: ErrNotFound,
	http.StatusConflict: ErrConflict, http.StatusPreconditionFailed: ErrStale, http.StatusRequestEntityTooLarge: ErrTooLarge,
	http.StatusUnprocessableEntity: ErrInvalid, http.StatusTooManyRequests: ErrRateLimited, http.StatusInternalServerError: ErrInternal,
	http.StatusBadGateway:         ErrUnavailable,
	http.StatusServiceUnavailable: ErrUnavailable, http.StatusGatewayTimeout: ErrUnavailable,
}

// Error is what the server answers instead of what was asked for (RFC 9457).
type Error struct {
	Status     int
	Code       ProblemCode    // stable; "" where what answered is no marketplace
	Title      string         // what kind of problem it is
	Detail     string         // what is wrong this time
	Type       string         // address of the problem's documentation
	Fields     []ProblemField // each member, parameter or header that is wrong
	Scope      string         // that the access token lacks
	RequestID  string         // names the request in the server's log
	RetryAfter time.Duration  // how long the server asks to wait, 0 when it does not say
}

// Error says what is wrong, each field of it, and the request's id.
func (e *Error) Error() string {
	text := strconv.Itoa(e.Status) + " " + cmp.Or(e.Detail, e.Title, http.StatusText(e.Status))
	for i, f := range e.Fields {
		separator := "; "
		if i == 0 {
			separator = ": "
		}
		text += separator + f.Place() + " " + f.Detail
	}
	if e.RequestID != "" {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// Is reports whether the error is of a kind, such as [ErrNotFound].
func (e *Error) Is(kind error) bool { return kinds[e.Status] == kind }

// Field returns what is wrong with a member, parameter or header: /tags, page, If-Match. It is
// nil when nothing is.
func (e *Error) Field(place string) *ProblemField {
	for i := range e.Fields {
		if e.Fields[i].Place() == place {
			return &e.Fields[i]
		}
	}
	return nil
}

// Place returns which member, parameter or header a fault is about.
func (f *ProblemField) Place() string {
	for _, place := range []*string{f.Pointer, f.Parameter, f.Header} {
		if place != nil && *place != "" {
			return *place
		}
	}
	return "the body"
}

// problem returns the error that an answer is, nil for one that is none.
func problem(answer *http.Response, body []byte) error {
	if answer.StatusCode >= 200 && answer.StatusCode < 300 {
		return nil
	}
	e := &Error{Status: answer.StatusCode, RequestID: answer.Header.Get("X-Request-Id"), RetryAfter: retryAfter(answer.Header)}
	if answer.StatusCode < 400 && answer.StatusCode != http.StatusNotModified {
		e.Detail = "redirected to " + plain(answer.Header.Get("Location")) + ", which is not followed: use the address of the marketplace itself"
		return e
	}
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")) // what can't be read is no problem details
	switch kind {
	case "application/problem+json", "application/json":
		var said struct {
			Code      ProblemCode    `json:"code"`
			Title     string         `json:"title"`
			Detail    string         `json:"detail"`
			Type      string         `json:"type"`
			Errors    []ProblemField `json:"errors"`
			Scope     string         `json:"scope"`
			RequestID string         `json:"request_id"`
		}
		if json.Unmarshal(body, &said) == nil {
			e.Code, e.Title, e.Detail, e.Type, e.Fields, e.Scope = said.Code, said.Title, said.Detail, said.Type, said.Errors, said.Scope
			e.RequestID = cmp.Or(said.RequestID, e.RequestID)
			e.Detail = cmp.Or(e.Detail, oauthDetail(body))
		}
	case "text/plain":
		e.Detail = plain(string(body))
	}
	return e
}

// plain returns the beginning of a text as one printable line.
func plain(text string) string {
	const most = 200
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// retryAfter returns how long an answer asks to wait: by Retry-After, seconds or a date, else by
// the budget that is used up.
func retryAfter(h http.Header) time.Duration {
	said := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(said); err == nil {
		return time.Duration(max(0, min(seconds, int(day/time.Second)))) * time.Second
	}
	if at, err := http.ParseTime(said); err == nil {
		return max(0, time.Until(at))
	}
	if budget := rate(h); budget.Remaining == 0 && !budget.Reset.IsZero() {
		return max(0, time.Until(budget.Reset))
	}
	return 0
}

const day = 24 * time.Hour

package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"vitrine"
)

// Codes of failures that only HTTP knows.
const (
	NotAcceptable        vitrine.Code = "not_acceptable"
	MethodNotAllowed     vitrine.Code = "method_not_allowed"
	TusVersion           vitrine.Code = "tus_version"
	UnsupportedMediaType vitrine.Code = "unsupported_media_type"
	RangeNotSatisfiable  vitrine.Code = "range_not_satisfiable"
	ExpectationFailed    vitrine.Code = "expectation_failed"
	HeadTooLarge         vitrine.Code = "head_too_large"
	NotImplemented       vitrine.Code = "not_implemented"
	VersionNotSupported  vitrine.Code = "version_not_supported"
	Internal             vitrine.Code = "internal"
)

// Problem is the body of every failing answer (RFC 9457), with the members
// that older clients read beside it.
type Problem struct {
	Type      string         `json:"type" doc:"Address of the problem's documentation." example:"https://models.example/problems/validation"`
	Title     string         `json:"title" doc:"What kind of problem it is." example:"The request is not valid"`
	Status    int            `json:"status" doc:"The HTTP status." example:"422"`
	Detail    string         `json:"detail" doc:"What is wrong this time." example:"2 fields are wrong"`
	Instance  string         `json:"instance" doc:"The path that was asked for." example:"/v1/models/7"`
	Code      vitrine.Code   `json:"code" doc:"Stable name of the kind of problem." example:"validation"`
	RequestID string         `json:"request_id" doc:"Names the request in the server's log."`
	Success   bool           `json:"success" doc:"Always false." example:"false"`
	Message   string         `json:"error" doc:"The same as detail." example:"2 fields are wrong"`
	Scope     string         `json:"scope,omitempty" doc:"The scope that the access token lacks."`
	Errors    []ProblemField `json:"errors" nullable:"false" doc:"What is wrong with each member or parameter."`

	headers http.Header
}

// ProblemField says what is wrong with one part of the request: it has one of
// pointer, parameter and header.
type ProblemField struct {
	Pointer   *string `json:"pointer,omitempty" nullable:"false" pattern:"^(/[\\s\\S]*)?$" doc:"JSON pointer (RFC 6901) of a member of the body; empty for the body itself." example:"/tags"`
	Parameter string  `json:"parameter,omitempty" doc:"Name of a parameter of the query or the path."`
	Header    string  `json:"header,omitempty" doc:"Name of a header."`
	Language  string  `json:"language,omitempty" doc:"Language of the text that the member belongs to, where it has one."`
	Code      string  `json:"code" doc:"Stable name of the fault." example:"too_few"`
	Detail    string  `json:"detail" doc:"The fault in words." example:"at least 5 tags are needed, 2 were given"`
}

func problemField(f vitrine.Field) ProblemField {
	field := ProblemField{Parameter: f.Parameter, Header: f.Header, Language: f.Language, Code: f.Code, Detail: f.Detail}
	if f.Parameter == "" && f.Header == "" {
		field.Pointer = &f.Pointer
	}
	return field
}

// Error returns the detail.
func (p *Problem) Error() string { return p.Detail }

// GetStatus returns the HTTP status; huma asks for it.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders returns the headers that belong to the problem; huma asks for them.
func (p *Problem) GetHeaders() http.Header { return p.headers }

// ContentType names problem details; huma asks for it.
func (p *Problem) ContentType(string) string { return problemType }

const problemType = "application/problem+json"

// InvalidToken is the Field code of an Unauthenticated error whose request did
// present a token.
const InvalidToken = "invalid_token"

// ProblemOf turns an error into the problem of this request. What is not a
// *vitrine.Error becomes a 500 without its text, which goes to the log line.
func ProblemOf(r *http.Request, err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	info := infoOf(r.Context())
	err = countGuess(r, info, err)
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok || docOf(e.Code).Code == Internal {
		info.fail(err)
		e = unknownError(err)
	} else if e.Err != nil && e.Code != vitrine.RateLimited {
		info.fail(err)
	}
	return newProblem(info, e)
}

// unknownError shows nothing of an error that is not meant for callers.
func unknownError(err error) *vitrine.Error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return vitrine.Errorf(vitrine.Unavailable, "the request was given up before it was done")
	}
	return vitrine.Errorf(Internal, "something went wrong on our side; the log knows this request by its id")
}

func newProblem(info *requestInfo, e *vitrine.Error) *Problem {
	doc := docOf(e.Code)
	p := &Problem{
		Type: info.base + "/problems/" + string(doc.Code), Title: doc.Title, Status: doc.Status, Detail: e.Message,
		Instance: info.path, Code: doc.Code, RequestID: info.id, Message: e.Message, Scope: e.Scope,
		Errors: []ProblemField{}, headers: http.Header{},
	}
	for _, field := range e.Fields {
		p.Errors = append(p.Errors, problemField(field))
	}
	p.headers.Set("Cache-Control", "no-store")
	p.headersFor(e, info)
	return p
}

func (p *Problem) headersFor(e *vitrine.Error, info *requestInfo) {
	switch e.Code {
	case vitrine.Unauthenticated:
		// A request without a token gets no error code beside the challenge (RFC 6750, section 3.1).
		challenge := `Bearer realm="vitrine"`
		if len(e.Fields) > 0 && e.Fields[0].Code == InvalidToken {
			challenge += `, error="invalid_token", error_description="` + quotable(e.Message) + `"`
		}
		p.headers.Set("WWW-Authenticate", challenge)
		if isAPI(info.path) {
			// A challenge of its own (RFC 9728, section 5.1): the first one stays as clients know it.
			p.headers.Add("WWW-Authenticate", `Bearer resource_metadata="`+info.base+`/.well-known/oauth-protected-resource"`)
		}
	case vitrine.Forbidden:
		if e.Scope != "" {
			p.headers.Set("WWW-Authenticate", `Bearer realm="vitrine", error="insufficient_scope", scope="`+quotable(e.Scope)+`"`)
		}
	case vitrine.RateLimited, vitrine.Unavailable, vitrine.Locked:
		p.headers.Set("Retry-After", strconv.Itoa(secondsToWait(e)))
	}
}

// secondsToWait is what a cause with the method RetryAfter says, at least 1.
func secondsToWait(e *vitrine.Error) int {
	waits, ok := errors.AsType[interface {
		error
		RetryAfter() time.Duration
	}](e)
	if !ok {
		return 1
	}
	return max(1, int((waits.RetryAfter()+time.Second-1)/time.Second))
}

// quotable keeps what is allowed in a quoted string of a header.
func quotable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return -1
		}
		return r
	}, text)
}

// shorten cuts text that came from outside, for messages.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// WriteProblem answers a request with the problem that err is.
func WriteProblem(w http.ResponseWriter, r *http.Request, err error) {
	p := ProblemOf(r, err)
	var body bytes.Buffer
	// A Problem holds only strings and numbers: encoding can't fail.
	_ = encodeJSON(&body, p)
	header := w.Header()
	for name, values := range p.headers {
		header[name] = values
	}
	// The handler may have set these for the answer that did not come to be.
	for _, name := range []string{"Etag", "Last-Modified", "Location", "Content-Encoding", "Content-Disposition", "Content-Language"} {
		delete(header, name)
	}
	header.Set("Content-Type", problemType)
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	w.WriteHeader(p.Status)
	if r.Method != http.MethodHead {
		_, _ = body.WriteTo(w)
	}
}

// WriteJSON answers with a record.
func WriteJSON(w http.ResponseWriter, status int, record any) error {
	var body bytes.Buffer
	if err := encodeJSON(&body, record); err != nil {
		return err
	}
	w.Header().Set("Content-Type", jsonType)
	w.Header().Set("Content-Length", strconv.Itoa(body.Len()))
	w.WriteHeader(status)
	_, err := body.WriteTo(w)
	return err
}

// encodeJSON writes v as JSON, with < and > as they are.
func encodeJSON(body *bytes.Buffer, v any) error {
	encoder := json.NewEncoder(body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	body.Truncate(body.Len() - 1)
	return nil
}

package vitrine

import (
	"errors"
	"fmt"
)

// Code says what kind of failure an Error is. It is stable and is the
// "code" of every problem that the HTTP interface answers.
type Code string

// The kinds of failure. internal/web holds the one table that maps them to
// HTTP statuses.
const (
	Invalid         Code = "validation"       // well-formed, but against a rule
	Malformed       Code = "malformed"        // can't be read at all
	Unauthenticated Code = "unauthenticated"  // no access token, or a bad one
	Forbidden       Code = "forbidden"        // known, but not allowed
	NotFound        Code = "not_found"        // not there, or not the caller's to know of
	Conflict        Code = "conflict"         // a state that doesn't allow it
	Locked          Code = "locked"           // another request holds it now
	Mismatched      Code = "checksum"         // the bytes are not those of their checksum
	Stale           Code = "stale"            // changed since the caller read it
	PaymentRequired Code = "payment_required" // the order is not paid yet
	TooLarge        Code = "too_large"        // over a limit in bytes
	RateLimited     Code = "rate_limited"     // over a budget in requests
	Unavailable     Code = "unavailable"      // can't be served now; try again
)

// Error is the one error type that reaches callers. Message and Fields are
// written for them; Err, the cause, is for the log only.
type Error struct {
	Code    Code
	Message string
	Fields  []Field
	// Scope is the missing scope of a Forbidden error, when one is missing.
	Scope string
	Err   error
}

// ErrUnknownSecret is the cause of an Error whose request carried a secret that
// nobody has. Who sends many of them guesses.
var ErrUnknownSecret = errors.New("nobody has this secret")

// Field says what is wrong with one part of a request: a member of its body, or
// the parameter or header that is named.
type Field struct {
	Pointer   string // JSON pointer (RFC 6901) into the body, such as "/tags/0"; "" for the whole body
	Parameter string // name of a parameter of the query or the path
	Header    string // name of a header
	Language  string // of the text that the member belongs to, where a model has texts in several
	Code      string // stable, such as "too_few"; docs/errors.md lists them
	Detail    string // for people
}

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errorf makes an Error with a message for the caller.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// CodeOf returns the code of err, or "" when it is not an Error.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// InvalidFields makes the error of a request with wrong members, or nil when
// there are none.
func InvalidFields(fields []Field) error {
	switch len(fields) {
	case 0:
		return nil
	case 1:
		return &Error{Code: Invalid, Message: "1 field is wrong: " + fields[0].Detail, Fields: fields}
	default:
		return &Error{Code: Invalid, Message: fmt.Sprintf("%d fields are wrong", len(fields)), Fields: fields}
	}
}

// KeyReused refuses an Idempotency-Key that came with another request before.
func KeyReused() *Error {
	return Errorf(Invalid, "this Idempotency-Key came with another request before: each request needs a key of its own")
}

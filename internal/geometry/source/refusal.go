package source

import (
	"fmt"
)

// Refusal is why a file can't be read, for its seller.
type Refusal struct{ Problem }

// Error returns the reason.
func (r *Refusal) Error() string { return r.Code + ": " + r.Detail }

// The codes of refusals that several readers share.
const (
	Truncated  = "truncated"     // the file ends early
	Malformed  = "malformed"     // it breaks its format's rules
	Limit      = "limit"         // it is larger than what is read
	NoContent  = "no_content"    // it holds nothing to sell
	Unsafe     = "unsafe"        // it asks for something that no file may
	Ratio      = "archive_ratio" // it unpacks to far more than it should
	Unmeasured = "unmeasured"    // it is fine, in a form of its format that is not read
)

// Refuse returns a Refusal with one of the codes, or with one of its format.
func Refuse(code, format string, args ...any) error {
	return &Refusal{Problem{code, fmt.Sprintf(format, args...)}}
}

// CheckCount refuses a count that the bytes left can't hold, each taking at
// least size bytes, or that is over the limit.
func CheckCount(what string, n, size, left, limit int64) error {
	if n < 0 || n > limit {
		return Refuse(Limit, "the file declares %d %s; at most %d are read", n, what, limit)
	}
	if size > 0 && n > left/size {
		return Refuse(Truncated, "the file declares %d %s but has room for only %d", n, what, left/size)
	}
	return nil
}

// ErrNoNumber refuses a file with coordinates that are infinite, or no numbers.
var ErrNoNumber = Refuse(Malformed, "some coordinates are not finite numbers")

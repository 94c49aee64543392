package blob

import (
	"time"

	"vitrine"
)

// damagedAgain is when to ask again for bytes that are missing or wrong: an operator has
// to bring them back.
const damagedAgain = 5 * time.Minute

// damagedError is the cause of an answer about such bytes.
type damagedError struct{ cause error }

func (e *damagedError) Error() string {
	if e.cause == nil {
		return "the stored bytes are not what was uploaded"
	}
	return e.cause.Error()
}

func (e *damagedError) Unwrap() error { return e.cause }

// RetryAfter is how long to wait; answers over HTTP say so.
func (*damagedError) RetryAfter() time.Duration { return damagedAgain }

// DamagedShown tells somebody who looks at what is shown to everybody that its stored
// bytes are missing or wrong.
func DamagedShown() error {
	return &vitrine.Error{
		Code: vitrine.Unavailable,
		Message: "the stored bytes of what is shown here are missing or damaged, and are not given out. " +
			"The operator has been told; try again later",
		Err: &damagedError{},
	}
}

// Damaged tells somebody who asks for a file that its stored bytes are missing or wrong.
func Damaged(cause error) error {
	return &vitrine.Error{
		Code: vitrine.Unavailable,
		Message: "the stored bytes of this file are missing or damaged, and are not given out. " +
			"Its operator has been told; try again later. What was bought stays bought",
		Err: &damagedError{cause},
	}
}

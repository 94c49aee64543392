package web

import (
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// This file holds all that hangs on how the version of huma in go.mod is written and not
// on what it promises: the functions that it lets others replace, and what it means by
// its messages. TestHumaWords has huma say each of them.

// setProblems gives huma, whose errors are made by package functions, ours. It
// is the same pure function for every server of a process.
var setProblems = sync.OnceFunc(func() {
	huma.ValidateStrictCasing = true
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
		return humaProblem(ctx, status, message, errs)
	}
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return &Problem{Status: status, Detail: message, Message: message, Errors: []ProblemField{}}
	}
})

// saysCutOff reports whether a message is about a body that could not be read.
func saysCutOff(message string) bool { return strings.Contains(message, "read request body") }

// saysNoBody reports whether a message is about a body that is not there.
func saysNoBody(message string) bool { return strings.Contains(message, "body is required") }

// phrase maps one of huma's messages to ours. The format may have one verb, whose
// value replaces %s in text.
type phrase struct{ format, code, text string }

const unknownMember = "unknown_member"

// anyForm is the text of a member that fits none of its alternatives, until it
// names them.
const anyForm = "has another form"

// phrases are tried in this order.
var phrases = []phrase{
	{validation.MsgUnexpectedProperty, unknownMember, "is not known"},
	{validation.MsgExpectedBoolean, "wrong_type", "must be true or false"},
	{validation.MsgExpectedNumber, "wrong_type", "must be a number"},
	{validation.MsgExpectedInteger, "wrong_type", "must be an integer"},
	{validation.MsgExpectedString, "wrong_type", "must be a string"},
	{validation.MsgExpectedArray, "wrong_type", "must be an array"},
	{validation.MsgExpectedObject, "wrong_type", "must be an object"},
	{validation.MsgExpectedMatchExactlyOneSchema, "wrong_type", anyForm},
	{validation.MsgExpectedMatchAtLeastOneSchema, "wrong_type", anyForm},
	{"invalid integer", "wrong_type", "must be an integer"},
	{"invalid float", "wrong_type", "must be a number"},
	{"invalid floating value", "wrong_type", "must be a number"},
	{"invalid boolean", "wrong_type", "must be true or false"},
	{"invalid value: %v", "bad_format", "can't be read: %s"},
	{"invalid date/time for format %v", "bad_format", "must be a date and time"},
	{"required query parameter is missing", "required", "is needed"},
	{"required header parameter is missing", "required", "is needed"},
	{validation.MsgExpectedOneOf, "not_allowed", "must be one of %s"},
	{validation.MsgExpectedMinItems, "too_few", "needs at least %s items"},
	{validation.MsgExpectedMaxItems, "too_many", "may have at most %s items"},
	{validation.MsgExpectedMinProperties, "too_few", "needs at least %s members"},
	{validation.MsgExpectedMaxProperties, "too_many", "may have at most %s members"},
	{validation.MsgExpectedMinLength, "too_short", "needs at least %s characters"},
	{validation.MsgExpectedMaxLength, "too_long", "may have at most %s characters"},
	{validation.MsgExpectedMinimumNumber, "too_small", "must be at least %s"},
	{validation.MsgExpectedExclusiveMinimumNumber, "too_small", "must be more than %s"},
	{validation.MsgExpectedMaximumNumber, "too_large", "must be at most %s"},
	{validation.MsgExpectedExclusiveMaximumNumber, "too_large", "must be less than %s"},
	{validation.MsgExpectedNumberBeMultipleOf, "not_allowed", "must be a multiple of %s"},
	{validation.MsgExpectedArrayItemsUnique, "duplicate", "must not hold an item twice"},
	{validation.MsgExpectedRFC3339DateTime, "bad_format", "must be a date and time such as 2026-01-31T12:00:00Z"},
	{validation.MsgExpectedRFC3339Date, "bad_format", "must be a date such as 2026-01-31"},
	{validation.MsgExpectedRFC5322Email, "bad_format", "must be an email address such as ada@example.com"},
	{validation.MsgExpectedRFC3986URI, "bad_format", "must be an address such as https://example.com/"},
	{validation.MsgExpectedRFC4122UUID, "bad_format", "must be a UUID"},
	{validation.MsgExpectedBase64String, "bad_format", "must be base64"},
	{validation.MsgExpectedMatchPattern, "bad_format", "must match the pattern %s"},
	{validation.MsgExpectedBePattern, "bad_format", "must be %s"},
}

// translate returns a stable code for one of huma's messages, and what is
// wrong with the member, to be written after its name.
func translate(message string) (code, text string) {
	for _, p := range phrases {
		if value, ok := match(p.format, message); ok {
			return p.code, strings.ReplaceAll(p.text, "%s", value)
		}
	}
	return "not_valid", "is not valid: " + message
}

// match compares a message with its format and gives the value of the verb.
func match(format, message string) (value string, ok bool) {
	before, after, verb := strings.Cut(format, "%")
	if !verb {
		return "", message == format
	}
	rest, begins := strings.CutPrefix(message, before)
	value, ends := strings.CutSuffix(rest, after[1:])
	return value, begins && ends
}

// missingMember is the member whose absence a message reports.
func missingMember(message string) (string, bool) {
	return match(validation.MsgExpectedRequiredProperty, message)
}

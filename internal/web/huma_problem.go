package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"vitrine"
)

// maxFaults is how many wrong members a problem lists.
const maxFaults = 100

// humaProblem turns huma's refusal, or a handler's error, into a Problem.
func humaProblem(ctx huma.Context, status int, message string, errs []error) *Problem {
	r, _ := humago.Unwrap(ctx)
	p := ProblemOf(r, refusalOf(ctx, status, message, errs))
	for name, values := range p.headers {
		for _, value := range values {
			ctx.SetHeader(name, value)
		}
	}
	return p
}

// refusalOf distinguishes huma's errors by their status, and by their words where that
// does not tell.
func refusalOf(ctx huma.Context, status int, message string, errs []error) error {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return tooLarge(ctx.Operation())
	case http.StatusUnsupportedMediaType:
		return unsupported(ctx.Header("Content-Type"))
	case http.StatusRequestTimeout:
		return vitrine.Errorf(vitrine.Malformed, "the body did not arrive in time")
	case http.StatusInternalServerError:
		return failureOf(message, errs)
	}
	return faultsOf(ctx, status, message, errs)
}

// failureOf distinguishes a body that could not be read from a handler's error.
func failureOf(message string, errs []error) error {
	cause := errors.Join(errs...)
	if saysCutOff(message) {
		return &vitrine.Error{Code: vitrine.Malformed, Message: "the body ended before it was whole", Err: cause}
	}
	if cause == nil {
		return errors.New(message)
	}
	return cause
}

// faultsOf collects faults of parameters and of the body. A malformed id in the
// path is not found; a parameter of the wrong type is malformed; a body is either
// not JSON or against a rule.
func faultsOf(ctx huma.Context, status int, message string, errs []error) error {
	var parameters, members []vitrine.Field
	notJSON, wrong := "", 0
	for _, err := range errs {
		detailer, ok := err.(huma.ErrorDetailer)
		if !ok {
			detailer = &huma.ErrorDetail{Location: "body", Message: err.Error()}
		}
		detail := detailer.ErrorDetail()
		place, name, _ := strings.Cut(detail.Location, ".")
		switch {
		case place == "path":
			r, _ := humago.Unwrap(ctx)
			return noRoute(r)
		case place == "query" || place == "header" || place == "cookie":
			parameters = append(parameters, parameterFault(place, name, detail.Message))
		case status == http.StatusBadRequest && !strings.HasPrefix(detail.Message, misfit):
			notJSON = detail.Message
		default:
			if wrong++; wrong <= maxFaults {
				members = append(members, memberFault(ctx, detail))
			}
		}
	}
	switch {
	case len(parameters) > 0:
		return malformedParameters(parameters)
	case notJSON != "":
		return vitrine.Errorf(vitrine.Malformed, "the body can't be read as JSON: %s", notJSON)
	case len(members) > 0:
		return wrongMembers(members, wrong)
	case saysNoBody(message):
		return vitrine.Errorf(vitrine.Malformed, "the request needs a JSON body, it has none")
	}
	return vitrine.Errorf(vitrine.Malformed, "the request can't be read")
}

func parameterFault(place, name, message string) vitrine.Field {
	code, text := translate(message)
	fault := vitrine.Field{Code: code, Detail: name + " " + text}
	if place == "header" {
		fault.Header = name
	} else {
		fault.Parameter = name
	}
	return fault
}

func malformedParameters(faults []vitrine.Field) error {
	message := faults[0].Detail
	if len(faults) > 1 {
		message = fmt.Sprintf("%d parameters are wrong", len(faults))
	}
	return &vitrine.Error{Code: vitrine.Malformed, Message: message, Fields: faults}
}

// wrongMembers puts unknown members last and by name: huma finds those in any
// order.
func wrongMembers(faults []vitrine.Field, all int) error {
	name := func(f vitrine.Field) string {
		if f.Code != unknownMember {
			return ""
		}
		return f.Pointer
	}
	slices.SortStableFunc(faults, func(a, b vitrine.Field) int { return cmp.Compare(name(a), name(b)) })
	if all > len(faults) {
		message := fmt.Sprintf("%d fields are wrong; %d of them are listed", all, len(faults))
		return &vitrine.Error{Code: vitrine.Invalid, Message: message, Fields: faults}
	}
	return vitrine.InvalidFields(faults)
}

// memberFault describes one fault of a body. The value that huma passes is
// counted, and never shown.
func memberFault(ctx huma.Context, detail *huma.ErrorDetail) vitrine.Field {
	if rest, ok := strings.CutPrefix(detail.Message, misfit); ok {
		pointer, rest, _ := strings.Cut(rest, " ")
		code, text, _ := strings.Cut(rest, " ")
		return vitrine.Field{Pointer: pointer, Code: code, Detail: subject(pointer) + " " + text}
	}
	pointer := jsonPointer(detail.Location)
	if missing, ok := missingMember(detail.Message); ok {
		pointer += "/" + escapePointer(missing)
		return vitrine.Field{Pointer: pointer, Code: "required", Detail: subject(pointer) + " is needed"}
	}
	code, text := translate(detail.Message)
	switch code {
	case unknownMember:
		return unknownFault(ctx, detail)
	case "too_few", "too_many":
		if sent := reflect.ValueOf(detail.Value); sent.Kind() == reflect.Slice || sent.Kind() == reflect.Map {
			text += fmt.Sprintf(", %d were given", sent.Len())
		}
	}
	if text == anyForm {
		text = formsOf(ctx, detail.Location)
	}
	return vitrine.Field{Pointer: pointer, Code: code, Detail: subject(pointer) + " " + text}
}

// subject names the member at a pointer in a sentence.
func subject(pointer string) string {
	if pointer == "" {
		return "the body"
	}
	return shorten(unescapePointer(pointer[1:]), 80)
}

// jsonPointer turns "body.info.a[2]" into "/info/a/2" (RFC 6901).
func jsonPointer(location string) string {
	path := strings.TrimPrefix(location, "body")
	return strings.NewReplacer("~", "~0", "/", "~1", ".", "/", "[", "/", "]", "").Replace(path)
}

func escapePointer(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

func unescapePointer(pointer string) string {
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(pointer)
}

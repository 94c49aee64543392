package web

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"vitrine"
)

// humaProblem tells what huma refused as a problem of ours.
func humaProblem(ctx huma.Context, status int, message string, errs []error) *Problem {
	r, _ := humago.Unwrap(ctx)
	for _, err := range errs {
		if p, ok := errors.AsType[*Problem](err); ok {
			return p
		}
	}
	switch status {
	case http.StatusRequestEntityTooLarge:
		return ProblemOf(r, vitrine.Errorf(vitrine.TooLarge, "the body is larger than %d bytes", MaxBody))
	case http.StatusUnsupportedMediaType:
		return ProblemOf(r, unsupported(r))
	case http.StatusRequestTimeout:
		return ProblemOf(r, vitrine.Errorf(vitrine.Malformed, "the body did not arrive in time"))
	case http.StatusInternalServerError:
		return ProblemOf(r, bodyFailure(message, errs))
	}
	if strings.Contains(message, "body is required") {
		return ProblemOf(r, vitrine.Errorf(vitrine.Malformed, "the request needs a JSON body, it has none"))
	}
	return ProblemOf(r, refusal(ctx, status, errs))
}

func unsupported(r *http.Request) error {
	return vitrine.Errorf(UnsupportedMediaType, "the body is %q; this operation takes application/json", r.Header.Get("Content-Type"))
}

// bodyFailure tells a body that could not be read from faults of ours.
func bodyFailure(message string, errs []error) error {
	cause := errors.Join(errs...)
	if strings.Contains(message, "read request body") {
		return &vitrine.Error{Code: vitrine.Malformed, Message: "the body ended before it was whole", Err: cause}
	}
	return errors.Join(errors.New(message), cause)
}

// refusal tells faults of parameters and of the body. A path whose id is not
// one is nowhere; a parameter of the wrong type is malformed; a body is either
// not JSON or against a rule.
func refusal(ctx huma.Context, status int, errs []error) error {
	var parameters, members []vitrine.Field
	notJSON := ""
	for _, err := range errs {
		detailer, ok := err.(huma.ErrorDetailer)
		if !ok {
			continue
		}
		detail := detailer.ErrorDetail()
		place, name, _ := strings.Cut(detail.Location, ".")
		switch {
		case place == "path":
			r, _ := humago.Unwrap(ctx)
			return noRoute(r)
		case place == "query" || place == "header" || place == "cookie":
			parameters = append(parameters, vitrine.Field{Pointer: name, Code: faultCode(detail.Message), Detail: name + ": " + detail.Message})
		case status == http.StatusBadRequest:
			notJSON = detail.Message
		default:
			members = append(members, memberFault(ctx, name, strings.TrimPrefix(detail.Location, "body"), detail.Message))
		}
	}
	switch {
	case len(parameters) > 0:
		return &vitrine.Error{Code: vitrine.Malformed, Message: parameters[0].Detail, Fields: parameters}
	case notJSON != "":
		return vitrine.Errorf(vitrine.Malformed, "the body can't be read as JSON: %s", notJSON)
	case len(members) > 0:
		return vitrine.InvalidFields(members)
	default:
		return vitrine.Errorf(vitrine.Malformed, "the request can't be read")
	}
}

// memberFault tells one fault of a body. location is huma's, such as
// ".tags[0]"; name is the part behind the first dot.
func memberFault(ctx huma.Context, name, location, message string) vitrine.Field {
	pointer, code := jsonPointer(location), faultCode(message)
	switch code {
	case "unknown_member":
		return vitrine.Field{Pointer: pointer, Code: code, Detail: unknownMember(ctx, name)}
	case "required":
		missing := strings.TrimSuffix(strings.TrimPrefix(message, "expected required property "), " to be present")
		return vitrine.Field{Pointer: pointer + "/" + missing, Code: code, Detail: missing + " is needed"}
	}
	label := strings.TrimPrefix(pointer, "/")
	if label == "" {
		label = "the body"
	}
	return vitrine.Field{Pointer: pointer, Code: code, Detail: label + ": " + message}
}

// jsonPointer turns ".info.a[2]" into "/info/a/2".
func jsonPointer(location string) string {
	return strings.NewReplacer(".", "/", "[", "/", "]", "").Replace(location)
}

// faultCode names huma's messages (package validation of huma).
func faultCode(message string) string {
	for _, known := range []struct{ begin, code string }{
		{"unexpected property", "unknown_member"},
		{"expected required property", "required"},
		{"expected value to be one of", "not_allowed"},
		{"expected number >=", "too_small"}, {"expected number >", "too_small"},
		{"expected number <=", "too_large"}, {"expected number <", "too_large"},
		{"expected length >=", "too_short"}, {"expected length <=", "too_long"},
		{"expected array length >=", "too_few"}, {"expected array length <=", "too_many"},
		{"expected array items to be unique", "duplicate"},
		{"expected string to", "bad_format"},
		{"expected boolean", "wrong_type"}, {"expected number", "wrong_type"}, {"expected integer", "wrong_type"},
		{"expected string", "wrong_type"}, {"expected array", "wrong_type"}, {"expected object", "wrong_type"},
		{"invalid", "wrong_type"},
	} {
		if strings.HasPrefix(message, known.begin) {
			return known.code
		}
	}
	return "invalid"
}

func unknownMember(ctx huma.Context, name string) string {
	text := "there is no member " + strconv.Quote(name)
	members, _ := ctx.Operation().Metadata[membersKey].(map[string]any)
	best, nearest := len(name)/2+1, ""
	known := make([]string, 0, len(members))
	for member := range members {
		known = append(known, member)
	}
	slices.Sort(known)
	for _, member := range known {
		if d := distance(name, member); d < best {
			best, nearest = d, member
		}
	}
	if nearest != "" {
		text += "; did you mean " + strconv.Quote(nearest) + "?"
	}
	return text
}

// distance is Levenshtein's.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return len(a) + len(b)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

package web

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"vitrine"
)

// MaxBody is the largest JSON body in bytes.
const MaxBody = 1 << 20

const jsonType = "application/json"

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

// NewAPI makes a huma API on a mux, with the house's JSON and problems. It
// serves neither documents nor schemas of its own.
func NewAPI(mux *http.ServeMux, title, version string) huma.API {
	setProblems()
	format := huma.Format{Marshal: marshal, Unmarshal: unmarshal}
	config := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI:    "3.1.0",
			Info:       &huma.Info{Title: title, Version: version},
			Components: &huma.Components{Schemas: huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)},
		},
		// huma finds the format of application/problem+json by its suffix.
		Formats:       map[string]huma.Format{jsonType: format, "json": format},
		DefaultFormat: jsonType,
	}
	return humago.New(mux, config)
}

// marshal writes v at once. Where v can't be encoded huma panics.
func marshal(w io.Writer, v any) error {
	var body bytes.Buffer
	if err := encodeJSON(&body, v); err != nil {
		return err
	}
	_, err := body.WriteTo(w)
	return err
}

// Handle registers a typed handler. What it fails with is answered as a
// problem: a *vitrine.Error as what it is, all else as a 500. The operation's
// own middlewares run before its body's type and size are looked at.
func Handle[I, O any](api huma.API, operation huma.Operation, handler func(context.Context, *I) (*O, error)) {
	if operation.MaxBodyBytes == 0 {
		operation.MaxBodyBytes = MaxBody
	}
	operation.MaxBodyBytes++ // huma refuses a body that reaches its limit
	if operation.BodyReadTimeout == 0 {
		operation.BodyReadTimeout = bodyTimeout
	}
	operation.Metadata = maps.Clone(operation.Metadata)
	if operation.Metadata == nil {
		operation.Metadata = map[string]any{}
	}
	operation.Metadata[schemasKey] = api.OpenAPI().Components.Schemas
	operation.Middlewares = append(slices.Clone(operation.Middlewares), prepare(writesAtOnce(reflect.TypeFor[O]())))
	huma.Register(api, operation, handler)
}

const schemasKey = "schemas"

// writesAtOnce says whether huma writes an output's body in one piece: all but
// those that are functions.
func writesAtOnce(output reflect.Type) bool {
	body, ok := output.FieldByName("Body")
	return !ok || body.Type.Kind() != reflect.Func
}

// prepare makes the middleware that runs directly before huma: it refuses bodies
// that huma need not read, and marks this answer for heldWriter as one that is
// written in one piece.
func prepare(atOnce bool) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		err := CheckParameters(ctx.Operation(), r)
		if err == nil {
			err = checkBody(ctx.Operation(), r)
		}
		if err != nil {
			WriteProblem(w, r, err)
			return
		}
		if held, ok := w.(*heldWriter); ok {
			held.whole = atOnce
		}
		next(ctx)
	}
}

func checkBody(operation *huma.Operation, r *http.Request) error {
	if operation.RequestBody == nil || operation.RequestBody.Content[jsonType] == nil {
		return nil
	}
	if sent := r.Header.Get("Content-Type"); sent != "" {
		if !isJSON(sent) {
			return unsupported(sent)
		}
		r.Header.Set("Content-Type", jsonType) // huma minds case and spaces
	}
	if r.ContentLength >= operation.MaxBodyBytes {
		return tooLarge(operation)
	}
	return nil
}

// isJSON says whether a media type is application/json, whatever its case and
// parameters.
func isJSON(media string) bool {
	if media == jsonType {
		return true
	}
	media, _, _ = strings.Cut(media, ";")
	return strings.EqualFold(strings.TrimSpace(media), jsonType)
}

func unsupported(sent string) error {
	return vitrine.Errorf(UnsupportedMediaType, "the body is %q; this operation takes a JSON object as application/json", shorten(sent, 100))
}

func tooLarge(operation *huma.Operation) error {
	return vitrine.Errorf(vitrine.TooLarge, "the body is larger than %d bytes", operation.MaxBodyBytes-1)
}

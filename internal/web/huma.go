package web

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"vitrine"
)

// MaxBody is the largest JSON body in bytes.
const MaxBody = 1 << 20

const jsonType = "application/json"

// NewAPI makes a huma API with the house's JSON and problems, for Typed. It
// routes nothing, and serves neither documents nor schemas of its own.
func NewAPI(title, version string) huma.API {
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
	return huma.NewAPI(config, &adapter{})
}

// adapter keeps the handler that huma makes of an operation, instead of routing to it.
type adapter struct {
	operation *huma.Operation
	run       func(huma.Context)
}

// Handle implements huma.Adapter.
func (a *adapter) Handle(operation *huma.Operation, run func(huma.Context)) {
	a.operation, a.run = operation, run
}

// ServeHTTP implements huma.Adapter. Requests come by the mux of whoever asked Typed.
func (a *adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) { WriteProblem(w, r, noRoute(r)) }

// marshal writes v at once. Where v can't be encoded huma panics.
func marshal(w io.Writer, v any) error {
	var body bytes.Buffer
	if err := encodeJSON(&body, v); err != nil {
		return err
	}
	_, err := body.WriteTo(w)
	return err
}

// Typed adds an operation to the API's document and returns what answers it: the
// typed handler behind the checks of parameters, and of the body's type and size. What
// the handler fails with is answered as a problem: a *vitrine.Error as what it is, all
// else as a 500.
func Typed[I, O any](api huma.API, operation huma.Operation, handler func(context.Context, *I) (*O, error)) http.Handler {
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
	huma.Register(api, operation, handler)

	made := *api.Adapter().(*adapter)
	return checked(made, writesAtOnce(reflect.TypeFor[O]()))
}

const schemasKey = "schemas"

// writesAtOnce reports whether huma writes an output's body in one piece: all but
// those that are functions.
func writesAtOnce(output reflect.Type) bool {
	body, ok := output.FieldByName("Body")
	return !ok || body.Type.Kind() != reflect.Func
}

// checked answers with what huma made, after it has refused bodies that huma need not
// read. It marks an answer that is written in one piece for heldWriter.
func checked(made adapter, atOnce bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := CheckParameters(made.operation, r)
		if err == nil {
			err = checkBody(made.operation, r)
		}
		if err != nil {
			WriteProblem(w, r, err)
			return
		}
		if held, ok := w.(*heldWriter); ok {
			held.whole = atOnce
		}
		made.run(humago.NewContext(made.operation, r, w))
	})
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

// isJSON reports whether a media type is application/json, whatever its case and
// parameters.
func isJSON(media string) bool { return isOf(media, jsonType) }

// isMessage reports whether a body is a mail, which is short enough to be read whole, too.
func isMessage(media string) bool { return isOf(media, "message/rfc822") }

func isOf(media, kind string) bool {
	if media == kind {
		return true
	}
	media, _, _ = strings.Cut(media, ";")
	return strings.EqualFold(strings.TrimSpace(media), kind)
}

func unsupported(sent string) error {
	return vitrine.Errorf(UnsupportedMediaType, "the body is %q; this operation takes a JSON object as application/json", shorten(sent, 100))
}

func tooLarge(operation *huma.Operation) error {
	return vitrine.Errorf(vitrine.TooLarge, "the body is larger than %d bytes", operation.MaxBodyBytes-1)
}

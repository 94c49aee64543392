package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// MaxBody is the largest JSON body in bytes.
const MaxBody = 1 << 20

// maxDepth is how deep a JSON body may be nested.
const maxDepth = 64

const jsonType = "application/json"

// setProblems gives huma, whose errors are made by package functions, ours. It
// is the same pure function for every server of a process.
var setProblems = sync.OnceFunc(func() {
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
		return humaProblem(ctx, status, message, errs)
	}
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return &Problem{Status: status, Detail: message, Error_: message, Errors: []ProblemField{}}
	}
})

// NewAPI makes a huma API on a mux, with the house's JSON and problems. It
// serves neither documents nor schemas of its own.
func NewAPI(mux *http.ServeMux, title, version string) huma.API {
	setProblems()
	config := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI:    "3.1.0",
			Info:       &huma.Info{Title: title, Version: version},
			Components: &huma.Components{Schemas: huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)},
		},
		Formats:       map[string]huma.Format{jsonType: {Marshal: marshal, Unmarshal: unmarshal}, "json": {Marshal: marshal, Unmarshal: unmarshal}},
		DefaultFormat: jsonType,
	}
	return humago.New(mux, config)
}

func marshal(w io.Writer, v any) error {
	var body bytes.Buffer
	if err := encodeJSON(&body, v); err != nil {
		return err
	}
	_, err := body.WriteTo(w)
	return err
}

// unmarshal reads a body. huma decodes it twice, first into an any to validate
// it: what no body may hold is looked for then.
func unmarshal(data []byte, v any) error {
	loose, first := v.(*any)
	if !first {
		return json.Unmarshal(data, v)
	}
	if !utf8.Valid(data) {
		return errors.New("the body is not UTF-8")
	}
	if err := checkDepth(data); err != nil {
		return err
	}
	if err := json.Unmarshal(data, loose); err != nil {
		return err
	}
	if bytes.Contains(data, []byte(`\u0000`)) && hasNUL(*loose) {
		return errors.New("the body holds the character U+0000, which can't be stored")
	}
	return nil
}

func checkDepth(data []byte) error {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return fmt.Errorf("the body is nested more than %d levels deep", maxDepth)
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}

func hasNUL(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.ContainsRune(v, 0)
	case []any:
		for _, item := range v {
			if hasNUL(item) {
				return true
			}
		}
	case map[string]any:
		for key, item := range v {
			if strings.ContainsRune(key, 0) || hasNUL(item) {
				return true
			}
		}
	}
	return false
}

// Handle registers a typed handler. What it fails with is answered as a
// problem: a *vitrine.Error as what it is, all else as a 500.
func Handle[I, O any](api huma.API, operation huma.Operation, handler func(context.Context, *I) (*O, error)) {
	if operation.MaxBodyBytes == 0 {
		// huma refuses a body that reaches its limit.
		operation.MaxBodyBytes = MaxBody + 1
	}
	members := map[string]any{}
	if operation.Metadata == nil {
		operation.Metadata = map[string]any{}
	}
	operation.Metadata[membersKey] = members
	operation.Middlewares = append(operation.Middlewares, keepRequest)
	huma.Register(api, operation, func(ctx context.Context, in *I) (*O, error) {
		out, err := handler(ctx, in)
		if err != nil {
			r, _ := ctx.Value(requestKey{}).(*http.Request)
			return nil, ProblemOf(r, err)
		}
		return out, nil
	})
	nameMembers(api, operation, members)
}

type requestKey struct{}

// keepRequest lets a typed handler's problems name the request.
func keepRequest(ctx huma.Context, next func(huma.Context)) {
	r, _ := humago.Unwrap(ctx)
	next(huma.WithValue(ctx, requestKey{}, r))
}

const membersKey = "members"

// nameMembers notes which members the operation's body knows, to suggest the
// nearest one for an unknown one.
func nameMembers(api huma.API, operation huma.Operation, members map[string]any) {
	item := api.OpenAPI().Paths[operation.Path]
	if item == nil {
		return
	}
	for _, registered := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
		if registered == nil || registered.OperationID != operation.OperationID || registered.RequestBody == nil {
			continue
		}
		schema := registered.RequestBody.Content[jsonType].Schema
		if schema.Ref != "" {
			schema = api.OpenAPI().Components.Schemas.SchemaFromRef(schema.Ref)
		}
		for name := range schema.Properties {
			members[name] = true
		}
	}
}

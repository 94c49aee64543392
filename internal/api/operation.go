package api

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// operation is one line of routes.
type operation struct {
	method  string
	path    string
	id      string
	scope   vitrine.Scope // that the token needs; anyScope takes any good token
	budget  web.Budget
	summary string
}

// anyScope is for operations that any good token may call.
const anyScope vitrine.Scope = ""

// handle adds an operation with a typed handler. Notes complete what the
// contract says of it.
func handle[I, O any](s *Server, op operation, handler func(context.Context, *I) (*O, error), notes ...note) {
	described := s.describe(op, notes)
	typed := web.Typed(s.api, described, handler)
	s.complete(op)
	switch op.method {
	case http.MethodGet:
		s.resource(op.path).read = typed
	case http.MethodPut:
		typed = s.asRead(op.path, typed)
	}

	lists, conditional := listParameters(s.registered(op)), takesIfMatch(s.registered(op))
	s.mux.Handle(op.method+" "+op.path, s.enter(op, func(w http.ResponseWriter, r *http.Request) {
		if !conditional && asksForVersion(r) {
			web.WriteProblem(w, r, vitrine.Errorf(vitrine.Malformed, "what is changed here has no ETag to compare with: leave If-Match out, "+
				"and say the version in the request where there is a member or parameter for it"))
			return
		}
		typed.ServeHTTP(w, foldLists(r, lists))
	}))
}

func takesIfMatch(op *huma.Operation) bool {
	return slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.In == "header" && p.Name == "If-Match" })
}

// asksForVersion reports whether a change is asked for of some version alone: one that is made
// without looking would lose what somebody else has changed.
func asksForVersion(r *http.Request) bool {
	sent := r.Header.Get("If-Match")
	return (r.Method == http.MethodPut || r.Method == http.MethodDelete) && sent != "" && sent != "*"
}

// stream adds an operation that reads its body, or writes its answer, by
// itself. Its notes have to say which bodies and answers there are.
func (s *Server) stream(op operation, handler func(w http.ResponseWriter, r *http.Request) error, notes ...note) {
	described := s.describe(op, notes)
	s.api.OpenAPI().AddOperation(&described)
	s.complete(op)

	entered := s.enter(op, func(w http.ResponseWriter, r *http.Request) {
		err := web.CheckParameters(&described, r)
		if err == nil {
			err = handler(w, r)
		}
		if err != nil {
			web.WriteProblem(w, r, err)
		}
	})
	if described.Responses["406"] == nil {
		entered = web.AnyAccept(entered)
	}
	s.mux.Handle(op.method+" "+op.path, entered)
}

// discover adds what everybody may ask without a token, since nothing but the protocol is
// told.
func (s *Server) discover(pattern string, handler http.HandlerFunc) { s.mux.Handle(pattern, handler) }

// registered is the operation as the contract has it.
func (s *Server) registered(op operation) *huma.Operation {
	item := s.api.OpenAPI().Paths[op.path]
	switch op.method {
	case http.MethodPost:
		return item.Post
	case http.MethodPut:
		return item.Put
	case http.MethodDelete:
		return item.Delete
	case http.MethodPatch:
		return item.Patch
	case http.MethodHead:
		return item.Head
	}
	return item.Get
}

// complete describes the parameters that every operation of a kind takes, where
// its input does not describe them itself.
func (s *Server) complete(op operation) {
	if op.method != http.MethodPost || op.inParts() {
		return
	}
	registered := s.registered(op)
	named := func(p *huma.Param) bool { return p.Name == "Idempotency-Key" }
	if !slices.ContainsFunc(registered.Parameters, named) {
		same := "body"
		if op.takesFile() {
			same = "bytes and name, as a form or bare,"
		}
		registered.Parameters = append(registered.Parameters, idempotencyParameter(same))
	}
}

// enter puts before a handler what all operations share: who may call, and what
// their methods bring, conditional reads and idempotent creations.
func (s *Server) enter(op operation, next http.HandlerFunc) http.Handler {
	handler := http.Handler(next)
	switch {
	case op.inParts():
	case op.takesFile():
		handler = web.IdempotentUpload(idempotency{s.db}, owner, handler)
	case op.method == http.MethodPost:
		handler = web.Idempotent(idempotency{s.db}, owner, handler)
	}
	handler = web.Conditional(handler)
	if op.compresses() {
		handler = web.Compress(handler)
	}
	if op.keeps() {
		handler = s.keep(handler)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, err := s.admit(w, r, op)
		if err != nil {
			web.WriteProblem(w, r, err)
			return
		}
		ctx := context.WithValue(r.Context(), callerKey{}, who)
		if op.method != http.MethodGet {
			ctx = shop.By(ctx, shop.ActorOf(*who, web.ClientNetwork(ctx)))
		}
		if r.Method == http.MethodGet { // what programs download counts, whatever they are called
			ctx = shop.Visiting(ctx, shop.Visit{Network: web.ClientNetwork(ctx), UserID: who.User.ID})
		}
		handler.ServeHTTP(w, r.WithContext(ctx))
	})
}

// compresses reports whether the operation's answers are compressed: reads of the
// catalogue and of what all may read. An answer about orders, users and tokens may
// hold a secret beside what a stranger chose; its length when compressed would
// tell of it.
func (op operation) compresses() bool {
	public := op.scope == vitrine.ScopeModelsRead || strings.HasPrefix(op.path, "/v1/categories") || strings.HasPrefix(op.path, "/v1/pages") ||
		strings.HasPrefix(op.path, "/v1/file_types") || strings.HasPrefix(op.path, "/v1/desk/mail-words") || strings.HasPrefix(op.path,
		"/v1/licenses")
	return op.method == http.MethodGet && public
}

// takesFile reports whether the operation creates something from a streamed body:
// uploads have a budget of their own.
func (op operation) takesFile() bool {
	return op.method == http.MethodPost && op.budget == web.Uploads && !op.inParts()
}

// note completes what the contract says of an operation.
type note func(*huma.Operation)

// alsoFails names statuses that an operation fails with beside those that its
// method and path bring.
func (s *Server) alsoFails(statuses ...int) note {
	return func(op *huma.Operation) {
		for _, status := range statuses {
			op.Responses[strconv.Itoa(status)] = s.failure(status)
		}
	}
}

// neverFails takes back statuses that the method of an operation brings: those of records
// without versions.
func (s *Server) neverFails(statuses ...int) note {
	return func(op *huma.Operation) {
		for _, status := range statuses {
			delete(op.Responses, strconv.Itoa(status))
		}
	}
}

// OpenAPI is the contract as the operations make it.
func (s *Server) OpenAPI() *huma.OpenAPI { return s.api.OpenAPI() }

// describeServer adds what all operations share to the contract.
func (s *Server) describeServer() {
	doc := s.api.OpenAPI()
	doc.Servers = []*huma.Server{{URL: s.baseURL}}
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"bearer": {
		Type: "http", Scheme: "bearer",
		Description: "An access token, in the header Authorization or in the parameter access_token.",
	}}
}

func (s *Server) describe(op operation, notes []note) huma.Operation {
	roles := []string{}
	if op.scope != anyScope {
		roles = append(roles, string(op.scope))
	}
	described := huma.Operation{
		Method: op.method, Path: op.path, OperationID: op.id, Summary: op.summary, Tags: []string{tagOf(op.path)},
		Security: []map[string][]string{{"bearer": roles}}, Responses: map[string]*huma.Response{},
	}
	if op.method == http.MethodPost {
		described.DefaultStatus = http.StatusCreated
	}
	for _, status := range op.failures() {
		described.Responses[strconv.Itoa(status)] = s.failure(status)
	}
	if op.method == http.MethodGet {
		described.Parameters = append(described.Parameters, ifNoneMatch())
		described.Responses["304"] = &huma.Response{Description: "The caller has this answer already."}
	}
	for _, note := range notes {
		note(&described)
	}
	return described
}

// failures are the statuses that an operation may fail with by its nature.
func (op operation) failures() []int {
	statuses := []int{400, 401, 406, 429, 500, 503}
	if op.scope != anyScope {
		statuses = append(statuses, 403)
	}
	if strings.Contains(op.path, "{") {
		statuses = append(statuses, 404)
	}
	switch op.method {
	case http.MethodPost:
		statuses = append(statuses, 409, 413, 415, 422)
	case http.MethodPut:
		statuses = append(statuses, 409, 412, 413, 415, 422)
	case http.MethodDelete:
		statuses = append(statuses, 412, 413)
	}
	return statuses
}

// failure describes an answer with a problem. Operations share them.
func (s *Server) failure(status int) *huma.Response {
	name := "Problem" + strconv.Itoa(status)
	components := s.api.OpenAPI().Components
	if components.Responses == nil {
		components.Responses = map[string]*huma.Response{}
	}
	if components.Responses[name] == nil {
		components.Responses[name] = s.problemResponse(status)
	}
	return &huma.Response{Ref: "#/components/responses/" + name}
}

func (s *Server) problemResponse(status int) *huma.Response {
	media := &huma.MediaType{Schema: s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[web.Problem](), true, "Problem")}
	response := &huma.Response{Description: http.StatusText(status), Content: map[string]*huma.MediaType{"application/problem+json": media}}
	for _, doc := range web.Docs() {
		if doc.Status == status {
			response.Description = doc.Title + "."
		}
	}
	return response
}

// idempotencyParameter describes the key of a request that is the same when this is.
func idempotencyParameter(same string) *huma.Param {
	return &huma.Param{Name: "Idempotency-Key", In: "header", Schema: &huma.Schema{Type: huma.TypeString},
		Description: fmt.Sprintf("1 to %d printable characters. The same key with the same %s gets the first answer again for %.0f hours.",
			maxIdempotencyKey, same, vitrine.RepeatKept.Hours())}
}

func ifNoneMatch() *huma.Param {
	return &huma.Param{Name: "If-None-Match", In: "header", Schema: &huma.Schema{Type: huma.TypeString},
		Description: "The ETag of an earlier answer: when it is still the same, the answer is 304 without a body."}
}

// tagOf groups operations by the noun at the end of their path.
func tagOf(path string) string {
	tag := ""
	for segment := range strings.SplitSeq(strings.TrimPrefix(path, "/v1/"), "/") {
		if segment != "" && segment[0] != '{' && segment != "me" {
			tag = segment
		}
	}
	return tag
}

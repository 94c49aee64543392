package web

import (
	"bufio"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"unicode/utf8"

	"vitrine"
)

// refusal answers a request with an error.
type refusal func(w http.ResponseWriter, r *http.Request, err error)

// route hands the request to the mux, or answers what the mux has no route for:
// outside the interface by missing, where there is one.
func route(mux *http.ServeMux, w http.ResponseWriter, r *http.Request, missing refusal) {
	if missing == nil || isAPI(r.URL.Path) {
		missing = WriteProblem
	}
	if err := normalize(r); err != nil {
		missing(w, r, err)
		return
	}
	handler, pattern := mux.Handler(r)
	infoOf(r.Context()).pattern = pattern
	if pattern == "" {
		missing(w, r, unrouted(mux, w, r))
		return
	}
	if err := infoOf(r.Context()).guesses.stop(pattern, r); err != nil {
		if pattern == signedPath {
			missing = WriteProblem
		}
		missing(w, r, err)
		return
	}
	if isAPI(r.URL.Path) {
		_, any := handler.(anyAccept)
		if !any && !acceptsJSON(r.Header["Accept"]) {
			WriteProblem(w, r, vitrine.Errorf(NotAcceptable, "this interface answers with application/json, which the Accept header excludes"))
			return
		}
		if redirects(pattern, r.URL.Path) {
			r.URL.Path += "/"
			r.URL.RawPath = ""
		}
	}
	mux.ServeHTTP(w, r)
}

// AnyAccept marks a handler below /v1 whose answer is not JSON, such as a
// redirect to a file: its callers may accept whatever they like.
func AnyAccept(next http.Handler) http.Handler { return anyAccept{next} }

type anyAccept struct{ http.Handler }

// redirects reports whether the mux would answer a path with a redirect to itself
// and a slash: its pattern is a whole subtree, of which the path is the root.
func redirects(pattern, path string) bool {
	return strings.HasSuffix(pattern, "/") && strings.Count(pattern, "/") == strings.Count(path, "/")+1
}

// unrouted is the error of a request that the mux has no route for. Allow is
// set where the path has routes for other methods.
func unrouted(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) error {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions} {
		probe := *r
		probe.Method = method
		if _, pattern := mux.Handler(&probe); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return noRoute(r)
	}
	list := strings.Join(allowed, ", ")
	w.Header().Set("Allow", list)
	return vitrine.Errorf(MethodNotAllowed, "this address takes %s", list)
}

func noRoute(r *http.Request) error {
	return vitrine.Errorf(vitrine.NotFound, "nothing is at %s", strings.ToValidUTF8(r.URL.Path, "\ufffd"))
}

func isAPI(path string) bool { return strings.HasPrefix(path, "/v1/") }

// normalize makes the forms of an operation's path one: without .json and
// without a slash at its end. Paths with empty or dot segments are nowhere;
// the mux would answer them with a redirect.
func normalize(r *http.Request) error {
	p := r.URL.Path
	odd := !strings.HasPrefix(p, "/") || strings.Contains(p, "//") || path.Clean(p) != strings.TrimSuffix(p, "/") && p != "/"
	if odd || strings.IndexByte(p, 0) >= 0 || !utf8.ValidString(p) {
		return noRoute(r)
	}
	if !isAPI(p) {
		return nil
	}
	standIn(r.Header, "content_type", "Content-Type")
	asJSON(r)
	standIn(r.Header, "content_language", "Content-Language")
	// The URL is shared with the request as it came in.
	routed := *r.URL
	routed.Path, routed.RawPath = bareForm(p), bareForm(routed.RawPath)
	r.URL = &routed
	return checkQuery(r.URL.RawQuery)
}

// bareForm takes a slash and a .json suffix from the end of a path.
func bareForm(p string) string {
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(p, "/"), ".json"), "/")
}

// checkQuery refuses what no parameter can be: broken escapes, NUL, and what is
// not UTF-8. Databases store none of it.
func checkQuery(query string) error {
	text, err := query, error(nil)
	if strings.IndexByte(query, '%') >= 0 {
		text, err = url.QueryUnescape(query)
	}
	if err != nil || !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
		return vitrine.Errorf(vitrine.Malformed, "the query is not percent-encoded UTF-8 text")
	}
	return nil
}

// formType is what curl says of every body that it is given with -d.
const formType = "application/x-www-form-urlencoded"

// asJSON gives a body the type of JSON that is sent as a form, but begins with {, or
// has the header that the interface's document spells. No form begins so.
func asJSON(r *http.Request) {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if !strings.EqualFold(strings.TrimSpace(kind), formType) || r.Body == nil || r.Body == http.NoBody {
		return
	}
	ahead := bufio.NewReaderSize(r.Body, 16)
	first, err := ahead.Peek(1)
	r.Body = struct {
		io.Reader
		io.Closer
	}{ahead, r.Body}
	if isJSON(r.Header.Get("content_type")) || err == nil && first[0] == '{' {
		r.Header.Set("Content-Type", jsonType)
	}
}

// standIn takes a header under the name that the interface's document spells
// where the standard one is absent. net/http keeps such names in their own
// canonical form.
func standIn(header http.Header, spelled, standard string) {
	if value := header.Get(spelled); value != "" && header.Get(standard) == "" {
		header.Set(standard, value)
	}
}

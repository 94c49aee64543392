package storefront

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

// ask is what a page is made from: a request that has nothing else than its key says, so
// that what is kept under the key is the page of whoever asks for it.
type ask struct {
	key       pageKey // without languages
	languages string
	request   *http.Request
	shown     *shown
}

// pageKey is what a page is kept under.
type pageKey struct {
	path, query, encoding, languages string
	speaks                           *locale.Language
	guest                            session.Guest
}

func (k pageKey) size() int { return len(k.path) + len(k.query) + len(k.languages) }

// askOf returns what a request asks for by its path and some parameters; false when the
// answer is for its sender alone, or what it asks for is nothing that many ask for.
func askOf(r *http.Request, guest session.Guest, parameters []string) (*ask, bool) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || r.URL.RawPath != "" {
		return nil, false
	}
	query := ""
	if r.URL.RawQuery != "" && len(r.URL.RawQuery) <= 4*maxAddress {
		query = readable(r.URL.Query(), append(parameters[:len(parameters):len(parameters)], session.LanguageParameter)).Encode()
	}
	languages := strings.Join(r.Header["Accept-Language"], ",")
	a := &ask{
		key:       pageKey{path: r.URL.Path, query: query, encoding: web.BestEncoding(r), guest: guest, speaks: locale.Of(r.Context())},
		languages: languages,
		shown:     &shown{query: r.URL.RawQuery},
	}
	if a.key.size()+len(languages) > maxAddress || len(r.URL.RawQuery) > 4*maxAddress {
		return nil, false
	}
	// Nobody in particular is signed in where the page is made.
	a.request = r.Clone(context.WithValue(session.AsGuest(r.Context(), guest), shownKey{}, a.shown))
	a.request.Method, a.request.Host, a.request.RemoteAddr, a.request.RequestURI = http.MethodGet, "", "", ""
	a.request.URL = &url.URL{Path: r.URL.Path, RawQuery: query}
	a.request.Header = http.Header{"Accept-Language": {languages}, "Accept-Encoding": {a.key.encoding}}
	return a, true
}

// readable are the parameters that a page reads, without those that say nothing.
func readable(sent url.Values, names []string) url.Values {
	read := url.Values{}
	for _, name := range names {
		for _, value := range sent[name] {
			if value = strings.TrimSpace(value); value != "" {
				read.Add(name, value)
			}
		}
	}
	return read
}

// keyOfLanguages is the key of a page that reads otherwise in other languages.
func (a *ask) keyOfLanguages() pageKey {
	key := a.key
	key.languages = "in " + a.languages // not "", which is no language in particular
	return key
}

// make makes the page that is asked for.
func (a *ask) make(page http.Handler) *answer {
	made := &answer{header: http.Header{}}
	page.ServeHTTP(made, a.request)
	made.viewed = a.shown.viewed
	return made
}

// answer is an answer that is whole before it is sent.
type answer struct {
	status int
	header http.Header
	body   []byte
	viewed viewed
}

// Header is the answer's own.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader notes the status.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 && status >= http.StatusOK {
		a.status = status
	}
}

// Write adds to the body.
func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	a.body = append(a.body, p...)
	return len(p), nil
}

// keptHeaders are those that an answer to somebody else may have, too.
var keptHeaders = []string{
	"Cache-Control", "Content-Encoding", "Content-Language", "Content-Security-Policy", "Content-Type", "Etag", "Tdm-Policy",
	"Tdm-Reservation", "Vary", "X-Robots-Tag",
}

// keepable reports whether the answer may be given to others: it is a page that says so,
// and its header says nothing else.
func (a *answer) keepable() bool {
	for name := range a.header {
		if !slices.Contains(keptHeaders, name) {
			return false
		}
	}
	cache := a.header.Get("Cache-Control")
	return a.status == http.StatusOK && (cache == pages.PageCache || cache == pages.GuestCache)
}

// send sends the answer, or says that the caller has it.
func (a *answer) send(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	for name, values := range a.header {
		header[name] = values
	}
	if a.status == http.StatusOK && web.ETagMatches(r.Header["If-None-Match"], a.header.Get("ETag")) {
		header.Del("Content-Type")
		header.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header["Content-Length"] = []string{strconv.Itoa(len(a.body))}
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(a.body) // nobody is left who could act on a connection that broke
	}
}

// Package oauth is how applications get and lose their tokens: the addresses that programs
// talk to (RFC 6749, 7009, 7591, 8414, 8628, 9728), and the pages on which people say yes or
// no to them.
//
// It reads requests and writes answers. What an application gets, and every change that
// comes of it, is decided by shop, in transactions. The pages are never framed, never kept,
// and lead only to addresses that were registered before.
package oauth

import (
	"cmp"
	"embed"
	"errors"
	"html/template"
	"net/http"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// Server answers applications and the people whom they ask.
type Server struct {
	*pages.Room
	shop    *shop.Shop
	db      *store.DB
	baseURL string // also the issuer
	limiter *web.Limiter
	now     func() time.Time
}

// Options is what a Server is made from.
type Options struct {
	Shell   *pages.Shell
	Shop    *shop.Shop
	DB      *store.DB
	BaseURL string                  // public base address, without a slash at its end
	Rates   map[web.Budget]web.Rate // nil: no limits
	Now     func() time.Time        // nil: time.Now
}

// New reads the templates.
func New(o Options) (*Server, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	room, err := o.Shell.SpokenRoom(files, template.FuncMap{"scopes": pages.Scopes(), "isolated": isolated, "shown": shown})
	return &Server{
		Room: room, shop: o.Shop, db: o.DB, baseURL: o.BaseURL, limiter: web.NewLimiter(o.Rates, o.Now), now: o.Now,
	}, err
}

// isolated is a name within a text, which has its own direction.
func isolated(name string) template.HTML {
	return (&pages.Markup{}).Fixed("<bdi>").Text(name).Fixed("</bdi>").HTML()
}

// shown is the code of a device within a text.
func shown(code string) template.HTML {
	return (&pages.Markup{}).Fixed(`<strong class="code">`).Text(code).Fixed("</strong>").HTML()
}

// endpoint answers a program: what it returns is an answer, or an error of RFC 6749.
type endpoint func(w http.ResponseWriter, r *http.Request) error

// Register adds all addresses to a mux.
func (s *Server) Register(mux *http.ServeMux) {
	for path, answer := range map[string]endpoint{
		"/oauth/token": s.token, "/oauth/revoke": s.revoke, "/oauth/device_authorization": s.deviceAuthorization, "/oauth/register": s.register,
	} {
		for _, form := range []string{path, path + "/{$}", path + ".json"} { // as all addresses of the interface
			mux.Handle("POST "+form, program(answer))
		}
	}
	mux.HandleFunc("GET /.well-known/oauth-authorization-server", s.metadata)
	mux.HandleFunc("GET /.well-known/oauth-protected-resource", s.resource(""))
	mux.HandleFunc("GET /.well-known/oauth-protected-resource/v1", s.resource("/v1"))

	page := func(pattern string, page pages.Page) { s.Handle(mux, pattern, s.Limited(web.PageViews, s.alone(page))) }
	page("GET /oauth/authorize", s.authorize)
	page("POST /oauth/authorize", s.authorize)
	page("GET /device", s.device)
	page("POST /device", s.device)
}

// alone keeps a page out of frames, caches and indexes, and its address out of other
// sites' logs.
func (s *Server) alone(page pages.Page) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		header := w.Header()
		header.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
		header.Set("Cache-Control", "no-store")
		header.Set("X-Robots-Tag", "noindex")
		return page(w, r)
	}
}

// client returns the application that calls, and takes the request from its budget.
func (s *Server) client(w http.ResponseWriter, r *http.Request) (*vitrine.Application, form, error) {
	app, sent, err := s.proved(w, r)
	if err != nil {
		return nil, nil, err
	}
	return app, sent, s.limiter.Take(w.Header(), web.Tokens, budgetOf(r, app))
}

// budgetOf names whose budget a request is taken from. Everybody can call as a public
// application: its users must not share what one of them can use up.
func budgetOf(r *http.Request, app *vitrine.Application) string {
	budget := "app:" + strconv.FormatInt(app.ID, 10)
	if app.Public {
		budget += " " + web.ClientNetwork(r.Context())
	}
	return budget
}

// proved returns the application that calls. Wrong secrets are counted by network. A right
// one is good there still: nobody guesses one, comparing a hash costs next to nothing, and
// many programs may share an address with the one that has a wrong secret.
func (s *Server) proved(w http.ResponseWriter, r *http.Request) (*vitrine.Application, form, error) {
	sent, err := readForm(w, r)
	if err != nil {
		return nil, nil, err
	}
	proof, err := proofOf(r, sent)
	if err != nil {
		return nil, nil, err
	}
	app, err := s.shop.Client(r.Context(), proof)
	if refused, ok := errors.AsType[*shop.Refusal](err); ok {
		network := "address:" + web.ClientNetwork(r.Context())
		return nil, nil, cmp.Or(s.limiter.Take(w.Header(), web.Tokens, network), error(refused))
	}
	if err != nil {
		return nil, nil, err
	}
	logClient(r, app, sent)
	return app, sent, nil
}

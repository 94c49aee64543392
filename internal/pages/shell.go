// Package pages is what all pages for people share: the layout around them, their
// style, what a browser may load for them, how they fail, and in which languages they
// are.
//
// A room adds pages to it: storefront what visitors and customers see, reference the
// documentation. A room has templates and handlers of its own and asks store and
// shop; the shell knows neither. Pages are rendered on the server and work without
// JavaScript. They set no cookies but those of package session, and load nothing from
// other hosts.
package pages

import (
	"cmp"
	"embed"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/session"
	"vitrine/internal/web"
	"vitrine/viewer"
)

//go:embed templates/layout.html templates/failure.html
var shellFiles embed.FS

// ViewerPath is where the 3D viewer that pages load is served.
const ViewerPath = "/viewer"

// Shell holds what all pages share.
type Shell struct {
	baseURL  string
	sessions *session.Sessions
	assets   assets
	limiter  *web.Limiter
	origins  *http.CrossOriginProtection // refuses forms that other sites send
	failures *Room
	desk     []desk
	house    atomic.Pointer[houseStyle] // the last that was made
}

// Options is what a Shell is made from.
type Options struct {
	BaseURL  string                  // public base address, without a slash at its end
	Sessions *session.Sessions       // nil: nobody is ever signed in
	Rates    map[web.Budget]web.Rate // by network; nil: no limits
	Now      func() time.Time        // nil: time.Now
}

// New reads the layout and the assets.
func New(o Options) (*Shell, error) {
	s := &Shell{baseURL: o.BaseURL, sessions: o.Sessions, limiter: web.NewLimiter(o.Rates, o.Now), origins: http.NewCrossOriginProtection()}
	s.origins.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, vitrine.Errorf(vitrine.Forbidden, "the form was sent from another site: open its page here and send it again"))
	}))
	var err error
	if s.assets, err = readAssets(); err != nil {
		return nil, err
	}
	s.failures, err = s.SpokenRoom(shellFiles, nil)
	return s, err
}

// Register adds what pages load to a mux: assets and the 3D viewer.
func (s *Shell) Register(mux *http.ServeMux) {
	s.Handle(mux, "GET /favicon.ico", s.favicon)
	s.Handle(mux, "GET /assets/{name}", s.asset)
	s.Handle(mux, "POST /language", s.chooseLanguage)
	s.Handle(mux, "GET /language", LeadTo("/"))
	mux.Handle("GET "+ViewerPath+"/", viewer.Handler(ViewerPath))
}

// desk is one of the pages at the operator's desk.
type desk struct {
	name  locale.Phrase
	path  string
	roles []vitrine.Role
}

// AddDesk adds a page to those that lead to each other at the operator's desk, before
// anything is served. It has its path as Section. Those with one of the roles see it too.
func (s *Shell) AddDesk(name locale.Phrase, path string, roles ...vitrine.Role) {
	s.desk = append(s.desk, desk{name, path, roles})
	slices.SortStableFunc(s.desk, func(a, b desk) int { return cmp.Compare(a.place(), b.place()) })
}

// deskOrder is the order of the pages of the desk, whichever room they are in: what is looked at each day, money, what is
// sold and to whom, what the marketplace says, and the machine.
func deskOrder() []string {
	return []string{
		"/desk", "/desk/orders", "/desk/refund-requests", "/desk/refunds", "/desk/disputes", "/desk/reports", "/desk/models", "/desk/people",
		"/desk/money", "/desk/money/shares", "/desk/payouts", "/desk/invoices", "/desk/tax", "/desk/deals",
		"/desk/categories", "/desk/licenses", "/desk/pages", "/desk/mails", "/desk/house",
		"/desk/applications", "/desk/storage", "/desk/jobs", "/desk/audit",
	}
}

// place says where the page stands among the others: one that has none stands behind them.
func (d desk) place() int {
	if i := slices.Index(deskOrder(), d.path); i >= 0 {
		return i
	}
	return len(deskOrder())
}

// DeskPath is the path of the operator's desk.
const DeskPath = "/desk"

// ToOwnDesk leads somebody who acts for the marketplace to the first page of the desk that is theirs.
func (s *Shell) ToOwnDesk(w http.ResponseWriter, r *http.Request) error {
	guest, err := s.sessions.GuestOf(r.Context())
	if err != nil {
		return err
	}
	for _, d := range s.desksOf(guest, locale.English()) {
		if d.Path != DeskPath {
			http.Redirect(w, r, d.Path, http.StatusSeeOther)
			return nil
		}
	}
	return vitrine.Errorf(vitrine.NotFound, "nothing is at this address")
}

// desksOf are the pages of the desk that a guest may enter, named in a language.
func (s *Shell) desksOf(guest session.Guest, l *locale.Language) (list []Link) {
	for _, d := range s.desk {
		if guest.Acts(d.roles) {
			list = append(list, Link{l.Say(d.name), d.path})
		}
	}
	return list
}

// Handle adds a page to a mux. Forms that other sites send to it are refused.
func (s *Shell) Handle(mux *http.ServeMux, pattern string, page Page) {
	mux.Handle(pattern, s.Handler(page))
}

// Handler is a page with all that the shell does for it.
func (s *Shell) Handler(page Page) http.Handler { return s.sessions.Handler(s.Bare(page)) }

// Bare is a page as Handler makes it for whoever is known to be signed in already.
func (s *Shell) Bare(page Page) http.Handler {
	return web.Compress(s.origins.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := page(w, r)
		if err == nil {
			return
		}
		if door := session.Detour(r, err); door != "" {
			w.Header().Set("Cache-Control", "no-store")
			http.Redirect(w, r, door, http.StatusSeeOther)
			return
		}
		s.Fail(w, r, err)
	})))
}

// Sessions are those of the pages.
func (s *Shell) Sessions() *session.Sessions { return s.sessions }

// Limited takes a request from the budget of its network first.
func (s *Shell) Limited(budget web.Budget, page Page) Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := s.Take(w, r, budget); err != nil {
			return err
		}
		return page(w, r)
	}
}

// Take takes a request from the budget of its network.
func (s *Shell) Take(w http.ResponseWriter, r *http.Request, budget web.Budget) error {
	return s.limiter.Take(w.Header(), budget, web.ClientNetwork(r.Context()))
}

// Address returns the public address of a path.
func (s *Shell) Address(path string) string { return s.baseURL + path }

// Asset returns the path of an asset, "" when there is none of its name.
func (s *Shell) Asset(name string) string { return s.assets.paths[name] }

// WithPasskeys lets a page ask its browser for passkeys, which are given to scripts alone.
func (s *Shell) WithPasskeys(v *View) {
	v.Script, v.Policy.Script, v.Policy.Asks = s.Asset("passkey.js"), true, true
}

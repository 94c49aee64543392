// Package security holds the pages on which people look after how they are let in:
// passkeys, apps that show codes, recovery codes; and those on which they show them.
//
// Pages work without script but for passkeys, which browsers give to scripts alone: a
// module asks the addresses below /sign-in/passkey and /account/security/passkeys, which
// speak JSON. Rules and budgets are those of shop.
package security

import (
	"embed"
	"encoding/json"
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// maxBody is how many bytes a form or an answer has at most: attestations have some
// thousand.
const maxBody = 64 << 10

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop *shop.Shop
}

// Options is what the pages are made from.
type Options struct {
	Shell *pages.Shell
	Shop  *shop.Shop
}

// New reads the templates.
func New(o Options) (*Pages, error) {
	room, err := o.Shell.SpokenRoom(files, nil)
	return &Pages{Room: room, shop: o.Shop}, err
}

// route is an address of the room.
type route struct {
	pattern string
	page    pages.Page
}

// home is the page that all others of the room belong to.
const home = "/account/security"

// routes are all addresses.
func (p *Pages) routes() []route {
	return []route{
		{"GET /sign-in/second", p.second}, {"POST /sign-in/second", p.submitSecond},
		{"POST /sign-in/passkey/options", answer(p.askPasskey)}, {"POST /sign-in/passkey", answer(p.signIn)},
		{"POST /sign-in/passkey/own/options", answer(p.askOwn)}, {"POST /sign-in/passkey/own", answer(p.prove)},
		{"POST /sign-in/provider", p.leaveToSignIn}, {"GET /sign-in/provider", p.comeBack},
		{"GET /sign-in/provider/again", back}, {"POST /sign-in/provider/again", p.leaveToProve},
		{"GET /join/provider", back}, {"POST /join/provider", p.join},

		{"GET " + home, p.overview},
		{"GET " + home + "/elsewhere", back}, {"POST " + home + "/elsewhere", p.leaveToLink},
		{"GET " + home + "/elsewhere/{id}", back}, {"POST " + home + "/elsewhere/{id}", p.unlink},
		{"POST " + home + "/passkeys/options", answer(p.askNew)}, {"POST " + home + "/passkeys", answer(p.add)},
		{"GET " + home + "/passkeys/{id}", back}, {"POST " + home + "/passkeys/{id}", p.changePasskey},
		{"GET " + home + "/app", p.app}, {"POST " + home + "/app", p.startApp},
		{"GET " + home + "/app/confirm", back}, {"POST " + home + "/app/confirm", p.confirmApp},
		{"GET " + home + "/apps/{id}", back}, {"POST " + home + "/apps/{id}", p.changeApp},
		{"GET " + home + "/codes", back}, {"POST " + home + "/codes", p.newCodes},
	}
}

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for _, r := range p.routes() {
		p.Handle(mux, r.pattern, p.Limited(web.PageViews, pages.Private(r.page)))
	}
}

// Patterns are the patterns of all pages, for tests that go through them.
func (p *Pages) Patterns() (list []string) {
	for _, r := range p.routes() {
		list = append(list, r.pattern)
	}
	return list
}

// back answers at the address of a button: somebody has come there from a page where they
// had to show who they are, and presses it again.
func back(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, home, http.StatusSeeOther)
	return nil
}

// answer makes an address that a script asks: it is answered in JSON, also when that is a
// problem, which is said to the reader. What has to be passed before is in the header Location of it.
func answer(ask func(w http.ResponseWriter, r *http.Request) (any, error)) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		said, err := ask(w, r)
		if err != nil {
			if door := session.Detour(r, err); door != "" {
				w.Header().Set("Location", door)
			}
			problem := web.ProblemOf(r, err)
			problem.Detail = locale.Of(r.Context()).Says(problem.Detail)
			web.WriteProblem(w, r, problem)
			return nil
		}
		w.Header().Set("Content-Type", "application/json")
		return json.NewEncoder(w).Encode(said)
	}
}

// required returns who is signed in. A GET of the page leads to the door, and back.
func required(r *http.Request) (shop.SignedIn, error) { return session.Required(r) }

// present returns who is signed in, or is about to be.
func present(r *http.Request) (shop.SignedIn, error) {
	if in, waits := session.Waiting(r.Context()); waits {
		return in, nil
	}
	return session.Required(r)
}

// read reads what a script says.
func read(w http.ResponseWriter, r *http.Request, into any) error {
	body, err := readAll(w, r)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, into); err != nil {
		return &vitrine.Error{Code: vitrine.Malformed, Message: "this is not the JSON that is asked for", Err: err}
	}
	return nil
}

// Package account holds the pages on which people make accounts and sign in, confirm and
// change their address and password, end sessions, and make access tokens.
//
// Every form is a page of its own, or a button of one: whoever must show first that it is
// them comes back to it by its address. No GET changes anything: who scans mails for
// others opens their links. Rules and budgets are those of shop.
package account

import (
	"cmp"
	"embed"
	"html/template"
	"net/http"

	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop      *shop.Shop
	languages []string
	unsent    bool
}

// Options is what the pages are made from.
type Options struct {
	Shell     *pages.Shell
	Shop      *shop.Shop
	Languages []string // that mails can be written in, BCP 47
	Unsent    bool     // no mail is sent from here: operators hand out the links
}

// New reads the templates.
func New(o Options) (*Pages, error) {
	room, err := o.Shell.SpokenRoom(files, template.FuncMap{
		"scopes": pages.Scopes(),
		"agent":  pages.Spoken(func(l *locale.Language) any { return l.Agent }),
	})
	return &Pages{Room: room, shop: o.Shop, languages: o.Languages, unsent: o.Unsent}, err
}

// route is an address of the room.
type route struct {
	pattern string
	page    pages.Page
}

// routes are all addresses. A wildcard that is a secret is called key: it is in no log.
func (p *Pages) routes() []route {
	return []route{
		{"GET /join", p.join}, {"POST /join", p.submitJoin},
		{"GET /confirm/{key}", p.confirm}, {"POST /confirm/{key}", p.submitConfirm},

		{"GET /sign-in", p.signIn}, {"POST /sign-in", p.submitSignIn},
		{"GET /sign-in/link", pages.LeadTo("/sign-in")}, {"POST /sign-in/link", p.askSignIn},
		{"GET /sign-in/code", p.signInCode}, {"POST /sign-in/code", p.submitSignInCode},
		{"GET /sign-in/again", p.again}, {"POST /sign-in/again", p.submitAgain},
		{"GET /sign-out", pages.LeadTo("/")}, {"POST /sign-out", p.signOut},
		{"GET /reset", p.reset}, {"POST /reset", p.askReset},
		{"GET /reset/code", p.resetCode}, {"POST /reset/code", p.submitResetCode},
		{"GET /link/{key}", p.link}, {"POST /link/{key}", p.submitLink},

		{"GET /account", p.account},
		{"GET /account/password", p.password}, {"POST /account/password", p.submitPassword},
		{"GET /account/address", p.address}, {"POST /account/address", p.submitAddress},
		{"GET /account/address/again", pages.LeadTo("/account")}, {"POST /account/address/again", p.sendAgain},
		{"GET /account/address/keep", pages.LeadTo("/account")}, {"POST /account/address/keep", p.keepAddress},
		{"GET /account/profile", pages.LeadTo("/sell/profile")}, // where it was in an earlier release
		{"GET /account/export", p.export}, {"POST /account/export", p.sendExport},
		{"GET /account/erase", p.erase}, {"POST /account/erase", p.submitErase},
		{"GET /account/erase/keep", pages.LeadTo("/account/erase")}, {"POST /account/erase/keep", p.keepAccount},
		{"GET /account/language", pages.LeadTo("/account")}, {"POST /account/language", p.submitLanguage},
		{"GET /account/sessions", pages.LeadTo("/account")}, {"POST /account/sessions", p.endOthers},
		{"GET /account/sessions/{id}", pages.LeadTo("/account")}, {"POST /account/sessions/{id}", p.endSession},
		{"GET /account/tokens", p.tokens}, {"POST /account/tokens", p.makeToken},
		{"GET /account/tokens/{id}/rotate", pages.LeadTo("/account/tokens")}, {"POST /account/tokens/{id}/rotate", p.rotateToken},
		{"GET /account/tokens/{id}/revoke", pages.LeadTo("/account/tokens")}, {"POST /account/tokens/{id}/revoke", p.revokeToken},
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

// home is where somebody goes on to who has signed in and came from nowhere.
const home = "/account"

// onward is where somebody goes on to.
func onward(next string) string { return cmp.Or(web.OwnPath(next), home) }

// show renders a page of the room.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name, title string, content any) error {
	return p.Render(w, r, status, name, view(name, title, content))
}

func view(name, title string, content any) pages.View {
	return pages.View{Title: title, Hidden: true, Section: section(name), Content: content}
}

func section(name string) string {
	switch name {
	case "sign-in":
		return "/sign-in"
	case "account", "password", "address", "tokens", "export", "erase":
		return home
	default:
		return ""
	}
}

// Package applications holds the pages on which people see which applications act for them,
// and take that back, and on which they look after applications of their own.
package applications

import (
	"embed"
	"errors"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// path is where the pages are.
const path = "/account/applications"

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop *shop.Shop
	db   *store.DB
}

// New reads the templates.
func New(shell *pages.Shell, s *shop.Shop, db *store.DB) (*Pages, error) {
	room, err := shell.SpokenRoom(files, template.FuncMap{"scopes": pages.Scopes(),
		"joined": func(list []string) string { return strings.Join(list, "\n") }})
	return &Pages{Room: room, shop: s, db: db}, err
}

// page is a page for somebody who is signed in.
type page func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for _, route := range []struct {
		pattern string
		page    page
	}{
		{"GET " + path, p.list},
		{"POST " + path + "/revoke", p.revoke},
		{"GET " + path + "/new", p.blank},
		{"POST " + path + "/new", p.create},
		{"GET " + path + "/{id}", p.edit},
		{"POST " + path + "/{id}", p.change},
		{"POST " + path + "/{id}/secret", p.secret},
		{"POST " + path + "/{id}/logo", p.logo},
		{"POST " + path + "/{id}/remove", p.remove},
	} {
		p.Handle(mux, route.pattern, p.Limited(web.PageViews, p.signedIn(route.page)))
	}
}

// signedIn leads who nobody knows to the page to sign in.
func (p *Pages) signedIn(next page) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", "no-store")
		in, err := session.Required(r)
		if err != nil {
			return err
		}
		return next(w, r, in)
	}
}

// listed is what the list shows.
type listed struct {
	Granted []store.Granted
	Own     []*vitrine.Application
	Done    string // what was done
}

func (p *Pages) list(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	granted, err := p.shop.GrantsOf(r.Context(), in)
	if err != nil {
		return err
	}
	own, err := p.db.ApplicationsOf(r.Context(), in.User.ID)
	if err != nil {
		return err
	}

	l := locale.Of(r.Context())
	content := listed{Granted: granted, Own: own, Done: l.Say(told[r.URL.Query().Get("done")])}
	return p.show(w, r, http.StatusOK, "list", l.T("Applications"), content)
}

// told are the words for what was done, by the word for it in an address.
var told = map[string]locale.Phrase{
	"revoked": locale.Text("The application acts for you no more. Its tokens ended at once."),
	"removed": locale.Text("The application was removed. Its tokens ended at once."),
	"saved":   locale.Text("What you changed is saved."),
}

func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name, title string, content any) error {
	return p.Render(w, r, status, name, pages.View{Title: title, Hidden: true, Section: "/account", Content: content})
}

func (p *Pages) revoke(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	id, err := number(form.Get("grant"))
	if err != nil {
		return err
	}

	if err := p.shop.RevokeGrant(r.Context(), in.User.ID, id); err != nil {
		return err
	}

	return pages.Done(w, r, path, "revoked")
}

func number(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, vitrine.Errorf(vitrine.NotFound, "there is no such application")
	}
	return id, nil
}

// faults says at which fields of a form something is wrong, by the last part of their
// pointer; nil when err is of another kind.
func faults(l *locale.Language, err error) map[string]string {
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok || e.Code != vitrine.Invalid {
		return nil
	}
	list := map[string]string{}
	for _, field := range e.Fields {
		list[strings.TrimPrefix(field.Pointer, "/")] = inWords(l, field.Detail)
	}
	if len(list) == 0 {
		list["return_urls"] = inWords(l, e.Message)
	}
	return list
}

// inWords says what is wrong; of an address, which stands in quotes before it.
func inWords(l *locale.Language, fault string) string {
	if address, why, ok := strings.Cut(fault, `": `); ok && strings.HasPrefix(fault, `"`) {
		return address + `": ` + l.Sentence(why)
	}
	return l.Sentence(fault)
}

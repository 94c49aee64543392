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
	room, err := shell.Room(files, template.FuncMap{"scopes": pages.Scopes(),
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

	content := listed{Granted: granted, Own: own, Done: map[string]string{
		"revoked": "The application acts for you no more. Its tokens ended at once.",
		"removed": "The application was removed. Its tokens ended at once.",
	}[r.URL.Query().Get("done")]}
	return p.show(w, r, http.StatusOK, "list", "Applications", content)
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

	http.Redirect(w, r, path+"?done=revoked", http.StatusSeeOther)
	return nil
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
func faults(err error) map[string]string {
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok || e.Code != vitrine.Invalid {
		return nil
	}
	list := map[string]string{}
	for _, field := range e.Fields {
		list[strings.TrimPrefix(field.Pointer, "/")] = field.Detail
	}
	if len(list) == 0 {
		list["return_urls"] = e.Message
	}
	return list
}

package applications

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// maxForm is how many bytes a form may have.
const maxForm = 64 << 10

// editing is an application in a form.
type editing struct {
	App    *vitrine.Application // ID 0: it is to be made
	Known  string               // the name that it has, whatever was typed
	Secret string               // shown once
	Faults map[string]string    // by the field
	Scopes []choice
	Done   string
	Action string
}

// choice is a scope that may be chosen.
type choice struct {
	pages.ScopeInWords
	Chosen bool
}

func (p *Pages) editing(l *locale.Language, in shop.SignedIn, app *vitrine.Application) editing {
	all := vitrine.SharedScopes()
	if in.Operator() {
		all = slices.DeleteFunc(vitrine.AllScopes(), func(s vitrine.Scope) bool { return !s.ForApplications() })
	}
	e := editing{App: app, Known: app.Name, Action: path + "/new"}
	if app.ID != 0 {
		e.Action = path + "/" + strconv.FormatInt(app.ID, 10)
	}
	for _, words := range pages.ScopesInWords(l, vitrine.AllScopes()) {
		chosen := slices.Contains(app.Scopes, words.Scope)
		if chosen || slices.Contains(all, words.Scope) {
			e.Scopes = append(e.Scopes, choice{words, chosen})
		}
	}
	return e
}

func (p *Pages) showForm(w http.ResponseWriter, r *http.Request, status int, e editing) error {
	title := locale.Of(r.Context()).T("New application")
	if e.App.ID != 0 {
		title = e.Known
	}
	return p.show(w, r, status, "edit", title, e)
}

func (p *Pages) blank(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	if err := p.shop.ProvedNow(r.Context(), in); err != nil {
		return err // before anything is typed
	}
	return p.showForm(w, r, http.StatusOK, p.editing(locale.Of(r.Context()), in, &vitrine.Application{Scopes: vitrine.DefaultScopes()}))
}

// read takes what a form says into an application.
func read(form url.Values, app *vitrine.Application) {
	app.Name = strings.TrimSpace(form.Get("name"))
	app.RedirectURIs, app.ReturnURLs = strings.Fields(form.Get("redirect_uris")), strings.Fields(form.Get("return_urls"))
	app.Scopes = nil
	for _, scope := range form["scope"] {
		if slices.Contains(vitrine.AllScopes(), vitrine.Scope(scope)) {
			app.Scopes = append(app.Scopes, vitrine.Scope(scope))
		}
	}
	if len(app.Scopes) == 0 {
		app.Scopes = []vitrine.Scope{vitrine.ScopeModelsRead}
	}
}

func (p *Pages) create(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	asked := &vitrine.Application{Public: form.Get("public") != ""}
	read(form, asked)

	app, secret, err := p.shop.MakeApplication(r.Context(), in, shop.NewApplication{
		Name: asked.Name, RedirectURIs: asked.RedirectURIs, ReturnURLs: asked.ReturnURLs, Scopes: asked.Scopes, Public: asked.Public,
	})
	if wrong := faults(locale.Of(r.Context()), err); wrong != nil {
		e := p.editing(locale.Of(r.Context()), in, asked)
		e.Faults = wrong
		return p.showForm(w, r, http.StatusUnprocessableEntity, e)
	}
	if err != nil {
		return err
	}

	e := p.editing(locale.Of(r.Context()), in, app)
	e.Secret, e.Done = secret, locale.Of(r.Context()).T("The application is there.")
	return p.showForm(w, r, http.StatusCreated, e)
}

// own returns the application of the page, which is the user's.
func (p *Pages) own(r *http.Request, in shop.SignedIn) (*vitrine.Application, error) {
	id, err := number(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return p.shop.OwnApplication(r.Context(), in, id)
}

func (p *Pages) edit(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	app, err := p.own(r, in)
	if err != nil {
		return err
	}
	if err := p.shop.ProvedNow(r.Context(), in); err != nil {
		return err
	}
	e := p.editing(locale.Of(r.Context()), in, app)
	e.Done = locale.Of(r.Context()).Say(told[r.URL.Query().Get("done")])
	return p.showForm(w, r, http.StatusOK, e)
}

func (p *Pages) change(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	app, err := p.own(r, in)
	if err != nil {
		return err
	}

	_, err = p.shop.ChangeOwnApplication(r.Context(), in, app.ID, func(app *vitrine.Application) { read(form, app) })
	return p.afterChange(w, r, in, app, form, err)
}

// afterChange shows what is wrong with a form, or leads to what was saved.
func (p *Pages) afterChange(w http.ResponseWriter, r *http.Request, in shop.SignedIn, app *vitrine.Application, form url.Values,
	err error) error {
	if wrong := faults(locale.Of(r.Context()), err); wrong != nil {
		known := app.Name
		if form != nil {
			read(form, app)
		}
		e := p.editing(locale.Of(r.Context()), in, app)
		e.Faults, e.Known = wrong, known
		return p.showForm(w, r, http.StatusUnprocessableEntity, e)
	}
	if err != nil {
		return err
	}
	return pages.Done(w, r, path+"/"+strconv.FormatInt(app.ID, 10), "saved")
}

func (p *Pages) secret(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	app, err := p.own(r, in)
	if err != nil {
		return err
	}

	changed, secret, err := p.shop.NewSecretOfOwn(r.Context(), in, app.ID)
	if err != nil {
		return err
	}

	e := p.editing(locale.Of(r.Context()), in, changed)
	e.Secret, e.Done = secret, locale.Of(r.Context()).T("This is the new secret. The old one is good no more.")
	return p.showForm(w, r, http.StatusOK, e)
}

func (p *Pages) remove(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	app, err := p.own(r, in)
	if err != nil {
		return err
	}

	if err := p.shop.RemoveOwnApplication(r.Context(), in, app.ID); err != nil {
		return err
	}

	return pages.Done(w, r, path, "removed")
}

// logo takes a picture as a file of a form; no address is ever fetched.
func (p *Pages) logo(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	app, err := p.own(r, in)
	if err != nil {
		return err
	}
	if err := p.shop.ProvedNow(r.Context(), in); err != nil {
		return err // before so much is read
	}
	sent, err := web.ReadFiles(w, r, shop.MaxLogoBytes+maxForm)
	if err != nil {
		return err
	}
	logo, ok := sent.Files["logo"]
	if !ok {
		return vitrine.Errorf(vitrine.Malformed, "the form has no file")
	}

	_, err = p.shop.SetLogoOfOwn(r.Context(), in, app.ID, bytes.NewReader(logo))
	return p.afterChange(w, r, in, app, nil, err)
}

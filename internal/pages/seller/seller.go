// Package seller holds the pages at which people sell: their models in one table, a page
// for each of them with its files, and what was sold.
//
// They show the models of who is signed in alone, also to operators: those of others are
// not found.
package seller

import (
	"embed"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/upload"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// root is the path of the first page, and the section that all are in.
const root = "/sell"

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop *shop.Shop
	db   *store.DB
	now  func() time.Time

	uploads *upload.Handler

	followers followers
	beat      time.Duration
	stopping  <-chan struct{}
}

// Options is what the pages are made from.
type Options struct {
	Shell *pages.Shell
	Shop  *shop.Shop
	DB    *store.DB
	Now   func() time.Time // nil: time.Now

	Beat     time.Duration   // how often a page that is followed is looked at; 0: each second
	Stopping <-chan struct{} // closed when the server stops: answers that go on end then
}

// New reads the templates.
func New(o Options) (*Pages, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Beat == 0 {
		o.Beat = defaultBeat
	}
	room, err := o.Shell.SpokenRoom(files, template.FuncMap{
		"category": pages.CategoryFunction(),
		"fault":    pages.Spoken(func(l *locale.Language) any { return l.FaultHTML }),
		"advice":   pages.Spoken(func(l *locale.Language) any { return func(code string) string { return advice(l, code) } }),
		"quoted":   quoted,
		"payout":   pages.PayoutFunctions()["payout"],
		"priced":   pages.PayoutFunctions()["priced"],
		"tongues": pages.Spoken(func(l *locale.Language) any {
			return func(list []locale.Tongue) template.HTML { return tongues(l, list) }
		}),
		"drop": func(label, wrong string) dropped { return dropped{label, wrong} },
		"told": func(in *column, f field, kind string) told { return told{in, f, kind} },
	})
	return &Pages{Room: room, shop: o.Shop, db: o.DB, now: o.Now, uploads: upload.New(o.Shop), beat: o.Beat, stopping: o.Stopping}, err
}

// quoted is what somebody wrote, within a sentence.
func quoted(text string) template.HTML {
	return template.HTML(`<q dir="auto">` + template.HTMLEscapeString(text) + "</q>")
}

// tongues names languages, each as its readers do.
func tongues(l *locale.Language, list []locale.Tongue) template.HTML {
	var names []string
	for _, one := range list {
		names = append(names, `<bdi lang="`+template.HTMLEscapeString(one.Tag)+`">`+template.HTMLEscapeString(one.Name)+"</bdi>")
	}
	return template.HTML(strings.Join(names, l.T("list|, ")))
}

// dropped is a field for files in a template.
type dropped struct{ Label, Wrong string }

// page is a page of a seller.
type page = pages.InPage

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	p.registerUploads(mux)
	for _, form := range []string{"avatar", "cover", "remove"} {
		p.Handle(mux, "GET "+profilePath+"/"+form, p.Limited(web.PageViews, pages.Private(pages.LeadTo(profilePath))))
	}
	pagesOf := map[string]bool{}
	for _, route := range []struct {
		pattern string
		budget  web.Budget
		page    page
	}{
		{"GET /sell", web.PageViews, p.list},
		{"GET /sell/sales", web.PageViews, p.sales},
		{"GET /sell/money", web.PageViews, p.money},
		{"GET /sell/money/account", web.PageViews, p.account},
		{"POST /sell/money/account", web.PageViews, p.saveAccount},
		{"GET /sell/tax-office", web.PageViews, p.tax},
		{"POST /sell/tax-office", web.PageViews, p.saveTax},
		{"POST /sell/money/connect", web.PageViews, p.connect},
		{"GET /sell/money/connect", web.PageViews, to(moneyPath)},
		{"POST /sell/money/disconnect", web.PageViews, p.disconnect},
		{"GET /sell/money/disconnect", web.PageViews, to(moneyPath)},
		{"GET /sell/sales.csv", web.PageViews, p.exportSales},
		{"GET /sell/profile", web.PageViews, p.profile},
		{"POST /sell/profile", web.PageViews, p.saveProfile},
		{"POST /sell/profile/avatar", web.PageViews, p.setPortrait(avatar())},
		{"POST /sell/profile/cover", web.PageViews, p.setPortrait(cover())},
		{"POST /sell/profile/remove", web.PageViews, p.removePortrait},
		{"GET /sell/bulk", web.PageViews, to(root)},
		{"POST /sell/bulk", web.PageViews, p.bulk},
		{"GET /sell/models", web.PageViews, to(root)},
		{"POST /sell/models", web.Uploads, p.create},
		{"GET /sell/models/{id}", web.PageViews, p.model},
		{"GET /sell/models/{id}/reading", web.PageViews, p.reading},
		{"GET /sell/models/{id}/events", web.PageViews, p.follow},
		{"POST /sell/models/{id}", web.PageViews, p.save},
		{"POST /sell/models/{id}/files", web.Uploads, p.addFiles},
		{"POST /sell/models/{id}/files/{file}/remove", web.PageViews, p.removeFile},
		{"POST /sell/models/{id}/pictures", web.Uploads, p.addPictures},
		{"POST /sell/models/{id}/pictures/{picture}/move", web.PageViews, p.movePicture},
		{"POST /sell/models/{id}/pictures/{picture}/remove", web.PageViews, p.removePicture},
		{"POST /sell/models/{id}/views", web.Uploads, p.drawViews},
		{"GET /sell/models/{id}/pictures/{picture}/crop", web.PageViews, p.crop},
		{"POST /sell/models/{id}/pictures/{picture}/crop", web.Uploads, p.saveCrop},
		{"GET /sell/models/{id}/texts", web.PageViews, p.texts},
		{"POST /sell/models/{id}/texts", web.PageViews, p.saveTexts},
		{"POST /sell/models/{id}/publish", web.PageViews, p.publish},
		{"POST /sell/models/{id}/withdraw", web.PageViews, p.withdraw},
		{"POST /sell/models/{id}/draft/publish", web.PageViews, p.publishDraft},
		{"POST /sell/models/{id}/draft/discard", web.PageViews, p.discardDraft},
		{"POST /sell/models/{id}/remove", web.PageViews, p.remove},
	} {
		p.Handle(mux, route.pattern, p.Limited(route.budget, pages.ForSignedIn(route.page)))
		if at, ok := strings.CutPrefix(route.pattern, "GET "); ok {
			pagesOf[at] = true
		}
		if form, ok := strings.CutPrefix(route.pattern, "POST "); ok && strings.Contains(form, "{id}/") && !pagesOf[form] {
			p.Handle(mux, "GET "+form, p.Limited(web.PageViews, pages.ForSignedIn(p.back))) // who had to sign in first comes back by GET
		}
	}
}

// to answers by leading to another page.
func to(path string) page {
	return func(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
		http.Redirect(w, r, path, http.StatusSeeOther)
		return nil
	}
}

// back leads to the page of a model, for who opens the address of a form.
func (p *Pages) back(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	m, err := p.own(r, in)
	if err != nil {
		return err
	}
	http.Redirect(w, r, pathOf(m.ID), http.StatusSeeOther)
	return nil
}

func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name, title string, content any) error {
	view := pages.View{Title: title, Hidden: true, Section: root, Content: content}
	if script := map[string]string{"model": "upload.js", "models": "upload.js", "crop": "crop.js"}[name]; script != "" {
		view.Script, view.Policy.Script, view.Policy.Asks = p.Asset(script), true, name != "crop"
	}
	return p.Render(w, r, status, name, view)
}

// author is who is signed in as the author of their own models: an operator is nothing
// more here.
func author(in shop.SignedIn) vitrine.Caller {
	return vitrine.Caller{User: in.User, Scopes: vitrine.OwnScopes()}
}

// pathOf is the path of the page of a model.
func pathOf(id int64) string { return root + "/models/" + strconv.FormatInt(id, 10) }

// own returns the model of a page, with its parts, if it belongs to who is signed in.
func (p *Pages) own(r *http.Request, in shop.SignedIn) (*vitrine.Model, error) {
	id, err := pages.Number(r, "id")
	if err != nil {
		return nil, err
	}
	m, err := p.db.Model(r.Context(), id)
	if err != nil {
		return nil, err
	}
	if m.AuthorID != in.User.ID || m.DraftOf != 0 {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no model %d", id)
	}
	return m, nil
}

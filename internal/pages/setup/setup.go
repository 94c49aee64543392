// Package setup holds the pages on which an operator says what a marketplace is: once, with
// the key that its first start prints, and later at the operator's desk.
package setup

import (
	"bytes"
	"embed"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop     *shop.Shop
	mailed   bool
	currency string
}

// Options is what the pages are made from.
type Options struct {
	Shell    *pages.Shell
	Shop     *shop.Shop
	Mailed   bool   // whether mail is sent from here
	Currency string // that the server was started with; "": the operator may choose
}

// New reads the templates.
func New(o Options) (*Pages, error) {
	room, err := o.Shell.SpokenRoom(files, nil)
	return &Pages{Room: room, shop: o.Shop, mailed: o.Mailed, currency: o.Currency}, err
}

// housePath is the desk on which the operator says what the marketplace is.
const housePath = "/desk/house"

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for pattern, page := range map[string]pages.Page{
		"GET /setup": p.begin, "POST /setup": p.setUp, "GET " + housePath: p.house, "POST " + housePath: p.changeHouse,
	} {
		p.Handle(mux, pattern, p.Limited(web.PageViews, page))
	}
	p.AddDesk(locale.Text("Marketplace"), housePath)
}

// maxForm is how large a form with a logo may be.
const maxForm = shop.MaxLogoBytes + 64<<10

// begin shows the form to one who has the key, and asks others for it.
func (p *Pages) begin(w http.ResponseWriter, r *http.Request) error {
	key := strings.TrimSpace(r.URL.Query().Get("key"))
	done, err := p.shop.SetUp(r.Context())
	switch {
	case err != nil:
		return err
	case done:
		return p.isSetUp(w, r)
	case key == "":
		return p.askKey(w, r, http.StatusOK, "")
	}
	if err := p.shop.CheckSetupKey(r.Context(), key, web.ClientNetwork(r.Context())); err != nil {
		return p.refuse(w, r, err)
	}
	house := vitrine.DefaultHouse()
	house.Name, house.AskWaiver = "", true // to be chosen; what the law of many asks for is ticked
	f := p.beginForm(r, key)
	f.fill(house)
	f.values.Set("currency", p.shop.Settings().Currency)
	return p.showBegin(w, r, http.StatusOK, f)
}

// setUp carries the form out.
func (p *Pages) setUp(w http.ResponseWriter, r *http.Request) error {
	// Nobody's body is read who has no key.
	key := r.URL.Query().Get("key")
	if err := p.shop.CheckSetupKey(r.Context(), key, web.ClientNetwork(r.Context())); err != nil {
		return p.refuse(w, r, err)
	}
	sent, err := web.ReadFiles(w, r, maxForm)
	if err != nil {
		return err
	}
	started, err := p.shop.SetUpByKey(r.Context(), key, shop.Beginning{
		Username: strings.TrimSpace(sent.Get("username")), Email: strings.TrimSpace(sent.Get("email")), Password: sent.Get("password"),
		House: houseOf(sent.Values, vitrine.House{}), Currency: p.chosenCurrency(sent.Values), Logo: logoOf(sent), Mailed: p.mailed,
		Language: locale.Wanted(r.Header.Get("Accept-Language")),
	}, p.Sessions().Browser(r))
	if status, problem, ok := faultsOf(r, err); ok {
		f := p.beginForm(r, key)
		f.values, f.problem, f.faults = sent.Values, problem.Message, problem.Fields
		return p.showBegin(w, r, status, f)
	}
	if err != nil {
		return p.refuse(w, r, err)
	}
	if err := p.Sessions().Begin(w, r, started); err != nil {
		return err
	}
	http.Redirect(w, r, housePath+"?new=1", http.StatusSeeOther)
	return nil
}

// chosenCurrency is "" where the operator said it when they started the server.
func (p *Pages) chosenCurrency(sent url.Values) string {
	if p.currency != "" {
		return ""
	}
	return strings.ToUpper(strings.TrimSpace(sent.Get("currency")))
}

func logoOf(sent web.Sent) io.Reader {
	if data, ok := sent.Files["logo"]; ok {
		return bytes.NewReader(data)
	}
	return nil
}

// refuse says why the marketplace is not to be set up by this request.
func (p *Pages) refuse(w http.ResponseWriter, r *http.Request, err error) error {
	if errors.Is(err, shop.ErrSetUp) {
		return p.isSetUp(w, r)
	}
	if vitrine.CodeOf(err) == vitrine.Forbidden {
		return p.askKey(w, r, http.StatusForbidden, locale.Of(r.Context()).Says(err.Error()))
	}
	return err
}

// isSetUp says that there is nothing to be done here any more.
func (p *Pages) isSetUp(w http.ResponseWriter, r *http.Request) error {
	secret(w)
	return p.Render(w, r, http.StatusNotFound, "done", pages.View{Title: locale.Of(r.Context()).T("This marketplace is set up"), Hidden: true})
}

func (p *Pages) askKey(w http.ResponseWriter, r *http.Request, status int, problem string) error {
	secret(w)
	title := locale.Of(r.Context()).T("Set up this marketplace")
	return p.Render(w, r, status, "key", pages.View{Title: title, Hidden: true, Content: problem})
}

func (p *Pages) showBegin(w http.ResponseWriter, r *http.Request, status int, f *form) error {
	secret(w)
	return p.Render(w, r, status, "setup", pages.View{Title: locale.Of(r.Context()).T("Set up this marketplace"), Hidden: true, Content: f})
}

// secret keeps a page whose address is a secret out of caches and of other sites' logs.
func secret(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
}

// desk returns the operator at the browser of a request, whose session is fresh. Others are
// led to the doors where they become one, or told that nothing is here.
func (p *Pages) desk(r *http.Request) (shop.SignedIn, error) {
	in, err := session.Operator(r)
	if err != nil {
		return in, err
	}
	return in, p.shop.ProvedNow(r.Context(), in) // before the form is filled in, which would be lost after
}

// house shows what the operator says about the marketplace.
func (p *Pages) house(w http.ResponseWriter, r *http.Request) error {
	if _, err := p.desk(r); err != nil {
		return err
	}
	house, err := p.shop.House(r.Context())
	if err != nil {
		return err
	}
	f := p.houseForm(r, house)
	f.fill(house)
	f.IsNew, f.Saved = r.URL.Query().Has("new"), r.URL.Query().Has("saved")
	return p.showHouse(w, r, http.StatusOK, f)
}

// changeHouse carries the form out.
func (p *Pages) changeHouse(w http.ResponseWriter, r *http.Request) error {
	in, err := p.desk(r)
	if err != nil {
		return err
	}
	sent, err := web.ReadFiles(w, r, maxForm)
	if err != nil {
		return err
	}
	_, err = p.shop.ChangeHouseAs(r.Context(), in, shop.HouseChange{
		Say: func(h *vitrine.House) {
			*h = refundedBy(sent.Values, paidBy(sent.Values, limitedBy(sent.Values, announcedBy(sent.Values, houseOf(sent.Values, *h)))))
		},
		Logo: logoOf(sent), DropLogo: sent.Get("drop_logo") == yes, If: pages.Seen(sent.Values),
	})
	if status, problem, ok := faultsOf(r, err); ok {
		house, err := p.shop.House(r.Context())
		if err != nil {
			return err
		}
		f := p.houseForm(r, house)
		f.values, f.problem, f.faults, f.stale = sent.Values, problem.Message, problem.Fields, problem.Code == vitrine.Stale
		if f.stale {
			f.differs(p.houseForm(r, house), house)
		}
		return p.showHouse(w, r, status, f)
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, housePath+"?saved=1", http.StatusSeeOther)
	return nil
}

func (p *Pages) showHouse(w http.ResponseWriter, r *http.Request, status int, f *form) error {
	w.Header().Set("Cache-Control", "no-store")
	title := locale.Of(r.Context()).T("What this marketplace is")
	return p.Render(w, r, status, "house", pages.View{Title: title, Hidden: true, Section: housePath, Content: f})
}

// faultsOf returns what a form is to say of an error; false for one that is no fault of it.
func faultsOf(r *http.Request, err error) (status int, problem *vitrine.Error, ok bool) {
	problem, ok = errors.AsType[*vitrine.Error](err)
	if !ok || len(problem.Fields) == 0 && problem.Code != vitrine.TooLarge && problem.Code != vitrine.Stale {
		return 0, nil, false
	}
	return web.ProblemOf(r, err).Status, problem, true
}

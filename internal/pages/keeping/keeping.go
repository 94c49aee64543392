// Package keeping holds the pages of what people keep: models that they like, sellers whom
// they follow, and collections of models.
//
// Pages of the storefront are the same for everybody and do not know what their reader keeps.
// Their buttons lead here, and their module asks here which of them are pressed already.
package keeping

import (
	"cmp"
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// Cards makes the cards of models that are in the catalogue, with a foot.
type Cards func(r *http.Request, ids []int64, foot func(id int64) template.HTML) (map[int64]template.HTML, error)

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop  *shop.Shop
	db    *store.DB
	cards Cards
	now   func() time.Time
}

// Options is what the pages are made from.
type Options struct {
	Shell *pages.Shell
	Shop  *shop.Shop
	DB    *store.DB
	Cards Cards
	Now   func() time.Time // nil: time.Now
}

// New reads the templates.
func New(o Options) (*Pages, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	room, err := o.Shell.SpokenRoom(files, nil)
	return &Pages{Room: room, shop: o.Shop, db: o.DB, cards: o.Cards, now: o.Now}, err
}

// Register adds the pages to a mux. The address of a button leads back to its page: somebody
// comes there who had to sign in first.
func (p *Pages) Register(mux *http.ServeMux) {
	for _, r := range slices.Concat(p.likeRoutes(), p.followRoutes(), p.collectionRoutes(), p.mailRoutes()) {
		p.Handle(mux, r.pattern, p.Limited(web.PageViews, r.page))
	}
}

// route is an address of the room.
type route struct {
	pattern string
	page    pages.Page
}

// maxForm is how many bytes a form has at most.
const maxForm = 64 << 10

// mine is a page for who is signed in.
func mine(next pages.Own) pages.Page {
	return pages.OwnPage(next, func(w http.ResponseWriter, r *http.Request) (url.Values, error) { return web.ReadForm(w, r, maxForm) })
}

// byModule reports whether the module of a page sends a form, which shows itself what was done.
func byModule(r *http.Request) bool { return r.Header.Get("Accept") == "application/json" }

// to leads to a path, and says there what was done. From there back leads on to where the
// form was sent.
func to(w http.ResponseWriter, r *http.Request, path, done, back string) error {
	if byModule(r) {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	query := url.Values{}
	if done != "" {
		query.Set("done", done)
	}
	if back = web.OwnPath(back); back != "" {
		query.Set("next", back)
	}
	http.Redirect(w, r, path+"?"+query.Encode(), http.StatusSeeOther)
	return nil
}

// backOf is where somebody came from, or else another path.
func backOf(r *http.Request, other string) string {
	return cmp.Or(web.OwnPath(r.URL.Query().Get("next")), other)
}

// done is what was done before a page was opened, in words; "" for nothing.
func done(r *http.Request, words map[string]locale.Phrase) string {
	if said, ok := words[r.URL.Query().Get("done")]; ok {
		return locale.Of(r.Context()).Say(said)
	}
	return ""
}

// listedAtOnce is how many models or sellers a page lists.
const listedAtOnce = 24

// button is a form with a single button, whose name says for ears what it is about.
func button(path, label, about string) template.HTML {
	m := &pages.Markup{}
	m.Fixed(`<form method="post" action="`).Text(path).Fixed(`"><button class="quiet">`).Text(label).Fixed(`<span class="unseen">: `)
	return m.Text(strings.TrimSpace(about)).Fixed(`</span></button></form>`).HTML()
}

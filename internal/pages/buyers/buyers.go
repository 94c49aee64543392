// Package buyers holds the pages of what buyers say and keep: reviews of models, with the
// answers of authors.
//
// Everybody reads reviews; who writes one is signed in, and whether they may is asked in the
// change, which is shop's.
package buyers

import (
	"embed"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop *shop.Shop
	db   *store.DB
	now  func() time.Time
}

// Options is what the pages are made from.
type Options struct {
	Shell *pages.Shell
	Shop  *shop.Shop
	DB    *store.DB
	Now   func() time.Time // nil: time.Now
}

// New reads the templates.
func New(o Options) (*Pages, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	room, err := o.Shell.SpokenRoom(files, nil)
	return &Pages{Room: room, shop: o.Shop, db: o.DB, now: o.Now}, err
}

// Register adds the pages to a mux. The address of a button leads back to its page: somebody
// comes there who had to sign in first.
func (p *Pages) Register(mux *http.ServeMux) {
	for _, r := range p.reviewRoutes() {
		p.Handle(mux, r.pattern, p.Limited(r.budget, r.page))
	}
}

// route is an address of the room.
type route struct {
	pattern string
	budget  web.Budget
	page    pages.Page
}

// maxForm is how many bytes a form has at most: a review in full, in any script, as it is
// escaped on its way.
const maxForm = 64 << 10

// mine is a page for who is signed in. A form with pictures is left to its page.
func mine(next pages.Own) pages.Page {
	return pages.OwnPage(next, func(w http.ResponseWriter, r *http.Request) (url.Values, error) {
		if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
			return url.Values{}, nil
		}
		return web.ReadForm(w, r, maxForm)
	})
}

// faults are what is wrong with a form, by the name of the field, "" for the whole; false
// where an error says nothing that whoever typed it can mend.
func faults(l *locale.Language, err error) (map[string]string, bool) {
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok {
		return nil, false
	}
	switch e.Code {
	case vitrine.Invalid, vitrine.Conflict, vitrine.Forbidden, vitrine.TooLarge, vitrine.RateLimited:
	case vitrine.Stale:
		return map[string]string{"": l.T("This was changed meanwhile, in another window or by somebody else. " +
			"Look at what is stored now, and save once more.")}, true
	default:
		return nil, false
	}
	return pages.FaultsOf(l, e), true
}

// explained returns what to say at the fields of a form that was not taken, and the status of
// its page: OK where nothing was refused. What the form can't explain is returned as it is.
func explained(w http.ResponseWriter, r *http.Request, refused error) (status int, wrong map[string]string, err error) {
	if refused == nil {
		return http.StatusOK, nil, nil
	}
	wrong, known := faults(locale.Of(r.Context()), refused)
	if !known {
		return 0, nil, refused
	}
	status, _ = pages.Later(w, r, refused)
	return status, wrong, nil
}

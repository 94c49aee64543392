// Package hooks holds the pages on which people look after their webhook endpoints: where
// programs of theirs are told what happens, what these were sent, and how they answered.
package hooks

import (
	"embed"
	"html/template"
	"net/http"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

const (
	path = "/account/webhooks"
	one  = path + "/{id}"
	sent = one + "/deliveries/{delivery}"

	// maxForm is the largest form in bytes.
	maxForm = 16 << 10
)

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop *shop.Shop
}

// New reads the templates.
func New(shell *pages.Shell, s *shop.Shop) (*Pages, error) {
	room, err := shell.SpokenRoom(files, template.FuncMap{"host": host, "tries": tries,
		"happens": pages.Spoken(func(l *locale.Language) any {
			return func(t vitrine.EventType) string { return l.Say(happens[t]) }
		}),
	})
	return &Pages{Room: room, shop: s}, err
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
		{"GET " + path + "/new", p.proved(p.blank)},
		{"POST " + path + "/new", p.proved(p.create)},
		{"GET " + one, p.endpoint},
		{"GET " + one + "/edit", p.proved(p.edit)},
		{"POST " + one + "/edit", p.proved(p.change)},
		{"POST " + one + "/rotate", p.proved(p.rotate)},
		{"POST " + one + "/remove", p.proved(p.remove)},
		{"POST " + one + "/test", p.test},
		{"POST " + one + "/redeliver", p.redeliverRange},
		{"GET " + sent, p.delivery},
		{"POST " + sent, p.redeliver},
	} {
		p.Handle(mux, route.pattern, p.Limited(web.PageViews, p.signedIn(route.page)))
	}
	for _, act := range []string{"/rotate", "/remove", "/test", "/redeliver"} {
		p.Handle(mux, "GET "+one+act, pages.LeadUp) // who had to sign in first comes back by GET
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

// proved asks who is here to show it first: whoever changes where events go, or gets a secret,
// gets to know what happens from then on.
func (p *Pages) proved(next page) page {
	return func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
		if err := p.shop.ProvedNow(r.Context(), in); err != nil {
			return err
		}
		return next(w, r, in)
	}
}

func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name, title string, content any) error {
	return p.Render(w, r, status, name, pages.View{Title: title, Hidden: true, Section: "/account", Content: content})
}

func endpointPath(id int64) string { return path + "/" + strconv.FormatInt(id, 10) }

// told are the words for what was done, by the word for it in an address.
var told = map[string]locale.Phrase{
	"removed": locale.Text("The endpoint is gone, with what it was sent and what waited for it."),
	"saved":   locale.Text("What you changed is saved."),
	"tested":  locale.Text("A test is on its way. Load this page again to see how it was answered."),
	"again":   locale.Text("It is on its way once more."),
	"none":    locale.Text("Nothing of that time is left to be sent once more."),
}

// happens says when the events are told.
var happens = map[vitrine.EventType]locale.Phrase{
	vitrine.EventOrderCreated:     locale.Text("an order was made"),
	vitrine.EventOrderPaid:        locale.Text("an order was paid"),
	vitrine.EventOrderExpired:     locale.Text("an order was not paid in time"),
	vitrine.EventOrderCanceled:    locale.Text("an order was canceled"),
	vitrine.EventOrderRefunded:    locale.Text("the money of an order went back"),
	vitrine.EventOrderDisputed:    locale.Text("a payment is disputed"),
	vitrine.EventCheckoutCreated:  locale.Text("a purchase of several orders was begun"),
	vitrine.EventCheckoutPaid:     locale.Text("a purchase of several orders was paid"),
	vitrine.EventCheckoutCanceled: locale.Text("a purchase of several orders was canceled"),
	vitrine.EventCheckoutExpired:  locale.Text("a purchase of several orders was not paid in time"),
	vitrine.EventModelPublished:   locale.Text("a model came into the catalogue"),
	vitrine.EventModelUnpublished: locale.Text("a model left the catalogue"),
	vitrine.EventModelDeleted:     locale.Text("a model was deleted"),
	vitrine.EventFileReady:        locale.Text("a file was read"),
	vitrine.EventFileRejected:     locale.Text("a file can’t be sold"),
	vitrine.EventPayoutCreated:    locale.Text("a payout to a seller was made"),
	vitrine.EventPayoutSent:       locale.Text("a payout to a seller was sent"),
	vitrine.EventPayoutPaid:       locale.Text("a payout to a seller arrived"),
	vitrine.EventPayoutFailed:     locale.Text("a payout to a seller came back"),
	vitrine.EventPayoutCanceled:   locale.Text("a payout to a seller was canceled"),
	vitrine.EventTransferCreated:  locale.Text("money of an order was moved to its seller’s own account"),
	vitrine.EventTransferReversed: locale.Text("money of an order was moved back from its seller’s own account"),
	vitrine.EventTransferFailed:   locale.Text("money of an order could not be moved to its seller’s own account, or back"),
	vitrine.EventUserCreated:      locale.Text("an account was made"),
	vitrine.EventUserRemoved:      locale.Text("an account was removed"),
}

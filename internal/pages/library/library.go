// Package library holds the pages on which buyers find again what they bought: the library
// of an account, its orders, and the orders of an address for those who have no account and
// show that they read its mail. It also sends all files of an order as one ZIP.
//
// Whoever has the address of a receipt page may have its files; all else needs a session, or
// the cookie that a browser gets by a mail.
package library

import (
	"embed"
	"net/http"

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
}

// Options is what the pages are made from.
type Options struct {
	Shell *pages.Shell
	Shop  *shop.Shop
	DB    *store.DB
}

// New reads the templates.
func New(o Options) (*Pages, error) {
	room, err := o.Shell.SpokenRoom(files, pages.OrderFunctions())
	return &Pages{Room: room, shop: o.Shop, db: o.DB}, err
}

// route is an address of the room.
type route struct {
	pattern string
	page    pages.Page
}

// routes are all addresses. A wildcard that is a secret is called key: it is in no log.
func (p *Pages) routes() []route {
	return []route{
		{"GET /library", pages.ForKnown(p.library)},
		{"GET /library/orders/{id}", pages.ForKnown(p.order)},
		{"GET /library/orders/{id}/files/{file}", pages.ForKnown(p.orderFile)},
		{"GET /library/orders/{id}/all.zip", pages.ForKnown(p.orderZip)},

		{"GET /orders/find", p.find}, {"POST /orders/find", p.submitFind},
		{"GET /orders/code", p.code}, {"POST /orders/code", p.submitCode},
		{"GET /orders/link/{key}", p.link}, {"POST /orders/link/{key}", p.submitLink},
		{"GET /orders/found", p.found},
		{"GET /orders/found/keep", pages.LeadTo("/orders/found")}, {"POST /orders/found/keep", pages.ForKnown(p.keep)},
		{"POST /orders/found/close", p.closeFound},

		{"GET /library/orders/{id}/receipt.jwt", pages.ForKnown(p.ownReceipt(sendReceipt))},
		{"GET /library/orders/{id}/receipt.pdf", pages.ForKnown(p.ownReceipt(printReceipt))},

		{"GET /receipt/{key}/all.zip", p.receiptZip}, {"GET /receipt/{key}/receipt.jwt", p.signedReceipt(sendReceipt)},
		{"GET /receipt/{key}/receipt.pdf", p.signedReceipt(printReceipt)},
		{"GET " + verifyPath, p.verify}, {"POST " + verifyPath, p.submitVerify},
		{"GET /free/{id}/all.zip", p.freeZip},
		{"GET /free/{id}/files/{file}", p.freeFile},
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

// show renders a page of the room.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name, title string, content any) error {
	v := pages.View{Title: title, Hidden: true, Content: content}
	if name == "library" || name == "order" {
		v.Section = "/library"
	}
	return p.Render(w, r, status, name, v)
}

// Package storefront holds the pages that visitors and customers see: home, lists,
// models, sellers, and the checkout and the receipt of an order.
//
// The address of a checkout page contains a secret of its order; whoever has it may
// see the order, pay it and download what was bought. Like the handlers of the
// interface, pages read from store and make changes through shop only.
package storefront

import (
	"embed"
	"html/template"
	"maps"
	"net/http"
	"time"

	"vitrine"
	"vitrine/internal/kept"
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
	shop        *shop.Shop
	db          *store.DB
	tree        *treeCache
	now         func() time.Time
	keeper      *keeper
	lists       *kept.Memory[string, *keptList]
	cardMemory  *kept.Memory[int64, *keptCard]
	sitemapSize int64
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
	functions := pages.OrderFunctions()
	maps.Copy(functions, template.FuncMap{
		"needs":   pages.Spoken(func(l *locale.Language) any { return func(f vitrine.File) string { return needs(l, f) } }),
		"tree":    pages.Spoken(func(l *locale.Language) any { return func(b []branch) template.HTML { return branchList(l, b) } }),
		"anchor":  anchor,
		"checks":  checks,
		"choices": choices,
	})
	room, err := o.Shell.SpokenRoom(files, functions)
	return &Pages{
		Room: room, shop: o.Shop, db: o.DB, now: o.Now, tree: &treeCache{db: o.DB}, keeper: newKeeper(o.DB, o.Now), lists: newListMemory(o.DB),
		cardMemory: newCardMemory(o.DB), sitemapSize: sitemapSize,
	}, err
}

// Memories tell what is remembered of whole pages, of the models of lists, and of the cards
// of models.
func (p *Pages) Memories() map[string]func() store.MemoryCounts {
	return map[string]func() store.MemoryCounts{"pages": p.keeper.pages.Counts, "page_lists": p.lists.Counts, "cards": p.cardMemory.Counts}
}

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	p.view(mux, "GET /{$}", p.home)
	p.view(mux, "GET /search", p.search, known()...)
	p.view(mux, "GET /facets", p.counts, narrowing()...)
	p.view(mux, "GET /suggest", p.suggest, "q")
	for _, s := range shelves() {
		p.view(mux, "GET "+s.Path, p.onShelf(s), known()...)
		p.view(mux, "GET "+s.Path+"/{path...}", p.onShelf(s), known()...)
	}
	p.view(mux, "GET /sellers/{username}", p.seller, known()...)
	p.Handle(mux, "GET "+adultPath, p.Limited(web.PageViews, pages.LeadTo("/")))
	p.Handle(mux, "POST "+adultPath, p.Limited(web.PageViews, p.sayGrown))
	p.Handle(mux, "POST /buy", p.Limited(web.VisitorOrders, p.buy))
	limited := func(pattern string, page pages.Page) { p.Handle(mux, pattern, p.Limited(web.PageViews, page)) }
	limited("GET /checkout/{key}", p.checkout)
	limited("POST /checkout/{key}", p.submit)
	limited("GET /receipt/{key}", p.receipt)
	p.togetherRoutes(limited)
	p.cartRoutes(mux)
	limited("GET /receipt/{key}/files/{id}", p.download)
	limited("GET /sell/models/{id}/preview", pages.Private(p.ownPreview))
	limited("GET /desk/models/{id}/preview", pages.Private(p.deskPreview))
	limited("GET /.well-known/tdmrep.json", p.reservations)
	limited("GET /sitemap.xml", p.sitemap)
	limited("GET /sitemaps/{number}", p.sitemapPart)
	p.Handle(mux, "GET /robots.txt", p.robots) // the same for everybody, and in memory
}

func link(text, path string) pages.Link { return pages.Link{Text: text, Path: path} }

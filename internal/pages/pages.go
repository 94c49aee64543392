// Package pages shows what people see in a browser: the storefront (home, lists,
// models, sellers), the checkout and the receipt of an order, the documentation
// of the interface and of its problems.
//
// Pages are rendered on the server from the templates beside this file and
// work without JavaScript. They set no cookies and load nothing from other
// hosts. The address of a checkout page contains a secret of its order; whoever
// has it may see the order, pay it and download what was bought.
//
// Like the handlers of the interface, pages read from store and make changes
// through shop only.
package pages

import (
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
	viewer "vitrine/web"
)

//go:embed templates/*.html
var files embed.FS

// Pages serves the pages.
type Pages struct {
	shop        *shop.Shop
	db          *store.DB
	baseURL     string
	contract    *contract
	assets      assets
	limiter     *web.Limiter
	tree        *treeCache
	sitemapSize int64
	templates   map[string]*template.Template
}

// Options is what the pages are made from.
type Options struct {
	Shop     *shop.Shop
	DB       *store.DB
	BaseURL  string                  // public base address, without a slash at its end
	OpenAPI  []byte                  // the contract as JSON
	Rates    map[web.Budget]web.Rate // by network; nil: no limits
	TreeKept time.Duration           // how long the categories are remembered; 0: not at all
	Now      func() time.Time        // nil: time.Now
}

// New reads the templates and the contract.
func New(o Options) (*Pages, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	p := &Pages{
		shop: o.Shop, db: o.DB, baseURL: o.BaseURL, templates: map[string]*template.Template{}, sitemapSize: sitemapSize,
		limiter: web.NewLimiter(o.Rates, o.Now), tree: &treeCache{db: o.DB, kept: o.TreeKept, now: o.Now},
	}
	var err error
	if p.contract, err = readContract(o.OpenAPI); err != nil {
		return nil, err
	}
	if p.assets, err = readAssets(); err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	for _, name := range names {
		page, err := template.New("layout.html").Funcs(p.functions()).ParseFS(files, "templates/layout.html", "templates/parts.html", name)
		if err != nil {
			return nil, fmt.Errorf("pages: %w", err)
		}
		p.templates[strings.TrimSuffix(strings.TrimPrefix(name, "templates/"), ".html")] = page
	}
	return p, nil
}

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.fail(w, r, vitrine.Errorf(vitrine.Forbidden, "the form was sent from another site: open its page here and send it again"))
	}))
	handle := func(pattern string, page func(http.ResponseWriter, *http.Request) error) {
		mux.Handle(pattern, web.Compress(crossOrigin.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := page(w, r); err != nil {
				p.fail(w, r, err)
			}
		}))))
	}
	handle("GET /{$}", p.limited(web.PageViews, p.home))
	handle("GET /search", p.limited(web.PageViews, p.search))
	for _, s := range shelves() {
		handle("GET "+s.Path, p.limited(web.PageViews, p.onShelf(s)))
		handle("GET "+s.Path+"/{path...}", p.limited(web.PageViews, p.onShelf(s)))
	}
	handle("GET /sellers/{username}", p.limited(web.PageViews, p.seller))
	handle("POST /buy", p.limited(web.VisitorOrders, p.buy))
	handle("GET /checkout/{key}", p.limited(web.PageViews, p.checkout))
	handle("POST /checkout/{key}", p.limited(web.PageViews, p.submit))
	handle("GET /receipt/{key}", p.limited(web.PageViews, p.receipt))
	handle("GET /receipt/{key}/files/{id}", p.limited(web.PageViews, p.download))
	handle("GET /docs", p.limited(web.PageViews, p.docs))
	handle("GET /docs/schemas", p.limited(web.PageViews, p.schemas))
	handle("GET /problems/{code}", p.limited(web.PageViews, p.problem))
	handle("GET /sitemap.xml", p.limited(web.PageViews, p.sitemap))
	handle("GET /sitemaps/{number}", p.limited(web.PageViews, p.sitemapPart))
	// What is the same for everybody, and in memory.
	handle("GET /robots.txt", p.robots)
	handle("GET /favicon.ico", p.favicon)
	handle("GET /assets/{name}", p.asset)
	mux.Handle("GET "+viewerPath+"/", viewer.Handler(viewerPath))
}

// limited takes a request from the budget of its network first.
func (p *Pages) limited(budget web.Budget, page func(http.ResponseWriter, *http.Request) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := p.limiter.Take(w.Header(), budget, web.ClientNetwork(r.Context())); err != nil {
			return err
		}
		return page(w, r)
	}
}

// Package pages shows what people see in a browser: the home page, the
// checkout and the receipt of an order, the documentation of the interface and
// of its problems.
//
// Pages are rendered on the server from the templates beside this file and
// need no JavaScript. They ask no host but their own for anything. The address
// of a checkout page holds a secret of its order; whoever has it may see the
// order, pay it and download what was bought.
//
// Like the handlers of the interface, pages read from store and change things
// through shop alone.
package pages

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"strings"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html templates/style.css
var files embed.FS

// Pages serves the pages.
type Pages struct {
	shop      *shop.Shop
	db        *store.DB
	baseURL   string
	contract  *contract
	templates map[string]*template.Template
}

// Options is what the pages are made from.
type Options struct {
	Shop    *shop.Shop
	DB      *store.DB
	BaseURL string // public base address, without a slash at its end
	OpenAPI []byte // the contract as JSON
}

// New reads the templates and the contract.
func New(o Options) (*Pages, error) {
	p := &Pages{shop: o.Shop, db: o.DB, baseURL: o.BaseURL, templates: map[string]*template.Template{}}
	var err error
	if p.contract, err = readContract(o.OpenAPI); err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	for _, name := range names {
		page, err := template.New("layout.html").Funcs(functions()).ParseFS(files, "templates/layout.html", name)
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
		mux.Handle(pattern, crossOrigin.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := page(w, r); err != nil {
				p.fail(w, r, err)
			}
		})))
	}
	handle("GET /{$}", p.home)
	handle("GET /docs", p.docs)
	handle("GET /problems/{code}", p.problem)
	handle("GET /style.css", p.style)
	handle("GET /checkout/{key}", p.checkout)
	handle("POST /checkout/{key}", p.submit)
	handle("GET /receipt/{key}", p.receipt)
	handle("GET /receipt/{key}/files/{id}", p.download)
}

// view is what every page shows around its own content.
type view struct {
	Title   string
	Refresh int // seconds until the page asks again; 0: never
	Content any
}

// render writes a page into a buffer first, so that a fault in a template never
// sends half of one.
func (p *Pages) render(w http.ResponseWriter, status int, name string, v view) error {
	var page bytes.Buffer
	if err := p.templates[name].Execute(&page, v); err != nil {
		return fmt.Errorf("render the page %s: %w", name, err)
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	if header.Get("Content-Security-Policy") == "" {
		header.Set("Content-Security-Policy", policy(""))
	}
	if header.Get("Cache-Control") == "" {
		header.Set("Cache-Control", "no-cache")
	}
	w.WriteHeader(status)
	_, err := page.WriteTo(w)
	return err
}

// policy is the content security policy of a page whose form may lead to one
// further address: browsers count the redirect behind a form as its action.
func policy(formLeadsTo string) string {
	action := "'self'"
	if address, err := url.Parse(formLeadsTo); err == nil && address.Host != "" && !strings.ContainsAny(address.Host, " ;,'") {
		action += " " + address.Scheme + "://" + address.Host
	}
	return "default-src 'none'; img-src 'self'; style-src 'self'; form-action " + action + "; base-uri 'none'; frame-ancestors 'none'"
}

// fail shows an error as a page, with the status that the interface would
// answer. What is not for the visitor goes to the log.
func (p *Pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	problem := web.ProblemOf(r, err)
	message := problem.Detail
	if rendered := p.render(w, problem.Status, "failure", view{Title: problem.Title, Content: failure{message, problem.RequestID}}); rendered != nil {
		web.WriteProblem(w, r, rendered)
	}
}

type failure struct {
	Message   string
	RequestID string
}

func (p *Pages) style(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "public, max-age=3600")
	http.ServeFileFS(w, r, files, "templates/style.css")
	return nil
}

func functions() template.FuncMap {
	return template.FuncMap{
		"money": func(o *vitrine.Order) string {
			if o.Price == 0 {
				return "Free"
			}
			return o.Price.String() + " " + o.Currency
		},
		"bytes": byteSize,
		"lines": func(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") },
	}
}

// byteSize writes a size for people, in decimal units.
func byteSize(n int64) string {
	const unit = 1000
	if n < unit {
		return fmt.Sprintf("%d bytes", n)
	}
	size, suffix := float64(n)/unit, "kB"
	for _, next := range []string{"MB", "GB", "TB"} {
		if size < unit {
			break
		}
		size, suffix = size/unit, next
	}
	return fmt.Sprintf("%.1f %s", size, suffix)
}

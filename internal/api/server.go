// Package api answers /v1, the interface that programs use. routes.go lists
// every operation; each resource has a file with its handlers and the JSON
// types of its answers.
//
// A handler has three steps, with a blank line between: authorize, call,
// encode. The caller's token, the operation's scope and the rate limit are
// checked before the handler runs. Reads may ask store; only shop makes changes.
// What all paths share, from problems to request ids, is in package web.
package api

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"vitrine/internal/door"
	"vitrine/internal/kept"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/upload"
	"vitrine/internal/web"
)

// Server answers the operations.
type Server struct {
	shop          *shop.Shop
	db            *store.DB
	baseURL       string
	numericPrices bool
	rates         map[web.Budget]web.Rate
	limiter       *web.Limiter
	mux           *http.ServeMux
	api           huma.API
	outer         web.Options
	fileTypes     fileTypes
	uploads       *upload.Handler
	answers       *kept.Memory[asked, *keptAnswer]
	resources     map[string]*resource // by path
	now           func() time.Time
}

// Options is what a Server works with.
type Options struct {
	Shop           *shop.Shop
	DB             *store.DB
	BaseURL        string                  // public base address, without a slash at its end
	NumericPrices  bool                    // prices.download is a number on answers to GET
	Rates          map[web.Budget]web.Rate // nil: web.DefaultRates
	TrustedProxies web.Proxies
	Log            *slog.Logger     // nil: no log
	Now            func() time.Time // nil: time.Now
	Mux            *http.ServeMux   // that the operations are added to; nil: a new one
	// Observe, when set, is called for every answered request.
	Observe func(pattern, method string, status int, took time.Duration)
	// Missing, when set, answers what no route takes outside the interface.
	Missing func(w http.ResponseWriter, r *http.Request, err error)
	Guesses *web.Guesses // that count wrong secrets; nil: nobody does
	Door    *door.Door   // that requests come through; nil: one that lets all of them in
}

// New makes a Server and adds its operations to the mux.
func New(o Options) *Server {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Mux == nil {
		o.Mux = http.NewServeMux()
	}
	if o.Door == nil {
		o.Door = door.New(door.DefaultRules())
	}
	if o.Rates == nil {
		o.Rates = web.DefaultRates()
	}
	s := &Server{
		shop: o.Shop, db: o.DB, baseURL: o.BaseURL, numericPrices: o.NumericPrices,
		rates: o.Rates, limiter: web.NewLimiter(o.Rates, o.Now), mux: o.Mux,
		outer: web.Options{
			BaseURL: o.BaseURL, Log: o.Log, Now: o.Now, TrustedProxies: o.TrustedProxies, Observe: o.Observe, Missing: o.Missing, Door: o.Door,
			Guesses: o.Guesses,
		},
		now: o.Now, fileTypes: shippedFileTypes(), answers: newAnswers(o.DB), uploads: upload.New(o.Shop), resources: map[string]*resource{},
	}
	s.api = web.NewAPI("Vitrine", "1")
	s.describeServer()
	s.routes()
	s.describeReadOnly()
	return s
}

// Handler serves all that is on the mux, the server's own operations and what
// was added beside them.
func (s *Server) Handler() http.Handler { return web.Wrap(s.mux, s.outer) }

// absolute is the public address of a path.
func (s *Server) absolute(path string) string { return s.baseURL + path }

package storefront

import (
	"net/http"

	"vitrine/internal/pages"
)

// SetSitemapSize makes sitemaps small enough to test their index.
func (p *Pages) SetSitemapSize(n int64) { p.sitemapSize = n }

// Summary is the summary of a model for search engines.
var Summary = summary

// View adds a page for visitors to a mux.
func (p *Pages) View(mux *http.ServeMux, pattern string, page pages.Page, parameters ...string) {
	p.view(mux, pattern, page, parameters...)
}

// Making is how many pages are being made.
func (p *Pages) Making() int {
	p.keeper.mu.Lock()
	defer p.keeper.mu.Unlock()
	return len(p.keeper.making)
}

// NoteTongues has the page of a request read otherwise in other languages, NoteFleeting has
// it not be kept.
func NoteTongues(r *http.Request)  { shownBy(r.Context()).tongues = true }
func NoteFleeting(r *http.Request) { shownBy(r.Context()).fleeting = true }

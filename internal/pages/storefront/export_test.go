package storefront

// SetSitemapSize makes sitemaps small enough to test their index.
func (p *Pages) SetSitemapSize(n int64) { p.sitemapSize = n }

// Summary is the summary of a model for search engines.
var Summary = summary

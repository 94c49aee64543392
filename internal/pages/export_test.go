package pages

// SetSitemapSize makes sitemaps small enough to test their index.
func (p *Pages) SetSitemapSize(n int64) { p.sitemapSize = n }

// The parts of the pages that have no page of their own yet.
var (
	PolicyOf = func(formLeadsTo string, viewer ...string) string {
		return policy{FormLeadsTo: []string{formLeadsTo}, Viewer: viewer}.String()
	}
	Grouped = grouped
	Summary = summary
)

package storefront

import (
	"html/template"
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
)

// homeModels is how many models the home page shows.
const homeModels = 12

// shelfView is a half of the catalogue as the home page shows it.
type shelfView struct {
	Path                  string
	Name, Heading, Browse string
	Categories            []branch
}

// view is a shelf as a page says it.
func view(l *locale.Language, s shelf, categories []branch) shelfView {
	return shelfView{s.Path, l.Say(s.Name), l.Say(s.Heading), l.Say(s.Browse), categories}
}

// home leads to the home page.
func home(l *locale.Language) pages.Link { return link(l.T("Home"), "/") }

func (p *Pages) home(w http.ResponseWriter, r *http.Request) error {
	found, err := p.catalogue(r, vitrine.CatalogueQuery{
		Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: homeModels},
	})
	if err != nil {
		return err
	}
	first, err := p.featuredNow(r.Context())
	if err != nil {
		return err
	}
	featured, err := p.cards(r, first, eagerCards)
	if err != nil {
		return err
	}
	cards, err := p.cards(r, found.IDs, max(0, eagerCards-len(featured)))
	if err != nil {
		return err
	}
	all, err := p.countedTree(r.Context())
	if err != nil {
		return err
	}

	l := locale.Of(r.Context())
	content := struct {
		Sandbox  bool
		Featured []template.HTML
		Models   []template.HTML
		Total    vitrine.Total
		Counted  string
		Shelves  []shelfView
	}{Sandbox: !p.shop.Live(), Featured: featured, Models: cards, Total: found.Total, Counted: counted(l, found.Total)}
	for _, s := range shelves() {
		content.Shelves = append(content.Shelves, view(l, s, all.branches(l, s, nil)))
	}
	guest, err := p.Sessions().GuestOf(r.Context())
	if err != nil {
		return err
	}
	name := guest.House.Name
	v := pages.View{
		Title: l.T("{site}: a marketplace for 3D models", name), Canonical: "/", Content: content, Completes: true, Keeps: true,
		Description: l.T("3D models for games, film, architecture and printing, from independent sellers. {models} to download.",
			content.Counted),
		Structured: map[string]any{
			"@context": "https://schema.org", "@type": "WebSite", "name": name, "url": p.Address("/"),
			"potentialAction": map[string]any{
				"@type": "SearchAction", "target": p.Address("/search?keywords={keywords}"), "query-input": "required name=keywords",
			},
		},
	}
	w.Header().Set("Cache-Control", pages.PageCache)
	return p.Render(w, r, http.StatusOK, "home", v)
}

// counted formats the length of a list for people.
func counted(l *locale.Language, total vitrine.Total) string {
	if total.More {
		return l.N("more than {n} model", "more than {n} models", total.Count)
	}
	return l.N("{n} model", "{n} models", total.Count)
}

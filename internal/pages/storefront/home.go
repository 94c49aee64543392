package storefront

import (
	"html/template"
	"net/http"

	"vitrine"
	"vitrine/internal/pages"
)

// homeModels is how many models the home page shows.
const homeModels = 12

// shelfView is a half of the catalogue as the home page shows it.
type shelfView struct {
	shelf
	Categories []branch
}

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

	content := struct {
		Sandbox  bool
		Featured []template.HTML
		Models   []template.HTML
		Total    vitrine.Total
		Counted  string
		Shelves  []shelfView
	}{Sandbox: p.shop.PaymentProvider() == "sandbox", Featured: featured, Models: cards, Total: found.Total, Counted: counted(found.Total)}
	for _, s := range shelves() {
		content.Shelves = append(content.Shelves, shelfView{s, all.branches(s, nil)})
	}
	guest, err := p.Sessions().GuestOf(r.Context())
	if err != nil {
		return err
	}
	name := guest.House.Name
	v := pages.View{
		Title: name + ": a marketplace for 3D models", Canonical: "/", Content: content, Completes: true,
		Description: "3D models for games, film, architecture and printing, from independent sellers. " + counted(found.Total) + " to download.",
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
func counted(total vitrine.Total) string {
	switch {
	case total.More:
		return "more than " + pages.Grouped(total.Count) + " models"
	case total.Count == 1:
		return "1 model"
	default:
		return pages.Grouped(total.Count) + " models"
	}
}

package pages

import (
	"net/http"

	"vitrine"
	"vitrine/internal/web"
)

// homeModels is how many models the home page shows.
const homeModels = 12

// shelfView is a half of the catalogue as the home page shows it.
type shelfView struct {
	shelf
	Categories []branch
}

func (p *Pages) home(w http.ResponseWriter, r *http.Request) error {
	found, err := p.db.Catalogue(r.Context(), vitrine.CatalogueQuery{
		Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: homeModels},
	})
	if err != nil {
		return err
	}
	cards, err := p.cards(r, found.Records)
	if err != nil {
		return err
	}
	all, err := p.tree.tree(r.Context())
	if err != nil {
		return err
	}

	content := struct {
		Sandbox bool
		Models  []card
		Total   vitrine.Total
		Counted string
		Shelves []shelfView
	}{Sandbox: p.shop.PaymentProvider() == "sandbox", Models: cards, Total: found.Total, Counted: counted(found.Total)}
	for _, s := range shelves() {
		content.Shelves = append(content.Shelves, shelfView{s, all.branches(s, nil)})
	}
	v := view{
		Title: siteName + ": a marketplace for 3D models", Canonical: "/", Content: content,
		Description: "3D models for games, film, architecture and printing, from independent sellers. " + counted(found.Total) + " to download.",
		Structured: map[string]any{
			"@context": "https://schema.org", "@type": "WebSite", "name": siteName, "url": p.baseURL + "/",
			"potentialAction": map[string]any{
				"@type": "SearchAction", "target": p.baseURL + "/search?keywords={keywords}", "query-input": "required name=keywords",
			},
		},
	}
	w.Header().Set("Cache-Control", pageCache)
	return p.render(w, r, http.StatusOK, "home", v)
}

// counted formats the length of a list for people.
func counted(total vitrine.Total) string {
	switch {
	case total.More:
		return "more than " + grouped(total.Count) + " models"
	case total.Count == 1:
		return "1 model"
	default:
		return grouped(total.Count) + " models"
	}
}

// problem shows what a problem of the interface means.
func (p *Pages) problem(w http.ResponseWriter, r *http.Request) error {
	code := r.PathValue("code")
	for _, doc := range web.Docs() {
		if string(doc.Code) == code {
			return p.render(w, r, http.StatusOK, "problem", view{Title: doc.Title, Content: doc})
		}
	}
	return vitrine.Errorf(vitrine.NotFound, "there is no problem named %q", code)
}

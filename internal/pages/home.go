package pages

import (
	"encoding/json"
	"fmt"
	"net/http"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/web"
)

// homeModels is how many models the home page shows.
const homeModels = 24

// card is a model as the home page shows it.
type card struct {
	Title      string            `json:"title"`
	AuthorName string            `json:"author_name"`
	URL        string            `json:"url"`
	Type       string            `json:"type"`
	Prices     map[string]string `json:"prices"`
	Currency   string            `json:"currency"`
	Thumbnails []string          `json:"thumbnails"`
	Extensions []string          `json:"availableFileExtensions"`
}

// Price tells the price for people.
func (c card) Price() string {
	if c.Prices["download"] == "0.00" {
		return "Free"
	}
	return c.Prices["download"] + " " + c.Currency
}

func (p *Pages) home(w http.ResponseWriter, r *http.Request) error {
	found, err := p.db.Catalogue(r.Context(), vitrine.CatalogueQuery{
		Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: homeModels},
	})
	if err != nil {
		return err
	}

	content := struct {
		Models []card
		Total  vitrine.Total
	}{Total: found.Total}
	for _, stored := range found.Records {
		if stored.JSON == "" {
			continue // being made anew; it stands here again with its next change
		}
		var c card
		if err := json.Unmarshal(record.Form{}.Expand(nil, stored.JSON), &c); err != nil {
			return fmt.Errorf("record of model %d: %w", stored.ID, err)
		}
		content.Models = append(content.Models, c)
	}
	return p.render(w, http.StatusOK, "home", view{Title: "Vitrine", Content: content})
}

// problem shows what a problem of the interface means.
func (p *Pages) problem(w http.ResponseWriter, r *http.Request) error {
	code := r.PathValue("code")
	for _, doc := range web.Docs() {
		if string(doc.Code) == code {
			return p.render(w, http.StatusOK, "problem", view{Title: doc.Title, Content: doc})
		}
	}
	return vitrine.Errorf(vitrine.NotFound, "there is no problem named %q", code)
}

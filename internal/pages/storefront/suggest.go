package storefront

import (
	"net/http"
	"net/url"

	"vitrine"
	"vitrine/internal/locale"
)

// suggestedSearch is a search that the field for searches offers, and how many models it finds.
type suggestedSearch struct {
	Keywords string `json:"keywords"`
	Models   int64  `json:"models"`
	More     bool   `json:"more,omitempty"`
}

// suggest answers the field for searches with what the typed words may become.
func (p *Pages) suggest(w http.ResponseWriter, r *http.Request) error {
	f := readFilters(url.Values{"keywords": r.URL.Query()["q"]}, nil)
	if len(f.faults) > 0 {
		return vitrine.Errorf(vitrine.Malformed, "the parameter q can't be read: %s", f.faults[0].in(locale.English()))
	}
	q := vitrine.CatalogueQuery{Keywords: f.Query.Keywords, Language: searchLanguage(r)}
	if err := p.noteWords(r, q); err != nil {
		return err
	}

	found, err := p.db.Complete(r.Context(), q)
	if err != nil {
		return err
	}
	list := make([]suggestedSearch, len(found))
	for i, s := range found {
		list[i] = suggestedSearch{s.Keywords, s.Total.Count, s.Total.More}
	}
	return sendJSON(w, list)
}

// noteWords notes that words are shown which models of a list have.
func (p *Pages) noteWords(r *http.Request, q vitrine.CatalogueQuery) (err error) {
	s := shownBy(r.Context())
	s.lists = append(s.lists, q)
	s.vocabulary = new(int64)
	// Before they are read: what becomes known meanwhile is asked for again.
	*s.vocabulary, err = p.db.Vocabulary(r.Context())
	return err
}

package storefront

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/store"
)

// choiceCounts are how many models a list would have with each choice that its form offers.
type choiceCounts struct {
	More   bool                        `json:"more,omitempty"` // there may be more of everything
	Counts map[string]map[string]int64 `json:"counts"`         // by the name of a field and its value; what is not there is 0
}

// counts answers a list's page, once its form is in sight.
func (p *Pages) counts(w http.ResponseWriter, r *http.Request) error {
	f := readFilters(r.URL.Query(), nil)
	if len(f.faults) > 0 {
		return vitrine.Errorf(vitrine.Malformed, "the parameter %s can't be read: %s", f.faults[0].name, f.faults[0].in(locale.English()))
	}
	if f.Query.Keywords != "" {
		f.Query.Language = searchLanguage(r)
	}
	noteWithin(r, f.Query)

	found, err := p.db.Facets(r.Context(), f.Query, f.formats()...)
	if err != nil {
		return err
	}
	answer := choiceCounts{found.More, map[string]map[string]int64{"extensions": {}}} // the only ones that may all be missing
	for _, facet := range found.Facets {
		answer.add(facet)
	}
	return sendJSON(w, answer)
}

// noteWithin notes that the lists are shown that the choices of one lead to.
func noteWithin(r *http.Request, q vitrine.CatalogueQuery) {
	s := shownBy(r.Context())
	s.lists = append(s.lists, vitrine.CatalogueQuery{
		Keywords: q.Keywords, Author: q.Author, CategoryID: q.CategoryID, AdultContent: q.AdultContent,
		MinPrice: q.MinPrice, MaxPrice: q.MaxPrice, MinAdminRating: q.MinAdminRating,
	})
}

// add adds the counts of a facet, under the names of the form.
func (c *choiceCounts) add(facet store.Facet) {
	for _, v := range facet.Values {
		switch facet.Name {
		case store.FacetType:
			c.put("product_type", v.Value, v.Count)
		case store.FacetFormat:
			c.put("extensions", v.Value, v.Count)
		case store.FacetPolygons:
			c.put("polygons", v.Value, v.Count)
		case store.FacetAI:
			c.put("ai_generated", v.Value, v.Count)
		case store.FacetTrait:
			c.put(v.Value, "true", v.Count)
		case store.FacetLicense:
			if v.Value != string(vitrine.Editorial) {
				c.put("license", "exclude_editorial", v.Count)
			}
		}
	}
}

// put adds to the count of a choice. All choices of a field are known by the first of them.
func (c *choiceCounts) put(field, value string, count int64) {
	if c.Counts[field] == nil {
		c.Counts[field] = map[string]int64{}
	}
	c.Counts[field][value] += count
}

// countsPath is where a list's page finds its counts. Lists that differ in order alone have one.
func (f *filters) countsPath() string {
	asked := url.Values{}
	for _, name := range narrowing() {
		if values := f.Kept[name]; len(values) > 0 {
			asked[name] = values
		}
	}
	for name, value := range map[string]string{"product_type": string(f.Query.ProductType), "author": f.Query.Author} {
		if value != "" {
			asked.Set(name, value)
		}
	}
	if f.Query.CategoryID != 0 {
		asked.Set("category_id", strconv.FormatInt(f.Query.CategoryID, 10))
	}
	return address("/facets", asked)
}

// sendJSON answers the module of a page with what is the same for everybody.
func sendJSON(w http.ResponseWriter, answer any) error {
	body, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", pages.PageCache)
	header.Set("Vary", "Accept-Language, Cookie")
	header.Set("X-Robots-Tag", "noindex")
	header.Set("ETag", `"`+strconv.FormatUint(xxhash.Sum64(body), 36)+`"`)
	_, err = w.Write(body)
	return err
}

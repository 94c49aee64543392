package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"vitrine"
	"vitrine/internal/posting"
	"vitrine/internal/words"
)

// The facets of a list.
const (
	FacetCategory = "category" // top ones, and the subcategories of the one that is asked for
	FacetType     = "product_type"
	FacetFormat   = "extension" // those that most models have
	FacetLicense  = "license"
	FacetPolygons = "polygons"
	FacetTrait    = "trait"
	FacetPrice    = "price"
)

// maxFormats is how many file extensions are counted.
const maxFormats = 24

// Facet is what models of a list differ in, and how many have each value.
type Facet struct {
	Name   string
	Values []FacetValue
}

// FacetValue is one value of a facet and how many models of the list have it. What the
// list is already narrowed to by the same facet is left aside, but for traits: the
// number is that of the list which another choice would show.
type FacetValue struct {
	Value string
	Count int64
}

// Facets are those of a list, and how many models it has, exactly.
type Facets struct {
	Total  int64
	Facets []Facet
}

// Facets counts what the models of a list have. Page and order of the query count for
// nothing.
func (r *reads) Facets(ctx context.Context, q vitrine.CatalogueQuery) (Facets, error) {
	asked := parseKeywords(q)
	if blank(q.Keywords, asked) {
		return Facets{}, nil
	}
	state, err := r.searchState(ctx)
	if err != nil {
		return Facets{}, err
	}
	q.Page, q.Sort = vitrine.Page{}, ""
	key, err := json.Marshal(q)
	if err != nil {
		return Facets{}, fmt.Errorf("name the facets: %w", err)
	}
	if kept, ok := r.cache.search.facets.find(string(key), state); ok {
		return kept, nil
	}
	index, err := r.indexIn(ctx, state)
	if err != nil {
		return Facets{}, err
	}
	found, err := r.countFacets(ctx, index, q, asked)
	if err == nil {
		r.cache.search.facets.keep(string(key), state, found)
	}
	return found, err
}

// facetValues are the values of a facet and the attributes that stand for them.
type facetValues struct {
	name              string
	values, attribute []string
}

func (r *reads) countFacets(ctx context.Context, index *posting.Index, q vitrine.CatalogueQuery, asked words.Query) (Facets, error) {
	w, err := r.wanted(ctx, q, asked)
	if err != nil {
		return Facets{}, err
	}
	query, err := r.known(ctx, w)
	if err != nil {
		return Facets{}, err
	}
	values, err := r.facetValues(ctx, q)
	if err != nil {
		return Facets{}, err
	}
	var facets []posting.Facet
	for _, v := range values {
		known, err := r.searchWords(ctx, v.attribute)
		if err != nil {
			return Facets{}, err
		}
		facet := posting.Facet{Lift: w.clause(v.name)}
		for _, name := range v.attribute {
			facet.Values = append(facet.Values, known[name])
		}
		facets = append(facets, facet)
	}
	column, err := r.searchWords(ctx, []string{posting.ColumnWord(columnPrice)})
	if err != nil {
		return Facets{}, err
	}
	price := posting.Bands{Column: posting.Word{ID: column[posting.ColumnWord(columnPrice)].ID, Name: columnPrice}, Bounds: priceBounds(),
		Lift: -1}
	if q.MinPrice != nil || q.MaxPrice != nil {
		price.Lift = 0
	}
	counts, err := index.Facets(ctx, query, facets, []posting.Bands{price})
	if err != nil {
		return Facets{}, err
	}
	return facetsOf(values, counts), nil
}

// facetsOf names what was counted.
func facetsOf(values []facetValues, counts posting.Counts) Facets {
	found := Facets{Total: counts.Total}
	for i, v := range values {
		facet := Facet{Name: v.name}
		for k, value := range v.values {
			facet.Values = append(facet.Values, FacetValue{value, counts.Facets[i][k]})
		}
		found.Facets = append(found.Facets, facet)
	}
	price := Facet{Name: FacetPrice}
	for i, count := range counts.Bands[0] {
		price.Values = append(price.Values, FacetValue{priceBand(i), count})
	}
	found.Facets = append(found.Facets, price)
	return found
}

// priceBounds are where one band of prices ends and the next begins, in minor units.
func priceBounds() []int64 { return []int64{1, 500, 1_000, 2_500, 5_000, 10_000, 25_000} }

// priceBand names a band by its bounds, from the first to before the second, such as
// 5.00-10.00. The last one has no end.
func priceBand(i int) string {
	bounds := priceBounds()
	from, to := "0.00", ""
	if i > 0 {
		from = vitrine.Amount(bounds[i-1]).String()
	}
	if i < len(bounds) {
		to = vitrine.Amount(bounds[i]).String()
	}
	return from + "-" + to
}

// facetValues are what is counted of a list.
func (r *reads) facetValues(ctx context.Context, q vitrine.CatalogueQuery) ([]facetValues, error) {
	categories, err := query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
		`SELECT id FROM categories WHERE parent_id IS NULL OR parent_id = $1
			OR parent_id = (SELECT parent_id FROM categories WHERE id = $1) ORDER BY id`, q.CategoryID)
	if err != nil {
		return nil, err
	}
	formats, err := r.wordRange(ctx, attrFormat, words.After(attrFormat), maxFormats)
	if err != nil {
		return nil, err
	}
	list := []facetValues{{name: FacetCategory}, {name: FacetType}, {name: FacetFormat}, {name: FacetLicense}, {name: FacetPolygons},
		{name: FacetTrait}}
	for _, id := range categories {
		list[0].add(attrCategory, strconv.FormatInt(id, 10))
	}
	list[1].add(attrType, string(vitrine.CG), string(vitrine.Printable))
	for _, format := range formats {
		list[2].add(attrFormat, strings.TrimPrefix(format.Name, attrFormat))
	}
	list[3].add(attrLicense, string(vitrine.General), string(vitrine.Editorial), string(vitrine.Custom))
	for _, polygons := range vitrine.PolygonRanges() {
		list[4].add(attrPolygons, polygons.Name)
	}
	list[5].add(":", "animated", "rigged", "pbr", "collection", "discounted")
	return list, nil
}

func (v *facetValues) add(prefix string, values ...string) {
	for _, value := range values {
		v.values = append(v.values, value)
		v.attribute = append(v.attribute, prefix+value)
	}
}

// maxFacets is how many lists have their facets remembered.
const maxFacets = 1_000

// facetMemory remembers facets for as long as nothing changes.
type facetMemory struct {
	mu    sync.Mutex
	state *searchState
	found map[string]Facets
}

func (m *facetMemory) find(key string, state *searchState) (Facets, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.state != state {
		return Facets{}, false
	}
	found, ok := m.found[key]
	return found, ok
}

func (m *facetMemory) keep(key string, state *searchState, found Facets) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.state != state || len(m.found) >= maxFacets {
		m.state, m.found = state, map[string]Facets{}
	}
	m.found[key] = found
}

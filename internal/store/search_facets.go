package store

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"vitrine"
)

// The facets of a list.
const (
	FacetPrice    = "price"
	FacetType     = "product_type"
	FacetFormat   = "extension" // those that models have, and that are asked for
	FacetPolygons = "polygons"
	FacetLicense  = "license"
	FacetCategory = "category" // top ones, and the subcategories of the one that is asked for
	FacetAI       = "ai_generated"
	FacetTrait    = "trait"
)

// Facet is what models of a list differ in, and how many have each value.
type Facet struct {
	Name   string
	Values []FacetValue
}

// FacetValue is one value of a facet, and how long the list would be that asks for it:
// in place of what the list asks for by the same facet, all else as it is. Each trait is
// a facet of its own in this; what leaves editorial licences out is one of licences.
type FacetValue struct {
	Value    string
	Min, Max *vitrine.Amount // of prices, both included; nil is no bound
	Count    int64
}

// Facets are those of a list, and how many models it has, exactly.
type Facets struct {
	Total  int64
	More   bool // phrases were looked for in the best matches alone: there may be more of everything
	Facets []Facet
}

// Facets counts what the models of a list have. Page and order of the query count for
// nothing. The formats that are named are counted beside those that most models have.
func (r *reads) Facets(ctx context.Context, q vitrine.CatalogueQuery, formats ...string) (Facets, error) {
	q.Page, q.Sort = vitrine.Page{}, ""
	key, err := json.Marshal(struct {
		vitrine.CatalogueQuery
		Formats []string
	}{q, formats})
	if err != nil {
		return Facets{}, fmt.Errorf("name the facets: %w", err)
	}
	if !r.inside {
		if err := r.look(ctx); err != nil {
			return Facets{}, err
		}
	}
	// The moment is taken first: what is changed later is in no facets that are kept.
	since := r.moment()
	var found Facets
	err = r.settled(ctx, func(state *searchState) (err error) {
		found, err = r.keptFacets(state, string(key), since, func() (Facets, error) { return r.facetsIn(ctx, state, q, formats) })
		return err
	})
	return found, err
}

func (r *reads) keptFacets(state *searchState, key string, since Moment, count func() (Facets, error)) (Facets, error) {
	memory := &r.searches.facets
	if kept, ok := memory.find(key, state, &r.cache.changes); ok && !r.inside {
		return kept, nil
	}
	found, err := count()
	if err == nil && !r.inside {
		memory.keep(key, found, state, since)
	}
	return found, err
}

// maxFacets is how many lists have their facets remembered.
const maxFacets = 1_000

// facetMemory remembers facets for as long as nothing changes: models by the state of the
// index, all else since a moment.
type facetMemory struct {
	mu    sync.Mutex
	state *searchState
	since Moment
	found map[string]Facets
	bytes int
	asked asked
}

func (m *facetMemory) find(key string, state *searchState, c *changes) (Facets, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, ok := m.look(key, state, c)
	m.asked.note(ok)
	return found, ok
}

func (m *facetMemory) look(key string, state *searchState, c *changes) (Facets, bool) {
	if m.state != state {
		return Facets{}, false
	}
	var same bool
	// What touches no model, such as another category, is an AnythingChanged.
	if m.since, same = c.unchanged(m.since, func(*Change) bool { return false }); !same {
		m.state, m.found, m.bytes = nil, nil, 0
		return Facets{}, false
	}
	found, ok := m.found[key]
	return found, ok
}

func (m *facetMemory) keep(key string, found Facets, state *searchState, since Moment) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.state != state || len(m.found) >= maxFacets {
		m.state, m.since, m.found, m.bytes = state, since, map[string]Facets{}, 0
	}
	// Those that are there hold since another moment: all are looked at from the earlier one.
	m.since = min(m.since, since)
	if _, there := m.found[key]; !there {
		m.bytes += len(key) + found.size()
	}
	m.found[key] = found
}

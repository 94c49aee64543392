package api

import (
	"context"
	"net/url"

	"vitrine"
	"vitrine/internal/store"
)

type facetsInput struct {
	AcceptLanguage string `header:"Accept-Language" doc:"Whose stems the keywords are found by, beside those of English."`
	FilterInput
}

type facetsOutput struct {
	Body struct {
		Total         int64   `json:"total" doc:"How many models the list has. It is exact beyond 10,000 too." example:"48702"`
		TotalRelation string  `json:"total_relation" enum:"eq,gte" doc:"eq: all numbers are exact. gte: they are lower bounds; keywords in quotes were looked for in the 1,000 best matches."`
		Facets        []facet `json:"facets" nullable:"false" doc:"What the models of the list differ in."`
	}
}

type facet struct {
	Name   string       `json:"name" example:"price" doc:"What the values are of: category, product_type, extension, license, polygons, ai_generated, trait or price; there may be others one day."`
	Values []facetValue `json:"values" nullable:"false" doc:"Top categories, and the subcategories of the one that is asked for; the file extensions that models have, most frequent first, and those that are asked for; of all else every value there is."`
}

type facetValue struct {
	Value string `json:"value" example:"5.00-9.99" doc:"A category's id, a file extension, the name of a value. Prices are bands, both ends included; the last has no end."`
	Count int64  `json:"count" example:"17" doc:"The total of the list with this value in place of what it asks for by the same facet; each trait counts as a facet of its own."`
	Query string `json:"query,omitempty" example:"min_price=5.00&max_price=9.99" doc:"The parameters of that list that ask for the value, encoded. Absent where no parameter does: of licenses."`
}

func (s *Server) listFacets(ctx context.Context, in *facetsInput) (*facetsOutput, error) {
	query, err := in.filter(in.AcceptLanguage)
	if err != nil {
		return nil, err
	}

	found, err := s.db.Facets(ctx, query)
	if err == nil && found.Total == 0 {
		var again bool
		if again, err = s.standsFor(ctx, &query); again {
			found, err = s.db.Facets(ctx, query)
		}
	}
	if err != nil {
		return nil, err
	}

	out := &facetsOutput{}
	out.Body.Total, out.Body.TotalRelation = found.Total, relation(vitrine.Total{More: found.More})
	out.Body.Facets = encodeAll(found.Facets, encodeFacet)
	return out, nil
}

func encodeFacet(f *store.Facet) facet {
	return facet{f.Name, encodeAll(f.Values, func(v *store.FacetValue) facetValue {
		return facetValue{v.Value, v.Count, askingFor(f.Name, v)}
	})}
}

// askingFor is the part of a list's query that asks for a value of a facet.
func askingFor(name string, v *store.FacetValue) string {
	parameters := map[string]string{store.FacetCategory: "category_id", store.FacetType: "product_type", store.FacetFormat: "extensions",
		store.FacetPolygons: "polygons", store.FacetAI: "ai_generated"}
	switch name {
	case store.FacetLicense:
		return ""
	case store.FacetTrait:
		return v.Value + "=true"
	case store.FacetPrice:
		query := "min_price=" + v.Min.String()
		if v.Max != nil {
			query += "&max_price=" + v.Max.String()
		}
		return query
	default:
		return parameters[name] + "=" + url.QueryEscape(v.Value)
	}
}

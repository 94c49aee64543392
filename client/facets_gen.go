// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"net/url"
)

// FacetsQuery is what [Client.ListFacets] can be asked for. What is zero is left out.
type FacetsQuery struct {
	// Words that must all occur in title, tags, author or description.
	Keywords string
	// Lowest price.
	MinPrice Amount
	// Highest price.
	MaxPrice Amount
	// Only models of this type.
	ProductType ProductType
	// A top category includes its subcategories.
	CategoryID int64
	// Any of these file extensions, inside archives too.
	Extensions []string
	// true includes adult content, false leaves it out; left out unless asked for, but with mine.
	AdultContent *bool
	// true: only models that were made with AI tools, as their authors say; false: only the others.
	AIGenerated *bool
	// true: only models whose price is lowered; false: only the others.
	Discounted *bool
	// Under 10,000 polygons; CG models.
	LowPoly *bool
	// CG models.
	Animated *bool
	// CG models.
	PBR *bool
	// CG models.
	Rigged *bool
	// CG models.
	Collection *bool
	// Lowest rating by the operator; 0 is no filter.
	MinAdminRating float64
	// Of models that are made of polygons.
	Polygons PolygonRange
	// exclude_editorial leaves out what may only be shown in news.
	License string
	// Username of the author.
	Author string
}

func (q FacetsQuery) values() url.Values {
	v := values{}
	v.add("keywords", q.Keywords)
	v.add("min_price", q.MinPrice)
	v.add("max_price", q.MaxPrice)
	v.add("product_type", q.ProductType)
	v.add("category_id", q.CategoryID)
	v.add("extensions", q.Extensions)
	v.add("adult_content", q.AdultContent)
	v.add("ai_generated", q.AIGenerated)
	v.add("discounted", q.Discounted)
	v.add("low_poly", q.LowPoly)
	v.add("animated", q.Animated)
	v.add("pbr", q.PBR)
	v.add("rigged", q.Rigged)
	v.add("collection", q.Collection)
	v.add("min_admin_rating", q.MinAdminRating)
	v.add("polygons", q.Polygons)
	v.add("license", q.License)
	v.add("author", q.Author)
	return url.Values(v)
}

// ListFacets: how many models of a list are in each category, format, price band. How many models a
// list of the catalogue has, and how many of them each choice would leave: each category, type,
// file extension, license, range of polygons, trait and price band. It takes the filters of
// [Client.ListModels]; each number is the total of the list that asks for its value, in place of
// what the list asks for by the same facet. A value that is left aside in this way keeps its
// number, so that numbers stand beside every choice, also those that were not made.
//
// GET /v1/facets, with the scope models:read.
func (c *Client) ListFacets(ctx context.Context, query FacetsQuery, options ...CallOption) (*FacetList, error) {
	return ask[FacetList](ctx, c, &request{method: http.MethodGet, path: "/v1/facets", query: query.values()}, options)
}

// Facet: something that the models of a list differ in.
type Facet struct {
	// What the values are of: category, product_type, extension, license, polygons, ai_generated,
	// trait or price; there may be others one day.
	Name string `json:"name"`
	// Top categories, and the subcategories of the one that is asked for; the file extensions that
	// models have, most frequent first, and those that are asked for; of all else every value there
	// is.
	Values []FacetValue `json:"values"`
}

// FacetList is how many models a list has, and of which kinds.
type FacetList struct {
	// How many models the list has. It is exact beyond 10,000 too.
	Total int64 `json:"total"`
	// eq: all numbers are exact. gte: they are lower bounds; keywords in quotes were looked for in the
	// 1,000 best matches.
	TotalRelation TotalRelation `json:"total_relation"`
	// What the models of the list differ in.
	Facets []Facet `json:"facets"`
}

// FacetValue is a value, and how many models have it.
type FacetValue struct {
	// A category's id, a file extension, the name of a value. Prices are bands, both ends included;
	// the last has no end.
	Value string `json:"value"`
	// The total of the list with this value in place of what it asks for by the same facet; each trait
	// counts as a facet of its own.
	Count int64 `json:"count"`
	// The parameters of that list that ask for the value, encoded. Absent where no parameter does: of
	// licenses.
	Query *string `json:"query,omitzero"`
}

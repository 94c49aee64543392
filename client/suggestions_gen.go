// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"net/url"
)

// SuggestionsQuery is what [Client.ListSuggestions] can be asked for. What is zero is left out.
type SuggestionsQuery struct {
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

func (q SuggestionsQuery) values() url.Values {
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

// ListSuggestions: searches that keywords become by going on to type. What keywords may become by
// more letters of the word that they end with: words that models have, each tried with the words
// before it and with the filters of [Client.ListModels]. None is suggested that finds nothing, so
// that words of drafts, and of adult content unless it is asked for, are not among them. Where many
// words begin alike, a new one may take some minutes.
//
// GET /v1/suggestions, with the scope models:read.
func (c *Client) ListSuggestions(ctx context.Context, query SuggestionsQuery, options ...CallOption) (*SuggestionList, error) {
	return ask[SuggestionList](ctx, c, &request{method: http.MethodGet, path: "/v1/suggestions", query: query.values()}, options)
}

// SuggestionList is what the keywords may become.
type SuggestionList struct {
	// At most 10, those first that find most. There are none where the keywords end with no word, or
	// have quotes around several.
	Suggestions []SuggestedSearch `json:"suggestions"`
}

// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"net/url"
)

// CorrectionsQuery is what [Client.ListCorrections] can be asked for. What is zero is left out.
type CorrectionsQuery struct {
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

func (q CorrectionsQuery) values() url.Values {
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

// ListCorrections: the search that was meant by mistyped keywords. The search that a reader meant
// who finds few models, for a question such as "Did you mean oak chair?": words that five models at
// most have are replaced by others at one mistake, or two in words of six letters or more, if that
// finds at least ten times as many models with the same filters. Words of Latin, Greek and Cyrillic
// letters are corrected.
//
// GET /v1/corrections, with the scope models:read.
func (c *Client) ListCorrections(ctx context.Context, query CorrectionsQuery, options ...CallOption) (*CorrectionList, error) {
	return ask[CorrectionList](ctx, c, &request{method: http.MethodGet, path: "/v1/corrections", query: query.values()}, options)
}

// CorrectionList is what was meant.
type CorrectionList struct {
	// One, or none where the keywords find enough, no other word is near, or there are quotes around
	// several.
	Corrections []SuggestedSearch `json:"corrections"`
}

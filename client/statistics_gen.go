// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"net/url"
)

// StatisticsQuery is what [Client.ListStatistics] can be asked for. What is zero is left out.
type StatisticsQuery struct {
	// First day, in UTC; 29 days before the last when absent.
	From string
	// Last day, in UTC; today when absent. At most 366 days at once.
	To string
}

func (q StatisticsQuery) values() url.Values {
	v := values{}
	v.add("from", q.From)
	v.add("to", q.To)
	return url.Values(v)
}

// ListStatistics: how often the caller's models were looked at. How often pages of the caller's
// models were looked at and their files downloaded, by day and by model. No address of who did is
// kept; robots and the author are left out. It is counted within the minute.
//
// GET /v1/statistics, with the scope orders:read.
func (c *Client) ListStatistics(ctx context.Context, query StatisticsQuery, options ...CallOption) (*Statistics, error) {
	return ask[Statistics](ctx, c, &request{method: http.MethodGet, path: "/v1/statistics", query: query.values()}, options)
}

// DaySeen is what was counted on a day.
type DaySeen struct {
	// In UTC.
	Day string `json:"day"`
	// How often pages of models were looked at: by the same browser once a day, robots and authors
	// left out.
	Views int64 `json:"views"`
	// How often files were downloaded, in the same way.
	Downloads int64 `json:"downloads"`
}

// ModelSeen is what was counted of a model.
type ModelSeen struct {
	// Names the model in addresses.
	ModelID int64 `json:"model_id"`
	// As it is now.
	Title string `json:"title"`
	// The model is deleted.
	Deleted bool `json:"deleted"`
	// How often pages of models were looked at: by the same browser once a day, robots and authors
	// left out.
	Views int64 `json:"views"`
	// How often files were downloaded, in the same way.
	Downloads int64 `json:"downloads"`
}

// Statistics is how often models were looked at and downloaded.
type Statistics struct {
	// The first day.
	From string `json:"from"`
	// The last day.
	To string `json:"to"`
	// Days on which something was counted, the oldest first.
	Days []DaySeen `json:"days"`
	// Models of which something was counted, at most 100, those first that were looked at most.
	Models []ModelSeen `json:"models"`
	// How often pages of models were looked at: by the same browser once a day, robots and authors
	// left out.
	Views int64 `json:"views"`
	// How often files were downloaded, in the same way.
	Downloads int64 `json:"downloads"`
}

// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"net/url"
)

// SalesQuery is what [Client.ListSales] can be asked for. What is zero is left out.
type SalesQuery struct {
	// First day, in UTC; 29 days before the last when absent.
	From string
	// Last day, in UTC; today when absent. At most 366 days at once.
	To string
}

func (q SalesQuery) values() url.Values {
	v := values{}
	v.add("from", q.From)
	v.add("to", q.To)
	return url.Values(v)
}

// ListSales: what the caller sold, by day, model and country. What was sold of the caller's models,
// added up by the day of payment, by model and by the country of buyers, without who bought it.
// [Client.ListOrders] with sold=true has each sale.
//
// GET /v1/sales, with the scope orders:read.
func (c *Client) ListSales(ctx context.Context, query SalesQuery, options ...CallOption) (*Sales, error) {
	return ask[Sales](ctx, c, &request{method: http.MethodGet, path: "/v1/sales", query: query.values()}, options)
}

// DaySold is what was sold on a day.
type DaySold struct {
	// In UTC.
	Day string `json:"day"`
	// How many were paid and not refunded.
	Orders int64 `json:"orders"`
	// How many were paid and refunded.
	Refunded int64 `json:"refunded"`
	// What buyers paid, without what was refunded.
	Amount Amount `json:"amount"`
	// What of it is left after the share of the marketplace, as it was when each order was made, and
	// is rounded for each.
	Earned Amount `json:"earned"`
}

// ModelSold is what was sold of a model.
type ModelSold struct {
	// Names the model in addresses.
	ModelID int64 `json:"model_id"`
	// As it is now.
	Title string `json:"title"`
	// The model is deleted.
	Deleted bool `json:"deleted"`
	// How many were paid and not refunded.
	Orders int64 `json:"orders"`
	// How many were paid and refunded.
	Refunded int64 `json:"refunded"`
	// What buyers paid, without what was refunded.
	Amount Amount `json:"amount"`
	// What of it is left after the share of the marketplace, as it was when each order was made, and
	// is rounded for each.
	Earned Amount `json:"earned"`
}

// PlaceSold is what was sold to a country.
type PlaceSold struct {
	// ISO 3166-1 code of the country in which buyers live, as the evidence says that is kept with the
	// tax of their orders; empty for orders of which that is not known.
	Country string `json:"country"`
	// How many were paid and not refunded.
	Orders int64 `json:"orders"`
	// How many were paid and refunded.
	Refunded int64 `json:"refunded"`
	// What buyers paid, without what was refunded.
	Amount Amount `json:"amount"`
	// What of it is left after the share of the marketplace, as it was when each order was made, and
	// is rounded for each.
	Earned Amount `json:"earned"`
}

// Sales is what was sold.
type Sales struct {
	// The first day.
	From string `json:"from"`
	// The last day.
	To string `json:"to"`
	// ISO 4217 code of the marketplace's currency. Orders in another one are left out.
	Currency string `json:"currency"`
	// Percent that the marketplace keeps of each order that is made now. Earned goes by what it was
	// when each order was made.
	Share string `json:"share"`
	// Days on which something was sold, by when it was paid, the oldest first.
	Days []DaySold `json:"days"`
	// Models that were sold, at most 100, those first that brought most.
	Models []ModelSold `json:"models"`
	// Countries in which buyers live, those first that brought most.
	Countries []PlaceSold `json:"countries"`
	// How many were paid and not refunded.
	Orders int64 `json:"orders"`
	// How many were paid and refunded.
	Refunded int64 `json:"refunded"`
	// What buyers paid, without what was refunded.
	Amount Amount `json:"amount"`
	// What of it is left after the share of the marketplace, as it was when each order was made, and
	// is rounded for each.
	Earned Amount `json:"earned"`
}

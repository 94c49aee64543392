// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// LibraryQuery is what [Client.ListLibrary] can be asked for. What is zero is left out.
type LibraryQuery struct {
	// Numbered page; reaches the first 10,000 results.
	Page int64
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q LibraryQuery) values() url.Values {
	v := values{}
	v.add("page", q.Page)
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// ListLibrary: what the caller has bought. What the caller has bought or got free, newest first:
// with the account, or with its confirmed address before there was one, whoever made the order.
// Refunded purchases stay in it and open nothing.
//
// GET /v1/library, with the scope library:read.
func (c *Client) ListLibrary(ctx context.Context, query LibraryQuery, options ...CallOption) (*Library, error) {
	return ask[Library](ctx, c, &request{method: http.MethodGet, path: "/v1/library", query: query.values()}, options)
}

// Library goes through all pages of [Client.ListLibrary], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Library(ctx context.Context, query LibraryQuery, options ...CallOption) iter.Seq2[LibraryEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]LibraryEntry, error) {
		query := query
		if cursor != "" {
			query.Page = 0
		}
		query.Cursor = cursor
		list, err := c.ListLibrary(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Purchases, nil
	})
}

// Purchase: one purchase. What the caller has bought by one order, with the licence in full, and
// the files that its author has added since for buyers too.
//
// GET /v1/library/{order_id}, with the scope library:read.
func (c *Client) Purchase(ctx context.Context, orderID string, options ...CallOption) (*Purchase, error) {
	return ask[Purchase](ctx, c, &request{method: http.MethodGet, path: "/v1/library/" + segment(orderID)}, options)
}

// Library is a page of what the caller has bought.
type Library struct {
	// How many purchases there are, exact up to 10,000.
	Total int64 `json:"total"`
	// gte: there are at least so many.
	TotalRelation TotalRelation `json:"total_relation"`
	// Those of this page, newest first.
	Purchases []LibraryEntry `json:"purchases"`
}

// LibraryEntry is a purchase in a list: without the licence's text.
type LibraryEntry struct {
	// As it was bought; the purchase's detail has its text.
	License OrderTerms `json:"license"`
	// Whether its files can be downloaded.
	Opens bool `json:"opens"`
	// Names the order in addresses.
	ID string `json:"id"`
	// The caller's own order id, made when none was sent.
	UUID string `json:"uuid"`
	// Where the order stands.
	Status OrderStatus `json:"status"`
	// The model that was ordered.
	ModelID int64 `json:"model_id"`
	// As it was when it was ordered.
	Model OrderModel `json:"model"`
	// As it was when it was ordered.
	Price Amount `json:"price"`
	// What the price has of tax; null before the payment begins, and where the marketplace says
	// nothing of tax.
	Tax *OrderTax `json:"tax"`
	// ISO 4217 code of the marketplace's currency.
	Currency string `json:"currency"`
	// The set that was bought.
	Files []OrderFile `json:"files"`
	// Of the customer; null when it is not known.
	BuyersEmail *string `json:"buyers_email"`
	// Where the customer comes back to; null without one.
	ReturnURL *string `json:"return_url"`
	// Where to send the customer; null when the order can't be paid any more.
	CheckoutURL *string `json:"checkout_url"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// When it was paid; null before.
	PaidAt *time.Time `json:"paid_at"`
	// When it was refunded; null before.
	RefundedAt *time.Time `json:"refunded_at"`
	// How much of the price went back, or was lost by a dispute. An order stays paid until all of it
	// did.
	RefundedAmount Amount `json:"refunded_amount"`
	// Until when it can be paid.
	ExpiresAt time.Time `json:"expires_at"`
	// Why it was canceled when nobody asked for it: model_gone, the model left the catalogue.
	CanceledBecause *string `json:"canceled_because"`
	// false: a sandbox order, for which no money moves.
	Livemode bool `json:"livemode"`
}

// Purchase: something that the caller has bought, at the price, licence and files of its moment.
type Purchase struct {
	// As it was bought.
	License OrderLicense `json:"license"`
	// Whether its files can be downloaded.
	Opens bool `json:"opens"`
	// Files that the author has added since, for buyers too.
	Added []OrderFile `json:"added"`
	// Names the order in addresses.
	ID string `json:"id"`
	// The caller's own order id, made when none was sent.
	UUID string `json:"uuid"`
	// Where the order stands.
	Status OrderStatus `json:"status"`
	// The model that was ordered.
	ModelID int64 `json:"model_id"`
	// As it was when it was ordered.
	Model OrderModel `json:"model"`
	// As it was when it was ordered.
	Price Amount `json:"price"`
	// What the price has of tax; null before the payment begins, and where the marketplace says
	// nothing of tax.
	Tax *OrderTax `json:"tax"`
	// ISO 4217 code of the marketplace's currency.
	Currency string `json:"currency"`
	// The set that was bought.
	Files []OrderFile `json:"files"`
	// Of the customer; null when it is not known.
	BuyersEmail *string `json:"buyers_email"`
	// Where the customer comes back to; null without one.
	ReturnURL *string `json:"return_url"`
	// Where to send the customer; null when the order can't be paid any more.
	CheckoutURL *string `json:"checkout_url"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// When it was paid; null before.
	PaidAt *time.Time `json:"paid_at"`
	// When it was refunded; null before.
	RefundedAt *time.Time `json:"refunded_at"`
	// How much of the price went back, or was lost by a dispute. An order stays paid until all of it
	// did.
	RefundedAmount Amount `json:"refunded_amount"`
	// Until when it can be paid.
	ExpiresAt time.Time `json:"expires_at"`
	// Why it was canceled when nobody asked for it: model_gone, the model left the catalogue.
	CanceledBecause *string `json:"canceled_because"`
	// false: a sandbox order, for which no money moves.
	Livemode bool `json:"livemode"`
}

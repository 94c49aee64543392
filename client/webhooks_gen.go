// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// ListWebhookEndpoints: the caller's webhook endpoints. The addresses at which programs of the
// caller are told what happens: of an application by itself its own, else those that the user made;
// those of the whole marketplace with the scope admin.
//
// GET /v1/webhook_endpoints, with the scope webhooks:read.
func (c *Client) ListWebhookEndpoints(ctx context.Context, options ...CallOption) (*WebhookEndpointList, error) {
	return ask[WebhookEndpointList](ctx, c, &request{method: http.MethodGet, path: "/v1/webhook_endpoints"}, options)
}

// CreateWebhookEndpoint: make a webhook endpoint. Has a program told what happens, by requests that
// are signed by Standard Webhooks. Events of orders need the scope orders:read, those of models and
// files models:read. One without a url is polled by [Client.TakeWebhooks], and is removed when it
// was not for an hour. There can be 20.
//
// POST /v1/webhook_endpoints, with the scope webhooks:write.
func (c *Client) CreateWebhookEndpoint(ctx context.Context, body NewWebhookEndpoint, options ...CallOption) (*CreatedWebhookEndpoint, error) {
	return ask[CreatedWebhookEndpoint](ctx, c, &request{method: http.MethodPost, path: "/v1/webhook_endpoints", body: body, keyed: true}, options)
}

// WebhookDeliveriesQuery is what [Client.ListWebhookDeliveries] can be asked for. What is zero is left out.
type WebhookDeliveriesQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only those in this state.
	Status DeliveryStatus
}

func (q WebhookDeliveriesQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("status", q.Status)
	return url.Values(v)
}

// ListWebhookDeliveries: what a webhook endpoint was sent, and will be. What an endpoint was sent,
// and will be, in the last 30 days.
//
// GET /v1/webhook_endpoints/{endpoint_id}/deliveries, with the scope webhooks:read.
func (c *Client) ListWebhookDeliveries(ctx context.Context, endpointID int64, query WebhookDeliveriesQuery, options ...CallOption) (*WebhookDeliveryList, error) {
	return ask[WebhookDeliveryList](ctx, c, &request{method: http.MethodGet, path: "/v1/webhook_endpoints/" + segment(endpointID) + "/deliveries", query: query.values()}, options)
}

// WebhookDeliveries goes through all pages of [Client.ListWebhookDeliveries], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) WebhookDeliveries(ctx context.Context, endpointID int64, query WebhookDeliveriesQuery, options ...CallOption) iter.Seq2[WebhookDeliveryEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]WebhookDeliveryEntry, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListWebhookDeliveries(ctx, endpointID, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Deliveries, nil
	})
}

// WebhookDelivery: one delivery, with what was sent and answered. A delivery to an endpoint, with
// what is sent and how it was answered last.
//
// GET /v1/webhook_endpoints/{endpoint_id}/deliveries/{id}, with the scope webhooks:read.
func (c *Client) WebhookDelivery(ctx context.Context, endpointID int64, id int64, options ...CallOption) (*WebhookDelivery, error) {
	return ask[WebhookDelivery](ctx, c, &request{method: http.MethodGet, path: "/v1/webhook_endpoints/" + segment(endpointID) + "/deliveries/" + segment(id)}, options)
}

// RedeliverWebhook: send an event once more. Sends an event to an endpoint once more, under the
// same webhook-id, by a delivery of its own.
//
// POST /v1/webhook_endpoints/{endpoint_id}/deliveries/{id}/redeliver, with the scope
// webhooks:write.
func (c *Client) RedeliverWebhook(ctx context.Context, endpointID int64, id int64, options ...CallOption) (*WebhookDelivery, error) {
	return ask[WebhookDelivery](ctx, c, &request{method: http.MethodPost, path: "/v1/webhook_endpoints/" + segment(endpointID) + "/deliveries/" + segment(id) + "/redeliver", keyed: true}, options)
}

// WebhookEndpoint: one webhook endpoint. A webhook endpoint of the caller's own.
//
// GET /v1/webhook_endpoints/{id}, with the scope webhooks:read.
func (c *Client) WebhookEndpoint(ctx context.Context, id int64, options ...CallOption) (*WebhookEndpoint, error) {
	return ask[WebhookEndpoint](ctx, c, &request{method: http.MethodGet, path: "/v1/webhook_endpoints/" + segment(id)}, options)
}

// UpdateWebhookEndpoint: change a webhook endpoint. Changes what is sent and leaves the rest. An
// endpoint that is enabled again is sent what has waited for less than three days.
//
// PUT /v1/webhook_endpoints/{id}, with the scope webhooks:write.
func (c *Client) UpdateWebhookEndpoint(ctx context.Context, id int64, body WebhookEndpointChange, options ...CallOption) (*WebhookEndpoint, error) {
	return ask[WebhookEndpoint](ctx, c, &request{method: http.MethodPut, path: "/v1/webhook_endpoints/" + segment(id), body: body}, options)
}

// RemoveWebhookEndpoint: remove a webhook endpoint. Removes a webhook endpoint, with what waits for
// it and what it was sent.
//
// DELETE /v1/webhook_endpoints/{id}, with the scope webhooks:write.
func (c *Client) RemoveWebhookEndpoint(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/webhook_endpoints/" + segment(id)}, options)
}

// RedeliverWebhooks: send the events of some time once more. Sends the events of some time once
// more, the oldest first, each once; those that are on their way are left out. Events are kept for
// 30 days.
//
// POST /v1/webhook_endpoints/{id}/redeliver, with the scope webhooks:write.
func (c *Client) RedeliverWebhooks(ctx context.Context, id int64, body WebhookRange, options ...CallOption) (*WebhooksRedelivered, error) {
	return ask[WebhooksRedelivered](ctx, c, &request{method: http.MethodPost, path: "/v1/webhook_endpoints/" + segment(id) + "/redeliver", body: body, keyed: true}, options)
}

// RotateWebhookSecret: give a webhook endpoint another secret. Makes another secret. For a day
// messages have two signatures, by the old one and by the new one.
//
// POST /v1/webhook_endpoints/{id}/rotate, with the scope webhooks:write.
func (c *Client) RotateWebhookSecret(ctx context.Context, id int64, options ...CallOption) (*WebhookEndpointWithSecret, error) {
	return ask[WebhookEndpointWithSecret](ctx, c, &request{method: http.MethodPost, path: "/v1/webhook_endpoints/" + segment(id) + "/rotate", keyed: true}, options)
}

// TakeWebhooks: take the events that wait for an endpoint without an address. Answers what waits
// for an endpoint without an address, for programs that can't be reached, such as one that is being
// developed. What is not named in done of a later request is answered again.
//
// POST /v1/webhook_endpoints/{id}/take, with the scope webhooks:write.
func (c *Client) TakeWebhooks(ctx context.Context, id int64, body WebhooksDone, options ...CallOption) (*WaitingWebhooks, error) {
	return ask[WaitingWebhooks](ctx, c, &request{method: http.MethodPost, path: "/v1/webhook_endpoints/" + segment(id) + "/take", body: body, keyed: true}, options)
}

// TestWebhookEndpoint: send a test to a webhook endpoint. Sends an event webhook.test.
// [Client.WebhookDelivery] tells what came of it.
//
// POST /v1/webhook_endpoints/{id}/test, with the scope webhooks:write.
func (c *Client) TestWebhookEndpoint(ctx context.Context, id int64, options ...CallOption) (*WebhookDelivery, error) {
	return ask[WebhookDelivery](ctx, c, &request{method: http.MethodPost, path: "/v1/webhook_endpoints/" + segment(id) + "/test", keyed: true}, options)
}

// CreatedWebhookEndpoint is the webhook endpoint that was made, with its secret.
type CreatedWebhookEndpoint struct {
	WebhookEndpoint

	// What messages are signed with, by Standard Webhooks; shown here and never again.
	Secret string `json:"secret"`
}

// DeliveryStatus: pending: it will be sent, or sent again. failed: it is given up.
type DeliveryStatus string

// What DeliveryStatus can be. A later server may say more.
const (
	DeliveryStatusPending   DeliveryStatus = "pending"
	DeliveryStatusDelivered DeliveryStatus = "delivered"
	DeliveryStatusFailed    DeliveryStatus = "failed"
)

// NewWebhookEndpoint is a webhook endpoint to be.
type NewWebhookEndpoint struct {
	// marketplace takes the scope admin.
	Covers WebhookCoverage `json:"covers,omitzero"`
	// One line for people.
	Description string `json:"description,omitzero"`
	// true: nothing is sent; what waits goes on waiting, for three days at most.
	Disabled bool `json:"disabled,omitzero"`
	// What it is told of; empty: all that it may be told of.
	Events []WebhookEvent `json:"events,omitzero"`
	// thin: the object's id alone. full when absent.
	Payload WebhookPayload `json:"payload,omitzero"`
	// https://, of the public internet unless the operator allows others. An endpoint without one is
	// polled by takeWebhooks.
	URL string `json:"url,omitzero"`
}

// WaitingWebhook is an event that waits for an endpoint without an address.
type WaitingWebhook struct {
	// Names the delivery, for done.
	ID int64 `json:"id"`
	// What is sent as webhook-id.
	EventID string `json:"event_id"`
	// What would be sent: JSON in a text.
	Request string `json:"request"`
}

// WaitingWebhooks is what waits for an endpoint without an address.
type WaitingWebhooks struct {
	// What waits, the oldest first, 20 at most.
	Deliveries []WaitingWebhook `json:"deliveries"`
}

// WebhookDelivery is an event on its way to a webhook endpoint, with what is sent and was answered.
type WebhookDelivery struct {
	// The body, as it would be sent now: JSON in a text.
	Request string `json:"request"`
	// The beginning of the last answer's body; null for none.
	Answer *string `json:"answer"`
	// Names the delivery in addresses.
	ID int64 `json:"id"`
	// Of the event, sent as webhook-id: the same each time that the event is told.
	EventID string `json:"event_id"`
	// What happened.
	Type string `json:"type"`
	// Which of the events of its object it is; they may arrive in another order. 0 for a test's.
	Sequence int64 `json:"sequence"`
	// pending: it will be sent, or sent again. failed: it is given up.
	Status DeliveryStatus `json:"status"`
	// How often it was sent.
	Attempts int64 `json:"attempts"`
	// When it is sent again at the earliest; null once it is not pending.
	NextAt *time.Time `json:"next_at"`
	// Since when it is to be sent.
	CreatedAt time.Time `json:"created_at"`
	// When it was taken or given up; null before.
	SettledAt *time.Time `json:"settled_at"`
	// When it was last sent; null before.
	TriedAt *time.Time `json:"tried_at"`
	// What was answered last; null for no answer.
	HTTPStatus *int64 `json:"http_status"`
	// How long the last answer took, milliseconds.
	TookMS int64 `json:"took_ms"`
	// Why there was no answer the last time.
	Fault *string `json:"fault"`
}

// WebhookDeliveryEntry is an event on its way to a webhook endpoint.
type WebhookDeliveryEntry struct {
	// Names the delivery in addresses.
	ID int64 `json:"id"`
	// Of the event, sent as webhook-id: the same each time that the event is told.
	EventID string `json:"event_id"`
	// What happened.
	Type string `json:"type"`
	// Which of the events of its object it is; they may arrive in another order. 0 for a test's.
	Sequence int64 `json:"sequence"`
	// pending: it will be sent, or sent again. failed: it is given up.
	Status DeliveryStatus `json:"status"`
	// How often it was sent.
	Attempts int64 `json:"attempts"`
	// When it is sent again at the earliest; null once it is not pending.
	NextAt *time.Time `json:"next_at"`
	// Since when it is to be sent.
	CreatedAt time.Time `json:"created_at"`
	// When it was taken or given up; null before.
	SettledAt *time.Time `json:"settled_at"`
	// When it was last sent; null before.
	TriedAt *time.Time `json:"tried_at"`
	// What was answered last; null for no answer.
	HTTPStatus *int64 `json:"http_status"`
	// How long the last answer took, milliseconds.
	TookMS int64 `json:"took_ms"`
	// Why there was no answer the last time.
	Fault *string `json:"fault"`
}

// WebhookDeliveryList is a page of what a webhook endpoint was sent, and will be.
type WebhookDeliveryList struct {
	// Those of this page, newest first.
	Deliveries []WebhookDeliveryEntry `json:"deliveries"`
}

// WebhookDisabled: owner: somebody said so. gone: it answered 410. failing: it took almost nothing
// for three days.
type WebhookDisabled string

// What WebhookDisabled can be. A later server may say more.
const (
	WebhookDisabledOwner   WebhookDisabled = "owner"
	WebhookDisabledGone    WebhookDisabled = "gone"
	WebhookDisabledFailing WebhookDisabled = "failing"
)

// WebhookEndpoint is where a program is told what happens, without the secret.
type WebhookEndpoint struct {
	// Names the endpoint in addresses.
	ID int64 `json:"id"`
	// Where events are sent to; null for one that is polled.
	URL *string `json:"url"`
	// One line for people; may be empty.
	Description string `json:"description"`
	// own: of an application by itself the orders that it made, else one's own models, files, orders
	// and sales. marketplace: everything.
	Covers WebhookCoverage `json:"covers"`
	// What it is told of; empty: all that it may be told of.
	Events []string `json:"events"`
	// thin: the object's id alone.
	Payload WebhookPayload `json:"payload"`
	// Whether nothing is sent to it.
	Disabled bool `json:"disabled"`
	// Why it is disabled: owner, somebody said so; gone, it answered 410; failing, for three days it
	// took almost nothing; null while it is not.
	DisabledBecause *WebhookDisabled `json:"disabled_because"`
	// Until when the secret of before signs too; null without one.
	OldSecretUntil *time.Time `json:"old_secret_until"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// WebhookEndpointChange is what shall be changed of a webhook endpoint.
type WebhookEndpointChange struct {
	// One line for people.
	Description *string `json:"description,omitzero"`
	// true: nothing is sent; what waits goes on waiting, for three days at most.
	Disabled *bool `json:"disabled,omitzero"`
	// What it is told of; empty: all that it may be told of.
	Events []WebhookEvent `json:"events,omitzero"`
	// thin: the object's id alone. full when absent.
	Payload *WebhookPayload `json:"payload,omitzero"`
	// https://, of the public internet unless the operator allows others. An endpoint without one is
	// polled by takeWebhooks.
	URL *string `json:"url,omitzero"`
}

// WebhookEndpointList is the caller's webhook endpoints.
type WebhookEndpointList struct {
	// How many there are.
	Total int64 `json:"total"`
	// All of them, the oldest first.
	Endpoints []WebhookEndpoint `json:"endpoints"`
}

// WebhookEndpointWithSecret is a webhook endpoint with its new secret.
type WebhookEndpointWithSecret struct {
	// What messages are signed with, by Standard Webhooks; shown here and never again.
	Secret string `json:"secret"`
	// Names the endpoint in addresses.
	ID int64 `json:"id"`
	// Where events are sent to; null for one that is polled.
	URL *string `json:"url"`
	// One line for people; may be empty.
	Description string `json:"description"`
	// own: of an application by itself the orders that it made, else one's own models, files, orders
	// and sales. marketplace: everything.
	Covers WebhookCoverage `json:"covers"`
	// What it is told of; empty: all that it may be told of.
	Events []string `json:"events"`
	// thin: the object's id alone.
	Payload WebhookPayload `json:"payload"`
	// Whether nothing is sent to it.
	Disabled bool `json:"disabled"`
	// Why it is disabled: owner, somebody said so; gone, it answered 410; failing, for three days it
	// took almost nothing; null while it is not.
	DisabledBecause *WebhookDisabled `json:"disabled_because"`
	// Until when the secret of before signs too; null without one.
	OldSecretUntil *time.Time `json:"old_secret_until"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// WebhookPayload: full: what the object is. thin: its id alone.
type WebhookPayload string

// What WebhookPayload can be. A later server may say more.
const (
	WebhookPayloadFull WebhookPayload = "full"
	WebhookPayloadThin WebhookPayload = "thin"
)

// WebhookRange: which events are sent once more.
type WebhookRange struct {
	// Events that happened then or later.
	From time.Time `json:"from"`
	// Events that happened before.
	Until time.Time `json:"until"`
	// Only those that were given up.
	Failed bool `json:"failed,omitzero"`
}

// WebhooksDone is what of earlier answers is worked on.
type WebhooksDone struct {
	// Deliveries of earlier answers that are worked on: they are not told again.
	Done []int64 `json:"done,omitzero"`
}

// WebhooksRedelivered is how many events are sent once more.
type WebhooksRedelivered struct {
	// How many are sent once more, 1,000 at most: ask again for the rest.
	Events int64 `json:"events"`
}

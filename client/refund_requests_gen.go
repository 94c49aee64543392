// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// AskForRefund: ask for money of an order. Asks for money of a paid order, by who bought it, or by
// the application that made it for its customer. The seller answers first; if they don't in time,
// or the buyer insists after they refused, the marketplace decides. An order has one request that
// is not over at most. 409 once the days for it are over, and while nothing is left that could be
// asked for.
//
// POST /v1/orders/{id}/refund_requests, with the scope orders:write.
func (c *Client) AskForRefund(ctx context.Context, id string, body NewRefundRequest, options ...CallOption) (*RefundRequest, error) {
	return ask[RefundRequest](ctx, c, &request{method: http.MethodPost, path: "/v1/orders/" + segment(id) + "/refund_requests", body: body, keyed: true}, options)
}

// RefundRequestsQuery is what [Client.ListRefundRequests] can be asked for. What is zero is left out.
type RefundRequestsQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only requests in this state.
	State RefundRequestState
	// Only requests of this order.
	OrderID string
	// Those of your own models' buyers instead of your own.
	Sold bool
	// Everybody's requests; for admins.
	All bool
}

func (q RefundRequestsQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("state", q.State)
	v.add("order_id", q.OrderID)
	v.add("sold", q.Sold)
	v.add("all", q.All)
	return url.Values(v)
}

// ListRefundRequests: what buyers ask back. What the caller asked back of what they bought, the
// newest first; with sold=true what those ask back who bought of the caller, and with all=true all
// requests, for operators. Of an application that acts by itself those of orders that it made.
//
// GET /v1/refund_requests, with the scope orders:read.
func (c *Client) ListRefundRequests(ctx context.Context, query RefundRequestsQuery, options ...CallOption) (*RefundRequestList, error) {
	return ask[RefundRequestList](ctx, c, &request{method: http.MethodGet, path: "/v1/refund_requests", query: query.values()}, options)
}

// RefundRequests goes through all pages of [Client.ListRefundRequests], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) RefundRequests(ctx context.Context, query RefundRequestsQuery, options ...CallOption) iter.Seq2[RefundRequest, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]RefundRequest, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListRefundRequests(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.RefundRequests, nil
	})
}

// RefundRequest: one refund request. A request, for who bought or made the order, for the seller,
// and for operators.
//
// GET /v1/refund_requests/{id}, with the scope orders:read.
func (c *Client) RefundRequest(ctx context.Context, id int64, options ...CallOption) (*RefundRequest, error) {
	return ask[RefundRequest](ctx, c, &request{method: http.MethodGet, path: "/v1/refund_requests/" + segment(id)}, options)
}

// AnswerRefundRequest: answer a refund request as the seller. Answers a request that is open, by
// the seller. What is granted goes back at once, all of it or a part; what is refused the buyer may
// take to the marketplace.
//
// POST /v1/refund_requests/{id}/answer, with the scope orders:write.
func (c *Client) AnswerRefundRequest(ctx context.Context, id int64, body RefundAnswer, options ...CallOption) (*RefundRequest, error) {
	return ask[RefundRequest](ctx, c, &request{method: http.MethodPost, path: "/v1/refund_requests/" + segment(id) + "/answer", body: body, keyed: true}, options)
}

// DecideRefundRequest: decide a refund request. Answers a request, which ends it, by an operator:
// also one that its seller has not answered yet. What is granted goes back at once, all of it or a
// part. For operators.
//
// POST /v1/refund_requests/{id}/decision, with the scope admin.
func (c *Client) DecideRefundRequest(ctx context.Context, id int64, body RefundAnswer, options ...CallOption) (*RefundRequest, error) {
	return ask[RefundRequest](ctx, c, &request{method: http.MethodPost, path: "/v1/refund_requests/" + segment(id) + "/decision", body: body, keyed: true}, options)
}

// InsistOnRefund: have the marketplace decide a refund request. Takes a request that the seller
// refused to the marketplace, by the buyer.
//
// POST /v1/refund_requests/{id}/insist, with the scope orders:write.
func (c *Client) InsistOnRefund(ctx context.Context, id int64, options ...CallOption) (*RefundRequest, error) {
	return ask[RefundRequest](ctx, c, &request{method: http.MethodPost, path: "/v1/refund_requests/" + segment(id) + "/insist", keyed: true}, options)
}

// WithdrawRefundRequest: withdraw a refund request. Ends a request, by the buyer.
//
// POST /v1/refund_requests/{id}/withdraw, with the scope orders:write.
func (c *Client) WithdrawRefundRequest(ctx context.Context, id int64, options ...CallOption) (*RefundRequest, error) {
	return ask[RefundRequest](ctx, c, &request{method: http.MethodPost, path: "/v1/refund_requests/" + segment(id) + "/withdraw", keyed: true}, options)
}

// NewRefundRequest is what is asked back, and why.
type NewRefundRequest struct {
	// Why.
	Reason RefundReason `json:"reason"`
	// What is wrong, in 1 to 2,000 characters.
	Text string `json:"text"`
	// How much; all that is left when absent.
	Amount Amount `json:"amount,omitzero"`
}

// RefundAnswer is what is answered to a refund request.
type RefundAnswer struct {
	// Whether money goes back.
	Grant bool `json:"grant"`
	// How much of what is asked for; all of it when absent.
	Amount Amount `json:"amount,omitzero"`
	// The buyer keeps the files when all of the order has gone back. A part of the money never stops
	// them.
	KeepDownloads bool `json:"keep_downloads,omitzero"`
	// For the buyer, at most 2,000 characters; needed where nothing goes back.
	Text string `json:"text,omitzero"`
}

// RefundRequest is what a buyer asks back.
type RefundRequest struct {
	// Names the request.
	ID int64 `json:"id"`
	// The order.
	OrderID string `json:"order_id"`
	// Of the model, as it was ordered.
	Title string `json:"title"`
	// How much is asked for.
	Amount Amount `json:"amount"`
	// How much of it goes back.
	Granted Amount `json:"granted"`
	// ISO 4217 code.
	Currency string `json:"currency"`
	// Why.
	Reason RefundReason `json:"reason"`
	// In the words of the buyer; empty once they had their account erased.
	Text string `json:"text"`
	// open: the seller is to answer. refused: the seller did, and the buyer may insist. passed: the
	// marketplace is to decide. granted, declined, withdrawn: it is over.
	State RefundRequestState `json:"state"`
	// What the seller says.
	SellerAnswer string `json:"seller_answer"`
	// What the marketplace says.
	DeskAnswer string `json:"desk_answer"`
	// Until when somebody is to answer, or the buyer may insist; null once that is over.
	DueAt *time.Time `json:"due_at"`
	// When it was asked for.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// When the seller answered; null before.
	AnsweredAt *time.Time `json:"answered_at"`
	// When it came to its end; null before.
	EndedAt *time.Time `json:"ended_at"`
}

// RefundRequestList is a page of refund requests.
type RefundRequestList struct {
	// Those of this page, the newest first.
	RefundRequests []RefundRequest `json:"refund_requests"`
}

// RefundRequestState: open becomes refused, passed or an end; refused becomes passed or an end;
// passed an end.
type RefundRequestState string

// What RefundRequestState can be. A later server may say more.
const (
	RefundRequestStateOpen      RefundRequestState = "open"
	RefundRequestStateRefused   RefundRequestState = "refused"
	RefundRequestStatePassed    RefundRequestState = "passed"
	RefundRequestStateGranted   RefundRequestState = "granted"
	RefundRequestStateDeclined  RefundRequestState = "declined"
	RefundRequestStateWithdrawn RefundRequestState = "withdrawn"
)

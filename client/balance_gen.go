// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// Balance: what the caller has earned and not got yet. What the caller has earned by sales and not
// got yet, after the share of the marketplace: on hold at first, for refunds and disputes to come,
// then available. Orders from before the marketplace kept a ledger are not in it.
//
// GET /v1/balance, with the scope orders:read.
func (c *Client) Balance(ctx context.Context, options ...CallOption) (*Balance, error) {
	return ask[Balance](ctx, c, &request{method: http.MethodGet, path: "/v1/balance"}, options)
}

// BalanceEntriesQuery is what [Client.ListBalanceEntries] can be asked for. What is zero is left out.
type BalanceEntriesQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q BalanceEntriesQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// ListBalanceEntries: what has moved the caller's balance. What has moved the caller's balance, as
// the ledger has it: entries are never changed, and together they are the balance.
//
// GET /v1/balance/entries, with the scope orders:read.
func (c *Client) ListBalanceEntries(ctx context.Context, query BalanceEntriesQuery, options ...CallOption) (*Statement, error) {
	return ask[Statement](ctx, c, &request{method: http.MethodGet, path: "/v1/balance/entries", query: query.values()}, options)
}

// BalanceEntries goes through all pages of [Client.ListBalanceEntries], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) BalanceEntries(ctx context.Context, query BalanceEntriesQuery, options ...CallOption) iter.Seq2[Movement, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]Movement, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListBalanceEntries(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Entries, nil
	})
}

// Balance is what a seller has earned and not got yet.
type Balance struct {
	// For how many days what is earned is on hold.
	HoldDays int64 `json:"hold_days"`
	// Real money first; none of somebody who has sold nothing.
	Balances []BalanceSum `json:"balances"`
}

// BalanceSum is what a seller has, of one currency.
type BalanceSum struct {
	// ISO 4217 code.
	Currency string `json:"currency"`
	// Whether it is real money.
	Livemode bool `json:"livemode"`
	// Available when it was on hold for long enough: of sales that are new, or disputed.
	OnHold Amount `json:"on_hold"`
	// To be paid out. Below zero: what was refunded after it was paid out, which later sales make up
	// for.
	Available Amount `json:"available"`
	// Was sent to the seller, and has not arrived.
	OnItsWay Amount `json:"on_its_way"`
}

// Movement is what something did to a balance.
type Movement struct {
	// Of the entry in the ledger.
	ID int64 `json:"id"`
	// What happened.
	Kind MovementKind `json:"kind"`
	// The order that it is of; null where it is of none.
	OrderID *int64 `json:"order_id"`
	// ISO 4217 code.
	Currency string `json:"currency"`
	// Whether it is real money.
	Livemode bool `json:"livemode"`
	// What it added to what is on hold.
	OnHold Amount `json:"on_hold"`
	// What it added to what is available.
	Available Amount `json:"available"`
	// What it added to what is on its way.
	OnItsWay Amount `json:"on_its_way"`
	// What is said of it: of a transfer, what arrived in the currency that the provider settles in,
	// where that is another one. Null for nothing.
	Note *string `json:"note"`
	// When it was booked.
	CreatedAt time.Time `json:"created_at"`
}

// MovementKind is what moved a balance. sold: an order was paid. released: what was on hold became
// available. refunded, disputed, dispute_won, dispute_lost: what became of its payment.
// transferred, transfer_back: to and from the seller's own account with the provider. payout,
// payout_arrived, payout_returned: what was sent to the seller. adjusted: by operators.
type MovementKind string

// What MovementKind can be. A later server may say more.
const (
	MovementKindSold           MovementKind = "sold"
	MovementKindReleased       MovementKind = "released"
	MovementKindRefunded       MovementKind = "refunded"
	MovementKindDisputed       MovementKind = "disputed"
	MovementKindDisputeWon     MovementKind = "dispute_won"
	MovementKindDisputeLost    MovementKind = "dispute_lost"
	MovementKindTransferred    MovementKind = "transferred"
	MovementKindTransferBack   MovementKind = "transfer_back"
	MovementKindPayout         MovementKind = "payout"
	MovementKindPayoutArrived  MovementKind = "payout_arrived"
	MovementKindPayoutReturned MovementKind = "payout_returned"
	MovementKindAdjusted       MovementKind = "adjusted"
)

// Statement is what has moved a balance.
type Statement struct {
	// Those of this page, the newest first.
	Entries []Movement `json:"entries"`
}

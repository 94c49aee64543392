// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
)

// ListStatements: the months that the caller has statements of. The months since the caller first
// sold something, the newest first. The month that lasts is among them.
//
// GET /v1/statements, with the scope orders:read.
func (c *Client) ListStatements(ctx context.Context, options ...CallOption) (*StatementMonths, error) {
	return ask[StatementMonths](ctx, c, &request{method: http.MethodGet, path: "/v1/statements"}, options)
}

// Statements: what became of the caller's money in a month. What became of the caller's money in a
// month of UTC: sales, refunds, disputes and payouts, with the share of the marketplace and the tax
// in each, between two balances. Closing is the opening of the next month. What is on hold,
// available and on its way is in both. It is computed from the ledger.
//
// GET /v1/statements/{month}, with the scope orders:read.
func (c *Client) Statements(ctx context.Context, month string, options ...CallOption) (*MonthlyStatements, error) {
	return ask[MonthlyStatements](ctx, c, &request{method: http.MethodGet, path: "/v1/statements/" + segment(month)}, options)
}

// MonthlyStatement is what became of a seller's money in a month, of one currency.
type MonthlyStatement struct {
	// Year and month, of UTC.
	Month string `json:"month"`
	// Whether it is over.
	Final bool `json:"final"`
	// ISO 4217 code.
	Currency string `json:"currency"`
	// Whether it is real money.
	Livemode bool `json:"livemode"`
	// What was on hold, available and on its way as the month began: closing of the month before.
	Opening Amount `json:"opening"`
	// Orders that were paid.
	Sales StatementSum `json:"sales"`
	// What went back to buyers.
	Refunds StatementSum `json:"refunds"`
	// What buyers' banks have drawn, and gave back.
	Disputes StatementSum `json:"disputes"`
	// What has arrived at the seller, less what came back from there.
	Payouts StatementSum `json:"payouts"`
	// What operators have put right.
	Other StatementSum `json:"other"`
	// Opening, and the net of all sums.
	Closing Amount `json:"closing"`
}

// MonthlyStatements is what became of a seller's money in a month.
type MonthlyStatements struct {
	// By currency, real money first. A currency in which nothing stood or moved has none.
	Statements []MonthlyStatement `json:"statements"`
}

// StatementMonth is a month that a seller has a statement of.
type StatementMonth struct {
	// Year and month, of UTC.
	Month string `json:"month"`
	// Whether it is over: then the statement stays as it is.
	Final bool `json:"final"`
}

// StatementMonths is the months that a seller has statements of.
type StatementMonths struct {
	// The newest first; none of somebody who has sold nothing.
	Months []StatementMonth `json:"months"`
}

// StatementSum is what the entries of a kind come to.
type StatementSum struct {
	// How many entries there are.
	Count int64 `json:"count"`
	// What buyers paid, or got back; of payouts what was paid out, below zero.
	Gross Amount `json:"gross"`
	// Of it, what is owed to the state.
	Tax Amount `json:"tax"`
	// Of it, what the marketplace keeps.
	Share Amount `json:"share"`
	// What it added to the seller's balance.
	Net Amount `json:"net"`
}

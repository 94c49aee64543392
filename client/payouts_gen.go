// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// PayoutAccount: where the caller is paid. Where the caller is paid, as far as it is shown. 404
// before it was said.
//
// GET /v1/payout_account, with the scope orders:read.
func (c *Client) PayoutAccount(ctx context.Context, options ...CallOption) (*PayoutAccount, error) {
	return ask[PayoutAccount](ctx, c, &request{method: http.MethodGet, path: "/v1/payout_account"}, options)
}

// SetPayoutAccount: say where the caller is paid. Says where the caller is paid from now on. A mail
// tells of it, what is pending is canceled, and for some days nothing is sent to the new account.
// Whose bank is told is no matter of applications: the scope is for tokens that their users made.
//
// PUT /v1/payout_account, with the scope payouts:write.
func (c *Client) SetPayoutAccount(ctx context.Context, body NewPayoutAccount, options ...CallOption) (*PayoutAccount, error) {
	return ask[PayoutAccount](ctx, c, &request{method: http.MethodPut, path: "/v1/payout_account", body: body}, options)
}

// PayoutsQuery is what [Client.ListPayouts] can be asked for. What is zero is left out.
type PayoutsQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Those in this state alone.
	Status PayoutStatus
	// Everybody's payouts; for admins.
	All bool
}

func (q PayoutsQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("status", q.Status)
	v.add("all", q.All)
	return url.Values(v)
}

// ListPayouts: the caller's payouts, or all. What the caller was paid, and will be, newest first.
// all=true asks for those of everybody, and needs the scope admin. A payout is pending until an
// operator takes it up; sent, it counts as paid when it did not come back for some days, and can
// come back even then.
//
// GET /v1/payouts, with the scope orders:read.
func (c *Client) ListPayouts(ctx context.Context, query PayoutsQuery, options ...CallOption) (*PayoutList, error) {
	return ask[PayoutList](ctx, c, &request{method: http.MethodGet, path: "/v1/payouts", query: query.values()}, options)
}

// Payouts goes through all pages of [Client.ListPayouts], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Payouts(ctx context.Context, query PayoutsQuery, options ...CallOption) iter.Seq2[Payout, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]Payout, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListPayouts(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Payouts, nil
	})
}

// Payout: one payout. A payout of the caller's own; of anybody with the scope admin.
//
// GET /v1/payouts/{id}, with the scope orders:read.
func (c *Client) Payout(ctx context.Context, id int64, options ...CallOption) (*Payout, error) {
	return ask[Payout](ctx, c, &request{method: http.MethodGet, path: "/v1/payouts/" + segment(id)}, options)
}

// NewPayoutAccount is where a seller is to be paid.
type NewPayoutAccount struct {
	// Who holds the account: 1 to 70 characters.
	Holder string `json:"holder"`
	// Its IBAN, with or without spaces.
	IBAN string `json:"iban"`
	// Of its bank, where that asks for it.
	BIC string `json:"bic,omitzero"`
}

// Payout: money that a seller is paid.
type Payout struct {
	// Names the payout in addresses.
	ID int64 `json:"id"`
	// Username of who is paid.
	Seller string `json:"seller"`
	// How far it has come.
	Status PayoutStatus `json:"status"`
	// What is paid.
	Amount Amount `json:"amount"`
	// ISO 4217 code.
	Currency string `json:"currency"`
	// Whether it is real money.
	Livemode bool `json:"livemode"`
	// Where it goes: the country and the last four characters of the IBAN; null once that is
	// forgotten.
	Account *string `json:"account"`
	// Why it came back; null for one that did not.
	Reason *string `json:"reason"`
	// The batch in which it is given to the bank; null for none.
	BatchID *int64 `json:"batch_id"`
	// When it was made: its money is on its way from then on.
	CreatedAt time.Time `json:"created_at"`
	// When it last came into another state.
	UpdatedAt time.Time `json:"updated_at"`
	// When the bank got it; null before.
	SentAt *time.Time `json:"sent_at"`
	// When it was paid, came back or was canceled; null before.
	EndedAt *time.Time `json:"ended_at"`
}

// PayoutAccount is where a seller is paid.
type PayoutAccount struct {
	// Who holds the account; empty where the marketplace can't read it any more.
	Holder string `json:"holder"`
	// Its country and its last four characters.
	IBAN string `json:"iban"`
	// Of its bank; empty where it was not said.
	BIC string `json:"bic"`
	// When it was last changed.
	ChangedAt time.Time `json:"changed_at"`
	// Until then nothing is sent to it.
	PaidFrom time.Time `json:"paid_from"`
}

// PayoutList: payouts.
type PayoutList struct {
	// Those of this page, the newest first.
	Payouts []Payout `json:"payouts"`
}

// PayoutStatus is how far a payout has come. pending: it is made. in_batch: an operator gives it to
// the bank. sent: the bank has it. paid: it has arrived. failed: it came back. canceled: it was
// taken back before it was sent.
type PayoutStatus string

// What PayoutStatus can be. A later server may say more.
const (
	PayoutStatusPending  PayoutStatus = "pending"
	PayoutStatusInBatch  PayoutStatus = "in_batch"
	PayoutStatusSent     PayoutStatus = "sent"
	PayoutStatusPaid     PayoutStatus = "paid"
	PayoutStatusFailed   PayoutStatus = "failed"
	PayoutStatusCanceled PayoutStatus = "canceled"
)

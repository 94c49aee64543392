// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// SharesQuery is what [Client.ListShares] can be asked for. What is zero is left out.
type SharesQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q SharesQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// ListShares: what share the marketplace keeps of what. The share that the marketplace keeps of
// what is sold, and the rules that say otherwise: of a model before that of its seller, before that
// of its subcategory, before that of its category. An order keeps the share that was asked when it
// was made. For operators.
//
// GET /v1/desk/shares, with the scope admin.
func (c *Client) ListShares(ctx context.Context, query SharesQuery, options ...CallOption) (*ShareList, error) {
	return ask[ShareList](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/shares", query: query.values()}, options)
}

// Shares goes through all pages of [Client.ListShares], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Shares(ctx context.Context, query SharesQuery, options ...CallOption) iter.Seq2[ShareRule, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]ShareRule, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListShares(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Shares, nil
	})
}

// SetShare: set the share that is kept of something. Sets the share that the marketplace keeps of a
// model, of all that a seller sells, or of a category with what is below it, of orders that are
// made from now on. For operators.
//
// PUT /v1/desk/shares/{about}/{id}, with the scope admin.
func (c *Client) SetShare(ctx context.Context, about ShareAbout, id int64, body NewShare, options ...CallOption) (*ShareRule, error) {
	return ask[ShareRule](ctx, c, &request{method: http.MethodPut, path: "/v1/desk/shares/" + segment(about) + "/" + segment(id), body: body}, options)
}

// EndShare: end a share of its own. Ends a share of its own: what is less specific holds again. For
// operators.
//
// DELETE /v1/desk/shares/{about}/{id}, with the scope admin.
func (c *Client) EndShare(ctx context.Context, about ShareAbout, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/desk/shares/" + segment(about) + "/" + segment(id)}, options)
}

// ListLedgerAccounts: what stands on the accounts of the ledger. What stands on the accounts of the
// ledger to this moment, by what the money is, provider and currency. Those of a currency sum to
// zero. What sellers have is one sum; [Client.Balance] has one seller's. For operators.
//
// GET /v1/ledger/accounts, with the scope admin.
func (c *Client) ListLedgerAccounts(ctx context.Context, options ...CallOption) (*LedgerAccountList, error) {
	return ask[LedgerAccountList](ctx, c, &request{method: http.MethodGet, path: "/v1/ledger/accounts"}, options)
}

// AdjustLedger: put the ledger right. Moves an amount from one account to another by an operator's
// word, for what no event tells of. The reason stays with the entry and in the audit log. Nothing
// moves anywhere else: who is sent money by it is sent it by somebody. What was wrong about it is
// put right by another one. For operators.
//
// POST /v1/ledger/adjustments, with the scope admin.
func (c *Client) AdjustLedger(ctx context.Context, body LedgerAdjustment, options ...CallOption) (*LedgerAdjusted, error) {
	return ask[LedgerAdjusted](ctx, c, &request{method: http.MethodPost, path: "/v1/ledger/adjustments", body: body, keyed: true}, options)
}

// LedgerEntriesQuery is what [Client.ListLedgerEntries] can be asked for. What is zero is left out.
type LedgerEntriesQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only entries that move something on an account of this kind.
	Account LedgerAccountKind
	// Only entries that move something on an account of this seller.
	SellerID int64
	// Only entries of this order.
	OrderID string
	// Only entries of this kind.
	Kind LedgerEntryKind
	// Only the entry that was booked by this cause.
	Cause string
	// Only entries that move this much.
	Amount Amount
	// Only what was booked at this time or later, RFC 3339.
	Since time.Time
	// Only what was booked before this time, RFC 3339.
	Until time.Time
}

func (q LedgerEntriesQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("account", q.Account)
	v.add("seller_id", q.SellerID)
	v.add("order_id", q.OrderID)
	v.add("kind", q.Kind)
	v.add("cause", q.Cause)
	v.add("amount", q.Amount)
	v.add("since", q.Since)
	v.add("until", q.Until)
	return url.Values(v)
}

// ListLedgerEntries: what was booked. Everything that was booked, in double entry, the newest
// first: of an order, of a seller, by what happened, by cause or in a time. Entries are never
// changed or removed. For operators.
//
// GET /v1/ledger/entries, with the scope admin.
func (c *Client) ListLedgerEntries(ctx context.Context, query LedgerEntriesQuery, options ...CallOption) (*LedgerEntryList, error) {
	return ask[LedgerEntryList](ctx, c, &request{method: http.MethodGet, path: "/v1/ledger/entries", query: query.values()}, options)
}

// LedgerEntries goes through all pages of [Client.ListLedgerEntries], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) LedgerEntries(ctx context.Context, query LedgerEntriesQuery, options ...CallOption) iter.Seq2[LedgerEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]LedgerEntry, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListLedgerEntries(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Entries, nil
	})
}

// LedgerEntry: one entry of the ledger. One entry with what it does to each account. For operators.
//
// GET /v1/ledger/entries/{id}, with the scope admin.
func (c *Client) LedgerEntry(ctx context.Context, id int64, options ...CallOption) (*LedgerEntry, error) {
	return ask[LedgerEntry](ctx, c, &request{method: http.MethodGet, path: "/v1/ledger/entries/" + segment(id)}, options)
}

// LedgerAccount is what stands on accounts of a kind together.
type LedgerAccount struct {
	// What the money is.
	Account LedgerAccountKind `json:"account"`
	// The provider of payments that it belongs to; null where it belongs to none.
	Provider *string `json:"provider"`
	// ISO 4217 code.
	Currency string `json:"currency"`
	// Whether it is real money.
	Livemode bool `json:"livemode"`
	// How many accounts there are: one of each seller where they are sellers', else one.
	Accounts int64 `json:"accounts"`
	// Above zero what the marketplace has, or has spent; below zero what it owes, or has earned. Those
	// of a currency sum to zero.
	Balance Amount `json:"balance"`
}

// LedgerAccountKind is what the money on an account is. clearing: at a provider of payments. bank:
// at the marketplace's own bank. disputes: drawn while a dispute is open. returns: owed to buyers.
// losses: drawn once more of what had gone back. share: what the marketplace keeps. fees: what a
// provider keeps. tax: owed to the state. hold, available, transit: a seller's. exchange: given by
// a provider for another currency, or got for one.
type LedgerAccountKind string

// What LedgerAccountKind can be. A later server may say more.
const (
	LedgerAccountKindClearing  LedgerAccountKind = "clearing"
	LedgerAccountKindBank      LedgerAccountKind = "bank"
	LedgerAccountKindDisputes  LedgerAccountKind = "disputes"
	LedgerAccountKindReturns   LedgerAccountKind = "returns"
	LedgerAccountKindHold      LedgerAccountKind = "hold"
	LedgerAccountKindAvailable LedgerAccountKind = "available"
	LedgerAccountKindTransit   LedgerAccountKind = "transit"
	LedgerAccountKindTax       LedgerAccountKind = "tax"
	LedgerAccountKindShare     LedgerAccountKind = "share"
	LedgerAccountKindFees      LedgerAccountKind = "fees"
	LedgerAccountKindLosses    LedgerAccountKind = "losses"
	LedgerAccountKindExchange  LedgerAccountKind = "exchange"
)

// LedgerAccountList is what stands on the accounts of the ledger.
type LedgerAccountList struct {
	// Real money first, then by currency.
	Accounts []LedgerAccount `json:"accounts"`
}

// LedgerAdjusted is the entry of an adjustment.
type LedgerAdjusted struct {
	// Names the entry. Later ones have higher numbers.
	ID int64 `json:"id"`
	// What happened.
	Kind LedgerEntryKind `json:"kind"`
	// By what it was booked; nothing is booked twice by the same.
	Cause string `json:"cause"`
	// The order that it is of; null where it is of none.
	OrderID *string `json:"order_id"`
	// Why, in the words of an operator; empty where it follows from an event.
	Note string `json:"note"`
	// ISO 4217 code.
	Currency string `json:"currency"`
	// Whether it is real money.
	Livemode bool `json:"livemode"`
	// How much it moves: the sum of its lines above zero.
	Amount Amount `json:"amount"`
	// What it does to each account. They sum to zero.
	Lines []LedgerLine `json:"lines"`
	// When it was booked. It is never changed: what is wrong is put right by another one.
	CreatedAt time.Time `json:"created_at"`
}

// LedgerAdjustment: money that is moved by an operator's word.
type LedgerAdjustment struct {
	// Where the marketplace has less then, or owes more: a seller who is to get something is named
	// here.
	From LedgerPlace `json:"from"`
	// Where the marketplace has more then, or owes less.
	To LedgerPlace `json:"to"`
	// How much is moved, above zero.
	Amount Amount `json:"amount"`
	// ISO 4217 code.
	Currency string `json:"currency"`
	// Whether it is real money, which never meets any that is not.
	Livemode bool `json:"livemode"`
	// Why. It stays with the entry.
	Reason string `json:"reason"`
}

// LedgerEntry is one movement of money between accounts. Its lines sum to zero.
type LedgerEntry struct {
	// Names the entry. Later ones have higher numbers.
	ID int64 `json:"id"`
	// What happened.
	Kind LedgerEntryKind `json:"kind"`
	// By what it was booked; nothing is booked twice by the same.
	Cause string `json:"cause"`
	// The order that it is of; null where it is of none.
	OrderID *string `json:"order_id"`
	// Why, in the words of an operator; empty where it follows from an event.
	Note string `json:"note"`
	// ISO 4217 code.
	Currency string `json:"currency"`
	// Whether it is real money.
	Livemode bool `json:"livemode"`
	// How much it moves: the sum of its lines above zero.
	Amount Amount `json:"amount"`
	// What it does to each account. They sum to zero.
	Lines []LedgerLine `json:"lines"`
	// When it was booked. It is never changed: what is wrong is put right by another one.
	CreatedAt time.Time `json:"created_at"`
}

// LedgerEntryKind is what happened to money.
type LedgerEntryKind string

// What LedgerEntryKind can be. A later server may say more.
const (
	LedgerEntryKindSold           LedgerEntryKind = "sold"
	LedgerEntryKindFee            LedgerEntryKind = "fee"
	LedgerEntryKindNeedless       LedgerEntryKind = "needless"
	LedgerEntryKindReturned       LedgerEntryKind = "returned"
	LedgerEntryKindRefunded       LedgerEntryKind = "refunded"
	LedgerEntryKindRefundFailed   LedgerEntryKind = "refund_failed"
	LedgerEntryKindDisputed       LedgerEntryKind = "disputed"
	LedgerEntryKindDisputeWon     LedgerEntryKind = "dispute_won"
	LedgerEntryKindDisputeLost    LedgerEntryKind = "dispute_lost"
	LedgerEntryKindLost           LedgerEntryKind = "lost"
	LedgerEntryKindCovered        LedgerEntryKind = "covered"
	LedgerEntryKindReleased       LedgerEntryKind = "released"
	LedgerEntryKindTransferred    LedgerEntryKind = "transferred"
	LedgerEntryKindTransferBack   LedgerEntryKind = "transfer_back"
	LedgerEntryKindPayout         LedgerEntryKind = "payout"
	LedgerEntryKindPayoutArrived  LedgerEntryKind = "payout_arrived"
	LedgerEntryKindPayoutReturned LedgerEntryKind = "payout_returned"
	LedgerEntryKindBanked         LedgerEntryKind = "banked"
	LedgerEntryKindExchanged      LedgerEntryKind = "exchanged"
	LedgerEntryKindAdjusted       LedgerEntryKind = "adjusted"
)

// LedgerEntryList is a page of what was booked.
type LedgerEntryList struct {
	// Those of this page, the newest first.
	Entries []LedgerEntry `json:"entries"`
}

// LedgerLine is what an entry does to one account.
type LedgerLine struct {
	// What the money on it is.
	Account LedgerAccountKind `json:"account"`
	// The provider of payments that it belongs to; null for none.
	Provider *string `json:"provider"`
	// The seller whose it is; null for none. It stays when the person is erased.
	SellerID *int64 `json:"seller_id"`
	// What is added to it.
	Amount Amount `json:"amount"`
}

// LedgerPlace is an account of the ledger.
type LedgerPlace struct {
	// What the money on it is.
	Account LedgerAccountKind `json:"account"`
	// The provider of payments, of clearing, disputes, returns and fees.
	Provider string `json:"provider,omitzero"`
	// The seller, of hold, available and transit.
	SellerID int64 `json:"seller_id,omitzero"`
}

// NewShare is what share is asked.
type NewShare struct {
	// Percent from 0 to 100.
	Share string `json:"share"`
}

// ShareAbout is what a share is asked of: one model, all of a seller, or a category with what is
// below it.
type ShareAbout string

// What ShareAbout can be. A later server may say more.
const (
	ShareAboutModel    ShareAbout = "model"
	ShareAboutSeller   ShareAbout = "seller"
	ShareAboutCategory ShareAbout = "category"
)

// ShareList is the shares that the marketplace keeps.
type ShareList struct {
	// Percent that the marketplace keeps where no rule says otherwise.
	Share string `json:"share"`
	// The rules of this page, the newest first.
	Shares []ShareRule `json:"shares"`
}

// ShareRule is a share that is asked in the place of the marketplace's own.
type ShareRule struct {
	// What kind of thing it is asked of.
	About ShareAbout `json:"about"`
	// Which one: of the model, of the seller's account, or of the category, which has what is below it
	// too.
	ID int64 `json:"id"`
	// Title of the model, username of the seller, or slug of the category.
	Name string `json:"name"`
	// Percent that the marketplace keeps of each order that is made from now on.
	Share string `json:"share"`
	// Username of the operator who set it; null of somebody who is gone.
	SetBy *string `json:"set_by"`
	// When.
	SetAt time.Time `json:"set_at"`
}

// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// DisputesQuery is what [Client.ListDisputes] can be asked for. What is zero is left out.
type DisputesQuery struct {
	// open: those whose time runs out first; over: the newest first.
	State DisputeState
	// Of those that are over: with ids below this one.
	Before int64
}

func (q DisputesQuery) values() url.Values {
	v := values{}
	v.add("state", q.State)
	v.add("before", q.Before)
	return url.Values(v)
}

// ListDisputes: disputes by buyers' banks. What buyers' banks ask back, or ask about. For
// operators.
//
// GET /v1/disputes, with the scope admin.
func (c *Client) ListDisputes(ctx context.Context, query DisputesQuery, options ...CallOption) (*DisputeList, error) {
	return ask[DisputeList](ctx, c, &request{method: http.MethodGet, path: "/v1/disputes", query: query.values()}, options)
}

// Dispute: one dispute with its evidence. A dispute with what was answered, or with what is known
// of the order and would be sent: what was sold, the buyer's agreement with its time, the licence's
// hash, and downloads with the time and a keyed hash of the network. For operators.
//
// GET /v1/disputes/{id}, with the scope admin.
func (c *Client) Dispute(ctx context.Context, id int64, options ...CallOption) (*Dispute, error) {
	return ask[Dispute](ctx, c, &request{method: http.MethodGet, path: "/v1/disputes/" + segment(id)}, options)
}

// AnswerDispute: answer a dispute. Sends evidence to the bank of a dispute, once and for good;
// without any, what [Client.Dispute] shows. What was sent stays with the dispute. 409 when it takes
// no answer. For operators.
//
// POST /v1/disputes/{id}/evidence, with the scope admin.
func (c *Client) AnswerDispute(ctx context.Context, id int64, body DisputeEvidence, options ...CallOption) (*Dispute, error) {
	return ask[Dispute](ctx, c, &request{method: http.MethodPost, path: "/v1/disputes/" + segment(id) + "/evidence", body: body, keyed: true}, options)
}

// Invoice: one invoice or credit note. Tells a document to who ordered or bought, to the author
// whom it is from, and to operators.
//
// GET /v1/invoices/{number}, with the scope orders:read.
func (c *Client) Invoice(ctx context.Context, number string, options ...CallOption) (*Invoice, error) {
	return ask[Invoice](ctx, c, &request{method: http.MethodGet, path: "/v1/invoices/" + segment(number)}, options)
}

// OrdersQuery is what [Client.ListOrders] can be asked for. What is zero is left out.
type OrdersQuery struct {
	// Numbered page; reaches the first 10,000 results.
	Page int64
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only orders in this state.
	Status OrderStatus
	// Only the order with this identifier of its caller's own.
	UUID string
	// Only orders of this model.
	ModelID int64
	// Only orders made after this time, RFC 3339.
	CreatedAfter time.Time
	// Only orders made before this time, RFC 3339.
	CreatedBefore time.Time
	// The paid orders of your own models instead of those that you made, without what is the buyer's.
	Sold bool
	// Everybody's orders; for admins.
	All bool
	// Only orders of this buyer's address, whatever its case; for admins.
	Email string
}

func (q OrdersQuery) values() url.Values {
	v := values{}
	v.add("page", q.Page)
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("status", q.Status)
	v.add("uuid", q.UUID)
	v.add("model_id", q.ModelID)
	v.add("created_after", q.CreatedAfter)
	v.add("created_before", q.CreatedBefore)
	v.add("sold", q.Sold)
	v.add("all", q.All)
	v.add("email", q.Email)
	return url.Values(v)
}

// ListOrders: the caller's orders, their sales, or all. The orders that the caller made, newest
// first. sold=true asks for the sales of one's own models instead; all=true, for admins, for every
// order. Entries have neither the licence's text nor the download token: [Client.Order] has.
//
// GET /v1/orders, with the scope orders:read.
func (c *Client) ListOrders(ctx context.Context, query OrdersQuery, options ...CallOption) (*OrderList, error) {
	return ask[OrderList](ctx, c, &request{method: http.MethodGet, path: "/v1/orders", query: query.values()}, options)
}

// Orders goes through all pages of [Client.ListOrders], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Orders(ctx context.Context, query OrdersQuery, options ...CallOption) iter.Seq2[OrderEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]OrderEntry, error) {
		query := query
		if cursor != "" {
			query.Page = 0
		}
		query.Cursor = cursor
		list, err := c.ListOrders(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Orders, nil
	})
}

// CreateOrder: order a model. Orders a published model at its price, licence and files of this
// moment. Send the customer to checkout_url; [Client.Order] tells when it is paid. The same uuid
// with the same content gives the same order again.
//
// POST /v1/orders, with the scope orders:write.
func (c *Client) CreateOrder(ctx context.Context, body NewOrder, options ...CallOption) (*Order, error) {
	return ask[Order](ctx, c, &request{method: http.MethodPost, path: "/v1/orders", body: body, keyed: true}, options)
}

// Order: one order. An order of one's own; for admins, any.
//
// GET /v1/orders/{id}, with the scope orders:read.
func (c *Client) Order(ctx context.Context, id string, options ...CallOption) (*Order, error) {
	return ask[Order](ctx, c, &request{method: http.MethodGet, path: "/v1/orders/" + segment(id)}, options)
}

// UpdateOrder: confirm a payment, cancel or refund. Decides of an order as operators do: its money
// came, now or at paid_at, it is canceled, or its money goes back. With If-Match, of two who decide
// of one version the second gets 412. An order whose refund is on its way stays as it was until the
// provider says so. 409 for the money of one order that has the price of a bundle:
// [Client.UpdateCheckout] takes all of them; and for a dispute whose end the provider tells.
//
// PUT /v1/orders/{id}, with the scope admin.
func (c *Client) UpdateOrder(ctx context.Context, id string, body OrderChange, options ...CallOption) (*Order, error) {
	return ask[Order](ctx, c, &request{method: http.MethodPut, path: "/v1/orders/" + segment(id), body: body}, options)
}

// CancelOrder: cancel an unpaid order. Cancels an order that is not paid. Its checkout page says so
// from then on. A payment that its customer has begun with the payment service and not made is
// ended there, also one of a checkout; where it was made meanwhile, or the bank has still to
// confirm it, the answer is 409.
//
// DELETE /v1/orders/{id}, with the scope orders:write.
func (c *Client) CancelOrder(ctx context.Context, id string, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/orders/" + segment(id)}, options)
}

// ListInvoices: the invoices of an order. Lists what was written about an order: an invoice with
// its payment, a credit note each time that money went back. None where the marketplace says
// nothing of tax. They stay as they were written.
//
// GET /v1/orders/{id}/invoices, with the scope orders:read.
func (c *Client) ListInvoices(ctx context.Context, id string, options ...CallOption) (*InvoiceList, error) {
	return ask[InvoiceList](ctx, c, &request{method: http.MethodGet, path: "/v1/orders/" + segment(id) + "/invoices"}, options)
}

// NoteOrder: keep a note with an order. Keeps a note with an order, in the audit log:
// [Client.ListAudit] with act order.note and the order's id has them. For operators.
//
// POST /v1/orders/{id}/notes, with the scope admin.
func (c *Client) NoteOrder(ctx context.Context, id string, body OrderNote, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPost, path: "/v1/orders/" + segment(id) + "/notes", body: body, keyed: true}, options)
}

// Receipt: the signed receipt of a paid order. Proves what was bought and under which licence: a
// text that the marketplace signs, and what it says. Anybody checks it without asking the
// marketplace, by the keys at /.well-known/jwks.json, or at /receipts/verify, which also says
// whether it was revoked. 409 while the order isn't paid, and once its money went back. Each time
// it is signed anew.
//
// GET /v1/orders/{id}/receipt, with the scope orders:read.
func (c *Client) Receipt(ctx context.Context, id string, options ...CallOption) (*SignedReceipt, error) {
	return ask[SignedReceipt](ctx, c, &request{method: http.MethodGet, path: "/v1/orders/" + segment(id) + "/receipt"}, options)
}

// SendReceipt: send the receipt again. Sends the receipt of a paid order once more, and only once
// in a minute. For operators.
//
// POST /v1/orders/{id}/receipt, with the scope admin.
func (c *Client) SendReceipt(ctx context.Context, id string, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPost, path: "/v1/orders/" + segment(id) + "/receipt", keyed: true}, options)
}

// RefundOrder: give money back, all or a part. Has who took the money of a paid order give it back,
// all that is left or an amount; where nobody did, it is the operator's word that the money went
// back. It is asked for once, also where the provider's answer is lost. The order stays paid until
// all has gone back, and tells how much did by refunded_amount. 409 while a bank has the money by a
// dispute, and when nothing is left that is not on its way already. For operators.
//
// POST /v1/orders/{id}/refund, with the scope admin.
func (c *Client) RefundOrder(ctx context.Context, id string, body NewRefund, options ...CallOption) (*Order, error) {
	return ask[Order](ctx, c, &request{method: http.MethodPost, path: "/v1/orders/" + segment(id) + "/refund", body: body, keyed: true}, options)
}

// ListRefunds: what went back of an order. What went back of an order, is on its way, or did not
// arrive; also what was refunded at the provider's own desk, and payments that nothing was sold
// for. For operators.
//
// GET /v1/orders/{id}/refunds, with the scope admin.
func (c *Client) ListRefunds(ctx context.Context, id string, options ...CallOption) (*RefundList, error) {
	return ask[RefundList](ctx, c, &request{method: http.MethodGet, path: "/v1/orders/" + segment(id) + "/refunds"}, options)
}

// ListWaitingRefunds: money that is still to go back. Money of orders that is still to go back:
// what a provider is being asked for or has in hand, and, first, what an operator has to send by
// hand, since it did not arrive or no provider can. For operators.
//
// GET /v1/refunds, with the scope admin.
func (c *Client) ListWaitingRefunds(ctx context.Context, options ...CallOption) (*WaitingRefunds, error) {
	return ask[WaitingRefunds](ctx, c, &request{method: http.MethodGet, path: "/v1/refunds"}, options)
}

// SettleRefund: say that money was sent back by hand. Says that money which is owed to a buyer was
// sent by hand, and how: it is booked from the marketplace's own bank, or from where a person took
// it. For operators.
//
// POST /v1/refunds/{id}/settle, with the scope admin.
func (c *Client) SettleRefund(ctx context.Context, id int64, body RefundSettlement, options ...CallOption) (*Refund, error) {
	return ask[Refund](ctx, c, &request{method: http.MethodPost, path: "/v1/refunds/" + segment(id) + "/settle", body: body, keyed: true}, options)
}

// Consent is what the buyer agreed to at the checkout.
type Consent struct {
	// When the buyer agreed, at the checkout.
	AgreedAt time.Time `json:"agreed_at"`
	// The words as they stood there.
	Text string `json:"text"`
}

// Dispute: money of an order that the buyer's bank asks back.
type Dispute struct {
	// Names the dispute.
	ID int64 `json:"id"`
	// The order. A dispute of a payment of several orders is a record of each, with the same
	// provider_id.
	OrderID string `json:"order_id"`
	// Who took the payment.
	Provider string `json:"provider"`
	// The provider's name of the dispute.
	ProviderID string `json:"provider_id"`
	// Of the order.
	Amount Amount `json:"amount"`
	// ISO 4217 code.
	Currency string `json:"currency"`
	// As the bank gives it.
	Reason string `json:"reason"`
	// Where it stands. An inquiry has moved no money.
	Status DisputeStatus `json:"status"`
	// Until when an answer is taken; null where there is no such time.
	DueAt *time.Time `json:"due_at"`
	// What was sent; until then, what is known of the order and would be sent.
	Evidence DisputeEvidence `json:"evidence"`
	// When it was answered; null before.
	SentAt *time.Time `json:"sent_at"`
	// Who answered.
	SentBy string `json:"sent_by"`
	// When it was heard of.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// When it was over; null before.
	ClosedAt *time.Time `json:"closed_at"`
}

// DisputeEvidence is the answer to a dispute.
type DisputeEvidence struct {
	// What was downloaded, and when. Networks are keyed hashes.
	Access *string `json:"access,omitzero"`
	// Address of the buyer.
	Buyer *string `json:"buyer,omitzero"`
	// What was sold.
	Product *string `json:"product,omitzero"`
	// What the buyer agreed to, and when.
	Terms *string `json:"terms,omitzero"`
	// All else.
	Text *string `json:"text,omitzero"`
}

// DisputeList: disputes by buyers' banks.
type DisputeList struct {
	// At most 100, without evidence that was not sent.
	Disputes []Dispute `json:"disputes"`
}

// DisputeState is whether anything becomes of a dispute.
type DisputeState string

// What DisputeState can be. A later server may say more.
const (
	DisputeStateOpen DisputeState = "open"
	DisputeStateOver DisputeState = "over"
)

// DisputeStatus is an inquiry moves no money; a dispute waits for an answer, is looked at, and is
// won or lost.
type DisputeStatus string

// What DisputeStatus can be. A later server may say more.
const (
	DisputeStatusInquiry         DisputeStatus = "inquiry"
	DisputeStatusInquiryReviewed DisputeStatus = "inquiry_reviewed"
	DisputeStatusInquiryOver     DisputeStatus = "inquiry_over"
	DisputeStatusNeedsResponse   DisputeStatus = "needs_response"
	DisputeStatusUnderReview     DisputeStatus = "under_review"
	DisputeStatusWon             DisputeStatus = "won"
	DisputeStatusLost            DisputeStatus = "lost"
)

// Invoice is an invoice or a credit note, as it was written.
type Invoice struct {
	// Names the document in addresses.
	Number string `json:"number"`
	// credit_note: it takes an invoice back, in part or whole.
	Kind InvoiceKind `json:"kind"`
	// Number of the invoice that a credit note takes back; null for an invoice.
	Of *string `json:"of"`
	// The order that it is about.
	OrderID string `json:"order_id"`
	// When it was written.
	IssuedAt time.Time `json:"issued_at"`
	// Who sold: the marketplace, or the author of the model.
	Seller InvoiceParty `json:"seller"`
	// As the buyer named themselves.
	Buyer InvoiceParty `json:"buyer"`
	// Title of the model.
	Item string `json:"item"`
	// Without tax.
	Net Amount `json:"net"`
	// The tax.
	Tax Amount `json:"tax"`
	// Paid, or given back.
	Gross Amount `json:"gross"`
	// Of the tax, in percent.
	Rate string `json:"rate"`
	// ISO 3166-1: whose tax it is; null where nobody said where the buyer lives.
	Country *string `json:"country"`
	// What each authority has of the tax, where Stripe Tax found it; empty elsewhere.
	TaxParts []TaxPart `json:"tax_parts"`
	// Why the tax is what it is.
	Treatment TaxTreatment `json:"treatment"`
	// Why there is no tax, in the seller's words; null without one.
	Note *string `json:"note"`
	// ISO 4217 code.
	Currency string `json:"currency"`
	// false: of a sandbox order, for which no money moved.
	Livemode bool `json:"livemode"`
}

// InvoiceKind is a credit note takes an invoice back, in part or whole.
type InvoiceKind string

// What InvoiceKind can be. A later server may say more.
const (
	InvoiceKindInvoice    InvoiceKind = "invoice"
	InvoiceKindCreditNote InvoiceKind = "credit_note"
)

// InvoiceList is the documents of an order.
type InvoiceList struct {
	// In the order in which they were written.
	Invoices []Invoice `json:"invoices"`
}

// InvoiceParty is who sold, or who bought.
type InvoiceParty struct {
	// Legal name; null when it is not known.
	Name *string `json:"name"`
	// Lines; null when it is not known.
	Address *string `json:"address"`
	// ISO 3166-1; null when it is not known.
	Country *string `json:"country"`
	// Null without one.
	VATID *string `json:"vat_id"`
	// Null when it is not known.
	Email *string `json:"email"`
}

// NewOrder is what is to be bought.
type NewOrder struct {
	// The model to order.
	ModelID int64 `json:"model_id"`
	// Order what is the buyer's own, or was bought before.
	Again bool `json:"again,omitzero"`
	// Of an application's customer; ignored when the token is a user's own.
	BuyersEmail string `json:"buyers_email,omitzero"`
	// Where the customer comes back to, with id, uuid and status added.
	ReturnURL string `json:"return_url,omitzero"`
	// Your own order id, unique among yours; made when absent.
	UUID string `json:"uuid,omitzero"`
}

// NewRefund is how much goes back, and why.
type NewRefund struct {
	// How much goes back; all that is left when absent.
	Amount Amount `json:"amount,omitzero"`
	// The buyer keeps the files when all has gone back. A part of the money never stops them.
	KeepDownloads bool `json:"keep_downloads,omitzero"`
	// For operators, kept with the refund.
	Note string `json:"note,omitzero"`
	// Why; other when absent.
	Reason RefundReason `json:"reason,omitzero"`
}

// Order is a purchase of one model at the price, licence and files of its moment.
type Order struct {
	// As it was when it was ordered.
	License OrderLicense `json:"license"`
	// That the buyer asked for the files at once and knew that the right of withdrawal ends by that;
	// null where nothing was asked or agreed.
	Consent *Consent `json:"consent"`
	// Gives access to the files once the order is paid. Keep it within your application.
	DownloadToken string `json:"download_token"`
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

// OrderChange is what an operator decides of an order.
type OrderChange struct {
	// paid: the money came, as the operator saw. canceled: it can't be paid any more. refunded: who
	// took the money is asked to give it back; where nobody did, the operator has.
	Status OrderDecision `json:"status"`
	// With refunded: the buyer keeps the files.
	KeepDownloads *bool `json:"keep_downloads,omitzero"`
	// With paid: when the money came, by which its tax is of a quarter: a day in the time zone of the
	// tax rules, or a moment in RFC 3339, since the order was made and not ahead. Now when absent or
	// null. With all else, and at the end of a dispute, only as a read shows it.
	PaidAt Nullable[string] `json:"paid_at,omitzero"`
}

// OrderDecision is what an operator makes of an order.
type OrderDecision string

// What OrderDecision can be. A later server may say more.
const (
	OrderDecisionPaid     OrderDecision = "paid"
	OrderDecisionCanceled OrderDecision = "canceled"
	OrderDecisionRefunded OrderDecision = "refunded"
)

// OrderEntry is an order in a list: without the licence's text and the download token.
type OrderEntry struct {
	// As it was when it was ordered; the order's detail has its text.
	License OrderTerms `json:"license"`
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

// OrderList is a page of orders.
type OrderList struct {
	// How many orders the filters let through, exact up to 10,000.
	Total int64 `json:"total"`
	// gte: there are at least so many.
	TotalRelation TotalRelation `json:"total_relation"`
	// Those of this page, newest first.
	Orders []OrderEntry `json:"orders"`
}

// OrderNote is what an operator writes about an order.
type OrderNote struct {
	// 1 to 2,000 characters, for operators.
	Note string `json:"note"`
}

// Refund: money of an order that goes back.
type Refund struct {
	// Names the refund.
	ID int64 `json:"id"`
	// The order.
	OrderID string `json:"order_id"`
	// How much goes back.
	Amount Amount `json:"amount"`
	// ISO 4217 code.
	Currency string `json:"currency"`
	// asked: the provider is being asked. pending: it has it in hand. done: the money went back.
	// failed: it did not, and the order is as it was. owed: it did not, and an operator has to send it
	// by hand.
	State RefundState `json:"state"`
	// Why.
	Reason RefundReason `json:"reason"`
	// For operators.
	Note string `json:"note"`
	// Why it did not go back; empty where it did, or may.
	Failure string `json:"failure"`
	// It is of a payment that nothing was sold for: a second one, or one that came too late.
	Needless bool `json:"needless"`
	// The buyer keeps the files when all has gone back.
	KeepDownloads bool `json:"keep_downloads"`
	// Who has the money.
	Provider string `json:"provider"`
	// The provider's name of the refund; empty where it has none.
	ProviderID string `json:"provider_id"`
	// Who decided.
	By string `json:"by"`
	// When it was decided.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// When it came to its end; null before.
	SettledAt *time.Time `json:"settled_at"`
}

// RefundList is what went back of an order, or is to.
type RefundList struct {
	// How many there are.
	Total int64 `json:"total"`
	// The oldest first.
	Refunds []Refund `json:"refunds"`
}

// RefundSettlement is how an operator sent money by hand.
type RefundSettlement struct {
	// How the money was sent, in 1 to 2,000 characters.
	Note string `json:"note"`
	// How much was sent, above 0: 409 where the refund is of another amount, as what is owed can have
	// become less since it was read. What is owed when absent.
	Amount Amount `json:"amount,omitzero"`
}

// RefundState: asked and pending become done, failed or owed; owed becomes done by an operator's
// word.
type RefundState string

// What RefundState can be. A later server may say more.
const (
	RefundStateAsked   RefundState = "asked"
	RefundStatePending RefundState = "pending"
	RefundStateDone    RefundState = "done"
	RefundStateFailed  RefundState = "failed"
	RefundStateOwed    RefundState = "owed"
)

// SignedReceipt is a receipt that proves what was bought, and under which licence.
type SignedReceipt struct {
	// The signed text, a compact JWS (EdDSA, typ vitrine-receipt+jwt): keep it as it is.
	// /.well-known/jwks.json has the keys that check it.
	Receipt string `json:"receipt"`
	// What it says.
	Claims ReceiptClaims `json:"claims"`
}

// TaxPart is what one authority has of the tax of an invoice.
type TaxPart struct {
	// As Stripe Tax names it: vat, sales_tax, gst and others; empty where it knows of no tax.
	Type string `json:"type"`
	// Whose tax it is.
	Jurisdiction string `json:"jurisdiction"`
	// In percent, with all of its decimals.
	Rate string `json:"rate"`
	// Part of the tax.
	Amount Amount `json:"amount"`
	// What it is of.
	Base Amount `json:"base"`
	// Why, as Stripe Tax says it.
	Reason string `json:"reason"`
}

// WaitingRefunds: money that is still to go back.
type WaitingRefunds struct {
	// At most 100: those first that an operator has to send by hand, the oldest first.
	Refunds []Refund `json:"refunds"`
}

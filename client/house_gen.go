// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// DeskHouse: what operators say of the marketplace. What operators have said of the marketplace, as
// the page /desk/house has it.
//
// GET /v1/desk/house, with the scope admin.
func (c *Client) DeskHouse(ctx context.Context, options ...CallOption) (*DeskHouse, error) {
	return ask[DeskHouse](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/house"}, options)
}

// UpdateHouse: change what the marketplace is. Changes what is sent of what the marketplace is;
// every process and page has it within a fifth of a second. The logo is chosen, and how operators
// sign in is changed, at the page /desk/house. The audit log has what was before.
//
// PUT /v1/desk/house, with the scope admin.
func (c *Client) UpdateHouse(ctx context.Context, body HouseChange, options ...CallOption) (*DeskHouse, error) {
	return ask[DeskHouse](ctx, c, &request{method: http.MethodPut, path: "/v1/desk/house", body: body}, options)
}

// House: what the marketplace is. What the marketplace is called, how it looks, who may join and
// sell, what it keeps of a price, and what its operators announce: all that its pages show to
// everybody.
//
// GET /v1/house.
func (c *Client) House(ctx context.Context, options ...CallOption) (*HouseRecord, error) {
	return ask[HouseRecord](ctx, c, &request{method: http.MethodGet, path: "/v1/house"}, options)
}

// Announcement is the line on top of every page.
type Announcement struct {
	// Plain text in one line, at most 200 characters. Empty to take it off.
	Text string `json:"text"`
	// In which it is, a tag of BCP 47; absent where nobody has said.
	Language *string `json:"language,omitzero"`
	// Where it leads: a path of this marketplace, or an address that begins with https://; absent for
	// nowhere.
	Link *string `json:"link,omitzero"`
	// When it ends by itself; absent for never.
	Until *time.Time `json:"until,omitzero"`
}

// DeskHouse is a marketplace, as its operators have said it.
type DeskHouse struct {
	// Colour of buttons and links on light pages; empty for that of the program.
	Accent string `json:"accent"`
	// The same on dark pages; empty for one that is made of the other.
	AccentDark string `json:"accent_dark"`
	// The picture beside the name; null for that of the program.
	Logo *Logo `json:"logo"`
	// Whether buyers agree before they pay to get the files at once and to lose the right to withdraw.
	AskWaiver bool `json:"ask_waiver"`
	// The words for that; empty for those of the program.
	WaiverText string `json:"waiver_text"`
	// Bytes of files that a seller may store who has no limit of their own; 0: as many as there is
	// room for.
	MaxStorage int64 `json:"max_storage"`
	// Whether operators act only with a passkey or a second factor. It is changed at a browser, not by
	// a program.
	StrongOperators bool `json:"strong_operators"`
	// Whether programs may register themselves as applications.
	DynamicClients bool `json:"dynamic_clients"`
	// When sellers are paid, and from where.
	Payouts PayoutRules `json:"payouts"`
	// When buyers may ask for their money, and who answers until when.
	Refunds RefundRules `json:"refunds"`
	// The line on top of every page, also when it has ended; its text is empty where there is none.
	Announcement Announcement `json:"announcement"`
	// What the marketplace is called.
	Name string `json:"name"`
	// Email address that people write to; empty for none.
	Contact string `json:"contact"`
	// Who may make an account: everybody, who was invited, or nobody by themselves.
	Joining JoinPolicy `json:"joining"`
	// Who may publish models: everybody with a confirmed address, or operators and whom they let.
	Selling SellerPolicy `json:"selling"`
	// Whether models are looked at before they are published.
	Review bool `json:"review"`
	// Whether free models download at once, with no form.
	FreeOpen bool `json:"free_open"`
	// For how many days what sellers earn is on hold.
	HoldDays int64 `json:"hold_days"`
	// Percent of a price that the marketplace keeps, as it tells those who sell.
	Share string `json:"share"`
	// Bytes of one file; 0: what the server was started with.
	MaxFileBytes int64 `json:"max_file_bytes"`
	// Files of one model, likewise.
	MaxFiles int64 `json:"max_files"`
	// Bytes of one picture, likewise.
	MaxImageBytes int64 `json:"max_image_bytes"`
	// Pictures of one model, likewise.
	MaxImages int64 `json:"max_images"`
	// How long an order can be paid, likewise.
	OrderLifetimeSeconds int64 `json:"order_lifetime_seconds"`
}

// HouseRecord is a marketplace, as everybody sees it.
type HouseRecord struct {
	// ISO 4217 code of the currency of all prices.
	Currency string `json:"currency"`
	// Colour of buttons and links on light pages; null for that of the program.
	Accent *string `json:"accent"`
	// The same on dark pages.
	AccentDark *string `json:"accent_dark"`
	// The picture beside the name; null for that of the program.
	Logo *Logo `json:"logo"`
	// What buyers agree to before they pay: to get the files at once and to lose the right to
	// withdraw. null where they are not asked.
	Waiver *string `json:"waiver"`
	// The line on top of every page; null for none, also when it has ended.
	Announcement *Announcement `json:"announcement"`
	// What the marketplace is called.
	Name string `json:"name"`
	// Email address that people write to; empty for none.
	Contact string `json:"contact"`
	// Who may make an account: everybody, who was invited, or nobody by themselves.
	Joining JoinPolicy `json:"joining"`
	// Who may publish models: everybody with a confirmed address, or operators and whom they let.
	Selling SellerPolicy `json:"selling"`
	// Whether models are looked at before they are published.
	Review bool `json:"review"`
	// Whether free models download at once, with no form.
	FreeOpen bool `json:"free_open"`
	// For how many days what sellers earn is on hold.
	HoldDays int64 `json:"hold_days"`
	// Percent of a price that the marketplace keeps, as it tells those who sell.
	Share string `json:"share"`
}

// JoinPolicy is who may make an account. open: everybody. invited: who was. closed: nobody by
// themselves.
type JoinPolicy string

// What JoinPolicy can be. A later server may say more.
const (
	JoinPolicyOpen    JoinPolicy = "open"
	JoinPolicyInvited JoinPolicy = "invited"
	JoinPolicyClosed  JoinPolicy = "closed"
)

// Logo is the picture beside the name.
type Logo struct {
	// Its address.
	URL string `json:"url"`
	// Pixels: it is shown at a quarter of that.
	Width int64 `json:"width"`
	// Pixels.
	Height int64 `json:"height"`
}

// PayoutRules: when sellers are paid, and from where.
type PayoutRules struct {
	// Whether payouts are made by operators alone, each week or each month.
	Schedule PayoutSchedule `json:"schedule"`
	// Days after which what was sent counts as paid, 1 to 60; absent: 5.
	ArrivalDays *int64 `json:"arrival_days,omitzero"`
	// Days after a change of a seller's account before anything is sent to it, 1 to 60; absent: 7.
	CoolingDays *int64 `json:"cooling_days,omitzero"`
	// 1, Monday, to 7, or 1 to 28 of a month; absent where payouts are made by hand.
	Day *int64 `json:"day,omitzero"`
	// Its BIC.
	FromBIC *string `json:"from_bic,omitzero"`
	// Who holds the account that is paid from; absent where it was not said.
	FromHolder *string `json:"from_holder,omitzero"`
	// Its IBAN.
	FromIBAN *string `json:"from_iban,omitzero"`
	// What a payout is at least; absent for anything.
	Least *string `json:"least,omitzero"`
}

// PayoutSchedule: when payouts are made. hand: when an operator makes a batch.
type PayoutSchedule string

// What PayoutSchedule can be. A later server may say more.
const (
	PayoutScheduleHand    PayoutSchedule = "hand"
	PayoutScheduleWeekly  PayoutSchedule = "weekly"
	PayoutScheduleMonthly PayoutSchedule = "monthly"
)

// RefundRules: when buyers may ask for their money, and who answers until when.
type RefundRules struct {
	// Whether buyers may ask at their order.
	Requests bool `json:"requests"`
	// Days after the payment in which they may, 1 to 365; absent: 30.
	AskDays *int64 `json:"ask_days,omitzero"`
	// Days for the marketplace's decision, 1 to 365; absent: 7.
	DeskDays *int64 `json:"desk_days,omitzero"`
	// Whether what the marketplace has not decided by then is granted; else it goes on waiting.
	Grants *bool `json:"grants,omitzero"`
	// Days for the seller's answer, and for the buyer to insist, 1 to 365; absent: 5.
	SellerDays *int64 `json:"seller_days,omitzero"`
}

// SellerPolicy is who may publish models. confirmed: everybody with a confirmed address. operators:
// they, and whom they let.
type SellerPolicy string

// What SellerPolicy can be. A later server may say more.
const (
	SellerPolicyConfirmed SellerPolicy = "confirmed"
	SellerPolicyOperators SellerPolicy = "operators"
)

// HouseChange is what is to be another.
type HouseChange struct {
	// Colour of buttons and links on light pages, # and six digits, that can be read there; empty for
	// that of the program.
	Accent *string `json:"accent,omitzero"`
	// The same on dark pages; empty for one that is made of the other.
	AccentDark *string `json:"accent_dark,omitzero"`
	// The line on top of every page: all of it.
	Announcement *Announcement `json:"announcement,omitzero"`
	// Whether buyers agree before they pay to get the files at once and to lose the right to withdraw.
	AskWaiver *bool `json:"ask_waiver,omitzero"`
	// Email address that people write to; empty for none.
	Contact *string `json:"contact,omitzero"`
	// Whether programs may register themselves as applications.
	DynamicClients *bool `json:"dynamic_clients,omitzero"`
	// Whether free models download at once, with no form.
	FreeOpen *bool `json:"free_open,omitzero"`
	// For how many days what sellers earn is on hold, 1 to 180; 0: 14.
	HoldDays *int64 `json:"hold_days,omitzero"`
	// Who may make an account.
	Joining *JoinPolicy `json:"joining,omitzero"`
	// Bytes of one file, not above what the server was started with; 0: that.
	MaxFileBytes *int64 `json:"max_file_bytes,omitzero"`
	// Files of one model, likewise.
	MaxFiles *int64 `json:"max_files,omitzero"`
	// Bytes of one picture, likewise.
	MaxImageBytes *int64 `json:"max_image_bytes,omitzero"`
	// Pictures of one model, likewise.
	MaxImages *int64 `json:"max_images,omitzero"`
	// Bytes of files that a seller may store who has no limit of their own; 0: as many as there is
	// room for.
	MaxStorage *int64 `json:"max_storage,omitzero"`
	// What the marketplace is called: 1 to 60 characters in one line.
	Name *string `json:"name,omitzero"`
	// How long an order can be paid that is made from now on, a minute to 366 days; 0: what the server
	// was started with.
	OrderLifetimeSeconds *int64 `json:"order_lifetime_seconds,omitzero"`
	// When sellers are paid, and from where: all of it.
	Payouts *PayoutRules `json:"payouts,omitzero"`
	// When buyers may ask for their money, and who answers until when: all of it.
	Refunds *RefundRules `json:"refunds,omitzero"`
	// Whether models are looked at before they are published.
	Review *bool `json:"review,omitzero"`
	// Who may publish models.
	Selling *SellerPolicy `json:"selling,omitzero"`
	// Percent of a price that the marketplace keeps, from 0 to 100 with at most two decimals.
	Share *string `json:"share,omitzero"`
	// The words for that, at most 1000 characters; empty for those of the program.
	WaiverText *string `json:"waiver_text,omitzero"`
}

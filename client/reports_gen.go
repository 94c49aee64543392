// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// ReportsQuery is what [Client.ListReports] can be asked for. What is zero is left out.
type ReportsQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only reports in this state.
	State ReportState
}

func (q ReportsQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("state", q.State)
	return url.Values(v)
}

// ListReports: reports in a state. What was reported, those first that wait longest. For moderators
// and operators.
//
// GET /v1/reports, with the scope moderation:read.
func (c *Client) ListReports(ctx context.Context, query ReportsQuery, options ...CallOption) (*ReportList, error) {
	return ask[ReportList](ctx, c, &request{method: http.MethodGet, path: "/v1/reports", query: query.values()}, options)
}

// Reports goes through all pages of [Client.ListReports], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Reports(ctx context.Context, query ReportsQuery, options ...CallOption) iter.Seq2[ReportEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]ReportEntry, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListReports(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Reports, nil
	})
}

// CreateReport: report a page. Tells those who look after the marketplace of a page that should not
// be here: a model, a seller, or any other. Everybody with a token may; pages do it without one at
// /report. What is at the address is told to nobody: the answer is the same for what is hidden and
// for what never was. The outcome is sent by mail. A network may report ten times at once, and then
// once in six minutes.
//
// POST /v1/reports.
func (c *Client) CreateReport(ctx context.Context, body NewReport, options ...CallOption) (*ReportReceipt, error) {
	return ask[ReportReceipt](ctx, c, &request{method: http.MethodPost, path: "/v1/reports", body: body, keyed: true}, options)
}

// Report: one report, with what it is about. A report with the model or person whom it is about,
// and what else was reported and decided about that. For moderators and operators.
//
// GET /v1/reports/{id}, with the scope moderation:read.
func (c *Client) Report(ctx context.Context, id int64, options ...CallOption) (*Report, error) {
	return ask[Report](ctx, c, &request{method: http.MethodGet, path: "/v1/reports/" + segment(id)}, options)
}

// DecideReport: decide a report. Leaves what was reported as it is, or takes the model off. Its
// author gets the reasons by mail and may object once; who reported gets the outcome. Of two who
// decide at once one wins, and the other gets 409. Nobody decides about their own model but
// operators with the scope admin.
//
// POST /v1/reports/{id}/decision, with the scope moderation:write.
func (c *Client) DecideReport(ctx context.Context, id int64, body Ruling, options ...CallOption) (*Report, error) {
	return ask[Report](ctx, c, &request{method: http.MethodPost, path: "/v1/reports/" + segment(id) + "/decision", body: body, keyed: true}, options)
}

// NewReport is what somebody reports.
type NewReport struct {
	// Address or path of a page of this marketplace.
	Page string `json:"page"`
	// Why it is reported.
	Kind ReportKind `json:"kind"`
	// What is wrong with it, in at most 10,000 characters, so that somebody else can see it.
	Explanation string `json:"explanation"`
	// true: who reports believes it to be true and complete.
	GoodFaith bool `json:"good_faith"`
	// Where the outcome is sent; the address of the account when absent.
	Email string `json:"email,omitzero"`
	// Who reports; the username when absent.
	Name string `json:"name,omitzero"`
}

// Report is what somebody reported, with what it is about.
type Report struct {
	// In the words of who reported; empty in a report about you.
	Explanation string `json:"explanation"`
	// Who reported; null where they did not say, and in a report about you.
	Name *string `json:"name"`
	// Where the outcome is sent; null for nowhere, and in a report about you.
	Email *string `json:"email"`
	// The model that it is about; null for none, and where it is deleted.
	Model *ReportedModel `json:"model"`
	// The person whom it is about; null for none.
	Person *PersonEntry `json:"person"`
	// The review that it is about; model is then the one that it is of. null for none.
	Review *Review `json:"review"`
	// The collection that it is about; null for none.
	Collection *CollectionEntry `json:"collection"`
	// Reports about the same, this one among them, at most 50.
	Others []ReportEntry `json:"others"`
	// What was decided about the model, review or collection before, newest first.
	Decisions []Decision `json:"decisions"`
	// Names the report in addresses.
	ID int64 `json:"id"`
	// dismissed: nothing was done. acted: what it is about was taken off.
	State ReportState `json:"state"`
	// Why it was reported.
	Kind ReportKind `json:"kind"`
	// What it is about.
	Subject ReportSubject `json:"subject"`
	// The model, the person, the review or the collection; null for another page.
	SubjectID *int64 `json:"subject_id"`
	// Address of the page that was reported.
	URL string `json:"url"`
	// What who reported was told; null before.
	Answer *string `json:"answer"`
	// The decision that came of it; null for none.
	DecisionID *int64 `json:"decision_id"`
	// The person who decided; null before.
	DecidedBy *int64 `json:"decided_by"`
	// When it was decided; null before.
	DecidedAt *time.Time `json:"decided_at"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// ReportList is a page of reports.
type ReportList struct {
	// Those of this page, the oldest first.
	Reports []ReportEntry `json:"reports"`
}

// ReportReceipt is a report that was made.
type ReportReceipt struct {
	// Number of the report, for mails about it.
	ID int64 `json:"id"`
	// What became of it.
	State ReportState `json:"state"`
	// A page that says what becomes of the report. Whoever has the address reads it.
	ReceiptURL string `json:"receipt_url"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// The same.
	UpdatedAt time.Time `json:"updated_at"`
}

// ReportedModel is the model that a report is about.
type ReportedModel struct {
	// Names the model in addresses.
	ID int64 `json:"id"`
	// In its own language.
	Title string `json:"title"`
	// Whether it is in the catalogue.
	Status ModelStatus `json:"status"`
	// The person whose it is.
	AuthorID int64 `json:"author_id"`
	// It was taken out of the catalogue.
	Hidden bool `json:"hidden"`
	// Nobody gets its files, nor who bought them.
	Withheld bool `json:"withheld"`
}

// Ruling is what is decided.
type Ruling struct {
	// hide: the model leaves the catalogue, the review its page, and nobody but its owner sees the
	// collection. take_down, of models alone: its bytes are not taken again either, from anybody.
	Action RulingAction `json:"action"`
	// The facts, and why they are against law or terms, in at most 5,000 characters: the author gets
	// these words, and so does who reported.
	Reason string `json:"reason"`
	// false, with take_down: nor do those get the files who bought them. true when absent.
	Downloads bool `json:"downloads,omitzero"`
	// What asks for it; needed unless action is none.
	Ground DecisionGround `json:"ground,omitzero"`
}

// RulingAction is what is done about what was reported.
type RulingAction string

// What RulingAction can be. A later server may say more.
const (
	RulingActionNone     RulingAction = "none"
	RulingActionHide     RulingAction = "hide"
	RulingActionTakeDown RulingAction = "take_down"
)

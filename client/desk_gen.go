// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// DeskModelsQuery is what [Client.ListDeskModels] can be asked for. What is zero is left out.
type DeskModelsQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// A number, a slug or the address of a page finds one model; else models whose texts have these
	// words.
	Find string
	// Only models of this username.
	Author string
	// Only models in this state; new: published in the last seven days. Those that wait come in the
	// order in which they began to, what is published with the last publication first, all others with
	// the newest first.
	List DeskModelChoice
}

func (q DeskModelsQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("find", q.Find)
	v.add("author", q.Author)
	v.add("list", q.List)
	return url.Values(v)
}

// ListDeskModels: models in any state. Models of everybody in any state, by number, address, words,
// author and state. For moderators and operators.
//
// GET /v1/desk/models, with the scope moderation:read.
func (c *Client) ListDeskModels(ctx context.Context, query DeskModelsQuery, options ...CallOption) (*DeskModelList, error) {
	return ask[DeskModelList](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/models", query: query.values()}, options)
}

// DeskModels goes through all pages of [Client.ListDeskModels], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) DeskModels(ctx context.Context, query DeskModelsQuery, options ...CallOption) iter.Seq2[DeskModelEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]DeskModelEntry, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListDeskModels(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Models, nil
	})
}

// DeskModel: one model, with all that is known of it. A model with its orders, reports, decisions
// and who else has its files. For moderators and operators.
//
// GET /v1/desk/models/{id}, with the scope moderation:read.
func (c *Client) DeskModel(ctx context.Context, id int64, options ...CallOption) (*DeskModel, error) {
	return ask[DeskModel](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/models/" + segment(id)}, options)
}

// ApproveModel: publish a model that waits. Publishes a model that waits for somebody to look at
// it, in the version that was looked at: of one that has changed since it is 409. Its author is
// told. For moderators and operators.
//
// POST /v1/desk/models/{id}/approve, with the scope moderation:write.
func (c *Client) ApproveModel(ctx context.Context, id int64, body Approval, options ...CallOption) (*DeskModel, error) {
	return ask[DeskModel](ctx, c, &request{method: http.MethodPost, path: "/v1/desk/models/" + segment(id) + "/approve", body: body, keyed: true}, options)
}

// FeatureModel: show a model on the home page. Shows a published model on the home page, or moves
// it there. There is room for 12. For moderators and operators.
//
// PUT /v1/desk/models/{id}/feature, with the scope moderation:write.
func (c *Client) FeatureModel(ctx context.Context, id int64, body Feature, options ...CallOption) (*DeskModel, error) {
	return ask[DeskModel](ctx, c, &request{method: http.MethodPut, path: "/v1/desk/models/" + segment(id) + "/feature", body: body}, options)
}

// UnfeatureModel: take a model off the home page. Takes a model off the home page. For moderators
// and operators.
//
// DELETE /v1/desk/models/{id}/feature, with the scope moderation:write.
func (c *Client) UnfeatureModel(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/desk/models/" + segment(id) + "/feature"}, options)
}

// RestoreModel: restore a model. Ends all that was decided about a model, which is then what it was
// before, and tells its author why. For moderators and operators.
//
// POST /v1/desk/models/{id}/restore, with the scope moderation:write.
func (c *Client) RestoreModel(ctx context.Context, id int64, body DeskReason, options ...CallOption) (*DeskModel, error) {
	return ask[DeskModel](ctx, c, &request{method: http.MethodPost, path: "/v1/desk/models/" + segment(id) + "/restore", body: body, keyed: true}, options)
}

// RuleModel: take a model off. Takes a model off that nobody need have reported. Its author gets
// the reasons by mail and may object once. Nobody decides about their own model but operators with
// the scope admin.
//
// POST /v1/desk/models/{id}/rule, with the scope moderation:write.
func (c *Client) RuleModel(ctx context.Context, id int64, body ModelRuling, options ...CallOption) (*DeskModel, error) {
	return ask[DeskModel](ctx, c, &request{method: http.MethodPost, path: "/v1/desk/models/" + segment(id) + "/rule", body: body, keyed: true}, options)
}

// SendModelBack: send a model that waits back. Makes a model that waits a draft again, which its
// author may mend and publish once more. They get the reasons by mail. For moderators and
// operators.
//
// POST /v1/desk/models/{id}/send-back, with the scope moderation:write.
func (c *Client) SendModelBack(ctx context.Context, id int64, body DeskReason, options ...CallOption) (*DeskModel, error) {
	return ask[DeskModel](ctx, c, &request{method: http.MethodPost, path: "/v1/desk/models/" + segment(id) + "/send-back", body: body, keyed: true}, options)
}

// SharedFilesQuery is what [Client.ListSharedFiles] can be asked for. What is zero is left out.
type SharedFilesQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q SharedFilesQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// ListSharedFiles: bytes that several authors have. Bytes that models of different authors have,
// and who had them first. For moderators and operators.
//
// GET /v1/desk/shared-files, with the scope moderation:read.
func (c *Client) ListSharedFiles(ctx context.Context, query SharedFilesQuery, options ...CallOption) (*SharedFileList, error) {
	return ask[SharedFileList](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/shared-files", query: query.values()}, options)
}

// SharedFiles goes through all pages of [Client.ListSharedFiles], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) SharedFiles(ctx context.Context, query SharedFilesQuery, options ...CallOption) iter.Seq2[SharedFile, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]SharedFile, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListSharedFiles(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Files, nil
	})
}

// Approval: which version of a model was looked at.
type Approval struct {
	// Of the model that was looked at, as getDeskModel says it.
	Version int64 `json:"version"`
}

// DeskModel is a model with all that is known to those who decide about it.
type DeskModel struct {
	// Of the model as it is shown here: send it to approve this one and no other.
	Version int64 `json:"version"`
	// Its page, which others see once it is published. getModel reads the model.
	URL string `json:"url"`
	// Why it was sent back to its author the last time; null where it was not, or waits again.
	SentBack *string `json:"sent_back"`
	// Nobody gets its files, nor who bought them.
	Withheld bool `json:"withheld"`
	// How many orders there are of it, counted up to 10,001.
	Orders int64 `json:"orders"`
	// Where the home page shows it, 1 to 12; null for nowhere.
	Place *int64 `json:"place"`
	// Until when the home page shows it; null: until it is taken off there, or where it is not.
	FeaturedUntil *time.Time `json:"featured_until"`
	// Files of other authors with the same bytes, at most 20, the oldest first.
	Shares []SharedHolder `json:"shares"`
	// Reports about it, at most 50.
	Reports []ReportEntry `json:"reports"`
	// What was decided about it, newest first.
	Decisions []Decision `json:"decisions"`
	// Names the model in addresses.
	ID int64 `json:"id"`
	// In its own language.
	Title string `json:"title"`
	// How it stands, as the lists name it.
	State DeskModelState `json:"state"`
	// What it is for.
	ProductType ProductType `json:"product_type"`
	// What it costs; null where nobody has said.
	Price *Amount `json:"price"`
	// How often it was sold.
	Sales int64 `json:"sales"`
	// The person whose it is.
	AuthorID int64 `json:"author_id"`
	// Their username.
	AuthorName string `json:"author_name"`
	// Since when it waits for somebody to look at it; null: it does not.
	WaitingSince *time.Time `json:"waiting_since"`
	// When it was last published; null for never.
	PublishedAt *time.Time `json:"published_at"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
}

// DeskModelChoice: which models are listed.
type DeskModelChoice string

// What DeskModelChoice can be. A later server may say more.
const (
	DeskModelChoiceWaiting   DeskModelChoice = "waiting"
	DeskModelChoiceNew       DeskModelChoice = "new"
	DeskModelChoicePublished DeskModelChoice = "published"
	DeskModelChoiceDrafts    DeskModelChoice = "drafts"
	DeskModelChoiceHidden    DeskModelChoice = "hidden"
	DeskModelChoiceTakenDown DeskModelChoice = "taken_down"
)

// DeskModelEntry is a model in any state, for those who look after models.
type DeskModelEntry struct {
	// Names the model in addresses.
	ID int64 `json:"id"`
	// In its own language.
	Title string `json:"title"`
	// How it stands, as the lists name it.
	State DeskModelState `json:"state"`
	// What it is for.
	ProductType ProductType `json:"product_type"`
	// What it costs; null where nobody has said.
	Price *Amount `json:"price"`
	// How often it was sold.
	Sales int64 `json:"sales"`
	// The person whose it is.
	AuthorID int64 `json:"author_id"`
	// Their username.
	AuthorName string `json:"author_name"`
	// Since when it waits for somebody to look at it; null: it does not.
	WaitingSince *time.Time `json:"waiting_since"`
	// When it was last published; null for never.
	PublishedAt *time.Time `json:"published_at"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
}

// DeskModelList is a page of models in any state.
type DeskModelList struct {
	// Those of this page.
	Models []DeskModelEntry `json:"models"`
}

// DeskModelState is how a model stands. hidden and taken_down: by a decision; waiting: somebody
// looks at it first.
type DeskModelState string

// What DeskModelState can be. A later server may say more.
const (
	DeskModelStateWaiting   DeskModelState = "waiting"
	DeskModelStatePublished DeskModelState = "published"
	DeskModelStateDrafts    DeskModelState = "drafts"
	DeskModelStateHidden    DeskModelState = "hidden"
	DeskModelStateTakenDown DeskModelState = "taken_down"
)

// Feature is where the home page shows a model, and how long.
type Feature struct {
	// 1 is the first. What is behind the last counts as the last.
	Place int64 `json:"place"`
	// When it is taken off by itself; absent for never.
	Until time.Time `json:"until,omitzero"`
}

// ModelRuling is what is decided about a model.
type ModelRuling struct {
	// hide: the model leaves the catalogue. take_down: its bytes are not taken again either, from
	// anybody.
	Action DecisionAction `json:"action"`
	// What asks for it.
	Ground DecisionGround `json:"ground"`
	// The facts, and why they are against law or terms, in at most 5,000 characters: the author gets
	// these words.
	Reason string `json:"reason"`
	// false, with take_down: nor do those get the files who bought them. true when absent.
	Downloads bool `json:"downloads,omitzero"`
}

// SharedFile: bytes that models of different authors have.
type SharedFile struct {
	// SHA-256 of the bytes, hex.
	SHA256 string `json:"sha256"`
	// Who has them, at most 20; who came first is first.
	Holders []SharedHolder `json:"holders"`
	// There are more of them.
	More bool `json:"more"`
}

// SharedFileList is a page of bytes that models of different authors have.
type SharedFileList struct {
	// Those of this page, with that first of which a file came last. A page may have fewer than
	// per_page.
	Files []SharedFile `json:"files"`
}

// SharedHolder is a file whose bytes a model of somebody else has too.
type SharedHolder struct {
	// The model that has the file.
	ModelID int64 `json:"model_id"`
	// Of the model.
	Title string `json:"title"`
	// The person whose it is.
	AuthorID int64 `json:"author_id"`
	// Their username.
	AuthorName string `json:"author_name"`
	// Whether the model is in the catalogue.
	Status ModelStatus `json:"status"`
	// It was taken out of the catalogue.
	Hidden bool `json:"hidden"`
	// Of the file.
	Name string `json:"name"`
	// Bytes.
	Size int64 `json:"size"`
	// When the file came.
	CreatedAt time.Time `json:"created_at"`
}

// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// DeskPage: one of the marketplace's own texts, to be written. The last version of a text in all
// its languages, also where it was withdrawn or there is none yet. For operators.
//
// GET /v1/desk/pages/{page}, with the scope admin.
func (c *Client) DeskPage(ctx context.Context, name PageName, options ...CallOption) (*DeskPage, error) {
	return ask[DeskPage](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/pages/" + segment(name)}, options)
}

// PublishPage: publish a version of a text. Adds a version of a text, which everybody reads from
// now on. Earlier ones stay for those who agreed to them. People who must agree are asked when they
// come next. For operators.
//
// PUT /v1/desk/pages/{page}, with the scope admin.
func (c *Client) PublishPage(ctx context.Context, name PageName, body NewPage, options ...CallOption) (*DeskPage, error) {
	return ask[DeskPage](ctx, c, &request{method: http.MethodPut, path: "/v1/desk/pages/" + segment(name), body: body}, options)
}

// WithdrawPage: take the page of a text away. Takes the page of a text away: nothing leads there
// any more, and nobody must agree. Its versions stay for those who agreed to them. For operators.
//
// DELETE /v1/desk/pages/{page}, with the scope admin.
func (c *Client) WithdrawPage(ctx context.Context, name PageName, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/desk/pages/" + segment(name)}, options)
}

// ListPages: the marketplace's own texts. Terms, privacy, imprint, refunds and help, as far as the
// operator has published them. The program brings none of its own.
//
// GET /v1/pages.
func (c *Client) ListPages(ctx context.Context, options ...CallOption) (*PageList, error) {
	return ask[PageList](ctx, c, &request{method: http.MethodGet, path: "/v1/pages"}, options)
}

// PageQuery is what [Client.Page] can be asked for. What is zero is left out.
type PageQuery struct {
	// One of before, which stays readable. Default: the one that stands.
	Version int64
}

func (q PageQuery) values() url.Values {
	v := values{}
	v.add("version", q.Version)
	return url.Values(v)
}

// Page: one of the marketplace's own texts. A text in the language of Accept-Language that it is
// written in and fits best. Earlier versions stay: what somebody agreed to can be read for as long
// as the marketplace is.
//
// GET /v1/pages/{page}.
func (c *Client) Page(ctx context.Context, name PageName, query PageQuery, options ...CallOption) (*Page, error) {
	return ask[Page](ctx, c, &request{method: http.MethodGet, path: "/v1/pages/" + segment(name), query: query.values()}, options)
}

// ListPageVersions: the versions of one of these texts. Which versions of a text were published.
// Their words are read with the parameter `version` of the text. Those of a text that was withdrawn
// stay; of one that there never was there are none.
//
// GET /v1/pages/{page}/versions.
func (c *Client) ListPageVersions(ctx context.Context, name PageName, options ...CallOption) (*PageVersionList, error) {
	return ask[PageVersionList](ctx, c, &request{method: http.MethodGet, path: "/v1/pages/" + segment(name) + "/versions"}, options)
}

// DeskPage is one of the marketplace's own texts, as operators write it.
type DeskPage struct {
	// Which text it is.
	Page PageName `json:"page"`
	// The last one; 0 where there was none.
	Version int64 `json:"version"`
	// Whether it stands; else it was withdrawn, or there was none.
	Shown bool `json:"shown"`
	// Who has an account has agreed to this version or a later one; null where nobody has to agree.
	AgreedFrom *int64 `json:"agreed_from"`
	// In all its languages, the first for who reads none of them.
	Texts []PageText `json:"texts"`
	// When it was published; null where there was none.
	PublishedAt *time.Time `json:"published_at"`
}

// NewPage is a version of one of the marketplace's own texts.
type NewPage struct {
	// The last one when it was read, 0 for none: where somebody has published another since, nothing
	// is changed.
	Version int64 `json:"version"`
	// In all its languages, the first for who reads none of them.
	Texts []PageText `json:"texts"`
	// Who has an account must agree to it: nobody; everybody, anew; or, where nothing changes for
	// them, those alone who have not agreed to what they had to.
	Agree PageAgreement `json:"agree"`
}

// Page is a text of the marketplace's own.
type Page struct {
	// The language of title and text.
	Language string `json:"language"`
	// Its heading.
	Title string `json:"title"`
	// In Markdown, as the operator wrote it.
	Text string `json:"text"`
	// Which text it is.
	Page PageName `json:"page"`
	// Versions are numbered from 1 and never change.
	Version int64 `json:"version"`
	// Who has an account has agreed to this version or a later one; null where nobody has to agree.
	AgreedFrom *int64 `json:"agreed_from"`
	// The languages that it is written in, the first for who reads none of them.
	Languages []string `json:"languages"`
	// From when on it stood.
	PublishedAt time.Time `json:"published_at"`
	// Its page for people.
	URL string `json:"url"`
}

// PageAgreement is who must agree to a text. nobody. anew: everybody with an account. still: who
// has not agreed to what they had to.
type PageAgreement string

// What PageAgreement can be. A later server may say more.
const (
	PageAgreementNobody PageAgreement = "nobody"
	PageAgreementAnew   PageAgreement = "anew"
	PageAgreementStill  PageAgreement = "still"
)

// PageList is the marketplace's own texts.
type PageList struct {
	// Those that are published, in the order in which pages list them.
	Pages []PageSummary `json:"pages"`
}

// PageName is a text of the marketplace's own.
type PageName string

// What PageName can be. A later server may say more.
const (
	PageNameTerms   PageName = "terms"
	PageNamePrivacy PageName = "privacy"
	PageNameImprint PageName = "imprint"
	PageNameRefunds PageName = "refunds"
	PageNameHelp    PageName = "help"
)

// PageSummary is a text of the marketplace's own without its words.
type PageSummary struct {
	// Which text it is.
	Page PageName `json:"page"`
	// Versions are numbered from 1 and never change.
	Version int64 `json:"version"`
	// Who has an account has agreed to this version or a later one; null where nobody has to agree.
	AgreedFrom *int64 `json:"agreed_from"`
	// The languages that it is written in, the first for who reads none of them.
	Languages []string `json:"languages"`
	// From when on it stood.
	PublishedAt time.Time `json:"published_at"`
	// Its page for people.
	URL string `json:"url"`
}

// PageText is one of the marketplace's own texts in one language.
type PageText struct {
	// A tag of BCP 47.
	Language string `json:"language"`
	// Its heading, in one line.
	Title string `json:"title"`
	// In Markdown.
	Text string `json:"text"`
}

// PageVersion is a version of a text of the marketplace's own.
type PageVersion struct {
	// Versions are numbered from 1 and never change.
	Version int64 `json:"version"`
	// Whether it is the one that stands.
	Shown bool `json:"shown"`
	// From when on it stood.
	PublishedAt time.Time `json:"published_at"`
	// Its page for people.
	URL string `json:"url"`
}

// PageVersionList is the versions of a text of the marketplace's own.
type PageVersionList struct {
	// How many are listed.
	Total int64 `json:"total"`
	// All, the newest first.
	Versions []PageVersion `json:"versions"`
}

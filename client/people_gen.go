// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// StorageQuery is what [Client.ListStorage] can be asked for. What is zero is left out.
type StorageQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only authors whose username begins with this, in its order, whether they store anything or not.
	Username string
}

func (q StorageQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("username", q.Username)
	return url.Values(v)
}

// ListStorage: what authors store, and may. What authors store, who stores most first; with
// username those whose name begins with it, in its order. For operators.
//
// GET /v1/desk/storage, with the scope admin.
func (c *Client) ListStorage(ctx context.Context, query StorageQuery, options ...CallOption) (*StorageList, error) {
	return ask[StorageList](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/storage", query: query.values()}, options)
}

// StorageOfAll goes through all pages of [Client.ListStorage], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) StorageOfAll(ctx context.Context, query StorageQuery, options ...CallOption) iter.Seq2[AuthorStorage, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]AuthorStorage, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListStorage(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Authors, nil
	})
}

// ForgetAddress: forget an address that has no account. Takes the address of somebody without an
// account out of what was bought with it, out of mails and out of the audit log. It can't be taken
// back. For operators.
//
// POST /v1/forgotten_addresses, with the scope admin.
func (c *Client) ForgetAddress(ctx context.Context, body ForgottenAddress, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPost, path: "/v1/forgotten_addresses", body: body, keyed: true}, options)
}

// PeopleQuery is what [Client.ListPeople] can be asked for. What is zero is left out.
type PeopleQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only people whose username begins with this, in its order.
	Username string
	// Only people whose address begins with this, in its order.
	Email string
	// roles: only people with a role. suspended: only those who are suspended.
	List PeopleList
}

func (q PeopleQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("username", q.Username)
	v.add("email", q.Email)
	v.add("list", q.List)
	return url.Values(v)
}

// ListPeople: people, by name, address, role or suspension. Accounts, newest first; with username
// or email, those that begin with it, in its order, whatever its case. For moderators, support and
// operators.
//
// GET /v1/people, with the scope people:read.
func (c *Client) ListPeople(ctx context.Context, query PeopleQuery, options ...CallOption) (*PersonList, error) {
	return ask[PersonList](ctx, c, &request{method: http.MethodGet, path: "/v1/people", query: query.values()}, options)
}

// People goes through all pages of [Client.ListPeople], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) People(ctx context.Context, query PeopleQuery, options ...CallOption) iter.Seq2[PersonEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]PersonEntry, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListPeople(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.People, nil
	})
}

// Person: one account, with what it has. An account, with how much it has, and the applications
// that act for it.
//
// GET /v1/people/{id}, with the scope people:read.
func (c *Client) Person(ctx context.Context, id int64, options ...CallOption) (*Person, error) {
	return ask[Person](ctx, c, &request{method: http.MethodGet, path: "/v1/people/" + segment(id)}, options)
}

// AskPersonToConfirm: send the link to confirm an address again. Sends a person the link once more
// by which they confirm their address. For support and operators.
//
// POST /v1/people/{id}/ask-to-confirm, with the scope people:write.
func (c *Client) AskPersonToConfirm(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPost, path: "/v1/people/" + segment(id) + "/ask-to-confirm", keyed: true}, options)
}

// ConfirmPerson: confirm the address of a person. Makes the address of a person theirs by the word
// of an operator, who knows by other ways that it is.
//
// POST /v1/people/{id}/confirm, with the scope admin.
func (c *Client) ConfirmPerson(ctx context.Context, id int64, options ...CallOption) (*Person, error) {
	return ask[Person](ctx, c, &request{method: http.MethodPost, path: "/v1/people/" + segment(id) + "/confirm", keyed: true}, options)
}

// ErasePerson: have an account removed. Has an account removed after some days, of which the person
// is told by mail. Until then they may keep it. What was sold and bought stays in the books without
// their name. Nobody is removed who acts for the marketplace. For operators.
//
// POST /v1/people/{id}/erase, with the scope admin.
func (c *Client) ErasePerson(ctx context.Context, id int64, options ...CallOption) (*Person, error) {
	return ask[Person](ctx, c, &request{method: http.MethodPost, path: "/v1/people/" + segment(id) + "/erase", keyed: true}, options)
}

// KeepPerson: keep an account that was to be removed. Takes back that an account is to be removed,
// before it is begun. For operators.
//
// POST /v1/people/{id}/keep, with the scope admin.
func (c *Client) KeepPerson(ctx context.Context, id int64, options ...CallOption) (*Person, error) {
	return ask[Person](ctx, c, &request{method: http.MethodPost, path: "/v1/people/" + segment(id) + "/keep", keyed: true}, options)
}

// RestorePerson: open a suspended account again. Lets a suspended person in again, and tells them
// why. For moderators and operators.
//
// POST /v1/people/{id}/restore, with the scope people:write.
func (c *Client) RestorePerson(ctx context.Context, id int64, body Reason, options ...CallOption) (*Person, error) {
	return ask[Person](ctx, c, &request{method: http.MethodPost, path: "/v1/people/" + segment(id) + "/restore", body: body, keyed: true}, options)
}

// GiveRoles: give a person roles. Gives a person these roles and takes all others. Who loses one by
// which they act for the marketplace is signed out, and what their tokens did by it is refused from
// that moment on. The last operator stays one. For operators.
//
// PUT /v1/people/{id}/roles, with the scope admin.
func (c *Client) GiveRoles(ctx context.Context, id int64, body RoleChoice, options ...CallOption) (*Person, error) {
	return ask[Person](ctx, c, &request{method: http.MethodPut, path: "/v1/people/" + segment(id) + "/roles", body: body}, options)
}

// SignOutPerson: sign a person out everywhere. Signs the person out of the pages at all browsers.
// Their access tokens go on working. For moderators, support and operators.
//
// DELETE /v1/people/{id}/sessions, with the scope people:write.
func (c *Client) SignOutPerson(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/people/" + segment(id) + "/sessions"}, options)
}

// LimitStorage: say how much an author may store. Gives an author a limit of their own, or that of
// the marketplace again. What is there stays, also where it is more. For operators.
//
// PUT /v1/people/{id}/storage, with the scope admin.
func (c *Client) LimitStorage(ctx context.Context, id int64, body StorageLimit, options ...CallOption) (*Storage, error) {
	return ask[Storage](ctx, c, &request{method: http.MethodPut, path: "/v1/people/" + segment(id) + "/storage", body: body}, options)
}

// SuspendPerson: suspend an account. Lets the person in no more, at no browser and by no program.
// Their models stay for sale and what they bought stays theirs. They get the reason by mail. For
// moderators and operators; nobody suspends themselves, and operators alone those who act for the
// marketplace.
//
// POST /v1/people/{id}/suspend, with the scope people:write.
func (c *Client) SuspendPerson(ctx context.Context, id int64, body Reason, options ...CallOption) (*Person, error) {
	return ask[Person](ctx, c, &request{method: http.MethodPost, path: "/v1/people/" + segment(id) + "/suspend", body: body, keyed: true}, options)
}

// AuthorStorage is what an author stores, and may store.
type AuthorStorage struct {
	// The author's id.
	UserID int64 `json:"user_id"`
	// Name that others see.
	Username string `json:"username"`
	// Bytes of all files of their models, drafts too, as they were added up within seconds.
	UsedBytes int64 `json:"used_bytes"`
	// How many these are.
	Files int64 `json:"files"`
	// How many bytes they may be; null: as many as there is room for.
	MaxBytes *int64 `json:"max_bytes"`
	// Whether the limit is this author's own, and not that of the marketplace.
	OwnLimit bool `json:"own_limit"`
}

// Erasure is that an account is to be removed.
type Erasure struct {
	// When it was asked for, by the person or by an operator.
	AskedAt time.Time `json:"asked_at"`
	// From when on it is carried out. The person may keep the account until then, and so may an
	// operator.
	DueAt time.Time `json:"due_at"`
	// Since when it is carried out, and can't be taken back; null before.
	BegunAt *time.Time `json:"begun_at"`
}

// ForgottenAddress is an address to forget.
type ForgottenAddress struct {
	// Address that somebody without an account gave.
	Email string `json:"email"`
}

// Holdings is how much an account has.
type Holdings struct {
	// Browsers at which the user is signed in.
	Sessions int64 `json:"sessions"`
	// Models of their own.
	Models int64 `json:"models"`
	// Of these, those in the catalogue.
	Published int64 `json:"published"`
	// What they bought.
	Orders int64 `json:"orders"`
	// What was bought of them.
	Sold int64 `json:"sold"`
}

// PeopleList: which people are listed.
type PeopleList string

// What PeopleList can be. A later server may say more.
const (
	PeopleListRoles     PeopleList = "roles"
	PeopleListSuspended PeopleList = "suspended"
)

// Person: somebody's account, with what it has.
type Person struct {
	// How much the account has, each counted up to 1,001.
	Has Holdings `json:"has"`
	// Applications of their own.
	Applications []Application `json:"applications"`
	// Applications that act for them.
	Grants []Application `json:"grants"`
	// That the account is to be removed; null where nobody asked for that.
	Erasure *Erasure `json:"erasure"`
	// Names the person in addresses.
	ID int64 `json:"id"`
	// Name that others see.
	Username string `json:"username"`
	// Address of the account.
	Email string `json:"email"`
	// When the user showed that mail to it reaches them; null before.
	EmailConfirmedAt *time.Time `json:"email_confirmed_at"`
	// Since when mail to it comes back; null: it does not. Only mails are sent there that must be.
	EmailBouncedAt *time.Time `json:"email_bounced_at"`
	// Why, as a status of RFC 3463 or a code of SMTP; null: it does not.
	EmailBounceCode *string `json:"email_bounce_code"`
	// What the person may do here that not everybody may.
	Roles []Role `json:"roles"`
	// Since when the account is suspended; null: it is not.
	SuspendedAt *time.Time `json:"suspended_at"`
	// What the user was told; null for nothing.
	SuspendedFor *string `json:"suspended_for"`
	// When the account was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// PersonList is a page of people.
type PersonList struct {
	// Those of this page, newest first unless they are in the order of what was looked for.
	People []PersonEntry `json:"people"`
}

// Reason: why something is done to somebody.
type Reason struct {
	// Why, in at most 5,000 characters: the person gets these words by mail.
	Reason string `json:"reason"`
}

// RoleChoice is the roles of a person.
type RoleChoice struct {
	// The roles that the person has from now on, and no others.
	Roles []Role `json:"roles"`
}

// StorageLimit is how much an author may store.
type StorageLimit struct {
	// How many bytes of files they may store; null: as the marketplace says.
	MaxBytes *int64 `json:"max_bytes"`
}

// StorageList: authors, with what they store.
type StorageList struct {
	// Those of this page, who store most first unless they are in the order of their names.
	Authors []AuthorStorage `json:"authors"`
}

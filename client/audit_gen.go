// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// AuditQuery is what [Client.ListAudit] can be asked for. What is zero is left out.
type AuditQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only what somebody did: a username, or a name of actors without an account, such as the command
	// line.
	Name string
	// Only this act, such as order.confirm.
	Act string
	// Only acts on things of this kind, such as order, user or model.
	Kind string
	// Only acts on the thing with this id, of the kind.
	SubjectID string
	// Only what was done at this time or later, RFC 3339.
	Since time.Time
	// Only what was done before this time, RFC 3339.
	Until time.Time
}

func (q AuditQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("name", q.Name)
	v.add("act", q.Act)
	v.add("kind", q.Kind)
	v.add("subject_id", q.SubjectID)
	v.add("since", q.Since)
	v.add("until", q.Until)
	return url.Values(v)
}

// ListAudit: the audit log. What was done by operators, with access tokens and applications, and to
// money, newest first: who, from which network, what, and what it was before and after. No entry is
// ever changed or removed. For operators.
//
// GET /v1/audit, with the scope audit:read.
func (c *Client) ListAudit(ctx context.Context, query AuditQuery, options ...CallOption) (*AuditLog, error) {
	return ask[AuditLog](ctx, c, &request{method: http.MethodGet, path: "/v1/audit", query: query.values()}, options)
}

// Audit goes through all pages of [Client.ListAudit], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Audit(ctx context.Context, query AuditQuery, options ...CallOption) iter.Seq2[AuditEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]AuditEntry, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListAudit(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Entries, nil
	})
}

// AuditActor is who did something.
type AuditActor struct {
	// The user; null for nobody with an account.
	UserID *int64 `json:"user_id"`
	// Username, or who acts without an account, such as the server.
	Name string `json:"name"`
	// Name of the application that acted; null for none.
	Application *string `json:"application"`
	// Where it came from; null where there is none.
	Network *string `json:"network"`
}

// AuditEntry is a line of the audit log.
type AuditEntry struct {
	// Names the entry.
	ID int64 `json:"id"`
	// What was done. There may be new acts at any time.
	Act string `json:"act"`
	// Of what it was done to.
	Kind string `json:"kind"`
	// The thing of that kind; empty for the marketplace.
	SubjectID string `json:"subject_id"`
	// Who did it.
	Actor AuditActor `json:"actor"`
	// What was so before, of what has changed; null for nothing.
	Before map[string]any `json:"before"`
	// What is so since; null for nothing.
	After map[string]any `json:"after"`
	// In the words of who did it; empty without.
	Note string `json:"note"`
	// When it was done.
	CreatedAt time.Time `json:"created_at"`
	// The same: no entry changes.
	UpdatedAt time.Time `json:"updated_at"`
}

// AuditLog is a page of the audit log.
type AuditLog struct {
	// Those of this page, newest first.
	Entries []AuditEntry `json:"entries"`
}

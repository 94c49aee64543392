// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// MailLogQuery is what [Client.ListMailLog] can be asked for. What is zero is left out.
type MailLogQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only mails in this state.
	Status MailStatus
}

func (q MailLogQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("status", q.Status)
	return url.Values(v)
}

// ListMailLog: what became of mails. Which mails were written in the last 90 days, and what became
// of each: sent, given up, or come back. What they say is not told. For operators.
//
// GET /v1/desk/mails, with the scope admin.
func (c *Client) ListMailLog(ctx context.Context, query MailLogQuery, options ...CallOption) (*MailLog, error) {
	return ask[MailLog](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/mails", query: query.values()}, options)
}

// MailLog goes through all pages of [Client.ListMailLog], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) MailLog(ctx context.Context, query MailLogQuery, options ...CallOption) iter.Seq2[MailEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]MailEntry, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListMailLog(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Mails, nil
	})
}

// SendMailAgain: send a mail that waits, or may not be sent. Has a mail sent now that waits, and
// one again of which nobody knows whether it was sent. For operators.
//
// POST /v1/desk/mails/{id}/again, with the scope admin.
func (c *Client) SendMailAgain(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPost, path: "/v1/desk/mails/" + segment(id) + "/again", keyed: true}, options)
}

// MailEntry is what became of a mail.
type MailEntry struct {
	// Names the mail in addresses.
	ID int64 `json:"id"`
	// What it is sent for. There may be new kinds at any time.
	Kind string `json:"kind"`
	// The account that it is to; null for nobody with an account.
	UserID *int64 `json:"user_id"`
	// The address that it is to.
	Email string `json:"email"`
	// In which it is written.
	Language string `json:"language"`
	// What became of it.
	Status MailStatus `json:"status"`
	// Why it is not sent yet or never, is late or came back; null for nothing.
	Problem *string `json:"problem"`
	// How often it was handed to the mail server.
	Attempts int64 `json:"attempts"`
	// When it was written.
	CreatedAt time.Time `json:"created_at"`
	// When the mail server took it; null: it has not.
	SentAt *time.Time `json:"sent_at"`
	// When it was known that it came back; null: it did not.
	BouncedAt *time.Time `json:"bounced_at"`
}

// MailLog is a page of mails.
type MailLog struct {
	// Those of this page, newest first.
	Mails []MailEntry `json:"mails"`
}

// MailStatus: waiting: to be sent. sending: handed to the mail server just now. failed: given up.
// unsure: the connection was lost, it may have been sent. bounced: it was sent, and a server
// further on returned it.
type MailStatus string

// What MailStatus can be. A later server may say more.
const (
	MailStatusWaiting MailStatus = "waiting"
	MailStatusSending MailStatus = "sending"
	MailStatusSent    MailStatus = "sent"
	MailStatusFailed  MailStatus = "failed"
	MailStatusUnsure  MailStatus = "unsure"
	MailStatusBounced MailStatus = "bounced"
)

package client

import (
	"context"
	"io"
	"net/http"
)

// TakeMailBounce hands in that a mail came back: a delivery status notification (RFC 3464) as it came
// by mail. Once more it changes nothing.
//
// POST /v1/desk/mail-bounces, with the scope admin.
func (c *Client) TakeMailBounce(ctx context.Context, notification io.Reader, options ...CallOption) (*MailBounce, error) {
	message := &stream{body: notification, length: -1, kind: "message/rfc822"}
	return ask[MailBounce](ctx, c, &request{method: http.MethodPost, path: "/v1/desk/mail-bounces", stream: message}, options)
}

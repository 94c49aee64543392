package client

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// TakeMailBounce hands in that a mail came back: a delivery status notification (RFC 3464) as it came
// by mail. Once more it changes nothing. One that is an [io.ReadSeeker] is sent again when the line
// breaks.
//
// POST /v1/desk/mail-bounces, with the scope admin.
func (c *Client) TakeMailBounce(ctx context.Context, notification io.Reader, options ...CallOption) (*MailBounce, error) {
	message := &stream{body: notification, length: -1, kind: "message/rfc822"}
	if body, ok := notification.(io.ReadSeeker); ok {
		start, err := body.Seek(0, io.SeekCurrent)
		if err != nil {
			return nil, fmt.Errorf("vitrine: hand in a notification: %w", err)
		}
		message.rewind = func() error {
			_, err := body.Seek(start, io.SeekStart)
			return err
		}
	}
	return ask[MailBounce](ctx, c, &request{method: http.MethodPost, path: "/v1/desk/mail-bounces", stream: message, keyed: true}, options)
}

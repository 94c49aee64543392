// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"time"
)

// MailBounce is what a server did with a mail that it was to carry on.
type MailBounce struct {
	// The mail that the notification is about.
	MailID int64 `json:"mail_id"`
	// What the mail was sent for.
	Kind string `json:"kind"`
	// What the server did with it. failed: it came back.
	Action MailFate `json:"action"`
	// Status of RFC 3463: it begins with 5 where it is for good, with 4 for a while.
	Code string `json:"code"`
	// The server's words; null for none.
	Reason *string `json:"reason"`
	// When it was first known here that the mail came back; null: it did not.
	BouncedAt *time.Time `json:"bounced_at"`
	// Whether this notification closed the address of an account: until it is confirmed again or
	// changed, only mails are sent there that its reader must have.
	AddressClosed bool `json:"address_closed"`
}

// MailFate is what a server says that it did with a mail (RFC 3464). failed: it came back. delayed:
// it is still tried. delivered: it arrived. relayed: it went on to a server that tells nothing of
// it. expanded: it went on to several addresses.
type MailFate string

// What MailFate can be. A later server may say more.
const (
	MailFateFailed    MailFate = "failed"
	MailFateDelayed   MailFate = "delayed"
	MailFateDelivered MailFate = "delivered"
	MailFateRelayed   MailFate = "relayed"
	MailFateExpanded  MailFate = "expanded"
)

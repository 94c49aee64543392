package api

import (
	"bytes"
	"mime"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/mail/dsn"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// MailBounce is what a server further on did with a mail.
type MailBounce struct {
	MailID        int64      `json:"mail_id" example:"7" doc:"The mail that the notification is about."`
	Kind          string     `json:"kind" example:"receipt" doc:"What the mail was sent for."`
	Action        string     `json:"action" enum:"failed,delayed,delivered,relayed,expanded" doc:"What the server did with it. failed: it came back."`
	Code          string     `json:"code" example:"5.1.1" doc:"Status of RFC 3463: it begins with 5 where it is for good, with 4 for a while."`
	Reason        *string    `json:"reason" nullable:"true" example:"550 5.1.1 No such user here" doc:"The server's words; null for none."`
	BouncedAt     *time.Time `json:"bounced_at" nullable:"true" doc:"When it was first known here that the mail came back; null: it did not."`
	AddressClosed bool       `json:"address_closed" doc:"Whether this notification closed the address of an account: until it is confirmed again or changed, only mails are sent there that its reader must have."`
}

const messageType = "message/rfc822"

// takesMessage says that the body is a mail.
func takesMessage(op *huma.Operation) {
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		messageType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}
}

// takeMailBounce reads a notification that a mail came back.
func (s *Server) takeMailBounce(w http.ResponseWriter, r *http.Request) error {
	who, err := s.desk(r.Context())
	if err != nil {
		return err
	}
	sent := r.Header.Get("Content-Type")
	if kind, _, err := mime.ParseMediaType(sent); sent != "" && (err != nil || kind != messageType) {
		return vitrine.Errorf(web.UnsupportedMediaType, "a notification is sent as it came by mail, as message/rfc822, this is %q", sent)
	}
	message, err := web.ReadBody(w, r, dsn.MaxSize)
	if err != nil {
		return err
	}

	b, err := s.shop.TakeBounceAs(r.Context(), who, bytes.NewReader(message))
	if err != nil {
		return err
	}

	return web.WriteJSON(w, http.StatusOK, encodeMailBounce(&b))
}

func encodeMailBounce(b *shop.Bounced) MailBounce {
	return MailBounce{
		MailID: b.Mail.ID, Kind: b.Mail.Kind, Action: b.Fate.Action, Code: b.Fate.Status, Reason: textOrNull(b.Fate.Reason),
		BouncedAt: timeOrNull(b.Mail.BouncedAt), AddressClosed: b.Closed,
	}
}

package api

import (
	"context"
	"time"

	"vitrine/internal/store"
)

type listMailLogInput struct {
	OnwardInput
	Status string `query:"status" enum:"waiting,sending,sent,failed,unsure,bounced" doc:"Only mails in this state."`
}

type mailLogOutput struct {
	Link string `header:"Link"`
	Body struct {
		Mails []MailEntry `json:"mails" nullable:"false" doc:"Those of this page, newest first."`
	}
}

// MailEntry is what became of a mail. What it says is not told: it may have links and codes by
// which its reader signs in.
type MailEntry struct {
	ID        int64      `json:"id" example:"7" doc:"Names the mail in addresses."`
	Kind      string     `json:"kind" example:"receipt" doc:"What it is sent for. There may be new kinds at any time."`
	UserID    *int64     `json:"user_id" doc:"The account that it is to; null for nobody with an account."`
	Email     string     `json:"email" example:"bob@example.com" doc:"The address that it is to."`
	Language  string     `json:"language" example:"en" doc:"In which it is written."`
	Status    string     `json:"status" enum:"waiting,sending,sent,failed,unsure,bounced" doc:"What became of it."`
	Problem   *string    `json:"problem" example:"5.1.1 550 5.1.1 No such user here" doc:"Why it is not sent yet or never, is late or came back; null for nothing."`
	Attempts  int64      `json:"attempts" doc:"How often it was handed to the mail server."`
	CreatedAt time.Time  `json:"created_at" doc:"When it was written."`
	SentAt    *time.Time `json:"sent_at" doc:"When the mail server took it; null: it has not."`
	BouncedAt *time.Time `json:"bounced_at" doc:"When it was known that it came back; null: it did not."`
}

type mailInput struct {
	ID int64 `path:"id" doc:"The mail's id."`
}

func (s *Server) listMailLog(ctx context.Context, in *listMailLogInput) (*mailLogOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	const list = "mails"
	before, err := in.after(list)
	if err != nil {
		return nil, err
	}

	mails, err := s.shop.MailLog(ctx, who, in.Status, before, in.size()+1)
	if err != nil {
		return nil, err
	}

	mails, next := onward(list, mails, in.size(), func(m store.Mail) int64 { return m.ID })
	out := &mailLogOutput{Link: in.links(s, next)}
	out.Body.Mails = encodeAll(mails, encodeMail)
	return out, nil
}

func (s *Server) sendMailAgain(ctx context.Context, in *mailInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.SendMailAgain(ctx, who, in.ID)
}

func encodeMail(m *store.Mail) MailEntry {
	entry := MailEntry{
		ID: m.ID, Kind: m.Kind, Email: m.Email, Language: m.Language, Status: m.Status, Problem: textOrNull(m.Problem), Attempts: m.Attempts,
		CreatedAt: m.CreatedAt, SentAt: timeOrNull(m.SentAt), BouncedAt: timeOrNull(m.BouncedAt),
	}
	if m.UserID != 0 {
		entry.UserID = &m.UserID
	}
	return entry
}

package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

// The states of a mail.
const (
	MailWaiting = "waiting" // to be sent
	MailSending = "sending" // handed to the server just now
	MailSent    = "sent"
	MailFailed  = "failed" // given up, with a problem
	MailUnsure  = "unsure" // the connection was lost after it was handed over: it may have been sent
)

// Mail is a mail that was or is to be sent.
type Mail struct {
	ID        int64
	Kind      string
	UserID    int64 // 0: of nobody with an account
	Email     string
	Language  string
	Args      string // JSON of what its text is made with; "" once it is sent or given up
	Status    string
	Problem   string
	Attempts  int64
	CreatedAt time.Time
	SentAt    time.Time
}

const mailColumns = `m.id, m.kind, m.user_id, m.email, m.language, m.args, m.status, m.problem, m.attempts, m.created_at, m.sent_at`

func scanMail(row scanner) (m Mail, err error) {
	var user sql.NullInt64
	err = row.Scan(&m.ID, &m.Kind, &user, &m.Email, &m.Language, &m.Args, &m.Status, &m.Problem, &m.Attempts, (*stamp)(&m.CreatedAt),
		(*stamp)(&m.SentAt))
	m.UserID = user.Int64
	return m, err
}

// Mail reads a mail; NotFound when there is none.
func (r *reads) Mail(ctx context.Context, id int64) (Mail, error) {
	found, err := query(ctx, r, scanMail, "SELECT "+mailColumns+" FROM mails m WHERE m.id = $1", id)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "there is no mail %d", id)
	}
	if err != nil {
		return Mail{}, err
	}
	return found[0], nil
}

// InsertMail adds a mail that waits to be sent, and sets its id.
func (tx *Tx) InsertMail(ctx context.Context, m *Mail) (err error) {
	m.Status = MailWaiting
	m.ID, err = tx.insert(ctx, "insert mail", `
		INSERT INTO mails (kind, user_id, email, language, args, status, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
		m.Kind, orNull(m.UserID), m.Email, m.Language, m.Args, m.Status, micros(m.CreatedAt))
	return err
}

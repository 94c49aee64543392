package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

// The kinds of jobs that lead to mails: what they tell, their original has told.
const (
	JobMail     = "mail"      // sends one
	JobMailSoon = "mail.soon" // sends one that somebody waits for
	JobTell     = "mail.tell" // writes those that follow from something that happened
)

// JobWebhooks is the kind of the jobs that tell programs of events.
const JobWebhooks = "webhooks"

// The states of a mail.
const (
	MailWaiting = "waiting" // to be sent
	MailSending = "sending" // handed to the server just now
	MailSent    = "sent"
	MailFailed  = "failed"  // given up, with a problem
	MailUnsure  = "unsure"  // the connection was lost after it was handed over: it may have been sent
	MailBounced = "bounced" // it was sent, and a server further on returned it
)

// MailStates are all states of a mail.
func MailStates() []string {
	return []string{MailWaiting, MailSending, MailSent, MailFailed, MailUnsure, MailBounced}
}

// Mail is a mail that was or is to be sent.
type Mail struct {
	ID        int64
	Kind      string
	UserID    int64 // 0: of nobody with an account
	Email     string
	Language  string
	Args      string // JSON of what its text is made with; "" once it is sent or given up
	Status    string
	Problem   string // why it was not sent yet, or never; "" for none
	Attempts  int64  // how often it was handed to the server
	Parked    bool   // it waits for a server that sends mail
	About     string // of mails about the same thing there is one; "" for any number
	MessageID string // what names it to the servers that carry it, before the @; "" for one of an earlier release
	CreatedAt time.Time
	SentAt    time.Time
	BouncedAt time.Time // zero: it did not come back
}

const mailColumns = `m.id, m.kind, m.user_id, m.email, m.language, m.args, m.status, m.problem, m.attempts, m.parked, m.about, m.message_id,
	m.created_at, m.sent_at, m.bounced_at`

func scanMail(row scanner) (m Mail, err error) {
	var user sql.NullInt64
	var about, message sql.NullString
	err = row.Scan(&m.ID, &m.Kind, &user, &m.Email, &m.Language, &m.Args, &m.Status, &m.Problem, &m.Attempts, &m.Parked, &about, &message,
		(*stamp)(&m.CreatedAt), (*stamp)(&m.SentAt), (*stamp)(&m.BouncedAt))
	m.UserID, m.About, m.MessageID = user.Int64, about.String, message.String
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

// MailOfMessage reads the mail that its message names; NotFound when there is none.
func (r *reads) MailOfMessage(ctx context.Context, messageID string) (Mail, error) {
	found, err := query(ctx, r, scanMail, "SELECT "+mailColumns+" FROM mails m WHERE m.message_id = $1", messageID)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "no mail of this marketplace is named so, or it was sent more than 90 days ago")
	}
	if err != nil {
		return Mail{}, err
	}
	return found[0], nil
}

// Mails lists up to limit mails in a state, "" for any, with identifiers below before, 0
// for all, newest first.
func (r *reads) Mails(ctx context.Context, status string, before int64, limit int) ([]Mail, error) {
	b := (&builder{}).add("SELECT " + mailColumns + " FROM mails m WHERE 1 = 1")
	if status != "" {
		b.add(" AND m.status = ?", status)
	}
	if before > 0 {
		b.add(" AND m.id < ?", before)
	}
	b.add(" ORDER BY m.id DESC").window(limit, 0)
	return query(ctx, r, scanMail, b.String(), b.args...)
}

// MailsTo lists up to limit mails to a user, with identifiers below before, 0 for all,
// newest first.
func (r *reads) MailsTo(ctx context.Context, userID, before int64, limit int) ([]Mail, error) {
	b := (&builder{}).add("SELECT "+mailColumns+" FROM mails m WHERE m.user_id = ?", userID)
	if before > 0 {
		b.add(" AND m.id < ?", before)
	}
	b.add(" ORDER BY m.id DESC").window(limit, 0)
	return query(ctx, r, scanMail, b.String(), b.args...)
}

// MailsParked reports whether mails wait for a server that sends them.
func (r *reads) MailsParked(ctx context.Context) (bool, error) {
	found, err := query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
		"SELECT m.id FROM mails m WHERE m.status = $1 AND m.parked LIMIT 1", MailWaiting)
	return len(found) > 0, err
}

// InsertMail adds a mail that waits to be sent, and sets its id. It reports whether it did:
// of mails about the same thing there is one.
func (tx *Tx) InsertMail(ctx context.Context, m *Mail) (bool, error) {
	m.Status = MailWaiting
	ids, err := query(ctx, &tx.reads, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, `
		INSERT INTO mails (kind, user_id, email, language, args, status, about, message_id, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (about) DO NOTHING RETURNING id`,
		m.Kind, orNull(m.UserID), m.Email, m.Language, m.Args, m.Status, textOrNull(m.About), textOrNull(m.MessageID),
		micros(m.CreatedAt))
	if err != nil || len(ids) == 0 {
		return false, err
	}
	m.ID = ids[0]
	return true, nil
}

// SendMail notes that a mail is handed to the server from now on. It reports false when
// the mail waits no longer: somebody else has handed it over.
func (tx *Tx) SendMail(ctx context.Context, id int64) (bool, error) {
	n, err := tx.exec(ctx, "send a mail",
		"UPDATE mails SET status = $2, attempts = attempts + 1, problem = '' WHERE id = $1 AND status = $3", id, MailSending, MailWaiting)
	return n == 1, err
}

// MailSent notes that the server took a mail, and removes what its text was made with.
func (tx *Tx) MailSent(ctx context.Context, id int64, now time.Time) error {
	_, err := tx.exec(ctx, "note that a mail was sent",
		"UPDATE mails SET status = $2, problem = '', args = '', parked = FALSE, sent_at = $3 WHERE id = $1 AND status IN ($4, $5)",
		id, MailSent, micros(now), MailSending, MailUnsure)
	return err
}

// MailWaits notes why a mail could not be sent now: the server has surely not taken it. One
// of which nobody knew is parked, as the job that sends it may be over by now.
func (tx *Tx) MailWaits(ctx context.Context, id int64, problem string) error {
	_, err := tx.exec(ctx, "note that a mail waits", `
		UPDATE mails SET parked = parked OR status = $5, status = $2, problem = $3 WHERE id = $1 AND status IN ($2, $4, $5)`,
		id, MailWaiting, problem, MailSending, MailUnsure)
	return err
}

// MailFails gives a mail up that was not sent, and removes what its text was made with.
func (tx *Tx) MailFails(ctx context.Context, id int64, problem string) error {
	_, err := tx.exec(ctx, "give a mail up",
		"UPDATE mails SET status = $2, problem = $3, args = '', parked = FALSE WHERE id = $1 AND status IN ($4, $5)",
		id, MailFailed, problem, MailWaiting, MailSending)
	return err
}

// MailMayBeSent notes that nobody knows whether the server took a mail.
func (tx *Tx) MailMayBeSent(ctx context.Context, id int64, problem string) error {
	_, err := tx.exec(ctx, "note that a mail may have been sent", "UPDATE mails SET status = $2, problem = $3 WHERE id = $1 AND status = $4",
		id, MailUnsure, problem, MailSending)
	return err
}

// SendMailAgain has a mail wait that may have been sent, by somebody's word.
func (tx *Tx) SendMailAgain(ctx context.Context, id int64) error {
	_, err := tx.exec(ctx, "send a mail again", "UPDATE mails SET status = $2, parked = FALSE WHERE id = $1 AND status IN ($2, $3)",
		id, MailWaiting, MailUnsure)
	return err
}

// MailBounces notes that a mail came back, in whatever state it is here, and removes what its
// text was made with. It reports false when that is known.
func (tx *Tx) MailBounces(ctx context.Context, id int64, problem string, now time.Time) (bool, error) {
	n, err := tx.exec(ctx, "note that a mail came back",
		"UPDATE mails SET status = $2, problem = $3, args = '', parked = FALSE, bounced_at = $4 WHERE id = $1 AND status <> $2",
		id, MailBounced, problem, micros(now))
	return n == 1, err
}

// MailDelayed notes why a mail that was sent has not arrived yet.
func (tx *Tx) MailDelayed(ctx context.Context, id int64, problem string) error {
	_, err := tx.exec(ctx, "note that a mail is delayed", "UPDATE mails SET problem = $2 WHERE id = $1 AND status = $3", id, problem, MailSent)
	return err
}

// AddressReturns notes that the address of a user takes no mail, by the status of a server, since a
// mail to it came back. It reports false where nobody has the address, or who has it confirmed it
// after that mail was sent.
func (tx *Tx) AddressReturns(ctx context.Context, m Mail, status string, now time.Time) (bool, error) {
	sent := m.SentAt
	if sent.IsZero() {
		sent = m.CreatedAt
	}
	n, err := tx.exec(ctx, "note an address that mail comes back from", `
		UPDATE users SET email_bounced_at = $3, email_bounce = $4
		WHERE (email_folded = $1 OR id = $2 AND email_claimed = $1) AND (email_confirmed_at IS NULL OR email_confirmed_at < $5)`,
		FoldEmail(m.Email), m.UserID, micros(now), status, micros(sent))
	if err != nil || n == 0 {
		return false, err
	}
	return true, tx.changeCallers(ctx)
}

// MailReturns reports whether mail to an address came back for good and its owner has not
// confirmed it again.
func (r *reads) MailReturns(ctx context.Context, email string) (returns bool, err error) {
	return returns, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM users WHERE email_folded = $1 AND email_bounced_at IS NOT NULL)",
		[]any{FoldEmail(email)}, &returns)
}

// ParkMail has a mail wait for a server that sends mail.
func (tx *Tx) ParkMail(ctx context.Context, id int64) error {
	_, err := tx.exec(ctx, "park a mail", "UPDATE mails SET parked = TRUE WHERE id = $1 AND status = $2", id, MailWaiting)
	return err
}

// UnparkMails returns up to limit mails that wait for a server that sends them, oldest
// first, and takes them up: somebody has to send them now.
func (tx *Tx) UnparkMails(ctx context.Context, limit int) ([]int64, error) {
	b := (&builder{}).add("UPDATE mails SET parked = FALSE WHERE id IN (SELECT id FROM mails WHERE status = ? AND parked", MailWaiting)
	b.add(" ORDER BY id").window(limit, 0).add(tx.dialect.locked + ") RETURNING id")
	return query(ctx, &tx.reads, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
}

// GiveUpMails ends mails that were written before a time and have not been sent: nobody
// needs them by now. It also removes what the text of those was made with of which nobody
// knows.
func (tx *Tx) GiveUpMails(ctx context.Context, before time.Time, problem string) error {
	_, err := tx.exec(ctx, "give up old mails", `
		UPDATE mails SET status = CASE status WHEN $1 THEN $2 ELSE status END, problem = CASE status WHEN $1 THEN $3 ELSE problem END, args = '',
			parked = FALSE
		WHERE created_at < $4 AND status IN ($1, $5) AND args <> ''`, MailWaiting, MailFailed, problem, micros(before), MailUnsure)
	return err
}

// RemoveMails removes mails that were written before a time, whatever became of them.
func (tx *Tx) RemoveMails(ctx context.Context, before time.Time) error {
	_, err := tx.exec(ctx, "remove old mails", "DELETE FROM mails WHERE created_at < $1", micros(before))
	return err
}

// MailChoice returns by what an address can stop the mails that nobody needs, and whether
// it has. secret is what it becomes where nothing was sent to the address before.
func (tx *Tx) MailChoice(ctx context.Context, email, secret string) (known string, refused bool, err error) {
	_, err = tx.exec(ctx, "insert a choice of mails", "INSERT INTO mail_choices (email_folded, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING",
		FoldEmail(email), secret)
	if err == nil {
		err = tx.row(ctx, "there is no such choice", "SELECT secret, refused_at IS NOT NULL FROM mail_choices WHERE email_folded = $1",
			[]any{FoldEmail(email)}, &known, &refused)
	}
	return known, refused, err
}

// MailsRefused reports whether the address whose choice has a secret refuses the mails that
// nobody needs, or their reader those that they asked for; NotFound when there is no such choice.
func (r *reads) MailsRefused(ctx context.Context, secret string) (refused bool, err error) {
	refused, known, err := r.DigestStopped(ctx, secret)
	if err != nil || known {
		return refused, err
	}
	err = r.row(ctx, "this link is not known", "SELECT refused_at IS NOT NULL FROM mail_choices WHERE secret = $1", []any{secret}, &refused)
	return refused, err
}

// RefuseMails stops the mails that nobody needs to the address whose choice has a secret,
// since a time; the zero time lets them come again.
func (tx *Tx) RefuseMails(ctx context.Context, secret string, since time.Time) error {
	if known, err := tx.StopDigest(ctx, secret, since); err != nil || known {
		return err
	}
	n, err := tx.exec(ctx, "refuse mails", "UPDATE mail_choices SET refused_at = $2 WHERE secret = $1", secret, micros(since))
	if err == nil && n == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "this link is not known")
	}
	return err
}

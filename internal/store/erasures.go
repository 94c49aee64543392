package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

const erasureColumns = "e.id, e.user_id, e.email, e.digest, e.asked_at, e.due_at, e.begun_at, e.step, e.done_at"

func scanErasure(row scanner) (e vitrine.Erasure, err error) {
	var user sql.NullInt64
	err = row.Scan(&e.ID, &user, &e.Email, &e.Digest, (*stamp)(&e.AskedAt), (*stamp)(&e.DueAt), (*stamp)(&e.BegunAt),
		&e.Step, (*stamp)(&e.DoneAt))
	e.UserID = user.Int64
	return e, err
}

// Erasures lists up to limit erasures with identifiers above after, the oldest first.
func (r *reads) Erasures(ctx context.Context, after int64, limit int) ([]vitrine.Erasure, error) {
	b := (&builder{}).add("SELECT "+erasureColumns+" FROM erasures e WHERE e.id > ? ORDER BY e.id", after).window(limit, 0)
	return query(ctx, r, scanErasure, b.String(), b.args...)
}

// ErasuresDue lists up to limit erasures that are to be carried out now.
func (r *reads) ErasuresDue(ctx context.Context, now time.Time, limit int) ([]vitrine.Erasure, error) {
	b := (&builder{}).add("SELECT "+erasureColumns+" FROM erasures e WHERE e.done_at IS NULL AND e.due_at <= ? ORDER BY e.due_at", micros(now))
	b.window(limit, 0)
	return query(ctx, r, scanErasure, b.String(), b.args...)
}

// ErasureOf reads the erasure of an account; NotFound when nobody has asked for it.
func (r *reads) ErasureOf(ctx context.Context, userID int64) (vitrine.Erasure, error) {
	const of = "SELECT " + erasureColumns + " FROM erasures e WHERE e.user_id = $1"
	return first(query(ctx, r, scanErasure, of, userID))("nobody has asked for it")
}

// InsertErasure adds an erasure, and sets its id. It reports whether it is new.
func (tx *Tx) InsertErasure(ctx context.Context, e *vitrine.Erasure) (bool, error) {
	ids, err := query(ctx, &tx.reads, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, `
		INSERT INTO erasures (user_id, email, digest, asked_at, due_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`,
		orNull(e.UserID), e.Email, e.Digest, micros(e.AskedAt), micros(e.DueAt))
	if err != nil || len(ids) == 0 {
		return false, err
	}
	e.ID = ids[0]
	return true, nil
}

// RemoveErasure takes back an erasure that has not begun; Conflict when it has.
func (tx *Tx) RemoveErasure(ctx context.Context, id int64) error {
	n, err := tx.exec(ctx, "take an erasure back", "DELETE FROM erasures WHERE id = $1 AND begun_at IS NULL", id)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "it has begun already, or was taken back")
	}
	return err
}

// EraseStep notes that a step of an erasure is done.
func (tx *Tx) EraseStep(ctx context.Context, id int64, step string, now time.Time) error {
	_, err := tx.exec(ctx, "note a step",
		"UPDATE erasures SET step = $2, begun_at = COALESCE(begun_at, $3) WHERE id = $1", id, step, micros(now))
	return err
}

// EndErasure notes that somebody is forgotten.
func (tx *Tx) EndErasure(ctx context.Context, id int64, now time.Time) error {
	_, err := tx.exec(ctx, "end an erasure", "UPDATE erasures SET email = '', done_at = $2 WHERE id = $1", id, micros(now))
	return err
}

func (tx *Tx) each(ctx context.Context, what string, statements []string, args ...any) error {
	for _, statement := range statements {
		if _, err := tx.exec(ctx, what, statement, args...); err != nil {
			return err
		}
	}
	return nil
}

// ForgetDoors removes all by which a user was let in or is, but for tokens, of which the
// numbers stay.
func (tx *Tx) ForgetDoors(ctx context.Context, userID int64) error {
	if err := tx.RemoveWaysIn(ctx, userID); err != nil {
		return err
	}
	return tx.each(ctx, "remove ways in", []string{
		"DELETE FROM sessions WHERE user_id = $1", "DELETE FROM links WHERE user_id = $1", "DELETE FROM ceremonies WHERE user_id = $1",
	}, userID)
}

// ModelsToErase lists up to limit models of an author that are there still.
func (r *reads) ModelsToErase(ctx context.Context, authorID int64, limit int) ([]int64, error) {
	b := (&builder{}).add("SELECT id FROM models WHERE author_id = ? AND deleted_at IS NULL ORDER BY id", authorID).window(limit, 0)
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
}

// ForgetTexts removes what an author wrote about models that are deleted. What was sold keeps
// its title, which is in the orders.
func (tx *Tx) ForgetTexts(ctx context.Context, authorID int64) error {
	return tx.each(ctx, "remove texts", []string{
		"DELETE FROM model_texts WHERE model_id IN (SELECT id FROM models WHERE author_id = $1 AND deleted_at IS NOT NULL)",
		"DELETE FROM model_versions WHERE model_id IN (SELECT id FROM models WHERE author_id = $1 AND deleted_at IS NOT NULL)",
		`UPDATE models SET title = CASE WHEN EXISTS (SELECT 1 FROM orders o WHERE o.model_id = models.id) THEN title ELSE '' END,
				description = '', raw_description = '', tags = '[]', parts_details = '', info = '', record = NULL
			WHERE author_id = $1 AND deleted_at IS NOT NULL`,
	}, authorID)
}

// RenameInSold replaces the name of the seller in up to limit orders with identifiers above
// after, and returns the last of them; 0 when there are no more.
func (tx *Tx) RenameInSold(ctx context.Context, u *vitrine.User, after int64, limit int) (int64, error) {
	b := (&builder{}).add("SELECT id FROM orders WHERE seller_id = ? AND id > ? ORDER BY id", u.ID, after).window(limit, 0)
	ids, err := query(ctx, &tx.reads, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	last := ids[len(ids)-1]
	const key = `"AuthorName":"`
	_, err = tx.exec(ctx, "rename the seller",
		"UPDATE orders SET model = REPLACE(model, $1, $2) WHERE seller_id = $3 AND id > $4 AND id <= $5",
		key+u.Username+`"`, key+vitrine.ErasedName(u.ID)+`"`, u.ID, after, last)
	return last, err
}

// ForgetBuyer removes what says who bought from the orders of an account.
func (tx *Tx) ForgetBuyer(ctx context.Context, userID int64) error {
	return tx.each(ctx, "forget a buyer", []string{
		"UPDATE disputes SET evidence = '' WHERE order_id IN (SELECT id FROM orders WHERE buyer_id = $1)",
		"DELETE FROM order_downloads WHERE order_id IN (SELECT id FROM orders WHERE buyer_id = $1)",
		"UPDATE refund_requests SET body = '' WHERE buyer_id = $1",
		"UPDATE orders SET buyers_email = '', email_folded = '', language = '', visitor = '', billing = '' WHERE buyer_id = $1",
	}, userID)
}

// ForgetAddress removes an address from all that was bought, sent, asked or reported by it.
func (tx *Tx) ForgetAddress(ctx context.Context, email string) error {
	err := tx.each(ctx, "forget an address", []string{
		"UPDATE disputes SET evidence = '' WHERE order_id IN (SELECT id FROM orders WHERE email_folded = $1 AND email_folded <> '')",
		"DELETE FROM order_downloads WHERE order_id IN (SELECT id FROM orders WHERE email_folded = $1 AND email_folded <> '')",
		"UPDATE refund_requests SET body = '' WHERE order_id IN (SELECT id FROM orders WHERE email_folded = $1 AND email_folded <> '')",
		"UPDATE orders SET buyers_email = '', email_folded = '', language = '', visitor = '', billing = '' " +
			"WHERE email_folded = $1 AND email_folded <> ''",
		"DELETE FROM mail_choices WHERE email_folded = $1",
	}, FoldEmail(email))
	if err != nil {
		return err
	}
	for table, statement := range map[string]string{
		"reports": "UPDATE reports SET name = '', email = '' WHERE id = $1", "links": "DELETE FROM links WHERE id = $1",
		"mails": "DELETE FROM mails WHERE id = $1",
	} {
		ids, err := tx.withAddress(ctx, table, email)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, err := tx.exec(ctx, "forget an address", statement, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// withAddress finds the rows of a table in which an address stands as somebody typed it. It
// reads all of them: databases fold letters each in their own way.
func (r *reads) withAddress(ctx context.Context, table, email string) (found []int64, err error) {
	type row struct {
		id    int64
		email string
	}
	const batch = 1000
	for after := int64(0); ; {
		b := (&builder{}).add("SELECT a.id, a.email FROM "+table+" a WHERE a.id > ? AND a.email <> '' ORDER BY a.id", after).window(batch, 0)
		rows, err := query(ctx, r, func(s scanner) (one row, err error) { return one, s.Scan(&one.id, &one.email) }, b.String(), b.args...)
		if err != nil || len(rows) == 0 {
			return found, err
		}
		for _, one := range rows {
			if FoldEmail(one.email) == FoldEmail(email) {
				found = append(found, one.id)
			}
		}
		after = rows[len(rows)-1].id
	}
}

// ForgetMails removes the mails to an account.
func (tx *Tx) ForgetMails(ctx context.Context, userID int64) error {
	_, err := tx.exec(ctx, "forget mails", "DELETE FROM mails WHERE user_id = $1", userID)
	return err
}

// MailsUnderWay reports whether a mail of a kind to an account is still to be sent.
func (r *reads) MailsUnderWay(ctx context.Context, userID int64, kind string) (bool, error) {
	found, err := query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
		"SELECT m.id FROM mails m WHERE m.user_id = $1 AND m.kind = $2 AND m.status IN ($3, $4)", userID, kind, MailWaiting, MailSending)
	return len(found) > 0, err
}

// ForgetAnswers removes the kept answers to requests that hold a text.
func (tx *Tx) ForgetAnswers(ctx context.Context, text string) error {
	_, err := tx.exec(ctx, "forget answers", "DELETE FROM idempotency_keys WHERE REPLACE(body, $1, '') <> body", text)
	return err
}

// AuditAfter lists up to limit entries of the audit log with identifiers above after, the
// oldest first.
func (r *reads) AuditAfter(ctx context.Context, after int64, limit int) ([]vitrine.Entry, error) {
	b := (&builder{}).add("SELECT "+auditColumns+" FROM audit e WHERE e.id > ? ORDER BY e.id", after).window(limit, 0)
	return query(ctx, r, scanAudit, b.String(), b.args...)
}

// erasing marks the transactions that may change the words of the audit log.
const erasing = "erasing"

// RewordEntries stores entries of the audit log without somebody's name. Nothing but names,
// facts and notes can be changed, and by nothing else.
func (tx *Tx) RewordEntries(ctx context.Context, entries []vitrine.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	if _, err := tx.SetSettingOnce(ctx, erasing, "true"); err != nil {
		return err
	}
	for _, e := range entries {
		_, err := tx.exec(ctx, "reword the audit log", "UPDATE audit SET name = $2, before = $3, after = $4, note = $5 WHERE id = $1",
			e.ID, e.By.Name, string(e.Before), string(e.After), e.Note)
		if err != nil {
			return err
		}
	}
	_, err := tx.exec(ctx, "reword the audit log", "DELETE FROM settings WHERE name = $1", erasing)
	return err
}

// EraseUser leaves nothing of a user but the number, under a name that stands for nobody.
func (tx *Tx) EraseUser(ctx context.Context, id int64, now time.Time) error {
	name := vitrine.ErasedName(id)
	told, err := tx.Watched(ctx)
	if err != nil {
		return err
	}
	err = tx.each(ctx, "erase the user", []string{
		"UPDATE disputes SET sent_by = '' WHERE sent_by = (SELECT username FROM users WHERE id = $1)",
	}, id)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, "erase the user", "UPDATE refund_requests SET answered_by = $2 WHERE answered_by_id = $1", id, name)
	if err != nil {
		return err
	}
	err = tx.each(ctx, "erase the user", []string{"UPDATE refund_requests SET seller_answer = '' WHERE seller_id = $1"}, id)
	if err != nil {
		return err
	}
	if _, err := tx.exec(ctx, "erase the user", "UPDATE refunds SET by_name = $2 WHERE by_id = $1", id, name); err != nil {
		return err
	}
	_, err = tx.exec(ctx, "erase the user", `
		UPDATE users SET username = $2, email = '', email_folded = $2, email_claimed = '', email_confirmed_at = NULL, password_hash = '',
			is_admin = FALSE, roles = '', language = '', name = '', description = '', links = '[]', avatar_key = '',
			about = '', cover_key = '', away_until = NULL, away_note = '', no_ai_training = FALSE,
			suspended_at = $3, suspended_for = '', email_bounced_at = NULL, email_bounce = '', updated_at = $3
		WHERE id = $1`, id, name, micros(now))
	if err != nil {
		return err
	}
	if _, err := tx.exec(ctx, "erase who they are on invoices", "DELETE FROM tax_profiles WHERE user_id = $1", id); err != nil {
		return err // the invoices themselves are books, and stay
	}
	tx.becameUser(vitrine.EventUserRemoved, vitrine.User{ID: id}, told)
	return tx.changeCallers(ctx)
}

// BoughtWith lists up to limit addresses that something was bought with without an account,
// after another one.
func (r *reads) BoughtWith(ctx context.Context, after string, limit int) ([]string, error) {
	b := (&builder{}).add("SELECT DISTINCT email_folded FROM orders WHERE email_folded > ? AND email_folded <> ''", after)
	b.add(" ORDER BY email_folded").window(limit, 0)
	return query(ctx, r, func(row scanner) (email string, err error) { return email, row.Scan(&email) }, b.String(), b.args...)
}

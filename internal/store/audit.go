package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"vitrine"
)

// EntryPage is a part of the audit log.
type EntryPage struct {
	Entries []vitrine.Entry
	Next    string // cursor of the next one, "" for none
}

const auditColumns = "e.id, e.at, e.user_id, e.name, e.application, e.network, e.act, e.subject_id, e.before, e.after, e.note"

func scanAudit(row scanner) (e vitrine.Entry, err error) {
	var user sql.NullInt64
	var before, after string
	err = row.Scan(&e.ID, (*stamp)(&e.At), &user, &e.By.Name, &e.By.Application, &e.By.Network, &e.Act, &e.SubjectID, &before, &after, &e.Note)
	e.By.UserID = user.Int64
	e.Before, e.After = objectOf(before), objectOf(after)
	return e, err
}

func objectOf(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

// AddEntry adds a line to the audit log, and sets its id. There is no way to change or
// remove one.
func (tx *Tx) AddEntry(ctx context.Context, e *vitrine.Entry) error {
	ids, err := query(ctx, &tx.reads, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, `
		INSERT INTO audit (at, user_id, name, application, network, act, kind, subject_id, before, after, note)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
		micros(e.At), orNull(e.By.UserID), e.By.Name, e.By.Application, e.By.Network, string(e.Act), e.Act.Kind(), e.SubjectID,
		string(e.Before), string(e.After), e.Note)
	if err == nil {
		e.ID = ids[0]
	}
	return err
}

// Entries lists entries of the audit log, newest first.
func (r *reads) Entries(ctx context.Context, q vitrine.EntryQuery) (EntryPage, error) {
	after, err := parseCursor(q.Page.Cursor, "audit")
	if err != nil {
		return EntryPage{}, err
	}
	b := auditWhere((&builder{}).add("SELECT "+auditColumns+" FROM audit e WHERE TRUE"), q)
	if after.set() {
		b.add(" AND (e.at, e.id) < (?, ?)", after.key, after.id)
	}
	b.add(" ORDER BY e.at DESC, e.id DESC").window(q.Page.Size+1, offset(q.Page, after))
	found, err := query(ctx, r, scanAudit, b.String(), b.args...)
	if err != nil || len(found) <= q.Page.Size {
		return EntryPage{Entries: found}, err
	}
	found = found[:q.Page.Size]
	last := found[len(found)-1]
	return EntryPage{Entries: found, Next: next(q.Page, "audit", last.At.UnixMicro(), last.ID)}, nil
}

func auditWhere(b *builder, q vitrine.EntryQuery) *builder {
	if q.Name != "" {
		b.add(" AND e.name = ?", q.Name)
	}
	if q.Act != "" {
		b.add(" AND e.act = ?", string(q.Act))
	}
	if q.Kind != "" {
		b.add(" AND e.kind = ?", q.Kind)
	}
	if q.SubjectID != "" {
		b.add(" AND e.subject_id = ?", q.SubjectID)
	}
	if !q.Since.IsZero() {
		b.add(" AND e.at >= ?", micros(q.Since))
	}
	if !q.Until.IsZero() {
		b.add(" AND e.at < ?", micros(q.Until))
	}
	return b
}

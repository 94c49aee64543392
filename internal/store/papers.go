package store

import (
	"context"
	"encoding/json"
	"fmt"

	"vitrine"
)

func scanPaper(row scanner) (p vitrine.Paper, err error) {
	var texts string
	if err := row.Scan(&p.ID, &p.Kind, &p.Version, &texts, (*stamp)(&p.At)); err != nil {
		return p, err
	}
	if err := json.Unmarshal([]byte(texts), &p.Texts); err != nil {
		return p, fmt.Errorf("read version %d of %s: %w", p.Version, p.Kind, err)
	}
	return p, nil
}

// Paper reads a version of one of the marketplace's own texts; NotFound when there is none.
func (r *reads) Paper(ctx context.Context, kind vitrine.PaperKind, version int64) (vitrine.Paper, error) {
	const text = "SELECT id, kind, version, texts, created_at FROM papers WHERE kind = $1 AND version = $2"
	return first(query(ctx, r, scanPaper, text, string(kind), version))("there is no such version")
}

// PaperVersions lists the versions of a text, the newest first, without their words.
func (r *reads) PaperVersions(ctx context.Context, kind vitrine.PaperKind) ([]vitrine.Paper, error) {
	const text = "SELECT id, kind, version, '[]', created_at FROM papers WHERE kind = $1 ORDER BY version DESC"
	return query(ctx, r, scanPaper, text, string(kind))
}

// InsertPaper adds the next version of a text, and sets its number and id; Conflict when
// another one was added at this moment.
func (tx *Tx) InsertPaper(ctx context.Context, p *vitrine.Paper) error {
	texts, err := json.Marshal(p.Texts)
	if err != nil {
		return fmt.Errorf("store %s: %w", p.Kind, err)
	}
	return tx.row(ctx, "", `
		INSERT INTO papers (kind, version, texts, created_at)
		SELECT $1, coalesce(max(version), 0) + 1, $2, $3 FROM papers WHERE kind = $1
		RETURNING id, version`, []any{string(p.Kind), string(texts), micros(p.At)}, &p.ID, &p.Version)
}

// Agreements lists what a user agreed to, the newest last.
func (r *reads) Agreements(ctx context.Context, userID int64) ([]vitrine.Agreement, error) {
	scan := func(row scanner) (a vitrine.Agreement, err error) {
		return a, row.Scan(&a.Kind, &a.Version, (*stamp)(&a.At))
	}
	return query(ctx, r, scan, "SELECT kind, version, agreed_at FROM agreements WHERE user_id = $1 ORDER BY kind, version", userID)
}

// Agree notes that a user agreed to a version of a text, and reports whether that is new.
func (tx *Tx) Agree(ctx context.Context, userID int64, a vitrine.Agreement) (bool, error) {
	n, err := tx.exec(ctx, "note an agreement",
		"INSERT INTO agreements (user_id, kind, version, agreed_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
		userID, string(a.Kind), a.Version, micros(a.At))
	if err != nil || n == 0 {
		return false, err
	}
	return true, tx.changeCallers(ctx)
}

package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"vitrine"
)

// Profile reads what a user says of themselves; NotFound when there is no such user.
func (r *reads) Profile(ctx context.Context, userID int64) (p vitrine.Profile, err error) {
	var links string
	var away sql.NullInt64
	err = r.row(ctx, fmt.Sprintf("there is no user %d", userID), `SELECT name, about, description, links, avatar_key, cover_key,
		away_until, away_note, no_ai_training FROM users WHERE id = $1`,
		[]any{userID}, &p.Name, &p.About, &p.Description, &links, &p.Avatar, &p.Cover, &away, &p.AwayNote,
		&p.NoAITraining)
	if err != nil {
		return p, err
	}
	if away.Valid {
		p.AwayUntil = time.UnixMicro(away.Int64).UTC()
	}
	if err := json.Unmarshal([]byte(links), &p.Links); err != nil {
		return p, fmt.Errorf("read the links of user %d: %w", userID, err)
	}
	return p, nil
}

// SetProfile stores what a user says of themselves, as their state of a time.
func (tx *Tx) SetProfile(ctx context.Context, userID int64, p vitrine.Profile, now time.Time) error {
	if p.Links == nil {
		p.Links = []string{}
	}
	links, err := json.Marshal(p.Links)
	if err != nil {
		return fmt.Errorf("store links: %w", err)
	}
	_, err = tx.exec(ctx, "store a profile", `UPDATE users SET name = $2, about = $3, description = $4, links = $5, avatar_key = $6,
		cover_key = $7, away_until = $8, away_note = $9, updated_at = $10, no_ai_training = $11 WHERE id = $1`,
		userID, p.Name, p.About, p.Description, string(links), p.Avatar, p.Cover, micros(p.AwayUntil), p.AwayNote, micros(now),
		p.NoAITraining)
	if err != nil {
		return err
	}
	tx.noteSeller(userID)
	return tx.changeCallers(ctx)
}

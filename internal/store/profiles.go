package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"vitrine"
)

// Profile reads what a user says of themselves; NotFound when there is no such user.
func (r *reads) Profile(ctx context.Context, userID int64) (p vitrine.Profile, err error) {
	var links string
	err = r.row(ctx, fmt.Sprintf("there is no user %d", userID), "SELECT name, description, links, avatar_key FROM users WHERE id = $1",
		[]any{userID}, &p.Name, &p.Description, &links, &p.Avatar)
	if err != nil {
		return p, err
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
	_, err = tx.exec(ctx, "store a profile",
		"UPDATE users SET name = $2, description = $3, links = $4, avatar_key = $5, updated_at = $6 WHERE id = $1",
		userID, p.Name, p.Description, string(links), p.Avatar, micros(now))
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

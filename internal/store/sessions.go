package store

import (
	"context"
	"time"

	"vitrine"
)

const sessionColumns = `s.id, s.user_id, s.method, s.strong, s.waits, s.agent, s.created_at, s.seen_at, s.proved_at, s.ended_at`

// sessionFields are the places for sessionColumns.
func sessionFields(s *vitrine.Session) []any {
	return []any{&s.ID, &s.UserID, &s.Method, &s.Strong, &s.Waits, &s.Agent, (*stamp)(&s.CreatedAt), (*stamp)(&s.SeenAt),
		(*stamp)(&s.ProvedAt), (*stamp)(&s.EndedAt)}
}

// SessionUser reads the session whose secret has a hash, and its user, also one that has
// ended; NotFound when there is none.
func (r *reads) SessionUser(ctx context.Context, hash string) (s vitrine.Session, u vitrine.User, err error) {
	err = r.row(ctx, "there is no such session",
		"SELECT "+sessionColumns+", "+userColumns+" FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.hash = $1",
		[]any{hash}, append(sessionFields(&s), userFields(&u)...)...)
	return s, u, err
}

// Sessions lists the sessions of a user that have not ended, the one used last first.
func (r *reads) Sessions(ctx context.Context, userID int64) ([]vitrine.Session, error) {
	return query(ctx, r, func(row scanner) (s vitrine.Session, err error) { return s, row.Scan(sessionFields(&s)...) },
		"SELECT "+sessionColumns+" FROM sessions s WHERE s.user_id = $1 AND s.ended_at IS NULL ORDER BY s.seen_at DESC, s.id DESC", userID)
}

// InsertSession adds a session, known by the hash of its secret, and sets its id.
func (tx *Tx) InsertSession(ctx context.Context, s *vitrine.Session, hash string) (err error) {
	s.ID, err = tx.insert(ctx, "insert session", `
		INSERT INTO sessions (hash, user_id, method, strong, waits, agent, created_at, seen_at, proved_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
		hash, s.UserID, s.Method, s.Strong, s.Waits, s.Agent, micros(s.CreatedAt), micros(s.SeenAt), micros(s.ProvedAt))
	return err
}

// SeeSession notes that a session was used.
func (tx *Tx) SeeSession(ctx context.Context, id int64, now time.Time) error {
	_, err := tx.exec(ctx, "see a session", "UPDATE sessions SET seen_at = $2 WHERE id = $1 AND seen_at < $2", id, micros(now))
	return err
}

// ProveSession notes that the user of a session showed who they are once more.
func (tx *Tx) ProveSession(ctx context.Context, id int64, strong bool, now time.Time) error {
	_, err := tx.exec(ctx, "prove a session",
		"UPDATE sessions SET proved_at = $2, seen_at = $2, strong = (strong OR $3) WHERE id = $1 AND ended_at IS NULL", id, micros(now), strong)
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

// EndSession ends a session of a user; NotFound when the user has none of this id.
func (tx *Tx) EndSession(ctx context.Context, userID, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "end a session",
		"UPDATE sessions SET ended_at = coalesce(ended_at, $3) WHERE id = $1 AND user_id = $2", id, userID, micros(now))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "there is no session %d", id)
	}
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

// EndSessions ends all sessions of a user but one, 0 for all of them.
func (tx *Tx) EndSessions(ctx context.Context, userID, but int64, now time.Time) error {
	_, err := tx.exec(ctx, "end sessions",
		"UPDATE sessions SET ended_at = $3 WHERE user_id = $1 AND id <> $2 AND ended_at IS NULL", userID, but, micros(now))
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

// RemoveSessions removes sessions that nobody has used since a time.
func (tx *Tx) RemoveSessions(ctx context.Context, since time.Time) error {
	_, err := tx.exec(ctx, "remove sessions", "DELETE FROM sessions WHERE seen_at < $1", micros(since))
	return err
}

// Agents lists what the browsers said of themselves at which a user has signed in whole.
func (r *reads) Agents(ctx context.Context, userID int64) ([]string, error) {
	return query(ctx, r, func(row scanner) (agent string, err error) { return agent, row.Scan(&agent) },
		"SELECT DISTINCT agent FROM sessions WHERE user_id = $1 AND NOT waits", userID)
}

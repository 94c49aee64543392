package store

import (
	"context"
	"time"

	"vitrine"
)

const identityColumns = `i.id, i.user_id, i.issuer, i.subject, i.email, i.created_at, i.used_at`

func scanIdentity(row scanner) (i vitrine.Identity, err error) {
	return i, row.Scan(&i.ID, &i.UserID, &i.Issuer, &i.Subject, &i.Email, (*stamp)(&i.CreatedAt), (*stamp)(&i.UsedAt))
}

// Identities lists the accounts elsewhere that a user signs in with, oldest first.
func (r *reads) Identities(ctx context.Context, userID int64) ([]vitrine.Identity, error) {
	return query(ctx, r, scanIdentity, "SELECT "+identityColumns+" FROM identities i WHERE i.user_id = $1 ORDER BY i.id", userID)
}

// Identity reads whose account elsewhere it is; NotFound when it is nobody's.
func (r *reads) Identity(ctx context.Context, issuer, subject string) (vitrine.Identity, error) {
	return first(query(ctx, r, scanIdentity, "SELECT "+identityColumns+" FROM identities i WHERE i.issuer = $1 AND i.subject = $2",
		issuer, subject))("nobody here signs in with this account")
}

// InsertIdentity adds an account elsewhere and sets its id.
func (tx *Tx) InsertIdentity(ctx context.Context, i *vitrine.Identity) (err error) {
	i.ID, err = tx.insert(ctx, "insert identity", `
		INSERT INTO identities (user_id, issuer, subject, email, created_at, used_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
		i.UserID, i.Issuer, i.Subject, i.Email, micros(i.CreatedAt), micros(i.UsedAt))
	return err
}

// UseIdentity notes that somebody signed in with an account elsewhere.
func (tx *Tx) UseIdentity(ctx context.Context, id int64, now time.Time) error {
	_, err := tx.exec(ctx, "use an identity", "UPDATE identities SET used_at = $2 WHERE id = $1", id, micros(now))
	return err
}

// RemoveIdentity removes an account elsewhere of a user; NotFound when it is none of theirs.
func (tx *Tx) RemoveIdentity(ctx context.Context, userID, id int64) error {
	return tx.oneOf(ctx, "DELETE FROM identities WHERE id = $1 AND user_id = $2", "account elsewhere", id, userID)
}

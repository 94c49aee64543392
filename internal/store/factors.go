package store

import (
	"context"
	"strconv"
	"time"

	"vitrine"
)

// Factors lists the apps of a user that show codes, oldest first, also those that have not
// shown yet that they know the secret.
func (r *reads) Factors(ctx context.Context, userID int64) ([]vitrine.Factor, error) {
	return query(ctx, r, func(row scanner) (f vitrine.Factor, err error) {
		var sealed string
		err = row.Scan(&f.ID, &f.UserID, &f.Name, &sealed, &f.LastStep, (*stamp)(&f.CreatedAt), (*stamp)(&f.ConfirmedAt))
		if s := r.cache.derives(); err == nil && s != nil {
			f.Secret = s.Unlock(vitrine.FactorSecret, factorOf(f.UserID), sealed)
		}
		return f, err
	}, `SELECT f.id, f.user_id, f.name, f.secret, f.last_step, f.created_at, f.confirmed_at FROM factors f WHERE f.user_id = $1 ORDER BY f.id`,
		userID)
}

// factorOf is what a secret is sealed for: in the row of another user it is worth nothing.
func factorOf(userID int64) string { return "user " + strconv.FormatInt(userID, 10) }

// InsertFactor adds an app and sets its id.
func (tx *Tx) InsertFactor(ctx context.Context, f *vitrine.Factor) (err error) {
	s := tx.cache.derives()
	if s == nil {
		return vitrine.Errorf(vitrine.Unavailable, "there is no key here that secrets are sealed with")
	}
	f.ID, err = tx.insert(ctx, "insert factor",
		`INSERT INTO factors (user_id, name, secret, last_step, created_at, confirmed_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
		f.UserID, f.Name, s.Lock(vitrine.FactorSecret, factorOf(f.UserID), f.Secret), f.LastStep, micros(f.CreatedAt), micros(f.ConfirmedAt))
	return err
}

// UseFactor notes the step of a code that was shown, and seals the secret with the newest
// key. It reports whether no code of this step or a later one was shown before: of two who
// come at once, one is the first.
func (tx *Tx) UseFactor(ctx context.Context, f *vitrine.Factor, step int64) (bool, error) {
	s := tx.cache.derives()
	if s == nil {
		return false, nil
	}
	n, err := tx.exec(ctx, "use a factor", "UPDATE factors SET last_step = $2, secret = $3 WHERE id = $1 AND last_step < $2", f.ID, step,
		s.Lock(vitrine.FactorSecret, factorOf(f.UserID), f.Secret))
	return n == 1, err
}

// ConfirmFactor notes that an app has shown that it knows the secret.
func (tx *Tx) ConfirmFactor(ctx context.Context, id int64, now time.Time) error {
	_, err := tx.exec(ctx, "confirm a factor", "UPDATE factors SET confirmed_at = $2 WHERE id = $1", id, micros(now))
	return err
}

// RenameFactor gives an app of a user another name; NotFound when it is none of theirs.
func (tx *Tx) RenameFactor(ctx context.Context, userID, id int64, name string) error {
	return tx.oneOf(ctx, "UPDATE factors SET name = $3 WHERE id = $1 AND user_id = $2", "app", id, userID, name)
}

// RemoveFactor removes an app of a user; NotFound when it is none of theirs.
func (tx *Tx) RemoveFactor(ctx context.Context, userID, id int64) error {
	return tx.oneOf(ctx, "DELETE FROM factors WHERE id = $1 AND user_id = $2", "app", id, userID)
}

// RemovePendingFactors removes the apps of a user that have not shown that they know the
// secret.
func (tx *Tx) RemovePendingFactors(ctx context.Context, userID int64) error {
	_, err := tx.exec(ctx, "remove factors", "DELETE FROM factors WHERE user_id = $1 AND confirmed_at IS NULL", userID)
	return err
}

// ReplaceRecoveryCodes gives a user other recovery codes, by their hashes; none takes them.
func (tx *Tx) ReplaceRecoveryCodes(ctx context.Context, userID int64, hashes []string, now time.Time) error {
	if _, err := tx.exec(ctx, "remove recovery codes", "DELETE FROM recovery_codes WHERE user_id = $1", userID); err != nil {
		return err
	}
	for _, hash := range hashes {
		_, err := tx.exec(ctx, "insert a recovery code", "INSERT INTO recovery_codes (user_id, hash, created_at) VALUES ($1, $2, $3)",
			userID, hash, micros(now))
		if err != nil {
			return err
		}
	}
	return nil
}

// RecoveryCodes counts the recovery codes of a user that were not used yet.
func (r *reads) RecoveryCodes(ctx context.Context, userID int64) (n int64, err error) {
	err = r.row(ctx, "", "SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL", []any{userID}, &n)
	return n, err
}

// UseRecoveryCode uses a recovery code of a user up, and reports whether it was there to be
// used.
func (tx *Tx) UseRecoveryCode(ctx context.Context, userID int64, hash string, now time.Time) (bool, error) {
	n, err := tx.exec(ctx, "use a recovery code",
		"UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND hash = $2 AND used_at IS NULL", userID, hash, micros(now))
	return n == 1, err
}

// RemoveWaysIn removes all that a user may sign in with but the password and the address.
func (tx *Tx) RemoveWaysIn(ctx context.Context, userID int64) error {
	for _, statement := range []string{
		"DELETE FROM passkeys WHERE user_id = $1", "DELETE FROM factors WHERE user_id = $1", "DELETE FROM recovery_codes WHERE user_id = $1",
		"DELETE FROM identities WHERE user_id = $1",
	} {
		if _, err := tx.exec(ctx, "remove ways to sign in", statement, userID); err != nil {
			return err
		}
	}
	return nil
}

package store

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"vitrine"
)

const passkeyColumns = `p.id, p.user_id, p.name, p.credential_id, p.user_handle, p.public_key, p.sign_count, p.backup_eligible, p.backed_up,
	p.transports, p.created_at, p.used_at, p.copied_at`

func scanPasskey(row scanner) (p vitrine.Passkey, err error) {
	var credential, handle, key, transports string
	err = row.Scan(&p.ID, &p.UserID, &p.Name, &credential, &handle, &key, &p.SignCount, &p.BackupEligible, &p.BackedUp, &transports,
		(*stamp)(&p.CreatedAt), (*stamp)(&p.UsedAt), (*stamp)(&p.CopiedAt))
	if err != nil {
		return p, err
	}
	var faults [3]error
	p.CredentialID, faults[0] = base64.RawURLEncoding.DecodeString(credential)
	p.UserHandle, faults[1] = base64.RawURLEncoding.DecodeString(handle)
	p.PublicKey, faults[2] = base64.RawURLEncoding.DecodeString(key)
	p.Transports = strings.Fields(transports)
	return p, errors.Join(faults[:]...)
}

// Passkeys lists the passkeys of a user, oldest first.
func (r *reads) Passkeys(ctx context.Context, userID int64) ([]vitrine.Passkey, error) {
	return query(ctx, r, scanPasskey, "SELECT "+passkeyColumns+" FROM passkeys p WHERE p.user_id = $1 ORDER BY p.id", userID)
}

// PasskeyOf reads the passkey that an authenticator knows by an id; NotFound when there is
// none.
func (r *reads) PasskeyOf(ctx context.Context, credentialID []byte) (vitrine.Passkey, error) {
	return first(query(ctx, r, scanPasskey, "SELECT "+passkeyColumns+" FROM passkeys p WHERE p.credential_id = $1",
		base64.RawURLEncoding.EncodeToString(credentialID)))("this passkey is not known here")
}

// first returns the one row that was looked for. The error is NotFound, with a message, when
// it is not there.
func first[T any](found []T, err error) func(missing string, args ...any) (T, error) {
	return func(missing string, args ...any) (row T, _ error) {
		if err == nil && len(found) == 0 {
			err = vitrine.Errorf(vitrine.NotFound, missing, args...)
		}
		if err != nil {
			return row, err
		}
		return found[0], nil
	}
}

// InsertPasskey adds a passkey and sets its id; Conflict when somebody has it already.
func (tx *Tx) InsertPasskey(ctx context.Context, p *vitrine.Passkey) (err error) {
	_, err = tx.PasskeyOf(ctx, p.CredentialID)
	if err == nil {
		return vitrine.Errorf(vitrine.Conflict, "this passkey is here already")
	}
	if vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	text := base64.RawURLEncoding.EncodeToString
	p.ID, err = tx.insert(ctx, "insert passkey", `
		INSERT INTO passkeys (user_id, name, credential_id, user_handle, public_key, sign_count, backup_eligible, backed_up, transports,
			created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
		p.UserID, p.Name, text(p.CredentialID), text(p.UserHandle), text(p.PublicKey), p.SignCount, p.BackupEligible, p.BackedUp,
		strings.Join(p.Transports, " "), micros(p.CreatedAt))
	return err
}

// UsePasskey notes that a passkey was used, and where its authenticator has counted to. It
// reports whether that is further than ever before: where it is not, another authenticator
// has the same passkey. One that never counts says 0.
func (tx *Tx) UsePasskey(ctx context.Context, p *vitrine.Passkey, now time.Time) (bool, error) {
	n, err := tx.exec(ctx, "use a passkey", `
		UPDATE passkeys SET sign_count = $2, backed_up = $3, used_at = $4
		WHERE id = $1 AND (sign_count < $2 OR sign_count = 0 AND $2 = 0)`, p.ID, p.SignCount, p.BackedUp, micros(now))
	return n == 1, err
}

// SuspectPasskey notes that there seems to be a copy of a passkey.
func (tx *Tx) SuspectPasskey(ctx context.Context, id int64, now time.Time) error {
	_, err := tx.exec(ctx, "suspect a passkey", "UPDATE passkeys SET copied_at = $2 WHERE id = $1", id, micros(now))
	return err
}

// RenamePasskey gives a passkey of a user another name; NotFound when it is none of theirs.
func (tx *Tx) RenamePasskey(ctx context.Context, userID, id int64, name string) error {
	return tx.oneOf(ctx, "UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2", "passkey", id, userID, name)
}

// RemovePasskey removes a passkey of a user; NotFound when it is none of theirs.
func (tx *Tx) RemovePasskey(ctx context.Context, userID, id int64) error {
	return tx.oneOf(ctx, "DELETE FROM passkeys WHERE id = $1 AND user_id = $2", "passkey", id, userID)
}

// oneOf changes the row of a user with an id, which are the first two arguments.
func (tx *Tx) oneOf(ctx context.Context, statement, what string, args ...any) error {
	n, err := tx.exec(ctx, "change a "+what, statement, args...)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "there is no %s %d", what, args[0])
	}
	return err
}

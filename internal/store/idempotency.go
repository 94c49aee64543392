package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"vitrine"
)

// IdempotencyKey names a request that its owner may send again.
type IdempotencyKey struct {
	Owner string
	Key   string
}

// SavedAnswer is the first answer to such a request.
type SavedAnswer struct {
	Status  int
	Headers string // as the caller encodes them
	Body    string
	Content string // of a request that was claimed before its body came: tells what that was, without a space
}

// IdempotencyClaim asks to work on a request.
type IdempotencyClaim struct {
	IdempotencyKey
	Fingerprint string        // of the request, without a space: the same key with another one is a mistake
	Lease       time.Duration // how long the claim holds without an answer
	Kept        time.Duration // how long answers are kept
}

// ClaimIdempotencyKey returns the answer that is kept for the key, or nil when
// the caller now has the claim and must save or release it. Conflict while
// another one works on the same request, Invalid when the key came with
// another request before.
func (tx *Tx) ClaimIdempotencyKey(ctx context.Context, c IdempotencyClaim) (*SavedAnswer, error) {
	var answer SavedAnswer
	var fingerprint string
	var held, old bool
	b := (&builder{}).add("SELECT fingerprint, status, headers, body, lease_until > ").moment(tx.dialect, 0)
	b.add(", created_at <= ").moment(tx.dialect, -c.Kept).add(" FROM idempotency_keys WHERE owner = ? AND key = ?", c.Owner, c.Key)
	err := tx.q.QueryRowContext(ctx, b.String(), b.args...).Scan(&fingerprint, &answer.Status, &answer.Headers, &answer.Body, &held, &old)
	fingerprint, answer.Content, _ = strings.Cut(fingerprint, " ")
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, tx.takeIdempotencyKey(ctx, c)
	case err != nil:
		return nil, tx.fail("read idempotency key", err)
	// Before the fingerprints are compared: an old key may come with another request.
	case old:
		return nil, tx.takeIdempotencyKey(ctx, c)
	case fingerprint != c.Fingerprint:
		return nil, vitrine.KeyReused()
	case answer.Status != 0:
		return &answer, nil
	case held:
		return nil, errStillRunning()
	default:
		return nil, tx.takeIdempotencyKey(ctx, c)
	}
}

// takeIdempotencyKey makes the claim, also over an old or abandoned one.
func (tx *Tx) takeIdempotencyKey(ctx context.Context, c IdempotencyClaim) error {
	b := (&builder{}).add("INSERT INTO idempotency_keys (owner, key, fingerprint, status, headers, body, lease_until, created_at) VALUES (?, "+
		"?, ?, 0, '', '', ",
		c.Owner, c.Key, c.Fingerprint)
	b.moment(tx.dialect, c.Lease).add(", ").moment(tx.dialect, 0)
	b.add(`) ON CONFLICT (owner, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = 0, headers = '', body = '',
			lease_until = excluded.lease_until, created_at = excluded.created_at`)
	_, err := tx.exec(ctx, "claim idempotency key", b.String(), b.args...)
	return err
}

// SaveAnswer keeps the answer to a claimed request. It reports false when there is
// one already, or the claim is gone.
func (tx *Tx) SaveAnswer(ctx context.Context, key IdempotencyKey, a SavedAnswer) (bool, error) {
	content := a.Content
	if content != "" {
		content = " " + content
	}
	// Without a status there is no answer yet: when two work on a request, because the first outlasted its
	// claim, only one of them may keep its effect.
	n, err := tx.exec(ctx, "save answer", `
		UPDATE idempotency_keys SET status = $3, headers = $4, body = $5, fingerprint = fingerprint || $6 WHERE owner = $1 AND key = $2
			AND status = 0`,
		key.Owner, key.Key, a.Status, a.Headers, a.Body, content)
	return n > 0, err
}

// RenewIdempotencyKey lets a claim without an answer hold for another lease.
func (tx *Tx) RenewIdempotencyKey(ctx context.Context, key IdempotencyKey, lease time.Duration) error {
	b := (&builder{}).add("UPDATE idempotency_keys SET lease_until = ").moment(tx.dialect, lease)
	b.add(" WHERE owner = ? AND key = ? AND status = 0", key.Owner, key.Key)
	_, err := tx.exec(ctx, "renew idempotency key", b.String(), b.args...)
	return err
}

// ReleaseIdempotencyKey gives up a claim, so that the request may be sent again.
func (tx *Tx) ReleaseIdempotencyKey(ctx context.Context, key IdempotencyKey) error {
	// A key with an answer stays: its change is committed, whatever failed after it.
	_, err := tx.exec(ctx, "release idempotency key",
		`DELETE FROM idempotency_keys WHERE owner = $1 AND key = $2 AND status = 0`, key.Owner, key.Key)
	return err
}

// PruneIdempotencyKeys forgets keys that are older than they are kept, and returns how many.
func (tx *Tx) PruneIdempotencyKeys(ctx context.Context, kept time.Duration) (int64, error) {
	b := (&builder{}).add("DELETE FROM idempotency_keys WHERE created_at <= ").moment(tx.dialect, -kept)
	return tx.exec(ctx, "prune idempotency keys", b.String(), b.args...)
}

func errStillRunning() error {
	return vitrine.Errorf(vitrine.Conflict, "the first request with this Idempotency-Key is still running: try again")
}

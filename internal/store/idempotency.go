package store

import (
	"context"
	"database/sql"
	"errors"
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
}

// IdempotencyClaim asks to work on a request.
type IdempotencyClaim struct {
	IdempotencyKey
	Fingerprint string // of the request: the same key with another one is a mistake
	Now         time.Time
	Lease       time.Duration // how long the claim holds without an answer
	Kept        time.Duration // how long answers are kept
}

// ClaimIdempotencyKey gives the answer that is kept for the key, or nil when
// the caller now has the claim and must save or release it. Conflict while
// another one works on the same request, Invalid when the key came with
// another request before.
func (tx *Tx) ClaimIdempotencyKey(ctx context.Context, c IdempotencyClaim) (*SavedAnswer, error) {
	var answer SavedAnswer
	var fingerprint string
	var lease, created stamp
	err := tx.q.QueryRowContext(ctx, `
		SELECT fingerprint, status, headers, body, lease_until, created_at FROM idempotency_keys WHERE owner = $1 AND key = $2`,
		c.Owner, c.Key).Scan(&fingerprint, &answer.Status, &answer.Headers, &answer.Body, &lease, &created)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, tx.takeIdempotencyKey(ctx, c)
	case err != nil:
		return nil, tx.fail("read idempotency key", err)
	case c.Now.Sub(created.time()) >= c.Kept:
		return nil, tx.takeIdempotencyKey(ctx, c)
	case fingerprint != c.Fingerprint:
		return nil, vitrine.Errorf(vitrine.Invalid, "this Idempotency-Key came with another request before: each request needs a key of its own")
	case answer.Status != 0:
		return &answer, nil
	case c.Now.Before(lease.time()):
		return nil, errStillRunning()
	default:
		return nil, tx.takeIdempotencyKey(ctx, c)
	}
}

// takeIdempotencyKey makes the claim, also over an old or abandoned one.
func (tx *Tx) takeIdempotencyKey(ctx context.Context, c IdempotencyClaim) error {
	_, err := tx.exec(ctx, "claim idempotency key", `
		INSERT INTO idempotency_keys (owner, key, fingerprint, status, headers, body, lease_until, created_at)
		VALUES ($1, $2, $3, 0, '', '', $4, $5)
		ON CONFLICT (owner, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = 0, headers = '', body = '',
			lease_until = excluded.lease_until, created_at = excluded.created_at`,
		c.Owner, c.Key, c.Fingerprint, micros(c.Now.Add(c.Lease)), micros(c.Now))
	return err
}

// SaveAnswer keeps the answer to a claimed request. It says false when there is
// one already, or the claim is gone.
func (tx *Tx) SaveAnswer(ctx context.Context, key IdempotencyKey, a SavedAnswer) (bool, error) {
	n, err := tx.exec(ctx, "save answer", `
		UPDATE idempotency_keys SET status = $3, headers = $4, body = $5 WHERE owner = $1 AND key = $2 AND status = 0`,
		key.Owner, key.Key, a.Status, a.Headers, a.Body)
	return n > 0, err
}

// ReleaseIdempotencyKey gives up a claim, so that the request may be sent again.
func (tx *Tx) ReleaseIdempotencyKey(ctx context.Context, key IdempotencyKey) error {
	_, err := tx.exec(ctx, "release idempotency key",
		`DELETE FROM idempotency_keys WHERE owner = $1 AND key = $2 AND status = 0`, key.Owner, key.Key)
	return err
}

// PruneIdempotencyKeys forgets keys from before a time and says how many.
func (tx *Tx) PruneIdempotencyKeys(ctx context.Context, before time.Time) (int64, error) {
	return tx.exec(ctx, "prune idempotency keys", `DELETE FROM idempotency_keys WHERE created_at < $1`, micros(before))
}

func errStillRunning() error {
	return vitrine.Errorf(vitrine.Conflict, "the first request with this Idempotency-Key is still running: try again")
}

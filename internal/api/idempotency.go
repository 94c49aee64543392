package api

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// idempotency keeps the answers to requests with an Idempotency-Key in the
// database. Answers hold secrets that are stored nowhere else but as hashes,
// so they are encrypted with the caller's key, and of that only the hash is
// stored.
type idempotency struct {
	db *store.DB
}

// Claim implements web.IdempotencyStore.
func (s idempotency) Claim(ctx context.Context, key web.IdempotencyKey, fingerprint string) (*web.SavedAnswer, error) {
	var saved *store.SavedAnswer
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		saved, err = tx.ClaimIdempotencyKey(ctx, store.IdempotencyClaim{
			IdempotencyKey: stored(key), Fingerprint: fingerprint,
			Lease: idempotencyLease, Kept: vitrine.RepeatKept,
		})
		return err
	})
	if err != nil || saved == nil {
		return nil, err
	}
	return open(key, saved)
}

// Save implements web.IdempotencyStore.
func (s idempotency) Save(ctx context.Context, key web.IdempotencyKey, answer web.SavedAnswer) error {
	sealed, err := seal(key, answer)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		// A creation has kept its answer itself: then this says false.
		_, err := tx.SaveAnswer(ctx, stored(key), sealed)
		return err
	})
}

// kept makes the last step of a creation: it keeps the answer to a request with
// an Idempotency-Key in the transaction that does what the answer tells. So the
// request is done once, whenever the server dies, and also when its claim ran
// out and another one has it: only one of them finds no answer yet.
func kept[T, O any](encode func(T) *O) shop.Then[T] {
	return func(ctx context.Context, tx *store.Tx, made T) error { return keep(ctx, tx, encode(made), "") }
}

// keptUpload is kept for uploads: their content counts as a part of the request.
func keptUpload[O any](encode func(shop.Received) *O) shop.Then[shop.Received] {
	return func(ctx context.Context, tx *store.Tx, came shop.Received) error {
		return keep(ctx, tx, encode(came), contentOf(came))
	}
}

// contentOf tells uploads of one caller to one address apart.
func contentOf(came shop.Received) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %s", came.SHA256, came.FileTypeID, came.Name))
	return hex.EncodeToString(sum[:])
}

func keep(ctx context.Context, tx *store.Tx, output any, content string) error {
	key, ok := web.KeyOf(ctx)
	if !ok {
		return nil
	}
	answer, err := web.AnswerOf(http.StatusCreated, output)
	if err != nil {
		return err
	}
	answer.Content = content
	sealed, err := seal(key, answer)
	if err != nil {
		return err
	}
	first, err := tx.SaveAnswer(ctx, stored(key), sealed)
	if err == nil && !first {
		err = vitrine.Errorf(vitrine.Conflict, "another request with this Idempotency-Key came first: try again")
	}
	return err
}

// Hold implements web.IdempotencyStore.
func (s idempotency) Hold(ctx context.Context, key web.IdempotencyKey) {
	timer := time.NewTicker(idempotencyLease / 3)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			// A failure is tried again; behind a lease that ran out, the first to commit counts.
			_ = s.db.Write(ctx, func(tx *store.Tx) error { return tx.RenewIdempotencyKey(ctx, stored(key), idempotencyLease) })
		}
	}
}

// Release implements web.IdempotencyStore.
func (s idempotency) Release(ctx context.Context, key web.IdempotencyKey) error {
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.ReleaseIdempotencyKey(ctx, stored(key)) })
}

func stored(key web.IdempotencyKey) store.IdempotencyKey {
	return store.IdempotencyKey{Owner: key.Owner, Key: auth.Hash(key.Key)}
}

// envelope gives the cipher of a key: AES-256-GCM.
func envelope(key web.IdempotencyKey) (cipher.AEAD, error) {
	secret := sha256.Sum256([]byte("answer\x00" + key.Owner + "\x00" + key.Key))
	block, err := aes.NewCipher(secret[:])
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func seal(key web.IdempotencyKey, answer web.SavedAnswer) (store.SavedAnswer, error) {
	sealer, err := envelope(key)
	if err != nil {
		return store.SavedAnswer{}, fmt.Errorf("seal answer: %w", err)
	}
	headers, err := json.Marshal(answer.Headers)
	if err != nil {
		return store.SavedAnswer{}, fmt.Errorf("seal answer: %w", err)
	}
	body := sealer.Seal(nil, nil, answer.Body, nil)
	return store.SavedAnswer{
		Status: answer.Status, Headers: string(headers), Body: base64.StdEncoding.EncodeToString(body), Content: answer.Content,
	}, nil
}

func open(key web.IdempotencyKey, saved *store.SavedAnswer) (*web.SavedAnswer, error) {
	opener, err := envelope(key)
	if err != nil {
		return nil, fmt.Errorf("open saved answer: %w", err)
	}
	sealed, err := base64.StdEncoding.DecodeString(saved.Body)
	if err != nil {
		return nil, fmt.Errorf("open saved answer: %w", err)
	}
	answer := &web.SavedAnswer{Status: saved.Status, Content: saved.Content}
	if answer.Body, err = opener.Open(nil, nil, sealed, nil); err != nil {
		return nil, fmt.Errorf("open saved answer: %w", err)
	}
	if err := json.Unmarshal([]byte(saved.Headers), &answer.Headers); err != nil {
		return nil, fmt.Errorf("open saved answer: %w", err)
	}
	return answer, nil
}

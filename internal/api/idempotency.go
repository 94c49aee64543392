package api

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
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
	db  *store.DB
	now func() time.Time
}

// Claim implements web.IdempotencyStore.
func (s idempotency) Claim(ctx context.Context, key web.IdempotencyKey, fingerprint string) (*web.SavedAnswer, error) {
	var saved *store.SavedAnswer
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		saved, err = tx.ClaimIdempotencyKey(ctx, store.IdempotencyClaim{
			IdempotencyKey: stored(key), Fingerprint: fingerprint,
			Now: s.now(), Lease: idempotencyLease, Kept: vitrine.RepeatKept,
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
	return func(ctx context.Context, tx *store.Tx, made T) error {
		key, ok := web.KeyOf(ctx)
		if !ok {
			return nil
		}
		answer, err := web.AnswerOf(http.StatusCreated, encode(made))
		if err != nil {
			return err
		}
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
		Status: answer.Status, Headers: string(headers), Body: base64.StdEncoding.EncodeToString(body),
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
	answer := &web.SavedAnswer{Status: saved.Status}
	if answer.Body, err = opener.Open(nil, nil, sealed, nil); err != nil {
		return nil, fmt.Errorf("open saved answer: %w", err)
	}
	if err := json.Unmarshal([]byte(saved.Headers), &answer.Headers); err != nil {
		return nil, fmt.Errorf("open saved answer: %w", err)
	}
	return answer, nil
}

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
		// One that has an answer already keeps that: then this reports false.
		_, err := tx.SaveAnswer(ctx, stored(key), sealed)
		return err
	})
}

// answering tells a creation how its request is answered, so that it can store the
// answer beside what it makes. It stores none for a request without an Idempotency-Key.
func answering[T, O any](ctx context.Context, encode func(T) *O) shop.Answer[T] {
	return answeringContent(ctx, encode, func(T) string { return "" })
}

// answeringUpload is answering for uploads: their content counts as a part of the request.
func answeringUpload[O any](ctx context.Context, encode func(shop.Received) *O) shop.Answer[shop.Received] {
	return answeringContent(ctx, encode, contentOf)
}

func answeringContent[T, O any](ctx context.Context, encode func(T) *O, content func(T) string) shop.Answer[T] {
	key, ok := web.KeyOf(ctx)
	if !ok {
		return shop.Answer[T]{}
	}
	kept := func() { web.AnswerKept(ctx) }
	return shop.Answer[T]{Key: stored(key), Kept: kept, Encode: func(made T) (store.SavedAnswer, error) {
		answer, err := web.AnswerOf(http.StatusCreated, encode(made))
		if err != nil {
			return store.SavedAnswer{}, err
		}
		answer.Content = content(made)
		return seal(key, answer)
	}}
}

// contentOf tells uploads of one caller to one address apart.
func contentOf(came shop.Received) string {
	content := fmt.Appendf(nil, "%s %d %s", came.SHA256, came.FileTypeID, came.Name)
	if came.ForBuyers {
		content = append(content, "\x00for_buyers"...)
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
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

// envelope returns the cipher of a key: AES-256-GCM.
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

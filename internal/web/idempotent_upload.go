package web

import (
	"context"
	"net/http"
	"sync"

	"vitrine"
)

type firstAnswer struct{}

// IdempotentUpload answers a POST that carries an Idempotency-Key and streams its
// body at most once. The key is claimed before the body flows. When it has its
// answer already, next finds that by Repeated and does nothing but read the body.
func IdempotentUpload(store IdempotencyStore, owner func(context.Context) string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.Header["Idempotency-Key"]) == 0 {
			next.ServeHTTP(w, r)
			return
		}
		if err := uploadOnce(claims{store, owner(r.Context())}, next, w, r); err != nil {
			WriteProblem(w, r, err)
		}
	})
}

func uploadOnce(store claims, next http.Handler, w http.ResponseWriter, r *http.Request) error {
	name, err := idempotencyKey(r.Header["Idempotency-Key"])
	if err != nil {
		return err
	}
	key := IdempotencyKey{store.owner, name}
	saved, err := store.Claim(r.Context(), key, fingerprint(r, nil))
	if err != nil {
		return err
	}
	if saved != nil {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), firstAnswer{}, saved)))
		return nil
	}
	request := &claimed{key: key}
	r = r.WithContext(context.WithValue(r.Context(), keyOfRequest{}, request))
	held := &heldWriter{ResponseWriter: w}
	runClaimed(r.Context(), store, request, held, func() { holding(r.Context(), store, key, func() { next.ServeHTTP(held, r) }) })
	held.send(r)
	return nil
}

// holding runs an upload, which may take longer than a claim holds by itself.
func holding(ctx context.Context, store claims, key IdempotencyKey, run func()) {
	var held sync.WaitGroup
	defer held.Wait()
	// The caller may be gone, and what came is still being stored.
	ctx, done := context.WithCancel(context.WithoutCancel(ctx))
	defer done()
	held.Go(func() { store.Hold(ctx, key) })
	run()
}

// Repeated reports whether an upload has been answered before. Then read reads it
// again and tells what came, and the first answer is written when that is the same.
func Repeated(w http.ResponseWriter, r *http.Request, read func() (content string, err error)) (bool, error) {
	saved, ok := r.Context().Value(firstAnswer{}).(*SavedAnswer)
	if !ok {
		return false, nil
	}
	content, err := read()
	if err != nil {
		return true, err
	}
	if content != saved.Content {
		return true, vitrine.KeyReused()
	}
	replay(w, saved)
	return true, nil
}

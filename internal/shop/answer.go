package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// Answer tells how the request for a creation is answered when it may be sent again.
// The answer is stored by the transaction that makes what it tells of. So the request
// is done once, whenever the server dies, and also when another server took it over:
// only one of them finds no answer yet. The zero Answer stores nothing.
type Answer[T any] struct {
	Key    store.IdempotencyKey               // that the request was sent with
	Encode func(T) (store.SavedAnswer, error) // writes the answer; it has no effects
	Kept   func()                             // is called when the answer is stored for good
}

// save stores the answer beside what was made. Conflict when there is one already.
func (a Answer[T]) save(ctx context.Context, tx *store.Tx, made T) error {
	if a.Encode == nil {
		return nil
	}
	answer, err := a.Encode(made)
	if err != nil {
		return err
	}
	first, err := tx.SaveAnswer(ctx, a.Key, answer)
	if err == nil && !first {
		err = vitrine.Errorf(vitrine.Conflict, "another request with this Idempotency-Key came first: try again")
	}
	if err == nil && a.Kept != nil {
		tx.AfterCommit(a.Kept)
	}
	return err
}

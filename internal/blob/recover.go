package blob

import (
	"context"

	"vitrine"
)

// OpenOrRecover opens the bytes of key, also those that a sweep discarded: recovered
// reports whether it brought them back from the trash. vitrine.NotFound when they are in
// neither place.
func OpenOrRecover(ctx context.Context, store Store, key string) (object *Object, recovered bool, err error) {
	object, err = store.Open(ctx, key)
	if vitrine.CodeOf(err) != vitrine.NotFound {
		return object, false, err
	}
	if err := store.Recover(ctx, key); err != nil {
		return nil, false, err
	}
	object, err = store.Open(ctx, key)
	return object, true, err
}

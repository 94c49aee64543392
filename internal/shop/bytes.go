package shop

import (
	"context"
	"errors"

	"vitrine"
	"vitrine/internal/blob"
)

// Discard removes bytes that no row names, also when the caller is gone. What
// it can't remove, a sweep will.
func (s *Shop) Discard(ctx context.Context, keys ...string) {
	for _, key := range keys {
		if err := s.blobs.Delete(context.WithoutCancel(ctx), key); err != nil {
			s.log.Warn("bytes without a row are left for the sweep", "key", key, "error", err)
		}
	}
}

// DiscardAfter removes bytes whose rows were refused, and returns the error. After a
// fault of the database the rows may be there all the same: then the sweep decides.
func (s *Shop) DiscardAfter(ctx context.Context, err error, keys ...string) error {
	if e, ok := errors.AsType[*vitrine.Error](err); ok && e.Code != vitrine.Unavailable {
		s.Discard(ctx, keys...)
	}
	return err
}

// statNeeded returns what is stored under a key that something needs; what a sweep
// discarded is brought back.
func (s *Shop) statNeeded(ctx context.Context, key string) (blob.Info, error) {
	info, err := s.blobs.Stat(ctx, key)
	if vitrine.CodeOf(err) != vitrine.NotFound {
		return info, err
	}
	if err := s.blobs.Recover(ctx, key); err != nil {
		return blob.Info{}, err
	}
	s.tellRecovered(key)
	return s.blobs.Stat(ctx, key)
}

// OpenNeeded opens bytes that something needs, also those that a sweep discarded.
func (s *Shop) OpenNeeded(ctx context.Context, key string) (*blob.Object, error) {
	object, recovered, err := blob.OpenOrRecover(ctx, s.blobs, key)
	if recovered {
		s.tellRecovered(key)
	}
	return object, err
}

func (s *Shop) tellRecovered(key string) {
	s.log.Warn("stored bytes are needed after all and were brought back from the trash", "key", key)
}

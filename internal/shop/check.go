package shop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/maphash"
	"io"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/store"
)

// Mismatch is where database and stored bytes disagree.
type Mismatch struct {
	Key    string `json:"key"`
	Detail string `json:"detail"`
}

// maxMismatches ends a check: where so much is wrong, more of it says nothing.
const maxMismatches = 10_000

// Check compares the database with the stored bytes: what is needed is there,
// of the right size and, when deep, of the right digest; what is not needed
// has no more than sweepAge. Keys come in no order from either side, so they
// are parted by a hash, and a part of both is in memory at once. It stops
// behind a part when it has found 10,000 mismatches.
func (s *Shop) Check(ctx context.Context, deep bool) ([]Mismatch, error) {
	parts, err := s.keyParts(ctx)
	if err != nil {
		return nil, err
	}
	var wrong []Mismatch
	for ; parts.number < parts.count && len(wrong) < maxMismatches; parts.number++ {
		found, err := s.checkPart(ctx, parts, deep)
		if wrong = append(wrong, found...); err != nil {
			return wrong, err
		}
	}
	return wrong, nil
}

// keyPart is one of so many parts of all keys.
type keyPart struct {
	seed          maphash.Seed
	number, count uint64
}

func (p keyPart) has(key string) bool { return maphash.String(p.seed, key)%p.count == p.number }

// keyParts gives the first of as many parts as keep each to about sweepKeys.
func (s *Shop) keyParts(ctx context.Context) (keyPart, error) {
	stored, needed := 0, 0
	if err := s.blobs.List(ctx, "", func(blob.Info) error { stored++; return nil }); err != nil {
		return keyPart{}, err
	}
	err := s.db.BlobsInUse(ctx, s.now().Add(-lateTime), func(store.BlobRef) { needed++ })
	return keyPart{seed: maphash.MakeSeed(), count: uint64(max(stored, needed)/s.sweepKeys + 1)}, err
}

func (s *Shop) checkPart(ctx context.Context, part keyPart, deep bool) (wrong []Mismatch, err error) {
	stored := map[string]blob.Info{}
	err = s.blobs.List(ctx, "", func(info blob.Info) error {
		if part.has(info.Key) {
			stored[info.Key] = info
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	needed := map[string]store.BlobRef{}
	err = s.db.BlobsInUse(ctx, s.now().Add(-lateTime), func(b store.BlobRef) {
		if _, known := needed[b.Key]; !known && part.has(b.Key) {
			needed[b.Key] = b
		}
	})
	if err != nil {
		return nil, err
	}
	// Bytes are read when the database isn't, which would keep its log from being folded.
	for key, b := range needed {
		detail, err := s.compare(ctx, stored[key], b, deep)
		if err != nil {
			return wrong, err
		}
		if detail != "" {
			wrong = append(wrong, Mismatch{key, detail})
		}
		delete(stored, key)
	}
	for key, info := range stored {
		if s.now().Sub(info.ModTime) > sweepAge {
			wrong = append(wrong, Mismatch{key, "nothing in the database needs these bytes; the next sweep removes them"})
		}
	}
	return wrong, nil
}

// compare says what is wrong with stored bytes, "" for nothing.
func (s *Shop) compare(ctx context.Context, info blob.Info, b store.BlobRef, deep bool) (string, error) {
	switch {
	case info.Key == "":
		return s.missing(ctx, b.Key)
	case b.Size >= 0 && info.Size != b.Size:
		return fmt.Sprintf("%d bytes are stored, the database says %d", info.Size, b.Size), nil
	case !deep || b.SHA256 == "":
		return "", nil
	}
	sum, err := s.digest(ctx, b.Key)
	if err != nil || sum == b.SHA256 {
		return "", err
	}
	return "the bytes have changed: their SHA-256 is " + sum, nil
}

// missing looks again: the bytes may have come since the list was made.
func (s *Shop) missing(ctx context.Context, key string) (string, error) {
	object, err := s.blobs.Open(ctx, key)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		return "the bytes are missing", nil
	case err != nil:
		return "", err
	}
	return "", object.Close()
}

func (s *Shop) digest(ctx context.Context, key string) (string, error) {
	object, err := s.blobs.Open(ctx, key)
	if err != nil {
		return "", err
	}
	defer object.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, object); err != nil {
		return "", fmt.Errorf("read %s: %w", key, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

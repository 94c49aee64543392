package shop

import (
	"context"
	"fmt"
	"hash/maphash"
	"time"

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
//
// The ledger is compared with itself, with the orders and with the payouts, and what is added
// up of authors with their files and models. Numbers of documents have no gaps.
//
// Files that a deep check finds damaged are marked, and not given to anybody until
// they are right again; one that is not deep tells which are marked.
func (s *Shop) Check(ctx context.Context, deep bool) ([]Mismatch, error) {
	parts, err := s.keyParts(ctx)
	if err != nil {
		return nil, err
	}
	look := looker{s, deep, map[string]store.Checked{}}
	marked, err := s.db.DamagedFiles(ctx, maxMismatches)
	if err != nil {
		return nil, err
	}
	for _, f := range marked {
		look.marked[f.BlobKey] = f
	}
	wrong, err := s.checkRows(ctx)
	if err != nil {
		return nil, err
	}
	for ; parts.number < parts.count && len(wrong) < maxMismatches; parts.number++ {
		found, err := s.checkPart(ctx, parts, look)
		if wrong = append(wrong, found...); err != nil {
			return wrong, err
		}
	}
	return wrong, nil
}

// checkRows compares what the database has twice, each by itself.
func (s *Shop) checkRows(ctx context.Context) (wrong []Mismatch, err error) {
	for _, check := range []func(context.Context) ([]Mismatch, error){
		s.checkLedger, s.checkPayouts, s.checkTransfers, s.checkNumbers, s.checkDifferences, s.checkTallies,
	} {
		found, err := check(ctx)
		if err != nil {
			return nil, err
		}
		wrong = append(wrong, found...)
	}
	return wrong, nil
}

// checkTallies compares what is added up of authors with what there is.
func (s *Shop) checkTallies(ctx context.Context) (wrong []Mismatch, err error) {
	miscounted, err := s.db.Miscounts(ctx, maxMismatches)
	for _, m := range miscounted {
		wrong = append(wrong, Mismatch{fmt.Sprintf("tallies/%s/%d", m.Kind, m.AuthorID),
			fmt.Sprintf("%d is added up for the author, and there is %d", m.Has, m.Counted)})
	}
	return wrong, err
}

// keyPart is one of so many parts of all keys.
type keyPart struct {
	seed          maphash.Seed
	number, count uint64
}

func (p keyPart) has(key string) bool { return maphash.String(p.seed, key)%p.count == p.number }

// keyParts returns the first of as many parts as keep each to about sweepKeys.
func (s *Shop) keyParts(ctx context.Context) (keyPart, error) {
	stored, needed := 0, 0
	if err := s.blobs.List(ctx, "", func(blob.Info) error { stored++; return nil }); err != nil {
		return keyPart{}, err
	}
	err := s.db.BlobsInUse(ctx, s.LateSince(), func(store.BlobRef) { needed++ })
	return keyPart{seed: maphash.MakeSeed(), count: uint64(max(stored, needed)/s.sweepKeys + 1)}, err
}

func (s *Shop) checkPart(ctx context.Context, part keyPart, look looker) (wrong []Mismatch, err error) {
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
	err = s.db.BlobsInUse(ctx, s.LateSince(), func(b store.BlobRef) {
		if _, known := needed[b.Key]; !known && part.has(b.Key) {
			needed[b.Key] = b
		}
	})
	if err != nil {
		return nil, err
	}
	// Not looked for: they are gone soon after they are no longer needed.
	if err := s.db.UploadBytes(ctx, func(b store.BlobRef) { delete(stored, b.Key) }); err != nil {
		return nil, err
	}
	// Bytes are read when the database isn't, which would keep its log from being folded.
	for key, b := range needed {
		detail, err := look.compare(ctx, stored[key], b)
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
			wrong = append(wrong, Mismatch{key, "nothing in the database needs these bytes; the next sweep moves them to the trash"})
		}
	}
	return wrong, nil
}

// looker compares stored bytes with what the database says of them.
type looker struct {
	*Shop
	deep   bool
	marked map[string]store.Checked // files that are known to be damaged, by key
}

// compare returns what is wrong with stored bytes, "" for nothing.
func (l looker) compare(ctx context.Context, info blob.Info, b store.BlobRef) (string, error) {
	known, marked := l.marked[b.Key]
	switch {
	case info.Key == "":
		return l.missing(ctx, b.Key)
	case b.Size >= 0 && info.Size != b.Size:
		return fmt.Sprintf("%d bytes are stored, the database says %d", info.Size, b.Size), nil
	case l.deep && b.SHA256 != "":
		return l.compareDeep(ctx, b, known)
	case marked:
		return fmt.Sprintf("the bytes were found damaged at %s and are not given out; `vitrine check --deep` compares them again",
			known.Damaged.Format(time.RFC3339)), nil
	}
	return "", nil
}

func (l looker) compareDeep(ctx context.Context, b store.BlobRef, known store.Checked) (string, error) {
	why, err := l.differs(ctx, b.Key, b.SHA256, &pace{})
	if err != nil {
		return "", err
	}
	if err := l.noteCompared(ctx, b.Key, why != ""); err != nil || why == "" {
		l.tellHealed(known)
		return "", err
	}
	return "the bytes are damaged: " + why, nil
}

// missing looks again: the bytes may have come since the list was made.
func (s *Shop) missing(ctx context.Context, key string) (string, error) {
	object, err := s.blobs.Open(ctx, key)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		return s.discarded(ctx, key)
	case err != nil:
		return "", err
	}
	return "", object.Close()
}

func (s *Shop) discarded(ctx context.Context, key string) (string, error) {
	there, err := s.blobs.IsDiscarded(ctx, key)
	if there {
		return "the bytes are in the trash; the next sweep brings them back, `vitrine sweep` does so now", nil
	}
	return "the bytes are missing", err
}

// Trash counts the bytes that were discarded and can still be brought back.
type Trash struct {
	Objects int   `json:"objects"`
	Bytes   int64 `json:"bytes"`
}

// InTrash counts what is in the trash.
func (s *Shop) InTrash(ctx context.Context) (Trash, error) {
	var trash Trash
	err := s.blobs.Discarded(ctx, func(info blob.Info) error {
		trash.Objects, trash.Bytes = trash.Objects+1, trash.Bytes+info.Size
		return nil
	})
	return trash, err
}

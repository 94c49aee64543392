package shop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/store"
)

// compareAtOnce is how large a file may be to be compared with its digest while
// somebody waits for its download.
const compareAtOnce = 64 << 20

// comparers is how many files are compared at once while somebody waits.
const comparers = 2

// intact sees to it that the stored bytes of a file are what its row says, before
// anybody gets an address of them: those that are missing, of another size or known
// to be damaged are Unavailable. Bytes that were changed since they were last
// compared with their digest are compared again.
func (s *Shop) intact(ctx context.Context, f vitrine.OrderFile) error {
	info, err := s.statNeeded(ctx, f.BlobKey)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return s.refuseDamaged(ctx, f, "they are missing")
	}
	if err != nil {
		return err
	}
	if info.Size != f.Size {
		return s.refuseDamaged(ctx, f, fmt.Sprintf("%d bytes are stored, %d were uploaded", info.Size, f.Size))
	}
	known, err := s.db.CheckedFile(ctx, f.BlobKey)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil || known.Damaged.IsZero() && !info.ModTime.After(known.At) {
		return err
	}
	if info.Size > compareAtOnce {
		return s.compareLater(ctx, f, known)
	}
	return s.compareNow(ctx, f, known)
}

// refuseDamaged tells the operator, and marks the file.
func (s *Shop) refuseDamaged(ctx context.Context, f vitrine.OrderFile, why string) error {
	s.log.Error("a file's stored bytes are damaged and can't be downloaded", "file", f.FileID, "name", f.Name, "key", f.BlobKey, "why", why)
	if err := s.noteCompared(ctx, f.BlobKey, true); err != nil {
		return err
	}
	return blob.Damaged(nil)
}

func (s *Shop) noteCompared(ctx context.Context, key string, damaged bool) error {
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.NoteChecked(ctx, key, s.now(), damaged) })
}

// compareLater leaves a file that is too large to wait for to the deep check, first
// of all.
func (s *Shop) compareLater(ctx context.Context, f vitrine.OrderFile, known store.Checked) error {
	if err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.CheckSoon(ctx, f.BlobKey) }); err != nil {
		return err
	}
	if known.Damaged.IsZero() {
		return nil
	}
	s.log.Error("a file's stored bytes are damaged and can't be downloaded",
		"file", f.FileID, "name", f.Name, "key", f.BlobKey, "since", known.Damaged)
	return blob.Damaged(nil)
}

func (s *Shop) compareNow(ctx context.Context, f vitrine.OrderFile, known store.Checked) error {
	select {
	case s.compareTurns <- struct{}{}:
		defer func() { <-s.compareTurns }()
	case <-ctx.Done():
		return fmt.Errorf("wait to compare a file: %w", ctx.Err())
	}
	why, err := s.differs(ctx, f.BlobKey, known.SHA256, &pace{})
	if err != nil {
		return err
	}
	if why != "" {
		return s.refuseDamaged(ctx, f, why)
	}
	s.tellHealed(known)
	return s.noteCompared(ctx, f.BlobKey, false)
}

func (s *Shop) tellHealed(known store.Checked) {
	if !known.Damaged.IsZero() {
		s.log.Warn("a file's stored bytes are right again",
			"model", known.ModelID, "file", known.FileID, "name", known.Name, "key", known.BlobKey, "damaged_since", known.Damaged)
	}
}

// differs returns how stored bytes differ from a SHA-256 in hex, "" when they don't. A
// disk that can't read them any more is as bad as wrong bytes; a storage that does not
// answer is an error.
func (s *Shop) differs(ctx context.Context, key, want string, p *pace) (string, error) {
	sum, err := s.digest(ctx, key, p)
	switch {
	case ctx.Err() != nil, vitrine.CodeOf(err) == vitrine.Unavailable:
		return "", err
	case err != nil:
		return err.Error(), nil
	case sum != want:
		return "their SHA-256 is " + sum, nil
	}
	return "", nil
}

// digest returns the SHA-256 of stored bytes, in hex, read at a pace.
func (s *Shop) digest(ctx context.Context, key string, p *pace) (string, error) {
	object, err := s.blobs.Open(ctx, key)
	if err != nil {
		return "", err
	}
	defer object.Close()
	hash := sha256.New()
	for buffer := make([]byte, pieceSize); ; {
		n, err := object.Read(buffer)
		hash.Write(buffer[:n])
		if errors.Is(err, io.EOF) {
			return hex.EncodeToString(hash.Sum(nil)), nil
		}
		if err == nil {
			err = p.wait(ctx, n)
		}
		if err != nil {
			return "", fmt.Errorf("read %s: %w", key, err)
		}
	}
}

// pieceSize is how much is read at once.
const pieceSize = 256 << 10

// JobVerifyBytes is the kind of the job that compares files with their digests. All
// processes together do one at a time.
const JobVerifyBytes = "bytes.verify"

// How long one such job works before it makes room, how often a file that is
// damaged is looked at again, and what the least speed is.
const (
	verifyTime   = 5 * time.Minute
	damagedAgain = time.Hour
	verifyLeast  = 1 << 20 // bytes a second
	verifyEach   = pieceSize
	longestRead  = time.Hour // of one file
)

// QueueVerification has a job compare files with their digests, if any is due.
func (s *Shop) QueueVerification(ctx context.Context) error {
	due, err := s.filesToCheck(ctx)
	if err != nil || len(due) == 0 {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.EnqueueSole(ctx, JobVerifyBytes) })
}

func (s *Shop) filesToCheck(ctx context.Context) ([]store.Checked, error) {
	if s.settings.DeepCheck <= 0 {
		return nil, nil
	}
	return s.db.FilesToCheck(ctx, s.now().Add(-s.settings.DeepCheck), s.now().Add(-min(damagedAgain, s.settings.DeepCheck)))
}

// VerifyBytes does a job of the kind JobVerifyBytes: it compares files that are due,
// those first that were compared longest ago, at twice the speed that compares all of
// them in the set period. Those that are missing or wrong are marked, and told to the
// operator; those that are right again are not any more.
func (s *Shop) VerifyBytes(ctx context.Context, _ string) error {
	files, bytes, err := s.db.StoredFiles(ctx)
	if err != nil {
		return err
	}
	// verifyEach is added for every file, however small: looking at one takes a request.
	speed := max(verifyLeast, 2*(bytes+files*verifyEach)/max(1, int64(s.settings.DeepCheck/time.Second)))
	until := s.now().Add(verifyTime)
	for s.now().Before(until) {
		due, err := s.filesToCheck(ctx)
		if err != nil || len(due) == 0 {
			return err
		}
		p := &pace{speed: max(speed, due[0].Size/int64(longestRead/time.Second)), began: s.now(), now: s.now, pause: s.pause}
		if err := s.verifyFile(ctx, due[0], p); err != nil {
			return err
		}
	}
	return nil
}

// verifyFile compares one file and notes the result.
func (s *Shop) verifyFile(ctx context.Context, f store.Checked, p *pace) error {
	why, err := s.wrong(ctx, f, p)
	if err != nil {
		return err
	}
	if why == "" {
		s.tellHealed(f)
	} else {
		s.log.Error("a file's stored bytes are damaged", "model", f.ModelID, "file", f.FileID, "name", f.Name, "key", f.BlobKey, "why", why)
	}
	return s.noteCompared(ctx, f.BlobKey, why != "")
}

// wrong returns what is wrong with the stored bytes of a file, "" for nothing. Those of
// a file that was deleted may be gone.
func (s *Shop) wrong(ctx context.Context, f store.Checked, p *pace) (string, error) {
	if err := p.wait(ctx, verifyEach); err != nil {
		return "", err
	}
	stat := s.statNeeded
	if f.Deleted {
		stat = s.blobs.Stat
	}
	info, err := stat(ctx, f.BlobKey)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound && f.Deleted:
		return "", nil
	case vitrine.CodeOf(err) == vitrine.NotFound:
		return "they are missing", nil
	case err != nil:
		return "", err
	case info.Size != f.Size:
		return fmt.Sprintf("%d bytes are stored, %d were uploaded", info.Size, f.Size), nil
	}
	return s.differs(ctx, f.BlobKey, f.SHA256, p)
}

// pace keeps reading to a speed.
type pace struct {
	speed int64 // bytes a second; 0: as fast as it goes
	began time.Time
	bytes int64
	now   func() time.Time
	pause func(context.Context, time.Duration) error
}

// wait waits until so many more bytes may have been read.
func (p *pace) wait(ctx context.Context, bytes int) error {
	if p.speed == 0 {
		return ctx.Err()
	}
	p.bytes += int64(bytes)
	due := p.began.Add(time.Duration(float64(p.bytes) / float64(p.speed) * float64(time.Second)))
	return p.pause(ctx, due.Sub(p.now()))
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

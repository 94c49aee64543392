package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
)

// source reads what is to be stored: it hashes and counts the bytes, ends
// when ctx does, and remembers why reading failed, so that a caller's fault
// can be distinguished from the storage's.
type source struct {
	ctx  context.Context
	r    io.Reader
	hash hash.Hash
	size int64
	err  error // of r or ctx; io.EOF at the end
}

func newSource(ctx context.Context, r io.Reader) *source {
	return &source{ctx: ctx, r: r, hash: sha256.New()}
}

func (s *source) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	if err := s.ctx.Err(); err != nil {
		s.err = err
		return 0, err
	}
	n, err := s.r.Read(p)
	s.hash.Write(p[:n])
	s.size += int64(n)
	s.err = err
	return n, err
}

// fault is why r failed, nil while it has not.
func (s *source) fault() error {
	if s.err == nil || errors.Is(s.err, io.EOF) {
		return nil
	}
	return fmt.Errorf("read what is to be stored: %w", s.err)
}

func (s *source) sum() string { return hex.EncodeToString(s.hash.Sum(nil)) }

// copyFull copies r to w through buf, which it fills before each write: a
// body arrives in pieces of a few KiB, and a write should not be that small.
func copyFull(w io.Writer, r io.Reader, buf []byte) error {
	for {
		n, readErr := fill(r, buf)
		if n > 0 {
			if _, err := w.Write(buf[:n]); err != nil {
				return err
			}
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return readErr
		}
	}
}

// fill is io.ReadFull without its rewriting of io.EOF to
// io.ErrUnexpectedEOF, which is how a broken body ends.
func fill(r io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var m int
		m, err = r.Read(buf[n:])
		n += m
	}
	return n, err
}

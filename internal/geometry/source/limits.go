package source

import (
	"errors"
	"io"
)

// The limits of a file. A count in a header sizes nothing before it was held
// against the bytes that are left.
const (
	MaxVertices  = 60_000_000
	MaxTriangles = 60_000_000
	MaxNodes     = 200_000
	MaxDepth     = 200
	MaxLine      = 1 << 20   // bytes of a line of text
	MaxUnpacked  = 4 << 30   // bytes out of a compressed part
	MaxArray     = 512 << 20 // bytes of one array of an FBX file
)

// ReadFull fills p from a place of a file. A file that ends before is
// io.ErrUnexpectedEOF.
func ReadFull(source io.ReaderAt, p []byte, at int64) error {
	n, err := source.ReadAt(p, at)
	if n == len(p) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// HeadSize is how much of a file's beginning is looked at.
const HeadSize = 64 << 10

// ReadHead reads the beginning of a file, at most HeadSize bytes.
func ReadHead(r io.ReaderAt, size int64) ([]byte, error) {
	head := make([]byte, min(size, HeadSize))
	n, err := r.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return head[:n], nil
}

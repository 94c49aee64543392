// Package source reads the bytes of a file that nobody vouches for: the numbers, lines,
// XML and ZIP archives that several formats are made of, within limits, and the names of
// other files that a file asks for.
//
// It never trusts a count that it reads, never follows a path or an address, and reads no
// more of a file than it is asked for. What it can't or must not read it refuses: a
// Refusal is for the seller of the file, any other error means that the file could not be
// read from where it is kept. It knows no format and no model.
package source

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Problem is why a file is refused, or why something of it is not known, for its
// seller.
type Problem struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// ReadAll reads a whole source that is no larger than limit.
func (s File) ReadAll(limit int64) ([]byte, error) {
	if s.Size > limit {
		return nil, Refuse(Limit, "%s has %d bytes, at most %d are read at once", Shorten(s.Name), s.Size, limit)
	}
	data := make([]byte, s.Size)
	n, err := s.ReadAt(data, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read %s: %w", s.Name, err)
	}
	if int64(n) < s.Size {
		return nil, Refuse(Truncated, "the file ends after %d of %d bytes", n, s.Size)
	}
	return data, nil
}

// Reader reads a source from its beginning.
func (s File) Reader() *io.SectionReader { return io.NewSectionReader(s, 0, s.Size) }

// File is a file that can be read at any place.
type File struct {
	Name string
	Size int64 // bytes
	io.ReaderAt
}

// Input is a file to read, with the files that were uploaded beside it.
type Input struct {
	File
	// Sibling finds another upload of the same model by the name that this
	// file calls it, already made safe; nil when there are none.
	Sibling func(name string) (File, bool)
}

// InUTF8 is a source of the same text in UTF-8.
func (s File) InUTF8(order binary.ByteOrder) (File, error) {
	text, err := s.ReadAll(maxUTF16)
	if err != nil {
		return File{}, err
	}
	text = FromUTF16(text[2:], order)
	return File{Name: s.Name, Size: int64(len(text)), ReaderAt: bytes.NewReader(text)}, nil
}

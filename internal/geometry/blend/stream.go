package blend

import (
	"errors"
	"fmt"
	"io"

	"vitrine/internal/geometry/source"
)

// errEnd says that the file ends within something.
var errEnd = errors.New("the file ends")

func (f *document) refusal(err error) error {
	if errors.Is(err, errEnd) {
		return source.Refuse(source.Truncated, "the file ends within block %d, without its last one, ENDB", f.blocks+1)
	}
	return err
}

// take returns the next bytes, a few, until the next are taken.
func (f *document) take(n int64) ([]byte, error) {
	if n > f.left {
		return nil, errEnd
	}
	text, err := f.r.Peek(int(n))
	if err != nil {
		return nil, f.readError(err)
	}
	f.left -= n
	_, err = f.r.Discard(int(n))
	return text, err
}

// copy returns the next bytes to keep.
func (f *document) copy(n int64) ([]byte, error) {
	text := make([]byte, n)
	if _, err := io.ReadFull(f.r, text); err != nil {
		return nil, f.readError(err)
	}
	f.left -= n
	return text, nil
}

func (f *document) skip(n int64) error {
	f.left -= n
	if n <= int64(f.r.Buffered()) {
		_, err := f.r.Discard(int(n))
		return err
	}
	if f.seeker == nil {
		_, err := io.CopyN(io.Discard, f.r, n)
		return f.readError(err)
	}
	// The section is ahead by what is buffered, which is passed over as well.
	if _, err := f.seeker.Seek(n-int64(f.r.Buffered()), io.SeekCurrent); err != nil {
		return fmt.Errorf("skip a block: %w", err)
	}
	f.r.Reset(f.seeker)
	return nil
}

func (f *document) readError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errEnd
	}
	if err != nil {
		return fmt.Errorf("read a block: %w", err)
	}
	return nil
}
